"""Background tasks of customers."""

from datetime import datetime
from uuid import UUID

from abano.bookings.customers.merging import BEGINNING, assign_batch
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry

BATCH = 1000


class CustomerAssigner:
    """Gives the bookings of visitors to their customers, soon after they were taken.

    Not while they are taken, because that would make every booking slower. The first round of a worker looks at all
    bookings of the company, later ones at those that were written since.
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


def register(registry: TaskRegistry) -> None:
    assigner = CustomerAssigner()

    async def assign_new(context: TaskContext) -> None:
        """Give the bookings of all tenants to their customers."""
        await context.for_each_tenant(lambda tenant_id: assigner.assign_new(context.db, tenant_id))

    registry.every(seconds=5, name="customers.assign_new", run=assign_new)
