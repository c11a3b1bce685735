"""Background tasks of customers."""

from datetime import UTC, datetime, timedelta

from abano.customers.assigning import LastSeen, assign_span
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry

SPAN = 1000
# A booking is stored some moments after the time that it bears, and workers take turns.
LOOK_BACK = timedelta(minutes=10)
# How often everything is looked through, for bookings that bear an earlier time: imported ones, and the past.
WHOLE = timedelta(hours=1)
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


class CustomerAssigner:
    """Gives the bookings of visitors to their customers, soon after they were taken.

    Not while they are taken, because that would make every booking slower. The first round goes through all bookings
    of the company, and so does one an hour.
    """

    def __init__(self) -> None:
        self._whole_at: dict[TenantId, datetime] = {}

    async def assign_new(self, db: Database, tenant_id: TenantId, now: datetime) -> int:
        """One round; answers how many bookings got a customer."""
        earlier = self._whole_at.get(tenant_id)
        is_whole = earlier is None or now - earlier >= WHOLE
        last: LastSeen | None = LastSeen(BEGINNING if is_whole else now - LOOK_BACK)
        assigned = 0
        while last is not None:
            async with db.uow(tenant_id) as uow:
                span = await assign_span(uow, last, SPAN)
            assigned, last = assigned + span.assigned, span.last
        if is_whole:
            self._whole_at[tenant_id] = now
        return assigned


def register(registry: TaskRegistry) -> None:
    assigner = CustomerAssigner()

    async def assign_new(context: TaskContext) -> None:
        """Give the bookings of all tenants to their customers."""
        for tenant_id in await context.tenant_ids():
            await assigner.assign_new(context.db, tenant_id, context.clock.now())

    registry.every(seconds=5, name="customers.assign_new", run=assign_new)
