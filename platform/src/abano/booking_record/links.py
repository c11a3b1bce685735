"""Links that customers get by email, to use without an account. Pure.

Their tokens are in the fragment of the URL, which browsers do not send to servers.
"""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from abano.booking_record.models import BookingRow
from abano.core.crypto import SignedTokens

# The link of a booking works this long after the return, and until its ``manage_version`` is raised.
OPEN_AFTER_RETURN = timedelta(days=14)
PAGE = "/my-booking"
MANAGE_TOKENS = SignedTokens("manage link", 20, 16)
REVIEW_PAGE = "/reviews/write"
REVIEW_TOKENS = SignedTokens("review link", 16, 17)


class ManageLink(NamedTuple):
    """The contents of a valid token. ``opens`` decides whether it still gives access."""

    booking_id: UUID
    version: int


def manage_url(secret: str, origin: str, prefix: str, booking: BookingRow) -> str:
    """The link of a booking. ``secret``: the installation's; ``prefix``: ``path_prefix`` of the reader's language."""
    return f"{origin}{prefix}{PAGE}#{manage_token(secret, booking)}"


def manage_token(secret: str, booking: BookingRow) -> str:
    """The token in a booking's link."""
    payload = booking.id.bytes + (booking.manage_version or 0).to_bytes(4)
    return MANAGE_TOKENS.sign(secret, booking.tenant_id, payload)


def read_token(secret: str, tenant_id: UUID, token: str) -> ManageLink | None:
    """The token's contents. None if it is invalid or of another company."""
    payload = MANAGE_TOKENS.read(secret, tenant_id, token)
    if payload is None:
        return None
    return ManageLink(UUID(bytes=payload[:16]), int.from_bytes(payload[16:]))


def opens(link: ManageLink, booking: BookingRow, now: datetime) -> bool:
    """Whether the link still shows this booking."""
    return (
        link.booking_id == booking.id
        and link.version == booking.manage_version
        and now < booking.return_at + OPEN_AFTER_RETURN
    )


def review_url(secret: str, origin: str, prefix: str, booking: BookingRow) -> str:
    """The link to the form for a review of this rental."""
    return f"{origin}{prefix}{REVIEW_PAGE}#{REVIEW_TOKENS.sign(secret, booking.tenant_id, booking.id.bytes)}"
