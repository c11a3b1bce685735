"""SQL of what vehicles cost."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, case, delete, func, select, text

from abano.accounts.access.models import AdminRow
from abano.catalog.published.models import CarRow
from abano.core.errors import NotFound
from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys, ignoring_case
from abano.db.repositories import AddingRepository
from abano.fleet.costs.models import VehicleCost
from abano.fleet.costs.rules import CostKind, Spending
from abano.fleet.reservations.models import VehicleRow

BATCH = 500
_TOTAL = case(
    (VehicleCost.kind == "lease", VehicleCost.amount_minor * VehicleCost.months),
    else_=VehicleCost.amount_minor,
)
_SORT_KEYS = SortKeys(
    {
        "spentOn": VehicleCost.spent_on,
        "plate": VehicleRow.plate_key,
        "kind": VehicleCost.kind,
        "amount": VehicleCost.amount_minor,
        "supplier": ignoring_case(VehicleCost.supplier),
    },
    VehicleCost.id,
)
# One day's costs by vehicle and month, and those that are spread one by one.
_ONCE = text("""
select vehicle_id, date_trunc('month', spent_on)::date as month, kind, sum(amount_minor)::bigint as amount_minor
from vehicle_costs
where tenant_id = :tenant and currency = :currency and months = 1 and spent_on between :first and :last
group by 1, 2, 3
""")
_SPREAD = text("""
select vehicle_id, kind, spent_on, amount_minor, months from vehicle_costs
where tenant_id = :tenant and currency = :currency and months > 1 and spent_on <= :last
  and date_trunc('month', spent_on) + make_interval(months => months) > :first
""")


class ListedCost(NamedTuple):
    cost: VehicleCost
    plate: str
    car: str
    admin_name: str | None


class CostSum(NamedTuple):
    currency: str
    row_count: int
    total_minor: int


class VehicleSpending(NamedTuple):
    vehicle_id: UUID
    spending: Spending


@dataclass(frozen=True, slots=True)
class CostFilter:
    """Days of the company, both included."""

    vehicle_id: UUID | None = None
    kind: CostKind | None = None
    first: date | None = None
    last: date | None = None


class CostRepository(AddingRepository):
    """Costs of one tenant, within the caller's transaction."""

    async def has_vehicle(self, vehicle_id: UUID) -> bool:
        return await self._session.get(VehicleRow, (self._tenant, vehicle_id)) is not None

    async def count(self) -> int:
        query = select(func.count()).where(VehicleCost.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def find(self, cost_id: UUID) -> VehicleCost | None:
        return await self._session.get(VehicleCost, (self._tenant, cost_id))

    async def get_locked(self, cost_id: UUID) -> VehicleCost:
        """Raises NotFound."""
        query = select(VehicleCost).where(VehicleCost.tenant_id == self._tenant, VehicleCost.id == cost_id)
        cost = await self._session.scalar(query.with_for_update())
        if cost is None:
            raise NotFound
        return cost

    async def remove(self, cost: VehicleCost) -> None:
        await self._session.execute(
            delete(VehicleCost).where(VehicleCost.tenant_id == self._tenant, VehicleCost.id == cost.id)
        )

    async def page(self, criteria: CostFilter, request: PageRequest) -> Page[ListedCost]:
        """Raises InvalidInput for the cursor."""
        return await _SORT_KEYS.fetch(self._session, self._matching(criteria), ListedCost, request)

    async def stream(self, criteria: CostFilter, sort: str) -> AsyncIterator[ListedCost]:
        """All of them, in batches."""
        query = _SORT_KEYS.apply(self._matching(criteria), PageRequest(sort, BATCH))
        result = await self._session.stream(query, execution_options={"yield_per": BATCH})
        async for row in result:
            yield ListedCost(*row)

    async def sums(self, criteria: CostFilter) -> list[CostSum]:
        """Of everything that matches, by currency."""
        query = select(VehicleCost.currency, func.count(), func.sum(_TOTAL)).where(
            *self._conditions(criteria)
        )
        rows = await self._session.execute(
            query.group_by(VehicleCost.currency).order_by(VehicleCost.currency)
        )
        return [CostSum(currency, count, int(total)) for currency, count, total in rows]

    async def within(self, currency: str, first: date, last: date) -> list[VehicleSpending]:
        """What counts in these days: single costs summed by vehicle, kind and month, then those that are spread."""
        days = {"tenant": self._tenant, "currency": currency, "first": first, "last": last}
        once = await self._session.execute(_ONCE, days)
        found = [
            # Of some day of that month within the period.
            VehicleSpending(
                row.vehicle_id, Spending(row.kind, max(row.month, first), row.amount_minor, months=1)
            )
            for row in once
        ]
        spread = await self._session.execute(_SPREAD, days)
        found += [
            VehicleSpending(row.vehicle_id, Spending(row.kind, row.spent_on, row.amount_minor, row.months))
            for row in spread
        ]
        return found

    async def count_in_other_currencies(self, currency: str) -> int:
        query = select(func.count()).where(
            VehicleCost.tenant_id == self._tenant, VehicleCost.currency != currency
        )
        return await self._session.scalar(query) or 0

    async def vehicles(self) -> Sequence[tuple[UUID, str, UUID, str]]:
        """Id, plate, car and the car's name of every vehicle."""
        query = (
            select(VehicleRow.id, VehicleRow.plate, VehicleRow.car_id, CarRow.name)
            .join(CarRow, (CarRow.tenant_id == VehicleRow.tenant_id) & (CarRow.id == VehicleRow.car_id))
            .where(VehicleRow.tenant_id == self._tenant)
        )
        return [(each.id, each.plate, each.car_id, each.name) for each in await self._session.execute(query)]

    def _matching(self, criteria: CostFilter) -> Select[VehicleCost, str, str, str | None]:
        return (
            select(VehicleCost, VehicleRow.plate, CarRow.name, AdminRow.name)
            .join(
                VehicleRow,
                (VehicleRow.tenant_id == VehicleCost.tenant_id) & (VehicleRow.id == VehicleCost.vehicle_id),
            )
            .join(CarRow, (CarRow.tenant_id == VehicleRow.tenant_id) & (CarRow.id == VehicleRow.car_id))
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == VehicleCost.tenant_id) & (AdminRow.id == VehicleCost.created_by),
            )
            .where(*self._conditions(criteria))
        )

    def _conditions(self, criteria: CostFilter) -> list[ColumnElement[bool]]:
        found = [VehicleCost.tenant_id == self._tenant]
        if criteria.vehicle_id is not None:
            found.append(VehicleCost.vehicle_id == criteria.vehicle_id)
        if criteria.kind is not None:
            found.append(VehicleCost.kind == criteria.kind)
        if criteria.first is not None:
            found.append(VehicleCost.spent_on >= criteria.first)
        if criteria.last is not None:
            found.append(VehicleCost.spent_on <= criteria.last)
        return found
