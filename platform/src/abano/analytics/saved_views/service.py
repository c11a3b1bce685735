"""Use cases of saved views and their links, and of annotations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, get_args
from urllib.parse import parse_qs
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from abano.accounts.access.limits import Limit
from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.figures.query import PeriodQuery, TimelineQuery, instants
from abano.analytics.saved_views.models import Annotation, InsightLink, InsightView
from abano.analytics.saved_views.repository import AnnotationRepository, InsightViewRepository
from abano.core.errors import Conflict, InvalidInput, Message, NotFound, RefusedValue
from abano.core.ids import new_id, new_token, token_hash
from abano.db.unit_of_work import UnitOfWork
from abano_shared.contract.figures import Unit

# What saved views may be refused.


class TooManyViews(Conflict):
    """There are already 100 saved views. Delete one first."""


class TooManyViewLinks(Conflict):
    """This view already has 20 links. Revoke one first."""


class SharedViewGone(NotFound):
    """This link has expired or was withdrawn. Please ask for a new one."""


# Pure: how many views and links a company has, and how long links last.

MAX_VIEWS = 100
MAX_LINKS = 20
# Of one link; each reading counts five figures, and as many for each segment beside the first.
MAX_READS = 2000
MAX_DAYS = 90
MAX_QUERY_LENGTH = 2000
# Of links that open nothing, from one address: 256 bits are not guessed, but trying costs us something.
ATTEMPT_LIMIT = Limit(20, timedelta(minutes=1))


def lifetime(days: int) -> timedelta:
    return timedelta(days=days)


# The figures a saved view's URL requests.

MAX_PARAMETERS = 60
# A parameter that may be given more than once.
SEVERAL = frozenset({"answer"})
# The page keeps several answers in one parameter.
BETWEEN = ";"
# The segments beside the first one, A. Their parameters begin with the letter and a dot.
Letter = Literal["B", "C", "D", "E"]
MAX_SEGMENT_NAME = 40
UNREADABLE = Message("unreadable_view", "This view couldn't be saved. Reload the page and try again.")


def figure_query(stored: str) -> TimelineQuery:
    """What of an address concerns figures; whatever else the page keeps there is left out. Raises RefusedValue."""
    return _query(_given(stored))


@dataclass(frozen=True, slots=True)
class Segment:
    """One beside A, in the page's unit. ``name``: by the analyst; may be empty."""

    letter: Letter
    name: str
    query: TimelineQuery


def compared_segments(stored: str) -> list[Segment]:
    """The other segments of a comparison. Raises RefusedValue."""
    given = _given(stored)
    found = []
    for letter in get_args(Letter):
        own = _own(given, letter)
        if own:
            name = segment_name(stored, letter)
            found.append(Segment(letter, name, _query({**own, "unit": given.get("unit", [""])})))
    return found


def segment_name(stored: str, letter: str) -> str:
    """What the analyst calls the segment."""
    return _own(_given(stored), letter).get("name", [""])[-1][:MAX_SEGMENT_NAME]


def _own(given: Mapping[str, list[str]], letter: str) -> dict[str, list[str]]:
    """A segment's parameters, by the page's own names."""
    prefix = f"{letter.lower()}."
    return {name.removeprefix(prefix): values for name, values in given.items() if name.startswith(prefix)}


def _given(stored: str) -> dict[str, list[str]]:
    try:
        return parse_qs(stored, keep_blank_values=True, max_num_fields=MAX_PARAMETERS)
    except ValueError as error:
        raise RefusedValue(UNREADABLE()) from error


def _query(given: Mapping[str, list[str]]) -> TimelineQuery:
    named = {name: _several(values) if name in SEVERAL else values[-1] for name, values in given.items()}
    if named.get("unit") not in get_args(Unit):
        # The page ignores it as well.
        named.pop("unit", None)
    try:
        return TimelineQuery.model_validate(named)
    except ValidationError as error:
        raise RefusedValue(UNREADABLE()) from error


def _several(values: list[str]) -> list[str]:
    return [one for value in values for one in value.split(BETWEEN)]


@dataclass(frozen=True, slots=True)
class SavedViewInput:
    """A view as someone wants it kept."""

    name: str
    query: str
    is_shared: bool


@dataclass(frozen=True, slots=True)
class SavedViews:
    """What one admin sees of the company's views. ``authors``: names by id."""

    views: Sequence[InsightView]
    links: Sequence[InsightLink]
    authors: Mapping[UUID, str]


async def load_views(uow: UnitOfWork, admin_id: UUID, now: datetime) -> SavedViews:
    views = InsightViewRepository(uow)
    found = await views.views(admin_id)
    links = await views.links([view.id for view in found], now)
    return SavedViews(found, links, await views.admin_names())


async def save_view(uow: UnitOfWork, actor: Actor, view_input: SavedViewInput, now: datetime) -> InsightView:
    """Raises InvalidInput, TooManyViews."""
    _require_readable(view_input.query)
    views = InsightViewRepository(uow)
    await views.lock()
    if await views.count() >= MAX_VIEWS:
        raise TooManyViews
    view = InsightView(
        tenant_id=uow.tenant_id,
        id=new_id(),
        name=view_input.name,
        query=view_input.query,
        is_shared=view_input.is_shared,
        created_by=_author(actor),
        created_at=now,
        updated_at=now,
    )
    await views.add(view)
    await _record(uow, actor, "insight.view_saved", ("insight_view", view.id), {}, _view_snapshot(view), now)
    return view


async def change_view(
    uow: UnitOfWork, actor: Actor, view_id: UUID, view_input: SavedViewInput, now: datetime
) -> None:
    """Raises InvalidInput, NotFound."""
    _require_readable(view_input.query)
    view = await _find_view(uow, actor, view_id)
    # A colleague must not take over a view, or make it private to themselves.
    if view.is_shared and not view_input.is_shared and view.created_by != _author(actor):
        raise NotFound
    before = _view_snapshot(view)
    view.name, view.query, view.is_shared, view.updated_at = (
        view_input.name,
        view_input.query,
        view_input.is_shared,
        now,
    )
    await _record(
        uow, actor, "insight.view_changed", ("insight_view", view_id), before, _view_snapshot(view), now
    )


async def remove_view(uow: UnitOfWork, actor: Actor, view_id: UUID, now: datetime) -> None:
    """Its links end with it. Raises NotFound."""
    view = await _find_view(uow, actor, view_id)
    await InsightViewRepository(uow).delete_view(view_id)
    await _record(
        uow, actor, "insight.view_deleted", ("insight_view", view_id), _view_snapshot(view), {}, now
    )


async def make_link(
    uow: UnitOfWork, actor: Actor, view_id: UUID, days: int, now: datetime
) -> tuple[InsightLink, str]:
    """A link and its secret, which is shown once. Whether colleagues see the view does not change.

    Raises NotFound, TooManyViewLinks.
    """
    await _find_view(uow, actor, view_id)
    views = InsightViewRepository(uow)
    await views.delete_ended(view_id, now)
    if len(await views.links([view_id], now)) >= MAX_LINKS:
        raise TooManyViewLinks
    token = new_token()
    link = InsightLink(
        tenant_id=uow.tenant_id,
        id=new_id(),
        view_id=view_id,
        token_hash=token_hash(token),
        created_by=_author(actor),
        created_at=now,
        expires_at=now + lifetime(days),
        reads=0,
        last_read_at=None,
    )
    await views.add(link)
    await _record(
        uow, actor, "insight.link_made", ("insight_view", view_id), {}, {"expiresAt": link.expires_at}, now
    )
    return link, token


async def withdraw_link(uow: UnitOfWork, actor: Actor, view_id: UUID, link_id: UUID, now: datetime) -> None:
    """From now on it opens nothing. Raises NotFound."""
    await _find_view(uow, actor, view_id)
    if not await InsightViewRepository(uow).delete_link(view_id, link_id):
        raise NotFound
    await _record(uow, actor, "insight.link_withdrawn", ("insight_view", view_id), {}, {}, now)


async def load_view_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """For the audit log."""
    return await InsightViewRepository(uow).names(ids)


async def _find_view(uow: UnitOfWork, actor: Actor, view_id: UUID) -> InsightView:
    view = await InsightViewRepository(uow).find(view_id, _author(actor))
    if view is None:
        raise NotFound
    return view


def _author(actor: Actor) -> UUID:
    if actor.admin_id is None:
        raise NotFound
    return actor.admin_id


def _require_readable(query: str) -> None:
    try:
        figure_query(query)
    except RefusedValue as error:
        raise InvalidInput.of("parameters", error.sentence) from error


def _view_snapshot(view: InsightView) -> dict[str, object]:
    return {"name": view.name, "parameters": view.query, "isShared": view.is_shared}


MAX_ANNOTATIONS = 500


class TooManyAnnotations(Conflict):
    """There are already 500 annotations. Delete one first."""


@dataclass(frozen=True, slots=True)
class Marks:
    """``prices`` and ``quizzes``: names of versions, each with its local day. ``authors``: names by id."""

    annotations: Sequence[Annotation]
    prices: Sequence[tuple[str, date]]
    quizzes: Sequence[tuple[str, date]]
    authors: Mapping[UUID, str]


async def load_annotations(uow: UnitOfWork, period: PeriodQuery, zone: ZoneInfo, today: date) -> Marks:
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


async def add_annotation(uow: UnitOfWork, actor: Actor, day: date, text: str, now: datetime) -> UUID:
    """Raises TooManyAnnotations."""
    if actor.admin_id is None:
        raise NotFound
    rows = AnnotationRepository(uow)
    await rows.lock()
    if await rows.count() >= MAX_ANNOTATIONS:
        raise TooManyAnnotations
    row = Annotation(
        tenant_id=uow.tenant_id, id=new_id(), day=day, text=text, created_by=actor.admin_id, created_at=now
    )
    await rows.add(row)
    await _record(uow, actor, "annotation.added", ("annotation", row.id), {}, _annotation_snapshot(row), now)
    return row.id


async def change_annotation(
    uow: UnitOfWork, actor: Actor, annotation_id: UUID, day: date, text: str, now: datetime
) -> None:
    """Raises NotFound."""
    row = await _find_annotation(uow, annotation_id)
    before = _annotation_snapshot(row)
    row.day, row.text = day, text
    await _record(
        uow,
        actor,
        "annotation.changed",
        ("annotation", annotation_id),
        before,
        _annotation_snapshot(row),
        now,
    )


async def remove_annotation(uow: UnitOfWork, actor: Actor, annotation_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    row = await _find_annotation(uow, annotation_id)
    await AnnotationRepository(uow).delete(annotation_id)
    await _record(
        uow, actor, "annotation.deleted", ("annotation", annotation_id), _annotation_snapshot(row), {}, now
    )


async def load_annotation_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """For the audit log."""
    return await AnnotationRepository(uow).names(ids)


async def _find_annotation(uow: UnitOfWork, annotation_id: UUID) -> Annotation:
    row = await AnnotationRepository(uow).find(annotation_id)
    if row is None:
        raise NotFound
    return row


def _annotation_snapshot(row: Annotation) -> dict[str, object]:
    return {"day": row.day, "text": row.text}


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    subject: tuple[str, UUID],
    before: Mapping[str, object],
    after: Mapping[str, object],
    now: datetime,
) -> None:
    await record(uow, actor, action, subject=subject, before=before, after=after, now=now)
