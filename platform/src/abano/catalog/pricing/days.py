"""What each day of a rental costs. Pure, in minor units. See docs/architecture/pricing.md.

The pages repeat it: frontend/src/features/site/shared/pricing/days.ts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from abano.catalog.published.seasons import Band, Season, is_open
from abano.catalog.published.snapshot import Car, Catalog, Place
from abano.core.money import MINOR_UNITS, round_half_up

# What a day of a car costs by the length of the rental: at normal times, and in a season. Pure, in minor units.


def rate_bands(catalog: Catalog, car: Car | None) -> tuple[Band, ...]:
    """What a day of a car costs by the length of the rental: from one day on, the shortest band first.

    A car's own bands, of which the first also holds for anything shorter. A car without bands has its base rate less
    the length discount; a car that the company does not have (None), the company's rate for such (section 9).
    """
    if car is not None and car.bands:
        return _from_one_day(car.bands)
    base = car.base_rate if car is not None else catalog.rules.unknown_car_daily_rate
    discounts = catalog.rules.length_discounts
    starts = sorted({1, *(item.min_days for item in discounts)})
    percents = [
        max((item.percent for item in discounts if item.min_days <= days), default=0) for days in starts
    ]
    return tuple(
        Band(days, with_percent(base, -percent)) for days, percent in zip(starts, percents, strict=True)
    )


def season_bands(catalog: Catalog, car: Car | None, season: Season) -> tuple[Band, ...]:
    """The same in a season: the car's own bands there, or the normal ones and the season's percent."""
    own = season.bands.get(car.id) if car is not None else None
    if own:
        return _from_one_day(own)
    return tuple(
        Band(band.min_days, with_percent(band.daily_rate, season.percent))
        for band in rate_bands(catalog, car)
    )


def rate_of(bands: tuple[Band, ...], days: int) -> int:
    """The rate of the last band that begins within this length."""
    first, *later = bands
    fitting = [first, *(band for band in later if band.min_days <= days)]
    return fitting[-1].daily_rate


def with_percent(rate: int, percent: int) -> int:
    """Rounded half-up to whole units of the currency; without a percent, as it is."""
    if percent == 0:
        return rate
    changed = round_half_up(Decimal(rate) * (100 + percent) / 100 / MINOR_UNITS) * MINOR_UNITS
    # Percents that are added may go below -100.
    return max(0, changed)


def _from_one_day(bands: tuple[Band, ...]) -> tuple[Band, ...]:
    first, *later = bands
    return (Band(1, first.daily_rate), *later)


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
