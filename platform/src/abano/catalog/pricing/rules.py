"""Prices: pure, in integer minor units.

The site computes the same price from the rates in its configuration (see ``bands``). Both run the
cases of platform/tests/test_catalog_pricing/price_vectors.json.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from math import ceil
from typing import Any

from abano.catalog.pricing.days import (
    SEPARATOR,
    CarDays,
    RentalTimes,
    car_days,
    is_car_line,
    last_day_rate,
    out_of_hours_fees,
    rate_bands,
    rate_of,
    total_of,
)
from abano.catalog.pricing.handover import LINES
from abano.catalog.published.handover import NOT_AGREED, Handover
from abano.catalog.published.snapshot import Catalog, Service
from abano.core.errors import Message
from abano.core.money import round_half_up, to_json
from abano.core.text import clean

DAY = timedelta(days=1)
PICKUP_OUT_OF_HOURS, RETURN_OUT_OF_HOURS = "out-of-hours:pickup", "out-of-hours:return"
# A line that someone typed, or that a return, a refund or a kept deposit added.
MANUAL = "manual"
# Lines that no company names.
YOUNG_DRIVER = "young-driver"
OWN_LINES = frozenset({"delivery", "promo", PICKUP_OUT_OF_HOURS, RETURN_OUT_OF_HOURS, YOUNG_DRIVER})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a price. ``unit_price`` and ``amount`` in minor units; a discount's amount is negative."""

    code: str
    label: str
    quantity: int
    unit_price: int
    amount: int


def as_stored(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines as a booking stores them."""
    return [
        {
            "code": line.code,
            "label": line.label,
            "quantity": line.quantity,
            "unitPrice": line.unit_price,
            "amount": line.amount,
        }
        for line in lines
    ]


def keep_charges(lines: list[dict[str, Any]], agreed: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Stored lines with their previous ``charge``, the purpose of a manual line, such as damage."""
    charges = [dict(line) for line in agreed if line.get("charge")]
    for line in lines:
        had = next(
            (
                each
                for each in charges
                if all(each[name] == line[name] for name in ("code", "label", "amount"))
            ),
            None,
        )
        if had:
            charges.remove(had)
            line["charge"] = had["charge"]
    return lines


def as_json(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Stored lines with plain decimals."""
    return [
        dict(line) | {"unitPrice": to_json(line["unitPrice"]), "amount": to_json(line["amount"])}
        for line in lines
    ]


def is_handover_line(code: str) -> bool:
    """Whether a line is the fee of a handover place."""
    return code.startswith(tuple(LINES.values()))


def line_params(code: str, label: str, quantity: int) -> dict[str, str | int]:
    """The subject of a line, by its code. Labels are the company's own texts; OWN_LINES have none."""
    if code in OWN_LINES:
        return {}
    if is_handover_line(code):
        return {"place": label}
    if is_car_line(code):
        car, _, season = label.partition(SEPARATOR)
        named: dict[str, str | int] = {"season": season} if season else {}
        return {"car": car, "days": quantity, **named}
    return {"insurance" if code.startswith("insurance:") else "service": label, "quantity": quantity}


@dataclass(frozen=True, slots=True)
class Price:
    """A price; ``total`` is the sum of the lines, ``base_total`` that of the car's.

    ``daily_rate`` is that of the last day: about what one more would cost.
    """

    days: int
    daily_rate: int
    base_total: int
    delivery_fee: int
    total: int
    currency: str
    lines: tuple[Line, ...]
    car_known: bool


def daily_rate(catalog: Catalog, car_name: str, days: int) -> tuple[int, bool]:
    """The rate of one ordinary day in minor units, and whether the car is known."""
    car = catalog.car(car_name)
    return rate_of(rate_bands(catalog, car), days), car is not None


def rental_days(pickup: datetime, dropoff: datetime) -> int:
    """Started periods of 24 hours between two local times, by the wall clock."""
    return ceil((dropoff - pickup) / DAY)


def estimate_days(pickup: datetime, dropoff: datetime) -> int:
    """Step 2's estimate: one day more when the car is picked up from 13:00 on and returned before 13:00."""
    days = rental_days(pickup, dropoff)
    return days + 1 if pickup.hour >= 13 and dropoff.hour < 13 and days >= 1 else days


def chosen_services(catalog: Catalog, codes: Sequence[str]) -> tuple[tuple[Service, int], ...]:
    """The services of these codes, with their quantity: the number of occurrences of the code.

    A service limited to one per booking has the quantity 1. Raises KeyError for an unknown code.
    """
    chosen: dict[str, tuple[Service, int]] = {}
    for code in codes:
        service = catalog.service(code)
        if service is None:
            raise KeyError(code)
        had = chosen[service.code][1] if service.code in chosen and service.max_per_booking > 1 else 0
        chosen[service.code] = service, had + 1
    return tuple(chosen.values())


def service_codes(chosen: Sequence[tuple[Service, int]]) -> tuple[str, ...]:
    """As a booking stores them: each code as often as there are of it."""
    return tuple(service.code for service, count in chosen for _ in range(count))


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
    times: RentalTimes | None = None,
    handover: Handover = NOT_AGREED,
    young_driver: int = 0,
) -> Price:
    """The price of a rental. Codes must exist in the catalogue; ``promo_basis_points`` apply to the whole price.
    Without ``times``, no day has a seasonal rate. ``young_driver``: the daily fee for the driver's age.

    Raises KeyError for an unknown insurance or service code.
    """
    car = catalog.car(car_name)
    name = car.name if car else clean(car_name)
    parts = car_days(catalog, car, days, times)
    lines = [_car_line(name, part) for part in parts]
    fee = catalog.delivery_fee(pickup, dropoff)
    if fee:
        lines.append(Line("delivery", "Delivery and collection", 1, fee, fee))
    for side, place in handover.places():
        if place.fee:
            lines.append(Line(LINES[side] + place.code, place.name, 1, place.fee, place.fee))
    lines += _fees(catalog, pickup, dropoff, times, days, young_driver)
    if insurance is not None:
        option = catalog.insurance_option(insurance)
        if option is None:
            raise KeyError(insurance)
        if option.daily_rate:
            amount = option.daily_rate * days
            lines.append(Line(f"insurance:{option.code}", option.label, days, option.daily_rate, amount))
    for service, count in chosen_services(catalog, services):
        quantity = count * (days if service.charge == "per_day" else 1)
        lines.append(Line(service.code, service.label, quantity, service.price, service.price * quantity))
    before_discount = sum(line.amount for line in lines)
    if promo_basis_points:
        # The total is rounded half up; the discount is the difference.
        discounted = round_half_up(Decimal(before_discount) * (10_000 - promo_basis_points) / 10_000)
        discount = before_discount - discounted
        lines.append(Line("promo", "Promo discount", 1, -discount, -discount))
    return Price(
        days=days,
        daily_rate=last_day_rate(catalog, car, days, times),
        base_total=total_of(parts),
        delivery_fee=fee,
        total=sum(line.amount for line in lines),
        currency=catalog.rules.currency,
        lines=tuple(lines),
        car_known=car is not None,
    )


def _fees(
    catalog: Catalog, pickup: str, dropoff: str, times: RentalTimes | None, days: int, young_driver: int
) -> Iterator[Line]:
    if times is not None:
        early, late = out_of_hours_fees(catalog, pickup, dropoff, times)
        if early:
            yield Line(PICKUP_OUT_OF_HOURS, "Pickup out of hours", 1, early, early)
        if late:
            yield Line(RETURN_OUT_OF_HOURS, "Return out of hours", 1, late, late)
    if young_driver:
        yield Line(YOUNG_DRIVER, "Young driver", days, young_driver, young_driver * days)


def _car_line(name: str, part: CarDays) -> Line:
    label = f"{name}{SEPARATOR}{part.season.name}" if part.season else name
    return Line(part.code, label, part.days, part.rate, part.rate * part.days)


# Sentences about what a rental consists of, for prices and bookings. The texts are the product's, section 5.

CAR_MISSING = Message("car_missing", "Please select a car type")
PICKUP_LOCATION_MISSING = Message("pickup_location_missing", "Please select pickup location")
DROPOFF_LOCATION_MISSING = Message("dropoff_location_missing", "Please select dropoff location")
PICKUP_TIME_MISSING = Message("pickup_time_missing", "Please select pickup time")
INSURANCE_MISSING = Message("insurance_missing", "Please select an insurance option")
SERVICES_UNKNOWN = Message("services_unknown", "We do not offer {names}")
SERVICES_FOR_OTHER_CARS = Message("services_for_other_cars", "Not offered with this car: {names}")
SERVICES_TOO_MANY = Message("services_too_many", "More than a booking can have: {names}")
SERVICES_BOOKED = Message("services_booked", "Already booked for these days: {names}")
DAYS_MISSING = Message("days_missing", "Please enter the number of days, or pickup and return dates")
RETURN_NOT_AFTER_PICKUP = Message("return_not_after_pickup", "The return must be after the pickup")
RENTAL_TOO_SHORT = Message(
    "rental_too_short", "The shortest rental is {days, plural, one {# day} other {# days}}"
)
RENTAL_TOO_LONG = Message(
    "rental_too_long", "The longest rental is {days, plural, one {# day} other {# days}}"
)
