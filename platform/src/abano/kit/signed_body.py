"""Bodies that another service signed with a shared secret."""

import hashlib
import hmac
from datetime import datetime

# Between the sender's clock and ours, as Stripe's own libraries allow.
TOLERANCE_SECONDS = 300
MOST_SIGNATURES = 10


class BadSignature(ValueError):
    """The body was not signed with this secret, or not now."""


def verify_signature(payload: bytes, header: str, secret: str, now: datetime) -> None:
    """Check a header of the form ``t=<seconds>,v1=<HMAC-SHA256 in hex>`` over the seconds, a full stop and the body.

    As Stripe signs (https://docs.stripe.com/webhooks#verify-manually). Raises BadSignature.
    """
    stated, signatures = "", []
    for part in header.split(",")[: MOST_SIGNATURES + 1]:
        name, _, value = part.strip().partition("=")
        if name == "t":
            stated = value
        elif name == "v1":
            signatures.append(value)
    if not stated.isascii() or not stated.isdigit() or len(stated) > 12:
        raise BadSignature
    if abs(now.timestamp() - int(stated)) > TOLERANCE_SECONDS:
        raise BadSignature
    wanted = hmac.new(secret.encode(), stated.encode() + b"." + payload, hashlib.sha256).hexdigest()
    if not any(hmac.compare_digest(wanted.encode(), each.encode()) for each in signatures):
        raise BadSignature
