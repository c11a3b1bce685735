"""HTTP endpoints of the reports of money, for owners and managers."""

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

from abano.analytics.figures.query import PeriodQuery
from abano.catalog.published.dependencies import ReaderTexts
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import Texts, format_percent, translatable
from abano.core.money import to_decimal
from abano.payments.invoices.paper import ENTRIES, METHODS, TITLES
from abano.payments.reports import service
from abano.payments.reports.repository import VatSum
from abano.payments.reports.rules import AGES, age_of
from abano.payments.reports.schemas import (
    ChannelReportResponse,
    PaymentsReportResponse,
    ReceivablesQuery,
    ReceivablesResponse,
    VatDocumentOut,
    VatDocumentsQuery,
    VatDocumentsResponse,
    VatReportResponse,
)
from abano.web.dependencies import AppClock, CurrentTenant, PageCursor, Uow, needs, no_store

router = APIRouter(
    prefix="/api/admin/reports", tags=["reports"], dependencies=[*needs("reports"), Depends(no_store)]
)
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
Period = Annotated[PeriodQuery, Query()]
VAT_AMOUNTS = (translatable("Net"), translatable("VAT"), translatable("Gross"), translatable("Currency"))
VAT_COLUMNS = (translatable("VAT rate"), translatable("Kind"), translatable("Documents"), *VAT_AMOUNTS)
DOCUMENT_COLUMNS = (
    translatable("Date"),
    translatable("Number"),
    translatable("Kind"),
    translatable("Booking"),
    translatable("Customer"),
    translatable("Country"),
    translatable("VAT number"),
    translatable("VAT rate"),
    *VAT_AMOUNTS,
)
METHOD_COLUMNS = (
    translatable("Payment method"),
    translatable("Received"),
    translatable("Refunded"),
    translatable("Net received"),
    translatable("Deposits received"),
    translatable("Deposits returned"),
    translatable("Cash transfers"),
    translatable("Cash differences"),
    translatable("Total change"),
    translatable("Currency"),
)
ENTRY_COLUMNS = (
    translatable("Date"),
    translatable("Kind"),
    translatable("Payment method"),
    translatable("Booking"),
    translatable("Customer"),
    translatable("Receipt"),
    translatable("Recorded by"),
    translatable("Amount"),
    translatable("Currency"),
)
CHANNEL_COLUMNS = (
    translatable("Channel"),
    translatable("Bookings"),
    translatable("Cancelled"),
    translatable("Booked value"),
    translatable("Commission"),
    translatable("Currency"),
)
OPEN_COLUMNS = (
    translatable("Customer"),
    translatable("Booking"),
    translatable("Invoice"),
    translatable("Due date"),
    translatable("Days overdue"),
    translatable("Not due"),
    translatable("1–30 days"),
    translatable("31–60 days"),
    translatable("61–90 days"),
    translatable("Over 90 days"),
    translatable("Open"),
    translatable("Currency"),
)


@router.get("/vat")
async def show_vat(period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock) -> VatReportResponse:
    """Net, VAT and gross of invoices and credit notes by rate."""
    days = service.days_of(period, tenant, clock.now())
    return VatReportResponse.of(days, await service.load_vat(uow, days))


@router.get("/vat/documents")
async def list_vat_documents(
    query: Annotated[VatDocumentsQuery, Query()],
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    cursor: PageCursor = None,
) -> VatDocumentsResponse:
    """The documents behind a row of the report, fifty a page."""
    days = service.days_of(query, tenant, clock.now())
    page = await service.list_vat_documents(uow, days, query.currency, query.basis_points, cursor)
    return VatDocumentsResponse(
        documents=[VatDocumentOut.of(row) for row in page.items], next_cursor=page.next_cursor
    )


@router.get("/vat/export.csv", response_class=Response, responses=CSV)
async def export_vat(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock, texts: ReaderTexts
) -> Response:
    """The report as CSV: invoices and credit notes of each rate."""
    days = service.days_of(period, tenant, clock.now())
    rows = [_vat_row(each, texts) for each in await service.load_vat(uow, days) if not each.is_total]
    return _file("vat", days, VAT_COLUMNS, rows, texts)


@router.get("/vat/documents.csv", response_class=Response, responses=CSV)
async def export_vat_documents(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock, texts: ReaderTexts
) -> Response:
    """Every invoice and credit note of the period as CSV, a line for each of its rates."""
    days = service.days_of(period, tenant, clock.now())
    rows = [
        [
            each.issued_at.astimezone(tenant.zone).date().isoformat(),
            each.number,
            texts.gettext(TITLES[each.kind]),
            each.reference,
            each.buyer,
            each.country,
            each.vat_number,
            rate_name(each.rate, texts),
            *_amounts(each.net, each.vat, each.gross),
            each.currency,
        ]
        async for each in service.stream_vat(uow, days)
    ]
    return _file("vat-documents", days, DOCUMENT_COLUMNS, rows, texts)


@router.get("/payments")
async def show_payments(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> PaymentsReportResponse:
    """Payments received and refunded by method, and deposits beside them."""
    days = service.days_of(period, tenant, clock.now())
    return PaymentsReportResponse.of(days, await service.load_payments(uow, days))


@router.get("/payments/export.csv", response_class=Response, responses=CSV)
async def export_payments(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock, texts: ReaderTexts
) -> Response:
    """The report as CSV: a line for each method."""
    days = service.days_of(period, tenant, clock.now())
    rows: list[list[object]] = [
        [
            texts.gettext(METHODS[each.method]),
            *_amounts(
                each.received,
                -each.refunded,
                each.received - each.refunded,
                each.deposits_taken,
                -each.deposits_returned,
                each.transfers,
                each.differences,
                each.change,
            ),
            each.currency,
        ]
        for each in await service.load_payments(uow, days)
    ]
    return _file("payments", days, METHOD_COLUMNS, rows, texts)


@router.get("/channels")
async def show_channels(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> ChannelReportResponse:
    """Bookings, their value and the commission by channel, by the day of booking."""
    days = service.days_of(period, tenant, clock.now())
    return ChannelReportResponse.of(days, await service.load_channels(uow, days))


@router.get("/channels/export.csv", response_class=Response, responses=CSV)
async def export_channels(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock, texts: ReaderTexts
) -> Response:
    """The report as CSV: a line for each channel."""
    days = service.days_of(period, tenant, clock.now())
    rows: list[list[object]] = [
        [each.name, each.bookings, each.cancelled, *_amounts(each.value, each.commission), each.currency]
        for each in await service.load_channels(uow, days)
    ]
    return _file("channels", days, CHANNEL_COLUMNS, rows, texts)


@router.get("/payments/entries.csv", response_class=Response, responses=CSV)
async def export_payment_entries(
    period: Period, tenant: CurrentTenant, uow: Uow, clock: AppClock, texts: ReaderTexts
) -> Response:
    """Every movement of money in the period as CSV."""
    days = service.days_of(period, tenant, clock.now())
    rows: list[list[object]] = [
        [
            each.created_at.astimezone(tenant.zone).strftime("%Y-%m-%d %H:%M"),
            texts.gettext(ENTRIES[each.kind]),
            texts.gettext(METHODS[each.method]),
            each.reference,
            each.customer_name,
            each.receipt,
            each.admin_name,
            *_amounts(each.amount),
            each.currency,
        ]
        async for each in service.stream_payments(uow, days)
    ]
    return _file("payment-entries", days, ENTRY_COLUMNS, rows, texts)


@router.get("/receivables")
async def show_receivables(
    query: Annotated[ReceivablesQuery, Query()], tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> ReceivablesResponse:
    """What customers owe by customer and days overdue, at the end of a day."""
    return ReceivablesResponse.of(await service.load_receivables(uow, tenant, query.as_of, clock.now()))


@router.get("/receivables/export.csv", response_class=Response, responses=CSV)
async def export_receivables(
    query: Annotated[ReceivablesQuery, Query()],
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    texts: ReaderTexts,
) -> Response:
    """The report as CSV: a line for each open booking, its amount in the column of its age."""
    found = await service.load_receivables(uow, tenant, query.as_of, clock.now())
    rows = [_open_row(each) for each in found.rows]
    return _csv(f"receivables-{found.as_of}", OPEN_COLUMNS, rows, texts)


def _open_row(row: service.Receivable) -> list[object]:
    booking, age = row.booking, age_of(row.days_overdue)
    amount = to_decimal(booking.amount)
    return [
        booking.name,
        booking.reference,
        booking.number or "",
        row.due_on.isoformat(),
        row.days_overdue,
        *(amount if each == age else None for each in AGES),
        amount,
        booking.currency,
    ]


def rate_name(rate: int | None, texts: Texts) -> str:
    """As 18%; what is outside VAT, and documents of a company that charges none, by name."""
    if rate is None:
        return texts.gettext("No VAT")
    return format_percent(rate, texts.locale) if rate else texts.gettext("Outside VAT")


def _vat_row(row: VatSum, texts: Texts) -> list[object]:
    amounts = _amounts(row.net, row.vat, row.gross)
    return [
        rate_name(row.rate, texts),
        texts.gettext(TITLES[row.kind]),
        row.documents,
        *amounts,
        row.currency,
    ]


def _amounts(*minor: int) -> list[object]:
    return [to_decimal(each) for each in minor]


def _file(
    name: str, days: service.Days, columns: Iterable[str], rows: Iterable[list[object]], texts: Texts
) -> Response:
    return _csv(f"{name}-{days.first}-to-{days.last}", columns, rows, texts)


def _csv(name: str, columns: Iterable[str], rows: Iterable[list[object]], texts: Texts) -> Response:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.csv"',
        "Cache-Control": "no-store",
    }
    table: list[list[object]] = [[texts.gettext(column) for column in columns], *rows]
    return Response(BYTE_ORDER_MARK + csv_rows(table), media_type="text/csv; charset=utf-8", headers=headers)
