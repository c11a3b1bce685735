"""A handover or return on another day than planned requires an explicit confirmation."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import pytest
from desk_steps import bring_to, change, new_booking, shown
from product_fixtures import AdminSql, SignIn

from abano.booking_record.rules import Status, off_day
from abano.core.clock import FixedClock
from abano.core.config import Settings

pytestmark = pytest.mark.anyio
TBILISI = ZoneInfo("Asia/Tbilisi")
PICKUP = datetime(2026, 7, 1, 9, 0, tzinfo=TBILISI)
RETURN = datetime(2026, 7, 8, 9, 0, tzinfo=TBILISI)


@pytest.mark.parametrize(
    ("status", "now", "found"),
    [
        # Days begin at midnight of the company's clocks: 20:30 in London is the next day in Tbilisi.
        ("active", datetime(2026, 6, 30, 19, 59, tzinfo=UTC), ("early_handover", 1)),
        ("active", datetime(2026, 6, 30, 20, 0, tzinfo=UTC), None),
        ("active", datetime(2026, 7, 8, 19, 59, tzinfo=UTC), None),
        ("active", datetime(2026, 7, 8, 20, 0, tzinfo=UTC), ("late_handover", 1)),
        ("completed", datetime(2026, 7, 7, 19, 59, tzinfo=UTC), ("early_return", 1)),
        ("completed", datetime(2026, 7, 7, 20, 0, tzinfo=UTC), None),
        ("completed", datetime(2026, 7, 10, 12, 0, tzinfo=UTC), ("late_return", 2)),
        ("confirmed", datetime(2020, 1, 1, tzinfo=UTC), None),
        ("cancelled", datetime(2030, 1, 1, tzinfo=UTC), None),
    ],
)
async def test_days_are_those_of_the_companys_clocks(
    status: Status, now: datetime, found: tuple[str, int] | None
) -> None:
    off = off_day(status, PICKUP, RETURN, now, TBILISI)
    assert (off and (off.code, off.days)) == found


async def test_sentences_name_the_day_and_how_far_it_is() -> None:
    def asked(status: Status, now: datetime) -> str:
        off = off_day(status, PICKUP, RETURN, now, TBILISI)
        assert off
        return off.question.text

    day = timedelta(days=1)
    assert asked("active", PICKUP - 21 * day) == "The pickup is on Wednesday, 1 July 2026, in 21 days."
    assert asked("active", PICKUP - day) == "The pickup is on Wednesday, 1 July 2026, tomorrow."
    assert asked("active", RETURN + day) == "The rental was to end on Wednesday, 8 July 2026, yesterday."
    assert asked("completed", RETURN - 2 * day) == "The car is due back on Wednesday, 8 July 2026, in 2 days."
    assert (
        asked("completed", RETURN + 3 * day) == "The car was due back on Wednesday, 8 July 2026, 3 days ago."
    )


@pytest.mark.parametrize("acknowledged", [None, "late_handover", "early_return"])
async def test_an_early_handover_is_refused_until_it_is_acknowledged_by_name(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    acknowledged: str | None,
) -> None:
    booking = await new_booking(client)
    await bring_to(owner_client, booking, "confirmed")
    found = await shown(owner_client, booking)
    question = {
        "code": "early_handover",
        "sentence": {
            "code": "early_handover_question",
            "message": "The pickup is on Wednesday, 1 July 2026, in 21 days.",
            "params": {"day": "2026-07-01", "days": 21},
        },
    }
    assert found["transitions"] == [
        {"toStatus": "active", "questions": [question]},
        {"toStatus": "cancelled", "questions": []},
    ]
    refused = await change(owner_client, booking, "confirmed", "active", acknowledged=acknowledged)
    assert (refused.status_code, refused.json()["error"]) == (422, "NotAcknowledged")
    [field] = refused.json()["fields"]
    assert field["field"] == "acknowledged"
    assert "in 21 days" in field["message"]
    assert "early_handover" in field["message"]
    assert query_admin_sql("select status from bookings where id = %s", booking) == [("confirmed",)]
    done = await change(owner_client, booking, "confirmed", "active", acknowledged="early_handover")
    assert done.status_code == 200
    assert done.json()["booking"]["history"][-1]["note"]["message"] == "21 days before the pickup day."
    [entry] = query_admin_sql(
        "select after -> 'acknowledged' ->> 0, after ->> 'days' from audit_log where action = 'booking.active'"
        " and subject_id = %s",
        found["reference"],
    )
    assert entry == ("early_handover", "21")


async def test_on_its_days_nothing_is_asked_and_after_them_it_is(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    sign_in: SignIn,
    settings: Settings,
) -> None:
    async def come(moment: datetime) -> None:
        clock.move(seconds=(moment - clock.now()).total_seconds())
        await sign_in(owner_client, settings.admin_email, settings.admin_password.get_secret_value())

    on_time, late = await new_booking(client), await new_booking(client)
    for booking in (on_time, late):
        await bring_to(owner_client, booking, "confirmed")
    await come(PICKUP - timedelta(hours=8))
    assert (await shown(owner_client, on_time))["transitions"][0] == {"toStatus": "active", "questions": []}
    assert (await change(owner_client, on_time, "confirmed", "active")).status_code == 200
    assert (await change(owner_client, on_time, "active", "completed")).status_code == 422
    await come(RETURN + timedelta(hours=8))
    returned = await change(owner_client, on_time, "active", "completed")
    assert returned.status_code == 200
    assert returned.json()["booking"]["history"][-1]["text"] == ""
    await come(RETURN + timedelta(days=2))
    refused = await change(owner_client, late, "confirmed", "active")
    assert "The rental was to end on" in refused.json()["message"]
    assert (
        await change(owner_client, late, "confirmed", "active", acknowledged="late_handover")
    ).status_code == 200
    refused = await change(owner_client, late, "active", "completed", "It came back")
    assert "The car was due back on" in refused.json()["message"]
    answer = await change(owner_client, late, "active", "completed", "It came back", "late_return")
    happened = answer.json()["booking"]["history"][-1]
    assert happened["note"]["message"] == "2 days after the day of return."
    assert happened["text"] == "It came back"


async def test_a_step_that_is_not_allowed_is_refused_before_any_question(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booking = await new_booking(client)
    refused = await change(owner_client, booking, "pending", "active")
    assert (refused.status_code, refused.json()["error"]) == (409, "StatusNotAllowed")


async def test_completing_without_a_return_record_and_with_money_due_asks_and_says_what(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    sign_in: SignIn,
    settings: Settings,
) -> None:
    booking = await new_booking(client)
    await bring_to(owner_client, booking, "active")
    clock.move(seconds=(RETURN - clock.now()).total_seconds())
    await sign_in(owner_client, settings.admin_email, settings.admin_password.get_secret_value())
    found = await shown(owner_client, booking)
    [transition] = [each for each in found["transitions"] if each["toStatus"] == "completed"]
    assert [each["code"] for each in transition["questions"]] == ["no_return_record", "money_due"]
    assert f"{found['totalPrice']}.00 EUR is still to pay." in str(transition["questions"])
    path = f"/api/admin/bookings/{booking}/status"
    body = {"fromStatus": "active", "toStatus": "completed", "acknowledged": ["no_return_record"]}
    refused = await owner_client.post(path, json=body)
    assert refused.status_code == 422
    [field] = refused.json()["fields"]
    assert (field["field"], field["code"]) == ("acknowledged", "money_due_question")
    paid = {"amount": found["totalPrice"], "method": "card"}
    assert (await owner_client.post(f"/api/admin/bookings/{booking}/payments", json=paid)).is_success
    assert (await owner_client.post(path, json=body)).is_success


async def test_the_dialog_knows_whether_a_cancellation_is_emailed(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client)
    assert (await shown(owner_client, booking))["notifiesOfCancellation"] is True
    query_admin_sql("update bookings set customer_email = '' where id = %s", booking)
    assert (await shown(owner_client, booking))["notifiesOfCancellation"] is False
