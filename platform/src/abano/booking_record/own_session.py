"""The cookie that gives a customer access to one booking for two hours. Pure.

It is encrypted and contains no name. It stops working when the booking's email changes or the person is
erased.
"""

import base64
import binascii
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

import orjson
from starlette.responses import Response

from abano.booking_record.models import BookingRow
from abano.core.config import Settings
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.email_address import normal_email
from abano.core.errors import SignInRequired

COOKIE = "abano_booking"
SECURE_COOKIE = f"__Host-{COOKIE}"
LIFETIME = timedelta(hours=2)


class BookingSessionEnded(SignInRequired):
    """Please open your booking again: by the link in our email, or with its reference and your email address."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a cookie opens. ``digest``: of the email that the booking had then, and of what ends its links.

    ``opened_at``: a sign-out ends all cookies of the booking from before.
    """

    booking_id: UUID
    digest: str
    opened_at: datetime


def cookie_name(settings: Settings) -> str:
    return SECURE_COOKIE if settings.is_production else COOKIE


def access_to(booking: BookingRow, now: datetime) -> Access:
    return Access(booking.id, _digest(booking.manage_version, booking.customer_email), now)


def access_to_new(booking_id: UUID, email: str, now: datetime) -> Access:
    """Access for the customer who just created the booking."""
    return Access(booking_id, _digest(0, email), now)


def is_bound_to(access: Access, booking: BookingRow) -> bool:
    """Whether the booking's email and link version still match the cookie."""
    return hmac.compare_digest(_digest(booking.manage_version, booking.customer_email), access.digest)


def digest_of(email: str) -> str:
    return sha256(normal_email(email).casefold().encode()).hexdigest()


def _digest(manage_version: int, email: str) -> str:
    return sha256(f"{manage_version}|{digest_of(email)}".encode()).hexdigest()


def set_cookie(response: Response, access: Access, tenant_id: UUID, settings: Settings) -> None:
    response.set_cookie(
        cookie_name(settings),
        _seal(access, tenant_id, settings),
        max_age=int(LIFETIME.total_seconds()),
        path="/",
        httponly=True,
        samesite="strict",
        secure=settings.is_production,
    )


def _seal(access: Access, tenant_id: UUID, settings: Settings) -> str:
    values = {
        "booking": str(access.booking_id),
        "digest": access.digest,
        "opened": access.opened_at.isoformat(),
    }
    sealed = _sealer(settings).seal(orjson.dumps(values).decode(), str(tenant_id))
    return base64.urlsafe_b64encode(sealed).decode()


def unseal(cookie: str, tenant_id: UUID, settings: Settings, now: datetime) -> Access:
    """Raises BookingSessionEnded."""
    try:
        values: Mapping[str, object] = orjson.loads(
            _sealer(settings).unseal(base64.urlsafe_b64decode(cookie), str(tenant_id))
        )
        opened_at = datetime.fromisoformat(str(values["opened"]))
        access = Access(UUID(str(values["booking"])), str(values["digest"]), opened_at)
    except (CannotUnseal, binascii.Error, ValueError, KeyError) as error:
        raise BookingSessionEnded from error
    if now >= access.opened_at + LIFETIME:
        raise BookingSessionEnded
    return access


def _sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "customers' bookings")
