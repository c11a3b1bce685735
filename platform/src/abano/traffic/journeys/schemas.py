"""Schemas of journeys. All values come from browsers: limited in length, not trusted."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from abano.kit.api_model import ApiModel
from abano.languages.texts import LONGEST_LANGUAGE
from abano.public_writes.consent.rules import ConsentState
from abano.public_writes.consent.schemas import NO_NUL, ConsentId
from abano.traffic.journeys.rules import MOST_STEPS, BrowserStep

Claimed = Annotated[str | None, Field(max_length=300, pattern=NO_NUL)]
Text = Annotated[str | None, Field(max_length=200, pattern=NO_NUL)]
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
    page: Annotated[str | None, Field(max_length=2048, pattern=NO_NUL)] = None
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
