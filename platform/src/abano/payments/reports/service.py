"""Use cases of the reports of money: the days they are about, and their figures."""

from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import NamedTuple

from abano.analytics.figures.query import PERIOD_TOO_LONG, PeriodQuery, instants
from abano.core.errors import InvalidInput
from abano.core.paging import Page
from abano.db.unit_of_work import UnitOfWork
from abano.payments.desk.repository import FRESH
from abano.payments.reports.repository import (
    ChannelSum,
    MethodSum,
    Movement,
    OpenBooking,
    ReportRepository,
    Span,
    VatDocument,
    VatSum,
)
from abano.payments.reports.rules import days_overdue
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.reports import MAX_DAYS

PAGE = 50
MAX_RECEIVABLES = 5000


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


async def load_payments(uow: UnitOfWork, days: Days) -> list[MethodSum]:
    """Incoming and outgoing amounts by payment method."""
    return await ReportRepository(uow).payments(days.span)


async def load_channels(uow: UnitOfWork, days: Days) -> list[ChannelSum]:
    """Bookings, their value and the commission by channel."""
    return await ReportRepository(uow).channels(days.span)


def stream_payments(uow: UnitOfWork, days: Days) -> AsyncIterator[Movement]:
    return ReportRepository(uow).stream_payments(days.span)


class Receivable(NamedTuple):
    """A booking's open balance and due date."""

    booking: OpenBooking
    due_on: date
    days_overdue: int


class Receivables(NamedTuple):
    as_of: date
    rows: list[Receivable]
    is_complete: bool


async def load_receivables(uow: UnitOfWork, tenant: Tenant, as_of: date | None, now: datetime) -> Receivables:
    """What was open at the end of a day; today without one.

    An invoice is due by its terms, a booking without one on the day of its pickup.
    """
    day = as_of or now.astimezone(tenant.zone).date()
    _, until = instants(day, day, tenant.zone)
    found = await ReportRepository(uow).open_bookings(until, min(until, now) - FRESH, MAX_RECEIVABLES + 1)
    rows = [_receivable(each, day, tenant) for each in found[:MAX_RECEIVABLES]]
    return Receivables(day, rows, len(found) <= MAX_RECEIVABLES)


def _receivable(booking: OpenBooking, day: date, tenant: Tenant) -> Receivable:
    begins = booking.issued_at or booking.pickup_at
    due_on = booking.due_on or begins.astimezone(tenant.zone).date()
    return Receivable(booking, due_on, days_overdue(due_on, day))
