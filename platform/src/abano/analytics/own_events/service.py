"""Use cases of the company's events. A definition is applied when figures are read, so it holds for the past, too."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.own_events.models import OwnEvent
from abano.analytics.own_events.repository import OwnEventRepository
from abano.analytics.own_events.schemas import EventTarget, OwnEventOut, OwnEventRequest, OwnEventsResponse
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano_shared.contract.own_events import (
    MAX_LABEL,
    MAX_VALUE,
    Comparison,
    EventDefinition,
    EventKind,
    NamedDefinition,
)

MAX_EVENTS = 50
PAGE_HAS_NO_TEXT = Message("event_page_has_no_text", "Choose how the URL of the page is compared.")
EVENT_GONE = Message("event_gone", "This event was deleted. Choose another step.")
_QUERY = re.compile(r"[?#].*", re.DOTALL)
_ORIGIN = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)


class TooManyEvents(Conflict):
    """There are already 50 events. Delete one first."""


class OwnEventChanged(Conflict):
    """Someone else changed this event. Reload the page and try again."""


def definition(target: EventTarget) -> EventDefinition:
    """The target as it is compared: URLs in the form in which they are recorded. Raises InvalidInput."""
    kind, comparison, value = target.kind, target.comparison, target.value
    page = _path(target.page) if kind == "press" and target.page else None
    if comparison == "text":
        if kind == "page":
            raise InvalidInput.of("comparison", PAGE_HAS_NO_TEXT())
        value = " ".join(value.split())[:MAX_LABEL].strip()
    elif kind == "page":
        value = _path(value) if comparison != "contains" else _QUERY.sub("", value).lower() or "/"
    else:
        value = _link(value)
    return EventDefinition(kind=kind, comparison=comparison, value=value[:MAX_VALUE], page=page)


def _path(url: str) -> str:
    """Of a page of the company's site."""
    bare = _QUERY.sub("", url.strip()).lower()
    if _ORIGIN.match(bare):
        bare = "/" + _ORIGIN.sub("", bare).partition("/")[2]
    return ("/" + bare.lstrip("/"))[:MAX_VALUE]


def _link(url: str) -> str:
    bare = _ORIGIN.sub("", _QUERY.sub("", url.strip()).lower())
    contact = next((one for one in ("tel:", "mailto:") if bare.startswith(one)), None)
    return contact or bare or "/"


async def list_events(uow: UnitOfWork) -> OwnEventsResponse:
    return OwnEventsResponse(
        events=[
            OwnEventOut(
                id=each.id,
                name=each.name,
                kind=cast(EventKind, each.kind),
                comparison=cast(Comparison, each.comparison),
                value=each.value,
                page=each.page,
                revision=each.revision,
                updated_at=each.updated_at,
            )
            for each in await OwnEventRepository(uow).list_events()
        ],
        max_events=MAX_EVENTS,
    )


async def add_event(uow: UnitOfWork, actor: Actor, asked: OwnEventRequest, now: datetime) -> None:
    """Raises InvalidInput, TooManyEvents."""
    values = _values(asked)
    events = OwnEventRepository(uow)
    await events.lock()
    if await events.count() >= MAX_EVENTS:
        raise TooManyEvents
    author = cast(UUID, actor.admin_id)
    event = OwnEvent(
        tenant_id=uow.tenant_id,
        id=new_id(),
        **values,
        revision=1,
        created_by=author,
        created_at=now,
        updated_at=now,
    )
    await events.add(event)
    await _record(uow, actor, "insight.event_added", {}, values, now)


async def change_event(
    uow: UnitOfWork, actor: Actor, event_id: UUID, asked: OwnEventRequest, revision: int, now: datetime
) -> None:
    """Raises InvalidInput, NotFound, OwnEventChanged."""
    values = _values(asked)
    event = await _find(uow, event_id)
    if event.revision != revision:
        raise OwnEventChanged
    before = _snapshot(event)
    for name, value in values.items():
        setattr(event, name, value)
    event.revision, event.updated_at = revision + 1, now
    await _record(uow, actor, "insight.event_changed", before, values, now)


async def remove_event(uow: UnitOfWork, actor: Actor, event_id: UUID, now: datetime) -> None:
    """What was recorded stays. Raises NotFound."""
    event = await _find(uow, event_id)
    before = _snapshot(event)
    await OwnEventRepository(uow).delete(event_id)
    await _record(uow, actor, "insight.event_deleted", before, {}, now)


async def _find(uow: UnitOfWork, event_id: UUID) -> OwnEvent:
    event = await OwnEventRepository(uow).find(event_id)
    if event is None:
        raise NotFound
    return event


class EventDefinitions:
    """For funnels with events as steps, and events over time."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def find(self, tenant_id: TenantId, ids: Sequence[UUID]) -> list[NamedDefinition]:
        """Those of ``ids``, in their order. Raises InvalidInput for one that is not there."""
        async with self._db.uow(tenant_id) as uow:
            known = {each.id: each for each in await OwnEventRepository(uow).of_ids(ids)}
        if not known.keys() >= set(ids):
            raise InvalidInput.of("step", EVENT_GONE())
        return [_named(known[one]) for one in ids]

    async def get(self, tenant_id: TenantId, event_id: UUID) -> NamedDefinition:
        """Raises NotFound."""
        async with self._db.uow(tenant_id) as uow:
            return _named(await _find(uow, event_id))


def _named(event: OwnEvent) -> NamedDefinition:
    fields = {name: getattr(event, name) for name in EventDefinition.model_fields}
    return NamedDefinition.model_validate({"id": event.id, **fields})


def _values(asked: OwnEventRequest) -> dict[str, Any]:
    """The columns of an event. Raises InvalidInput."""
    return {"name": asked.name, **definition(asked).model_dump()}


def _snapshot(event: OwnEvent) -> dict[str, Any]:
    return {name: getattr(event, name) for name in ("name", *EventDefinition.model_fields)}


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: Any,
    before: dict[str, Any],
    after: dict[str, Any],
    now: datetime,
) -> None:
    await record(uow, actor, action, subject=("insight", "events"), before=before, after=after, now=now)
