"""The calendar of a feed: when vehicles are taken, and by which reference. Pure (RFC 5545)."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from icalendar import Calendar, Event, vText

from abano.core.languages.texts import texts_in

# What a feed shows around now.
PAST, FUTURE = timedelta(days=30), timedelta(days=365)
MAX_ENTRIES = 2_000
MAX_FEEDS = 500
# A calendar that reads more often is noted once.
READ_NOTED_EVERY = timedelta(minutes=1)
# How soon a calendar should read again, as far as it follows that.
REFRESH = timedelta(minutes=30)


class Entry(NamedTuple):
    """A reservation of a vehicle. ``reference``: the booking's. None for a block.

    ``vehicle``: the plate, or the car of a booking without a vehicle. ``ends_at`` includes the turnaround
    time.
    """

    id: UUID
    starts_at: datetime
    ends_at: datetime
    is_firm: bool
    reference: str | None
    vehicle: str
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class FeedContent:
    """All that a feed's file is made of. ``names_vehicles``: it is about more than one vehicle."""

    title: str
    language: str
    entries: Sequence[Entry]
    names_vehicles: bool
    shows_reference: bool

    @property
    def etag(self) -> str:
        """Known before the file is made. The same content has the same one."""
        return f'"{hashlib.sha256(repr(self).encode()).hexdigest()[:20]}"'


def calendar_file(content: FeedContent) -> bytes:
    """The file: times are in UTC, so that no reader needs the company's time zone."""
    texts = texts_in(content.language)
    booked = texts.pgettext("state of a vehicle", "Booked")
    blocked = texts.pgettext("state of a vehicle", "Blocked")
    calendar = Calendar()
    calendar.add("prodid", "-//Abano//Calendar feeds//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # The library does not support this property and does not escape its text.
    calendar.add("x-wr-calname", vText(content.title))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for entry in content.entries:
        summary = blocked if entry.reference is None else booked
        if entry.reference and content.shows_reference:
            summary = f"{summary} {entry.reference}"
        event = Event()
        event.add("uid", f"{entry.id}@abano")
        event.add("dtstamp", entry.changed_at.astimezone(UTC))
        event.add("dtstart", entry.starts_at.astimezone(UTC))
        event.add("dtend", entry.ends_at.astimezone(UTC))
        event.add("summary", f"{entry.vehicle}: {summary}" if content.names_vehicles else summary)
        event.add("status", "CONFIRMED" if entry.is_firm else "TENTATIVE")
        event.add("transp", "OPAQUE")
        calendar.add_component(event)
    return bytes(calendar.to_ical())
