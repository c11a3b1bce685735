"""Summary of a quiz session, for other domains."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.quiz import QuizAnswer, QuizSession


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    question_id: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """Source and answers of a visitor. The UTM values come from the URL and are not trusted."""

    session_id: str
    started_at: datetime
    completed_at: datetime | None
    device: str
    source: str | None
    medium: str | None
    campaign: str | None
    answers: tuple[GivenAnswer, ...]


async def find_session_summary(uow: UnitOfWork, session_id: str) -> SessionSummary | None:
    """One session with its counted answers in order, or None."""
    row = await uow.session.get(QuizSession, (uow.tenant_id, session_id))
    if row is None:
        return None
    query = (
        select(QuizAnswer)
        .where(
            QuizAnswer.tenant_id == uow.tenant_id, QuizAnswer.session_id == session_id, QuizAnswer.is_counted
        )
        .order_by(QuizAnswer.sequence, QuizAnswer.answered_at, QuizAnswer.question_id)
    )
    answers = tuple(
        GivenAnswer(answer.question_id, answer.question_text, answer.answer_text)
        for answer in await uow.session.scalars(query)
    )
    return SessionSummary(
        session_id=row.session_id,
        started_at=row.started_at,
        completed_at=row.completed_at,
        device=row.device,
        source=row.utm_source,
        medium=row.utm_medium,
        campaign=row.utm_campaign,
        answers=answers,
    )
