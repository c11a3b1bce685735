"""The vehicles of a car that visitors may see, for the site."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from abano.database.unit_of_work import UnitOfWork
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.rules import rounded_kilometres

MOST_SHOWN = 12


class ShownVehicle(NamedTuple):
    """``mileage_km`` in whole thousands; ``picture`` refers to the media library."""

    year: int | None
    mileage_km: int
    picture: Mapping[str, Any] | None


async def load_shown_vehicles(uow: UnitOfWork, car_id: UUID) -> list[ShownVehicle]:
    """At most twelve, the newest first; without what tells one vehicle from another on the road."""
    found = await VehicleRepository(uow).list_shown(car_id, MOST_SHOWN)
    return [ShownVehicle(each.year, rounded_kilometres(each.mileage_km), each.picture) for each in found]
