"""Schemas of commissions in the console. Amounts are plain decimals in the company's currency."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, Field

from abano.catalog.published.snapshot import PayableOn
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.core.money import to_json
from abano.marketing.commissions.rules import (
    CommissionStatus,
    HoldReason,
    LineKind,
    Payout,
    ReferredBooking,
    StatementLine,
    Summary,
    payable_by_file,
)

MAX_REASON_LENGTH = 500


class AffiliateOut(ApiModel):
    """``commission_owed`` includes ``commission_held``, and ``commission_pending``: not held and not payable yet.

    ``commission_payable`` is the amount of a payout now.

    ``payout_email_is_new``: changed within the last fourteen days.
    """

    id: UUID
    name: str
    email: str
    promo_code: str
    status: str
    paypal_email: str | None
    payout_email_changed_at: datetime | None
    payout_email_is_new: bool
    created_at: datetime
    bookings_count: int
    revenue_generated: Amount
    total_earnings: Amount
    commission_paid: Amount
    commission_owed: Amount
    commission_held: Amount
    commission_pending: Amount
    commission_payable: Amount

    @classmethod
    def of(cls, one: Summary, now: datetime) -> "AffiliateOut":
        return cls(
            id=one.id,
            name=one.name,
            email=one.email,
            promo_code=one.promo_code,
            status=one.status,
            paypal_email=one.paypal_email,
            payout_email_changed_at=one.payout_email_changed_at,
            payout_email_is_new=one.payout_email_is_new(now),
            created_at=one.created_at,
            bookings_count=one.bookings,
            revenue_generated=to_json(one.revenue),
            total_earnings=to_json(one.earned),
            commission_paid=to_json(one.paid),
            commission_owed=to_json(one.owed),
            commission_held=to_json(one.held),
            commission_pending=to_json(one.pending),
            commission_payable=to_json(one.payable),
        )


class AffiliateStats(ApiModel):
    """Over all affiliates, regardless of the search. Payable, pending and held are parts of what is owed."""

    total_revenue: Amount
    total_commission_owed: Amount
    total_commission_paid: Amount
    total_commission_held: Amount
    total_commission_pending: Amount
    total_commission_payable: Amount
    active_affiliates: int
    total_bookings: int


class AffiliatesResponse(SuccessResponse):
    """``found``: the number of matches; the list may be shorter. ``payable_on``: the company's policy."""

    currency: str
    payable_on: PayableOn
    affiliates: list[AffiliateOut]
    found: int
    stats: AffiliateStats


class CommissionOut(ApiModel):
    """A referred booking. ``hold_reasons``: why its commission is on hold. ``refusal_reason``: why none is owed.

    ``rental_ends_at``: when the car is due back.
    """

    booking_id: UUID
    reference: str
    car_type: str
    pickup_location: str
    dropoff_location: str
    booking_timestamp: datetime
    rental_ends_at: datetime
    booking_price: Amount
    commission_amount: Amount
    commission_status: CommissionStatus
    is_self_referral: bool
    hold_reasons: list[HoldReason]
    refusal_reason: str | None

    @classmethod
    def of(cls, one: ReferredBooking) -> "CommissionOut":
        return cls(
            booking_id=one.booking_id,
            reference=one.reference,
            car_type=one.car_name,
            pickup_location=one.pickup_location,
            dropoff_location=one.dropoff_location,
            booking_timestamp=one.booked_at,
            rental_ends_at=one.ends_at,
            booking_price=to_json(one.total),
            commission_amount=to_json(one.commission),
            commission_status=one.status,
            is_self_referral=one.is_self_referral,
            hold_reasons=list(one.hold_reasons),
            refusal_reason=one.refusal,
        )


class PayoutOut(ApiModel):
    id: UUID
    affiliate_id: UUID
    affiliate_name: str
    paypal_email: str | None
    total_amount: Amount
    currency: str
    commissions: int
    paid_by: str
    paid_at: datetime
    reversed_at: datetime | None
    reversal_reason: str | None

    @classmethod
    def of(cls, one: Payout) -> "PayoutOut":
        return cls(
            id=one.id,
            affiliate_id=one.affiliate_id,
            affiliate_name=one.affiliate_name,
            paypal_email=one.paypal_email,
            total_amount=to_json(one.total),
            currency=one.currency,
            commissions=one.entries,
            paid_by=one.paid_by,
            paid_at=one.created_at,
            reversed_at=one.reversed_at,
            reversal_reason=one.reversal_reason,
        )


class AffiliateDetailResponse(SuccessResponse):
    """``commissions`` are the newest of ``commissions_count``; ``held_commissions`` are all that are on hold."""

    currency: str
    payable_on: PayableOn
    affiliate: AffiliateOut
    held_commissions: list[CommissionOut]
    commissions: list[CommissionOut]
    commissions_count: int
    payouts: list[PayoutOut]


class PayoutTotals(ApiModel):
    """Payouts of the period that were not reversed; ``without_payout_email`` are missing in the payment file."""

    count: int
    amount: Amount
    without_payout_email: int

    @classmethod
    def of(cls, payouts: list[Payout]) -> "PayoutTotals":
        valid = [one for one in payouts if one.reversed_at is None]
        return cls(
            count=len(valid),
            amount=to_json(sum(one.total for one in valid)),
            without_payout_email=len(valid) - len(payable_by_file(valid)),
        )


class PayoutsResponse(SuccessResponse):
    currency: str
    payouts: list[PayoutOut]
    totals: PayoutTotals


class StatementLineOut(ApiModel):
    happened_at: datetime
    kind: LineKind
    reference: str
    change: Amount
    balance: Amount

    @classmethod
    def of(cls, one: StatementLine) -> "StatementLineOut":
        return cls(
            happened_at=one.happened_at,
            kind=one.kind,
            reference=one.reference,
            change=to_json(one.change),
            balance=to_json(one.balance),
        )


class StatementResponse(SuccessResponse):
    """Opening balance, lines and closing balance of the period."""

    company: str
    currency: str
    payable_on: PayableOn
    affiliate: AffiliateOut
    opening_balance: Amount
    closing_balance: Amount
    lines: list[StatementLineOut]


class PayResponse(SuccessResponse):
    payout_id: UUID
    total_amount: Amount
    currency: str
    referrer_name: str
    message: str


def _reason(message: Message) -> AfterValidator:
    def check(text: str) -> str:
        if not (reason := text.strip()):
            raise RefusedValue(message())
        return reason

    return AfterValidator(check)


WHY_REVERSED = Message("payout_reason_missing", "Please enter a reason for reversing the payout")
WHY_REFUSED = Message("refusal_reason_missing", "Please enter a reason for refusing the commission")
# A missing reason gets the same message as an empty one.
REASON: Any = Field(default="", max_length=MAX_REASON_LENGTH, validate_default=True)


class ReverseRequest(ApiModel):
    reason: Annotated[str, _reason(WHY_REVERSED)] = REASON


class RefuseRequest(ApiModel):
    """``reason`` is shown to the affiliate."""

    reason: Annotated[str, _reason(WHY_REFUSED)] = REASON
