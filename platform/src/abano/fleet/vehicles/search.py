"""Search of vehicles, for other domains."""

from abano.database.unit_of_work import UnitOfWork
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.rules import plate_key
from abano.models.fleet import VehicleRow


async def find_vehicles(uow: UnitOfWork, typed: str, limit: int) -> list[tuple[VehicleRow, str]]:
    """Vehicles by a part of their plate, in any spelling, or of their car's name, with the names of their cars."""
    return await VehicleRepository(uow).search(plate_key(typed), typed, limit)
