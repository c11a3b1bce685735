"""While an experiment runs, what visitors are asked is its matter."""

from abano.database.driver_errors import stands_for
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict
from abano.quiz.experiments.repository import ExperimentRepository


@stands_for("quiz_experiments_one_running")
class ExperimentRunning(Conflict):
    """An experiment with the quiz is running. Stop it before you choose what visitors are asked."""


async def refuse_while_running(uow: UnitOfWork) -> None:
    """Raises ExperimentRunning."""
    if await ExperimentRepository(uow).running() is not None:
        raise ExperimentRunning
