"""Schemas of quiz figures and rental reports: those of the contract, and what the platform adds to them."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.core.api_model import ApiModel
from abano_shared.contract.answers import (
    AnswersResponse,
    CampaignsResponse,
    ChoicesResponse,
    FunnelResponse,
    JourneyResponse,
    OverviewResponse,
    RealTimeMetadata,
    TimelineBucket,
    TimelineResponse,
    WeekhoursResponse,
)
from abano_shared.contract.money import AttributedFigures, BroughtFigures
from abano_shared.contract.reports import Cut, Source, State


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
    click_rate: float | None = Field(description="Clicks of 100 impressions")
    cost_per_click: float | None
    conversions: float | None = Field(
        description="As the advertising program counts them; null where it did not report any count"
    )


class ChainFigures(ApiModel):
    """From ad click to kept booking. Null: not known by the filters that are set, or not reported."""

    clicks: int | None = Field(description="As the ad platform reports them")
    visits: int | None = Field(description="Visits that brought a click id")
    sessions: int = Field(description="Quiz sessions")
    bookings: float = Field(description="All that were made, cancelled ones included")
    bookings_value: float
    kept_bookings: float = Field(description="Neither cancelled nor no-shows")
    kept_value: float
    cost: float | None
    cost_per_click: float | None
    cost_per_visit: float | None
    cost_per_session: float | None
    cost_per_booking: float | None
    cost_per_kept: float | None
    visit_rate: float | None = Field(description="Visits of a hundred clicks")
    session_rate: float | None = Field(description="Sessions of a hundred visits")
    booking_rate: float | None = Field(description="Bookings of a hundred sessions")
    kept_rate: float | None = Field(description="Kept ones of a hundred bookings")


class ChainTotal(ChainFigures):
    """A cost per step and the rate of visits are of the campaigns whose cost, or clicks, are known."""

    clicked_visits: int | None = Field(description="Visits of the campaigns whose clicks are known")


class ChainCampaign(ChainFigures):
    source: str
    campaign: str


class AdChain(ApiModel):
    """Campaigns with clicks, visits by a click, or costs; the most expensive first."""

    has_visits: bool = Field(description="False where a filter is set that says nothing of visits")
    total: ChainTotal | None = Field(description="null: there are no such campaigns")
    campaigns: list[ChainCampaign]


class CampaignMoneyResponse(AttributedFigures):
    """``totals``: of all sessions; ``advertised``: of the campaigns whose cost is known, and the return on it."""

    has_costs: bool = Field(description="False where a filter is set by which costs are not known")
    totals: Brought
    advertised: Brought | None
    campaigns: list[CampaignMoney]
    chain: AdChain


class PricedBucket(TimelineBucket):
    cost: float | None = Field(
        None,
        description="Of campaigns, if asked for. null: by hour, or with a filter that costs are not known by",
    )
    cost_per_booking: float | None = Field(
        None, description="The cost for each booking, to the cent. null without a cost or bookings"
    )


class PricedTimeline(TimelineResponse):
    timeline: list[PricedBucket]  # type: ignore[assignment]


class PageFigures(ApiModel):
    """Those that are asked for and are not what the caller has."""

    overview: OverviewResponse | None = None
    answers: AnswersResponse | None = None
    funnel: FunnelResponse | None = None
    campaigns: CampaignsResponse | None = None
    choices: ChoicesResponse | None = None
    weekhours: WeekhoursResponse | None = None
    timeline: PricedTimeline | None = None
    journey: JourneyResponse | None = None
    money: CampaignMoneyResponse | None = None


class PageResponse(ApiModel):
    success: bool
    figures: PageFigures
    tags: dict[str, str] = Field(
        description="By figure, the tag of this answer, or of what the caller has; for If-None-Match"
    )
    counting: dict[str, float] = Field(
        description="Figures that are being counted, and how much of each is done, from 0 to 1: ask again in a moment"
    )


class DropCause(ApiModel):
    """Sessions that end at a question more often than all others."""

    filter: Literal["device", "utmCampaign"]
    value: str
    drop_rate: float
    other_drop_rate: float = Field(description="Of all other sessions, percent")


class FindingBase(ApiModel):
    sessions: int = Field(description="Sessions it is about")
    bookings: float = Field(description="Estimated bookings won, or lost if below zero")
    low: float = Field(description="Lower edge of the 95 % interval of ``bookings``")
    high: float


class QuestionFinding(FindingBase):
    """Sessions end at a question. ``bookings``: if they had booked as often as those that answered it."""

    kind: Literal["question"] = "question"
    question_id: str
    question_text: str
    dropped: int
    drop_rate: float
    cause: DropCause | None = None


class AnswerFinding(FindingBase):
    """An answer whose sessions book more or less often than those with the question's other answers."""

    kind: Literal["answer"] = "answer"
    question_id: str
    question_text: str
    answer: str
    answer_text: str
    rate: float = Field(description="Conversion rate in percent")
    other_rate: float = Field(description="Of the sessions with another answer")


class CampaignFinding(FindingBase):
    """A campaign whose sessions book more or less often than all others. Empty texts: without one."""

    kind: Literal["campaign"] = "campaign"
    source: str
    medium: str
    campaign: str
    rate: float = Field(description="Conversion rate in percent")
    other_rate: float = Field(description="Of all other sessions")


class SpendFinding(ApiModel):
    """A campaign that brings less than it costs, or more. ``bookings``: the difference in average bookings."""

    kind: Literal["spend"] = "spend"
    source: str
    campaign: str
    sessions: int
    cost: float
    booked_value: float
    value_low: float = Field(
        description="Lower edge of the interval of ``bookedValue`` that holds for all campaigns at once in 95 %"
    )
    value_high: float
    currency: str
    bookings: float


class ChangeFinding(FindingBase):
    """A rate that differs from the period before. Without a campaign: of all sessions."""

    kind: Literal["change"] = "change"
    metric: Literal["completion", "conversion"]
    source: str | None
    medium: str | None
    campaign: str | None
    rate: float = Field(description="Percent")
    other_rate: float = Field(description="In the period before")


Finding = Annotated[
    QuestionFinding | AnswerFinding | CampaignFinding | SpendFinding | ChangeFinding,
    Field(discriminator="kind"),
]


class FindingsResponse(ApiModel):
    """``counting``: figures are still being counted, and more may be found: ask again in a moment."""

    success: bool
    counting: bool
    stale: bool = Field(description="The figures lag by more than 30 seconds")
    before_from: date | None = Field(description="First day of the period that changes are against")
    before_to: date | None
    findings: list[Finding]


class RentalFigures(ApiModel):
    """Of the rental days in a period. A rental's total is spread evenly over its days."""

    revenue: float = Field(description="Driven and booked, with cancellation fees")
    driven: float = Field(description="Of rentals that were handed over")
    booked: float = Field(description="Of confirmed bookings that are not handed over yet")
    pending: float = Field(description="Of bookings that wait to be confirmed; no revenue")
    cancelled: float = Field(description="Of cancelled bookings; no revenue but for their fees")
    no_show: float = Field(
        description="Of bookings whose customer did not come; no revenue but for their fees"
    )
    cancellation_fees: float = Field(
        description="Charged for late cancellations and no-shows; part of the revenue"
    )
    rentals: int = Field(description="Driven and booked rentals that begin in the period")
    days: int = Field(description="Their rental days, in the period")
    rented_days: int = Field(description="Days on which a known vehicle was rented")
    available_days: int = Field(
        description="Days of vehicles in service and not in the workshop; by vehicle, model and month of these alone"
    )
    occupancy: float | None = Field(description="Rented of available days; null without available days")
    revenue_per_available_day: float | None


class ReportMonth(RentalFigures):
    key: str = Field(description="Such as 2026-06; only its days in the period count")
    revenue_year_before: float | None
    occupancy_year_before: float | None


class ReportRow(RentalFigures):
    key: str = Field(description="What to filter by to see this row alone; (none): without one")
    label: str | None = Field(description="What it is called; null where the page has the words")
    detail: str | None = Field(description="Of a vehicle: what it is")
    revenue_before: float
    occupancy_before: float | None


class ModelMonth(ApiModel):
    key: str
    month: str
    revenue: float
    available_days: int
    occupancy: float | None


class ReportQuestion(ApiModel):
    question_id: str
    text: str


class ReportPeriod(ApiModel):
    first: date
    last: date
    before_first: date
    before_last: date


class ReportChoice(ApiModel):
    key: str
    label: str


class ReportChoices(ApiModel):
    """What rentals can be filtered by."""

    vehicles: list[ReportChoice]
    models: list[ReportChoice]
    places: list[ReportChoice]


class ReportResponse(ApiModel):
    success: bool
    cut: Cut
    period: ReportPeriod
    currency: str
    totals: RentalFigures
    before: RentalFigures
    months: list[ReportMonth]
    rows: list[ReportRow] = Field(
        description="By what it is cut by, the largest revenue first; none by month"
    )
    months_of_models: list[ModelMonth] = Field(description="Only when cut by model")
    questions: list[ReportQuestion] = Field(description="Whose answers rentals can be cut by")
    other_currency: int = Field(description="Bookings in another currency, which no figure includes")
    choices: ReportChoices
    real_time_metadata: RealTimeMetadata


class ListedRental(ApiModel):
    booking_id: UUID | None = Field(description="Null for those who may not see bookings")
    reference: str | None = Field(description="Null for those who may not see bookings")
    state: State
    vehicle: str | None = Field(description="Its plate")
    model: str | None
    place: str
    source: Source
    campaign: str | None
    affiliate: str | None
    first_day: date
    days: int
    days_in_period: int
    amount_in_period: float
    total: float


class RentalListResponse(ApiModel):
    success: bool
    currency: str
    rentals: list[ListedRental]
    count: int = Field(description="Of all; one answer has at most 200")
    counted: int = Field(
        description="Driven and booked ones that begin in the period, as ``rentals`` of a report"
    )
    amount: float = Field(description="Of all, in the period")
    real_time_metadata: RealTimeMetadata
