"""The company's events as the console reads and writes them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.core.api_model import ApiModel
from abano.core.text import NO_NUL, clean
from abano_shared.contract.filters import NoneIfEmpty
from abano_shared.contract.own_events import MAX_VALUE, Comparison, EventKind

MAX_NAME = 60
# A pasted URL may be longer than what of it is compared.
Value = Annotated[
    str, StringConstraints(strip_whitespace=True), Field(min_length=1, max_length=2048, pattern=NO_NUL)
]


class EventTarget(ApiModel):
    """Which page, or which link or button."""

    kind: EventKind
    comparison: Comparison = Field(
        description="Of the URL; text: the visible text of what was pressed is this one"
    )
    value: Value = Field(description="A URL without its query, or a text")
    page: Annotated[str | None, NoneIfEmpty] = Field(
        None, max_length=MAX_VALUE, pattern=NO_NUL, description="Only where it was pressed on this page"
    )


class OwnEventRequest(EventTarget):
    name: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        AfterValidator(clean),
        Field(min_length=1, max_length=MAX_NAME),
    ]


class ChangeOwnEventRequest(OwnEventRequest):
    revision: int = Field(ge=1, description="The one that was changed")


class OwnEventOut(ApiModel):
    id: UUID
    name: str
    kind: EventKind
    comparison: Comparison
    value: str
    page: str | None
    revision: int
    updated_at: datetime


class OwnEventsResponse(ApiModel):
    success: bool = True
    events: list[OwnEventOut]
    max_events: int
