"""Pure rules of channels: what they offer, and what a booking earns them."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal
from uuid import UUID

from abano.catalog.published.snapshot import Car
from abano.core.money import round_half_up

Kind = Literal["price_feed", "broker"]
# Gross: the customer pays the company the total, and the company owes the commission. Net: the channel sells at its
# own price and owes the company the total less the commission.
RateBasis = Literal["gross", "net"]
MAX_CHANNELS = 100
WHOLE = 10_000


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel as prices and bookings need it."""

    id: UUID
    name: str
    kind: Kind
    rate_basis: RateBasis
    commission_basis_points: int
    hidden_cars: frozenset[str]
    is_active: bool

    def commission_of(self, total: int) -> int:
        """The commission on a total, in minor units."""
        return round_half_up(Decimal(total * self.commission_basis_points) / WHOLE)

    def offers(self, car: Car) -> bool:
        """Whether it sells the car, which needs an ACRISS code."""
        return bool(car.acriss_code) and car.slug not in self.hidden_cars


def cars_for_channels(cars: Iterable[Car]) -> list[Car]:
    """The cars that channels can offer: those that the site shows."""
    return [car for car in cars if car.in_fleet or car.in_search]
