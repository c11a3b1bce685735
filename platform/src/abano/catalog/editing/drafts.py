"""The draft of a company: what it changes in the catalogue, and the rules that hold between items."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from abano.accounts.access.principals import Actor
from abano.catalog.editing.repository import DraftRepository
from abano.catalog.editing.rules import Changes, apply, pruned, revision_of
from abano.catalog.published.document import KEYS, CatalogDocument, Json, contradictions
from abano.catalog.published.items import in_one_form
from abano.catalog.published.models import CatalogDraftRow
from abano.catalog.published.versions import list_versions, load_document
from abano.core.errors import Conflict, FieldError, InvalidInput, Message, NotFound
from abano.db.unit_of_work import UnitOfWork
from abano.web.errors import field_errors


@dataclass(frozen=True, slots=True)
class Published:
    """The published version: when and by whom it was published, if known."""

    number: int
    at: datetime | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class DraftState:
    """The live catalogue and the draft. ``names``: admins who made changes."""

    published: Published
    live: Json
    changes: Changes
    names: Mapping[UUID, str]
    row: CatalogDraftRow | None

    @property
    def document(self) -> Json:
        return apply(self.live, self.changes)

    @property
    def count(self) -> int:
        return sum(map(len, self.changes.values()))

    @property
    def revision(self) -> str:
        """The revision of the draft as a whole, from what would be published."""
        return revision_of([self.published.number, self.changes])

    def author(self, part: str, key: str) -> tuple[str | None, datetime | None]:
        """Who gave the item its present state, and when."""
        change = self.changes.get(part, {}).get(key)
        if change is None:
            return self.published.by, self.published.at
        by = change.get("by")
        return self.names.get(UUID(by)) if by else None, datetime.fromisoformat(change["at"])


async def load_state(uow: UnitOfWork, *, locked_at: datetime | None = None) -> DraftState:
    """``locked_at``: no one else changes or publishes until the transaction ends."""
    repository = DraftRepository(uow)
    row = await (repository.lock(locked_at) if locked_at else repository.find())
    number, document = await load_document(uow)
    live = in_one_form(document)
    changes = pruned(live, row.changes if row else {})
    newest = await list_versions(uow, 1)
    published = Published(number)
    if newest:
        published = Published(number, newest[0].published_at, newest[0].admin_name)
    admins = {
        UUID(change["by"]) for by_key in changes.values() for change in by_key.values() if change.get("by")
    }
    if row and row.publishes_by:
        admins.add(row.publishes_by)
    names = await repository.names(admins) if admins else {}
    return DraftState(published, live, changes, names, row)


async def store_changes(uow: UnitOfWork, state: DraftState, changes: Changes, now: datetime) -> None:
    """Keep ``changes`` as the draft; those that change nothing are dropped. The draft is locked."""
    row = await DraftRepository(uow).lock(now)
    row.changes = pruned(state.live, changes)
    row.updated_at = now
    row.refusal = None
    if not row.changes:
        row.publishes_at = row.publishes_by = None
        row.note = ""
    await DraftRepository(uow).flush()


def change_of(actor: Actor, item: Any, now: datetime) -> Json:
    return {"item": item, "by": str(actor.admin_id) if actor.admin_id else None, "at": now.isoformat()}


def check_whole(document: Json) -> CatalogDocument:
    """The document as it can be published. Raises InvalidInput with every bad field by its path."""
    try:
        read = CatalogDocument.model_validate(document)
    except ValidationError as error:
        raise InvalidInput(fields=field_errors(error.errors())) from None
    problems = tuple(FieldError(path, sentence) for path, sentence in contradictions(read))
    if problems:
        raise InvalidInput(fields=problems)
    return read


def check_item(before: Json, after: Json, part: str) -> None:
    """Refuse what the change of one item breaks; what was wrong before is not its fault. Raises InvalidInput."""
    known = _problems(before)
    found = [
        FieldError(_within(part, problem.field), problem.sentence)
        for problem in _problems(after)
        if problem not in known
    ]
    if found:
        raise InvalidInput(fields=tuple(found))


def _within(part: str, field: str) -> str:
    """The path within an item of the part. Of two that are alike, the one that is named may be the other."""
    first, *rest = field.split(".")
    if first != part or not rest:
        return field
    return ".".join(rest[1:] if part in KEYS else rest)


def _problems(document: Json) -> tuple[FieldError, ...]:
    try:
        check_whole(document)
    except InvalidInput as error:
        return error.fields
    return ()


# What can be wrong with a change of the catalogue.


class ItemChangedMeanwhile(Conflict):
    """Someone else changed this while you were editing. Your changes are still here: choose which version to keep."""


class DraftChangedMeanwhile(Conflict):
    """The draft has changed since you reviewed it. Review the changes again."""


class CatalogUnchanged(Conflict):
    """There is nothing to publish: your site already shows the latest catalogue."""


class UnknownCatalogItem(NotFound):
    """This is no longer in the catalogue."""


KEY_TAKEN = Message("catalog_key_taken", "This code is already in use")
KEY_FIXED = Message("catalog_key_fixed", "This cannot be changed: bookings name it")
NOT_IN_FUTURE = Message("catalog_not_in_future", "Please choose a time within the next year")
COLUMNS_MISSING = Message("catalog_columns_missing", "The first line must name the columns {columns}")
TABLE_UNKNOWN = Message("catalog_table_unknown", "There is no such table")
CAR_OR_SEASON_UNKNOWN = Message("catalog_car_or_season_unknown", "The catalogue has no {name}")
NOT_CSV = Message("catalog_not_csv", "This is not a CSV file that can be read")
NOT_YAML = Message("catalog_not_yaml", "This is not a YAML file that can be read")
TOO_MANY_LINES = Message("catalog_too_many_lines", "A file has at most {max, number} lines")
TOO_DEEP = Message("catalog_file_too_deep", "This file is nested too deeply, or has too many entries")
