"""Schemas of what sessions brought for what campaigns cost. Amounts in whole units with their decimals."""

from typing import Literal

from pydantic import Field

from abano.analytics.figures.schemas import RealTimeMetadata
from abano.core.api_model import ApiModel

Evidence = Literal["enough", "too_few"]


class Brought(ApiModel):
    """What sessions brought. ``bookings`` are those not cancelled; linear attribution counts parts of them."""

    total_sessions: int
    completed_sessions: int
    bookings: float
    cancelled_bookings: float
    booked_value: float = Field(description="Bookings not cancelled: driven and ahead together")
    driven_value: float = Field(description="Of that, rentals that have begun or are over")
    ahead_value: float = Field(description="Of that, rentals still ahead: confirmed or pending")
    cancelled_value: float
    low: float | None = Field(description="Lower edge of booked value's 95 % interval; null: too few to tell")
    high: float | None
    evidence: Evidence
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


class AnswerValue(ApiModel):
    value: str
    text: str
    sessions: int
    bookings: float
    booked_value: float
    value_per_session: float
    low: float | None = Field(description="Lower edge of the 95 % interval of the value per session")
    high: float | None
    evidence: Evidence


class QuestionValue(ApiModel):
    question_id: str
    question_text: str
    answers: list[AnswerValue]


class CampaignMoneyResponse(ApiModel):
    """``totals``: of all sessions; ``advertised``: of the campaigns whose cost is known, and the return on it."""

    success: bool
    currency: str
    window_days: int
    credit: Literal["first", "last", "linear"]
    has_costs: bool = Field(description="False where a filter is set by which costs are not known")
    totals: Brought
    advertised: Brought | None
    campaigns: list[CampaignMoney]
    left_out: int = Field(description="Campaigns beyond the first 500")
    answer_distribution: list[QuestionValue]
    other_currency: int = Field(description="Bookings in another currency, which no amount includes")
    real_time_metadata: RealTimeMetadata
