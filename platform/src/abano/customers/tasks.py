"""Background tasks of customers."""

from abano.customers.assigning import CustomerAssigner
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    assigner = CustomerAssigner()

    async def assign_new(context: TaskContext) -> None:
        """Give new bookings, and once an hour all that have none, to their customers."""
        for tenant_id in await context.tenant_ids():
            await assigner.assign_new(context.db, tenant_id, context.clock.now())

    registry.every(seconds=5, name="customers.assign_new", run=assign_new)
