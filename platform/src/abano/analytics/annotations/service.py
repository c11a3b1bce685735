"""Use cases of annotations: list with what was published, add, change, delete."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.annotations.models import Annotation
from abano.analytics.annotations.repository import AnnotationRepository
from abano.analytics.figures.query import PeriodQuery, instants
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork

MOST_ANNOTATIONS = 500


class TooManyAnnotations(Conflict):
    """There are 500 annotations already. Please delete one that nobody needs."""


@dataclass(frozen=True, slots=True)
class Marks:
    """``prices`` and ``quizzes``: names of versions, each with its local day. ``authors``: names by id."""

    annotations: Sequence[Annotation]
    prices: Sequence[tuple[str, date]]
    quizzes: Sequence[tuple[str, date]]
    authors: Mapping[UUID, str]


async def load(uow: UnitOfWork, period: PeriodQuery, zone: ZoneInfo, today: date) -> Marks:
    """Everything at days of the period."""
    first, last = period.days(today)
    since, until = instants(first, last, zone)
    rows = AnnotationRepository(uow)

    def by_day(versions: Sequence[tuple[str, datetime]]) -> list[tuple[str, date]]:
        return [(name, at.astimezone(zone).date()) for name, at in versions]

    return Marks(
        await rows.between(first, last),
        by_day(await rows.prices_published(since, until)),
        by_day(await rows.quizzes_published(since, until)),
        await rows.admin_names(),
    )


async def add(uow: UnitOfWork, actor: Actor, day: date, text: str, now: datetime) -> UUID:
    """Raises TooManyAnnotations."""
    if actor.admin_id is None:
        raise NotFound
    rows = AnnotationRepository(uow)
    await rows.lock()
    if await rows.count() >= MOST_ANNOTATIONS:
        raise TooManyAnnotations
    row = Annotation(
        tenant_id=uow.tenant_id, id=new_id(), day=day, text=text, created_by=actor.admin_id, created_at=now
    )
    await rows.add(row)
    await _record(uow, actor, "annotation.added", row.id, {}, _told(row), now)
    return row.id


async def change(
    uow: UnitOfWork, actor: Actor, annotation_id: UUID, day: date, text: str, now: datetime
) -> None:
    """Raises NotFound."""
    row = await _find(uow, annotation_id)
    before = _told(row)
    row.day, row.text = day, text
    await _record(uow, actor, "annotation.changed", annotation_id, before, _told(row), now)


async def remove(uow: UnitOfWork, actor: Actor, annotation_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    row = await _find(uow, annotation_id)
    await AnnotationRepository(uow).delete(annotation_id)
    await _record(uow, actor, "annotation.deleted", annotation_id, _told(row), {}, now)


async def load_annotation_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """For the audit log."""
    return await AnnotationRepository(uow).names(ids)


async def _find(uow: UnitOfWork, annotation_id: UUID) -> Annotation:
    row = await AnnotationRepository(uow).find(annotation_id)
    if row is None:
        raise NotFound
    return row


def _told(row: Annotation) -> dict[str, object]:
    return {"day": row.day, "text": row.text}


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    annotation_id: UUID,
    before: Mapping[str, object],
    after: Mapping[str, object],
    now: datetime,
) -> None:
    subject = ("annotation", annotation_id)
    await record(uow, actor, action, subject=subject, before=before, after=after, now=now)
