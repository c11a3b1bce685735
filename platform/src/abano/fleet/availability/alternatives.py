"""What else there is when a car is booked. Pure."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from math import ceil
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.catalog.snapshot import Car, Catalog
from abano.fleet.availability.rules import Standing
from abano.fleet.availability.schemas import Alternatives, OtherCarOut
from abano.fleet.reservations.rules import Period
from abano.kit.money import round_half_up, to_json
from abano.pricing.days import RentalTimes, car_days, total_of

MOST_CARS = 4
FREE = frozenset({"available", "few"})


def is_on_site(car: Car) -> bool:
    """Whether visitors see this car at all."""
    return car.in_fleet or car.in_search


def of_site(catalog: Catalog, standings: Mapping[UUID, Standing]) -> dict[UUID, Standing]:
    """Without the cars that only the desk rents out."""
    return {car.id: standings[car.id] for car in catalog.cars if is_on_site(car) and car.id in standings}


def find_alternatives(
    catalog: Catalog, car_name: str, period: Period, standings: Mapping[UUID, Standing]
) -> Alternatives:
    """Other cars that are free for the period, and when the asked one is free again.

    Upgrades come before cheaper cars, each by the difference in price.
    """
    days = max(1, ceil((period.ends_at - period.starts_at) / timedelta(days=1)))
    asked = catalog.car(car_name)
    zone = ZoneInfo(catalog.rules.timezone)
    pickup, dropoff = (moment.astimezone(zone) for moment in (period.starts_at, period.ends_at))
    # Whether it is a last-minute rental makes no difference between cars worth asking for.
    times = RentalTimes(pickup, dropoff, date.min)

    def average(car: Car | None) -> Decimal:
        return Decimal(total_of(car_days(catalog, car, days, times))) / days

    rate = average(asked)
    found = []
    for car in catalog.cars:
        standing = standings.get(car.id)
        if standing is None or standing.state not in FREE or (asked and car.id == asked.id):
            continue
        difference = round_half_up(average(car) - rate)
        found.append((difference < 0, abs(difference), car, standing, difference))
    found.sort(key=lambda each: each[:2])
    cars = [
        OtherCarOut(car=car.name, slug=car.slug, left=standing.left, daily_difference=to_json(difference))
        for _, _, car, standing, difference in found[:MOST_CARS]
    ]
    own = standings.get(asked.id) if asked else None
    return Alternatives(cars=cars, free_from=own.free_from if own else None)
