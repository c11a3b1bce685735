"""A draft as its changes to the live catalogue. Pure; works on the JSON of documents.

``changes`` is by part and key: ``{"cars": {"subaru-forester": {"item": {…}, "by": "…", "at": "…"}}}``. An
item of None removes it. Parts without keys (delivery fees, price rules) have the key ``all``.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from abano.catalog.published.document import KEYS, PARTS, WHOLE, Json
from abano.catalog.published.items import items

Changes = Mapping[str, Mapping[str, Mapping[str, Any]]]
ChangeKind = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class FieldChange:
    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class ItemChange:
    """What a draft or a version changes in one item."""

    part: str
    key: str
    label: str
    kind: ChangeKind
    fields: tuple[FieldChange, ...]


def apply(live: Json, changes: Changes) -> Json:
    """The document that the draft makes of the live one."""
    result: Json = {}
    for part, by_key in items(live).items():
        merged = dict(by_key)
        for key, change in changes.get(part, {}).items():
            if change["item"] is None:
                merged.pop(key, None)
            else:
                merged[key] = change["item"]
        result[part] = list(merged.values()) if part in KEYS else merged[WHOLE]
    return result


def pruned(live: Json, changes: Changes) -> dict[str, dict[str, Any]]:
    """The changes that still change something."""
    of_live = items(live)
    kept = {
        part: {
            key: dict(change) for key, change in by_key.items() if of_live[part].get(key) != change["item"]
        }
        for part, by_key in changes.items()
        if part in of_live
    }
    return {part: by_key for part, by_key in kept.items() if by_key}


def with_change(changes: Changes, part: str, key: str, change: Json) -> dict[str, dict[str, Any]]:
    copied = {name: dict(by_key) for name, by_key in changes.items()}
    copied.setdefault(part, {})[key] = change
    return copied


def without(changes: Changes, dropped: set[tuple[str, str]]) -> dict[str, dict[str, Any]]:
    return {
        part: {key: dict(change) for key, change in by_key.items() if (part, key) not in dropped}
        for part, by_key in changes.items()
    }


def revision_of(value: Any) -> str:
    """What a value is known by: the same for the same value, however it is written."""
    return hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def difference(before: Json, after: Json) -> list[ItemChange]:
    """What is not the same in two documents, part by part."""
    old, new = items(before), items(after)
    found = []
    for part in PARTS:
        for key in dict.fromkeys([*old[part], *new[part]]):
            was, now = old[part].get(key), new[part].get(key)
            if was != now:
                found.append(_item_change(part, key, was, now))
    return found


def _item_change(part: str, key: str, was: Any, now: Any) -> ItemChange:
    kind: ChangeKind = "added" if was is None else "removed" if now is None else "changed"
    if part not in KEYS and kind == "changed":
        was, now = _by_field(part, was), _by_field(part, now)
    fields = tuple(_field_changes(was or {}, now or {})) if kind == "changed" else ()
    return ItemChange(part, key, label_of(part, key, now or was), kind, fields)


def _by_field(part: str, value: Any) -> Json:
    if part == "deliveryFees":
        return {f"{fee['pickup']} > {fee['dropoff']}": fee["fee"] for fee in value}
    if part == "drivingTimes":
        return {
            f"{time['start']} > {time['end']}": (
                f"{time['minutes']} min" + (f", {time['kilometres']} km" if time["kilometres"] else "")
            )
            for time in value
        }
    return dict(value)


def _field_changes(was: Json, now: Json) -> Iterator[FieldChange]:
    for field in dict.fromkeys([*was, *now]):
        if was.get(field) != now.get(field):
            yield FieldChange(field, was.get(field), now.get(field))


def label_of(part: str, key: str, item: Any) -> str:
    """What people call the item; empty for a part as a whole."""
    if part not in KEYS:
        return ""
    return str(item.get("name") or item.get("label") or key)


def unknown_fields(content: Any, read: Any, place: str = "") -> Iterator[str]:
    """Paths in ``content`` that are not part of the schema."""
    if isinstance(content, Mapping) and isinstance(read, Mapping):
        for name, item in content.items():
            where = f"{place}.{name}".lstrip(".")
            if name not in read:
                yield where
            else:
                yield from unknown_fields(item, read[name], where)
    elif isinstance(content, list) and isinstance(read, list) and len(content) == len(read):
        for number, (item, known) in enumerate(zip(content, read, strict=True)):
            yield from unknown_fields(item, known, f"{place}.{number}".lstrip("."))
