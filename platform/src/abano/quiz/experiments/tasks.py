"""Background task of experiments."""

from abano.analytics.client import AnalyticsClient
from abano.analytics.service import QuizAnalytics
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.quiz.experiments.counting import Figures
from abano.quiz.experiments.repository import ExperimentRepository
from abano.quiz.experiments.service import decide, settle

SECONDS = 60


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=SECONDS, name="quiz.judge_experiments", run=judge_experiments)


async def judge_experiments(context: TaskContext) -> None:
    """End the experiments that are decided, or whose time is over."""
    figures = QuizAnalytics(AnalyticsClient(context.settings, context.db))
    try:
        await settle_all(context, figures)
    finally:
        await figures.close()


async def settle_all(context: TaskContext, figures: Figures) -> None:
    """No transaction is open while figures are asked for."""
    now = context.clock.now()
    for tenant_id in await context.tenant_ids():
        async with context.db.uow(tenant_id) as uow:
            row = await ExperimentRepository(uow).running()
        found = await decide(tenant_id, row, figures, now) if row else None
        if row and found:
            async with context.db.uow(tenant_id) as uow:
                await settle(uow, row.id, *found, now)
