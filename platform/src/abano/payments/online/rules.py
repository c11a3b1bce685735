"""Pure rules of online payments: read the state of a Stripe session or payment intent."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

Purpose = Literal["payment", "deposit", "hold"]
# ``held`` and ``released``: of card holds alone.
LinkState = Literal["preparing", "open", "held", "paid", "released", "expired", "failed"]
Pending = Literal["capture", "release"]
# How long Stripe lets a card payment be captured, unless its charge says otherwise.
HOLD_LIVES = timedelta(days=7)
# When the team is reminded of a card hold.
REMIND_BEFORE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """The state of a Stripe session. ``amount`` in minor units.

    ``is_complete``: the customer has finished it; a card hold is not paid then.
    """

    session_id: str
    state: LinkState
    amount: int
    currency: str
    intent_id: str | None
    is_complete: bool = False


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
        is_complete=session.get("status") == "complete",
    )


IntentState = Literal["open", "held", "captured", "cancelled"]
_INTENT_STATES: dict[str, IntentState] = {
    "requires_capture": "held",
    "succeeded": "captured",
    "canceled": "cancelled",
}


@dataclass(frozen=True, slots=True)
class IntentOutcome:
    """The state of a Stripe payment intent. Amounts in minor units.

    ``payment``: the link, from its metadata. ``has_expired``: a cancelled one was not released by anyone.
    ``capture_before``: None unless the intent carries its charge, which says so.
    """

    intent_id: str
    payment: str
    state: IntentState
    amount: int
    received: int
    currency: str
    has_expired: bool
    capture_before: datetime | None


def read_intent(intent: Mapping[str, Any]) -> IntentOutcome:
    """A payment intent as Stripe writes it. Raises ValueError for anything else."""
    identifier, metadata = intent.get("id"), intent.get("metadata")
    if not isinstance(identifier, str) or not identifier:
        raise ValueError("An intent without an id.")
    return IntentOutcome(
        intent_id=identifier,
        payment=str(metadata.get("payment") or "") if isinstance(metadata, Mapping) else "",
        state=_INTENT_STATES.get(str(intent.get("status")), "open"),
        amount=_whole(intent.get("amount")),
        received=_whole(intent.get("amount_received")),
        currency=str(intent.get("currency") or "").upper(),
        has_expired=intent.get("cancellation_reason") in {"automatic", "expired"},
        capture_before=_capture_before(intent.get("latest_charge")),
    )


def _capture_before(charge: object) -> datetime | None:
    details = charge.get("payment_method_details") if isinstance(charge, Mapping) else None
    card = details.get("card") if isinstance(details, Mapping) else None
    seconds = _whole(card.get("capture_before")) if isinstance(card, Mapping) else 0
    # Ten digits reach the year 2286.
    return datetime.fromtimestamp(seconds, UTC) if 0 < seconds < 10**10 else None


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
