"""Events are written with their cause, to the endpoints that chose them, and to no other company's."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import httpx
import pytest
from affiliate_steps import add_affiliate, book, pay, remove_shared_ip_holds, set_rule
from fleet_steps import add_vehicle, staff_rental
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql
from webhook_steps import add_webhook

from abano.core.config import Settings
from abano.db.engine import Database
from abano.integrations.webhooks.rules import EVENT_TYPES, OBJECT_URLS
from abano.main import create_app
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
EVENTS = "select event_type from webhook_deliveries where delivered_at is null and dead_at is null"


@pytest.fixture(autouse=True)
def endpoint(query_admin_sql: AdminSql, georgia: Tenant, alps: Tenant) -> Iterator[UUID]:
    """One of the first company, for all events, and one of another company."""
    query_admin_sql("delete from webhook_endpoints")
    add_webhook(query_admin_sql, alps)
    ids = add_webhook(query_admin_sql, georgia)
    yield ids["webhook_id"]
    others = "select count(*) from webhook_deliveries where tenant_id = %s and dead_at is null"
    assert query_admin_sql(others, alps.id) == [(0,)]


def events(sql: AdminSql) -> list[str]:
    """What was written since the last look."""
    found = [str(row[0]) for row in sql(f"{EVENTS} order by created_at, event_type")]
    sql("update webhook_deliveries set dead_at = now() where dead_at is null")
    return found


async def test_a_booking_from_the_site_to_its_end(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booked = (await client.post("/api/bookings", json=booking_form())).json()["bookingId"]
    # No one is asked whether a handover is meant before its day.
    query_admin_sql("update bookings set pickup_at = %s where id = %s", NOW, booked)
    [(subject, at)] = query_admin_sql(
        "select object_id, created_at from webhook_deliveries where event_type = 'booking.created'"
        " and dead_at is null"
    )
    query_admin_sql("delete from webhook_deliveries where event_type = 'booking.changed'")
    assert (subject, at) == (booked, NOW)
    assert events(query_admin_sql) == ["booking.created"]
    for before, after, event in (
        ("pending", "confirmed", "booking.confirmed"),
        ("confirmed", "active", "booking.started"),
    ):
        body = {"fromStatus": before, "toStatus": after, "reason": "Here"}
        answer = await owner_client.post(f"/api/admin/bookings/{booked}/status", json=body)
        assert answer.is_success, answer.text
        assert events(query_admin_sql) == [event]
    query_admin_sql("update bookings set status = 'completed' where id = %s", booked)
    assert events(query_admin_sql) == ["booking.completed"]
    back = {"fromStatus": "completed", "toStatus": "active", "reason": "By mistake"}
    answer = await owner_client.post(f"/api/admin/bookings/{booked}/step-back", json=back)
    assert answer.is_success, answer.text
    assert events(query_admin_sql) == ["booking.changed"]
    paid = await owner_client.post(
        f"/api/admin/bookings/{booked}/payments", json={"amount": 10, "method": "card"}
    )
    assert paid.is_success, paid.text
    assert events(query_admin_sql) == ["payment.received"]
    refund = {"amount": 5, "method": "card", "reason": "Kind"}
    assert (await owner_client.post(f"/api/admin/bookings/{booked}/refunds", json=refund)).is_success
    assert events(query_admin_sql) == ["payment.refunded"]
    invoice = await owner_client.post(f"/api/admin/bookings/{booked}/invoices", json={"total": None})
    assert invoice.is_success, invoice.text
    assert events(query_admin_sql) == ["invoice.issued"]


async def test_changing_and_cancelling(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await owner_client.post(
        "/api/admin/bookings", json=staff_rental(customerName="Ada", source="phone")
    )
    assert answer.is_success, answer.text
    booked = query_admin_sql("select id from bookings where customer_name = 'Ada'")[0][0]
    assert events(query_admin_sql)[-1] == "booking.created"
    query_admin_sql("update bookings set customer_name = 'Ada Byron' where id = %s", booked)
    query_admin_sql(
        "update bookings set needs_review = not needs_review, updated_at = now() where id = %s", booked
    )
    assert events(query_admin_sql) == ["booking.changed"]
    [(status,)] = query_admin_sql("select status from bookings where id = %s", booked)
    body = {"fromStatus": status, "toStatus": "cancelled", "reason": "Here"}
    assert (await owner_client.post(f"/api/admin/bookings/{booked}/status", json=body)).is_success
    assert events(query_admin_sql) == ["booking.cancelled"]


async def test_blocks_leads_and_quizzes(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "HOOK-1")
    block = {
        "startsAt": "2027-01-01T09:00:00Z",
        "endsAt": "2027-01-02T09:00:00Z",
        "kind": "workshop",
        "title": "x",
    }
    answer = await owner_client.post(f"/api/admin/vehicles/{vehicle}/blocks", json=block)
    assert answer.is_success, answer.text
    blocked = (
        "select object_id from webhook_deliveries where event_type = 'vehicle.blocked' and dead_at is null"
    )
    assert query_admin_sql(blocked) == [(str(vehicle),)]
    assert events(query_admin_sql) == ["vehicle.blocked"]
    query_admin_sql(
        "insert into personal_info_drafts (tenant_id, id, payload, created_at) values (%s, %s, '{}', %s)",
        georgia.id, uuid4(), NOW,
    )  # fmt: skip
    assert events(query_admin_sql) == ["lead.created"]
    query_admin_sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " values (%s, 'quiz_1', 'v1', %s, %s)",
        georgia.id, NOW, NOW,
    )  # fmt: skip
    for _ in range(2):
        query_admin_sql("update quiz_sessions set completed_at = %s where session_id = 'quiz_1'", NOW)
    assert events(query_admin_sql) == ["quiz.completed"]


async def test_a_payout_to_an_affiliate(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    set_rule(query_admin_sql, "booking")
    affiliate = add_affiliate(query_admin_sql, "HOOKED")
    await book(client, "HOOKED")
    remove_shared_ip_holds(query_admin_sql, affiliate)
    events(query_admin_sql)
    paid = await pay(owner_client, affiliate)
    assert paid.status_code == 200, paid.text
    [(subject,)] = query_admin_sql(
        "select object_id from webhook_deliveries where event_type = 'affiliate.payout' and dead_at is null"
    )
    assert query_admin_sql("select id from commission_payouts where affiliate_id = %s", affiliate) == [
        (UUID(subject),)
    ]
    assert events(query_admin_sql) == ["affiliate.payout"]
    # Nothing is left to pay out.
    assert (await pay(owner_client, affiliate)).status_code >= 400
    assert events(query_admin_sql) == []


async def test_a_cause_that_is_rolled_back_sends_nothing(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    booked = (await client.post("/api/bookings", json=booking_form())).json()["bookingId"]
    events(query_admin_sql)

    async def change_and_fail() -> None:
        async with db.uow(georgia.id) as uow:
            connection = await uow.session.connection()
            await connection.exec_driver_sql(
                f"update bookings set status = 'confirmed' where id = '{booked}'"
            )
            raise RuntimeError("after the change")

    with pytest.raises(RuntimeError):
        await change_and_fail()
    assert events(query_admin_sql) == []
    assert query_admin_sql("select status from bookings where id = %s", booked) == [("pending",)]


async def test_only_chosen_events_go_to_enabled_endpoints_and_one_event_has_one_id(
    client: httpx.AsyncClient, endpoint: UUID, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    second = add_webhook(query_admin_sql, georgia)["webhook_id"]
    await client.post("/api/bookings", json=booking_form())
    pending = "select endpoint_id, event_id from webhook_deliveries where dead_at is null"
    rows = query_admin_sql(pending)
    assert {row[0] for row in rows} == {endpoint, second}
    assert len({row[1] for row in rows}) == 1
    events(query_admin_sql)
    query_admin_sql("update webhook_endpoints set is_enabled = false where id = %s", second)
    query_admin_sql("update webhook_endpoints set events = '{quiz.completed}' where id = %s", endpoint)
    await client.post("/api/bookings", json=booking_form())
    assert events(query_admin_sql) == []


async def test_the_catalogue_is_in_the_api_description(settings: Settings) -> None:
    description = create_app(settings).openapi()
    assert set(description["webhooks"]) == {*EVENT_TYPES, "webhook.test"}
    assert {each.partition(".")[0] for each in description["webhooks"]} == set(OBJECT_URLS)
    event = description["components"]["schemas"]["WebhookEvent"]
    assert set(event["required"]) == {"id", "type", "timestamp", "data"}
