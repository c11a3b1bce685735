"""The internal API of reports, for the platform alone."""

from datetime import date, timedelta
from typing import Annotated, cast
from uuid import UUID

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from abano_analytics.api import answered, require_platform
from abano_analytics.errors import FieldError, InvalidInput
from abano_analytics.figures.reports.query import (
    Cut,
    Days,
    RentalFilters,
    RentalListQuery,
    ReportQuery,
    State,
)
from abano_analytics.figures.reports.service import Key, Reports

router = APIRouter(prefix="/internal/tenants/{tenant_id}/reports", dependencies=[Depends(require_platform)])
FIRST, LAST = date(2000, 1, 1), date(2101, 1, 1)
MOST_DAYS = 1100
# The earliest period has one before it, too.
FIRST_COMPARED = FIRST - timedelta(days=MOST_DAYS)
Day = Annotated[date, Field(ge=FIRST, le=LAST)]
ComparedDay = Annotated[date, Field(ge=FIRST_COMPARED, le=LAST)]
Text = Annotated[str | None, Field(max_length=200)]


class _Rentals(BaseModel):
    """Local days, both included, and filters."""

    model_config = ConfigDict(extra="ignore")

    first: Day
    last: Day
    vehicle: Text = None
    model: Text = None
    place: Text = None
    source: Text = None
    campaign: Text = None
    affiliate: Text = None
    question: Text = None
    answer: Text = None

    def days(self) -> Days:
        return _days(self.first, self.last, "last")

    def filters(self) -> RentalFilters:
        """Raises InvalidInput for an answer without its question."""
        if self.answer is not None and self.question is None:
            message = "Say which question it is an answer to."
            raise InvalidInput(message, fields=(FieldError("question", message),))
        return RentalFilters(
            self.vehicle,
            self.model,
            self.place,
            self.source,
            self.campaign,
            self.affiliate,
            self.question,
            self.answer,
        )


class _Report(_Rentals):
    cut: Cut
    before_first: ComparedDay = Field(alias="beforeFirst")
    before_last: ComparedDay = Field(alias="beforeLast")

    def before(self) -> Days:
        return _days(self.before_first, self.before_last, "beforeLast")


class _RentalList(_Rentals):
    state: State | None = None
    offset: int = Field(0, ge=0, le=1_000_000)


def _days(first: date, last: date, field: str) -> Days:
    """Raises InvalidInput."""
    if not 0 <= (last - first).days < MOST_DAYS:
        message = f"Choose a period of 1 to {MOST_DAYS} days."
        raise InvalidInput(message, fields=(FieldError(field, message),))
    return Days(first, last)


@router.get("/rentals")
async def rental_report(request: Request, tenant_id: UUID, asked: Annotated[_Report, Query()]) -> Response:
    """Revenue and occupancy of a period: in all, by month, and by what it is cut by."""
    query = ReportQuery(asked.days(), asked.before(), asked.cut, asked.filters())
    return await _answer(request, "report", (tenant_id, query))


@router.get("/rentals/list")
async def rentals_behind(
    request: Request, tenant_id: UUID, asked: Annotated[_RentalList, Query()]
) -> Response:
    """The rentals behind a figure."""
    query = RentalListQuery(asked.days(), asked.filters(), asked.state, asked.offset)
    return await _answer(request, "report_list", (tenant_id, query))


async def _answer(request: Request, label: str, key: Key) -> Response:
    reports = cast(Reports, request.app.state.reports)
    answer = reports.remembered(key)
    if answer is None:
        answer = await to_thread.run_sync(reports.compute, key)
    return answered(request, label, answer, reports.data_through(key, answer))
