"""What a company grants, as facts that its texts may name. Pure.

Most stand for nothing in a sentence and only carry it: "{{noDeposit}}We take no deposit." is said while that is so.
"""

from collections.abc import Callable, Iterator

from abano.catalog.published.snapshot import Car, Catalog, deposit_of

# Without text of their own.
MARKS = (
    *("noDeposit", "unlimitedMileage", "freeSecondDriver", "paidOnFirstDay", "paidAtPickup"),
    *("noFreeCancellation", "alwaysOpen"),
)
FIGURES = ("deposit", "kilometresADay", "freeCancellationHours", "lateCancellationDays")


def granted(catalog: Catalog, money: Callable[[int], str]) -> dict[str, str]:
    """By their names, those that hold for every car that the site shows.

    deposit: the greatest; kilometresADay: the fewest; freeCancellationHours: until so many hours before the pickup a
    booking is changed and cancelled for nothing; lateCancellationDays: how many days a later cancellation costs.
    """
    terms = catalog.rules.integrations.get("rentalTerms") or {}
    hours, days = terms.get("freeCancellationHours"), terms.get("lateCancellationDays")
    deposits, kilometres = set(_deposits(catalog)), set(_kilometres(catalog))
    holds = {
        "noDeposit": deposits == {0},
        "unlimitedMileage": kilometres == {None},
        "freeSecondDriver": bool(terms.get("secondDriverFree")),
        "paidOnFirstDay": terms.get("payment") == "firstDay",
        "paidAtPickup": terms.get("payment") == "pickup",
        "noFreeCancellation": hours is None,
        "alwaysOpen": not any(place.opening_hours for place in catalog.locations),
    }
    figures = {"freeCancellationHours": hours}
    if hours is not None:
        figures["lateCancellationDays"] = days
    if not kilometres & {None, 0}:
        figures["kilometresADay"] = min(each for each in kilometres if each)
    said = {name: "" for name in MARKS if holds[name]}
    said |= {name: str(value) for name, value in figures.items() if value is not None}
    greatest = max((each for each in deposits if each is not None), default=0)
    return said | ({"deposit": money(greatest)} if greatest and None not in deposits else {})


def _deposits(catalog: Catalog) -> Iterator[int | None]:
    """Of all cars, in minor units; None where nothing is said."""
    cars: list[Car | None] = [car for car in catalog.cars if car.in_fleet]
    return (deposit_of(catalog.rules, car) for car in cars or [None])


def _kilometres(catalog: Catalog) -> Iterator[int | None]:
    """A day, of all cars; None: as many as one likes, 0: nothing is said."""
    terms = catalog.rules.integrations.get("rentalTerms") or {}
    of_all = None if terms.get("mileageUnlimited") else int(terms.get("kilometresADay") or 0)
    cars = [car for car in catalog.cars if car.in_fleet]
    if not cars:
        yield of_all
    for car in cars:
        yield car.kilometres_a_day or of_all
