"""Who may see and change commissions, and what the lists, statements and files say."""

import csv
import io
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from affiliate_steps import add_affiliate, book, pay, set_rule
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn

from abano.accounts.access.rights import Role
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.team.users.users import create_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
READS = ("affiliates", "affiliates/{affiliate}", "affiliates/{affiliate}/statement",
         "affiliates/{affiliate}/statement.csv", "payouts", "payouts.csv")  # fmt: skip
WRITES = (
    "pay-commission/{affiliate}",
    "payouts/{payout}/reverse",
    "commissions/{booking}/release",
    "commissions/{booking}/refuse",
    "commissions/{booking}/restore",
)
OF_ONE = tuple(path for path in (*READS, *WRITES) if "{" in path)


@pytest.fixture(autouse=True)
def payable_with_the_booking(query_admin_sql: AdminSql) -> None:
    """Payability has its own tests."""
    set_rule(query_admin_sql, "booking")


async def call(client: httpx.AsyncClient, path: str, ids: dict[str, Any]) -> httpx.Response:
    url = f"/api/admin/{path.format(**ids)}"
    return await (client.post(url, json={"reason": "test"}) if path in WRITES else client.get(url))


@pytest.fixture
async def ids(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> dict[str, Any]:
    """An affiliate with a payout and a held commission."""
    code = uuid4().hex[:10].upper()
    affiliate = add_affiliate(query_admin_sql, code)
    await book(client, code)
    payout = (await pay(owner_client, affiliate)).json()["payoutId"]
    return {
        "affiliate": affiliate,
        "payout": payout,
        "booking": await book(client, code, gclid="click"),
        "code": code,
    }


@pytest.mark.parametrize("path", [*READS, *WRITES])
async def test_only_owners_and_managers_of_the_company(
    client_of: ClientFactory, sign_in: SignIn, db: Database, georgia: Tenant, alps: Tenant, clock: FixedClock,
    ids: dict[str, Any], path: str,
) -> None:  # fmt: skip
    async def signed_in(role: Role, tenant: Tenant, host: str) -> httpx.AsyncClient:
        email = f"{uuid4().hex}@example.com"
        await create_admin(
            db, tenant.id, email=email, password="a long password", name="", role=role, clock=clock
        )
        client = client_of(host)
        await sign_in(client, email, "a long password")
        return client

    assert (await call(client_of("localhost"), path, ids)).status_code == 401
    assert (await call(await signed_in("analyst", georgia, "localhost"), path, ids)).status_code == 403
    abroad = await signed_in("owner", alps, "alps.localhost")
    answer = await call(abroad, path, ids)
    if path in OF_ONE:
        assert answer.status_code == 404
    else:
        assert str(ids["affiliate"]) not in answer.text
    assert (await call(await signed_in("manager", georgia, "localhost"), path, ids)).status_code in {200, 409}


async def test_foreign_site_cannot_pay(owner_client: httpx.AsyncClient, ids: dict[str, Any]) -> None:
    answer = await owner_client.post(
        f"/api/admin/pay-commission/{ids['affiliate']}", headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "pay-commission/{0}",
        "payouts/{0}/reverse",
        "commissions/{0}/release",
        "commissions/{0}/refuse",
        "commissions/{0}/restore",
    ],
)
async def test_what_is_not_there_is_not_found(owner_client: httpx.AsyncClient, path: str) -> None:
    url = f"/api/admin/{path.format(uuid4())}"
    assert (await owner_client.post(url, json={"reason": "test"})).status_code == 404
    malformed = await owner_client.post(f"/api/admin/{path.format('no one')}", json={"reason": "test"})
    assert malformed.status_code == 422


async def test_list_is_searched_and_sorted_while_totals_count_everyone(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, ids: dict[str, Any]
) -> None:
    query_admin_sql("update affiliates set name = 'Ünïque 100%% Tours' where id = %s", ids["affiliate"])
    everyone = (await owner_client.get("/api/admin/affiliates")).json()
    found = (await owner_client.get("/api/admin/affiliates", params={"search": "ÜNÏQUE 100%"})).json()
    assert [one["id"] for one in found["affiliates"]] == [str(ids["affiliate"])]
    assert found["stats"] == everyone["stats"]
    one = found["affiliates"][0]
    assert {key: one[key] for key in ("promoCode", "status", "bookingsCount", "revenueGenerated")} == {
        "promoCode": ids["code"], "status": "active", "bookingsCount": 2, "revenueGenerated": 770,
    }  # fmt: skip
    assert [one[f"commission{name}"] for name in ("Paid", "Owed", "Held", "Payable")] == [77, 77, 77, 0]
    owed = [one["commissionOwed"] for one in everyone["affiliates"]]
    assert owed == sorted(owed, reverse=True)
    assert everyone["stats"]["totalCommissionOwed"] == pytest.approx(sum(owed))
    named = (await owner_client.get("/api/admin/affiliates", params={"sort": "name"})).json()["affiliates"]
    assert [one["name"] for one in named] == sorted((one["name"] for one in named), key=str.casefold)
    for field in ("bookingsCount", "revenueGenerated", "totalEarnings", "commissionPaid", "createdAt"):
        for sort in (field, f"-{field}"):
            listed = (await owner_client.get("/api/admin/affiliates", params={"sort": sort})).json()[
                "affiliates"
            ]
            values = [one[field] for one in listed]
            assert values == sorted(values, reverse=sort.startswith("-")), sort
    assert (await owner_client.get("/api/admin/affiliates", params={"sort": "luck"})).status_code == 422


async def test_statement_lists_every_change_with_its_balance(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    sign_in: SignIn,
) -> None:
    affiliate = add_affiliate(query_admin_sql, "LINES")
    await book(client, "LINES")
    clock.move(days=1)
    await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    payout = (await pay(owner_client, affiliate)).json()["payoutId"]
    clock.move(days=1)
    await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    await owner_client.post(f"/api/admin/payouts/{payout}/reverse", json={"reason": "Mistake"})
    url = f"/api/admin/affiliates/{affiliate}/statement"
    whole = (await owner_client.get(url)).json()
    assert [(line["kind"], line["change"], line["balance"]) for line in whole["lines"]] == [
        ("earned", 77, 77), ("payout", -77, 0), ("reversal", 77, 77),
    ]  # fmt: skip
    # The booking fell on 10 June in Tbilisi.
    day = (await owner_client.get(url, params={"from": "2026-06-11", "to": "2026-06-11"})).json()
    assert [day["openingBalance"], [line["kind"] for line in day["lines"]], day["closingBalance"]] == [
        77, ["payout"], 0,
    ]  # fmt: skip
    backwards = await owner_client.get(url, params={"from": "2026-06-11", "to": "2026-06-10"})
    assert (backwards.status_code, backwards.json()["fields"][0]["field"]) == (422, "to")
    file = await owner_client.get(f"{url}.csv")
    assert file.headers["content-disposition"] == 'attachment; filename="statement-LINES.csv"'
    rows = list(csv.reader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert rows[0] == ["Date", "What", "Booking", "Change", "Owed after"]
    assert rows[3] == ["2026-06-11 13:00", "Payout", "", "-77.00", "0.00"]


async def test_payment_file_has_what_was_paid_and_not_reversed(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    sign_in: SignIn,
) -> None:
    clock.move(days=10)
    await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    affiliates: dict[str, UUID] = {}
    for code in ("FILE1", "FILE2", "FILE3"):
        affiliates[code] = add_affiliate(query_admin_sql, code)
        await book(client, code)
    query_admin_sql(
        "update affiliates set paypal_email = '=cmd@example.com' where id = %s", affiliates["FILE1"]
    )
    paid = {code: (await pay(owner_client, affiliate)).json() for code, affiliate in affiliates.items()}
    # As it was possible once: recorded without an address.
    query_admin_sql(
        "update commission_payouts set paypal_email = null where affiliate_id = %s", affiliates["FILE3"]
    )
    query_admin_sql("update affiliates set paypal_email = null where id = %s", affiliates["FILE3"])
    # A payout goes to the email that was set when it was recorded.
    query_admin_sql(
        "update affiliates set paypal_email = 'later@example.com' where id = %s", affiliates["FILE1"]
    )
    await owner_client.post(
        f"/api/admin/payouts/{paid['FILE2']['payoutId']}/reverse", json={"reason": "Mistake"}
    )
    params = {"from": "2026-06-20", "to": "2026-06-20"}
    file = await owner_client.get("/api/admin/payouts.csv", params=params)
    rows = list(csv.reader(io.StringIO(file.text)))
    assert rows == [
        ["Email/Phone", "Amount", "Currency code", "Reference ID", "Note to recipient", "Recipient wallet"],
        ["'=cmd@example.com", "77.00", "EUR", paid["FILE1"]["payoutId"].replace("-", "")[:30],
         "Commission from Abano Georgia", "PayPal"],
    ]  # fmt: skip
    listed = (await owner_client.get("/api/admin/payouts", params=params)).json()
    assert listed["totals"] == {"count": 2, "amount": 154, "withoutPayoutEmail": 1}
    addresses = {one["affiliateId"]: one["paypalEmail"] for one in listed["payouts"]}
    assert addresses[str(affiliates["FILE1"])] == "=cmd@example.com"
    assert addresses[str(affiliates["FILE3"])] is None
    # One that was paid without an address has it as soon as the affiliate has.
    query_admin_sql(
        "update affiliates set paypal_email = 'third@example.com' where id = %s", affiliates["FILE3"]
    )
    listed = (await owner_client.get("/api/admin/payouts", params=params)).json()
    assert "third@example.com" in {one["paypalEmail"] for one in listed["payouts"]}
    assert (len(listed["payouts"]), listed["totals"]["withoutPayoutEmail"]) == (3, 0)
    nothing = (await owner_client.get("/api/admin/payouts", params={"to": "2020-01-01"})).json()
    assert (nothing["totals"]["count"], nothing["payouts"]) == (0, [])


async def test_payment_file_carries_every_payout_though_the_page_lists_five_hundred(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, clock: FixedClock
) -> None:
    affiliate = add_affiliate(query_admin_sql, "MANY")
    many = (
        "insert into commission_payouts (tenant_id, id, affiliate_id, currency, total_minor, paid_by, created_at)"
        " select m.tenant_id, gen_random_uuid(), %s, 'EUR', 100, m.id, %s from admins m"
        " join tenants t on t.id = m.tenant_id, generate_series(1, 501) where t.slug = 'georgia' and m.email = %s"
    )
    day = clock.now() + timedelta(days=100)
    # Payouts without commissions, which the schema refuses otherwise.
    query_admin_sql("set session_replication_role = replica")
    query_admin_sql(many, affiliate, day, OWNER_EMAIL)
    params = {"from": f"{day:%Y-%m-%d}", "to": f"{day:%Y-%m-%d}"}
    listed = (await owner_client.get("/api/admin/payouts", params=params)).json()
    file = await owner_client.get("/api/admin/payouts.csv", params=params)
    query_admin_sql("delete from commission_payouts where affiliate_id = %s", affiliate)
    assert (len(listed["payouts"]), listed["totals"]["count"]) == (500, 501)
    assert len(list(csv.reader(io.StringIO(file.text)))) == 502
