"""What adding and removing sample data makes of a catalogue. Pure; works on the JSON of documents."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from abano.catalog.published.document import KEYS, WHOLE_LISTS, Json

Name = tuple[str, str]
Items = Mapping[str, Mapping[str, Any]]


def with_samples(live: Json, taken: Items, sample: Json) -> Json:
    """The document with the sample's items at the end of their parts, without those whose key is ``taken``."""
    document = dict(live)
    for part, key in KEYS.items():
        new = [item for item in sample[part] if item[key] not in taken[part]]
        first = max((item.get("position", 0) for item in live[part]), default=-1) + 1
        document[part] = [*live[part], *({**item, "position": first + at} for at, item in enumerate(new))]
    if any(option["recommended"] for option in live["insurance"]):
        document["insurance"] = [
            option if option in live["insurance"] else {**option, "recommended": False}
            for option in document["insurance"]
        ]
    places = {place["code"] for place in document["locations"]}
    for part in WHOLE_LISTS:
        known = {_pair(entry) for entry in live[part]}
        document[part] = [
            *live[part],
            *(entry for entry in sample[part] if set(_pair(entry)) <= places and _pair(entry) not in known),
        ]
    return document


def removable(untouched: Items, used: Iterable[Name], documents: Sequence[Json]) -> set[Name]:
    """Which of the untouched items can go: those that nothing which stays names.

    ``used``: cars and places that vehicles name. ``documents``: the live catalogue and the draft.
    """
    gone = {(part, key) for part, by_key in untouched.items() for key in by_key} - set(used)
    while named := {name for document in documents for name in _named(document, gone) if name in gone}:
        gone -= named
    return gone


def _named(document: Json, gone: Collection[Name]) -> Iterable[Name]:
    """Cars and places that items name which stay."""
    for place in document["handoverPlaces"]:
        if ("handoverPlaces", place["code"]) not in gone:
            yield "locations", place["location"]
    for season in document["seasons"]:
        if ("seasons", season["code"]) not in gone:
            yield from (("cars", slug) for slug in season["rates"])
    for service in document["services"]:
        if ("services", service["code"]) not in gone:
            yield from (("cars", slug) for slug in service["onlyForCars"])


def without_items(live: Json, gone: Collection[Name]) -> Json:
    """The document without these items, and without fees and driving times of these places."""
    document = dict(live)
    for part, key in KEYS.items():
        document[part] = [item for item in live[part] if (part, item[key]) not in gone]
    for part in WHOLE_LISTS:
        document[part] = _of_other_places(live[part], gone)
    return document


def draft_without(changes: Items, gone: Collection[Name]) -> dict[str, dict[str, Any]]:
    """The draft's changes without fees and driving times of these places."""
    return {
        part: {
            key: {**change, "item": _of_other_places(change["item"], gone)} if part in WHOLE_LISTS else change
            for key, change in by_key.items()
        }
        for part, by_key in changes.items()
    }


def _of_other_places(entries: Sequence[Json], gone: Collection[Name]) -> list[Json]:
    removed = {key for part, key in gone if part == "locations"}
    return [entry for entry in entries if not removed & set(_pair(entry))]


def _pair(entry: Json) -> tuple[str, str]:
    return (entry["pickup"], entry["dropoff"]) if "pickup" in entry else (entry["start"], entry["end"])
