"""Schemas of click tracking. All values come from browsers: limited in length, not trusted."""

from typing import Annotated

from pydantic import AfterValidator, Field

from abano.kit.api_model import ApiModel
from abano.public_writes.consent.rules import ConsentState
from abano.public_writes.consent.schemas import ConsentId
from abano.traffic.clicks.rules import click_id

ClickId = Annotated[str | None, Field(max_length=300), AfterValidator(click_id)]
# Postgres cannot store NUL in a text.
NO_NUL = r"^[^\x00]*$"
Short = Annotated[str | None, Field(max_length=200, pattern=NO_NUL)]
Long = Annotated[str | None, Field(max_length=2048, pattern=NO_NUL)]
SupportName = Annotated[str, Field(max_length=60, pattern=NO_NUL)]


class ClickIn(ApiModel):
    device_fingerprint: Short = None
    gclid: ClickId = None
    gbraid: ClickId = None
    wbraid: ClickId = None
    domain: Annotated[str | None, Field(max_length=253, pattern=NO_NUL)] = None
    source_url: Long = None
    referrer: Long = None
    user_agent: Annotated[str | None, Field(max_length=1000, pattern=NO_NUL)] = None
    screen_resolution: Short = None
    timezone: Short = None
    language: Short = None
    platform: Short = None
    session_id: Annotated[str | None, Field(max_length=120, pattern=NO_NUL)] = None
    browser_storage_support: Annotated[dict[SupportName, bool], Field(max_length=20)] | None = None
    cross_domain_capable: bool | None = None
    tracking_method: Short = None
    consent_state: ConsentState = "unknown"
    consent_id: ConsentId = None
    is_restored: bool = False
    """The ids were restored from storage: this visit did not come from an advertisement."""
    is_repeat: bool = False
    """The same page load again, after a decision about consent: not a second visit."""


class LatestClick(ApiModel):
    success: bool
    gclid: str | None


class DetectedAddress(ApiModel):
    ip: str
