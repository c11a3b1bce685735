"""Pure rules of the journal and of tills: what each kind of entry does, and balances. Amounts in minor units."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from abano.booking_record.rules import CancellationFee, FeeKind

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
        """The customer's open balance. Below 0: the company owes."""
        return self.agreed - self.paid


def agreed_total(status: str, total: int, cancellation_fee: int | None) -> int:
    return cancellation_fee or 0 if status == FREE_STATUS else total


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a cancelled booking, as shown to the customer, in their email and at the desk.

    ``fee``: as charged, otherwise by the agreed terms (``is_charged`` False). ``paid``: before refunds, which
    are in ``refunded``. ``held``: the deposit, which is returned separately. ``is_card``: a part was paid
    online.
    """

    kind: FeeKind
    fee: int
    is_charged: bool
    paid: int
    refunded: int
    held: int
    is_card: bool = False

    @property
    def to_refund(self) -> int:
        return max(0, self.paid - self.refunded - self.fee)

    @property
    def owed(self) -> int:
        return max(0, self.fee - self.paid + self.refunded)


def settlement(
    proposed: CancellationFee,
    charged: int | None,
    balance: Balance,
    entries: Iterable[tuple[Kind, Method | None, int]],
) -> Settlement:
    """``charged``: the fee that someone decided on; ``entries``: of the booking, each with its amount."""
    moved = list(entries)
    given_back = sum(
        amount if kind == "refund" else -amount
        for kind, _, amount in moved
        if kind in ("refund", "refund_failed")
    )
    return Settlement(
        kind=proposed.kind,
        fee=proposed.amount if charged is None else charged,
        is_charged=charged is not None,
        paid=balance.paid + given_back,
        refunded=given_back,
        held=balance.held,
        is_card=any(kind == "payment" and method == "online" for kind, method, _ in moved),
    )


TillState = Literal["open", "counted", "closed"]


def till_state(*, is_counted: bool, is_closed: bool) -> TillState:
    """A counted one whose cash differs waits for a manager."""
    if is_closed:
        return "closed"
    return "counted" if is_counted else "open"
