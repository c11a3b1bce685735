"""The conversions page and its changes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, field_validator

from abano.kit.api_model import ApiModel


class ConversionCounts(ApiModel):
    """What is done with the bookings of the last 90 days that came by an advertisement."""

    reported: int = Field(description="In the files now")
    retracted: int = Field(description="Cancelled after having been reported: in the file of retractions")
    too_young: int = Field(description="Their click is less than 6 hours old: in the files later today")
    too_old: int = Field(description="Their click is more than 90 days old")
    cancelled: int = Field(description="Cancelled before they were reported, or too long ago")
    unreadable: int = Field(description="Their click id cannot be one")


class ConversionAddress(ApiModel):
    """``made_at`` is null while there is no address. The address itself is shown once, when it is made."""

    made_at: datetime | None
    fetched_at: datetime | None


class ConversionsResponse(ApiModel):
    success: Literal[True] = True
    conversion_name: str
    counts: ConversionCounts
    address: ConversionAddress
    timezone: str


class ConversionNameRequest(ApiModel):
    conversion_name: Annotated[str, Field(min_length=1, max_length=100)]

    @field_validator("conversion_name")
    @classmethod
    def _plain(cls, value: str) -> str:
        """Read by a spreadsheet now and then: no formulas, no line breaks."""
        name = value.strip()
        if not name or not name.isprintable() or not (name[0].isalnum()):
            raise ValueError("Begin the name with a letter or a digit, exactly as it is in Google Ads")
        return name


class ConversionFileAddresses(ApiModel):
    clicks: str
    app_clicks: str
    retractions: str


class ConversionAddressResponse(ApiModel):
    """Shown once: only a hash of the secret in it is kept."""

    success: Literal[True] = True
    addresses: ConversionFileAddresses
