"""Pure rules of online payments: read the state of a Stripe session."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Purpose = Literal["payment", "deposit"]
LinkState = Literal["preparing", "open", "paid", "expired", "failed"]


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """The state of a Stripe session. ``amount`` in minor units."""

    session_id: str
    state: LinkState
    amount: int
    currency: str
    intent_id: str | None


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
