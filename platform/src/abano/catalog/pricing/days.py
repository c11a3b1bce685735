"""The price of each day of a rental, and the lowest and highest daily price of a car. Pure, in minor units.

See docs/architecture/pricing.md. The site computes the same:
frontend/src/features/site/shared/pricing/days.ts.

The minimum considers only bookable rentals: at least the company's minimum length, starting on any day of the
site's calendar. The daily price is the total of all days divided by their number: a single cheap day cannot
be rented.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import sub

from abano.catalog.published.handover import is_open
from abano.catalog.published.snapshot import Band, Car, Catalog, Place, PriceRules, Season
from abano.core.money import MINOR_UNITS, round_half_up

# What a day of a car costs by the length of the rental: at normal times, and in a season. Pure, in minor units.


def rate_bands(catalog: Catalog, car: Car | None) -> tuple[Band, ...]:
    """Daily rates of a car by rental length, from one day on, shortest band first.

    A car's own bands; the first also applies to shorter rentals. A car without bands uses its base rate less
    the length discount. A car the company does not have (None) uses the company's rate for other cars
    (section 9).
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
    """The price of the last day, as an estimate of an additional one."""
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
    season = next((each for each in catalog.seasons if each.is_for(car) and each.holds(day)), None)
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


# As far as the calendar of the site leads.
MAX_DAYS_AHEAD = 730
MAX_RENTAL_DAYS = 365
# Companies' cars, some versions of their prices each.
_KEPT = 2000


@dataclass(frozen=True, slots=True)
class DailyPrices:
    """The daily price of the cheapest and the most expensive rental, in minor units.

    A mean of several prices is rounded to whole units of the currency, the lowest up and the highest down: a
    rental at or below the lowest exists, and one at or above the highest.
    """

    lowest: int
    highest: int


def daily_prices(catalog: Catalog, car: Car, today: date) -> DailyPrices:
    """Of all rentals of the car that can be booked on this date of the company."""
    normal = rate_bands(catalog, car)
    seasons = tuple(
        each for each in catalog.seasons if each.is_for(car) and (each.every_year or today <= each.ends)
    )
    rules, shortest = catalog.price_rules, catalog.rules.minimum_days
    has_rules = (rules.weekend_percent and rules.weekend_days) or rules.last_minute_percent
    if not seasons and not has_rules:
        rates = [rate_of(normal, days) for days in _lengths((normal,), shortest)]
        return DailyPrices(min(rates), max(rates))
    books = (normal, *(season_bands(catalog, car, season) for season in seasons))
    dates = tuple((each.starts, each.ends, each.every_year) for each in seasons)
    return _by_day(books, dates, rules, shortest, today)


@lru_cache(maxsize=_KEPT)
def _by_day(
    books: tuple[tuple[Band, ...], ...],
    seasons: tuple[tuple[date, date, bool], ...],
    rules: PriceRules,
    shortest: int,
    today: date,
) -> DailyPrices:
    """``books``: the rates of ordinary days and of each season, which are dates and whether they come every year."""
    days = [today + timedelta(days=count) for count in range(MAX_DAYS_AHEAD + 1 + MAX_RENTAL_DAYS)]
    held = [Season("", "", starts, ends, every_year) for starts, ends, every_year in seasons]
    # By day, which of the books holds and how many percent the weekend changes it.
    kinds = [
        (
            next((at for at, season in enumerate(held, start=1) if season.holds(day)), 0),
            rules.weekend_percent if day.isoweekday() in rules.weekend_days else 0,
        )
        for day in days
    ]
    late = min(rules.last_minute_days, MAX_DAYS_AHEAD) + 1 if rules.last_minute_percent else 0
    least: set[int] = set()
    most: set[int] = set()
    for start, end in pairwise([*_lengths(books, shortest), MAX_RENTAL_DAYS + 1]):
        rates = [rate_of(book, start) for book in books]
        hurried, plain = (
            {(at, percent): with_percent(rates[at], percent + more) for at, percent in set(kinds)}
            for more in (rules.last_minute_percent, 0)
        )
        soon, later = (list(accumulate(map(each.__getitem__, kinds), initial=0)) for each in (hurried, plain))
        exact = {*hurried.values(), *plain.values()}
        for length in range(start, end):
            costs = list(map(sub, soon[length : length + late], soon[:late]))
            # Otherwise a longer one is two, of which one is as cheap and one as expensive.
            if length < 2 * start:
                last = MAX_DAYS_AHEAD + 1
                costs += map(sub, later[length + late : length + last], later[late:last])
            if costs:
                least.add(_rounded(min(costs), length, exact, up=True))
                most.add(_rounded(max(costs), length, exact, up=False))
    return DailyPrices(min(least), max(min(least), *most))


def _lengths(books: Sequence[tuple[Band, ...]], shortest: int) -> list[int]:
    """The lengths of a rental from which on a day costs something else, that of the shortest one first."""
    starts = {band.min_days for book in books for band in book}
    return sorted({shortest} | {days for days in starts if shortest < days <= MAX_RENTAL_DAYS})


def _rounded(cost: int, days: int, exact: Collection[int], *, up: bool) -> int:
    """The mean over this many days, rounded to whole units of currency if no day has exactly this price."""
    mean, rest = divmod(cost, days)
    if rest == 0 and (mean in exact or mean % MINOR_UNITS == 0):
        return mean
    whole = cost // (days * MINOR_UNITS) + (1 if up else 0)
    return whole * MINOR_UNITS
