"""Where a demo company's bookings came from: visitors who answered the quiz, with and without a campaign."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select

from abano.database.unit_of_work import UnitOfWork
from abano.models.journeys import JourneyEvent
from abano.models.quiz import QuizAnswer, QuizDefinitionRow, QuizExperimentRow, QuizSession
from abano.seeds.bulk import add_rows
from abano.seeds.experiments import experiment_rows, other_versions, plan
from abano.seeds.quiz_year import Quiz, QuizYearMaker, always_asked
from abano.seeds.visits import make_visits
from abano.tenants.tenant import Tenant

Row = dict[str, Any]


async def load_journeys(uow: UnitOfWork, tenant: Tenant, bookings: Sequence[Row], now: datetime) -> list[Row]:
    """Add quiz sessions, visits and experiments, and name the sessions in ``bookings``, which are not stored yet.

    Answers the sessions.
    """
    query = select(QuizDefinitionRow).where(
        QuizDefinitionRow.tenant_id == uow.tenant_id, QuizDefinitionRow.is_current
    )
    current = await uow.session.scalar(query)
    if current is None:
        return []
    others = other_versions(current.definition)
    planned = plan(tenant.slug, current.version, [one["version"] for one in others], now)
    quiz = Quiz(current.version, list(always_asked(current.definition)), planned)
    year = QuizYearMaker(tenant, quiz, now).make(bookings)
    versions = [
        {
            "tenant_id": uow.tenant_id,
            "version": one["version"],
            "definition": one,
            "translations": current.translations,
            "is_current": False,
        }
        for one in others
    ]
    if versions:
        await uow.session.execute(insert(QuizDefinitionRow), versions)
    experiments = experiment_rows(tenant.id, planned, year.sessions, bookings, now)
    if experiments:
        await uow.session.execute(insert(QuizExperimentRow), experiments)
    await add_rows(uow, QuizSession, [*year.sessions, *year.before])
    await add_rows(uow, QuizAnswer, year.answers)
    await add_rows(uow, JourneyEvent, make_visits(tenant, bookings, year.sessions))
    return year.sessions
