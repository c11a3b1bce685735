"""Schemas of affiliates and promo codes. Field rules and their texts are in section 5 of the product text."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import BeforeValidator, Field

from abano.accounts.access.passwords import PASSWORD_TOO_SHORT
from abano.catalog.published.snapshot import PayableOn
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.email_address import EMAIL_INVALID, check_email
from abano.core.errors import Message, RefusedValue, Sentence
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.money import to_json, to_minor
from abano.core.text import clean, name_without_link
from abano.marketing.affiliates.repository import Listed
from abano.marketing.affiliates.rules import CodeState, Terms, day_of, normal_code
from abano.marketing.commissions.rules import CommissionStatus, ReferredBooking, Summary
from abano.marketing.commissions.service import Referred
from abano.tenancy.directory.tenant import Tenant

# Pure rules of affiliates' accounts.

SESSION_LIFETIME = timedelta(days=30)
MIN_PASSWORD_LENGTH = 8


PASSWORD_MISSING = Message("password_missing", "Password is required")
PAYPAL_INVALID = Message("paypal_email_invalid", "Please enter a valid PayPal email address")
PHONE_TOO_LONG = Message("phone_too_long", "Please enter a shorter phone number")
WEBSITE_INVALID = Message("website_invalid", "Please enter a valid website URL")
NAME_TOO_SHORT = Message(
    "company_name_too_short",
    "Company/Name must be at least {min, plural, one {# character} other {# characters}}",
)
NOTES_TOO_LONG = Message(
    "notes_too_long", "Please enter fewer than {max, plural, one {# character} other {# characters}}"
)
MAX_PASSWORD_LENGTH = 200
MAX_EMAIL_LENGTH = 254
MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 120
MAX_NOTES_LENGTH = 2000


def _text(sentence: Sentence, *, longest: int) -> BeforeValidator:
    """Text without surrounding spaces; a missing field counts as empty."""

    def check(value: Any) -> str:
        text = value.strip() if isinstance(value, str) else ""
        if len(text) > longest or "\0" in text or not isinstance(value, str | None):
            raise RefusedValue(sentence)
        return text

    return BeforeValidator(check)


def _claimed_language(value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= MAX_LANGUAGE_LENGTH else None


# Of the page; ignored where the company does not speak it.
PageLanguage = Annotated[str | None, BeforeValidator(_claimed_language)]


def _name(value: Any) -> str:
    too_short = NAME_TOO_SHORT(min=MIN_NAME_LENGTH)
    if not isinstance(value, str) or len(value) > MAX_NAME_LENGTH or "\0" in value:
        raise RefusedValue(too_short)
    cleaned = clean(value)
    if not MIN_NAME_LENGTH <= len(cleaned) <= MAX_NAME_LENGTH:
        raise RefusedValue(too_short)
    return name_without_link(cleaned)


def _email(message: Message) -> BeforeValidator:
    def check(value: Any) -> str:
        text = value if isinstance(value, str) else ""
        try:
            if len(text) > MAX_EMAIL_LENGTH:
                raise ValueError
            return check_email(text)
        except ValueError:
            raise RefusedValue(message()) from None

    return BeforeValidator(check)


def _website(value: Any) -> str:
    text = value.strip() if isinstance(value, str) else ""
    if not text and isinstance(value, str | None):
        return ""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in {"http", "https"} and "." in (parts.hostname or "")
    except ValueError:
        usable = False
    if not usable or len(text) > 500 or not text.isprintable():
        raise RefusedValue(WEBSITE_INVALID())
    return text


def _password(value: Any) -> str:
    if not isinstance(value, str) or not MIN_PASSWORD_LENGTH <= len(value) <= MAX_PASSWORD_LENGTH:
        raise RefusedValue(PASSWORD_TOO_SHORT(min=MIN_PASSWORD_LENGTH))
    return value


def _given(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_PASSWORD_LENGTH:
        raise RefusedValue(PASSWORD_MISSING())
    return value


# A missing field gets the same message as an empty one.
CHECKED: Any = Field(default="", validate_default=True)
# Enforced by validators with their own messages; the frontend reads them from the API description.
NewPassword = Annotated[
    str,
    BeforeValidator(_password),
    Field(json_schema_extra={"minLength": MIN_PASSWORD_LENGTH, "maxLength": MAX_PASSWORD_LENGTH}),
]
NAME_LIMITS: Any = Field(json_schema_extra={"minLength": MIN_NAME_LENGTH, "maxLength": MAX_NAME_LENGTH})
NOTES_LIMITS: Any = Field(json_schema_extra={"maxLength": MAX_NOTES_LENGTH})


class RegisterRequest(ApiModel):
    name: Annotated[str, BeforeValidator(_name), NAME_LIMITS] = CHECKED
    email: Annotated[str, _email(EMAIL_INVALID)] = CHECKED
    paypal_email: Annotated[str, _email(PAYPAL_INVALID)] = CHECKED
    phone: Annotated[str, _text(PHONE_TOO_LONG(), longest=40)] = ""
    website: Annotated[str, BeforeValidator(_website)] = ""
    password: NewPassword = CHECKED
    notes: Annotated[
        str, _text(NOTES_TOO_LONG(max=MAX_NOTES_LENGTH), longest=MAX_NOTES_LENGTH), NOTES_LIMITS
    ] = ""
    language: PageLanguage = None


class AffiliateCodeOut(ApiModel):
    promo_code: str


class RegisterResponse(SuccessResponse):
    message: str
    referrer: AffiliateCodeOut


class PayoutEmailRequest(ApiModel):
    """``password``: the affiliate's current one."""

    paypal_email: Annotated[str, _email(PAYPAL_INVALID)] = CHECKED
    password: Annotated[str, BeforeValidator(_given)] = CHECKED


class LoginRequest(ApiModel):
    email: Annotated[str, _email(EMAIL_INVALID)] = CHECKED
    password: Annotated[str, BeforeValidator(_given)] = CHECKED
    language: PageLanguage = None


class LoginResponse(SuccessResponse):
    token: str
    message: str


class AffiliateResetRequest(ApiModel):
    email: Annotated[str, _email(EMAIL_INVALID)] = CHECKED


class AffiliateResetConfirmRequest(ApiModel):
    token: str = Field(min_length=1, max_length=200)
    password: NewPassword = CHECKED


class DashboardTotals(ApiModel):
    """Over all bookings. Owed may be below zero when a booking was cancelled after its commission was paid.

    Payable (included in the next payout), pending (not payable yet) and in review are parts of what is owed.
    """

    total_commission_owed: Amount
    total_commission_paid: Amount
    total_commission_payable: Amount
    total_commission_pending: Amount
    total_commission_in_review: Amount
    total_bookings: int


class DashboardBooking(ApiModel):
    """``rental_ends_at``: when the car is due back. ``refusal_reason``: as written by the company."""

    booking_id: UUID
    reference: str
    car_type: str
    pickup_location: str
    dropoff_location: str
    booking_price: Amount
    commission_amount: Amount
    commission_status: CommissionStatus
    booking_timestamp: datetime
    rental_ends_at: datetime
    refusal_reason: str | None

    @classmethod
    def of(cls, one: ReferredBooking) -> "DashboardBooking":
        return cls(
            booking_id=one.booking_id,
            reference=one.reference,
            car_type=one.car_name,
            pickup_location=one.pickup_location,
            dropoff_location=one.dropoff_location,
            booking_price=to_json(one.total),
            commission_amount=to_json(one.commission),
            commission_status=one.status,
            booking_timestamp=one.booked_at,
            rental_ends_at=one.ends_at,
            refusal_reason=one.refusal,
        )


class Dashboard(ApiModel):
    """``bookings`` are the newest of ``bookings_count``, including cancelled ones.

    ``payable_on``: when a booking's commission becomes payable.
    """

    promo_code: str
    referrer_name: str
    payout_email: str | None
    status: str
    currency: str
    payable_on: PayableOn
    totals: DashboardTotals
    bookings: list[DashboardBooking]
    bookings_count: int


class DashboardResponse(SuccessResponse):
    data: Dashboard

    @classmethod
    def of(
        cls, summary: Summary, bookings: Referred, currency: str, payable_on: PayableOn
    ) -> "DashboardResponse":
        totals = DashboardTotals(
            total_commission_owed=to_json(summary.owed),
            total_commission_paid=to_json(summary.paid),
            total_commission_payable=to_json(summary.payable),
            total_commission_pending=to_json(summary.pending),
            total_commission_in_review=to_json(summary.held),
            total_bookings=summary.bookings,
        )
        data = Dashboard(
            promo_code=summary.promo_code,
            referrer_name=summary.name,
            payout_email=summary.paypal_email,
            status=summary.status,
            currency=currency,
            payable_on=payable_on,
            totals=totals,
            bookings=[DashboardBooking.of(one) for one in bookings.listed],
            bookings_count=bookings.count,
        )
        return cls(data=data)


class PromoRequest(ApiModel):
    promo_code: str = Field(default="", max_length=200)


class PromoReferrer(ApiModel):
    name: str


class PromoDiscount(ApiModel):
    """A percentage of the whole price, such as 10 or 12.5."""

    percentage: int | float


class PromoResponse(ApiModel):
    valid: bool
    referrer: PromoReferrer | None = None
    discount: PromoDiscount | None = None
    error: str | None = None
    code: str | None = None


# Schemas of managing promo codes. Rates are in percent, null for the company's.

Percent = Annotated[Decimal, Field(ge=0, le=100, decimal_places=2)]
# Within these limits every day has a moment in every time zone.
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(9998, 12, 31)
Day = Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY)]


class CodeTerms(ApiModel):
    """Days are in the company's time zone, both included."""

    is_active: bool = True
    discount_percent: Percent | None = None
    commission_percent: Percent | None = None
    first_day: Day | None = None
    last_day: Day | None = None
    maximum_uses: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    def terms(self) -> Terms:
        return Terms(
            is_active=self.is_active,
            discount=None if self.discount_percent is None else to_minor(self.discount_percent),
            commission=None if self.commission_percent is None else to_minor(self.commission_percent),
            first=self.first_day,
            last=self.last_day,
            maximum_uses=self.maximum_uses,
        )


class NewCode(CodeTerms):
    """Without ``code``, one is derived from the affiliate's or the company's name."""

    code: str = Field(default="", max_length=200)
    affiliate_id: UUID | None = None

    def normal(self) -> str:
        return normal_code(self.code) or ""


class CodeOut(ApiModel):
    code: str
    affiliate_id: UUID | None
    affiliate_name: str | None
    is_active: bool
    discount_percent: int | float | None
    commission_percent: int | float | None
    first_day: date | None
    last_day: date | None
    maximum_uses: int | None
    uses: int
    state: CodeState
    created_at: datetime

    @classmethod
    def of(cls, listed: Listed, tenant: Tenant) -> "CodeOut":
        row = listed.code
        discount, commission = row.discount_basis_points, row.commission_basis_points
        return cls(
            code=row.code,
            affiliate_id=row.affiliate_id,
            affiliate_name=listed.affiliate_name,
            is_active=row.is_active,
            discount_percent=None if discount is None else to_json(discount),
            commission_percent=None if commission is None else to_json(commission),
            first_day=day_of(row.starts_at, tenant.zone),
            last_day=day_of(row.expires_at, tenant.zone, ends=True),
            maximum_uses=row.maximum_uses,
            uses=row.uses,
            state=listed.state,
            created_at=row.created_at,
        )


class CodesResponse(SuccessResponse):
    """``discount_percent`` and ``commission_percent`` are the company's rates."""

    discount_percent: int | float
    commission_percent: int | float
    codes: list[CodeOut]


class NewCodeResponse(SuccessResponse):
    code: str
