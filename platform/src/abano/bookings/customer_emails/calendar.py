"""The calendar file of a rental: one event, which later files move or cancel. Pure (RFC 5545, RFC 5546)."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from math import ceil
from uuid import UUID
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, vCalAddress, vText

NAME = "booking.ics"


@dataclass(frozen=True, slots=True)
class Rental:
    """``starts`` and ``ends`` in the company's zone. ``sequence`` never decreases.

    ``is_firm``: the company has confirmed the booking.
    """

    booking_id: UUID
    sequence: int
    title: str
    place: str
    description: str
    url: str
    starts: datetime
    ends: datetime
    company: str
    company_email: str
    customer: str
    customer_email: str
    is_firm: bool = True


def calendar_file(rental: Rental, *, is_cancelled: bool, now: datetime) -> bytes:
    """A request for the rental's event, or its cancellation."""
    event = Event()
    # Same UID as the site's download (calendar-file.ts), so that a calendar shows each booking once.
    event.add("uid", f"{rental.booking_id}@abano")
    event.add("sequence", rental.sequence)
    event.add("dtstamp", now)
    event.add("dtstart", rental.starts)
    event.add("dtend", rental.ends)
    event.add("summary", rental.title)
    event.add("location", rental.place)
    event.add("description", rental.description)
    event.add("status", "CANCELLED" if is_cancelled else "CONFIRMED" if rental.is_firm else "TENTATIVE")
    # Show the customer as free: a week's rental does not block the week.
    event.add("transp", "TRANSPARENT")
    if rental.url:
        event.add("url", rental.url)
    if rental.company_email:
        organizer = vCalAddress(f"mailto:{rental.company_email}")
        organizer.params["CN"] = vText(rental.company)
        event.add("organizer", organizer)
        attendee = vCalAddress(f"mailto:{rental.customer_email}")
        attendee.params["CN"] = vText(rental.customer)
        attendee.params["PARTSTAT"] = vText("ACCEPTED")
        event.add("attendee", attendee)
    calendar = Calendar()
    calendar.add("prodid", "-//Abano//Bookings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method_of(is_cancelled=is_cancelled))
    if isinstance(zone := rental.starts.tzinfo, ZoneInfo):
        calendar.add_component(_zone(zone.key, rental.starts.year, rental.ends.year))
    calendar.add_component(event)
    return bytes(calendar.to_ical())


# Cached: finding all clock changes takes longer than the rest of an email.
@lru_cache(maxsize=256)
def _zone(name: str, first_year: int, last_year: int) -> Timezone:
    """The zone's clock changes around a rental. A full century would make the file large."""
    return Timezone.from_tzid(
        name, first_date=date(first_year - 1, 1, 1), last_date=date(last_year + 2, 1, 1)
    )


def method_of(*, is_cancelled: bool) -> str:
    return "CANCEL" if is_cancelled else "REQUEST"


def sequence_of(created_at: datetime, updated_at: datetime) -> int:
    """The event's sequence number, which grows with every change of the booking. Seconds fit into 31 bits.

    0 for the booking as created; a change within the first second is already 1.
    """
    return max(0, ceil((updated_at - created_at).total_seconds()))
