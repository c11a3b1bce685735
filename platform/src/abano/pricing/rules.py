"""Prices: pure, in integer minor units.

A page computes the same price from the rates that the site configuration gives it (see ``rate_bands``). Both run the
cases of platform/tests/test_pricing/price_vectors.json.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from math import ceil

from abano.catalog.seasons import Band
from abano.catalog.snapshot import Car, Catalog, Service
from abano.kit.money import MINOR_UNITS, round_half_up
from abano.kit.names import clean

DAY = timedelta(days=1)
# Lines that no company names.
OWN_LINES = frozenset({"delivery", "promo"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a price. ``unit_price`` and ``amount`` in minor units; a discount's amount is negative."""

    code: str
    label: str
    quantity: int
    unit_price: int
    amount: int


def line_params(code: str, label: str, quantity: int) -> dict[str, str | int]:
    """What a line is about, by its code: the names are the company's own texts; OWN_LINES have none."""
    if code in OWN_LINES:
        return {}
    if code == "car":
        return {"car": label, "days": quantity}
    return {"insurance" if code.startswith("insurance:") else "service": label, "quantity": quantity}


@dataclass(frozen=True, slots=True)
class Price:
    """A price; ``total`` is the sum of the lines."""

    days: int
    daily_rate: int
    base_total: int
    delivery_fee: int
    total: int
    currency: str
    lines: tuple[Line, ...]
    car_known: bool


def rate_bands(catalog: Catalog, car: Car | None) -> tuple[Band, ...]:
    """What a day of a car costs by the length of the rental: from one day on, the shortest band first.

    A car's own bands, of which the first also holds for anything shorter. A car without bands has its base rate less
    the length discount; a car that the company does not have (None), the company's rate for such (section 9).
    """
    if car is not None and car.bands:
        first, *later = car.bands
        return (Band(1, first.daily_rate), *later)
    base = car.base_rate if car is not None else catalog.rules.unknown_car_daily_rate
    discounts = catalog.rules.length_discounts
    starts = sorted({1, *(item.min_days for item in discounts)})
    percents = [
        max((item.percent for item in discounts if item.min_days <= days), default=0) for days in starts
    ]
    return tuple(
        Band(days, _discounted(base, percent)) for days, percent in zip(starts, percents, strict=True)
    )


def _discounted(rate: int, percent: int) -> int:
    """Rounded half-up to whole units of the currency; without a discount, as it is."""
    if percent == 0:
        return rate
    return round_half_up(Decimal(rate) * (100 - percent) / 100 / MINOR_UNITS) * MINOR_UNITS


def daily_rate(catalog: Catalog, car_name: str, days: int) -> tuple[int, bool]:
    """The rate of one day in minor units, and whether the car is known."""
    car = catalog.car(car_name)
    first, *later = rate_bands(catalog, car)
    fitting = [first, *(band for band in later if band.min_days <= days)]
    return fitting[-1].daily_rate, car is not None


def rental_days(pickup: datetime, dropoff: datetime) -> int:
    """Started periods of 24 hours between two local times, by the wall clock."""
    return ceil((dropoff - pickup) / DAY)


def estimate_days(pickup: datetime, dropoff: datetime) -> int:
    """Step 2's estimate: one day more when the car is picked up from 13:00 on and returned before 13:00."""
    days = rental_days(pickup, dropoff)
    return days + 1 if pickup.hour >= 13 and dropoff.hour < 13 and days >= 1 else days


def chosen_services(catalog: Catalog, codes: Sequence[str]) -> tuple[Service, ...]:
    """The services of these codes without duplicates. Raises KeyError for an unknown code."""
    chosen: dict[str, Service] = {}
    for code in codes:
        service = catalog.service(code)
        if service is None:
            raise KeyError(code)
        chosen[service.code] = service
    return tuple(chosen.values())


def price(
    catalog: Catalog,
    *,
    car_name: str,
    days: int,
    pickup: str,
    dropoff: str,
    insurance: str | None = None,
    services: Sequence[str] = (),
    promo_basis_points: int = 0,
) -> Price:
    """The price of a rental. Codes must exist in the catalogue; ``promo_basis_points`` apply to the whole price.

    Raises KeyError for an unknown insurance or service code.
    """
    rate, known = daily_rate(catalog, car_name, days)
    car = catalog.car(car_name)
    lines = [Line("car", car.name if car else clean(car_name), days, rate, rate * days)]
    fee = catalog.delivery_fee(pickup, dropoff)
    if fee:
        lines.append(Line("delivery", "Delivery and collection", 1, fee, fee))
    if insurance is not None:
        option = catalog.insurance_option(insurance)
        if option is None:
            raise KeyError(insurance)
        if option.daily_rate:
            amount = option.daily_rate * days
            lines.append(Line(f"insurance:{option.code}", option.label, days, option.daily_rate, amount))
    for service in chosen_services(catalog, services):
        quantity = days if service.charge == "per_day" else 1
        lines.append(Line(service.code, service.label, quantity, service.price, service.price * quantity))
    before_discount = sum(line.amount for line in lines)
    if promo_basis_points:
        # The total is rounded (decision 2); the discount is the difference.
        discounted = round_half_up(Decimal(before_discount) * (10_000 - promo_basis_points) / 10_000)
        discount = before_discount - discounted
        lines.append(Line("promo", "Promo discount", 1, -discount, -discount))
    return Price(
        days=days,
        daily_rate=rate,
        base_total=rate * days,
        delivery_fee=fee,
        total=sum(line.amount for line in lines),
        currency=catalog.rules.currency,
        lines=tuple(lines),
        car_known=known,
    )
