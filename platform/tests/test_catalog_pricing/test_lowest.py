"""What "from" says: some quote costs that a day or less, and none is cheaper."""

import random
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from itertools import chain

import pytest
from test_vectors import catalog, seasonal_catalog

from abano.catalog.pricing.days import MAX_DAYS_AHEAD, MAX_RENTAL_DAYS, RentalTimes, daily_prices
from abano.catalog.pricing.rules import price
from abano.catalog.published.snapshot import Car, Catalog, PriceRules
from abano.core.money import MINOR_UNITS

TODAY = date(2026, 11, 22)
FORESTER = "Subaru Forester"


def quoted(book: Catalog, car: Car, days: int, ahead: int) -> Fraction:
    """What a day of a quote made today costs, without places and extras."""
    begins = datetime.combine(TODAY + timedelta(days=ahead), time(9))
    times = RentalTimes(begins, begins + timedelta(days=days), TODAY)
    found = price(book, car_name=car.name, days=days, pickup="", dropoff="", times=times)
    return Fraction(found.base_total, days)


def with_rules(rules: PriceRules, *, seasons: bool = True, minimum: int = 3) -> tuple[Catalog, Car]:
    book = seasonal_catalog() if seasons else catalog()
    book = replace(book, price_rules=rules, rules=replace(book.rules, minimum_days=minimum))
    car = book.car(FORESTER)
    assert car is not None
    return book, car


# Of ordinary days 57, 55, 55 and 51 for 1, 4, 7 and 14 days or more; in Winter 15 % less, in High season 70 to 60.
@pytest.mark.parametrize(
    ("rules", "seasons", "minimum", "lowest", "highest"),
    [
        (PriceRules(), False, 3, 51, 57),
        # The most expensive is High season's three days, the Festival's 86 is in its first three.
        (PriceRules(), True, 3, 43, 86),
        # No one can rent weekends alone: in Winter ten days at 43 and four at 39.
        (PriceRules(frozenset({6, 7}), -10), True, 14, 42, 61),
        (PriceRules(frozenset({6, 7}), -50), False, 2, 29, 57),
        # Within three days: 10 % less, but not in Winter, which is later.
        (PriceRules(last_minute_days=3, last_minute_percent=-10), False, 3, 46, 57),
        # From 52.20 to 52.60.
        # What is more expensive than always is no "from".
        (PriceRules(frozenset({6, 7}), 10), False, 14, 53, 53),
    ],
)
def test_from_is_what_a_day_of_the_best_rental_costs(
    rules: PriceRules, seasons: bool, minimum: int, lowest: int, highest: int
) -> None:
    book, car = with_rules(rules, seasons=seasons, minimum=minimum)
    found = daily_prices(book, car, TODAY)
    assert (found.lowest, found.highest) == (lowest * MINOR_UNITS, highest * MINOR_UNITS)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_quote_at_from_exists_and_none_is_cheaper(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - cases, no secrets
    rules = PriceRules(
        frozenset(dice.sample(range(1, 8), dice.randint(1, 3))),
        dice.choice([-30, -7, 12, 25]),
        dice.randint(0, 9),
        dice.choice([-20, -5, 0, 15]),
    )
    _check(*with_rules(rules, seasons=dice.random() < 0.7, minimum=dice.randint(1, 8)))


def _check(book: Catalog, car: Car) -> None:
    prices, shortest = daily_prices(book, car, TODAY), book.rules.minimum_days
    everything = chain(
        # The longest first: they are mostly the cheapest.
        ((days, ahead) for days in range(28, shortest - 1, -1) for ahead in range(MAX_DAYS_AHEAD + 1)),
        # The last minute is of the whole rental: a long one takes it into the next season.
        ((days, ahead) for days in range(29, 90) for ahead in range(book.price_rules.last_minute_days + 1)),
    )
    assert any(quoted(book, car, *one) <= prices.lowest for one in everything), "someone gets it for that"
    dice = random.Random(shortest)  # noqa: S311 - cases, no secrets
    some = [
        (days, dice.choice([dice.randint(0, 12), dice.randint(0, MAX_DAYS_AHEAD)]))
        for days in (dice.choice([shortest, dice.randint(shortest, 60)]) for _ in range(100))
    ]
    offers = [quoted(book, car, *one) for one in [*some, (MAX_RENTAL_DAYS, 0)]]
    # Less than rounding to whole units adds.
    assert all(prices.lowest - offer < MINOR_UNITS for offer in offers), "no one gets it for less"
    assert all(offer - prices.highest < MINOR_UNITS for offer in offers), "no one pays more"
