"""The company's name and what it charges in, as its owner changes them."""

from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.bookings.handover.repository import HandoverRepository
from abano.company.settings.repository import WITHOUT_MONEY
from abano.core import ttl_cache
from abano.db.base import Base
from abano.db.engine import Database
from abano.messaging.outbox.repository import OutboxRepository
from abano.tenancy.directory.tenant import Tenant, load_tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/settings/company"


@pytest.fixture(autouse=True)
def as_before(query_admin_sql: AdminSql) -> Any:
    yield
    query_admin_sql("update tenant_settings set name = null, is_open = true")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Past every cache, each time."""
    real, moved = ttl_cache.now, {"seconds": 0.0}
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move(seconds: float = ttl_cache.SETTINGS_SECONDS + 0.1) -> None:
        moved["seconds"] += seconds

    return move


async def test_a_new_name_is_on_the_site_in_emails_and_documents_once_the_cache_expires(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
    later: Any,
) -> None:
    settings = (await owner_client.get("/api/admin/settings")).json()
    assert settings["company"]["name"] == "Abano Georgia"
    answer = await owner_client.put(URL, json=settings["company"] | {"name": "  Svaneti\u200b  Cars "})
    assert answer.status_code == 200, answer.text
    assert answer.json()["company"]["name"] == "Svaneti Cars"
    assert answer.json()["lastChanges"][0]["section"] == "company"
    later()
    site = await client.get("/api/site")
    assert site.json()["site"]["tenant"]["name"] == "Svaneti Cars"
    assert "Svaneti Cars" in (await client.get("/manifest.webmanifest")).text
    async with db.uow(georgia.id) as uow:
        assert (await OutboxRepository(uow).recipient()).name == "Svaneti Cars"
        assert await HandoverRepository(uow).company_name() == "Svaneti Cars"
    for tenant, name in ((georgia, "Svaneti Cars"), (alps, alps.name)):
        loaded = await load_tenant(db, tenant.id)
        assert loaded is not None
        assert loaded.name == name
    logged = query_admin_sql(
        "select before ->> 'name', after ->> 'name' from audit_log where subject_id = 'company'"
        " order by happened_at desc limit 1"
    )
    assert logged == [("Abano Georgia", "Svaneti Cars")]
    stale = await owner_client.put(URL, json=settings["company"] | {"name": "Late Cars"})
    assert stale.status_code == 409


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": " \u200b "}, "name"),
        ({"name": "x" * 121}, "name"),
        # 18 letters each, once it is clean.
        ({"name": "\ufdfa" * 10}, "name"),
        ({"currency": "eur"}, "currency"),
        ({"currency": "XXX"}, "currency"),
    ],
)
async def test_bad_values_are_refused_by_field(
    owner_client: httpx.AsyncClient, values: dict[str, str], field: str
) -> None:
    before = (await owner_client.get("/api/admin/settings")).json()["company"]
    answer = await owner_client.put(URL, json=before | values)
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_the_currency_changes_only_while_the_site_is_closed_and_no_money_is_stored(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    later: Any,
) -> None:
    # Another company's bookings are no one's concern.
    assert (await client.post("/api/bookings", json=booking_form())).status_code in {200, 201}
    owner = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client

    async def change(currency: str) -> httpx.Response:
        before = (await owner.get("/api/admin/settings")).json()["company"]
        return await owner.put(URL, json=before | {"currency": currency})

    async def may_change(console: httpx.AsyncClient = owner) -> bool:
        return bool((await console.get("/api/admin/settings")).json()["canChangeCurrency"])

    open_site = await change("USD")
    assert (open_site.status_code, open_site.json()["fields"][0]["code"]) == (422, "currency_stays")
    query_admin_sql("update tenant_settings set is_open = false")
    assert (await may_change(), await may_change(owner_client)) == (True, False)
    prices = "select slug, base_rate_minor from cars order by tenant_id, slug"
    before = query_admin_sql(prices)
    try:
        assert (await change("USD")).status_code == 200
        assert query_admin_sql(prices) == before
        assert query_admin_sql("select currency, display_currencies from tenant_settings order by 1") == [
            (
                "EUR",
                query_admin_sql("select display_currencies from tenant_settings where currency = 'EUR'")[0][
                    0
                ],
            ),
            ("USD", []),
        ]
        later()
        assert (await owner.get("/api/site")).json()["site"]["tenant"]["currency"] == "USD"
        assert (await change("CHF")).status_code == 200
        later()
        query_admin_sql(
            "insert into tills (tenant_id, id, admin_id, currency, opening_minor, opened_at)"
            " select s.tenant_id, gen_random_uuid(), a.id, s.currency, 0, now()"
            " from tenant_settings s join admins a using (tenant_id) where s.currency = 'CHF' limit 1"
        )
        refused = await change("EUR")
        assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, "currency_stays")
        assert not await may_change()
    finally:
        query_admin_sql("update tenant_settings set currency = 'CHF' where currency = 'USD'")


def test_every_table_with_an_amount_of_a_customer_names_its_currency() -> None:
    """What counts as stored money is found by this column."""
    tables = {
        name for name, table in Base.metadata.tables.items() if {"tenant_id", "currency"} <= {*table.c.keys()}
    }
    assert tables - WITHOUT_MONEY == {
        "bookings", "campaign_costs", "commission_payouts", "commissions", "invoices", "journal_entries",
        "cash_transfers", "online_payments", "tills", "vehicle_costs", "vehicle_fines",
    }  # fmt: skip
