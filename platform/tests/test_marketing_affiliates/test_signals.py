"""What an owner wants to know before paying: shown with its reason, held until it is released."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from affiliate_steps import add_affiliate, book, figures, pay, set_rule
from background_tasks import run_for_all
from emptied_tables import empty_tables
from product_fixtures import AdminSql

from abano.booking_record.tasks import delete_old
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def payable_with_the_booking(query_admin_sql: AdminSql) -> None:
    """Payability has its own tests: these are about holds."""
    set_rule(query_admin_sql, "booking")


async def commissions(client: httpx.AsyncClient, affiliate: UUID) -> dict[str, dict[str, Any]]:
    detail = (await client.get(f"/api/admin/affiliates/{affiliate}")).json()
    return {one["bookingId"]: one for one in detail["commissions"]}


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("SELF1", {"customerEmail": "Self1@Example.com"}),
        ("SELF2", {"customerEmail": "pay-self2+trip@example.com"}),
        ("SELF3", {"customerPhone": "+995 555 12 34 56"}),
        ("SELF4", {"customerPhone": "0555-123-456"}),
        ("SELF5", {"customerPhone": "+٩٩٥ ٥٥٥ ١٢٣ ٤٥٦"}),
        ("SELF6", {"customerPhone": "00 995 555 123 456 ext. 12"}),
        ("SELF7", {"customerPhone": "+995\u200b555\u2060123456;ext=3"}),
        ("SELF8", {"customerEmail": "self8@ｅｘａｍｐｌｅ．ｃｏｍ"}),
        ("SELF9", {"customerEmail": "pay-self9+trip@exam\u00adple。com"}),
    ],
)
async def test_own_email_or_phone_earns_nothing_and_is_marked(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, code: str,
    changes: dict[str, str],
) -> None:  # fmt: skip
    affiliate = add_affiliate(query_admin_sql, code, phone="(+995) 555 123-456")
    own, other = await book(client, code, **changes), await book(client, code)
    listed = await commissions(owner_client, affiliate)
    assert [listed[str(own)][name] for name in ("isSelfReferral", "commissionStatus", "commissionAmount")] == [
        True, "none", 0,
    ]  # fmt: skip
    assert (listed[str(other)]["isSelfReferral"], listed[str(other)]["commissionStatus"]) == (False, "unpaid")
    assert (await figures(owner_client, affiliate))["owed"] == 77


@pytest.mark.parametrize(
    "changes",
    [
        {"customerEmail": "ada@xn--mnchen-3ya.de"},
        {"customerEmail": "Ada+trip@MÜNCHEN.DE"},
        {"customerEmail": "a.d.a@mu\u0308nchen.de", "customerPhone": "+٩٩٥ ٥٥٥ ٩٨ ٧٦ ٥٤"},
        {"customerEmail": "ada.payout@gmail.com"},
        {"customerPhone": "0555 98 76 54"},
        {"customerPhone": "+995 555 987 654 доб. 4"},
    ],
    ids=["ascii domain", "tag and case", "phone in another script", "dots", "no country", "extension"],
)
async def test_who_registered_is_known_however_they_write_themselves(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, changes: dict[str, str]
) -> None:
    empty_tables(query_admin_sql, "affiliates", "promo_codes", "bookings")
    form = {
        "name": "Ada Tales", "email": "ada@münchen.de", "paypalEmail": "adapayout@gmail.com",
        "phone": "(٠٥٥٥) ٩٨-٧٦-٥٤ ext. 9", "password": "a long password",
    }  # fmt: skip
    registered = await client.post("/api/referrers/register", json=form)
    assert registered.status_code == 201, registered.text
    assert query_admin_sql("select email, phone from affiliates") == [
        ("ada@xn--mnchen-3ya.de", "+995555987654 ext. 9")
    ]
    code = registered.json()["referrer"]["promoCode"]
    own, other = await book(client, code, **changes), await book(client, code)
    found = query_admin_sql("select booking_id, is_self_referral from commissions")
    assert dict(found) == {own: True, other: False}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("+995555123456", "+995555123456 ext. 4", True),
        ("+995555123456", "+995555123457", False),
        # Two whole numbers of which one ends like the other.
        ("+995555123456", "+15555123456", False),
        ("+4420794600", "+994420794600", False),
        ("+995555123456", "0555-123-456", True),
        ("+995555123456", "123456", False),
        ("+995555123456", "", False),
    ],
)
def test_phones_are_compared_whole_where_they_are_whole(
    query_admin_sql: AdminSql, one: str, other: str, same: bool
) -> None:
    assert query_admin_sql("select same_phone(%s, %s), same_phone(%s, %s)", one, other, other, one) == [
        (same, same)
    ]


async def test_short_or_missing_phones_belong_to_no_one(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "SHORTPHONE", phone="3456")
    await book(client, "SHORTPHONE", customerPhone="+995 555 123 456")
    assert (await figures(owner_client, affiliate))["owed"] == 77


async def test_booking_with_a_paid_click_waits_until_it_is_released(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "CLICKED")
    clicked = await book(client, "CLICKED", gclid="gclid-1")
    plain = await book(client, "CLICKED")
    listed = await commissions(owner_client, affiliate)
    assert (listed[str(clicked)]["commissionStatus"], listed[str(clicked)]["holdReasons"]) == (
        "held",
        ["paid_click"],
    )
    assert await figures(owner_client, affiliate) == {
        "earnings": 154, "paid": 0, "owed": 154, "held": 77, "pending": 0, "payable": 77,
    }  # fmt: skip
    assert (await pay(owner_client, affiliate)).json()["totalAmount"] == 77
    listed = await commissions(owner_client, affiliate)
    assert {one["commissionStatus"] for one in listed.values()} == {"held", "paid"}
    waiting = await pay(owner_client, affiliate)
    assert (waiting.status_code, waiting.json()["message"]) == (
        409,
        "All unpaid commissions of this affiliate are in review",
    )
    url = f"/api/admin/commissions/{clicked}/release"
    assert (await owner_client.post(url)).status_code == 200
    assert (await owner_client.post(url)).status_code == 409
    assert (await owner_client.post(f"/api/admin/commissions/{plain}/release")).status_code == 409
    assert (await pay(owner_client, affiliate)).json()["totalAmount"] == 77
    audited = query_admin_sql("select subject_id from audit_log where action = 'commission.released'")
    assert audited == [(str(clicked),)]


async def test_third_booking_from_one_address_holds_all_of_them(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql, clock: FixedClock,
) -> None:  # fmt: skip
    affiliate = add_affiliate(query_admin_sql, "CROWD")
    first = await book(client, "CROWD")
    clock.move(days=-31)
    long_ago = await book(client, "CROWD")
    clock.move(days=31)
    assert (await figures(owner_client, affiliate))["held"] == 0
    second = await book(client, "CROWD")
    assert (await figures(owner_client, affiliate))["held"] == 0
    third = await book(client, "CROWD")
    listed = await commissions(owner_client, affiliate)
    assert {key: one["holdReasons"] for key, one in listed.items()} == {
        str(first): ["shared_ip"],
        str(second): ["shared_ip"],
        str(third): ["shared_ip"],
        str(long_ago): [],
    }


async def test_ip_is_kept_as_a_keyed_hash_while_unconfirmed_and_longer_with_a_code(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, db: Database, settings: Settings, clock: FixedClock
) -> None:
    add_affiliate(query_admin_sql, "HASHED")
    with_code = await book(client, "HASHED")
    stored = "select ip_hash from bookings where id = %s"
    [(hidden,)] = query_admin_sql(stored, with_code)
    assert len(hidden) == 32
    without = await book(client, "")
    assert query_admin_sql(stored, without) == [(hidden,)]
    await run_for_all(delete_old, TaskContext(db, settings, clock))
    assert query_admin_sql(stored, without) == [(hidden,)]
    query_admin_sql("update bookings set status = 'confirmed' where id in (%s, %s)", with_code, without)
    await run_for_all(delete_old, TaskContext(db, settings, clock))
    assert query_admin_sql(stored, without) == [(None,)]
    assert query_admin_sql(stored, with_code) == [(hidden,)]
    clock.move(days=91)
    await run_for_all(delete_old, TaskContext(db, settings, clock))
    assert query_admin_sql(stored, with_code) == [(None,)]
