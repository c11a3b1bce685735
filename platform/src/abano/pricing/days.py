"""What each day of a rental costs (decision 0199). Pure, in minor units.

The pages repeat it: frontend/src/features/site/shared/pricing/days.ts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from abano.catalog.seasons import Season, is_open
from abano.catalog.snapshot import Car, Catalog, Place
from abano.pricing.bands import rate_bands, rate_of, season_bands, with_percent

# Between the names in a line's label.
SEPARATOR = " · "
WEEKEND = "/weekend"
LAST_MINUTE = "/last-minute"


@dataclass(frozen=True, slots=True)
class RentalTimes:
    """Pickup and return by the company's wall clock, and the date there on which the rental is booked."""

    pickup: datetime
    dropoff: datetime
    booked_on: date


@dataclass(frozen=True, slots=True)
class CarDays:
    """So many days of a rental that cost ``rate`` each for the same reason."""

    code: str
    season: Season | None
    days: int
    rate: int


def is_car_line(code: str) -> bool:
    return code == "car" or code.startswith(("car:", "car/"))


def season_code(code: str) -> str:
    """The season that a line of the car is about; empty for ordinary days."""
    return code.removeprefix("car").removeprefix(":").partition("/")[0] if code.startswith("car:") else ""


def car_days(catalog: Catalog, car: Car | None, days: int, times: RentalTimes | None) -> tuple[CarDays, ...]:
    """The days of a rental by their reason, in order of the first of each. Without times all are ordinary days."""
    normal = rate_of(rate_bands(catalog, car), days)
    if times is None or not _prices_vary_by_day(catalog):
        return (CarDays("car", None, days, normal),)
    found: dict[tuple[str, int], CarDays] = {}
    for count in range(days):
        each = _day(catalog, car, days, times, normal, count)
        key = (each.code, each.rate)
        known = found.get(key)
        found[key] = CarDays(each.code, each.season, (known.days if known else 0) + 1, each.rate)
    return tuple(found.values())


def last_day_rate(catalog: Catalog, car: Car | None, days: int, times: RentalTimes | None) -> int:
    """What the last day costs: about what one more would."""
    normal = rate_of(rate_bands(catalog, car), days)
    if times is None or not _prices_vary_by_day(catalog):
        return normal
    return _day(catalog, car, days, times, normal, days - 1).rate


def total_of(parts: Iterable[CarDays]) -> int:
    return sum(part.days * part.rate for part in parts)


def out_of_hours_fees(catalog: Catalog, pickup: str, dropoff: str, times: RentalTimes) -> tuple[int, int]:
    """For the pickup and for the return; 0 within the hours of the place."""
    return (
        _out_of_hours(catalog.location(pickup), times.pickup),
        _out_of_hours(catalog.location(dropoff), times.dropoff),
    )


def _out_of_hours(place: Place | None, moment: datetime) -> int:
    return place.out_of_hours_fee if place and not is_open(place.opening_hours, moment) else 0


def _prices_vary_by_day(catalog: Catalog) -> bool:
    rules = catalog.price_rules
    return bool(catalog.seasons or rules.weekend_percent or rules.last_minute_percent)


def _day(
    catalog: Catalog, car: Car | None, days: int, times: RentalTimes, normal: int, count: int
) -> CarDays:
    day = times.pickup.date() + timedelta(days=count)
    rules = catalog.price_rules
    season = next((each for each in catalog.seasons if each.holds(day)), None)
    code, rate, percent = "car", normal, 0
    if season is not None:
        code += f":{season.code}"
        rate = rate_of(season_bands(catalog, car, season), days)
    if rules.weekend_percent and day.isoweekday() in rules.weekend_days:
        code += WEEKEND
        percent += rules.weekend_percent
    if rules.last_minute_percent and (times.pickup.date() - times.booked_on).days <= rules.last_minute_days:
        code += LAST_MINUTE
        percent += rules.last_minute_percent
    return CarDays(code, season, 1, with_percent(rate, percent))
