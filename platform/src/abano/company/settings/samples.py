"""Sample data of a new company: what was added, and what of it is still as it was."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from abano.catalog.published.document import KEYS, Json
from abano.catalog.published.items import in_one_form, items
from abano.catalog.published.versions import load_document, load_version
from abano.company.settings.repository import OpeningRepository
from abano.db.unit_of_work import UnitOfWork

Items = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Samples:
    """Items by part and key. ``untouched``: those of ``added`` that no one changed, live or in the draft."""

    added: Items
    untouched: Items


async def load_samples(uow: UnitOfWork) -> Samples | None:
    """None for a company without sample data."""
    repository = OpeningRepository(uow)
    number = await repository.sample_version()
    if number is None:
        return None
    before, after = await load_version(uow, number - 1), await load_version(uow, number)
    if before is None or after is None:
        return Samples({}, {})
    _, live = await load_document(uow)
    return samples_of(before, after, live, await repository.draft_changes())


def samples_of(before: Json, after: Json, live: Json, draft: Items) -> Samples:
    """``after``: the version that added the sample data to ``before``. Where an item is in the list is no change."""
    was, added_to, now = (items(in_one_form(document)) for document in (before, after, live))
    added = {
        part: {key: item for key, item in added_to[part].items() if key not in was[part]} for part in KEYS
    }
    untouched = {
        part: {
            key: item
            for key, item in by_key.items()
            if key in now[part]
            and _content(now[part][key]) == _content(item)
            and draft.get(part, {}).get(key, {}).get("item") is None
        }
        for part, by_key in added.items()
    }
    return Samples(added, untouched)


def _content(item: Json) -> Json:
    return {name: value for name, value in item.items() if name != "position"}
