"""Pure rules of commissions: states, statements and payment files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.core.errors import NotFound
from abano.core.languages.texts import Texts, translatable
from abano.core.money import to_decimal
from abano.core.text import fold

# "unpaid" is payable now, "pending" is not payable yet.
CommissionStatus = Literal["paid", "unpaid", "pending", "held", "refused", "cancelled", "none"]
HoldReason = Literal["paid_click", "shared_ip", "by_staff"]
AffiliateSort = Literal[
    "name",
    "-name",
    "createdAt",
    "-createdAt",
    "bookingsCount",
    "-bookingsCount",
    "revenueGenerated",
    "-revenueGenerated",
    "totalEarnings",
    "-totalEarnings",
    "commissionPaid",
    "-commissionPaid",
    "commissionOwed",
    "-commissionOwed",
]
LineKind = Literal["earned", "voided", "refused", "restored", "payout", "reversal"]

# The words of the affiliate's own page.
STATUS_WORDS: dict[CommissionStatus, str] = {
    "paid": translatable("Paid"),
    "unpaid": translatable("Payable"),
    "pending": translatable("Pending"),
    "held": translatable("In review"),
    "refused": translatable("Refused"),
    "cancelled": translatable("Cancelled"),
    "none": translatable("No commission"),
}
LINE_WORDS: dict[LineKind, str] = {
    "earned": translatable("Commission earned"),
    "voided": translatable("Booking cancelled"),
    "refused": translatable("Commission refused"),
    "restored": translatable("Refusal reverted"),
    "payout": translatable("Payout"),
    "reversal": translatable("Payout reversed"),
}
STATEMENT_COLUMNS = (
    translatable("Date"),
    translatable("What"),
    translatable("Booking"),
    translatable("Change"),
    translatable("Owed after"),
)
BOOKING_COLUMNS = (
    translatable("Date"),
    translatable("Booking ID"),
    translatable("Car"),
    translatable("Route"),
    translatable("Total Price"),
    translatable("Commission"),
    translatable("Commission Status"),
)
# Someone who takes over an account changes its payout email; within this time the owner has noticed.
NEW_ADDRESS = timedelta(days=14)
# Columns of the payment provider's batch format, which it reads by these names.
PAYMENT_COLUMNS = (
    "Email/Phone",
    "Amount",
    "Currency code",
    "Reference ID",
    "Note to recipient",
    "Recipient wallet",
)


@dataclass(frozen=True, slots=True)
class Summary:
    """One affiliate's figures in minor units. ``earned``: after cancellations. ``owed`` = earned - paid.

    ``held``: the part of ``owed`` on hold. ``pending``: the part that is neither held nor payable yet. A
    payout pays the remainder.
    """

    id: UUID
    name: str
    email: str
    status: str
    paypal_email: str | None
    created_at: datetime
    promo_code: str
    bookings: int
    revenue: int
    earned: int
    paid: int
    held: int
    pending: int
    payout_email_changed_at: datetime | None

    def payout_email_is_new(self, now: datetime) -> bool:
        """Whether the payout email changed so recently that the affiliate should be asked before paying."""
        changed = self.payout_email_changed_at
        return changed is not None and now - changed < NEW_ADDRESS

    @property
    def owed(self) -> int:
        return self.earned - self.paid

    @property
    def payable(self) -> int:
        """At least 0: the rest of ``owed`` is negative when bookings were cancelled after their payout."""
        return max(0, self.owed - self.held - self.pending)


@dataclass(frozen=True, slots=True)
class ReferredBooking:
    """A booking with an affiliate's code, and its commission (minor units).

    ``is_payable``: by the booking's status and the company's policy. ``refusal``: the reason of a refusal.
    ``ends_at``: when the car is due back.
    """

    booking_id: UUID
    reference: str
    car_name: str
    pickup_location: str
    dropoff_location: str
    booked_at: datetime
    ends_at: datetime
    total: int
    commission: int
    is_self_referral: bool
    is_cancelled: bool
    is_payable: bool
    is_void: bool
    is_paid: bool
    refusal: str | None
    hold_reasons: Sequence[HoldReason]

    @property
    def status(self) -> CommissionStatus:
        if self.is_cancelled:
            return "cancelled"
        if self.is_self_referral:
            return "none"
        if self.is_void:
            return "refused"
        if self.is_paid:
            return "paid"
        if self.hold_reasons:
            return "held"
        return "unpaid" if self.is_payable else "pending"


@dataclass(frozen=True, slots=True)
class Payout:
    """A recorded payment in minor units, of ``entries`` commissions.

    ``paypal_email`` is the affiliate's address at the time of recording, or the current one if that is unknown.
    """

    id: UUID
    affiliate_id: UUID
    affiliate_name: str
    paypal_email: str | None
    total: int
    currency: str
    entries: int
    paid_by: str
    created_at: datetime
    reversed_at: datetime | None
    reversal_reason: str | None


@dataclass(frozen=True, slots=True)
class StatementLine:
    """``change`` of the amount owed, and the ``balance`` after it (minor units)."""

    happened_at: datetime
    kind: LineKind
    reference: str
    change: int
    balance: int


def search_affiliates(affiliates: list[Summary], search: str, sort: AffiliateSort) -> list[Summary]:
    """Affiliates whose name, email or code contains ``search``. Ties are sorted by name."""
    text = fold(search)
    matching = [one for one in affiliates if text in fold(f"{one.name} {one.email} {one.promo_code}")]
    by_name = sorted(matching, key=lambda one: (fold(one.name), one.id))
    return sorted(by_name, key=_SORT_KEYS[sort.removeprefix("-")], reverse=sort.startswith("-"))


_SORT_KEYS: dict[str, Callable[[Summary], Any]] = {
    "name": lambda one: fold(one.name),
    "createdAt": lambda one: one.created_at,
    "bookingsCount": lambda one: one.bookings,
    "revenueGenerated": lambda one: one.revenue,
    "totalEarnings": lambda one: one.earned,
    "commissionPaid": lambda one: one.paid,
    "commissionOwed": lambda one: one.owed,
}


def statement_table(
    lines: list[StatementLine], opening: int, zone: ZoneInfo, now: Summary | None, texts: Texts
) -> list[list[object]]:
    """A statement as rows of a table with a header. Times are in the company's time zone.

    With ``now``, for statements up to the present, it ends with the parts of the amount owed.
    """
    heading = [texts.gettext(column) for column in STATEMENT_COLUMNS]
    rows: list[list[object]] = [
        [*heading],
        ["", texts.gettext("Owed before"), "", "", to_decimal(opening)],
    ]
    for line in lines:
        moment = f"{line.happened_at.astimezone(zone):%Y-%m-%d %H:%M}"
        rows.append(
            [
                moment,
                texts.gettext(LINE_WORDS[line.kind]),
                line.reference,
                to_decimal(line.change),
                to_decimal(line.balance),
            ]
        )
    if now:
        parts = {
            texts.gettext("Payable now"): now.payable,
            texts.gettext("Not payable yet"): now.pending,
            texts.gettext("On hold"): now.held,
        }
        rows += [["", words, "", "", to_decimal(amount)] for words, amount in parts.items()]
    return rows


def bookings_table(
    bookings: Sequence[ReferredBooking], zone: ZoneInfo, places: Mapping[str, str], texts: Texts
) -> list[list[object]]:
    """An affiliate's bookings as rows of a table, heading first; days of the company's zone, ``places`` by code."""
    heading = [texts.gettext(column) for column in BOOKING_COLUMNS]
    rows: list[list[object]] = [
        [
            f"{one.booked_at.astimezone(zone):%Y-%m-%d}",
            one.reference,
            one.car_name,
            " – ".join(places.get(code, code) for code in (one.pickup_location, one.dropoff_location)),
            to_decimal(one.total),
            to_decimal(one.commission),
            texts.gettext(STATUS_WORDS[one.status]),
        ]
        for one in bookings
    ]
    return [[*heading], *rows]


def payable_by_file(payouts: list[Payout]) -> list[Payout]:
    """The payouts for a payment file: not reversed, and with an address."""
    return [one for one in payouts if one.reversed_at is None and one.paypal_email]


def payment_table(payouts: list[Payout], company: str) -> list[list[object]]:
    """Payouts in the payment provider's batch format, filtered by ``payable_by_file``."""
    rows: list[list[object]] = [list(PAYMENT_COLUMNS)]
    for payout in payable_by_file(payouts):
        # The provider rejects a known reference, so a file that is sent twice pays once.
        reference = payout.id.hex[:30]
        note = f"Commission from {company}"
        rows.append(
            [payout.paypal_email, to_decimal(payout.total), payout.currency, reference, note, "PayPal"]
        )
    return rows


# Errors of the affiliate programme.


class UnknownAffiliate(NotFound):
    """There is no such affiliate."""
