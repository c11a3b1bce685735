"""When a commission may be paid: by the booking's present status and the company's rule, held by the database."""

import asyncio
import csv
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from affiliate_steps import add_affiliate, book, figures, pay, remove_shared_ip_holds, set_rule, set_status
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
RULE = "/api/admin/settings/commission"
NOTHING = "This affiliate has no unpaid commissions"


@pytest.fixture
def affiliate(query_admin_sql: AdminSql) -> tuple[UUID, str]:
    code = uuid4().hex[:10].upper()
    set_rule(query_admin_sql, "completion")
    return add_affiliate(query_admin_sql, code), code


Affiliate = tuple[UUID, str]


async def statuses(client: httpx.AsyncClient, affiliate: UUID) -> list[str]:
    detail = (await client.get(f"/api/admin/affiliates/{affiliate}")).json()
    return [one["commissionStatus"] for one in detail["commissions"]]


async def test_the_demo_companies_pay_on_completion(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    rules = query_admin_sql("select distinct commission_payable_on from tenant_settings")
    assert rules == [("completion",)]
    assert (await owner_client.get("/api/admin/affiliates")).json()["payableOn"] == "completion"
    site = (await owner_client.get("/api/site")).json()["site"]
    assert site["affiliates"]["commissionPayableOn"] == "completion"


@pytest.mark.parametrize(
    ("rule", "first"), [("booking", "pending"), ("confirmation", "confirmed"), ("completion", "completed")]
)
async def test_commission_is_pending_until_the_rule_says_payable(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, affiliate: Affiliate,
    rule: str, first: str,
) -> None:  # fmt: skip
    set_rule(query_admin_sql, rule)
    booking = await book(client, affiliate[1])
    order = ["pending", "confirmed", "active", "completed"]
    for status in order:
        set_status(query_admin_sql, status, booking)
        payable = order.index(status) >= order.index(first)
        assert await figures(owner_client, affiliate[0]) == {
            "earnings": 77, "paid": 0, "owed": 77, "held": 0,
            "pending": 0 if payable else 77, "payable": 77 if payable else 0,
        }, status  # fmt: skip
        assert await statuses(owner_client, affiliate[0]) == ["unpaid" if payable else "pending"]


async def test_paying_pays_what_is_payable_and_says_when_the_rest_will_be(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    none = await pay(owner_client, affiliate[0])
    assert (none.status_code, none.json()["message"]) == (409, NOTHING)
    done, _later = await book(client, affiliate[1]), await book(client, affiliate[1])
    early = await pay(owner_client, affiliate[0])
    assert (early.status_code, early.json()["message"]) == (
        409,
        "What this affiliate earned is not payable yet: a commission becomes payable when the rental is completed.",
    )
    set_status(query_admin_sql, "completed", done)
    assert (await pay(owner_client, affiliate[0])).json()["totalAmount"] == 77
    assert sorted(await statuses(owner_client, affiliate[0])) == ["paid", "pending"]
    stats = (await owner_client.get("/api/admin/affiliates")).json()["stats"]
    parts = [stats[f"totalCommission{name}"] for name in ("Payable", "Pending", "Held")]
    assert stats["totalCommissionOwed"] == pytest.approx(sum(parts))


async def test_a_step_back_makes_it_pending_again_and_what_was_paid_stays_paid(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    booking = await book(client, affiliate[1])
    set_status(query_admin_sql, "completed", booking)
    set_status(query_admin_sql, "active", booking)
    assert (await pay(owner_client, affiliate[0])).status_code == 409
    set_status(query_admin_sql, "completed", booking)
    assert (await pay(owner_client, affiliate[0])).status_code == 200
    set_status(query_admin_sql, "active", booking)
    assert (await figures(owner_client, affiliate[0]))["owed"] == 0
    assert await statuses(owner_client, affiliate[0]) == ["paid"]
    set_status(query_admin_sql, "completed", booking)
    assert (await pay(owner_client, affiliate[0])).json()["message"] == NOTHING


async def test_what_is_taken_back_counts_against_what_is_payable_only(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    """A booking is paid for and cancelled; another one is pending: there is nothing to pay, and the parts add up."""
    set_rule(query_admin_sql, "booking")
    cancelled = await book(client, affiliate[1])
    assert (await pay(owner_client, affiliate[0])).status_code == 200
    set_status(query_admin_sql, "cancelled", cancelled)
    set_rule(query_admin_sql, "completion")
    await book(client, affiliate[1])
    assert await figures(owner_client, affiliate[0]) == {
        "earnings": 77, "paid": 77, "owed": 0, "held": 0, "pending": 77, "payable": 0,
    }  # fmt: skip
    assert (await pay(owner_client, affiliate[0])).status_code == 409


async def test_affiliate_without_a_payout_address_cannot_be_paid(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    query_admin_sql("update affiliates set paypal_email = null where id = %s", affiliate[0])
    assert (await pay(owner_client, affiliate[0])).json()["message"] == NOTHING
    set_status(query_admin_sql, "completed", await book(client, affiliate[1]))
    refused = await pay(owner_client, affiliate[0])
    assert refused.status_code == 422
    [field_error] = refused.json()["fields"]
    assert field_error["field"] == "paypalEmail"
    assert "no payout email" in field_error["message"]
    assert query_admin_sql("select 1 from commission_payouts where affiliate_id = %s", affiliate[0]) == []
    query_admin_sql("update affiliates set paypal_email = 'pay@example.com' where id = %s", affiliate[0])
    assert (await pay(owner_client, affiliate[0])).status_code == 200


async def test_only_an_owner_changes_the_rule_and_it_is_noted(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, client_of: ClientFactory, sign_in: SignIn,
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql, affiliate: Affiliate,
) -> None:  # fmt: skip
    await book(client, affiliate[1])
    manager = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    assert (await manager.client.put(RULE, json={"percent": 20, "payableOn": "booking"})).status_code == 403
    assert (
        await client_of("localhost").put(RULE, json={"percent": 20, "payableOn": "booking"})
    ).status_code == 401
    wrong = await owner_client.put(RULE, json={"percent": 20, "payableOn": "never"})
    assert (wrong.status_code, wrong.json()["fields"][0]["field"]) == (422, "payableOn")
    assert (await owner_client.put(RULE, json={"percent": 20, "payableOn": "booking"})).status_code == 200
    assert (await figures(owner_client, affiliate[0]))["payable"] == 77
    rules = query_admin_sql(
        "select t.slug, s.commission_payable_on from tenant_settings s join tenants t on t.id = s.tenant_id"
        " where t.id = any(%s) order by 1",
        [georgia.id, alps.id],
    )
    assert rules == [("alps", "completion"), ("georgia", "booking")]
    noted = query_admin_sql("select before, after from audit_log where action = 'commission.rule_changed'")
    assert noted == [({"payableOn": "completion"}, {"payableOn": "booking"})]
    # One change is one entry.
    assert query_admin_sql("select subject_id from audit_log where action = 'settings.changed'") == []


async def test_statement_that_reaches_until_now_ends_with_the_parts(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    set_status(query_admin_sql, "completed", await book(client, affiliate[1]))
    await book(client, affiliate[1], returnDate="2026-07-15")
    await book(client, affiliate[1], gclid="click")
    remove_shared_ip_holds(query_admin_sql, affiliate[0])
    url = f"/api/admin/affiliates/{affiliate[0]}/statement.csv"
    rows = list(csv.reader(io.StringIO((await owner_client.get(url)).text.removeprefix("\ufeff"))))
    assert rows[0] == ["Date", "What", "Booking", "Change", "Owed after"]
    assert [row[1:] for row in rows[-3:]] == [
        ["Payable now", "", "", "77.00"],
        ["Not payable yet", "", "", "142.80"],
        ["On hold", "", "", "77.00"],
    ]
    past = (await owner_client.get(url, params={"to": "2026-06-10"})).text
    assert "Payable now" not in past


PAYOUT = (
    "insert into commission_payouts (tenant_id, id, affiliate_id, currency, total_minor, paid_by, created_at,"
    " paypal_email) select c.tenant_id, '{payout}', c.affiliate_id, 'EUR', c.amount_minor,"
    " (select a.id from admins a where a.tenant_id = c.tenant_id limit 1), now(), {address}"
    " from commissions c where c.booking_id = '{booking}';"
)
ENTRY = (
    " insert into commission_entries (tenant_id, created_at, booking_id, step, previous_step, affiliate_id, kind,"
    " amount_minor, was_void, was_paid, is_void, is_paid, payout_id, reason, decided_by)"
    " select tenant_id, now(), booking_id, 2, 1, affiliate_id, {values}"
    " from commissions c where booking_id = '{booking}'"
)
THIRD = ENTRY.replace("2, 1", "3, 2")
ADMIN = "(select a.id from admins a where a.tenant_id = c.tenant_id limit 1)"
PAID = "'paid', amount_minor, false, false, false, true, '{payout}', null, null"
REFUSED = "'refused', amount_minor, false, false, true, false, null, 'why', " + ADMIN
RESTORED = "'restored', amount_minor, true, false, false, false, null, null, " + ADMIN


@pytest.mark.parametrize(
    ("status", "click", "statement", "reason"),
    [
        ("active", {}, PAYOUT + ENTRY.replace("{values}", PAID), "is not payable"),
        ("completed", {"gclid": "click"}, PAYOUT + ENTRY.replace("{values}", PAID), "is not payable"),
        ("completed", {}, PAYOUT.replace("{address}", "null") + ENTRY.replace("{values}", PAID), "has no address"),
        ("pending", {}, ENTRY.replace("{values}", REFUSED), "cannot be refused"),
        ("cancelled", {"gclid": "click"}, THIRD.replace("{values}", REFUSED), "foreign key"),
        ("pending", {"gclid": "click"}, ENTRY.replace("{values}", RESTORED), "foreign key"),
        ("cancelled", {"gclid": "click"}, THIRD.replace("{values}", RESTORED), "cannot be restored"),
        ("pending", {"gclid": "click"}, ENTRY.replace("{values}", REFUSED.replace("'why'", "null")), "decision"),
    ],
)  # fmt: skip
async def test_the_database_itself_refuses(
    client: httpx.AsyncClient, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql, affiliate: Affiliate,
    status: str, click: dict[str, Any], statement: str, reason: str,
) -> None:  # fmt: skip
    booking = await book(client, affiliate[1], **click)
    set_status(query_admin_sql, status, booking)
    wrong = statement.format(booking=booking, payout=uuid4(), address="'pay@example.com'")
    with psycopg.connect(settings.app_url) as conn, pytest.raises(psycopg.Error, match=reason):
        conn.execute("select set_config('abano.tenant_id', %s, true)", (str(georgia.id),))
        conn.execute(wrong.encode())
        conn.commit()


@asynccontextmanager
async def open_change(
    settings: Settings, tenant: Tenant, statement: str, booking: UUID
) -> AsyncIterator[None]:
    """A change that someone else has made and commits at the end of the block."""
    async with await psycopg.AsyncConnection.connect(settings.app_url) as conn:
        await conn.execute("select set_config('abano.tenant_id', %s, true)", (str(tenant.id),))
        await conn.execute(statement.encode(), (booking,))
        yield
        await conn.commit()


async def wait_until_blocked(sql: AdminSql) -> None:
    """Until some transaction of this database waits for another one's lock."""
    waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    async with asyncio.timeout(60):
        while sql(waiting) == [(0,)]:  # noqa: ASYNC110 - Postgres sends no event for a lock wait
            await asyncio.sleep(0.01)


async def test_payment_that_waits_for_a_step_back_does_not_pay(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, settings: Settings, georgia: Tenant,
    query_admin_sql: AdminSql, affiliate: Affiliate,
) -> None:  # fmt: skip
    booking = await book(client, affiliate[1])
    set_status(query_admin_sql, "completed", booking)
    async with open_change(settings, georgia, "update bookings set status = 'active' where id = %s", booking):
        paying = asyncio.create_task(pay(owner_client, affiliate[0]))
        await wait_until_blocked(query_admin_sql)
    assert (await paying).status_code == 409
    assert await statuses(owner_client, affiliate[0]) == ["pending"]


async def test_step_back_waits_for_the_payment_that_saw_the_rental_completed(
    client: httpx.AsyncClient,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    booking = await book(client, affiliate[1])
    set_status(query_admin_sql, "completed", booking)
    payout = uuid4()
    statement = PAYOUT + ENTRY.replace("{values}", PAID)
    paying = statement.format(booking=booking, payout=payout, address="'pay@example.com'")
    back = "update bookings set status = 'active' where id = %s"

    def step_back() -> None:
        with psycopg.connect(settings.app_url) as conn:
            conn.execute("select set_config('abano.tenant_id', %s, true)", (str(georgia.id),))
            conn.execute(back.encode(), (booking,))

    async with await psycopg.AsyncConnection.connect(settings.app_url) as conn:
        await conn.execute("select set_config('abano.tenant_id', %s, true)", (str(georgia.id),))
        await conn.execute(paying.encode())
        stepping = asyncio.create_task(asyncio.to_thread(step_back))
        await wait_until_blocked(query_admin_sql)
        assert query_admin_sql("select status from bookings where id = %s", booking) == [("completed",)]
        await conn.commit()
    await stepping
    assert query_admin_sql("select status from bookings where id = %s", booking) == [("active",)]
    assert query_admin_sql("select total_minor from commission_payouts where id = %s", payout) == [(7700,)]


async def test_two_admins_pay_while_bookings_go_on_and_back(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, settings: Settings, georgia: Tenant,
    query_admin_sql: AdminSql, affiliate: Affiliate,
) -> None:  # fmt: skip
    bookings = [await book(client, affiliate[1]) for _ in range(4)]
    remove_shared_ip_holds(query_admin_sql, affiliate[0])

    async def go_on_and_back(booking: UUID) -> None:
        for status in ("completed", "active", "completed"):
            change = f"update bookings set status = '{status}' where id = %s"
            async with open_change(settings, georgia, change, booking):
                await asyncio.sleep(0)

    answers = await asyncio.gather(
        *(pay(owner_client, affiliate[0]) for _ in range(6)), *(go_on_and_back(one) for one in bookings)
    )
    paid = sum(answer.json()["totalAmount"] for answer in answers if answer and answer.status_code == 200)
    assert {answer.status_code for answer in answers if answer} <= {200, 409}
    after = await figures(owner_client, affiliate[0])
    assert (after["paid"], after["owed"]) == (paid, 308 - paid)
    assert after["owed"] == after["payable"] + after["pending"]
    rest = await pay(owner_client, affiliate[0])
    assert paid + (rest.json()["totalAmount"] if rest.status_code == 200 else 0) == 308
