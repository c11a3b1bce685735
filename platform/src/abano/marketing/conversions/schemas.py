"""Schemas of the conversions page."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, field_validator

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.web.errors import SentenceOut

CONVERSION_NAME = Message(
    "conversion_name_form", "Begin the name with a letter or a digit, exactly as it is in Google Ads"
)
ACCOUNT_DIGITS = Message("google_account_form", "Ten digits, as shown at the top right of Google Ads")
ACTION_DIGITS = Message(
    "conversion_action_form", "The number after ctId= in the URL of the conversion action"
)


class ConversionCounts(ApiModel):
    """Bookings of the last 90 days from advertisements, by reporting state."""

    reported: int = Field(description="In the files now")
    retracted: int = Field(description="Cancelled after having been reported: in the file of retractions")
    too_young: int = Field(description="Their click is less than 6 hours old: in the files later today")
    too_old: int = Field(description="Their click is more than 90 days old")
    cancelled: int = Field(description="Cancelled before they were reported, or too long ago")
    unreadable: int = Field(description="Their click id is not valid")


class ConversionFileUrlsState(ApiModel):
    """``created_at`` is null without URLs. The URLs are shown only when they are created."""

    created_at: datetime | None
    fetched_at: datetime | None


class ConversionReason(ApiModel):
    """Google's reason for rejecting events."""

    reason: str
    events: int


class ConversionSending(ApiModel):
    """Sending by the Data Manager API. ``problem`` describes the last attempt; null when it succeeded."""

    account_id: str
    login_account_id: str | None
    conversion_action_id: str
    client_email: str
    sent: int = Field(description="Bookings that Google has accepted")
    not_taken: int = Field(description="Bookings that Google refused, at once or later")
    reasons: list[ConversionReason]
    problem: SentenceOut | None
    next_attempt: datetime | None = Field(description="While there is a problem")
    sent_at: datetime | None


class ConversionsResponse(SuccessResponse):
    """``sending`` is null while nothing is sent by the API."""

    conversion_name: str
    sends_hashed_email: bool = Field(
        description="Enhanced conversions: the hashed email of customers who agreed is sent, too"
    )
    sending: ConversionSending | None
    counts: ConversionCounts
    file_urls: ConversionFileUrlsState
    timezone: str


class ConversionNameRequest(ApiModel):
    conversion_name: Annotated[str, Field(min_length=1, max_length=100)]

    @field_validator("conversion_name")
    @classmethod
    def _plain(cls, value: str) -> str:
        """No formulas or line breaks: the file may be opened in a spreadsheet."""
        name = value.strip()
        if not name or not name.isprintable() or not (name[0].isalnum()):
            raise RefusedValue(CONVERSION_NAME())
        return name


class HashedEmailRequest(ApiModel):
    """Off by default. Applies to bookings whose visitor allowed sending them to the ad platform."""

    sends_hashed_email: bool


def _digits(value: object) -> object:
    """Account ids are shown as 123-456-7890."""
    return value.replace("-", "").replace(" ", "") if isinstance(value, str) else value


def _account(value: str) -> str:
    if not (value.isascii() and value.isdigit() and len(value) == 10):
        raise RefusedValue(ACCOUNT_DIGITS())
    return value


def _action(value: str) -> str:
    if not (value.isascii() and value.isdigit() and len(value) <= 20):
        raise RefusedValue(ACTION_DIGITS())
    return value


AccountId = Annotated[str, BeforeValidator(_digits), AfterValidator(_account)]


class ConversionSenderRequest(ApiModel):
    """``key_file`` is the text of Google's key file; without it the stored key is kept."""

    account_id: AccountId
    login_account_id: AccountId | None = None
    conversion_action_id: Annotated[str, BeforeValidator(_digits), AfterValidator(_action)]
    key_file: Annotated[str, Field(max_length=10_000)] | None = None

    @field_validator("login_account_id", mode="before")
    @classmethod
    def _empty(cls, value: object) -> object:
        return None if value == "" else value


class ConversionFileUrls(ApiModel):
    clicks: str
    app_clicks: str
    retractions: str


class ConversionFileUrlsResponse(SuccessResponse):
    """Shown once: only a hash of the secret is stored."""

    urls: ConversionFileUrls
