"""Quote and stored total are one price; times are wall-clock times in the company's zone."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from booking_form import book
from hypothesis import HealthCheck, given
from hypothesis import settings as tuned
from hypothesis import strategies as st
from loadtests.forms import ALPINE
from product_fixtures import AdminSql
from refusals import refused_fields

from abano.booking_record.rules import TRANSITIONS, is_transition_allowed
from abano.core.clock import FixedClock, local_moment
from abano.core.email_address import EMAIL_INVALID, check_email

CARS = [
    "Hyundai Elantra",
    "subaru forester",
    " TOYOTA 4RUNNER ",
    "Jeep Wrangler",
    "Lada Niva",
    "Cadillac Escalade",
]
PLACES = ["tbilisi", "Kutaisi", "BATUMI"]
FLAGS = [
    "prepaidFuel",
    "prepaidCarWash",
    "roadAssistance",
    "babySeat",
    "crossBorderArmenia",
    "carRoofTent",
    "campingEquipment",
]
RENTALS = st.fixed_dictionaries(
    {
        "carType": st.sampled_from(CARS),
        "pickupLocation": st.sampled_from(PLACES),
        "dropoffLocation": st.sampled_from(PLACES),
        "insuranceType": st.sampled_from(["minimum", "standard", "enhanced"]),
        "pickupTime": st.times().map(lambda moment: f"{moment:%H:%M}"),
        "returnTime": st.times().map(lambda moment: f"{moment:%H:%M}"),
        "promoCode": st.sampled_from([None, "CAUCASUS10", "nomad15"]),
        **{flag: st.booleans() for flag in FLAGS},
    }
)


@st.composite
def rentals(draw: st.DrawFn) -> dict[str, Any]:
    start = draw(st.dates(date(2026, 6, 12), date(2027, 12, 31)))
    length = draw(st.integers(4, 90))
    days = {"pickupDate": start.isoformat(), "returnDate": (start + timedelta(days=length)).isoformat()}
    return draw(RENTALS) | days


@pytest.mark.anyio
@given(rental=rentals())
@tuned(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_quote_equals_stored_total_for_random_bookings(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, rental: dict[str, Any]
) -> None:
    quote = await client.post("/api/quotes", json=rental)
    booked = await book(client, **rental)
    assert (quote.status_code, booked.status_code) == (200, 201), (quote.text, booked.text)
    [(stored, lines)] = query_admin_sql(
        "select total_minor, (select sum((line->>'amount')::bigint) from jsonb_array_elements(price_lines) line)"
        " from bookings where id = %s",
        booked.json()["bookingId"],
    )
    assert stored == lines == round(quote.json()["totalPrice"] * 100)
    assert booked.json()["totalPrice"] == quote.json()["totalPrice"]


@pytest.mark.parametrize(
    ("local", "zone", "expected"),
    [
        ("2026-07-01T09:00", "Asia/Tbilisi", "2026-07-01T05:00"),
        ("2026-07-01T09:00", "Europe/Zurich", "2026-07-01T07:00"),
        ("2026-01-10T09:00", "Europe/Zurich", "2026-01-10T08:00"),
        # The clocks skip from 02:00 to 03:00: half past two is an hour later.
        ("2026-03-29T02:30", "Europe/Zurich", "2026-03-29T01:30"),
        # Half past two comes twice: the first one.
        ("2026-10-25T02:30", "Europe/Zurich", "2026-10-25T00:30"),
    ],
)
def test_local_times_are_read_in_the_companys_zone(local: str, zone: str, expected: str) -> None:
    found = local_moment(datetime.fromisoformat(local), ZoneInfo(zone))
    assert found == datetime.fromisoformat(expected).replace(tzinfo=UTC)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("pickup", "dropoff", "hours", "days"),
    [
        # From Saturday to Tuesday over the change of the clocks: an hour less or more, and still three days.
        (("2027-03-27", "09:00"), ("2027-03-30", "09:00"), 71, 3),
        (("2026-10-24", "09:00"), ("2026-10-27", "09:00"), 73, 3),
    ],
)
async def test_daylight_saving_changes_no_price(
    alps_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    pickup: tuple[str, str],
    dropoff: tuple[str, str],
    hours: int,
    days: int,
) -> None:
    times = {
        "pickupDate": pickup[0],
        "pickupTime": pickup[1],
        "returnDate": dropoff[0],
        "returnTime": dropoff[1],
    }
    wanted = ALPINE | times | {"insuranceType": "minimum"}
    quote = await alps_client.post("/api/quotes", json=wanted)
    answer = await book(alps_client, **wanted)
    assert answer.json()["totalPrice"] == quote.json()["totalPrice"] == 72 * days + 65
    [row] = query_admin_sql(
        "select days, extract(epoch from return_at - pickup_at)::int / 3600 from bookings where id = %s",
        answer.json()["bookingId"],
    )
    assert row == (days, hours)


@pytest.mark.anyio
async def test_the_past_begins_by_the_companys_clock(client: httpx.AsyncClient, clock: FixedClock) -> None:
    # 09:00 UTC is 13:00 in Tbilisi.
    today = {"pickupDate": "2026-06-10", "returnDate": "2026-06-20"}
    assert (await book(client, **today, pickupTime="13:00")).status_code == 201
    late = await book(client, **today, pickupTime="12:59")
    assert refused_fields(late) == [{"field": "pickupDate", "message": "The pickup must not be in the past"}]
    # 21:00 UTC: tomorrow has started in Tbilisi.
    clock.move(hours=12)
    assert (await book(client, **today, pickupTime="23:59")).status_code == 422


@pytest.mark.anyio
async def test_each_company_has_its_own_minimum(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    two_days = {"pickupDate": "2026-07-01", "returnDate": "2026-07-03"}
    assert (await book(client, **two_days)).status_code == 422
    assert (await book(alps_client, **ALPINE, **two_days)).status_code == 201
    assert (await book(alps_client, **ALPINE, **two_days, driverAge="21")).status_code == 201
    too_big = await book(alps_client, **ALPINE, **two_days, groupSize="10")
    assert "between 1 and 9" in too_big.json()["fields"][0]["message"]


def test_statuses_follow_the_allowed_transitions() -> None:
    allowed = {
        (before, after)
        for before in TRANSITIONS
        for after in TRANSITIONS
        if is_transition_allowed(before, after)
    }
    assert allowed == {
        ("pending", "confirmed"),
        ("confirmed", "active"),
        ("active", "completed"),
        ("pending", "cancelled"),
        ("confirmed", "cancelled"),
    }


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Ada.Lovelace+trip@Example.co.uk", "Ada.Lovelace+trip@Example.co.uk"),
        ("o'neil@example.com", "o'neil@example.com"),
        ("ada@münchen.de", "ada@xn--mnchen-3ya.de"),
    ],
)
def test_email_is_stored_as_typed_but_for_an_international_domain(typed: str, stored: str) -> None:
    assert check_email(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "ada",
        "ada@example",
        "ada@example.c0m1.1",
        "ada..b@example.com",
        ".ada@example.com",
        "ada@-example.com",
        "ada@example.test",
        "ada@localhost",
        "ada@mail.localhost",
        f"a@{'b' * 64}.com",
        "Ada <ada@example.com>",
        "ada@[127.0.0.1]",
    ],
)
def test_what_no_mail_server_takes_is_no_email(typed: str) -> None:
    with pytest.raises(ValueError, match=EMAIL_INVALID.template):
        check_email(typed)
