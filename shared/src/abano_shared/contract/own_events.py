"""Events that an analyst defines over the pages that visits saw and what they pressed, and their responses."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic.alias_generators import to_camel

from abano_shared.contract.answers import ContractModel, TimelineBucket
from abano_shared.contract.figures import PeriodParameters, Unit
from abano_shared.contract.filters import NO_NUL, NoneIfEmpty

EventKind = Literal["page", "press"]
# Of the URL, or of the visible text of what was pressed.
Comparison = Literal["is", "starts", "contains", "text"]
MAX_VALUE = 200
MAX_LABEL = 60
MAX_LATEST = 5
MAX_SEEN = 30
# A step of a funnel that is an event; the platform adds its definition.
EVENT_STEP = "event"


class EventDefinition(BaseModel):
    """Which page was seen, or which link or button was pressed. ``page``: only where it was pressed there."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    kind: EventKind
    comparison: Comparison
    value: str = Field(min_length=1, max_length=MAX_VALUE, pattern=NO_NUL)
    page: Annotated[str | None, NoneIfEmpty] = Field(
        None, max_length=MAX_VALUE, pattern=r"^/[^\x00]*$", description="The path of a page of the site"
    )

    @field_validator("value", "page", mode="before")
    @classmethod
    def _stripped(cls, value: object) -> object:
        return value.strip() if isinstance(value, str) else value

    @model_validator(mode="after")
    def _fits(self) -> "EventDefinition":
        if self.kind == "page" and (self.comparison == "text" or self.page is not None):
            raise ValueError("A page has no text and no other page.")
        return self


class NamedDefinition(EventDefinition):
    """One that a step ``event:id`` of a funnel names."""

    id: UUID


class OwnEventParameters(PeriodParameters, EventDefinition):
    """What the analytics service is asked: when the event happened in [since, until). No filters apply."""


class EventTimelineParameters(PeriodParameters, EventDefinition):
    """What the analytics service is asked: sessions of the period that match the filters, by ``unit``."""

    unit: Unit


class EventBucket(TimelineBucket):
    event_sessions: int | None = Field(
        description="Of the sessions, those whose visit had the event, before or after the quiz began. "
        "null: nothing was recorded yet"
    )


class EventTimelineResponse(ContractModel):
    success: bool = True
    timeline: list[EventBucket]
    unit: Unit
    currency: str


class EventMatch(ContractModel):
    at: datetime
    page: str | None
    link: str | None = Field(description="The URL without its query; of a page of the site, its path")
    label: str | None = Field(description="The visible text")


class OwnEventResponse(ContractModel):
    success: bool = True
    count: int = Field(description="How often it happened; of one visit each page and each link counts once")
    visits: int = Field(description="Visits in which it happened")
    booked: int = Field(description="Of these, visits that led to a booking")
    latest: list[EventMatch]
    recorded_since: datetime | None = Field(
        description="Since when pages and presses are recorded; null: none yet. Landing pages may be older"
    )


class SeenPage(ContractModel):
    page: str
    visits: int


class SeenPress(ContractModel):
    link: str | None
    label: str | None
    visits: int


class SeenMostResponse(ContractModel):
    success: bool = True
    pages: list[SeenPage]
    presses: list[SeenPress]
