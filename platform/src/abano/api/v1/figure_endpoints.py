"""The rental report and the figures of the quiz in the public API: those of the console."""

from datetime import date, datetime
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel

from abano.analytics.figures.endpoints import Analytics, QuestionLabels
from abano.analytics.figures.query import Comparison, FigureQuery, ReportQuery
from abano.analytics.figures.schemas import RentalFigures as ConsoleFigures
from abano.analytics.figures.service import QuizAnalytics, Reports
from abano.api.v1.answers import Fields, Money, Resource, money, of_console, one
from abano.api.v1.calls import AnalyticsReader, Caller, ReportReader
from abano.web.dependencies import Db
from abano_shared.contract.answers import (
    AnswersResponse,
    CampaignsResponse,
    OverviewResponse,
    RealTimeMetadata,
)
from abano_shared.contract.figures import Figure
from abano_shared.contract.filters import Device, Match
from abano_shared.contract.reports import Cut, Source

router = APIRouter()
Contract = TypeVar("Contract", bound=BaseModel)
First = Annotated[
    date | None,
    Query(alias="from", description="First day, in the company's time zone; omitted: this year."),
]
Last = Annotated[date | None, Query(alias="to", description="Last day, included; omitted: today.")]
Exactly = Annotated[str | None, Query(max_length=200, description="Exactly this; `(none)`: without.")]
AMOUNTS = (
    "revenue",
    "driven",
    "booked",
    "pending",
    "cancelled",
    "no_show",
    "cancellation_fees",
    "revenue_per_available_day",
)


class Figures(Resource):
    """``data_through``: everything up to then is included. ``is_stale``: figures lag by more than 30 seconds."""

    data_through: datetime | None
    is_stale: bool


class RentalFigures(Resource):
    """A rental's total is spread evenly over its days. ``revenue``: ``driven``, ``booked`` and ``cancellation_fees``.

    ``occupancy``: rented of available days, in percent; null without available days.
    """

    revenue: Money
    driven: Money
    booked: Money
    pending: Money
    cancelled: Money
    no_show: Money
    cancellation_fees: Money
    rentals: int
    days: int
    rented_days: int
    available_days: int
    occupancy: float | None
    revenue_per_available_day: Money | None


class RentalMonth(RentalFigures):
    """``month``: such as 2026-06."""

    month: str


class RentalGroup(RentalFigures):
    """``key``: what to filter by to get this row alone. ``label``: its name, where it has one."""

    key: str
    label: str | None


class RentalReport(Figures):
    """``groups``: by ``group_by``, the largest revenue first; none by month."""

    currency: str
    first: date
    last: date
    group_by: Cut
    totals: RentalFigures
    before: RentalFigures
    months: list[RentalMonth]
    groups: list[RentalGroup]


class QuizOverview(Figures):
    """Rates are percent. ``conversions``: sessions with a booking that is not cancelled."""

    sessions: int
    completed_sessions: int
    completion_rate: float
    conversions: int
    conversion_rate: float


class QuizAnswer(Resource):
    value: str
    text: str
    count: int
    percentage: float
    conversions: int
    conversion_rate: float


class QuizQuestion(Resource):
    question_id: str
    text: str
    responses: int
    answers: list[QuizAnswer]


class QuizAnswers(Figures):
    questions: list[QuizQuestion]


class QuizCampaign(Resource):
    """``booked_value``: of bookings that are not cancelled."""

    source: str
    medium: str
    campaign: str
    sessions: int
    completed_sessions: int
    completion_rate: float
    conversions: int
    conversion_rate: float
    booked_value: Money


class QuizCampaigns(Figures):
    currency: str
    campaigns: list[QuizCampaign]


@router.get("/reports/rentals", response_model=RentalReport, tags=["Reports"])
async def get_rental_report(
    request: Request,
    caller: ReportReader,
    db: Db,
    analytics: Analytics,
    labels: QuestionLabels,
    fields: Fields,
    first: First = None,
    last: Last = None,
    group_by: Cut = "model",
    compare: Annotated[
        Comparison, Query(description="`before`: the period before; `year`: a year earlier.")
    ] = "before",
    vehicle: Exactly = None,
    model: Exactly = None,
    place: Exactly = None,
    source: Source | None = None,
    campaign: Exactly = None,
    affiliate: Exactly = None,
    question: Annotated[
        str | None, Query(max_length=200, description="A question of the quiz, to group by its answers.")
    ] = None,
) -> Response:
    """Revenue and occupancy of a period: in all, by month, and by vehicle, model, place, source or campaign."""
    filters = {
        "vehicle": vehicle, "model": model, "place": place, "source": source,
        "campaign": campaign, "affiliate": affiliate, "question": question,
    }  # fmt: skip
    query = of_console(ReportQuery, _period(first, last) | filters | {"cut": group_by, "compare": compare})
    reports = Reports(db, analytics, caller.tenant.id, shows_references=True)
    found = await reports.read(query, _today(caller), labels)
    report = RentalReport(
        **_state(found.real_time_metadata),
        currency=found.currency,
        first=found.period.first,
        last=found.period.last,
        group_by=found.cut,
        totals=RentalFigures.model_validate(_figures(found.totals)),
        before=RentalFigures.model_validate(_figures(found.before)),
        months=[RentalMonth.model_validate(_figures(each) | {"month": each.key}) for each in found.months],
        groups=[RentalGroup.model_validate(_figures(each)) for each in found.rows],
    )
    return one(request, report, fields)


def get_figure_query(
    first: First = None,
    last: Last = None,
    device: Device | None = None,
    utm_source: Exactly = None,
    utm_medium: Exactly = None,
    utm_campaign: Exactly = None,
    language: Annotated[str | None, Query(max_length=40)] = None,
    country: Annotated[str | None, Query(max_length=10, description="Two letters, such as GE.")] = None,
) -> FigureQuery:
    filters = {
        "device": device, "utmSource": utm_source, "utmMedium": utm_medium, "utmCampaign": utm_campaign,
        "language": language, "country": country,
    }  # fmt: skip
    exact = {name: value and Match("is", (value,)).text for name, value in filters.items()}
    return of_console(FigureQuery, _period(first, last) | exact)


Wanted = Annotated[FigureQuery, Depends(get_figure_query)]


@router.get("/quiz/overview", response_model=QuizOverview, tags=["Quiz"])
async def get_quiz_overview(
    request: Request, caller: AnalyticsReader, analytics: Analytics, wanted: Wanted, fields: Fields
) -> Response:
    """Sessions of the quiz, completed ones, and those that led to a booking."""
    found = await _ask(analytics, caller, "overview", wanted, OverviewResponse)
    figures = found.analytics
    overview = QuizOverview(
        **_state(found.real_time_metadata),
        sessions=figures.total_sessions,
        completed_sessions=figures.completed_sessions,
        completion_rate=figures.completion_rate,
        conversions=figures.conversion_count,
        conversion_rate=figures.conversion_rate,
    )
    return one(request, overview, fields)


@router.get("/quiz/answers", response_model=QuizAnswers, tags=["Quiz"])
async def get_quiz_answers(
    request: Request, caller: AnalyticsReader, analytics: Analytics, wanted: Wanted, fields: Fields
) -> Response:
    """How the answers of each question are spread, and how often they lead to a booking."""
    found = await _ask(analytics, caller, "answers", wanted, AnswersResponse)
    questions = [
        QuizQuestion(
            question_id=each.question_id,
            text=each.question_text,
            responses=each.total_responses,
            answers=[QuizAnswer.model_validate(answer.model_dump()) for answer in each.answers],
        )
        for each in found.answer_distribution
    ]
    return one(request, QuizAnswers(**_state(found.real_time_metadata), questions=questions), fields)


@router.get("/quiz/campaigns", response_model=QuizCampaigns, tags=["Quiz"])
async def get_quiz_campaigns(
    request: Request, caller: AnalyticsReader, analytics: Analytics, wanted: Wanted, fields: Fields
) -> Response:
    """Sessions and bookings of the quiz by campaign."""
    found = await _ask(analytics, caller, "campaigns", wanted, CampaignsResponse)
    campaigns = [
        QuizCampaign.model_validate(
            each.model_dump()
            | {
                "sessions": each.total_sessions,
                "conversions": each.conversion_count,
                "booked_value": money(each.booked_value),
            }
        )
        for each in found.campaigns
    ]
    answer = QuizCampaigns(**_state(found.real_time_metadata), currency=found.currency, campaigns=campaigns)
    return one(request, answer, fields)


async def _ask(
    analytics: QuizAnalytics, caller: Caller, figure: Figure, wanted: FigureQuery, kind: type[Contract]
) -> Contract:
    """Raises AnalyticsUnavailable."""
    resolved = wanted.resolved(caller.tenant.zone, _today(caller))
    answer = await analytics.figure(caller.tenant.id, figure, resolved, known_tag="")
    return kind.model_validate_json(answer.body or b"{}")


def _today(caller: Caller) -> date:
    return caller.now.astimezone(caller.tenant.zone).date()


def _period(first: date | None, last: date | None) -> dict[str, object]:
    return {"from": first, "to": last}


def _state(metadata: RealTimeMetadata) -> dict[str, object]:
    return {"data_through": metadata.data_through, "is_stale": metadata.stale}


def _figures(figures: ConsoleFigures) -> dict[str, object]:
    values = figures.model_dump()
    amounts = {name: values[name] for name in AMOUNTS}
    return values | {name: None if each is None else money(each) for name, each in amounts.items()}
