"""What a day of a car costs at least and at most: "from" on the pages. Pure, in minor units.

A rental is what can be booked: not shorter than the company rents, begun on any day that a calendar of the site leads
to. What a day of it costs is the price of its days, divided by their number: nobody can rent the one cheap day of a
week alone.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import sub

from abano.catalog.pricing.days import rate_bands, rate_of, season_bands, with_percent
from abano.catalog.published.seasons import Band, PriceRules, Season
from abano.catalog.published.snapshot import Car, Catalog
from abano.core.money import MINOR_UNITS

# As far as the calendar of the site leads.
MOST_DAYS_AHEAD = 730
LONGEST_RENTAL_DAYS = 365
# Companies' cars, some versions of their prices each.
_KEPT = 2000


@dataclass(frozen=True, slots=True)
class DailyPrices:
    """What a day costs in the cheapest and the dearest rental, in minor units.

    A mean of several prices is rounded to whole units of the currency, the lowest up and the highest down: there is a
    rental for that or less, and one for that or more.
    """

    lowest: int
    highest: int


def daily_prices(catalog: Catalog, car: Car, today: date) -> DailyPrices:
    """Of all rentals of the car that can be booked on this date of the company."""
    normal = rate_bands(catalog, car)
    seasons = tuple(each for each in catalog.seasons if each.every_year or today <= each.ends)
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
    days = [today + timedelta(days=count) for count in range(MOST_DAYS_AHEAD + 1 + LONGEST_RENTAL_DAYS)]
    held = [Season("", "", starts, ends, every_year) for starts, ends, every_year in seasons]
    # By day, which of the books holds and how many percent the weekend changes it.
    kinds = [
        (
            next((at for at, season in enumerate(held, start=1) if season.holds(day)), 0),
            rules.weekend_percent if day.isoweekday() in rules.weekend_days else 0,
        )
        for day in days
    ]
    late = min(rules.last_minute_days, MOST_DAYS_AHEAD) + 1 if rules.last_minute_percent else 0
    least: set[int] = set()
    most: set[int] = set()
    for start, end in pairwise([*_lengths(books, shortest), LONGEST_RENTAL_DAYS + 1]):
        rates = [rate_of(book, start) for book in books]
        hurried, plain = (
            {(at, percent): with_percent(rates[at], percent + more) for at, percent in set(kinds)}
            for more in (rules.last_minute_percent, 0)
        )
        soon, later = (list(accumulate(map(each.__getitem__, kinds), initial=0)) for each in (hurried, plain))
        exact = {*hurried.values(), *plain.values()}
        for length in range(start, end):
            costs = list(map(sub, soon[length : length + late], soon[:late]))
            # Otherwise a longer one is two, of which one is as cheap and one as dear.
            if length < 2 * start:
                last = MOST_DAYS_AHEAD + 1
                costs += map(sub, later[length + late : length + last], later[late:last])
            if costs:
                least.add(_rounded(min(costs), length, exact, up=True))
                most.add(_rounded(max(costs), length, exact, up=False))
    return DailyPrices(min(least), max(min(least), *most))


def _lengths(books: Sequence[tuple[Band, ...]], shortest: int) -> list[int]:
    """The lengths of a rental from which on a day costs something else, that of the shortest one first."""
    starts = {band.min_days for book in books for band in book}
    return sorted({shortest} | {days for days in starts if shortest < days <= LONGEST_RENTAL_DAYS})


def _rounded(cost: int, days: int, exact: Collection[int], *, up: bool) -> int:
    """The mean of so many days; to whole units of the currency where no day costs just that."""
    mean, rest = divmod(cost, days)
    if rest == 0 and (mean in exact or mean % MINOR_UNITS == 0):
        return mean
    whole = cost // (days * MINOR_UNITS) + (1 if up else 0)
    return whole * MINOR_UNITS
