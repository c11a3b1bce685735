"""Use cases of the draft: change, add, take out and discard items."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.editing.drafts import (
    KEY_FIXED,
    KEY_TAKEN,
    DraftState,
    ItemChangedMeanwhile,
    UnknownCatalogItem,
    change_of,
    check_item,
    load_state,
    store_changes,
)
from abano.catalog.editing.rules import (
    Changes,
    apply,
    revision_of,
    unknown_fields,
    with_change,
    without,
)
from abano.catalog.editing.schemas import CatalogPreviewRequest, CatalogPreviewResponse
from abano.catalog.pricing.schemas import QuoteResponse
from abano.catalog.pricing.service import quote
from abano.catalog.published.document import KEYS, WHOLE, Json
from abano.catalog.published.items import TYPES, items, read_item
from abano.catalog.published.versions import QUOTE_LIFETIME, snapshot_of
from abano.core.errors import FieldError, InvalidInput
from abano.db.unit_of_work import UnitOfWork
from abano.web.errors import field_errors
from abano.web.messages import UNKNOWN_FIELD

ItemName = tuple[str, str]


async def change_item(
    uow: UnitOfWork, actor: Actor, name: ItemName, value: Any, revision: str, now: datetime
) -> DraftState:
    """Update these fields of an item. Delivery fees are replaced as a whole.

    Raises UnknownCatalogItem, ItemChangedMeanwhile (with both sides) and InvalidInput.
    """
    state = await load_state(uow, locked_at=now)
    part, key = name
    current = _find(state, name)
    merged = {**current, **value} if isinstance(current, dict) and isinstance(value, dict) else value
    item = _read(part, merged)
    if part in KEYS and item[KEYS[part]] != key:
        raise InvalidInput.of(KEYS[part], KEY_FIXED())
    if revision != revision_of(current):
        raise _changed_meanwhile(state, name, current, item)
    if item == current:
        return state
    return await _store(uow, actor, state, name, item, now)


async def add_item(uow: UnitOfWork, actor: Actor, part: str, value: Any, now: datetime) -> DraftState:
    """Add an item, at the end unless it has a position. Raises InvalidInput, UnknownCatalogItem."""
    state = await load_state(uow, locked_at=now)
    if part not in KEYS:
        raise UnknownCatalogItem
    present = items(state.document)[part]
    last = max((item.get("position", 0) for item in present.values()), default=-1)
    item = _read(part, {"position": last + 1, **value} if isinstance(value, dict) else value)
    key = item[KEYS[part]]
    if key in present:
        raise InvalidInput.of(KEYS[part], KEY_TAKEN())
    return await _store(uow, actor, state, (part, key), item, now)


async def remove_item(
    uow: UnitOfWork, actor: Actor, name: ItemName, revision: str, now: datetime
) -> DraftState:
    """Take an item out, with what names it elsewhere. Raises UnknownCatalogItem, ItemChangedMeanwhile."""
    state = await load_state(uow, locked_at=now)
    part, key = name
    current = _find(state, name)
    if part not in KEYS:
        raise UnknownCatalogItem
    if revision != revision_of(current):
        raise _changed_meanwhile(state, name, current, None)
    changes = with_change(state.changes, part, key, change_of(actor, None, now))
    for (other_part, other_key), item in _without_mentions(state.document, part, key):
        changes = with_change(changes, other_part, other_key, change_of(actor, item, now))
    return await _store_changes(uow, actor, state, changes, "catalog.draft_changed", (part, key), now)


async def discard(
    uow: UnitOfWork, actor: Actor, names: Sequence[ItemName] | None, now: datetime
) -> DraftState:
    """Drop changes of the draft: these, or all."""
    state = await load_state(uow, locked_at=now)
    changes = {} if names is None else without(state.changes, set(names))
    subject = names[0] if names and len(names) == 1 else ("draft", WHOLE)
    return await _store_changes(uow, actor, state, changes, "catalog.draft_discarded", subject, now)


async def change_items(
    uow: UnitOfWork,
    actor: Actor,
    state: DraftState,
    part: str,
    wanted: Mapping[str, Any],
    action: str,
    now: datetime,
) -> DraftState:
    """Add, replace or, with None, take out several items of a part. ``state``: locked. Raises InvalidInput."""
    changes: Changes = state.changes
    for key, item in wanted.items():
        changes = with_change(changes, part, key, change_of(actor, item, now))
    check_item(state.document, apply(state.live, changes), part)
    return await _store_changes(uow, actor, state, changes, action, ("draft", WHOLE), now)


async def replace_document(uow: UnitOfWork, actor: Actor, document: Json, now: datetime) -> DraftState:
    """Replace the draft with an imported file. The caller has validated every item."""
    state = await load_state(uow, locked_at=now)
    wanted, present = items(document), items(state.document)
    changes: Changes = state.changes
    for part in TYPES:
        for key in dict.fromkeys([*present[part], *wanted[part]]):
            item = wanted[part].get(key)
            if item != present[part].get(key):
                changes = with_change(changes, part, key, change_of(actor, item, now))
    return await _store_changes(uow, actor, state, changes, "catalog.imported", ("draft", WHOLE), now)


async def _store(
    uow: UnitOfWork, actor: Actor, state: DraftState, name: ItemName, item: Any, now: datetime
) -> DraftState:
    part, key = name
    changes = with_change(state.changes, part, key, change_of(actor, item, now))
    check_item(state.document, apply(state.live, changes), part)
    return await _store_changes(uow, actor, state, changes, "catalog.draft_changed", name, now)


async def _store_changes(
    uow: UnitOfWork,
    actor: Actor,
    state: DraftState,
    changes: Changes,
    action: str,
    subject: ItemName,
    now: datetime,
) -> DraftState:
    await store_changes(uow, state, changes, now)
    after = await load_state(uow)
    if after.changes != state.changes:
        part, key = subject
        was, is_now = ({} if part == "draft" else _fields(each, subject) for each in (state, after))
        await record(
            uow,
            actor,
            action,
            subject=("catalog", part if key == WHOLE else f"{part}/{key}"),
            before={**was, "changes": state.count},
            after={**is_now, "changes": after.count},
            now=now,
        )
    return after


def _fields(state: DraftState, name: ItemName) -> Json:
    item = items(state.document)[name[0]].get(name[1])
    return item if isinstance(item, dict) else {"value": item}


def _find(state: DraftState, name: ItemName) -> Any:
    part, key = name
    if part not in TYPES or key not in items(state.document)[part]:
        raise UnknownCatalogItem
    return items(state.document)[part][key]


def _read(part: str, value: Any) -> Any:
    try:
        item = read_item(part, value)
    except ValidationError as error:
        raise InvalidInput(fields=field_errors(error.errors())) from None
    unknown = tuple(FieldError(path, UNKNOWN_FIELD()) for path in unknown_fields(value, item))
    if unknown:
        raise InvalidInput(fields=unknown)
    return item


def _changed_meanwhile(state: DraftState, name: ItemName, theirs: Any, yours: Any) -> ItemChangedMeanwhile:
    by, at = state.author(*name)
    return ItemChangedMeanwhile(
        details={
            "by": by,
            "at": at.isoformat() if at else None,
            "revision": revision_of(theirs),
            "theirs": theirs,
            "yours": yours,
        }
    )


def _without_mentions(document: Json, part: str, key: str) -> list[tuple[ItemName, Any]]:
    """Other items that refer to a removed one, without the reference."""
    if part == "locations":
        fees = [fee for fee in document["deliveryFees"] if key not in (fee["pickup"], fee["dropoff"])]
        found: list[tuple[ItemName, Any]] = [
            (("handoverPlaces", place["code"]), None)
            for place in document["handoverPlaces"]
            if place["location"] == key
        ]
        if fees != document["deliveryFees"]:
            found.append((("deliveryFees", WHOLE), fees))
        times = [time for time in document["drivingTimes"] if key not in (time["start"], time["end"])]
        if times != document["drivingTimes"]:
            found.append((("drivingTimes", WHOLE), times))
        return found
    if part != "cars":
        return []
    found = []
    for season in document["seasons"]:
        if key in season["rates"]:
            rates = {slug: bands for slug, bands in season["rates"].items() if slug != key}
            found.append((("seasons", season["code"]), {**season, "rates": rates}))
    for service in document["services"]:
        if key in service["onlyForCars"]:
            cars = [slug for slug in service["onlyForCars"] if slug != key]
            found.append((("services", service["code"]), {**service, "onlyForCars": cars}))
    return found


# The price of a rental by the draft and by what is live.


async def compare(uow: UnitOfWork, request: CatalogPreviewRequest, now: datetime) -> CatalogPreviewResponse:
    """Compare live and draft prices, without a promo code. Raises InvalidInput if neither has a price."""
    state = await load_state(uow)
    refused: list[InvalidInput] = []

    async def priced(document: Json) -> QuoteResponse | None:
        catalog = await snapshot_of(uow, document, state.published.number)
        try:
            return QuoteResponse.of(
                quote(catalog, request, 0, now),
                None,
                version=catalog.version,
                valid_until=now + QUOTE_LIFETIME,
            )
        except InvalidInput as error:
            refused.append(error)
            return None

    live, draft = await priced(state.live), await priced(state.document)
    if live is None and draft is None:
        raise refused[-1]
    return CatalogPreviewResponse(live=live, draft=draft)
