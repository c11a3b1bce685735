"""Pure rules of the journal and of tills: what each kind of entry does, and balances. Amounts in minor units."""

from dataclasses import dataclass
from typing import Literal

Method = Literal["cash", "card", "bank", "online"]
DeskMethod = Literal["cash", "card", "bank"]
Kind = Literal[
    "payment",
    "refund",
    "refund_failed",
    "deposit_taken",
    "deposit_returned",
    "deposit_kept",
    "deposit_applied",
    # Only of entries from before a refund lowered the agreed price itself.
    "reduction",
    "till_over",
    "till_short",
    # Cash that moved between a till and the bank, or from one till to another.
    "cash_to_bank",
    "cash_from_bank",
    "cash_out",
    "cash_in",
]
# Entries of which the customer gets a receipt: money went from hand to hand.
WITH_RECEIPT: frozenset[str] = frozenset({"payment", "refund", "deposit_taken", "deposit_returned"})
OUTGOING: frozenset[str] = frozenset({"refund", "deposit_returned"})
# A cancelled booking costs its cancellation fee, if any: what else was paid for it is to be given back.
FREE_STATUS = "cancelled"


@dataclass(frozen=True, slots=True)
class Balance:
    """``agreed``: the booking's total, or the fee once it is cancelled; ``held``: the deposit."""

    agreed: int
    paid: int
    held: int

    @property
    def due(self) -> int:
        """What the customer owes; below 0 what the company owes."""
        return self.agreed - self.paid


def agreed_total(status: str, total: int, cancellation_fee: int | None) -> int:
    return cancellation_fee or 0 if status == FREE_STATUS else total


TillState = Literal["open", "counted", "closed"]


def till_state(*, is_counted: bool, is_closed: bool) -> TillState:
    """A counted one whose cash differs waits for a manager."""
    if is_closed:
        return "closed"
    return "counted" if is_counted else "open"
