"""Pure rules of online payments: Stripe's signature, and what a session says."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Purpose = Literal["payment", "deposit"]
LinkState = Literal["preparing", "open", "paid", "expired", "failed"]
# Stripe's own libraries allow as much between its clock and ours.
TOLERANCE_SECONDS = 300
MOST_SIGNATURES = 10


class BadSignature(ValueError):
    """The event was not signed by Stripe for this company, or not now."""


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """What Stripe says of a session. ``amount`` in minor units."""

    session_id: str
    state: LinkState
    amount: int
    currency: str
    intent_id: str | None


def verify_signature(payload: bytes, header: str, secret: str, now: datetime) -> None:
    """Check the header ``Stripe-Signature`` (https://docs.stripe.com/webhooks#verify-manually).

    Raises BadSignature.
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


def read_session(session: Mapping[str, Any]) -> SessionOutcome:
    """A checkout session as Stripe writes it. Raises ValueError for anything else."""
    identifier, amount, currency = session.get("id"), session.get("amount_total"), session.get("currency")
    if not isinstance(identifier, str) or not identifier:
        raise ValueError("A session without an id.")
    intent = session.get("payment_intent")
    if isinstance(intent, Mapping):
        intent = intent.get("id")
    state: LinkState = "open"
    if session.get("payment_status") == "paid":
        state = "paid"
    elif session.get("status") == "expired":
        state = "expired"
    return SessionOutcome(
        session_id=identifier,
        state=state,
        amount=amount if isinstance(amount, int) else 0,
        currency=str(currency or "").upper(),
        intent_id=intent if isinstance(intent, str) else None,
    )
