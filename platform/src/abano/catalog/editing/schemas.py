"""Schemas of the catalogue in the console. Items are those of ``CatalogDocument``."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from abano.catalog.editing.drafts import DraftState
from abano.catalog.editing.rules import ChangeKind, ItemChange, difference, label_of, revision_of
from abano.catalog.pricing.schemas import QuoteRequest, QuoteResponse
from abano.catalog.published.document import CatalogDocument
from abano.catalog.published.document_fields import Short, TimeOfDay
from abano.catalog.published.items import items
from abano.catalog.published.versions import PublishedVersion
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Sentence, stored_sentence

MAX_IMPORT_LENGTH = 1_500_000
Revision = Annotated[str, Field(max_length=40)]
Part = Annotated[str, Field(max_length=40)]
Key = Annotated[str, Field(max_length=80)]


class CatalogItemName(ApiModel):
    """A part of the catalogue, such as cars, and the key of an item; ``all`` where the part is one."""

    part: Part
    key: Key


class CatalogChangeItemRequest(ApiModel):
    """``item``: the fields to change, or the whole of delivery fees; ``revision``: of the item as it was loaded."""

    revision: Revision
    item: dict[str, Any] | list[Any]


class CatalogAddItemRequest(ApiModel):
    item: dict[str, Any]


class CatalogDiscardRequest(ApiModel):
    """``items`` null: the whole draft."""

    items: Annotated[list[CatalogItemName], Field(max_length=1_000)] | None = None


class CatalogPublishRequest(ApiModel):
    """``revision``: of the draft as it was looked at. ``day`` and ``time`` in the company's zone; without, now."""

    revision: Revision
    note: Short = ""
    day: date | None = None
    time: TimeOfDay = "00:00"


class CatalogRestoreRequest(ApiModel):
    """``items`` null: all. ``to``: as they were in this version, or before it (what it changed is taken back)."""

    items: Annotated[list[CatalogItemName], Field(max_length=1_000)] | None
    to: Literal["version", "before"]


class CatalogPreviewRequest(QuoteRequest):
    """A rental, priced by the draft and by what is live."""


class CatalogImportRequest(ApiModel):
    """``table``: of a CSV file. ``remove_missing``: what the file does not name is taken out.

    ``only_check``: the draft stays as it is.
    """

    format: Literal["yaml", "csv"]
    table: Part = ""
    text: Annotated[str, Field(min_length=1, max_length=MAX_IMPORT_LENGTH)]
    remove_missing: bool = False
    only_check: bool = True


class CatalogDraftEntry(ApiModel):
    """One item as the draft has it. ``item`` null: taken out; ``live``: what visitors see, where that differs."""

    part: str
    key: str
    label: str
    state: Literal["live", "added", "changed", "removed"]
    revision: str
    item: dict[str, Any] | list[Any] | None
    live: dict[str, Any] | list[Any] | None
    changed_by: str | None
    changed_at: datetime | None


class CatalogFieldProblem(ApiModel):
    field: str
    code: str
    message: str
    params: dict[str, str | int | float]

    @classmethod
    def of(cls, field: str, sentence: Sentence) -> "CatalogFieldProblem":
        return cls(field=field, code=sentence.code, message=sentence.text, params=dict(sentence.params))


class CatalogDraftResponse(SuccessResponse):
    """``version``: what is live. ``refusal``: why a planned publishing did not take place."""

    version: int
    published_at: datetime | None
    published_by: str | None
    revision: str
    changes: int
    publishes_at: datetime | None
    publishes_by: str | None
    refusal: list[CatalogFieldProblem] | None
    items: list[CatalogDraftEntry]

    @classmethod
    def of(cls, state: DraftState) -> "CatalogDraftResponse":
        row = state.row
        return cls(
            version=state.published.number,
            published_at=state.published.at,
            published_by=state.published.by,
            revision=state.revision,
            changes=state.count,
            publishes_at=row.publishes_at if row else None,
            publishes_by=state.names.get(row.publishes_by) if row and row.publishes_by else None,
            refusal=[CatalogFieldProblem.of(each["field"], stored_sentence(each)) for each in row.refusal]
            if row and row.refusal
            else None,
            items=_entries(state),
        )


def _entries(state: DraftState) -> list[CatalogDraftEntry]:
    live, draft = items(state.live), items(state.document)
    entries = []
    for part, of_live in live.items():
        for key in dict.fromkeys([*of_live, *draft[part]]):
            was, now = of_live.get(key), draft[part].get(key)
            by, at = state.author(part, key)
            entries.append(
                CatalogDraftEntry(
                    part=part,
                    key=key,
                    label=label_of(part, key, now or was),
                    state=_state(was, now),
                    revision=revision_of(now),
                    item=now,
                    live=None if was == now else was,
                    changed_by=by,
                    changed_at=at,
                )
            )
    return entries


def _state(was: Any, now: Any) -> Literal["live", "added", "changed", "removed"]:
    if was == now:
        return "live"
    return "added" if was is None else "removed" if now is None else "changed"


class CatalogDocumentResponse(SuccessResponse):
    """The catalogue as the draft has it."""

    document: CatalogDocument


class CatalogFieldChangeOut(ApiModel):
    field: str
    before: Any
    after: Any


class CatalogItemChangeOut(ApiModel):
    part: str
    key: str
    label: str
    kind: ChangeKind
    fields: list[CatalogFieldChangeOut]

    @classmethod
    def of(cls, change: ItemChange) -> "CatalogItemChangeOut":
        return cls(
            part=change.part,
            key=change.key,
            label=change.label,
            kind=change.kind,
            fields=[
                CatalogFieldChangeOut(field=each.field, before=each.before, after=each.after)
                for each in change.fields
            ],
        )


class CatalogChangesResponse(SuccessResponse):
    changes: list[CatalogItemChangeOut]

    @classmethod
    def of(cls, changes: list[ItemChange]) -> "CatalogChangesResponse":
        return cls(changes=[CatalogItemChangeOut.of(change) for change in changes])

    @classmethod
    def of_draft(cls, state: DraftState) -> "CatalogChangesResponse":
        return cls.of(difference(state.live, state.document))


class CatalogVersionOut(ApiModel):
    number: int
    published_at: datetime
    published_by: str | None
    note: str

    @classmethod
    def of(cls, version: PublishedVersion) -> "CatalogVersionOut":
        return cls(
            number=version.number,
            published_at=version.published_at,
            published_by=version.admin_name,
            note=version.note,
        )


class CatalogVersionsResponse(SuccessResponse):
    """The newest first; ``next_below`` asks for the next page."""

    versions: list[CatalogVersionOut]
    next_below: int | None


class CatalogPreviewResponse(SuccessResponse):
    """The same rental by what visitors see and by the draft; null where one of them does not have what was chosen."""

    live: QuoteResponse | None
    draft: QuoteResponse | None


class CatalogImportProblem(CatalogFieldProblem):
    """``line`` of the file, where it is known."""

    line: int | None


class CatalogImportResponse(SuccessResponse):
    """What the file changes in the draft. With errors nothing is changed."""

    applied: bool
    errors: list[CatalogImportProblem]
    changes: list[CatalogItemChangeOut]
