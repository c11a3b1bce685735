"""Pure rules of offline conversions: assignment of bookings to files, and the file format.

Google accepts conversions of clicks up to 90 days old, but not within the first hours after a click. It
accepts an adjustment up to 55 days after its conversion.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.core.files import csv_rows
from abano.core.money import to_decimal

MAX_CLICK_AGE = timedelta(days=90)
YOUNGEST_CLICK = timedelta(hours=6)
MAX_ADJUSTMENT_AGE = timedelta(days=55)
# 24 months: requests are of no use once two years of advertising are closed.
REQUEST_RETENTION = timedelta(days=730)
# The form of a click id. Anything else is invalid and could be a spreadsheet formula.
CLICK_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}")

FIRST_WAIT = timedelta(minutes=10)
MAX_WAIT = timedelta(hours=6)

FileKind = Literal["clicks", "app-clicks", "retractions"]
State = Literal["reported", "retracted", "too_young", "too_old", "cancelled", "unreadable"]

CONSENT_HEADERS = ("Ad User Data", "Ad Personalization")
# Only where the company sends hashed emails.
EMAIL_HEADER = "Email"
GMAIL = frozenset({"gmail.com", "googlemail.com"})
HEADERS: dict[FileKind, tuple[str, ...]] = {
    "clicks": (
        "Google Click ID",
        "Conversion Name",
        "Conversion Time",
        "Conversion Value",
        "Conversion Currency",
        "Order ID",
        *CONSENT_HEADERS,
    ),
    "app-clicks": (
        "GBRAID",
        "WBRAID",
        "Conversion Name",
        "Conversion Time",
        "Conversion Value",
        "Conversion Currency",
        "Order ID",
        *CONSENT_HEADERS,
    ),
    "retractions": ("Order ID", "Conversion Name", "Adjustment Time", "Adjustment Type"),
}


@dataclass(frozen=True, slots=True)
class AdBooking:
    """A booking with a click id. ``clicked_at``: when the click was first seen. None after its retention.

    ``consent_state``: granted, or not_required if the company does not request consent. ``email``: only if its hash
    is to be sent.
    """

    booking_id: UUID
    consent_state: str
    reference: str
    gclid: str | None
    gbraid: str | None
    wbraid: str | None
    total_minor: int
    currency: str
    created_at: datetime
    cancelled_at: datetime | None
    clicked_at: datetime | None
    # Cancellations that were reported to Google and reverted since.
    retractions: int = 0
    ad_personalization: bool | None = None
    email: str | None = None

    @property
    def order_id(self) -> str:
        """The order id for Google, with a counter after a retraction: a retracted id is not accepted again."""
        return f"{self.reference}-{self.retractions + 1}" if self.retractions else self.reference

    @property
    def value(self) -> Decimal:
        return to_decimal(self.total_minor)

    @property
    def click(self) -> datetime:
        """The time of the click, at the latest the booking's; an unknown one is taken as the booking's."""
        return min(self.clicked_at or self.created_at, self.created_at)

    @property
    def file(self) -> FileKind | None:
        """The file for this booking's click id; None when no click id is valid."""
        if self.gclid and CLICK_ID.fullmatch(self.gclid):
            return "clicks"
        if any(braid and CLICK_ID.fullmatch(braid) for braid in (self.gbraid, self.wbraid)):
            return "app-clicks"
        return None


def state_of(booking: AdBooking, now: datetime) -> State:
    """The reporting state of ``booking`` at ``now``."""
    if booking.file is None:
        return "unreadable"
    if booking.cancelled_at is not None:
        # Cancelled before it could be in any file: it was never reported.
        was_reported = booking.cancelled_at - booking.click >= YOUNGEST_CLICK
        in_time = now - booking.created_at <= MAX_ADJUSTMENT_AGE
        return "retracted" if was_reported and in_time else "cancelled"
    if now - booking.click < YOUNGEST_CLICK:
        return "too_young"
    return "too_old" if now - booking.click > MAX_CLICK_AGE else "reported"


def file_rows(
    kind: FileKind,
    bookings: Iterable[AdBooking],
    *,
    name: str,
    zone: ZoneInfo,
    now: datetime,
    has_email: bool = False,
) -> list[Sequence[str]]:
    """The data rows of a file; each booking is in it at most once, by its order id."""
    rows: list[Sequence[str]] = []
    for booking in bookings:
        state = state_of(booking, now)
        if kind == "retractions":
            if state == "retracted" and booking.cancelled_at is not None:
                rows.append((booking.order_id, name, _time(booking.cancelled_at, zone), "RETRACT"))
        elif state == "reported" and booking.file == kind:
            tail = (
                name,
                _time(booking.created_at, zone),
                str(booking.value),
                booking.currency,
                booking.order_id,
                *_consent_cells(booking),
            )
            email = ((hashed_email(booking.email) if booking.email else ""),) if has_email else ()
            rows.append((*_click_ids(booking), *tail, *email))
    return rows


def retracted(bookings: Iterable[AdBooking], now: datetime) -> list[tuple[UUID, datetime]]:
    """The bookings in the file of retractions, each with when it was cancelled."""
    return [
        (booking.booking_id, booking.cancelled_at)
        for booking in bookings
        if booking.cancelled_at is not None and state_of(booking, now) == "retracted"
    ]


def file_text(
    kind: FileKind, rows: Iterable[Sequence[str]], timezone: str, *, has_email: bool = False
) -> str:
    """The file in Google Ads' format, without a byte order mark: its first row is a parameter, not a header."""
    header = (*HEADERS[kind], *((EMAIL_HEADER,) if has_email and kind != "retractions" else ()))
    return csv_rows([(f"Parameters:TimeZone={timezone}",), header, *rows])


def event_of(booking: AdBooking) -> dict[str, object]:
    """``booking`` as an event of the Data Manager API: click, time, value and order id.

    With both answers of a visitor who was asked, and with the hashed email where it is to be sent.
    """
    event: dict[str, object] = {
        "transactionId": booking.order_id,
        "eventTimestamp": booking.created_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "adIdentifiers": _click_id(booking),
        "conversionValue": float(booking.value),
        "currency": booking.currency,
        "eventSource": "WEB",
    }
    if booking.consent_state == "granted":
        is_personal = bool(booking.ad_personalization)
        event["consent"] = {
            "adUserData": "CONSENT_GRANTED",
            "adPersonalization": "CONSENT_GRANTED" if is_personal else "CONSENT_DENIED",
        }
    if booking.email:
        event["userData"] = {"userIdentifiers": [{"emailAddress": hashed_email(booking.email)}]}
    return event


def hashed_email(email: str) -> str:
    """SHA-256 in hex of the email as Google writes it: lower case, no spaces, no dots or suffixes of Gmail."""
    local, _, domain = "".join(email.split()).lower().rpartition("@")
    if domain in GMAIL:
        local = local.partition("+")[0].replace(".", "")
    return hashlib.sha256(f"{local}@{domain}".encode()).hexdigest()


def _consent_cells(booking: AdBooking) -> tuple[str, str]:
    """Empty where visitors are not asked."""
    if booking.consent_state != "granted":
        return ("", "")
    return ("Granted", "Granted" if booking.ad_personalization else "Denied")


def _click_id(booking: AdBooking) -> dict[str, str]:
    """The click id that the file would have."""
    if booking.file == "clicks":
        return {"gclid": booking.gclid or ""}
    gbraid, wbraid = _click_ids(booking)
    return {"gbraid": gbraid} if gbraid else {"wbraid": wbraid}


def _click_ids(booking: AdBooking) -> tuple[str, ...]:
    if booking.file == "clicks":
        return (booking.gclid or "",)
    # Google accepts one of the two.
    if booking.gbraid and CLICK_ID.fullmatch(booking.gbraid):
        return (booking.gbraid, "")
    return ("", booking.wbraid or "")


def _time(moment: datetime, zone: ZoneInfo) -> str:
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def wait_before_retry(failures: int) -> timedelta:
    """The delay after ``failures`` failures in a row, doubling each time."""
    return min(FIRST_WAIT * (1 << min(failures - 1, 10)), MAX_WAIT)
