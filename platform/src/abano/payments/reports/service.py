"""Use cases of the reports of money: the days they are about, and their figures."""

from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import NamedTuple

from abano.analytics.figures.query import PERIOD_TOO_LONG, PeriodQuery, instants
from abano.core.errors import InvalidInput
from abano.core.paging import Page
from abano.db.unit_of_work import UnitOfWork
from abano.payments.reports.repository import ReportRepository, Span, VatDocument, VatSum
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.reports import MAX_DAYS

PAGE = 50


class Days(NamedTuple):
    """Days of the company, both included, and when they begin and end."""

    first: date
    last: date
    span: Span


def days_of(query: PeriodQuery, tenant: Tenant, now: datetime) -> Days:
    """Raises InvalidInput for more than three years."""
    first, last = query.days(now.astimezone(tenant.zone).date())
    if (last - first).days >= MAX_DAYS:
        raise InvalidInput.of("to" if query.first else "year", PERIOD_TOO_LONG())
    return Days(first, last, Span(*instants(first, last, tenant.zone)))


async def load_vat(uow: UnitOfWork, days: Days) -> list[VatSum]:
    """Net, VAT and gross of invoices and credit notes by rate."""
    return await ReportRepository(uow).vat(days.span)


async def list_vat_documents(
    uow: UnitOfWork, days: Days, currency: str, rate: int | None, cursor: str | None
) -> Page[VatDocument]:
    """The documents behind a row. Raises InvalidInput for the cursor."""
    return await ReportRepository(uow).vat_documents(days.span, currency, rate, PAGE, cursor)


def stream_vat(uow: UnitOfWork, days: Days) -> AsyncIterator[VatDocument]:
    return ReportRepository(uow).stream_vat(days.span)
