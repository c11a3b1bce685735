"""Schemas of messages to customers in the console, and of what mail services report."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, SecretStr

from abano.bookings.customer_emails.rules import TEXT_MISSING, MessageText, Occasion
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import RefusedValue
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.text import without_nul

MAX_LINE_LENGTH, MAX_BODY_LENGTH, MAX_BUTTON_LENGTH, MAX_URL_LENGTH = 200, 4000, 60, 500
Language = Annotated[str, Field(min_length=1, max_length=MAX_LANGUAGE_LENGTH)]
# As in the address of a mail service's report.
Provider = Literal["generic", "postmark", "mailgun", "ses"]
State = Literal["pending", "sent", "delivered", "bounced", "complained", "skipped", "failed"]


def _line(text: str) -> str:
    return " ".join(without_nul(text).split())


def _paragraphs(text: str) -> str:
    return without_nul(text).replace("\r\n", "\n").strip()


def _something(text: str) -> str:
    """Raises RefusedValue for what is only white space, by any of its many characters."""
    if not text:
        raise RefusedValue(TEXT_MISSING())
    return text


Line = Annotated[str, AfterValidator(_line)]
NeededLine = Annotated[Line, AfterValidator(_something)]
Paragraphs = Annotated[str, AfterValidator(_paragraphs), AfterValidator(_something)]


class MessageTextRequest(ApiModel):
    """A message in one language. Placeholders stand in braces; an empty line parts the paragraphs of ``body``."""

    subject: NeededLine = Field(min_length=1, max_length=MAX_LINE_LENGTH)
    heading: NeededLine = Field(min_length=1, max_length=MAX_LINE_LENGTH)
    body: Paragraphs = Field(min_length=1, max_length=MAX_BODY_LENGTH)
    button: Line = Field(default="", max_length=MAX_BUTTON_LENGTH)

    def text(self) -> MessageText:
        return MessageText(self.subject, self.heading, self.body, self.button)


class KeepMessageTextRequest(MessageTextRequest):
    """``revision``: of the text that was edited, 0 for the product's own. Another one is refused (409)."""

    revision: int = Field(ge=0, le=1_000_000)


class ResetMessageTextRequest(ApiModel):
    """``revision``: of the text that was looked at."""

    revision: int = Field(ge=0, le=1_000_000)


class MessageSettingsRequest(ApiModel):
    """``revision`` as it was read. ``reminder_hour``: of the day before the pickup, by the company's clock.

    ``thanks_days``: after the return. ``review_url``: where the button of the thanks leads; empty: to the site's own
    form for reviews.
    """

    revision: int = Field(ge=0, le=1_000_000)
    switched_off: list[Occasion] = Field(max_length=10)
    reminder_hour: int = Field(ge=0, le=23)
    thanks_days: int = Field(ge=1, le=30)
    review_url: Line = Field(default="", max_length=MAX_URL_LENGTH)


class ReportsSecretRequest(ApiModel):
    """``secret``: the signing key of the mail service; without one a new secret is made."""

    secret: SecretStr | None = Field(default=None, min_length=16, max_length=200)


class ReportsSecretResponse(SuccessResponse):
    """``secret``: shown this once; null where it was sent along."""

    secret: str | None


class MessageTextOut(ApiModel):
    """``revision`` is 0 for the product's own text."""

    language: str
    subject: str
    heading: str
    body: str
    button: str
    revision: int
    updated_at: datetime | None


class OccasionOut(ApiModel):
    occasion: Occasion
    is_on: bool
    texts: list[MessageTextOut]


class MessageSettingsOut(ApiModel):
    reminder_hour: int
    thanks_days: int
    review_url: str
    has_events_secret: bool
    revision: int


class MessagesResponse(SuccessResponse):
    """``languages``: what the company speaks, in order. ``events_url``: for reports of the mail service."""

    languages: list[str]
    placeholders: list[str]
    occasions: list[OccasionOut]
    settings: MessageSettingsOut
    events_url: str


class MessagePreviewResponse(SuccessResponse):
    subject: str
    html: str
    text: str


class MessageOut(ApiModel):
    """A message of a booking. ``occasion``: null for what the team wrote and for documents.

    ``reason``: why it was not sent or what the mail service said; a code where the product left it out.
    """

    id: UUID
    kind: str
    occasion: Occasion | None
    subject: str | None
    recipient: str | None
    state: State
    reason: str | None
    created_at: datetime
    at: datetime | None
    can_resend: bool


class BookingMessagesResponse(SuccessResponse):
    """``has_bounced``: the last message to the customer's present address came back."""

    messages: list[MessageOut]
    has_bounced: bool


class EventsResponse(SuccessResponse):
    """``counted``: reports about messages that are known here."""

    counted: int
