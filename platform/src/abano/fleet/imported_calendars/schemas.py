"""Imported calendars as the console reads and writes them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, SecretStr, StringConstraints

from abano.core.api_model import ApiModel
from abano.core.text import clean
from abano.integrations.webhooks.rules import MAX_URL_LENGTH
from abano.web.errors import SentenceOut

MAX_NAME_LENGTH = 80
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=MAX_NAME_LENGTH),
]


class ImportedCalendarRequest(ApiModel):
    """``url``: of the calendar's iCal file. It is stored encrypted and never shown again."""

    name: Name
    vehicle_id: UUID
    url: Annotated[SecretStr, Field(min_length=1, max_length=MAX_URL_LENGTH)]


class ImportedCalendarNameRequest(ApiModel):
    name: Name


class ImportedCalendarOut(ApiModel):
    """``host``: of its URL. ``blocks``: from now on. ``read_at``: when it could last be read."""

    id: UUID
    name: str
    vehicle_id: UUID
    plate: str
    host: str
    blocks: int
    checked_at: datetime | None
    read_at: datetime | None
    failing_since: datetime | None
    problem: SentenceOut | None = Field(description="Why it can't be read. Its blocks are kept.")
    created_at: datetime


class ImportedCalendarsResponse(ApiModel):
    calendars: list[ImportedCalendarOut]


class CalendarConflict(ApiModel):
    """A busy time of an imported calendar that the vehicle is not blocked for. ``title``: of the block in the way."""

    calendar_id: UUID
    calendar: str
    vehicle_id: UUID
    plate: str
    starts_at: datetime
    ends_at: datetime
    booking_id: UUID | None
    reference: str | None
    title: str
