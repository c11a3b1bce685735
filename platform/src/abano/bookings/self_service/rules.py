"""Pure rules: what customers may change in their booking, and what a change costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from abano.booking_record.rules import Status
from abano.bookings.desk.rules import (
    BASIS_POINTS,
    DISCOUNT,
    PROMO,
    Amounts,
    agreed_promo_basis_points,
    by_hand,
)
from abano.catalog.pricing.days import is_car_line
from abano.catalog.pricing.rules import MANUAL, OWN_LINES, Line
from abano.core.errors import Message
from abano.core.money import round_half_up

OPEN: frozenset[Status] = frozenset({"pending", "confirmed"})
NOT_OVER: frozenset[Status] = frozenset({"pending", "confirmed", "active"})
# A cancelled booking has its fee to pay, once that is charged.
PAYABLE: frozenset[Status] = frozenset({"confirmed", "active", "completed", "cancelled"})
# Price lines that a change of the rental keeps.
BY_HAND = frozenset({PROMO, MANUAL, DISCOUNT})
# How long after the rental someone may still write about it.
AFTERWARDS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms set by the company. None: not set.

    ``free_hours``: changes and cancellation are free until this many hours before the pickup. ``late_days``:
    number of days charged for a later cancellation.
    """

    free_hours: int | None
    late_days: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """Inputs of the rules. Amounts in minor units. ``is_payable``: the company accepts online payments."""

    status: Status
    pickup_at: datetime
    return_at: datetime
    total: int
    daily_rate: int
    due: int
    is_payable: bool


@dataclass(frozen=True, slots=True)
class Allowed:
    """``change_until``, ``extend_until`` and ``cancel_until``: None if not possible (any more).

    ``extend_until``: the deadline for requesting a later return, which is the agreed return. ``cancel_cost``:
    the current cost of a cancellation, in minor units. ``free_until``: cancellation is free for every status
    until then; None once it has passed. Unconfirmed bookings can still be cancelled for free afterwards.
    """

    change_until: datetime | None
    extend_until: datetime | None
    cancel_until: datetime | None
    free_until: datetime | None
    cancel_cost: int
    tell: bool
    write: bool
    pay: bool


def free_cancellation_until(pickup_at: datetime, free_hours: int | None) -> datetime | None:
    """The deadline for free changes and cancellations. None if the company has not set one.

    The site shows the same before the booking: frontend/src/features/site/shared/terms/lines.ts. Both run
    platform/tests/test_bookings_self_service/cancellation_vectors.json.
    """
    return None if free_hours is None else pickup_at - timedelta(hours=free_hours)


def allowed(facts: Facts, terms: Terms, now: datetime) -> Allowed:
    """Actions available to the customer.

    Change: before the handover, while cancellation is free. Extend: while the car is rented and not overdue,
    if the company allows changes. Cancel: an unconfirmed booking at any time before the pickup; a confirmed
    one while it is free or, if the company has set a fee, also later.
    """
    free_until = free_cancellation_until(facts.pickup_at, terms.free_hours)
    is_open = facts.status in OPEN and now < facts.pickup_at
    change_until = free_until if is_open and free_until is not None and now < free_until else None
    is_on_road = facts.status == "active" and now < facts.return_at
    extend_until = facts.return_at if is_on_road and free_until is not None else None
    cancel_until, cost = None, 0
    if is_open and facts.status == "pending":
        cancel_until = facts.pickup_at
    elif is_open and free_until is not None:
        if now < free_until:
            cancel_until = facts.pickup_at if terms.late_days is not None else free_until
        elif terms.late_days is not None:
            cancel_until, cost = facts.pickup_at, min(facts.total, facts.daily_rate * terms.late_days)
    return Allowed(
        change_until=change_until,
        extend_until=extend_until,
        cancel_until=cancel_until,
        free_until=free_until if cancel_until and free_until and now < free_until else None,
        cancel_cost=max(0, cost),
        tell=facts.status in NOT_OVER,
        write=facts.status in NOT_OVER or now < facts.return_at + AFTERWARDS,
        pay=facts.is_payable and facts.status in PAYABLE and facts.due > 0,
    )


def latest_return(agreed: datetime, taken_from: datetime | None, turn_round_minutes: int) -> datetime | None:
    """The latest return if the car is booked again from ``taken_from``. None if it cannot be extended."""
    if taken_from is None:
        return None
    latest = (taken_from - timedelta(minutes=turn_round_minutes)).replace(second=0, microsecond=0)
    return latest if latest > agreed else None


def changed_amounts(
    agreed: Sequence[Mapping[str, Any]], before: Sequence[Line], after: Sequence[Line], days: int, rate: int
) -> Amounts:
    """The price after a change. Unchanged parts keep the agreed price.

    ``agreed``: the lines of the booking. ``before`` and ``after``: the current and the requested rental at
    today's prices; ``before`` is empty if unknown. ``rate``: of the last day. Parts equal in both keep their
    agreed lines: the car, the delivery, each insurance and service. Other parts use today's price. The promo
    discount and manual lines are kept.
    """
    wanted = [line for line in after if line.code not in BY_HAND]
    fixed_lines = [_line(each) for each in agreed if each["code"] not in BY_HAND]
    lines: list[Line] = []
    for group in dict.fromkeys(_group(line) for line in [*wanted, *fixed_lines]):
        was, shall_be, had = (
            [line for line in each if _group(line) == group] for each in (before, wanted, fixed_lines)
        )
        lines += had if before and was == shall_be else shall_be
    lines += _discount(PROMO, "Promo discount", lines, agreed_promo_basis_points(agreed))
    lines += [_line(each) for each in agreed if each["code"] == MANUAL]
    lines += _discount(DISCOUNT, "Discount", lines, by_hand(agreed).discount)
    return Amounts(days, rate, sum(line.amount for line in lines), tuple(lines))


def is_same_car(before: Sequence[Line], after: Sequence[Line]) -> bool:
    """Whether the change keeps the price of the car."""
    was, shall_be = ([line for line in each if is_car_line(line.code)] for each in (before, after))
    return was == shall_be


def _group(line: Line) -> str:
    """Lines with one agreed price: a car may have a line per season, a place one for its hours."""
    if is_car_line(line.code):
        return "car"
    return "delivery" if line.code in OWN_LINES else line.code


def _line(stored: Mapping[str, Any]) -> Line:
    amount = stored["amount"]
    return Line(str(stored["code"]), str(stored["label"]), stored["quantity"], stored["unitPrice"], amount)


def _discount(code: str, label: str, lines: Sequence[Line], basis_points: int) -> list[Line]:
    if not basis_points:
        return []
    before = sum(line.amount for line in lines)
    left = round_half_up(Decimal(before) * (BASIS_POINTS - basis_points) / BASIS_POINTS)
    return [Line(code, label, 1, left - before, left - before)]


# Sentences of customers' own pages.

ONLY_THE_RETURN = Message(
    "only_the_return", "The car was handed over: only its return can change, to a later time"
)
LATE_CANCELLATION = Message(
    "late_cancellation", "Cancelled late by the customer, who was shown a fee of {amount} {currency}."
)
