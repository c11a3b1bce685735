"""Use cases of a vehicle's damages."""

from datetime import datetime
from uuid import UUID

from abano.audit.service import record as note_in_audit
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import NotFound
from abano.fleet.history import remember
from abano.handover.presentation import body_of_car, present_damage_history
from abano.handover.repository import HandOverRepository
from abano.handover.schemas import DamagesResponse


async def list_damages(uow: UnitOfWork, vehicle_id: UUID) -> DamagesResponse:
    """Raises NotFound."""
    if await HandOverRepository(uow).find_vehicle(vehicle_id) is None:
        raise NotFound
    body = await body_of_car(uow, vehicle_id)
    return DamagesResponse(damages=await present_damage_history(uow, vehicle_id), body=body)


async def repair(uow: UnitOfWork, actor: Actor, vehicle_id: UUID, damage_id: UUID, now: datetime) -> None:
    """Raises NotFound. One that is repaired already stays so."""
    repository = HandOverRepository(uow)
    damage = await repository.find_damage(vehicle_id, damage_id)
    if damage is None:
        raise NotFound
    if damage.repaired_at is not None:
        return
    damage.repaired_at, damage.repaired_by = now, actor.admin_id
    await repository.flush()
    after = {"kind": damage.kind, "foundAt": damage.found_at}
    await remember(uow, vehicle_id, "damage_repaired", now=now, actor=actor, after=after)
    await note_in_audit(
        uow, actor, "vehicle.damage_repaired", subject=("vehicle", vehicle_id), after=after, now=now
    )
