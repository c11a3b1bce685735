"""Pure rules of handovers and returns: mileage confirmation, and proposed charges of a return."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal
from uuid import UUID

from abano.core.errors import Message
from abano.core.money import round_half_up

RecordKind = Literal["handover", "return"]
DamageKind = Literal["scratch", "dent", "crack", "chip", "missing", "interior", "other"]
PictureKind = Literal["car", "damage", "licence"]
LineKind = Literal["driver", "young_driver", "late", "distance", "fuel", "damage", "cleaning"]
# Which drawing shows the car.
Body = Literal["sedan", "suv"]
MileageQuestion = Literal["mileage_below", "mileage_far"]

HOURS_OF_A_DAY = 24
# A day on the road is rarely longer; what is beyond is mostly a digit too many.
MAX_KILOMETRES_PER_DAY = 1_000
# Between two rentals: to a workshop, or to another town.
MAX_KILOMETRES_BETWEEN = 3_000
# A phone that was offline sends what was recorded before, and its clock may be ahead.
MAX_OFFLINE = timedelta(days=7)
CLOCK_AHEAD = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Terms:
    """Charges at a return beyond the rental and the terms agreed at booking, in minor units.

    ``fine_fee_minor`` and similar fields: added to one that is charged to the customer.
    """

    fuel_eighth_minor: int = 1_000
    cleaning_minor: int = 3_000
    damage_minor: int = 15_000
    drivers_may_change: bool = False
    fine_fee_minor: int = 0
    toll_fee_minor: int = 0
    parking_fee_minor: int = 0


@dataclass(frozen=True, slots=True)
class Returned:
    """A return and its booking.

    ``fuel_before`` and ``kilometres``: None without a record of the handover. ``excess`` in minor units: the
    customer's maximum liability for damage, None without a limit. ``included_kilometres``: None is unlimited.
    ``extra_kilometre``: the price per additional kilometre in minor units. ``late_after_minutes``,
    ``late_fee`` (minor units) and ``late_hour_percent``: as agreed.
    """

    due_at: datetime
    at: datetime
    daily_rate: int
    fuel_before: int | None
    fuel: int
    is_fuel_prepaid: bool
    is_clean: bool
    damages: tuple[UUID, ...]
    excess: int | None
    kilometres: int | None = None
    included_kilometres: int | None = None
    extra_kilometre: int = 0
    late_after_minutes: int = 0
    late_fee: int = 0
    late_hour_percent: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """``quantity``: days, hours, kilometres, eighths, or one; ``amount`` in minor units."""

    kind: LineKind
    quantity: int
    amount: int
    damage_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What the yard decided on a cost. ``shown``: as the customer saw it; ``amount``: as charged. Minor units."""

    kind: LineKind
    damage_id: UUID | None
    is_accepted: bool
    shown: int
    amount: int
    reason: str = ""


def moment_of(recorded_at: datetime, now: datetime) -> datetime:
    """When it happened, by the phone's clock where that can be."""
    return recorded_at if now - MAX_OFFLINE <= recorded_at <= now + CLOCK_AHEAD else now


def mileage_question(
    mileage: int, last: int | None, handed_over: datetime | None, at: datetime
) -> MileageQuestion | None:
    """Whether the mileage must be confirmed. ``handed_over``: for a return, the start of the rental."""
    if last is None:
        return None
    if mileage < last:
        return "mileage_below"
    most = MAX_KILOMETRES_BETWEEN
    if handed_over is not None:
        days = max(1, -(-(at - handed_over) // timedelta(days=1)))
        most = days * MAX_KILOMETRES_PER_DAY
    # A vehicle without a mileage has 0.
    return "mileage_far" if last > 0 and mileage - last > most else None


def body_of(category: str | None) -> Body:
    """The drawing of a car of this category of the catalogue: with a boot, or with a long roof."""
    return "suv" if category in {"estate", "suv", "offRoad", "van"} else "sedan"


def late_hours(due_at: datetime, at: datetime, grace_minutes: int) -> int:
    """Started hours after the due time. 0 within the grace period."""
    late = at - due_at
    return 0 if late <= timedelta(minutes=grace_minutes) else -(-late // timedelta(hours=1))


def late_amount(hours: int, daily_rate: int, hour_percent: int) -> int:
    """Hours at a part of the daily rate, no more than the rate for each started day."""
    if not hour_percent:
        return 0
    days, rest = divmod(hours, HOURS_OF_A_DAY)
    hourly = round_half_up(Decimal(daily_rate) * hour_percent * rest / 100)
    return days * daily_rate + min(hourly, daily_rate)


def propose(terms: Terms, returned: Returned) -> list[Proposal]:
    """Proposed charges of the return, in display order. Charges of 0 are left out, except for damage."""
    found: list[Proposal] = []
    hours = late_hours(returned.due_at, returned.at, returned.late_after_minutes)
    if hours:
        hourly = late_amount(hours, returned.daily_rate, returned.late_hour_percent)
        found.append(Proposal("late", hours, returned.late_fee + hourly))
    if returned.kilometres is not None and returned.included_kilometres is not None:
        extra = returned.kilometres - returned.included_kilometres
        if extra > 0:
            found.append(Proposal("distance", extra, extra * returned.extra_kilometre))
    eighths = (returned.fuel_before or 0) - returned.fuel
    if eighths > 0 and not returned.is_fuel_prepaid:
        found.append(Proposal("fuel", eighths, eighths * terms.fuel_eighth_minor))
    left = returned.excess
    for damage in returned.damages:
        amount = terms.damage_minor if left is None else min(terms.damage_minor, left)
        left = None if left is None else left - amount
        found.append(Proposal("damage", 1, amount, damage))
    if not returned.is_clean:
        found.append(Proposal("cleaning", 1, terms.cleaning_minor))
    return [each for each in found if each.amount > 0 or each.kind == "damage"]


def propose_drivers(days: int, additional_fee: int, young_fee: int) -> list[Proposal]:
    """What a second driver costs, by the fees of a day in minor units."""
    found = [
        Proposal("driver", days, additional_fee * days),
        Proposal("young_driver", days, young_fee * days),
    ]
    return [each for each in found if each.amount > 0]


def without_accepted(
    proposals: Sequence[Proposal], accepted: Iterable[tuple[LineKind, int]]
) -> list[Proposal]:
    """Proposals less the amounts accepted for the same charge of a withdrawn return."""
    taken: dict[str, int] = {}
    for kind, amount in accepted:
        taken[kind] = taken.get(kind, 0) + amount
    left: list[Proposal] = []
    for each in proposals:
        already = min(taken.get(each.kind, 0), each.amount)
        taken[each.kind] = taken.get(each.kind, 0) - already
        if already == 0 or each.amount > already:
            left.append(Proposal(each.kind, each.quantity, each.amount - already, each.damage_id))
    return left


def decide_in_yard(
    proposals: Sequence[Proposal], decisions: Iterable[Decision], *, may_change: bool, is_signed: bool
) -> list[Decision | None]:
    """The effective decision per proposal. None leaves it to the desk.

    A decision only counts for the amount the customer saw. Anyone may accept a charge the customer signed
    for; other decisions need permission to change costs.
    """
    found = {(each.kind, each.damage_id): each for each in decisions}

    def counts(proposal: Proposal, decision: Decision) -> bool:
        as_shown = decision.is_accepted and decision.amount == decision.shown and is_signed
        return decision.shown == proposal.amount and (may_change or as_shown)

    return [
        decision if decision and counts(each, decision) else None
        for each in proposals
        for decision in (found.get((each.kind, each.damage_id)),)
    ]


# Sentences of handovers and returns.

LICENCE_NOT_SEEN = Message("licence_not_seen", "Check the driving licence before you hand over the car")
SIGNATURE_MISSING = Message("signature_missing", "The customer's signature is missing")
SIGNER_MISSING = Message("signer_missing", "Please enter the name of the person signing")
DAMAGE_UNKNOWN = Message("damage_unknown", "This damage is not of this record")
QUESTIONS: dict[MileageQuestion, Message] = {
    "mileage_below": Message(
        "mileage_below", "The car had {last, number} km before. Is {mileage, number} km right?"
    ),
    "mileage_far": Message(
        "mileage_far", "That is {more, number} km more than before. Is {mileage, number} km right?"
    ),
}
