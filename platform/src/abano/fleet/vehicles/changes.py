"""A change of what belongs to a vehicle, in its history and in the audit log."""

from datetime import datetime
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.fleet.history import EventKind, remember
from abano.fleet.vehicles import schemas


async def note_change(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    kind: EventKind,
    action: str,
    request: schemas.DocumentRequest | schemas.ServiceRequest | schemas.ServiceDoneRequest,
    now: datetime,
) -> None:
    after = request.model_dump(mode="json", by_alias=True)
    await remember(uow, vehicle_id, kind, now=now, actor=actor, after=after)
    await record(uow, actor, action, subject=("vehicle", vehicle_id), after=after, now=now)
