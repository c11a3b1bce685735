"""Schemas of the quiz analytics' page: figures of the contract, and what money gets beside them on its way."""

from pydantic import Field

from abano.core.api_model import ApiModel
from abano_shared.contract.answers import (
    AnswersResponse,
    CampaignsResponse,
    ChoicesResponse,
    FunnelResponse,
    JourneyResponse,
    OverviewResponse,
    TimelineResponse,
    WeekhoursResponse,
)
from abano_shared.contract.money import AttributedFigures, BroughtFigures


class Brought(BroughtFigures):
    """What sessions brought for what their campaigns cost."""

    cost: float | None = Field(description="null: its cost is not known")
    cost_per_session: float | None
    cost_per_booking: float | None = Field(description="null without bookings")
    return_on_spend: float | None = Field(description="Booked value for each unit spent")
    return_low: float | None
    return_high: float | None


class CampaignMoney(Brought):
    source: str
    campaign: str
    clicks: int | None
    impressions: int | None


class CampaignMoneyResponse(AttributedFigures):
    """``totals``: of all sessions; ``advertised``: of the campaigns whose cost is known, and the return on it."""

    has_costs: bool = Field(description="False where a filter is set by which costs are not known")
    totals: Brought
    advertised: Brought | None
    campaigns: list[CampaignMoney]


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
