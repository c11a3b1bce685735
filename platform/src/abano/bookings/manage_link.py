"""The link by which a customer sees and manages a booking without an account. Pure.

Its token is signed and stored nowhere. It stops working ``OPEN_AFTER_RETURN`` after the return, and when the
booking's ``manage_version`` is raised. It stands in the fragment of the address, which browsers send to no server.
"""

import base64
import hashlib
import hmac
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from abano.models.bookings import BookingRow

OPEN_AFTER_RETURN = timedelta(days=14)
PAGE = "/my-booking"
_MAC_BYTES = 16
_TOKEN_BYTES = 16 + 4 + _MAC_BYTES
# Base64 without padding: 36 bytes are exactly 48 characters.
TOKEN_LENGTH = _TOKEN_BYTES // 3 * 4


class ManageLink(NamedTuple):
    """What a genuine token says. Whether it still opens the booking is for ``opens`` to tell."""

    booking_id: UUID
    version: int


def manage_url(secret: str, origin: str, prefix: str, booking: BookingRow) -> str:
    """The link of a booking. ``secret``: the installation's; ``prefix``: ``path_prefix`` of the reader's language."""
    return f"{origin}{prefix}{PAGE}#{manage_token(secret, booking)}"


def manage_token(secret: str, booking: BookingRow) -> str:
    """The token of a booking as its link has it."""
    said = booking.id.bytes + (booking.manage_version or 0).to_bytes(4)
    return base64.urlsafe_b64encode(said + _mac(secret, booking.tenant_id, said)).decode()


def read_token(secret: str, tenant_id: UUID, token: str) -> ManageLink | None:
    """What the token says; None for one that was not made here for this company."""
    if len(token) != TOKEN_LENGTH or not token.isascii():
        return None
    try:
        content = base64.urlsafe_b64decode(token)
    except ValueError:
        return None
    said, mac = content[:-_MAC_BYTES], content[-_MAC_BYTES:]
    if len(content) != _TOKEN_BYTES or not hmac.compare_digest(mac, _mac(secret, tenant_id, said)):
        return None
    return ManageLink(UUID(bytes=said[:16]), int.from_bytes(said[16:]))


def opens(link: ManageLink, booking: BookingRow, now: datetime) -> bool:
    """Whether the link still shows this booking."""
    return (
        link.booking_id == booking.id
        and link.version == booking.manage_version
        and now < booking.return_at + OPEN_AFTER_RETURN
    )


def _mac(secret: str, tenant_id: UUID, said: bytes) -> bytes:
    key = hashlib.sha256(b"abano manage link\0" + secret.encode()).digest()
    return hmac.digest(key, tenant_id.bytes + said, "sha256")[:_MAC_BYTES]
