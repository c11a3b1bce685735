"""HTTP endpoints of the profit of vehicles, for owners and managers."""

from dataclasses import dataclass
from typing import Annotated, Any, cast

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query, Request, Response

from abano.analytics.figures.service import QuizAnalytics, Reports
from abano.analytics.profit.profit import ProfitFigures, ProfitQuery, ProfitResponse, put_beside
from abano.catalog.published.dependencies import ReaderTexts
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import Texts, translatable
from abano.core.money import MINOR_UNITS, to_decimal
from abano.fleet.costs.service import load_spending
from abano.web.dependencies import AppClock, CurrentTenant, Db, built, needs, no_store

router = APIRouter(
    prefix="/api/admin/reports", tags=["reports"], dependencies=[*needs("reports"), Depends(no_store)]
)
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
CUTS = {
    "vehicle": (translatable("Vehicle"), translatable("Model")),
    "model": (translatable("Model"),),
    "month": (translatable("Month"),),
}
FIGURES = (
    translatable("Revenue"),
    translatable("Costs"),
    translatable("Profit"),
    translatable("Currency"),
    translatable("Margin, %"),
    translatable("Rented vehicle days"),
    translatable("Available vehicle days"),
    translatable("Occupancy, %"),
)


@dataclass(frozen=True, slots=True)
class Profit:
    """Profit of the company's vehicles. Raises AnalyticsUnavailable, InvalidInput for a period."""

    request: Request
    tenant: CurrentTenant
    db: Db
    clock: AppClock

    async def read(self, query: ProfitQuery) -> ProfitResponse:
        analytics = cast(QuizAnalytics, self.request.app.state.quiz_analytics)
        reports = Reports(self.db, analytics, self.tenant.id, shows_references=False)
        today = self.clock.now().astimezone(self.tenant.zone).date()
        report = await reports.read(query.report(), today, _no_labels)
        async with self.db.uow(self.tenant.id) as uow:
            spent = await load_spending(uow, report.currency, report.period.first, report.period.last)
        # Spreads hundreds of purchases over months.
        return await run_sync(put_beside, report, spent.costs, spent.vehicles, query, spent.foreign)


Read = Annotated[Profit, built(Profit)]


@router.get("/profit")
async def profit_report(profit: Read, query: Annotated[ProfitQuery, Query()]) -> ProfitResponse:
    """Revenue, costs, profit and occupancy of a period: in all, by month, and by vehicle or model."""
    return await profit.read(query)


@router.get("/profit/export.csv", response_class=Response, responses=CSV)
async def export_profit(profit: Read, query: Annotated[ProfitQuery, Query()], texts: ReaderTexts) -> Response:
    """The table of the report as a CSV file."""
    report = await profit.read(query)
    headers = {
        "Content-Disposition": (
            f'attachment; filename="profit-by-{report.cut}-{report.first}-to-{report.last}.csv"'
        ),
        "Cache-Control": "no-store",
    }
    return Response(csv_file(report, texts), media_type="text/csv; charset=utf-8", headers=headers)


def csv_file(report: ProfitResponse, texts: Texts) -> str:
    """The rows, or the months, in the reader's language."""
    lines: list[list[object]] = [[texts.gettext(heading) for heading in (*CUTS[report.cut], *FIGURES)]]
    if report.cut == "month":
        lines += [[month.key, *_cells(month, report.currency)] for month in report.months]
    for row in report.rows:
        detail = [row.detail or ""] if report.cut == "vehicle" else []
        lines.append([row.label or "", *detail, *_cells(row, report.currency)])
    return BYTE_ORDER_MARK + csv_rows(lines)


def _cells(row: ProfitFigures, currency: str) -> list[object]:
    return [
        # Not as texts: a loss would be taken for a formula.
        *(to_decimal(round(MINOR_UNITS * amount)) for amount in (row.revenue, row.costs, row.profit)),
        currency,
        row.margin,
        row.rented_days,
        row.available_days,
        row.occupancy,
    ]


async def _no_labels(_tenant: object, _language: object) -> dict[Any, str]:
    """Of the quiz's answers, which no row is cut by."""
    return {}
