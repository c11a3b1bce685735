"""What sessions brought in money is answered with. Amounts in whole units with their decimals."""

from typing import Literal

from pydantic import Field

from abano_shared.contract.answers import ContractModel, FigureResponse
from abano_shared.contract.figures import Credit

Evidence = Literal["enough", "too_few"]


class BroughtFigures(ContractModel):
    """What sessions brought. ``bookings`` are those not cancelled; linear attribution counts parts of them."""

    total_sessions: int
    completed_sessions: int
    bookings: float
    cancelled_bookings: float
    booked_value: float = Field(description="Driven, ahead and fees together")
    driven_value: float = Field(description="Of that, rentals that have started or are over")
    ahead_value: float = Field(description="Of that, rentals still ahead: confirmed or pending")
    fees_value: float = Field(description="Of that, fees charged for cancellations and no-shows")
    cancelled_value: float = Field(description="Prices of cancelled bookings, without their fees")
    low: float | None = Field(description="Lower edge of booked value's 95 % interval; null: too few to tell")
    high: float | None
    evidence: Evidence


class BroughtSums(BroughtFigures):
    """With what intervals over several rows are computed from."""

    cases: int
    squares: float
    largest: float


class CampaignSums(BroughtSums):
    """``source_key`` and ``campaign_key`` are what spellings of the names have in common."""

    source: str
    campaign: str
    source_key: str
    campaign_key: str


class AnswerValue(ContractModel):
    value: str
    text: str
    sessions: int
    bookings: float
    booked_value: float
    value_per_session: float
    low: float | None = Field(description="Lower edge of the 95 % interval of the value per session")
    high: float | None
    evidence: Evidence


class QuestionValue(ContractModel):
    question_id: str
    question_text: str
    answers: list[AnswerValue]


class AttributedFigures(FigureResponse):
    """What sessions brought, as bookings are attributed to them."""

    currency: str
    window_days: int
    credit: Credit
    left_out: int = Field(description="Campaigns beyond the first 500")
    answer_distribution: list[QuestionValue]
    other_currency: int = Field(description="Bookings in another currency, which no amount includes")


class AdVisits(ContractModel):
    """Visits by a campaign that brought a click id; the keys as of ``CampaignSums``."""

    source: str
    campaign: str
    source_key: str
    campaign_key: str
    visits: int


class MoneyResponse(AttributedFigures):
    """The platform puts the costs of campaigns beside it, and the chain from click to kept booking."""

    totals: BroughtSums
    campaigns: list[CampaignSums]
    ad_visits: list[AdVisits] = Field(description="The first 500 campaigns by visits")
    unapplied: list[str] = Field(description="Filters that say nothing of visits, and were not applied")
