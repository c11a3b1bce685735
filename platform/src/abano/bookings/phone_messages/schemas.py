"""Schemas of messages by WhatsApp and SMS in the console."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, SecretStr, StringConstraints

from abano.bookings.customer_emails.rules import Occasion
from abano.bookings.customer_emails.schemas import Paragraphs
from abano.bookings.phone_messages.rules import (
    MAX_BODY_LENGTH,
    MAX_TEXT_LENGTH,
    State,
)
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.text import clean
from abano.messaging.phone_consents.rules import Channel, Source

MAX_LINE_LENGTH, MAX_SECRET_LENGTH, MAX_PARAMETERS = 64, 1_000, 20
Line = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Secret = Annotated[SecretStr, Field(min_length=1, max_length=MAX_SECRET_LENGTH)]


class PhoneChannelRequest(ApiModel):
    """An account at a provider. Secrets that are left out stay; they are never returned.

    ``account``: the phone number's id at Meta, the account SID at Twilio. ``sender``: at Twilio a number, a name or
    the SID of a messaging service. ``token``: access token or auth token. Only Meta has the other two.
    """

    revision: int = Field(ge=0, le=1_000_000)
    is_enabled: bool
    account: Annotated[Line, Field(min_length=1, max_length=MAX_LINE_LENGTH)]
    sender: Annotated[Line, Field(max_length=MAX_LINE_LENGTH)] = ""
    token: Secret | None = None
    app_secret: Secret | None = None
    verify_token: Secret | None = None
    daily_limit: int = Field(default=500, ge=1, le=100_000)


class PhoneTemplateRequest(ApiModel):
    """``body``: the text with placeholders in braces; of WhatsApp as the approved template reads, for the console.

    ``parameters``: names of the placeholders that the template's parameters stand for, in order.
    """

    body: Annotated[Paragraphs, Field(min_length=1, max_length=MAX_BODY_LENGTH)]
    template_name: Annotated[Line, Field(max_length=512)] = ""
    template_language: Annotated[Line, Field(max_length=20)] = ""
    parameters: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=MAX_PARAMETERS)


class PhoneTemplateOut(PhoneTemplateRequest):
    occasion: Occasion
    language: str


class PhoneChannelOut(ApiModel):
    """``revision`` is 0 until the account is connected. ``webhook_url``: to enter at the provider."""

    channel: Channel
    is_enabled: bool
    account: str
    sender: str
    daily_limit: int
    sent_today: int
    revision: int
    webhook_url: str
    templates: list[PhoneTemplateOut]


class PhoneChannelsResponse(ApiModel):
    channels: list[PhoneChannelOut]
    languages: list[str]
    occasions: list[Occasion]
    placeholders: list[str]


class PhoneMessageOut(ApiModel):
    """``state`` of an inbound one is ``received``. ``reason``: a code, or why the provider did not send it."""

    id: UUID
    channel: Channel
    is_inbound: bool
    phone: str
    occasion: Occasion | None
    body: str
    author: str | None
    state: State
    reason: str | None
    created_at: datetime
    changed_at: datetime
    can_resend: bool


class PhoneConsentOut(ApiModel):
    """``changed_at`` and ``source``: null where the customer was never asked."""

    channel: Channel
    is_opted_in: bool
    source: Source | None
    changed_at: datetime | None
    can_write: bool = Field(description="Whether free text is taken now.")
    window_until: datetime | None = Field(description="Of WhatsApp: until when free text is taken.")


class BookingPhoneMessagesResponse(ApiModel):
    """``consents``: of each channel that is turned on. ``phone``: null if it has no country code."""

    phone: str | None
    consents: list[PhoneConsentOut]
    messages: list[PhoneMessageOut]


class PhoneTextRequest(ApiModel):
    channel: Channel
    text: Annotated[Paragraphs, Field(min_length=1, max_length=MAX_TEXT_LENGTH)]


class PhoneConsentRequest(ApiModel):
    channel: Channel
    is_opted_in: bool


class PhoneInboxMessageOut(PhoneMessageOut):
    """The booking whose number it came from; null: of none."""

    booking_id: UUID | None
    reference: str | None
    customer_name: str | None


class PhoneInboxResponse(ApiModel):
    messages: list[PhoneInboxMessageOut]


class PhoneInboxRequest(ApiModel):
    """``reference``: of the booking that a message of no booking belongs to; none: it is only dealt with."""

    reference: Annotated[Line, Field(max_length=20)] | None = None


class PhoneEventsResponse(SuccessResponse):
    """``counted``: messages and states that were new."""

    counted: int
