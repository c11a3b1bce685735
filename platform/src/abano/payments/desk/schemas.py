"""Schemas of payments and deposits at the desk. Amounts in the booking's currency."""

from datetime import date, datetime
from typing import Literal, cast
from uuid import UUID

from abano.booking_record.rules import CancellationFee, FeeKind
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.money import to_json
from abano.payments.desk.repository import DueRow, OfCustomer
from abano.payments.invoices.schemas import InvoiceOut
from abano.payments.journal.repository import ListedEntry
from abano.payments.journal.rules import OUTGOING, Balance, DeskMethod, Kind, Method, Settlement, agreed_total
from abano.payments.journal.schemas import Given, GivenOrNothing, Note, Reason
from abano.payments.online.schemas import LinkOut

RefundState = Literal["waiting", "done", "refused"]
BookingStatus = Literal["pending", "confirmed", "active", "completed", "cancelled"]


class EntryOut(ApiModel):
    """``amount`` is below 0 for what was given back. ``by`` is None for what a customer paid online.

    ``refund``: how far Stripe is, with refunds by it.
    """

    id: UUID
    kind: Kind
    method: Method | None
    amount: Amount
    at: datetime
    by: str | None
    note: str
    receipt_id: UUID | None
    receipt_number: str | None
    refund: RefundState | None

    @classmethod
    def of(cls, row: ListedEntry, refunds: dict[UUID, str]) -> "EntryOut":
        entry, receipt = row.entry, row.receipt
        sign = -1 if entry.kind in OUTGOING else 1
        return cls(
            id=entry.id,
            kind=cast(Kind, entry.kind),
            method=cast("Method | None", entry.method),
            amount=to_json(sign * entry.amount_minor),
            at=entry.created_at,
            by=row.admin_name,
            note=row.note or "",
            receipt_id=receipt.id if receipt else None,
            receipt_number=receipt.number if receipt else None,
            refund=cast("RefundState | None", refunds.get(entry.id)),
        )


class CustomerBalance(ApiModel):
    """Over all bookings of the same customer."""

    bookings: int
    agreed: Amount
    paid: Amount
    due: Amount
    held: Amount

    @classmethod
    def of(cls, found: OfCustomer) -> "CustomerBalance":
        return cls(
            bookings=found.bookings,
            agreed=to_json(found.agreed),
            paid=to_json(found.paid),
            due=to_json(found.agreed - found.paid),
            held=to_json(found.held),
        )


class CancellationFeeOut(ApiModel):
    """``proposed``: by the terms agreed at booking; ``charged``: None until someone decides."""

    kind: FeeKind
    proposed: Amount
    charged: Amount | None

    @classmethod
    def of(cls, fee: CancellationFee, charged: int | None) -> "CancellationFeeOut":
        amount = None if charged is None else to_json(charged)
        return cls(kind=fee.kind, proposed=to_json(fee.amount), charged=amount)


class SettlementOut(ApiModel):
    """What a cancelled booking comes to, as its customer reads it; ``fee`` is by the terms until one is charged."""

    fee: Amount
    is_charged: bool
    paid: Amount
    refunded: Amount
    to_refund: Amount
    owed: Amount
    # Something was paid online: it goes back to the card.
    is_card: bool

    @classmethod
    def of(cls, settlement: Settlement) -> "SettlementOut":
        return cls(
            fee=to_json(settlement.fee),
            is_charged=settlement.is_charged,
            paid=to_json(settlement.paid),
            refunded=to_json(settlement.refunded),
            to_refund=to_json(settlement.to_refund),
            owed=to_json(settlement.owed),
            is_card=settlement.is_card,
        )


class CancellationFeeRequest(ApiModel):
    """``amount``: 0 charges nothing."""

    amount: GivenOrNothing
    reason: Note = ""


class MoneyResponse(SuccessResponse):
    """``cancellation_fee`` and ``settlement``: None while the booking isn't cancelled.

    ``due`` below 0: the company owes. ``refundable_online``: the most that one refund by Stripe can give back.

    ``has_till``: whether the signed-in admin has an open till for cash. ``has_invoice_draft``: one is saved.
    """

    currency: str
    timezone: str
    agreed: Amount
    paid: Amount
    due: Amount
    held: Amount
    cancellation_fee: CancellationFeeOut | None
    settlement: SettlementOut | None
    customer: CustomerBalance
    entries: list[EntryOut]
    documents: list[InvoiceOut]
    links: list[LinkOut]
    is_online: bool
    refundable_online: Amount
    has_till: bool
    has_email: bool
    is_seller_set: bool
    has_invoice_draft: bool


class PaymentRequest(ApiModel):
    """``email_receipt``: send the receipt to the customer."""

    amount: Given
    method: DeskMethod
    note: Note = ""
    email_receipt: bool = False


class RefundRequest(ApiModel):
    """``lowers_price``: the customer no longer owes what is given back; otherwise it is due again."""

    amount: Given
    method: Method
    reason: Reason
    lowers_price: bool = False


class DepositRequest(ApiModel):
    amount: Given
    method: DeskMethod
    note: Note = ""


class SettleDepositRequest(ApiModel):
    """What becomes of the deposit, or of a part of it. ``applied``: used to pay what is due.

    ``reason``: needed where something is kept. ``method``: how it is given back.
    """

    returned: GivenOrNothing
    kept: GivenOrNothing
    applied: GivenOrNothing
    method: Method
    reason: Note = ""


class BalanceDueOut(ApiModel):
    """A booking that is not settled. ``due`` below 0: the company owes."""

    booking_id: UUID
    reference: str
    status: BookingStatus
    customer_name: str
    car: str
    pickup_at: datetime
    return_at: datetime
    agreed: Amount
    paid: Amount
    due: Amount
    held: Amount

    @classmethod
    def of(cls, row: DueRow) -> "BalanceDueOut":
        booking = row.booking
        balance = Balance(
            agreed_total(booking.status, booking.total_minor, booking.cancellation_fee_minor),
            row.paid,
            row.held,
        )
        return cls(
            booking_id=booking.id,
            reference=booking.reference,
            status=cast(BookingStatus, booking.status),
            customer_name=booking.customer_name,
            car=booking.car_name,
            pickup_at=booking.pickup_at,
            return_at=booking.return_at,
            agreed=to_json(balance.agreed),
            paid=to_json(balance.paid),
            due=to_json(balance.due),
            held=to_json(balance.held),
        )


class BalancesDueResponse(SuccessResponse):
    """At most 200, by pickup. ``total``: what customers owe; what the company owes is not taken off."""

    day: date
    currency: str
    timezone: str
    total: Amount
    balances: list[BalanceDueOut]
