"""What holds for any sequence of status changes, any local time in any zone, and any rental's price."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, get_args
from zoneinfo import ZoneInfo

import httpx
import pytest
from booking_form import book
from hypothesis import HealthCheck, given
from hypothesis import settings as tuned
from hypothesis import strategies as st
from product_fixtures import AdminSql

from abano.booking_record.rules import TRANSITIONS, Status
from abano.catalog.pricing.rules import price, rental_days
from abano.catalog.published.service import CatalogService
from abano.core.clock import local_moment
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

STATUSES = st.sampled_from(get_args(Status))
ORIGIN = {"Origin": "http://localhost"}
ZONES = st.sampled_from(
    ["Asia/Tbilisi", "Europe/Zurich", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu",
     "Africa/Casablanca", "Antarctica/Troll", "America/Sao_Paulo", "UTC"]
)  # fmt: skip
EMAILS = "select count(*) from outbox_messages where kind = 'booking.cancelled'"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.anyio
@given(wanted=st.lists(st.tuples(STATUSES, STATUSES), min_size=3, max_size=9))
@tuned(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_sequence_of_changes_follows_the_allowed_order_and_is_recorded(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    wanted: list[tuple[Status, Status]],
) -> None:
    """Each change names what the admin saw. What does not follow, or was seen too long ago, changes nothing."""
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    emails_before = query_admin_sql(EMAILS)[0][0]
    booking = (await book(client)).json()["bookingId"]
    path = f"/api/admin/bookings/{booking}/status"
    status: Status = "pending"
    history: list[tuple[str, str]] = []
    for seen, target in wanted:
        body: dict[str, object] = {"fromStatus": seen, "toStatus": target, "reason": "property"}
        # All of this happens three weeks before the pickup.
        body |= {
            "active": {"acknowledged": ["early_handover"]},
            "completed": {"acknowledged": ["early_return", "no_return_record", "money_due"]},
        }.get(target, {})
        answer = await owner_client.post(path, json=body, headers=ORIGIN)
        follows = seen == status and target in TRANSITIONS[status]
        assert (answer.status_code == 200) == follows, (status, seen, target, answer.text)
        assert answer.status_code in {200, 409, 422}
        if follows:
            history.append((status, target))
            status = target
    [(stored,)] = query_admin_sql("select status from bookings where id = %s", booking)
    kept = query_admin_sql(
        "select from_status, to_status from booking_events where booking_id = %s and from_status <> to_status"
        " order by created_at, id",
        booking,
    )
    assert stored == status
    assert kept == history
    # The company is notified of each cancellation once.
    assert query_admin_sql(EMAILS)[0][0] - emails_before == (status == "cancelled")


@given(local=st.datetimes(datetime(1975, 1, 1), datetime(2037, 12, 31)), zone=ZONES)  # noqa: DTZ001 - local times
def test_a_local_time_is_the_first_moment_when_clocks_show_it(local: datetime, zone: str) -> None:
    place = ZoneInfo(zone)
    moment = local_moment(local, place)
    shown = moment.astimezone(place).replace(tzinfo=None)
    skipped = shown != local
    # Clocks that skip a while show a time after it, by no more than they skipped; a whole day at the date line.
    assert not skipped or timedelta(0) < shown - local <= DAY
    if not skipped:
        earlier = [moment - HOUR, moment - HOUR / 2, moment - 2 * HOUR]
        assert local not in {before.astimezone(place).replace(tzinfo=None) for before in earlier}


@given(local=st.datetimes(), zone=ZONES)
def test_no_day_of_the_calendar_is_a_fault(local: datetime, zone: str) -> None:
    assert local_moment(local, ZoneInfo(zone)).utcoffset() == timedelta(0)


@given(start=st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1)), length=st.timedeltas(HOUR, 90 * DAY))  # noqa: DTZ001
def test_days_are_started_days_by_the_wall_clock(start: datetime, length: timedelta) -> None:
    days = rental_days(start, start + length)
    assert (days - 1) * DAY < length <= days * DAY


@pytest.mark.anyio
async def test_any_price_adds_up_and_a_discount_is_exact_to_half_a_cent(
    db: Database, georgia: Tenant
) -> None:
    catalog = await CatalogService(db).get(georgia.id)
    services = [service.code for service in catalog.services]
    places = sorted({place for pair in catalog.delivery_fees for place in pair})
    cars = [*(car.name for car in catalog.cars), "A car that no one has"]

    @tuned(max_examples=200, deadline=None)
    @given(
        car=st.sampled_from(cars),
        days=st.integers(1, 365),
        pickup=st.sampled_from([*places, ""]),
        dropoff=st.sampled_from([*places, "nowhere"]),
        chosen=st.lists(st.sampled_from(services)),
        points=st.integers(0, 10_000),
    )
    def check(car: str, days: int, pickup: str, dropoff: str, chosen: list[str], points: int) -> None:
        asked: dict[str, Any] = {"car_name": car, "days": days, "pickup": pickup, "dropoff": dropoff}
        whole = price(catalog, **asked, services=chosen)
        less = price(catalog, **asked, services=chosen, promo_basis_points=points)
        assert whole.total == sum(line.amount for line in whole.lines)
        assert whole.total >= whole.base_total == whole.daily_rate * days
        assert 0 <= less.total <= whole.total
        exact = Decimal(whole.total) * (10_000 - points) / 10_000
        assert abs(less.total - exact) <= Decimal("0.5")
        # Which service was ticked first, or twice, is nothing to the price; upper case and blanks neither.
        spelled = asked | {"pickup": f" {pickup.upper()} ", "dropoff": dropoff.title()}
        again = price(catalog, **spelled, services=[*reversed(chosen), *chosen])
        assert (again.total, again.days) == (whole.total, whole.days)

    check()
