"""Background tasks of customers."""

from collections import deque
from datetime import datetime
from uuid import UUID

from abano.bookings.customers.identity import find_unassigned
from abano.bookings.customers.merging import BEGINNING, assign_batch
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry

BATCH = 1000
# Number of five-second queries to look back. Covers the longest job.
LOOK_BACK = 30


class CustomerAssigner:
    """Assigns visitors' bookings to customers shortly after they are created.

    Done asynchronously to keep bookings fast. A worker's first round processes all bookings of the company,
    later rounds only bookings written since.
    """

    def __init__(self) -> None:
        self._since: dict[TenantId, int] = {}

    async def assign_new(self, db: Database, tenant_id: TenantId) -> int:
        """One round; returns how many bookings it looked at."""
        since, bookings = self._since.get(tenant_id, 0), 0
        after: tuple[datetime, UUID] | None = BEGINNING
        snapshot: int | None = None
        while after is not None:
            async with db.uow(tenant_id) as uow:
                batch = await assign_batch(uow, since, after, BATCH)
            bookings, after = bookings + batch.bookings, batch.last
            snapshot = batch.snapshot if snapshot is None else snapshot
        self._since[tenant_id] = snapshot or 0
        return bookings


class UnassignedBookings:
    """Finds the tenants with bookings that have no customer yet.

    The first query covers all bookings, later ones those written since ``LOOK_BACK`` queries ago: a job that
    was running may have missed bookings written in the meantime.
    """

    def __init__(self) -> None:
        self._snapshots: deque[int] = deque(maxlen=LOOK_BACK)

    async def find(self, db: Database, _now: datetime) -> list[TenantId]:
        snapshot, tenants = await find_unassigned(db, self._snapshots[0] if self._snapshots else 0)
        self._snapshots.append(snapshot)
        return tenants


def register(registry: TaskRegistry) -> None:
    assigner = CustomerAssigner()

    async def assign_new(context: TaskContext, tenant_id: TenantId) -> None:
        await assigner.assign_new(context.db, tenant_id)

    registry.every(seconds=5, name="customers.assign_new", run=assign_new, due=UnassignedBookings().find)
