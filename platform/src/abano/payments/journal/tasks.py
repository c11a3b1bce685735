"""Background task: forget idempotency keys."""

from datetime import timedelta

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.payments.journal.service import forget_writes

KEPT = timedelta(days=7)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="payments.forget_keys", run=forget_keys)


async def forget_keys(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete idempotency keys of calls that no one repeats any more."""
    before = context.clock.now() - KEPT
    async with context.db.uow(tenant_id) as uow:
        await forget_writes(uow, before)
