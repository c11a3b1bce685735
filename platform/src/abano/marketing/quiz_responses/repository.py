"""SQL of written answers: the list, and the state of a contact."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Uuid, cast, column, func, or_, select, table

from abano.core.errors import NotFound
from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys
from abano.db.repositories import Repository
from abano.marketing.quiz.models import QuizAnswer, QuizSession
from abano.marketing.quiz_responses.rules import Filters

# Bookings belong to another area.
_BOOKINGS = table(
    "bookings",
    *(
        column(name)
        for name in ("tenant_id", "id", "reference", "quiz_session_id", "attributed_session_id", "created_at")
    ),
)
_SORT_KEYS = SortKeys(
    {"answeredAt": QuizAnswer.answered_at},
    cast(func.md5(QuizAnswer.session_id + "/" + QuizAnswer.question_id), Uuid),
)
_WORDS = func.concat_ws(
    " ", *(QuizAnswer.details[name].astext for name in ("text", "name", "email", "phone"))
)


class WrittenRow(NamedTuple):
    """A written answer, its session, and the newest booking of that session."""

    answer: QuizAnswer
    session: QuizSession
    booking_id: UUID | None
    reference: str | None


class WrittenRepository(Repository):
    """Written answers of one tenant, in the caller's transaction."""

    async def page(self, filters: Filters, request: PageRequest) -> Page[WrittenRow]:
        """Raises InvalidInput for a bad cursor."""
        b = _BOOKINGS.c
        booking = (
            select(b.id, b.reference)
            .where(
                b.tenant_id == QuizAnswer.tenant_id,
                or_(
                    b.attributed_session_id == QuizAnswer.session_id,
                    b.quiz_session_id == QuizAnswer.session_id,
                ),
            )
            .order_by(b.created_at.desc())
            .limit(1)
            .lateral("booking")
        )
        query = (
            select(QuizAnswer, QuizSession, cast(booking.c.id, Uuid), booking.c.reference)
            .join(
                QuizSession,
                (QuizSession.tenant_id == QuizAnswer.tenant_id)
                & (QuizSession.session_id == QuizAnswer.session_id),
            )
            .outerjoin(booking, QuizAnswer.tenant_id == QuizAnswer.tenant_id)
            .where(QuizAnswer.tenant_id == self._tenant, *_conditions(filters))
        )
        return await _SORT_KEYS.fetch(self._session, query, WrittenRow, request)

    async def count_open(self) -> int:
        """Contacts that are open."""
        query = (
            select(func.count())
            .select_from(QuizAnswer)
            .where(QuizAnswer.tenant_id == self._tenant, *_conditions(Filters("contact", "", "open")))
        )
        return await self._session.scalar(query) or 0

    async def get_locked(self, session_id: str, question_id: str) -> QuizAnswer:
        """Raises NotFound for an answer without words."""
        query = (
            select(QuizAnswer)
            .where(
                QuizAnswer.tenant_id == self._tenant,
                QuizAnswer.session_id == session_id,
                QuizAnswer.question_id == question_id,
                QuizAnswer.details.is_not(None),
            )
            .with_for_update()
        )
        row = await self._session.scalar(query)
        if row is None:
            raise NotFound
        return row

    async def set_followed_up(self, row: QuizAnswer, at: datetime | None) -> None:
        row.followed_up_at = at
        await self._session.flush()

    async def delete_words(self, row: QuizAnswer) -> None:
        """That there was an answer stays, for the figures."""
        row.details = None
        await self._session.flush()


def _conditions(filters: Filters) -> list[ColumnElement[bool]]:
    is_text = QuizAnswer.details.has_key("text")
    found = [QuizAnswer.details.is_not(None), is_text if filters.kind == "text" else ~is_text]
    if filters.search:
        found.append(_WORDS.icontains(filters.search, autoescape=True))
    if filters.state == "open":
        found.append(QuizAnswer.followed_up_at.is_(None))
    if filters.state == "done":
        found.append(QuizAnswer.followed_up_at.is_not(None))
    return found
