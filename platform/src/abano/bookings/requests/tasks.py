"""Background task of what customers send: photographs of licences go when their booking was cancelled."""

from datetime import timedelta

from abano.bookings.requests.repository import VisitorRepository
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.site.storage.service import delete_files

# A cancellation can be taken back for a while.
KEPT_AFTER_CANCELLATION = timedelta(days=1)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="bookings.forget_licences", run=forget_licences)


async def forget_licences(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete photographs that came for bookings which were cancelled a day ago."""
    before = context.clock.now() - KEPT_AFTER_CANCELLATION
    async with context.db.uow(tenant_id) as uow:
        await delete_files(uow, await VisitorRepository(uow).forget_pictures(before))
