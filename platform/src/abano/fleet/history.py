"""The history of a vehicle: append-only, also in the database."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic_core import to_jsonable_python

from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.kit.ids import new_id
from abano.models.fleet import VehicleEvent

EventKind = Literal[
    "created",
    "changed",
    "document_added",
    "document_removed",
    "service_planned",
    "service_done",
    "service_removed",
    "blocked",
    "block_moved",
    "unblocked",
    "assigned",
    "released",
    "handed_over",
    "returned",
    "damage_repaired",
]


async def remember(
    uow: UnitOfWork,
    vehicle_id: UUID,
    kind: EventKind,
    *,
    now: datetime,
    actor: Actor | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> None:
    """Add an event in the caller's transaction. ``actor`` is None where nobody of the company decided."""
    uow.session.add(
        VehicleEvent(
            tenant_id=uow.tenant_id,
            id=new_id(),
            vehicle_id=vehicle_id,
            kind=kind,
            before=to_jsonable_python(dict(before or {})),
            after=to_jsonable_python(dict(after or {})),
            reason=reason,
            admin_id=actor.admin_id if actor else None,
            created_at=now,
        )
    )
    await uow.session.flush()
