"""Blocks of an imported calendar: kept as its busy times are, in one short transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from pydantic_core import to_jsonable_python

from abano.accounts.access.principals import Actor
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.models import VehicleEvent, VehicleReservation
from abano.fleet.reservations.repository import ReservationRepository
from abano.fleet.reservations.rules import Interval, Overlapping, OwnBlock, Taken, floor_minute, plan_blocks
from abano.fleet.reservations.service import EventKind, block_snapshot


async def reconcile(
    uow: UnitOfWork, calendar_id: UUID, name: str, vehicle_id: UUID, busy: Sequence[Interval], now: datetime
) -> Sequence[Overlapping]:
    """Block the vehicle for the busy times from now on, and return those that other reservations have.

    Raises VehicleAlreadyBooked when someone books the vehicle concurrently: repeat the transaction.
    """
    repository = ReservationRepository(uow)
    rows = await repository.list_from(vehicle_id, now)
    own = {row.id: row for row in rows if row.imported_calendar_id == calendar_id}
    plan = plan_blocks(
        busy,
        [OwnBlock(row.id, row.starts_at, row.ends_at) for row in own.values()],
        [
            Taken(row.id, row.starts_at, row.ends_at, row.blocked_until)
            for row in rows
            if row.imported_calendar_id != calendar_id
        ],
        now,
    )
    events = _Events(uow, vehicle_id, now)
    before = {each: block_snapshot(own[each]) for each in own}
    # Within their old time first, then in their new one: no two of them ever overlap in between.
    for each, wanted in plan.changed.items():
        row = own[each]
        _set(row, Interval(max(row.starts_at, wanted.starts_at), min(row.ends_at, wanted.ends_at)))
    for each in plan.ended:
        _set(own[each], Interval(own[each].starts_at, floor_minute(now)))
        events.add("unblocked", before=before[each])
    await uow.session.flush()
    await repository.remove_all(plan.removed)
    for each in plan.removed:
        events.add("unblocked", before=before[each])
    for each, wanted in plan.changed.items():
        _set(own[each], wanted)
        events.add("block_moved", before=before[each], after=block_snapshot(own[each]))
    await uow.session.flush()
    if plan.added:
        number = await repository.number_of(vehicle_id)
        for piece in plan.added:
            row = VehicleReservation(
                tenant_id=uow.tenant_id,
                id=new_id(),
                vehicle_id=vehicle_id,
                vehicle_number=number,
                kind="other",
                title=name,
                starts_at=piece.starts_at,
                ends_at=piece.ends_at,
                blocked_until=piece.ends_at,
                created_at=now,
                imported_calendar_id=calendar_id,
            )
            uow.session.add(row)
            events.add("blocked", after=block_snapshot(row))
        await uow.session.flush()
    return plan.conflicts


async def remove_future(
    uow: UnitOfWork, actor: Actor, calendar_id: UUID, vehicle_id: UUID, now: datetime
) -> None:
    """Free the vehicle from now on: a block that has begun ends now."""
    repository = ReservationRepository(uow)
    rows = [
        row for row in await repository.list_from(vehicle_id, now) if row.imported_calendar_id == calendar_id
    ]
    events = _Events(uow, vehicle_id, now, actor)
    for row in rows:
        events.add("unblocked", before=block_snapshot(row))
        if row.starts_at < floor_minute(now):
            _set(row, Interval(row.starts_at, floor_minute(now)))
    await uow.session.flush()
    await repository.remove_all([row.id for row in rows if row.ends_at > now])


async def rename(uow: UnitOfWork, calendar_id: UUID, name: str) -> None:
    """Blocks have the calendar's name as their title."""
    await ReservationRepository(uow).rename_imported(calendar_id, name)


async def count_future(uow: UnitOfWork, now: datetime) -> Mapping[UUID, int]:
    """Blocks from now on, by calendar."""
    return await ReservationRepository(uow).count_imported(now)


class _Events:
    """The vehicle's history, written with the next flush."""

    def __init__(self, uow: UnitOfWork, vehicle_id: UUID, now: datetime, actor: Actor | None = None) -> None:
        self._uow, self._vehicle_id, self._now, self._actor = uow, vehicle_id, now, actor

    def add(
        self,
        kind: EventKind,
        *,
        before: dict[str, object] | None = None,
        after: dict[str, object] | None = None,
    ) -> None:
        self._uow.session.add(
            VehicleEvent(
                tenant_id=self._uow.tenant_id,
                id=new_id(),
                vehicle_id=self._vehicle_id,
                kind=kind,
                before=to_jsonable_python(before or {}),
                after=to_jsonable_python(after or {}),
                admin_id=self._actor.admin_id if self._actor else None,
                created_at=self._now,
            )
        )


def _set(row: VehicleReservation, interval: Interval) -> None:
    row.starts_at, row.ends_at = interval
    row.blocked_until = interval.ends_at
