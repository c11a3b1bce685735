"""Background task of experiments."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.experiments.service import end_if_over

SECONDS = 60


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=SECONDS, name="quiz.judge_experiments", run=judge_experiments)


async def judge_experiments(context: TaskContext) -> None:
    """End the experiments that are decided, or whose time is over."""
    now = context.clock.now()

    async def judge(tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id) as uow:
            await end_if_over(uow, now)

    await context.for_each_tenant(judge)
