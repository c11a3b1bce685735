"""Reports of the admin console, for owners, managers and analysts. An unchanged one is a 304."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Response

from abano.analytics.client import Answer
from abano.analytics.endpoints import Analytics, QuestionLabels
from abano.auth.principals import Admin
from abano.http.dependencies import AppClock, CurrentTenant, Db, ReaderTexts, require_role
from abano.reports.csv_file import csv_file
from abano.reports.query import RentalListQuery, ReportQuery
from abano.reports.schemas import RentalListResponse, ReportResponse
from abano.reports.service import Reports

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
