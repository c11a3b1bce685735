"""Rules of customer messages: occasions, placeholders and due times. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from abano.core.errors import Conflict, MalformedRequest, Message, TooManyRequests

Occasion = Literal["received", "confirmed", "agreement", "changed", "reminder", "thanks", "cancelled"]
OCCASIONS: tuple[Occasion, ...] = (
    "received", "confirmed", "agreement", "changed", "reminder", "thanks", "cancelled",
)  # fmt: skip
# Placeholders, written as {name}. Times use the reader's format and the company's time zone.
PLACEHOLDERS = (
    "name",
    "company",
    "reference",
    "car",
    "pickup_place",
    "pickup_time",
    "return_place",
    "return_time",
    "days",
    "total",
    "phone",
    "email",
)
# An email is sent while the booking has one of these statuses.
_HOLDS: Mapping[Occasion, frozenset[str]] = {
    "received": frozenset({"pending"}),
    "confirmed": frozenset({"confirmed", "active"}),
    "agreement": frozenset({"confirmed"}),
    "changed": frozenset({"pending", "confirmed", "active"}),
    "reminder": frozenset({"confirmed"}),
    "thanks": frozenset({"completed"}),
    "cancelled": frozenset({"cancelled"}),
}
# Not transactional, so recipients can unsubscribe.
UNSUBSCRIBABLE: frozenset[Occasion] = frozenset({"thanks"})
# Not sent to blacklisted customers. Other occasions report the status of an existing booking.
COURTESIES: frozenset[Occasion] = frozenset({"reminder", "thanks"})
REMINDER_HOUR, THANKS_DAYS, THANKS_HOUR = 10, 2, 11
# How long after its due time a message is still sent, such as after an outage.
LATE = timedelta(hours=12)
THANKS_LATE = timedelta(days=3)
_BRACES = re.compile(r"[{}]")
_NAMED = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class MessageText:
    """A message in one language. ``body``: paragraphs, with an empty line between them."""

    subject: str
    heading: str
    body: str
    button: str

    def parts(self) -> Iterator[tuple[str, str]]:
        """Field and text."""
        yield from (
            ("subject", self.subject),
            ("heading", self.heading),
            ("body", self.body),
            ("button", self.button),
        )


def unknown_placeholders(text: str) -> list[str]:
    """Texts in braces that are no placeholder, each once; unpaired braces too."""
    unknown = [match[0] for match in _NAMED.finditer(text) if match[1] not in PLACEHOLDERS]
    unknown += _BRACES.findall(_NAMED.sub("", text))
    return list(dict.fromkeys(unknown))


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its placeholders replaced once. Braces in values are not expanded."""
    return _NAMED.sub(lambda match: values.get(match[1], match[0]), text)


def paragraphs(body: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", body) if part.strip()]


def still_holds(occasion: Occasion, status: str) -> bool:
    """Whether a message that waited is still true of a booking that has this status now."""
    return status in _HOLDS[occasion]


def reminder_due(pickup_at: datetime, zone: ZoneInfo, hour: int) -> datetime:
    """The day before the pickup at that hour, both by the company's clock."""
    day = pickup_at.astimezone(zone).date() - timedelta(days=1)
    return datetime.combine(day, time(hour), zone)


def is_reminder_due(pickup_at: datetime, made_at: datetime, zone: ZoneInfo, hour: int, now: datetime) -> bool:
    """Whether a booking is reminded of now. A booking made after that time has just received everything."""
    due = reminder_due(pickup_at, zone, hour)
    return made_at < due <= now < min(due + LATE, pickup_at)


def thanks_due(completed_at: datetime, zone: ZoneInfo, days: int) -> datetime:
    """That many days after the return, at a friendly hour by the company's clock."""
    day = completed_at.astimezone(zone).date() + timedelta(days=days)
    return datetime.combine(day, time(THANKS_HOUR), zone)


def is_thanks_due(completed_at: datetime, zone: ZoneInfo, days: int, now: datetime) -> bool:
    due = thanks_due(completed_at, zone, days)
    return due <= now < due + THANKS_LATE


PLACEHOLDER_UNKNOWN = Message(
    "placeholder_unknown", "There is no placeholder {names}. The list beside the text has all of them."
)
LANGUAGE_NOT_OFFERED = Message("message_language_not_offered", "Your site isn't available in this language")
TEXT_MISSING = Message("message_text_missing", "Please enter a message")
REVIEW_URL_INVALID = Message("review_url_invalid", "Please enter a URL that starts with https://")


class MessageChanged(Conflict):
    """Someone else changed this. Review it and try again."""


class MessageNotCurrent(Conflict):
    """This message no longer matches the booking. Reload the page and try again."""


class EmailMissing(Conflict):
    """This booking has no email address to write to."""


class TooManyTests(TooManyRequests):
    """You have sent too many tests. Try again in an hour."""


class UnverifiedReport(MalformedRequest):
    """This was not signed by the mail service of this company."""
