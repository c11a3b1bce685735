"""Background task of experiments."""

from typing import get_args

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.experiments.repository import tenants_with_experiments
from abano.marketing.experiments.service import Subject, end_if_over


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=60, name="experiments.judge", run=judge_experiments, due=tenants_with_experiments)


async def judge_experiments(context: TaskContext, tenant_id: TenantId) -> None:
    """End experiments that are decided, or whose time is over."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        for subject in get_args(Subject):
            await end_if_over(uow, subject, now)
