"""Background task: usage is counted every hour, and owners are warned of what is used up of their plan."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.kinds import PlanLimitWarning
from abano.messaging.outbox.outbox import enqueue
from abano.team.users.users import list_people
from abano.tenancy.plans.service import count_usage


async def count(context: TaskContext, tenant_id: TenantId) -> None:
    """Count today, and days that may have changed. Owners get one email for each measure and period."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        plan, reached = await count_usage(uow, now)
        if not reached:
            return
        for owner in (await list_people(uow)).admins:
            if owner.role != "owner" or owner.disabled_at is not None:
                continue
            for usage in reached:
                limits = (usage.limit.hard, usage.limit.soft)
                message = PlanLimitWarning(
                    to=owner.email,
                    name=owner.name,
                    plan=plan.name,
                    measure=usage.measure,
                    used=usage.used,
                    limit=next((limit for limit in limits if limit is not None), usage.used),
                    is_hard=usage.state == "hard",
                    language=owner.language,
                )
                await enqueue(uow, message, now)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3_600, name="company.count_usage", run=count, sends=True)
