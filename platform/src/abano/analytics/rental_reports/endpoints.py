"""Reports of the admin console, for owners, managers and analysts. An unchanged one is a 304."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Response

from abano.accounts.access.principals import Admin
from abano.analytics.figures.client import Answer
from abano.analytics.figures.endpoints import Analytics, QuestionLabels
from abano.analytics.rental_reports.query import RentalListQuery, ReportQuery
from abano.analytics.rental_reports.schemas import RentalFigures, RentalListResponse, ReportResponse
from abano.analytics.rental_reports.service import Reports
from abano.core.files import BYTE_ORDER_MARK, amount_cell, csv_rows
from abano.core.languages.texts import Texts, translatable
from abano.web.dependencies import AppClock, CurrentTenant, Db, ReaderTexts, require_role

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
    amounts = (row.revenue, row.driven, row.booked, row.pending, row.cancelled, row.no_show)
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


router = APIRouter(prefix="/api/admin/reports", tags=["reports"])
Reader = Annotated[Admin, Depends(require_role("owner", "manager", "analyst"))]
KnownTag = Annotated[str, Header(alias="If-None-Match", max_length=500)]
# Who may see bookings and affiliates.
SEES_REFERENCES = frozenset({"owner", "manager"})


@dataclass(frozen=True, slots=True)
class Call:
    """Whose reports, for whom, on which day of the company."""

    admin: Reader
    tenant: CurrentTenant
    db: Db
    analytics: Analytics
    clock: AppClock

    @property
    def reports(self) -> Reports:
        shows = self.admin.role in SEES_REFERENCES
        return Reports(self.db, self.analytics, self.tenant.id, shows_references=shows)

    @property
    def today(self) -> date:
        return self.clock.now().astimezone(self.tenant.zone).date()


ACall = Annotated[Call, Depends()]


@router.get("/rentals", response_model=ReportResponse)
async def rental_report(
    call: ACall,
    query: Annotated[ReportQuery, Query()],
    find_labels: QuestionLabels,
    known_tag: KnownTag = "",
) -> Response:
    """Revenue and occupancy of a period: in all, by month, and by what it is cut by."""
    return _response(await call.reports.report(query, call.today, find_labels, known_tag))


@router.get("/rentals/list", response_model=RentalListResponse)
async def rentals_behind(
    call: ACall, query: Annotated[RentalListQuery, Query()], known_tag: KnownTag = ""
) -> Response:
    """The rentals behind a figure, 200 at a time."""
    return _response(await call.reports.rentals(query, call.today, known_tag))


@router.get("/rentals/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
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


def _response(answer: Answer) -> Response:
    headers = {"ETag": answer.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if answer.body is None:
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")
