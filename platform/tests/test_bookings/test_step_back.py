"""One step back: with a reason, in history and audit log, and nothing left behind."""

import asyncio

import httpx
import pytest
from background_tasks import run_for_all
from desk_steps import bring_to, change, new_booking, shown, step_back
from product_fixtures import AdminSql, SignIn

from abano.booking_record.tasks import cancel_unconfirmed
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("status", "target"), [("completed", "active"), ("active", "confirmed"), ("confirmed", "pending")]
)
async def test_a_booking_goes_one_step_back_with_a_reason(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    status: str,
    target: str,
) -> None:
    booking = await new_booking(client)
    await bring_to(owner_client, booking, status)
    assert (await shown(owner_client, booking))["stepBack"]["toStatus"] == target
    clock.move(minutes=5)
    answer = await step_back(owner_client, booking, status, target, "The wrong booking")
    assert answer.status_code == 200, answer.text
    found = answer.json()["booking"]
    assert found["status"] == target
    last = found["history"][-1]
    assert (last["fromStatus"], last["toStatus"], last["actor"]) == (status, target, "admin")
    assert (last["adminName"], last["text"]) == ("Demo owner", "The wrong booking")
    [entry] = query_admin_sql(
        "select before ->> 'status', after ->> 'status', after ->> 'reason', host(ip_address) from audit_log"
        " where action = 'booking.stepped_back' and subject_id = %s",
        found["reference"],
    )
    assert entry == (status, target, "redacted", "192.0.2.10")
    # And on again, as if it had never been further.
    assert found["nextStatuses"][0] == status


@pytest.mark.parametrize("status", ["pending", "confirmed"])
async def test_a_cancellation_is_taken_back_to_what_the_booking_was(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, status: str
) -> None:
    booking = await new_booking(client)
    await bring_to(owner_client, booking, status)
    clock.move(minutes=1)
    assert (await change(owner_client, booking, status, "cancelled", "No car")).status_code == 200
    other = "confirmed" if status == "pending" else "pending"
    for wrong in ("cancelled", "active", other):
        refused = await step_back(owner_client, booking, "cancelled", wrong)
        assert (refused.status_code, refused.json()["error"]) == (409, "StatusNotAllowed")
    clock.move(minutes=1)
    answer = await step_back(owner_client, booking, "cancelled", status)
    assert (answer.status_code, answer.json()["booking"]["status"]) == (200, status)


async def test_a_new_booking_has_no_way_back(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booking = await new_booking(client)
    assert (await shown(owner_client, booking))["stepBack"] is None
    refused = await step_back(owner_client, booking, "pending", "pending")
    assert (refused.status_code, refused.json()["error"]) == (409, "StatusNotAllowed")


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\x00b"])
async def test_a_reason_is_asked_for(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, reason: str
) -> None:
    booking = await new_booking(client)
    await bring_to(owner_client, booking, "confirmed")
    refused = await step_back(owner_client, booking, "confirmed", "pending", reason)
    assert refused.status_code == 422
    assert [field["field"] for field in refused.json()["fields"]] == ["reason"]
    assert (await shown(owner_client, booking))["status"] == "confirmed"


async def test_of_concurrent_reverts_one_succeeds_and_the_others_name_who_did(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client)
    await bring_to(owner_client, booking, "active")
    answers = await asyncio.gather(
        *(step_back(owner_client, booking, "active", "confirmed") for _ in range(4)),
        change(owner_client, booking, "active", "completed", acknowledged="early_return"),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    body = next(answer.json() for answer in answers if answer.status_code == 409)
    assert body["error"] == "BookingChanged"
    assert "changed by Demo owner" in body["message"]
    assert query_admin_sql("select count(*) from booking_events where booking_id = %s", booking) == [(4,)]


async def test_a_booking_that_must_be_confirmed_again_is_given_its_hours_again(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    sign_in: SignIn,
) -> None:
    booking = await new_booking(client)
    context = TaskContext(db, settings, clock)

    async def pass_hours(hours: int) -> str:
        clock.move(hours=hours)
        await run_for_all(cancel_unconfirmed, context)
        await sign_in(owner_client, settings.admin_email, settings.admin_password.get_secret_value())
        return str((await shown(owner_client, booking))["status"])

    assert await pass_hours(25) == "cancelled"
    restored = await step_back(owner_client, booking, "cancelled", "pending")
    found = restored.json()["booking"]
    assert found["cancelsAt"] == "2026-06-12T10:00:00Z"
    assert "24 hours" in (await shown(owner_client, booking))["history"][1]["note"]["message"]
    assert await pass_hours(23) == "pending"
    assert await pass_hours(2) == "cancelled"


async def test_the_company_is_notified_of_a_restored_booking(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    booking = await new_booking(client, customerEmail="restored@example.com")
    await change(owner_client, booking, "pending", "cancelled", "The car is in repair")
    clock.move(minutes=1)
    restored = (await step_back(owner_client, booking, "cancelled", "pending", "It was the other one")).json()
    await run_for_all(deliver, TaskContext(db, settings, clock))
    emails = [file.read_text() for file in (settings.data_dir / "mail").glob("*.eml")]
    reference = restored["booking"]["reference"]
    [email] = [text for text in emails if f"Booking {reference} is reinstated" in text]
    assert "It was the other one" in email
    # The customer is only written to by a person, who finds a text for it.
    assert not any("\nTo: restored@example.com" in text for text in emails)
    assert any(
        template["code"] == "restored" and reference in template["subject"]
        for template in restored["booking"]["templates"]
    )


async def test_a_use_of_a_promo_code_is_taken_again_with_the_booking(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, maximum_uses, created_at)"
        " select id, 'BACKONCE', 1, now() from tenants where slug in ('georgia', 'alps')"
    )

    def uses() -> list[tuple[int]]:
        return query_admin_sql(
            "select p.uses from promo_codes p join tenants t on t.id = p.tenant_id where p.code = 'BACKONCE'"
            " order by t.slug"
        )

    first = await new_booking(client, promoCode="BACKONCE")
    await change(owner_client, first, "pending", "cancelled", "By mistake")
    assert uses() == [(0,), (0,)]
    assert (await step_back(owner_client, first, "cancelled", "pending")).status_code == 200
    assert uses() == [(0,), (1,)]
    # Others may have used the code up meanwhile: what was promised to the first still holds.
    await change(owner_client, first, "pending", "cancelled", "By mistake")
    await new_booking(client, promoCode="BACKONCE")
    assert (await step_back(owner_client, first, "cancelled", "pending")).status_code == 200
    assert uses() == [(0,), (2,)]
    # No other step changes the count.
    await bring_to(owner_client, first, "confirmed")
    await step_back(owner_client, first, "confirmed", "pending")
    assert uses() == [(0,), (2,)]


async def test_booking_use_and_commission_go_back_together_or_not_at_all(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client)
    await change(owner_client, booking, "pending", "cancelled", "By mistake")
    query_admin_sql(
        "alter table audit_log add constraint refused check (action <> 'booking.stepped_back') not valid"
    )
    try:
        assert (await step_back(owner_client, booking, "cancelled", "pending")).status_code >= 500
    finally:
        query_admin_sql("alter table audit_log drop constraint refused")
    assert query_admin_sql("select status, waiting_since from bookings where id = %s", booking) == [
        ("cancelled", None)
    ]
