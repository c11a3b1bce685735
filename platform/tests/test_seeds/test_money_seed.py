"""The demo year's money: chains, numbers and tills hold as they do for what people type, and most is paid."""

import pytest
from product_fixtures import NOW, AdminSql

from abano.catalog.service import CatalogService
from abano.database.engine import Database
from abano.payments.desk.service import list_due
from abano.payments.invoices.paper import printed
from abano.payments.invoices.repository import InvoiceFilter
from abano.payments.invoices.service import get_invoice, list_invoices
from abano.seeds.fleet import load_fleet
from abano.tenants.tenant import Tenant

pytestmark = pytest.mark.anyio
GAPS = """
select tenant_id, kind, year from invoices group by 1, 2, 3 having count(*) <> max(number)
union all
select c.tenant_id, c.kind, c.year from invoice_counters c
where last_number <> (
  select count(*) from invoices i where (i.tenant_id, i.kind, i.year) = (c.tenant_id, c.kind, c.year)
)
"""


async def test_the_year_is_paid_for(
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    for tenant in (georgia, alps):
        catalog = await CatalogService(db).get(tenant.id)
        async with db.uow(tenant.id) as uow:
            await load_fleet(uow, tenant, catalog, NOW)
        kinds: dict[str, int] = dict(
            query_admin_sql(
                "select kind, count(*) from journal_entries where tenant_id = %s group by 1", tenant.id
            )
        )
        assert {"payment", "refund", "deposit_taken", "deposit_returned", "deposit_kept"} <= set(kinds)
        assert kinds["payment"] > 200
        [(paid, finished)] = query_admin_sql(
            "select count(*) filter (where (select sum(case kind when 'payment' then amount_minor else 0 end)"
            " from journal_entries e where e.booking_id = b.id) = total_minor), count(*)"
            " from bookings b where tenant_id = %s and status = 'completed'",
            tenant.id,
        )
        assert paid == finished
        async with db.uow(tenant.id) as uow:
            due = await list_due(uow, tenant, NOW)
            documents, _ = await list_invoices(uow, InvoiceFilter(kind="invoice"), 3)
            found = await get_invoice(uow, documents[0].invoice.id)
        assert 0 < len(due.balances) < 40
        assert printed(found.invoice, is_void=False).blocks
    assert query_admin_sql(GAPS) == []
    assert query_admin_sql("select count(*) from journal_entries where created_at > %s", NOW) == [(0,)]
    tills = query_admin_sql("select count(*) filter (where closed_at is null), count(*) from tills")
    assert tills[0][0] <= 2 < tills[0][1]
