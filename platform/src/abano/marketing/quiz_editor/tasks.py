"""Background task of experiments."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.quiz_editor.repository import tenants_with_experiments
from abano.marketing.quiz_editor.service import end_if_over


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=60, name="quiz.judge_experiments", run=judge_experiments, due=tenants_with_experiments
    )


async def judge_experiments(context: TaskContext, tenant_id: TenantId) -> None:
    """End an experiment that is decided, or whose time is over."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        await end_if_over(uow, now)
