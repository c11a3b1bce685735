"""Use cases of the fleet's settings."""

from datetime import datetime

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.repository import VehicleRepository


async def change(uow: UnitOfWork, actor: Actor, request: schemas.FleetSettingsRequest, now: datetime) -> None:
    """Whether the company promises availability, and the time between two rentals."""
    repository = VehicleRepository(uow)
    availability, minutes = await repository.settings()
    await repository.set_settings(
        availability=request.availability, turn_round_minutes=request.turn_round_minutes, now=now
    )
    await record(
        uow,
        actor,
        "fleet.settings_changed",
        subject=("fleet", "settings"),
        before={"availability": availability, "turnRoundMinutes": minutes},
        after={"availability": request.availability, "turnRoundMinutes": request.turn_round_minutes},
        now=now,
    )


async def show(uow: UnitOfWork) -> schemas.FleetSettingsResponse:
    availability, minutes = await VehicleRepository(uow).settings()
    return schemas.FleetSettingsResponse(availability=availability, turn_round_minutes=minutes)
