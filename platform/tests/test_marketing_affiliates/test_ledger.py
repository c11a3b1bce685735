"""The ledger: earned with the booking, voided by its cancellation, paid once, reversed but never deleted."""

import asyncio
from uuid import UUID

import httpx
import psycopg
import pytest
from affiliate_steps import FORM, add_affiliate, book, cancel, figures, pay, remove_shared_ip_holds, set_rule
from product_fixtures import AdminSql

from abano.bookings.intake.repository import PromoCodeNotUsable
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
NOTHING = "This affiliate has no unpaid commissions"


@pytest.fixture(autouse=True)
def payable_with_the_booking(query_admin_sql: AdminSql) -> None:
    """Payability has its own tests: these are about the sums."""
    set_rule(query_admin_sql, "booking")


@pytest.fixture
def affiliate(query_admin_sql: AdminSql, request: pytest.FixtureRequest) -> tuple[UUID, str]:
    code = f"T{abs(hash(request.node.name)) % 10**9}"
    return add_affiliate(query_admin_sql, code), code


Affiliate = tuple[UUID, str]


async def test_booking_earns_on_the_stored_total_and_its_cancellation_voids_it(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, clock: FixedClock,
    affiliate: Affiliate,
) -> None:  # fmt: skip
    first, second = await book(client, affiliate[1]), await book(client, affiliate[1])
    assert await figures(owner_client, affiliate[0]) == {
        "earnings": 154, "paid": 0, "owed": 154, "held": 0, "pending": 0, "payable": 154,
    }  # fmt: skip
    await cancel(db, georgia, first, clock)
    assert (await figures(owner_client, affiliate[0]))["owed"] == 77
    detail = (await owner_client.get(f"/api/admin/affiliates/{affiliate[0]}")).json()
    assert {one["bookingId"]: one["commissionStatus"] for one in detail["commissions"]} == {
        str(first): "cancelled",
        str(second): "unpaid",
    }
    assert detail["affiliate"]["bookingsCount"] == 1
    assert detail["affiliate"]["revenueGenerated"] == 385


async def test_rate_of_the_code_wins_and_halves_of_cents_are_rounded_up(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    odd = add_affiliate(query_admin_sql, "ODDRATE", commission=1250)
    query_admin_sql("update promo_codes set discount_basis_points = 333 where code = 'ODDRATE'")
    await book(client, "oddrate")
    # 385.00 less 3.33 % is 372.18; an eighth of it is 46.5225.
    assert (await figures(owner_client, odd))["owed"] == 46.52
    await book(client, "ODDRATE", carType="Hyundai Elantra", returnDate="2026-07-04")
    # Three days at 38 are 114, less 3.33 % 110.20; an eighth is 13.775, which becomes 13.78.
    assert (await figures(owner_client, odd))["owed"] == 60.3


async def test_booking_that_fails_earns_nothing(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "ONCE")
    query_admin_sql("update promo_codes set maximum_uses = 1 where code = 'ONCE'")
    form_answers = await asyncio.gather(
        *(client.post("/api/bookings", json=_form("ONCE", index)) for index in range(8))
    )
    assert sorted(answer.status_code for answer in form_answers) == [201] + [422] * 7
    assert (await figures(owner_client, affiliate))["earnings"] == 77


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("ENDED", "update promo_codes set expires_at = '2026-06-10T09:00Z' where code = 'ENDED'"),
        ("OFF", "update promo_codes set is_active = false where code = 'OFF'"),
        ("PAUSED", "update affiliates set status = 'paused' where name = 'Affiliate PAUSED'"),
    ],
)
async def test_code_that_stops_working_after_the_price_is_refused_by_the_booking_itself(
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    db: Database,
    georgia: Tenant,
    code: str,
    change: str,
) -> None:
    """The check before the price may be older than the booking: what counts is the moment of storing."""
    add_affiliate(query_admin_sql, code)
    booking_id = await book(client, code)
    query_admin_sql(change)
    [(row,)] = query_admin_sql(
        "select to_jsonb(b) || jsonb_build_object('id', gen_random_uuid(), 'reference', 'AAA-AAAA')"
        " from bookings b where id = %s",
        booking_id,
    )
    with pytest.raises(PromoCodeNotUsable):
        await db.function_calls(georgia.id).run(
            "select take_booking(%(tenant)s, %(row)s, gen_random_uuid(), gen_random_uuid(), '{}', null, null, now())",
            {"row": psycopg.types.json.Jsonb(row)},
        )


async def test_fifty_payments_at_once_pay_once(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    affiliate: Affiliate,
) -> None:
    await book(client, affiliate[1])
    answers = await asyncio.gather(*(pay(owner_client, affiliate[0]) for _ in range(50)))
    [paid] = [answer.json() for answer in answers if answer.status_code == 200]
    assert (paid["success"], paid["totalAmount"], paid["referrerName"]) == (
        True,
        77,
        f"Affiliate {affiliate[1]}",
    )
    assert paid["message"] == f"Paid 77.00 EUR to Affiliate {affiliate[1]}"
    refused = [answer for answer in answers if answer.status_code != 200]
    assert {(answer.status_code, answer.json()["message"]) for answer in refused} == {(409, NOTHING)}
    payouts = query_admin_sql(
        "select total_minor from commission_payouts where affiliate_id = %s", affiliate[0]
    )
    assert payouts == [(7700,)]
    audited = query_admin_sql(
        "select after ->> 'total' from audit_log where action = 'commission.paid' and subject_id = %s",
        str(affiliate[0]),
    )
    assert audited == [("77",)]


async def test_payout_reversed_is_owed_again_and_paid_again(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, affiliate: Affiliate
) -> None:
    await book(client, affiliate[1])
    payout = (await pay(owner_client, affiliate[0])).json()["payoutId"]
    url = f"/api/admin/payouts/{payout}/reverse"
    assert (await owner_client.post(url, json={"reason": " "})).json()["fields"][0]["field"] == "reason"
    answers = await asyncio.gather(
        *(owner_client.post(url, json={"reason": "Wrong person"}) for _ in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert (await figures(owner_client, affiliate[0]))["owed"] == 77
    clock.move(minutes=1)
    assert (await pay(owner_client, affiliate[0])).json()["totalAmount"] == 77
    history = (await owner_client.get("/api/admin/payouts")).json()["payouts"]
    own = [one for one in history if one["affiliateId"] == str(affiliate[0])]
    assert [(one["totalAmount"], one["reversalReason"]) for one in own] == [(77, None), (77, "Wrong person")]


async def test_booking_cancelled_after_its_payout_is_taken_back_with_the_next(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, clock: FixedClock,
    affiliate: Affiliate,
) -> None:  # fmt: skip
    first = await book(client, affiliate[1])
    before = (await pay(owner_client, affiliate[0])).json()["payoutId"]
    await cancel(db, georgia, first, clock)
    assert (await figures(owner_client, affiliate[0]))["owed"] == -77
    assert (await pay(owner_client, affiliate[0])).status_code == 409
    clock.move(hours=1)
    await book(client, affiliate[1], returnDate="2026-07-15")
    # Fourteen days at 51 earn 142.80; the 77 paid for nothing are taken back.
    later = (await pay(owner_client, affiliate[0])).json()
    assert later["totalAmount"] == 65.8
    assert (await figures(owner_client, affiliate[0]))["owed"] == 0
    refused = await owner_client.post(f"/api/admin/payouts/{before}/reverse", json={"reason": "Mistake"})
    assert refused.status_code == 409
    assert "Reverse that payout first" in refused.json()["message"]
    for payout in (later["payoutId"], before):
        url = f"/api/admin/payouts/{payout}/reverse"
        assert (await owner_client.post(url, json={"reason": "Mistake"})).status_code == 200
    assert (await figures(owner_client, affiliate[0])) | {"held": 0} == {
        "earnings": 142.8, "paid": 0, "owed": 142.8, "held": 0, "pending": 0, "payable": 142.8,
    }  # fmt: skip


async def test_payment_and_cancellation_at_once_leave_a_ledger_that_adds_up(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, clock: FixedClock,
    query_admin_sql: AdminSql, affiliate: Affiliate,
) -> None:  # fmt: skip
    bookings = [await book(client, affiliate[1]) for _ in range(4)]
    remove_shared_ip_holds(query_admin_sql, affiliate[0])
    await asyncio.gather(
        pay(owner_client, affiliate[0]),
        *(cancel(db, georgia, booking, clock) for booking in bookings[:3]),
        pay(owner_client, affiliate[0]),
    )
    after = await figures(owner_client, affiliate[0])
    assert after["earnings"] == 77
    assert after["owed"] == after["earnings"] - after["paid"]


ENTRY = (
    "insert into commission_entries (tenant_id, created_at, booking_id, step, previous_step, affiliate_id, kind,"
    " amount_minor, was_void, was_paid, is_void, is_paid, payout_id) select tenant_id, now(), booking_id, "
)
WRONG_ENTRIES = [
    ("1, null, affiliate_id, 'earned', amount_minor, null, null, false, false, null", "pkey"),
    ("2, null, affiliate_id, 'earned', amount_minor, null, null, false, false, null", "check"),
    ("2, 1, affiliate_id, 'voided', amount_minor, true, false, true, false, null", "check"),
    ("2, 1, affiliate_id, 'voided', amount_minor + 1, false, false, true, false, null", "foreign key"),
    ("2, 1, affiliate_id, 'voided', amount_minor, false, true, true, true, null", "foreign key"),
    ("3, 2, affiliate_id, 'voided', amount_minor, false, false, true, false, null", "foreign key"),
    ("2, 1, affiliate_id, 'paid', amount_minor, false, false, false, true, null", "check"),
    ("2, 1, affiliate_id, 'paid', amount_minor, false, false, false, true, gen_random_uuid()", "foreign key"),
]
PAYOUT_WITHOUT_ENTRIES = (
    "insert into commission_payouts select tenant_id, gen_random_uuid(), id, 'EUR', 100,"
    " (select a.id from admins a limit 1), now(), 'pay@example.com' from affiliates where id = '{affiliate}'"
)
GENEROUS_COMMISSION = (
    "insert into commissions select tenant_id, booking_id, affiliate_id, promo_code, currency, base_minor,"
    " basis_points, is_self_referral, amount_minor + 1, now() from commissions where affiliate_id = '{affiliate}'"
)
FORBIDDEN = [
    "update commission_entries set amount_minor = 1",
    "delete from commission_entries",
    "update commission_payouts set total_minor = 1",
    "delete from commission_payouts",
    "update commissions set amount_minor = 1",
    "delete from commissions",
    "delete from commission_reversals",
    "delete from commission_holds",
    "update commission_holds set reason = 'shared_ip'",
]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        *(
            (f"{ENTRY}{values} from commissions where affiliate_id = '{{affiliate}}'", why)
            for values, why in WRONG_ENTRIES
        ),
        *((statement, "permission denied") for statement in FORBIDDEN),
        (PAYOUT_WITHOUT_ENTRIES, "does not add up"),
        (GENEROUS_COMMISSION, "check"),
    ],
)
async def test_wrong_entry_is_refused_by_the_schema(
    client: httpx.AsyncClient,
    settings: Settings,
    georgia: Tenant,
    affiliate: Affiliate,
    statement: str,
    reason: str,
) -> None:
    await book(client, affiliate[1])
    wrong = statement.format(affiliate=affiliate[0])
    with psycopg.connect(settings.app_url) as conn, pytest.raises(psycopg.Error, match=reason):
        conn.execute("select set_config('abano.tenant_id', %s, true)", (str(georgia.id),))
        conn.execute(wrong.encode())
        conn.commit()


def _form(code: str, index: int) -> dict[str, object]:
    return FORM | {"promoCode": code, "customerEmail": f"guest{index}@example.com"}
