"""A commission follows its booking back: earned again with what a cancellation had voided, paid as it was paid."""

import asyncio
from uuid import UUID

import httpx
import psycopg
import pytest
from affiliate_steps import add_affiliate, book, figures, pay
from product_fixtures import AdminSql

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ON = {
    "confirmed": ("pending", []),
    "active": ("confirmed", ["early_handover"]),
    "completed": ("active", ["early_return", "no_return_record", "money_due"]),
}


async def go(client: httpx.AsyncClient, booking: UUID, *statuses: str) -> None:
    """On through ``statuses``, from wherever the first of them may follow."""
    for status in statuses:
        before, acknowledged = ON[status]
        body = {"fromStatus": before, "toStatus": status, "acknowledged": acknowledged}
        answer = await client.post(f"/api/admin/bookings/{booking}/status", json=body)
        assert answer.status_code == 200, answer.text


async def cancel(client: httpx.AsyncClient, booking: UUID, before: str) -> httpx.Response:
    body = {"fromStatus": before, "toStatus": "cancelled", "reason": "By mistake"}
    return await client.post(f"/api/admin/bookings/{booking}/status", json=body)


async def back(client: httpx.AsyncClient, booking: UUID, before: str, after: str) -> httpx.Response:
    body = {"fromStatus": before, "toStatus": after, "reason": "By mistake"}
    return await client.post(f"/api/admin/bookings/{booking}/step-back", json=body)


def entries(sql: AdminSql, booking: UUID) -> list[tuple[object, ...]]:
    return sql(
        "select step, kind, is_void, is_paid from commission_entries where booking_id = %s order by step",
        booking,
    )


async def test_a_restored_booking_earns_again_and_nothing_written_is_changed(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "RESTORED")
    booking = await book(client, "RESTORED")
    await cancel(owner_client, booking, "pending")
    written = entries(query_admin_sql, booking)
    assert (await figures(owner_client, affiliate))["earnings"] == 0
    assert (await back(owner_client, booking, "cancelled", "pending")).status_code == 200
    assert entries(query_admin_sql, booking) == [*written, (3, "earned", False, False)]
    assert (await figures(owner_client, affiliate))["earnings"] == 77
    listed = (await owner_client.get(f"/api/admin/affiliates/{affiliate}")).json()["affiliate"]
    assert (listed["bookingsCount"], listed["revenueGenerated"]) == (1, 385)
    statement = (await owner_client.get(f"/api/admin/affiliates/{affiliate}/statement")).json()
    assert [line["change"] for line in statement["lines"]] == [77, -77, 77]
    # As often as it happens.
    await cancel(owner_client, booking, "pending")
    await back(owner_client, booking, "cancelled", "pending")
    assert (await figures(owner_client, affiliate))["earnings"] == 77


async def test_what_was_paid_stays_paid_when_the_booking_goes_back_and_is_owed_back_only_by_a_cancellation(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "PAIDBACK")
    booking = await book(client, "PAIDBACK")
    await go(owner_client, booking, "confirmed", "active", "completed")
    assert (await pay(owner_client, affiliate)).status_code == 200
    for before, after in (("completed", "active"), ("active", "confirmed")):
        assert (await back(owner_client, booking, before, after)).status_code == 200
        found = await figures(owner_client, affiliate)
        assert (found["earnings"], found["paid"], found["owed"]) == (77, 77, 0)
    await cancel(owner_client, booking, "confirmed")
    assert (await figures(owner_client, affiliate))["owed"] == -77
    await back(owner_client, booking, "cancelled", "confirmed")
    found = await figures(owner_client, affiliate)
    assert (found["earnings"], found["paid"], found["owed"]) == (77, 77, 0)
    assert entries(query_admin_sql, booking)[-1] == (4, "earned", False, True)
    # Returned at last, it is not paid a second time.
    await go(owner_client, booking, "active", "completed")
    assert (await pay(owner_client, affiliate)).status_code == 409


async def test_an_own_booking_earns_nothing_when_it_comes_back(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "OWNBACK")
    booking = await book(client, "OWNBACK", customerEmail="ownback@example.com")
    await cancel(owner_client, booking, "pending")
    assert (await back(owner_client, booking, "cancelled", "pending")).status_code == 200
    assert (await figures(owner_client, affiliate))["earnings"] == 0


async def test_cancelled_restored_and_paid_at_once_the_sums_agree(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    affiliate = add_affiliate(query_admin_sql, "ATONCE")
    bookings = [await book(client, "ATONCE") for _ in range(4)]

    async def to_and_fro(booking: UUID) -> None:
        for _ in range(3):
            assert (await cancel(owner_client, booking, "pending")).status_code == 200
            assert (await back(owner_client, booking, "cancelled", "pending")).status_code == 200

    await asyncio.gather(*(to_and_fro(booking) for booking in bookings), pay(owner_client, affiliate))
    found = await figures(owner_client, affiliate)
    assert found["earnings"] == 4 * 77
    assert found["owed"] == found["earnings"] - found["paid"]
    chain = query_admin_sql(
        "select sum(earned_minor - voided_minor), sum(paid_minor) from commission_entries where affiliate_id = %s",
        affiliate,
    )
    assert [(int(earned), int(paid)) for earned, paid in chain] == [(4 * 7700, round(found["paid"] * 100))]
    assert query_admin_sql("select uses from promo_codes where code = 'ATONCE'") == [(4,)]


@pytest.mark.parametrize(
    ("was_void", "is_void", "is_paid"), [(False, False, False), (True, True, False), (True, False, True)]
)
async def test_the_database_refuses_to_earn_what_was_not_voided(
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    was_void: bool,
    is_void: bool,
    is_paid: bool,
) -> None:
    code = f"TWICE{was_void:d}{is_void:d}{is_paid:d}"
    affiliate = add_affiliate(query_admin_sql, code)
    booking = await book(client, code)
    with pytest.raises(psycopg.errors.IntegrityError):
        async with db.pipeline_transaction(georgia.id) as transaction:
            await transaction.connection.execute(
                "insert into commission_entries (tenant_id, booking_id, step, previous_step, affiliate_id, kind,"
                " amount_minor, was_void, was_paid, is_void, is_paid, created_at)"
                " values (%s, %s, 2, 1, %s, 'earned', 7700, %s, false, %s, %s, now())",
                (georgia.id, booking, affiliate, was_void, is_void, is_paid),
            )
