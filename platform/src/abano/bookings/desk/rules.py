"""Pure rules of bookings by staff: prices beside each other, and what differs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from abano.catalog.pricing.rules import MANUAL, Line, Price
from abano.core.money import round_half_up

Source = Literal["phone", "whatsapp", "chat", "walk_in"]
# As stored: also of the site and of the public API.
StoredSource = Literal["site", "api"] | Source
PriceChoice = Literal["agreed", "fresh"]
WarningCode = Literal[
    "rental_too_short",
    "age_out_of_range",
    "pickup_in_the_past",
    "group_too_large",
    "pickup_place_closed",
    "return_place_closed",
]
DISCOUNT = "discount"
# Codes of price lines that people set.
BY_HAND = frozenset({MANUAL, DISCOUNT})
PROMO = "promo"
BASIS_POINTS = 10_000
# More than this is a manager's decision.
MAX_DESK_DISCOUNT = 1_000


@dataclass(frozen=True, slots=True)
class ManualLine:
    """A line that someone typed; ``amount`` in minor units, negative for what is taken off."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class ByHand:
    """What someone typed into a price; the discount in basis points."""

    lines: frozenset[ManualLine]
    discount: int

    def goes_beyond(self, had: "ByHand") -> bool:
        """Whether there is more in it than what was agreed before."""
        return bool(self.lines - had.lines) or self.discount > had.discount


@dataclass(frozen=True, slots=True)
class Amounts:
    """What a booking costs, in minor units: the sum of its lines."""

    days: int
    daily_rate: int
    total: int
    lines: tuple[Line, ...]


def with_extras(price: Price, manual: Sequence[ManualLine], discount_basis_points: int) -> Amounts:
    """The price with manual lines, and a discount on all of it."""
    lines = [*price.lines, *(Line(MANUAL, each.label, 1, each.amount, each.amount) for each in manual)]
    before = sum(line.amount for line in lines)
    if discount_basis_points:
        left = round_half_up(Decimal(before) * (BASIS_POINTS - discount_basis_points) / BASIS_POINTS)
        lines.append(Line(DISCOUNT, "Discount", 1, left - before, left - before))
    return Amounts(price.days, price.daily_rate, sum(line.amount for line in lines), tuple(lines))


def agreed_promo_basis_points(lines: Iterable[Mapping[str, Any]]) -> int:
    """The agreed promo discount, read from the booking's price lines."""
    before, discount = 0, 0
    for line in lines:
        if line["code"] == PROMO:
            discount -= line["amount"]
        elif line["code"] not in BY_HAND:
            before += line["amount"]
    return round_half_up(Decimal(discount) * BASIS_POINTS / before) if before > 0 else 0


def by_hand(lines: Iterable[Mapping[str, Any]]) -> ByHand:
    """What was typed into the price of a booking, read from its lines."""
    manual, before, discount = set(), 0, 0
    for line in lines:
        if line["code"] == DISCOUNT:
            discount -= line["amount"]
            continue
        before += line["amount"]
        if line["code"] == MANUAL:
            manual.add(ManualLine(line["label"], line["amount"]))
    basis_points = round_half_up(Decimal(discount) * BASIS_POINTS / before) if before > 0 else 0
    return ByHand(frozenset(manual), basis_points)


def differing(
    before: Mapping[str, object], after: Mapping[str, object]
) -> tuple[dict[str, object], dict[str, object]]:
    """What differs, both sides."""
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}
