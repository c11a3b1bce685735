"""Schemas of online payments. Amounts in the booking's currency."""

from datetime import datetime
from typing import Annotated, cast
from uuid import UUID

from pydantic import Field, SecretStr

from abano.booking_record.models import BookingRow
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import stored_sentence
from abano.core.money import to_json
from abano.payments.journal.schemas import Given, Reason
from abano.payments.online.models import OnlinePayment, StripeSettings
from abano.payments.online.rules import LinkState, Pending, Purpose
from abano.web.errors import SentenceOut

Secret = Annotated[SecretStr, Field(min_length=10, max_length=300)]


class StripeAccount(ApiModel):
    """What may be shown of the keys. ``event_at``: when Stripe last sent an event; None: not yet.

    ``account_id``: of an account that is connected without keys; ``can_charge`` is False until its onboarding at
    Stripe is complete. ``offers_holds``: customers can put the deposit on hold in My booking.
    """

    is_live: bool
    key_end: str
    account_id: str | None
    can_charge: bool
    offers_holds: bool
    problem: SentenceOut | None
    event_at: datetime | None
    updated_at: datetime

    @classmethod
    def of(cls, row: StripeSettings) -> "StripeAccount":
        return cls(
            is_live=row.is_live,
            key_end=row.key_end,
            account_id=row.account_id,
            can_charge=row.can_charge,
            offers_holds=row.offers_holds,
            problem=SentenceOut.of(stored_sentence(row.problem)) if row.problem else None,
            event_at=row.event_at,
            updated_at=row.updated_at,
        )


class StripeResponse(SuccessResponse):
    """``account`` is None while there are no online payments. ``webhook_url``: to be entered at Stripe.

    ``may_connect``: the installation connects accounts without keys.
    """

    account: StripeAccount | None
    may_connect: bool
    webhook_url: str
    events: list[str]


class StripeOptions(ApiModel):
    """``offers_holds``: customers can put the deposit on hold on their card in My booking."""

    offers_holds: bool


class ConnectionResponse(SuccessResponse):
    """Where the owner goes on at Stripe."""

    url: str


class ConnectionReturn(ApiModel):
    """``state``: as Stripe's return URL carries it."""

    state: str = Field(min_length=1, max_length=100)


class StripeRequest(ApiModel):
    """Keys are written and never shown; one that is left out stays as it is."""

    secret_key: Secret | None = None
    webhook_secret: Secret | None = None


class LinkRequest(ApiModel):
    """``send_email``: send the link to the customer, in their language."""

    purpose: Purpose
    amount: Given
    send_email: bool = False


class LinkOut(ApiModel):
    """``url`` is None unless it can be paid now.

    Of card holds: ``held_until``, when the authorisation expires; ``captured``, the amount; ``pending``, what Stripe
    was asked and has not confirmed.
    """

    id: UUID
    purpose: Purpose
    state: LinkState
    amount: Amount
    url: str | None
    created_at: datetime
    expires_at: datetime
    held_until: datetime | None
    captured: Amount | None
    pending: Pending | None

    @classmethod
    def of(cls, row: OnlinePayment, now: datetime) -> "LinkOut":
        is_over = row.state in {"preparing", "open"} and row.expires_at <= now
        state = "expired" if is_over else row.state
        return cls(
            id=row.id,
            purpose=cast(Purpose, row.purpose),
            state=cast(LinkState, state),
            amount=to_json(row.amount_minor),
            url=row.url if state == "open" else None,
            created_at=row.created_at,
            expires_at=row.expires_at,
            held_until=row.capture_before,
            captured=None if row.captured_minor is None else to_json(row.captured_minor),
            pending=cast("Pending | None", row.pending),
        )


class HeldOut(ApiModel):
    """An amount on hold on the customer's card. ``until``: when the authorisation expires."""

    amount: Amount
    until: datetime

    @classmethod
    def of(cls, row: OnlinePayment) -> "HeldOut":
        return cls(amount=to_json(row.amount_minor), until=cast(datetime, row.capture_before))


class CaptureRequest(ApiModel):
    """Keep ``amount`` of a card hold. The rest is released."""

    amount: Given
    reason: Reason


class ReturnRequest(ApiModel):
    """``token``: of the page to which Stripe sends the customer back, from behind its ``#``."""

    token: str = Field(max_length=100)


class ReturnResponse(SuccessResponse):
    """What the page shows to which Stripe sends the customer back."""

    purpose: Purpose
    state: LinkState
    amount: Amount
    currency: str
    reference: str
    url: str | None

    @classmethod
    def of_payment(cls, row: OnlinePayment, booking: BookingRow, now: datetime) -> "ReturnResponse":
        link = LinkOut.of(row, now)
        return cls(
            purpose=link.purpose,
            state=link.state,
            amount=link.amount,
            currency=row.currency,
            reference=booking.reference,
            url=link.url,
        )


class EventResponse(SuccessResponse):
    pass
