"""Use cases of publishing: now, at a moment, and an earlier state again."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from abano.accounts.access.principals import OPERATOR, Actor
from abano.accounts.audit.service import record
from abano.catalog.editing.drafts import (
    NOT_IN_FUTURE,
    CatalogUnchanged,
    DraftChangedMeanwhile,
    DraftState,
    UnknownCatalogItem,
    check_whole,
    load_state,
    store_changes,
)
from abano.catalog.editing.repository import DraftRepository
from abano.catalog.editing.rules import ItemChange, apply, difference
from abano.catalog.editing.service import ItemName
from abano.catalog.published.document import Json
from abano.catalog.published.items import TYPES, in_one_form, items
from abano.catalog.published.versions import load_version
from abano.catalog.published.versions import publish as publish_document
from abano.core.errors import InvalidInput
from abano.db.unit_of_work import UnitOfWork

MAX_AHEAD = timedelta(days=366)
# Names of changed items in the audit log.
MAX_NAMED = 20


async def publish(uow: UnitOfWork, actor: Actor, revision: str, note: str, now: datetime) -> DraftState:
    """Publish the draft. Raises CatalogUnchanged, DraftChangedMeanwhile, InvalidInput."""
    state = await _looked_at(uow, revision, now)
    await publish_state(uow, actor, state, note, now)
    return await load_state(uow)


async def publish_state(uow: UnitOfWork, actor: Actor, state: DraftState, note: str, now: datetime) -> None:
    """Publish a locked draft, which is empty then. Raises InvalidInput."""
    document = check_whole(state.document)
    number = await publish_document(uow, document, admin_id=actor.admin_id, note=note, now=now)
    changed = difference(state.live, state.document)
    await store_changes(uow, await load_state(uow), {}, now)
    await _record(uow, actor, "catalog.published", number, changed, now)


async def publish_planned(uow: UnitOfWork, now: datetime) -> bool:
    """Publish a scheduled draft in the name of the admin who scheduled it. Returns whether there was one.

    A draft that cannot be published is kept with its errors and not retried.
    """
    repository = DraftRepository(uow)
    row = await repository.lock_planned(now)
    if row is None:
        return False
    state = await load_state(uow, locked_at=now)
    actor = await repository.actor(row.publishes_by)
    try:
        if state.count:
            await publish_state(uow, actor, state, row.note, now)
    except InvalidInput as error:
        row.publishes_at = None
        row.refusal = [{"field": each.field, **each.sentence.as_json()} for each in error.fields]
        await repository.flush()
    return True


async def plan(
    uow: UnitOfWork, actor: Actor, revision: str, at: datetime, note: str, now: datetime
) -> DraftState:
    """Schedule the draft for publication, including changes made until then. Raises as ``publish``."""
    if not now < at <= now + MAX_AHEAD:
        raise InvalidInput.of("day", NOT_IN_FUTURE())
    state = await _looked_at(uow, revision, now)
    check_whole(state.document)
    row = await DraftRepository(uow).lock(now)
    before = {"publishesAt": row.publishes_at}
    row.publishes_at, row.publishes_by, row.note, row.refusal = at, actor.admin_id, note, None
    await DraftRepository(uow).flush()
    await record(
        uow,
        actor,
        "catalog.publishing_planned",
        subject=("catalog", "draft"),
        before=before,
        after={"publishesAt": at},
        now=now,
    )
    return await load_state(uow)


async def cancel_plan(uow: UnitOfWork, actor: Actor, now: datetime) -> DraftState:
    """Cancel the scheduled publication. The draft is kept."""
    row = await DraftRepository(uow).lock(now)
    if row.publishes_at is not None:
        before = {"publishesAt": row.publishes_at}
        row.publishes_at = row.publishes_by = None
        row.note = ""
        await DraftRepository(uow).flush()
        await record(
            uow,
            actor,
            "catalog.publishing_cancelled",
            subject=("catalog", "draft"),
            before=before,
            after={"publishesAt": None},
            now=now,
        )
    return await load_state(uow)


async def version_changes(uow: UnitOfWork, number: int) -> list[ItemChange]:
    """What a version changed. Raises UnknownCatalogItem."""
    version = await load_version(uow, number)
    if version is None:
        raise UnknownCatalogItem
    before = await load_version(uow, number - 1)
    return difference(in_one_form(before), in_one_form(version)) if before is not None else []


async def restore(
    uow: UnitOfWork, actor: Actor, number: int, names: Sequence[ItemName] | None, now: datetime
) -> DraftState:
    """Publish items, or all, as they were in a version. The draft is not changed.

    Raises UnknownCatalogItem, CatalogUnchanged, InvalidInput.
    """
    stored = await load_version(uow, number)
    if stored is None:
        raise UnknownCatalogItem
    state = await load_state(uow, locked_at=now)
    wanted = in_one_form(stored)
    restored = wanted if names is None else _with_items(state.live, wanted, names)
    changed = difference(state.live, restored)
    if not changed:
        raise CatalogUnchanged
    document = check_whole(restored)
    published = await publish_document(uow, document, admin_id=actor.admin_id, note="", now=now)
    await _record(uow, actor, "catalog.restored", published, changed, now, of=number)
    return await load_state(uow)


async def publish_items(
    uow: UnitOfWork, state: DraftState, part: str, wanted: Mapping[str, Any], note: str, now: datetime
) -> int:
    """Publish several items of a part, or their removal (None), in the name of no one. The draft is kept.

    ``state``: locked. Returns the number of the version. Raises InvalidInput, CatalogUnchanged.
    """
    document = apply(state.live, {part: {key: {"item": item} for key, item in wanted.items()}})
    changed = difference(state.live, document)
    if not changed:
        raise CatalogUnchanged
    number = await publish_document(uow, check_whole(document), admin_id=None, note=note, now=now)
    await _record(uow, OPERATOR, "catalog.published", number, changed, now)
    return number


async def undo(
    uow: UnitOfWork, actor: Actor, number: int, names: Sequence[ItemName] | None, now: datetime
) -> DraftState:
    """Revert a version's changes in these items, or all: they get their values from before it."""
    changed = {(change.part, change.key) for change in await version_changes(uow, number)}
    chosen = [name for name in (names if names is not None else sorted(changed)) if name in changed]
    if not changed:
        raise CatalogUnchanged
    if not chosen:
        raise UnknownCatalogItem
    return await restore(uow, actor, number - 1, chosen, now)


def _with_items(live: Json, wanted: Json, names: Sequence[ItemName]) -> Json:
    found = items(wanted)
    changes: dict[str, dict[str, Json]] = {}
    for part, key in names:
        if part not in TYPES:
            raise UnknownCatalogItem
        changes.setdefault(part, {})[key] = {"item": found[part].get(key)}
    return apply(live, changes)


async def _looked_at(uow: UnitOfWork, revision: str, now: datetime) -> DraftState:
    state = await load_state(uow, locked_at=now)
    if not state.count:
        raise CatalogUnchanged
    if state.revision != revision:
        raise DraftChangedMeanwhile
    return state


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    number: int,
    changed: Sequence[ItemChange],
    now: datetime,
    of: int | None = None,
) -> None:
    named = [f"{change.part}/{change.key}" for change in changed[:MAX_NAMED]]
    after = {"version": number, "count": len(changed), "items": named, **({"restored": of} if of else {})}
    await record(uow, actor, action, subject=("catalog", number), after=after, now=now)
