"""Use cases of what vehicles cost: add, change and remove costs and their receipts, list them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.core.money import to_decimal, to_minor
from abano.core.paging import Page, PageRequest
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.costs.models import VehicleCost
from abano.fleet.costs.repository import CostFilter, CostRepository, CostSum, ListedCost
from abano.fleet.costs.rules import OwnVehicle, Spending
from abano.fleet.costs.schemas import VehicleCostRequest
from abano.storage.images import Picture
from abano.storage.service import Content, Media, delete_files

MAX_COSTS = 200_000


class TooManyCosts(Conflict):
    """You have reached the limit of costs."""


async def add(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: VehicleCostRequest, currency: str, now: datetime
) -> UUID:
    """Raises NotFound, TooManyCosts."""
    cost = await store(uow, actor, vehicle_id, request, currency, now)
    await _note(uow, actor, cost, "vehicle.cost_added", now, after=_public(cost))
    return cost.id


async def store(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: VehicleCostRequest, currency: str, now: datetime
) -> VehicleCost:
    """Add a cost for a use case that writes its own entry of the audit log. Raises NotFound, TooManyCosts."""
    repository = CostRepository(uow)
    if not await repository.has_vehicle(vehicle_id):
        raise NotFound
    if await repository.count() >= MAX_COSTS:
        raise TooManyCosts
    cost = VehicleCost(
        tenant_id=uow.tenant_id,
        id=new_id(),
        vehicle_id=vehicle_id,
        currency=currency,
        created_by=actor.admin_id,
        created_at=now,
        updated_at=now,
        **_values(request),
    )
    await repository.add(cost)
    return cost


async def change(
    uow: UnitOfWork, actor: Actor, cost_id: UUID, request: VehicleCostRequest, now: datetime
) -> None:
    """Raises NotFound."""
    cost = await CostRepository(uow).get_locked(cost_id)
    before = _public(cost)
    for field, value in _values(request).items():
        setattr(cost, field, value)
    cost.updated_at = now
    await CostRepository(uow).flush()
    await _note(uow, actor, cost, "vehicle.cost_changed", now, before=before, after=_public(cost))


async def remove(uow: UnitOfWork, actor: Actor, cost_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    repository = CostRepository(uow)
    cost = await repository.get_locked(cost_id)
    await repository.remove(cost)
    if cost.receipt_id is not None:
        await delete_files(uow, [cost.receipt_id])
    await _note(uow, actor, cost, "vehicle.cost_removed", now, before=_public(cost))


async def list_costs(
    uow: UnitOfWork, criteria: CostFilter, request: PageRequest
) -> tuple[Page[ListedCost], list[CostSum]]:
    """Raises InvalidInput for the cursor."""
    repository = CostRepository(uow)
    return await repository.page(criteria, request), await repository.sums(criteria)


def stream_costs(uow: UnitOfWork, criteria: CostFilter, sort: str) -> AsyncIterator[ListedCost]:
    return CostRepository(uow).stream(criteria, sort)


@dataclass(frozen=True, slots=True)
class Spent:
    """``foreign``: how many costs are in another currency; they are not among ``costs``."""

    costs: list[tuple[UUID, Spending]]
    vehicles: dict[UUID, OwnVehicle]
    foreign: int


async def load_spending(uow: UnitOfWork, currency: str, first: date, last: date) -> Spent:
    """What of all costs counts in these days, with the vehicles."""
    repository = CostRepository(uow)
    return Spent(
        [(each.vehicle_id, each.spending) for each in await repository.within(currency, first, last)],
        {id_: OwnVehicle(plate, car_id, car) for id_, plate, car_id, car in await repository.vehicles()},
        await repository.count_in_other_currencies(currency),
    )


# Receipts: private files, for the team alone.


async def require_cost(uow: UnitOfWork, cost_id: UUID) -> None:
    """Raises NotFound."""
    if await CostRepository(uow).find(cost_id) is None:
        raise NotFound


async def keep_receipt(
    uow: UnitOfWork, media: Media, actor: Actor, cost_id: UUID, file: Picture | bytes, now: datetime
) -> None:
    """Replace the receipt. Raises NotFound, MediaFull, MediaUnavailable."""
    cost = await CostRepository(uow).get_locked(cost_id)
    old, new = cost.receipt_id, new_id()
    if isinstance(file, Picture):
        await media.add_picture(uow, new, file, None, now)
        size = len(file.content)
    else:
        await media.add_document(uow, new, file, None, now)
        size = len(file)
    cost.receipt_id, cost.updated_at = new, now
    await CostRepository(uow).flush()
    if old is not None:
        await delete_files(uow, [old])
    after = {"kind": cost.kind, "spentOn": cost.spent_on, "bytes": size}
    await _note(uow, actor, cost, "vehicle.receipt_added", now, after=after)


async def remove_receipt(uow: UnitOfWork, actor: Actor, cost_id: UUID, now: datetime) -> None:
    """Raises NotFound if there is no cost or no receipt."""
    cost = await CostRepository(uow).get_locked(cost_id)
    if cost.receipt_id is None:
        raise NotFound
    file_id, cost.receipt_id, cost.updated_at = cost.receipt_id, None, now
    await CostRepository(uow).flush()
    await delete_files(uow, [file_id])
    before = {"kind": cost.kind, "spentOn": cost.spent_on}
    await _note(uow, actor, cost, "vehicle.receipt_removed", now, before=before)


async def read_receipt(uow: UnitOfWork, media: Media, cost_id: UUID) -> Content:
    """Raises NotFound if there is no cost or no receipt, MediaUnavailable, ContentLost."""
    cost = await CostRepository(uow).find(cost_id)
    if cost is None or cost.receipt_id is None:
        raise NotFound
    return await media.read(uow, cost.receipt_id)


def _values(request: VehicleCostRequest) -> dict[str, object]:
    return {
        "kind": request.kind,
        "spent_on": request.spent_on,
        "amount_minor": to_minor(request.amount),
        "months": request.months,
        "supplier": request.supplier,
        "note": request.note,
    }


def _public(cost: VehicleCost) -> dict[str, object]:
    """The audit log's values of a cost. The note is left out: it is free text."""
    return {
        "kind": cost.kind,
        "spentOn": cost.spent_on,
        "amount": f"{to_decimal(cost.amount_minor)} {cost.currency}",
        "months": cost.months,
        "supplier": cost.supplier,
        "notes": cost.note,
    }


async def _note(
    uow: UnitOfWork,
    actor: Actor,
    cost: VehicleCost,
    action: str,
    now: datetime,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    subject = ("vehicle", cost.vehicle_id)
    await record(uow, actor, action, subject=subject, before=before, after=after, now=now)
