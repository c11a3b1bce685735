"""What customers may do with their booking on their own, and what a change costs."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from abano.booking_record.rules import Status
from abano.bookings.self_service.rules import (
    Facts,
    Terms,
    allowed,
    changed_amounts,
    free_cancellation_until,
    latest_return,
)
from abano.catalog.pricing.rules import Line, as_stored

PICKUP = datetime(2026, 7, 1, 5, 0, tzinfo=UTC)
RETURN = PICKUP + timedelta(days=7)
LATE = PICKUP - timedelta(hours=23)
EARLY = PICKUP - timedelta(hours=25)
TERMS = Terms(free_hours=24, late_days=1)
CAR = Line("car", "Forester", 7, 5500, 38500)
INSURANCE = Line("insurance:full", "Full", 7, 3000, 21000)
SEAT = Line("babySeat", "Baby seat", 7, 300, 2100)


CANCELLATIONS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("cancellation_vectors.json").read_text(encoding="utf-8")
)


def facts(status: Status, *, due: int = 10, is_payable: bool = True) -> Facts:
    return Facts(status, PICKUP, RETURN, 38500, 5500, due, is_payable)


@pytest.mark.parametrize(
    ("status", "now", "may_change", "may_cancel", "cost"),
    [
        ("pending", EARLY, True, True, 0),
        ("pending", LATE, False, True, 0),
        ("confirmed", EARLY, True, True, 0),
        ("confirmed", LATE, False, True, 5500),
        ("confirmed", PICKUP, False, False, 0),
        ("active", LATE, False, False, 0),
        ("completed", EARLY, False, False, 0),
        ("cancelled", EARLY, False, False, 0),
    ],
)
def test_changing_and_cancelling_by_status_and_time(
    status: Status, now: datetime, may_change: bool, may_cancel: bool, cost: int
) -> None:
    may = allowed(facts(status), TERMS, now)
    assert (may.change_until is not None, may.cancel_until is not None, may.cancel_cost) == (
        may_change,
        may_cancel,
        cost,
    )


@pytest.mark.parametrize("case", CANCELLATIONS, ids=lambda case: case["name"])
def test_free_cancellation_ends_at_the_moment_that_the_pages_name(case: dict[str, Any]) -> None:
    pickup = datetime.fromisoformat(case["pickup"]).replace(tzinfo=ZoneInfo(case["timezone"]))
    until = free_cancellation_until(pickup.astimezone(UTC), case["freeHours"])
    assert until == (datetime.fromisoformat(case["freeUntil"]) if case["freeUntil"] else None)


@pytest.mark.parametrize("status", ["pending", "confirmed"])
def test_free_cancellation_ends_at_one_moment_whether_confirmed_or_not(status: Status) -> None:
    assert allowed(facts(status), TERMS, EARLY).free_until == PICKUP - timedelta(hours=24)
    late = allowed(facts(status), TERMS, LATE)
    assert late.free_until is None
    assert late.cancel_cost == (0 if status == "pending" else 5500)


def test_actions_without_a_company_rule_are_not_allowed() -> None:
    silent = allowed(facts("confirmed"), Terms(None, None), EARLY)
    assert (silent.change_until, silent.cancel_until) == (None, None)
    # Without a price for a late cancellation there is none by the customer.
    free_only = allowed(facts("confirmed"), Terms(24, None), EARLY)
    assert free_only.cancel_until == free_only.free_until == PICKUP - timedelta(hours=24)
    assert allowed(facts("confirmed"), Terms(24, None), LATE).cancel_until is None


@pytest.mark.parametrize(
    ("status", "terms", "now", "may_extend"),
    [
        ("active", TERMS, PICKUP, True),
        ("active", TERMS, RETURN - timedelta(minutes=1), True),
        # Overdue is the desk's to see to.
        ("active", TERMS, RETURN, False),
        ("active", Terms(None, 1), PICKUP, False),
        ("confirmed", TERMS, EARLY, False),
        ("completed", TERMS, PICKUP, False),
    ],
)
def test_who_has_the_car_may_keep_it_longer_until_it_is_due(
    status: Status, terms: Terms, now: datetime, may_extend: bool
) -> None:
    assert allowed(facts(status), terms, now).extend_until == (RETURN if may_extend else None)


def test_a_car_is_kept_until_the_next_needs_it_less_its_turn_round() -> None:
    next_pickup = RETURN + timedelta(hours=5, seconds=30)
    assert latest_return(RETURN, next_pickup, 120) == RETURN + timedelta(hours=3)
    assert latest_return(RETURN, RETURN + timedelta(hours=2), 120) is None
    assert latest_return(RETURN, None, 120) is None


def test_a_late_cancellation_costs_no_more_than_the_rental() -> None:
    assert allowed(facts("confirmed"), Terms(24, 30), LATE).cancel_cost == 38500


def test_updating_writing_and_paying() -> None:
    assert [allowed(facts(each), TERMS, EARLY).tell for each in ("pending", "active", "completed")] == [
        True,
        True,
        False,
    ]
    after = RETURN + timedelta(days=29)
    assert allowed(facts("completed"), TERMS, after).write
    assert not allowed(facts("completed"), TERMS, after + timedelta(days=1)).write
    assert allowed(facts("confirmed"), TERMS, EARLY).pay
    assert not allowed(facts("pending"), TERMS, EARLY).pay
    assert not allowed(facts("confirmed", due=0), TERMS, EARLY).pay
    assert not allowed(facts("confirmed", is_payable=False), TERMS, EARLY).pay


def raised(line: Line) -> Line:
    return Line(line.code, line.label, line.quantity, line.unit_price * 2, line.amount * 2)


def test_what_the_change_does_not_touch_costs_what_was_agreed() -> None:
    """Prices doubled since: a seat is added, and only the seat is at today's price."""
    before = [raised(CAR), raised(INSURANCE)]
    amounts = changed_amounts(as_stored([CAR, INSURANCE]), before, [*before, SEAT], 7, 5500)
    assert amounts.lines == (CAR, INSURANCE, SEAT)
    assert (amounts.total, amounts.daily_rate, amounts.days) == (38500 + 21000 + 2100, 5500, 7)


def test_as_many_days_in_a_more_expensive_season_are_not_at_the_agreed_price() -> None:
    amounts = changed_amounts(
        as_stored([CAR, INSURANCE]), [CAR, INSURANCE], [raised(CAR), INSURANCE], 7, 11000
    )
    assert amounts.lines == (raised(CAR), INSURANCE)


def test_what_is_not_known_of_before_is_at_todays_price() -> None:
    assert changed_amounts(as_stored([CAR]), [], [raised(CAR)], 7, 11000).total == 77000


def test_the_promised_discount_and_what_a_colleague_gave_stay() -> None:
    agreed = as_stored(
        [
            CAR,
            Line("promo", "Promo discount", 1, -3850, -3850),
            Line("manual", "Second key", 1, 1000, 1000),
            Line("discount", "Discount", 1, -3565, -3565),
        ]
    )
    amounts = changed_amounts(agreed, [CAR], [CAR, SEAT, Line("promo", "Promo discount", 1, -1, -1)], 7, 5500)
    assert [(line.code, line.amount) for line in amounts.lines] == [
        ("car", 38500),
        ("babySeat", 2100),
        ("promo", -4060),
        ("manual", 1000),
        ("discount", -3754),
    ]
    assert amounts.total == 33786


def test_a_season_or_fee_that_was_made_since_does_not_touch_what_was_agreed() -> None:
    """The car has two lines now, and the place a fee for its hours; only a seat is added."""
    today = [
        Line("car", "Forester", 3, 5500, 16500),
        Line("car:summer", "Forester", 4, 9000, 36000),
        Line("out-of-hours:pickup", "Pickup out of hours", 1, 2000, 2000),
    ]
    delivery = Line("delivery", "Delivery and collection", 1, 10000, 10000)
    amounts = changed_amounts(as_stored([CAR, delivery]), today, [*today, SEAT], 7, 5500)
    assert set(amounts.lines) == {CAR, delivery, SEAT}


def test_what_is_taken_out_of_the_rental_is_not_paid() -> None:
    agreed = as_stored([CAR, INSURANCE, SEAT])
    assert changed_amounts(agreed, [CAR, INSURANCE, SEAT], [CAR, INSURANCE], 7, 5500).lines == (
        CAR,
        INSURANCE,
    )
