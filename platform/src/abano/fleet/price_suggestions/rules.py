"""What rules suggest for a model and a day, seasons that hold accepted prices, and the replay of demand. Pure.

Amounts in minor units. Accepted prices are ordinary seasons of the catalogue for listed cars only; their codes begin
with PREFIX. What a rule changes is the price below them, so that accepting twice changes it once.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, NamedTuple
from uuid import UUID

from abano.catalog.pricing.days import (
    RentalTimes,
    car_days,
    rate_bands,
    season_bands,
    with_percent,
)
from abano.catalog.published.document import Json
from abano.catalog.published.snapshot import Band, Car, Catalog, Season
from abano.core.money import to_json

PREFIX = "demand-"
DAY = timedelta(days=1)
# Rented and available vehicles by the model's id and day.
Occupancy = Mapping[tuple[UUID, date], tuple[int, int]]
Bands = tuple[Band, ...]
# By the slug of a car and day: the bands that it has there.
Cells = dict[tuple[str, date], list[Json]]


@dataclass(frozen=True, slots=True)
class Rule:
    """From or below ``occupancy`` percent, ``days_from`` to ``days_to`` days ahead, both included.

    ``car``: a slug, None for all. ``min_rate``, ``max_rate``: bounds of the daily rate.
    """

    kind: Literal["raise", "lower"]
    occupancy: int
    days_from: int
    days_to: int
    percent: int
    car: str | None = None
    min_rate: int | None = None
    max_rate: int | None = None
    is_automatic: bool = False

    @property
    def change(self) -> int:
        return self.percent if self.kind == "raise" else -self.percent

    def applies(self, car: str, rented: int, available: int, days_ahead: int) -> bool:
        if not available or self.car not in {None, car} or not self.days_from <= days_ahead <= self.days_to:
            return False
        # Integers, so that the limit itself is exact.
        if self.kind == "raise":
            return 100 * rented >= self.occupancy * available
        return 100 * rented < self.occupancy * available

    def rate(self, rate: int) -> int:
        """The changed rate within the bounds; a bound never turns an increase into a decrease, or back."""
        changed = with_percent(rate, self.change)
        if self.min_rate is not None:
            changed = max(changed, self.min_rate)
        if self.max_rate is not None:
            changed = min(changed, self.max_rate)
        return max(rate, changed) if self.kind == "raise" else min(rate, changed)


def chosen_rule(rules: Sequence[Rule], car: str, rented: int, available: int, days_ahead: int) -> int | None:
    """The place of the rule that decides: the car's own before those of all cars, then the larger change."""
    found = [number for number, rule in enumerate(rules) if rule.applies(car, rented, available, days_ahead)]
    return min(found, key=lambda number: (rules[number].car is None, -rules[number].percent), default=None)


@dataclass(frozen=True, slots=True)
class Cell:
    """A model on a day. ``price``: of a day of the shortest rental that begins then and is booked today.

    ``suggested``: the same if ``rule`` (its place) is followed; None where nothing is to change.
    """

    rented: int
    available: int
    price: int
    is_accepted: bool
    suggested: int | None = None
    rule: int | None = None
    bands: tuple[Band, ...] = ()


class Model(NamedTuple):
    car: Car
    cells: list[Cell]


def models_of(
    catalog: Catalog, occupancy: Occupancy, rules: Sequence[Rule], today: date, count: int
) -> list[Model]:
    """Every model with vehicles, and ``count`` days from today on."""
    own = {car_id for car_id, _ in occupancy}
    below = replace(catalog, seasons=tuple(each for each in catalog.seasons if not is_accepted(each.code)))
    days = [today + DAY * number for number in range(count)]
    return [
        Model(car, [_cell(catalog, below, car, occupancy, rules, day, today) for day in days])
        for car in catalog.cars
        if car.id in own
    ]


def is_accepted(code: str) -> bool:
    return code.startswith(PREFIX)


def _cell(
    catalog: Catalog,
    below: Catalog,
    car: Car,
    occupancy: Occupancy,
    rules: Sequence[Rule],
    day: date,
    today: date,
) -> Cell:
    rented, available = occupancy.get((car.id, day), (0, 0))
    price = _price(catalog, car, day, today)
    accepted = any(
        is_accepted(each.code) and each.is_for(car) and each.holds(day) for each in catalog.seasons
    )
    cell = Cell(rented, available, price, accepted)
    number = chosen_rule(rules, car.slug, rented, available, (day - today).days)
    if number is None:
        return cell
    bands = tuple(
        Band(each.min_days, rules[number].rate(each.daily_rate)) for each in _bands(below, car, day)
    )
    season = Season("", "", day, day, every_year=False, bands={car.id: bands}, only_listed_cars=True)
    suggested = _price(replace(below, seasons=(season, *below.seasons)), car, day, today)
    return cell if suggested == price else replace(cell, suggested=suggested, rule=number, bands=bands)


def _bands(catalog: Catalog, car: Car, day: date) -> Bands:
    season = next((each for each in catalog.seasons if each.is_for(car) and each.holds(day)), None)
    return rate_bands(catalog, car) if season is None else season_bands(catalog, car, season)


def _price(catalog: Catalog, car: Car, day: date, today: date) -> int:
    pickup = datetime.combine(day, time(12))
    days = max(1, catalog.rules.minimum_days)
    first, *_ = car_days(catalog, car, days, RentalTimes(pickup, pickup + days * DAY, today))
    return first.rate


# Accepted prices as seasons of the catalogue.


def cells_of(document: Json) -> Cells:
    """The accepted prices that a document has."""
    return {
        (car, day): bands
        for season in document["seasons"]
        if is_accepted(season["code"])
        for car, bands in season["rates"].items()
        for day in _days(date.fromisoformat(season["starts"]), date.fromisoformat(season["ends"]))
    }


def _days(first: date, last: date) -> Iterator[date]:
    return (first + DAY * number for number in range((last - first).days + 1))


def bands_json(bands: Iterable[Band]) -> list[Json]:
    return [{"minDays": each.min_days, "dailyRate": to_json(each.daily_rate)} for each in bands]


def seasons_of(cells: Cells, today: date, name: str, translations: Json) -> dict[str, Json]:
    """The seasons that hold these prices, by code. Days before today are left out."""
    periods: dict[tuple[date, date], dict[str, list[Json]]] = defaultdict(dict)
    for car, first, last, bands in _stretches(cells, today):
        periods[first, last][car] = bands
    return {
        f"{PREFIX}{first:%Y%m%d}-{last:%Y%m%d}": {
            "code": f"{PREFIX}{first:%Y%m%d}-{last:%Y%m%d}",
            "name": name,
            "starts": first.isoformat(),
            "ends": last.isoformat(),
            "everyYear": False,
            "onlyListedCars": True,
            "percent": 0,
            "rates": rates,
            "translations": translations,
        }
        for (first, last), rates in sorted(periods.items())
    }


def _stretches(cells: Cells, today: date) -> Iterator[tuple[str, date, date, list[Json]]]:
    """Following days of a car with the same bands."""
    running: tuple[str, date, date, list[Json]] | None = None
    for (car, day), bands in sorted(cells.items(), key=lambda each: each[0]):
        if day < today:
            continue
        if running and running[0] == car and running[2] + DAY == day and running[3] == bands:
            running = (car, running[1], day, bands)
            continue
        if running:
            yield running
        running = (car, day, day, bands)
    if running:
        yield running


def changed_seasons(document: Json, wanted: Mapping[str, Json]) -> dict[str, Any]:
    """By code, what to write into the document: a season, or None for one that goes."""
    present = {each["code"] for each in document["seasons"] if is_accepted(each["code"])}
    return {**dict.fromkeys(sorted(present - wanted.keys())), **wanted}


# The replay of demand.


class Rental(NamedTuple):
    """``car_minor``: what its days cost together, without extras."""

    booked_on: date
    car_id: UUID
    vehicle_id: UUID
    first_day: date
    days: int
    car_minor: int


class Replay(NamedTuple):
    """Revenue of rental days within the period: as it was, and with the rules at unchanged demand."""

    rentals: int
    changed_rentals: int
    revenue: int
    with_rules: int


def replay(
    rentals: Sequence[Rental],
    occupancy: Occupancy,
    slugs: Mapping[UUID, str],
    rules: Sequence[Rule],
    first: date,
    last: date,
) -> Replay:
    """The same rentals, booked on the same dates, priced by the rules from the occupancy at that moment.

    Assumes that every customer would have booked at the changed price. A rental's days cost the same.
    """
    taken: dict[tuple[UUID, date], set[UUID]] = defaultdict(set)
    count = changed_count = revenue = with_rules = 0
    for rental in rentals:
        inside = [
            day
            for day in _days(rental.first_day, rental.first_day + DAY * (rental.days - 1))
            if first <= day <= last
        ]
        changed = False
        for day in inside:
            key = (rental.car_id, day)
            place = (day - rental.first_day).days
            # The amount's share up to a day, rounded down, so that days add up to the total.
            before = rental.car_minor * (place + 1) // rental.days - rental.car_minor * place // rental.days
            after = before
            slug = slugs.get(rental.car_id)
            if slug is not None and before > 0:
                available = occupancy.get(key, (0, 0))[1]
                number = chosen_rule(
                    rules, slug, len(taken[key]), available, max(0, (day - rental.booked_on).days)
                )
                after = before if number is None else rules[number].rate(before)
            changed = changed or after != before
            revenue, with_rules = revenue + before, with_rules + after
        for day in inside:
            taken[rental.car_id, day].add(rental.vehicle_id)
        count, changed_count = count + bool(inside), changed_count + changed
    return Replay(count, changed_count, revenue, with_rules)
