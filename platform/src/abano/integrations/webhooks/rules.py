"""Pure: events and their payloads, URLs of endpoints, when a failed delivery is retried, when one is disabled."""

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Literal, get_args
from uuid import UUID

EventType = Literal[
    "booking.created",
    "booking.confirmed",
    "booking.changed",
    "booking.cancelled",
    "booking.started",
    "booking.completed",
    "payment.received",
    "payment.refunded",
    "invoice.issued",
    "vehicle.blocked",
    "lead.created",
    "quiz.completed",
    "affiliate.payout",
    "alert.opened",
    "alert.resolved",
]
EVENT_TYPES: tuple[EventType, ...] = get_args(EventType)
TEST_EVENT = "webhook.test"
# Where the object of an event is, by the part of its type before the full stop.
OBJECT_URLS: Mapping[str, str] = {
    "booking": "/api/v1/bookings/{id}",
    "payment": "/api/v1/payments/{id}",
    "invoice": "/api/v1/invoices/{id}",
    "vehicle": "/api/v1/vehicles/{id}",
    # No resources of the API: pages of the console.
    "lead": "/admin/bookings?tab=incomplete",
    "quiz": "/admin/quiz-analytics",
    "affiliate": "/admin/affiliates",
    "alert": "/admin/quiz-analytics",
    "webhook": "/admin/settings/webhooks",
}

MAX_ENDPOINTS = 50
MAX_URL_LENGTH = 500
MAX_DESCRIPTION_LENGTH = 200
PREVIOUS_SECRET_VALID = timedelta(hours=24)
KEPT_DAYS = 30
KEPT = timedelta(days=KEPT_DAYS)


def event_payload(
    event_id: UUID,
    event_type: str,
    object_id: str,
    created_at: datetime,
    origin: str,
    details: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The request body: the object's id and URL, without its values. ``origin``: of the company's site.

    ``details``: of an alert, which no resource of the API has: the path of its page, and its figures.
    """
    path = OBJECT_URLS[event_type.partition(".")[0]].format(id=object_id)
    further = dict(details or {})
    path = further.pop("path", path)
    return {
        "id": f"evt_{event_id.hex}",
        "type": event_type,
        "timestamp": created_at.isoformat(),
        "data": {"id": object_id, "url": f"{origin}{path}", **further},
    }


# Ten attempts over about three days: after the first, these delays.
RETRY_DELAYS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=18),
    timedelta(hours=22),
)
MAX_ATTEMPTS = len(RETRY_DELAYS) + 1
# A delay is longer by up to this part, so that what failed together is not retried together.
JITTER = 0.1
MAX_RETRY_AFTER = timedelta(hours=24)


def wait_before_retry(
    attempts: int, retry_after: timedelta | None = None, *, chance: float | None = None
) -> timedelta | None:
    """The delay after ``attempts`` failed attempts. None: give up.

    ``retry_after``: requested by the receiver, limited to a day. ``chance``: from 0 to 1, random by default.
    """
    if attempts >= MAX_ATTEMPTS:
        return None
    part = random.random() if chance is None else chance  # noqa: S311 - not a secret
    wait = RETRY_DELAYS[attempts - 1] * (1 + JITTER * part)
    return max(wait, min(retry_after, MAX_RETRY_AFTER)) if retry_after else wait


def read_retry_after(header: str | None, now: datetime) -> timedelta | None:
    """The delay of a ``Retry-After`` header, in seconds or as a date (RFC 9110); None for anything else."""
    text = (header or "").strip()[:64]
    if text.isascii() and text.isdigit():
        return timedelta(seconds=min(int(text), int(MAX_RETRY_AFTER.total_seconds())))
    try:
        until = parsedate_to_datetime(text)
        return max(until - now, timedelta(0)) if until.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        return None


DISABLED_AFTER = timedelta(days=5)
# Without an attempt for longer than the longest delay the failures of before are another story.
FAILURES_APART = timedelta(hours=48)


def failing_from(failing_since: datetime | None, last_failed_at: datetime | None, now: datetime) -> datetime:
    """Since when an endpoint is failing, given that an attempt fails now."""
    if failing_since is None or last_failed_at is None or now - last_failed_at > FAILURES_APART:
        return now
    return failing_since
