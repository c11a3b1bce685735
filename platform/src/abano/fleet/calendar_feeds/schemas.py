"""Calendar feeds as the console reads and writes them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.core.api_model import ApiModel
from abano.core.text import clean
from abano.fleet.calendar_feeds.models import CalendarFeed

MAX_NAME_LENGTH = 80


class CalendarFeedRequest(ApiModel):
    """``name``: which calendar reads it."""

    name: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        AfterValidator(clean),
        Field(min_length=1, max_length=MAX_NAME_LENGTH),
    ]
    vehicle_id: UUID | None = Field(default=None, description="None: all vehicles")
    shows_reference: bool = Field(default=True, description="Whether events have the booking's reference")


class CalendarFeedOut(ApiModel):
    id: UUID
    name: str
    vehicle_id: UUID | None
    plate: str | None = Field(description="None: all vehicles")
    shows_reference: bool
    created_at: datetime
    last_read_at: datetime | None

    @classmethod
    def of(cls, row: CalendarFeed, plate: str | None) -> "CalendarFeedOut":
        return cls(
            id=row.id,
            name=row.name,
            vehicle_id=row.vehicle_id,
            plate=plate,
            shows_reference=row.shows_reference,
            created_at=row.created_at,
            last_read_at=row.last_read_at,
        )


class CalendarFeedsResponse(ApiModel):
    feeds: list[CalendarFeedOut]


class CalendarFeedUrlResponse(ApiModel):
    """``url``: the secret URL. It is shown this once; its token is stored as a hash."""

    id: UUID
    url: str
