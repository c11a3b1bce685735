"""SQL of the accountant's books: what is not exported yet, and exports."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import defer

from abano.accounts.access.models import AdminRow
from abano.core.errors import Conflict
from abano.db.driver_errors import map_db_error
from abano.db.repositories import Repository
from abano.payments.accounting.models import AccountingExport, AccountingSettings
from abano.payments.accounting.rules import Movement

# An entry moves money between two accounts. A document posts net and VAT per rate. A commission entry
# increases the amount owed by what it adds to earnings and reduces it by what it adds to payouts.
_MOVEMENTS = text("""
select m.* from (
  select 'entry:' || e.id as source, e.created_at as moved_at, e.kind,
    coalesce(r.number, b.reference, '') as document,
    coalesce(b.reference, '') as reference, e.debit, e.credit, e.amount_minor as amount, e.currency,
    null::int as rate, 0 as place
  from journal_entries e
  left join bookings b on b.tenant_id = :tenant and b.id = e.booking_id
  left join invoices r on r.tenant_id = :tenant and r.entry_id = e.id
  where e.tenant_id = :tenant and e.created_at >= :since and e.created_at < :until
  union all
  select 'document:' || i.id, i.issued_at, i.kind, i.number, b.reference, 'customers', s.account, s.amount,
    i.currency, p.rate, s.place
  from invoices i
  join bookings b on b.tenant_id = :tenant and b.id = i.booking_id
  cross join lateral (
    select (part->>'basisPoints')::int as rate, (part->>'net')::bigint as net, (part->>'tax')::bigint as tax
    from jsonb_array_elements(coalesce(i.data->'vat', '[]')) part
    union all
    select null, i.total_minor, 0 where coalesce(i.data->'vat', '[]') = '[]'
  ) p
  cross join lateral (values
    (case when p.rate > 0 then 'revenue' else 'revenue_untaxed' end, p.net, 0), ('vat', p.tax, 1)
  ) s(account, amount, place)
  where i.tenant_id = :tenant and i.kind in ('invoice', 'credit_note')
    and i.issued_at >= :since and i.issued_at < :until
  union all
  select 'commission:' || c.booking_id || ':' || c.step, c.created_at, s.kind, b.reference, b.reference,
    s.debit, s.credit, s.amount, k.currency, null, s.place
  from commission_entries c
  join commissions k on k.tenant_id = :tenant and k.booking_id = c.booking_id
  join bookings b on b.tenant_id = :tenant and b.id = c.booking_id
  cross join lateral (values
    ('commission', 'commissions', 'affiliates', c.earned_minor - c.voided_minor, 0),
    ('commission_payout', 'affiliates', 'commission_payouts', c.paid_minor, 1)
  ) s(kind, debit, credit, amount, place)
  where c.tenant_id = :tenant and c.created_at >= :since and c.created_at < :until
) m
where m.amount <> 0 and not exists (
  select from accounting_export_sources x where x.tenant_id = :tenant and x.source = m.source
)
order by m.moved_at, m.source, m.rate desc nulls last, m.place limit :limit
""")
_KEEP_SOURCES = text("""
insert into accounting_export_sources (tenant_id, source, export_number)
select :tenant, source, :number from unnest(cast(:sources as text[])) source
""")


@map_db_error("accounting_exports_pkey", "accounting_export_sources_pkey")
class ExportedMeanwhile(Conflict):
    """Someone else just exported this period. Check the list and try again."""


class ListedExport(NamedTuple):
    export: AccountingExport
    admin_name: str


class AccountingRepository(Repository):
    """The books of one tenant, within the caller's transaction."""

    async def settings(self) -> AccountingSettings | None:
        return await self._session.get(AccountingSettings, self._tenant)

    async def keep_settings(self, **values: object) -> None:
        statement = insert(AccountingSettings).values(tenant_id=self._tenant, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id"], set_=dict(values))
        )

    async def movements(self, since: datetime, until: datetime, limit: int) -> list[Movement]:
        """What is in no export yet, oldest first."""
        values = {"tenant": self._tenant, "since": since, "until": until, "limit": limit}
        rows = await self._session.execute(_MOVEMENTS, values)
        return [Movement(*row[:-1]) for row in rows]

    async def exports(self) -> list[ListedExport]:
        """Newest first, without their files."""
        query = (
            select(AccountingExport, AdminRow.name)
            .join(
                AdminRow,
                (AdminRow.tenant_id == AccountingExport.tenant_id)
                & (AdminRow.id == AccountingExport.created_by),
            )
            .where(AccountingExport.tenant_id == self._tenant)
            .options(defer(AccountingExport.journal), defer(AccountingExport.datev))
            .order_by(AccountingExport.number.desc())
        )
        return [ListedExport(*row) for row in await self._session.execute(query)]

    async def find(self, number: int) -> AccountingExport | None:
        return await self._session.get(AccountingExport, (self._tenant, number))

    async def add(self, export: AccountingExport, sources: Sequence[str]) -> None:
        """Raises ExportedMeanwhile."""
        self._session.add(export)
        await self._session.flush()
        values = {"tenant": self._tenant, "number": export.number, "sources": list(sources)}
        await self._session.execute(_KEEP_SOURCES, values)
