"""Quiz figures and rental reports of the console. Figures are polled every five seconds: unchanged is a 304."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Header, Query, Response
from fastapi.responses import StreamingResponse
from starlette.background import BackgroundTask

from abano.accounts.access.principals import Admin
from abano.analytics.figures.client import Answer
from abano.analytics.figures.money import Addition, FindCosts, file_rows
from abano.analytics.figures.pages import (
    UNKNOWN_FIGURES,
    WORDED,
    FindLabels,
    Labelled,
    Page,
    apply_all,
    inner_tag_of,
)
from abano.analytics.figures.query import (
    BY_DAYS,
    ExportQuery,
    FigureQuery,
    PageQuery,
    QuestionQuery,
    RentalListQuery,
    ReportQuery,
    SessionsQuery,
)
from abano.analytics.figures.schemas import (
    FindingsResponse,
    PageResponse,
    RentalFigures,
    RentalListResponse,
    ReportResponse,
)
from abano.analytics.figures.service import FindingsReader, QuizAnalytics, Reports
from abano.catalog.published.dependencies import ReaderTexts
from abano.core.errors import InvalidInput
from abano.core.files import BYTE_ORDER_MARK, amount_cell, csv_rows
from abano.core.languages.texts import Texts, translatable
from abano.web.dependencies import AppClock, CurrentTenant, Db, built, needs, of_app, require_right
from abano_shared.contract.answers import AnswersResponse, OverviewResponse, QuizSessionsResponse
from abano_shared.contract.figures import Figure, is_money

router = APIRouter(
    prefix="/api/quiz/analytics",
    tags=["quiz analytics"],
    dependencies=needs("analytics"),
)


Analytics = Annotated[QuizAnalytics, of_app("quiz_analytics")]
KnownTag = Annotated[str, Header(alias="If-None-Match", max_length=500)]
# Of ten figures.
KnownTags = Annotated[str, Header(alias="If-None-Match", max_length=4000)]
QuestionLabels = Annotated[FindLabels, of_app("question_labels")]


@dataclass(frozen=True, slots=True)
class Additions:
    """What figures get on their way: texts in the reader's language, and money its costs."""

    tenant: CurrentTenant
    find_labels: QuestionLabels
    costs: Annotated[FindCosts, of_app("campaign_costs")]

    async def of(
        self, query: QuestionQuery, today: date, figures: Iterable[Figure]
    ) -> dict[Figure, list[Addition]]:
        labels = await self.find_labels(self.tenant.id, query.lang) if query.lang else {}
        texts: list[Addition] = [Labelled(labels)] if labels else []
        added: dict[Figure, list[Addition]] = dict.fromkeys(WORDED, texts)
        for figure in figures:
            if is_money(figure):
                added[figure] = [*texts, await self.costs.find(self.tenant, query.days(today), query.given())]
            elif figure in BY_DAYS and isinstance(query, PageQuery) and query.costs:
                added[figure] = [await self.costs.find_daily(self.tenant, query.days(today), query.given())]
        return added


TheAdditions = Annotated[Additions, built(Additions)]


@router.get("/overview", response_model=OverviewResponse)
async def quiz_analytics_overview(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    query: Annotated[FigureQuery, Query()],
    known: KnownTag = "",
) -> Response:
    """Sessions, completions and conversions of a month or a year."""
    resolved = query.resolved(tenant.zone, clock.now().astimezone(tenant.zone).date())
    return as_response(await analytics.figure(tenant.id, "overview", resolved, known_tag=known))


@router.get("/answers", response_model=AnswersResponse)
async def quiz_analytics_answers(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    query: Annotated[QuestionQuery, Query()],
    known: KnownTag = "",
) -> Response:
    """How the answers of each question are spread, and how often they lead to a booking."""
    today = clock.now().astimezone(tenant.zone).date()
    added = (await additions.of(query, today, ()))["answers"]
    resolved = query.resolved(tenant.zone, today)
    answer = await analytics.figure(tenant.id, "answers", resolved, known_tag=inner_tag_of(added, known))
    return as_response(apply_all(added, answer))


def as_response(answer: Answer) -> Response:
    headers = {"ETag": answer.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if answer.body is None:
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")


@router.get("/page", response_model=PageResponse, responses={202: {"model": PageResponse}})
async def quiz_analytics_page(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    query: Annotated[PageQuery, Query()],
    known: KnownTags = "",
) -> Response:
    """Several figures at once. If-None-Match names the tags of what the caller has; of the rest the bodies come.

    304 when the caller has everything, 202 while some of it is being counted.
    """
    today = clock.now().astimezone(tenant.zone).date()
    figures = query.named(tenant.zone, today)
    page = Page(figures, known, await additions.of(query, today, figures.values()))
    if not page.figures:
        raise InvalidInput.of("figures", UNKNOWN_FIGURES())
    answers = await analytics.page(
        tenant.id, list(page.figures.values()), query.resolved(tenant.zone, today), page.inner_tags()
    )
    status, body = page.response(answers)
    headers = {"Cache-Control": "private, no-store", "Vary": "Cookie"}
    return Response(body, status_code=status, headers=headers, media_type="application/json")


@router.get("/findings", response_model=FindingsResponse)
async def quiz_analytics_findings(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    query: Annotated[QuestionQuery, Query()],
) -> FindingsResponse:
    """What deserves attention, the most bookings first: differences beyond chance, with their uncertainty."""
    today = clock.now().astimezone(tenant.zone).date()
    costs = await additions.costs.find(tenant, query.days(today), query.given())
    labels = await additions.find_labels(tenant.id, query.lang) if query.lang else {}
    return await FindingsReader(analytics, tenant, today).read(query, costs, labels)


@router.get("/sessions", response_model=QuizSessionsResponse)
async def quiz_analytics_sessions(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    find_labels: QuestionLabels,
    asked: Annotated[SessionsQuery, Query()],
) -> Response:
    """Fifty at a time, the newest first: what each saw, answered and booked. No names, no ids."""
    today = clock.now().astimezone(tenant.zone).date()
    body = await analytics.sessions(tenant.id, asked.resolved(tenant.zone, today))
    labels = await find_labels(tenant.id, asked.lang) if asked.lang else {}
    content = Labelled(labels).apply_to_sessions(body) if labels else body
    return Response(content, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}, "application/vnd.apache.parquet": {}}}},
)
async def quiz_analytics_export(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    asked: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """What is filtered, as a file. CSV: UTF-8, local times, no formulas; Parquet: typed, times in UTC."""
    today = clock.now().astimezone(tenant.zone).date()
    table = asked.file(tenant.zone, today)
    query = asked.resolved(tenant.zone, today)
    if table == "money" or table == "values" or table == "chain":  # noqa: PLR1714 - narrows the type
        added = (await additions.of(asked, today, [asked.money]))[asked.money]
        answer = apply_all(added, await analytics.figure(tenant.id, asked.money, query, known_tag=""))
        rows = file_rows(table, orjson.loads(answer.body or b""))
        file = await analytics.file(tenant.id, rows, asked.format)
    else:
        file = await analytics.export(tenant.id, table, query, asked.format)
    headers = {
        "Content-Disposition": f'attachment; filename="{asked.file_name(today)}"',
        "Content-Length": file.headers["Content-Length"],
        "Cache-Control": "no-store",
    }
    return StreamingResponse(
        file.aiter_raw(),
        headers=headers,
        media_type=file.headers["Content-Type"],
        background=BackgroundTask(file.aclose),
    )


# The table of a report as CSV.

CUTS = {
    "vehicle": translatable("Vehicle"),
    "model": translatable("Model"),
    "month": translatable("Month"),
    "place": translatable("Pickup"),
    "source": translatable("Source"),
    "campaign": translatable("Campaign"),
    "affiliate": translatable("Affiliate"),
    "answer": translatable("Answer"),
}
FIGURES = (
    translatable("Revenue"),
    translatable("Driven"),
    translatable("Booked"),
    translatable("Cancellation fees"),
    translatable("Pending"),
    translatable("Cancelled"),
    translatable("No-show"),
    translatable("Currency"),
    translatable("Rentals"),
    translatable("Rental days"),
    translatable("Rented vehicle days"),
    translatable("Available vehicle days"),
    translatable("Occupancy, %"),
    translatable("Revenue per available day"),
)
SOURCES = {
    "affiliate": translatable("Affiliate"),
    "campaign": translatable("Campaign"),
    "quiz": translatable("Quiz"),
    "organic": translatable("Organic"),
    "phone": translatable("Phone"),
    "chat": translatable("Chat"),
    "walk_in": translatable("Walk-in"),
}


def csv_file(report: ReportResponse, texts: Texts) -> str:
    """The rows of the cut, or of the months, in the reader's language."""
    headings = [CUTS[report.cut], *([translatable("Model")] if report.cut == "vehicle" else []), *FIGURES]
    lines: list[list[object]] = [[texts.gettext(heading) for heading in headings]]
    if report.cut == "month":
        lines += [[month.key, *_figures(month, report.currency)] for month in report.months]
    for row in report.rows:
        key = "" if row.key == "(none)" else row.key
        named = row.label or (texts.gettext(SOURCES[key]) if report.cut == "source" else key)
        detail = [row.detail or ""] if report.cut == "vehicle" else []
        lines.append([named, *detail, *_figures(row, report.currency)])
    return BYTE_ORDER_MARK + csv_rows(lines)


def _figures(row: RentalFigures, currency: str) -> list[object]:
    amounts = (
        row.revenue, row.driven, row.booked, row.cancellation_fees, row.pending, row.cancelled, row.no_show,
    )  # fmt: skip
    return [
        *(amount_cell(amount) for amount in amounts),
        currency,
        row.rentals,
        row.days,
        row.rented_days,
        row.available_days,
        row.occupancy,
        amount_cell(row.revenue_per_available_day),
    ]


reports_router = APIRouter(prefix="/api/admin/reports", tags=["reports"])
Reader = Annotated[Admin, Depends(require_right("analytics"))]


@dataclass(frozen=True, slots=True)
class Call:
    """Report subscriptions, with recipients and the company's weekday."""

    admin: Reader
    tenant: CurrentTenant
    db: Db
    analytics: Analytics
    clock: AppClock

    @property
    def reports(self) -> Reports:
        shows = self.admin.may("bookings") and self.admin.may("affiliates")
        return Reports(self.db, self.analytics, self.tenant.id, shows_references=shows)

    @property
    def today(self) -> date:
        return self.clock.now().astimezone(self.tenant.zone).date()


ACall = Annotated[Call, built(Call)]


@reports_router.get("/rentals", response_model=ReportResponse)
async def rental_report(
    call: ACall,
    query: Annotated[ReportQuery, Query()],
    find_labels: QuestionLabels,
    known_tag: KnownTag = "",
) -> Response:
    """Revenue and occupancy of a period: in all, by month, and by what it is cut by."""
    return as_response(await call.reports.report(query, call.today, find_labels, known_tag))


@reports_router.get("/rentals/list", response_model=RentalListResponse)
async def rentals_behind(
    call: ACall, query: Annotated[RentalListQuery, Query()], known_tag: KnownTag = ""
) -> Response:
    """The rentals behind a figure, 200 at a time."""
    return as_response(await call.reports.rentals(query, call.today, known_tag))


@reports_router.get(
    "/rentals/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}}
)
async def export_report(
    call: ACall, query: Annotated[ReportQuery, Query()], find_labels: QuestionLabels, texts: ReaderTexts
) -> Response:
    """The table of a report as a CSV file."""
    report = await call.reports.read(query, call.today, find_labels)
    period = report.period
    headers = {
        "Content-Disposition": (
            f'attachment; filename="rentals-by-{report.cut}-{period.first}-to-{period.last}.csv"'
        ),
        "Cache-Control": "no-store",
    }
    return Response(csv_file(report, texts), media_type="text/csv; charset=utf-8", headers=headers)
