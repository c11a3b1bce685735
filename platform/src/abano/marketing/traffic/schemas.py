"""Requests and responses of clicks, visits and journeys."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel
from abano.core.languages.texts import LONGEST_LANGUAGE
from abano.marketing.consent.rules import ConsentState
from abano.marketing.consent.schemas import NO_NUL as JOURNEYS_NO_NUL
from abano.marketing.consent.schemas import ConsentId
from abano.marketing.traffic.models import IpVisit
from abano.marketing.traffic.rules import MOST_STEPS, BrowserStep, click_id

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


# Schemas of visits.


class VisitOut(ApiModel):
    id: UUID
    ip_address: str
    visited_at: datetime
    is_google_ads_traffic: bool

    @classmethod
    def of(cls, row: IpVisit) -> "VisitOut":
        return cls(
            id=row.id,
            ip_address=str(row.ip_address),
            visited_at=row.visited_at,
            is_google_ads_traffic=row.is_google_ads_traffic,
        )


class VisitsResponse(ApiModel):
    """``next_cursor`` is for the next page; None on the last."""

    success: Literal[True] = True
    visits: list[VisitOut]
    next_cursor: str | None


class VisitsDeleted(ApiModel):
    success: Literal[True] = True
    deleted: int


class ExcludedAddresses(ApiModel):
    addresses: list[Annotated[str, Field(max_length=60)]]


class ExcludedAddressesResponse(ApiModel):
    """``own_address`` is the caller's IP address, as the server sees it."""

    success: Literal[True] = True
    addresses: list[str]
    own_address: str | None


# Schemas of journeys. All values come from browsers: limited in length, not trusted.

Claimed = Annotated[str | None, Field(max_length=300, pattern=JOURNEYS_NO_NUL)]
Text = Annotated[str | None, Field(max_length=200, pattern=JOURNEYS_NO_NUL)]
SessionId = Annotated[str | None, Field(min_length=1, max_length=120, pattern=r"^[A-Za-z0-9_.-]+$")]


class StepIn(ApiModel):
    """``session_id``: of a start of the quiz, its session."""

    step: BrowserStep
    milliseconds_ago: Annotated[int, Field(ge=0, le=10**10)] = 0
    session_id: SessionId = None


class JourneyIn(ApiModel):
    """Steps of a visit. ``visit_id`` is random and kept for the tab alone; ``is_returning``: the browser came before.

    Click ids are not stored, only whether there was one; none of the ids may stand in a campaign's values either.
    """

    visit_id: UUID
    steps: Annotated[list[StepIn], Field(max_length=MOST_STEPS)]
    page: Annotated[str | None, Field(max_length=2048, pattern=JOURNEYS_NO_NUL)] = None
    language: Annotated[str | None, Field(max_length=LONGEST_LANGUAGE, pattern=r"^[A-Za-z-]+$")] = None
    utm_source: Text = None
    utm_medium: Text = None
    utm_campaign: Text = None
    utm_term: Text = None
    utm_content: Text = None
    has_click_id: bool = False
    is_returning: bool | None = None
    gclid: Claimed = None
    gbraid: Claimed = None
    wbraid: Claimed = None
    device_fingerprint: Claimed = None
    consent_id: ConsentId = None
    consent_state: ConsentState = "unknown"
