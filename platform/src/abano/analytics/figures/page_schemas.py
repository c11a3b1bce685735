"""Schemas of several figures in one answer."""

from pydantic import Field

from abano.analytics.figures.money_schemas import CampaignMoneyResponse
from abano.analytics.figures.schemas import (
    AnswersResponse,
    CampaignsResponse,
    ChoicesResponse,
    FunnelResponse,
    JourneyResponse,
    OverviewResponse,
    TimelineResponse,
    WeekhoursResponse,
)
from abano.core.api_model import ApiModel


class PageFigures(ApiModel):
    """Those that are asked for and are not what the caller has."""

    overview: OverviewResponse | None = None
    answers: AnswersResponse | None = None
    funnel: FunnelResponse | None = None
    campaigns: CampaignsResponse | None = None
    choices: ChoicesResponse | None = None
    weekhours: WeekhoursResponse | None = None
    timeline: TimelineResponse | None = None
    journey: JourneyResponse | None = None
    money: CampaignMoneyResponse | None = None


class PageResponse(ApiModel):
    success: bool
    figures: PageFigures
    tags: dict[str, str] = Field(
        description="By figure, the tag of what is told now or is what the caller has; for If-None-Match"
    )
    counting: dict[str, float] = Field(
        description="Figures that are being counted, and how much of each is done, from 0 to 1: ask again in a moment"
    )
