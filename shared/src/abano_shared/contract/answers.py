"""What figures are answered with. Rates are percent with one decimal, amounts whole units with their decimals."""

from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.alias_generators import to_camel

from abano_shared.contract.figures import Unit
from abano_shared.contract.filters import OFFERED

Evidence = Literal["above", "below", "chance", "too_few"]
QuestionKind = Literal["choice", "choices", "scale", "number", "text", "contact"]


class ContractModel(BaseModel):
    """camelCase in JSON, snake_case in Python."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


class FigureState(TypedDict, total=False):
    """One figure of an answer: its tag, with its body where the caller has another; or how much of it is counted."""

    tag: str
    body: Any
    counted: float


class RealTimeMetadata(ContractModel):
    """How fresh the figures are."""

    last_conversion_update: datetime | None = Field(
        description="When the figures last changed through a booking or its cancellation"
    )
    data_through: datetime | None = Field(description="The newest moment of which everything is included")
    stale: bool = Field(description="True when these figures lag by more than 30 seconds")


class FigureResponse(ContractModel):
    success: bool
    real_time_metadata: RealTimeMetadata


class OverviewFigures(ContractModel):
    total_sessions: int
    completed_sessions: int
    completion_rate: float
    conversion_count: int = Field(description="Sessions with at least one booking that is not cancelled")
    conversion_rate: float


class OverviewResponse(FigureResponse):
    analytics: OverviewFigures


class AnswerFigures(ContractModel):
    text: str
    value: str
    count: int
    percentage: float
    conversions: int
    conversion_rate: float
    low: float = Field(description="Lower edge of the conversion rate's 95 % Wilson interval, percent")
    high: float = Field(description="Upper edge of that interval, percent")
    lift: float | None = Field(
        description="Rate above that of all who answered the question, percent of it; null when none booked"
    )
    significant: bool = Field(
        description="The difference from those that answered the question otherwise is more than chance"
    )
    evidence: Evidence = Field(
        description="above or below: more than chance; chance: may be chance; too_few: too little to tell"
    )


class QuestionFigures(ContractModel):
    question_id: str
    question_text: str
    total_responses: int
    total_conversions: int = Field(description="Sessions that answered this question and booked")
    question_conversion_rate: float
    kind: QuestionKind = Field(
        "choice",
        description="choice: one answer; choices: several, each counted; scale: points; number: ranges of numbers;"
        " text and contact: whether they were given, and a text's length",
    )
    mean: float | None = Field(None, description="Of a scale or numbers, with at most two decimals")
    median: float | None = Field(None, description="Of a scale or numbers")
    given_share: float | None = Field(
        None,
        description="Of a text or contact: those who gave it, in percent of those who gave it or skipped it",
    )
    answers: list[AnswerFigures]


class AnswersResponse(FigureResponse):
    answer_distribution: list[QuestionFigures]


class FunnelStep(ContractModel):
    question_id: str
    question_text: str
    seen: int
    answered: int
    answer_rate: float
    dropped: int = Field(
        description="Sessions not completed that are over and saw no question after this one"
    )
    drop_rate: float
    still_answering: int = Field(
        description="Sessions that saw no question after this one and may go on: active in the last 30 minutes"
    )
    skipped: int = Field(
        description="Sessions that never saw the question although they finished or saw a later one"
    )
    median_seconds: float | None = Field(description="From seeing the question to its answer")


class FunnelResponse(FigureResponse):
    funnel: list[FunnelStep]


class CampaignFigures(ContractModel):
    source: str
    medium: str
    campaign: str
    total_sessions: int
    completed_sessions: int
    completion_rate: float
    conversion_count: int
    conversion_rate: float
    booked_value: float = Field(
        description="Bookings not cancelled, and fees of cancelled ones, in whole units of the currency"
    )


class CampaignsResponse(FigureResponse):
    campaigns: list[CampaignFigures]
    currency: str


class TimelineBucket(ContractModel):
    """One hour, day or week. A week begins on Monday; at the edges of the period it may be shorter."""

    start: datetime = Field(description="With the company's offset from UTC just then")
    end: datetime = Field(description="The first moment that does not belong to it any more")
    total_sessions: int = Field(description="Sessions that started in it")
    completed_sessions: int = Field(description="Of these, completed, whenever that was")
    conversion_count: int = Field(description="Of these, with at least one booking that is not cancelled")
    bookings: int = Field(description="Of these sessions, those that are not cancelled")
    booked_value: float = Field(description="Of these sessions' bookings, in whole units of the currency")


class TimelineResponse(FigureResponse):
    timeline: list[TimelineBucket]
    unit: Unit
    currency: str


class WeekHour(ContractModel):
    weekday: int = Field(description="1: Monday, 7: Sunday")
    hour: int = Field(description="0 to 23 on the company's clock")
    total_sessions: int
    conversion_count: int


class WeekhoursResponse(FigureResponse):
    weekhours: list[WeekHour]


class Choice(ContractModel):
    value: str
    sessions: int


_CHOICES: dict[str, Any] = dict.fromkeys(OFFERED, (list[Choice], ...))
Choices: Any = create_model(
    "Choices",
    __base__=ContractModel,
    __doc__="Per filter its values in the period, the most frequent first.",
    **_CHOICES,
)


class ChoicesResponse(FigureResponse):
    choices: Choices


class JourneyStep(ContractModel):
    """``question`` is one of several steps of that name, with its id and text."""

    step: str
    question_id: str | None
    question_text: str | None
    visits: int
    share: float = Field(description="Percent of the visits that landed")
    low: float = Field(description="Lower edge of the share's 95 % Wilson interval, percent")
    high: float = Field(description="Upper edge of that interval, percent")
    dropped: int = Field(description="Visits without a booking that are over and ended with this step")
    drop_rate: float = Field(description="Percent of the visits that reached the step")
    still_active: int = Field(
        description="Visits without a booking that came to this step last and may go on: active in the last half hour"
    )


class TimeBucket(ContractModel):
    until_minutes: int | None = Field(description="Upper edge, excluded; null: no edge")
    bookings: int


class TimeToBook(ContractModel):
    """Seconds from the landing to the booking; quartiles are null for too few bookings."""

    bookings: int
    quarter: int | None
    median: int | None
    three_quarters: int | None
    buckets: list[TimeBucket]


class JourneySplit(ContractModel):
    visits: int
    booked: int = Field(description="Visits that led to a booking, cancelled ones included")
    rate: float
    low: float = Field(description="Lower edge of the rate's 95 % Wilson interval, percent")
    high: float
    too_few: bool = Field(description="Fewer bookings than a comparison needs")
    confirmed: int = Field(description="Of the bookings, those that are confirmed, under way or driven now")
    cancelled: int = Field(description="Of the bookings, those that are cancelled now")
    steps: list[JourneyStep]
    time: TimeToBook


class CampaignLanding(ContractModel):
    """Visits by a campaign; empty texts: without one."""

    source: str
    medium: str
    campaign: str
    visits: int
    clicks: int = Field(description="Visits that brought a click id")
    never_began: int = Field(description="Visits that never began the quiz")
    never_began_rate: float
    began: int
    booked: int
    booked_without_quiz: int
    rate: float
    low: float
    high: float
    too_few: bool


class JourneyResponse(FigureResponse):
    all: JourneySplit
    with_quiz: JourneySplit = Field(description="Visits that began the quiz")
    without_quiz: JourneySplit
    campaigns: list[CampaignLanding]
    campaigns_left_out: int
    unapplied: list[str] = Field(description="Filters that say nothing of visits, and were not applied")


class SessionStep(ContractModel):
    question_id: str
    question_text: str
    value: str | None = Field(description="The answer; null where none was given, or it was taken back")
    text: str | None
    reached_at: datetime = Field(description="When the question was seen")
    seconds: float | None = Field(description="From seeing the question to its answer")


class SessionBehind(ContractModel):
    """One session. It names no one: ``name`` is made of its id and does not lead back to it."""

    name: str
    started_at: datetime
    completed_at: datetime | None
    device: str
    quiz_version: str
    source: str
    medium: str
    campaign: str
    language: str = Field("", description="Of the page at the start; empty: not known")
    country: str = Field("", description="Two letters; empty: not known")
    is_returning: bool | None = Field(None, description="Null: not known")
    bookings: int = Field(description="Bookings not cancelled")
    booked_value: float
    steps: list[SessionStep] = Field(description="Its path: questions in the order they were seen")
    stopped_at: str | None = Field(
        description="The last question of a session that is over and was not completed"
    )


class QuizSessionsResponse(ContractModel):
    """``total`` and the sums are of all sessions behind the bar, the newest of which come first."""

    success: bool
    total: int
    completed: int
    converted: int
    booked_value: float
    currency: str
    sessions: list[SessionBehind]
    next: str | None


Kind = Literal["text", "whole", "number"]


class FileRows(BaseModel):
    """Rows for a file. ``columns``: names and kinds; ``rows``: a value for each column."""

    columns: dict[Annotated[str, Field(pattern=r"^[A-Za-z]{1,40}$")], Kind] = Field(
        min_length=1, max_length=60
    )
    rows: list[list[str | int | float | None]] = Field(max_length=20_000)
