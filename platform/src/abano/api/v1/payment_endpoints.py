"""Payments and invoices in the public API, to be read."""

from datetime import datetime
from typing import cast
from uuid import UUID

from fastapi import APIRouter, Request, Response

from abano.api.v1.answers import DEFAULT_LIMIT, Cursor, Fields, Limit, Money, Page, Resource, money, one, page
from abano.api.v1.calls import PaymentReader
from abano.core.money import to_decimal
from abano.core.paging import PageRequest
from abano.payments.invoices import service as invoices
from abano.payments.invoices.endpoints import PDF, Wanted, download_invoice
from abano.payments.invoices.paper import DocumentKind
from abano.payments.invoices.schemas import InvoiceOut
from abano.payments.journal import service as journal
from abano.payments.journal.rules import OUTGOING, Kind, Method
from abano.web.dependencies import Db

router = APIRouter(tags=["Payments and invoices"])


class Payment(Resource):
    """A payment, refund or movement of a deposit. ``amount`` is below 0 for what went out."""

    id: UUID
    kind: Kind
    method: Method | None
    amount: Money
    currency: str
    booking_id: UUID
    booking_reference: str
    created_at: datetime


class Invoice(Resource):
    """A receipt, an invoice or a credit note. ``credited``: by credit notes."""

    id: UUID
    kind: DocumentKind
    number: str
    booking_id: UUID
    booking_reference: str
    customer_name: str
    total: Money
    currency: str
    credited: Money
    is_void: bool
    issued_at: datetime


@router.get("/payments", response_model=Page[Payment])
async def list_payments(
    caller: PaymentReader,
    db: Db,
    fields: Fields,
    booking_id: UUID | None = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Response:
    """Payments, refunds and deposits, newest first."""
    async with db.uow(caller.tenant.id) as uow:
        found = await journal.list_payments(uow, PageRequest("-createdAt", limit, cursor), booking_id)
    return page([_payment(each) for each in found.items], found.next_cursor, Payment, fields)


@router.get("/payments/{payment_id}", response_model=Payment)
async def get_payment(
    payment_id: UUID, request: Request, caller: PaymentReader, db: Db, fields: Fields
) -> Response:
    """One payment, refund or movement of a deposit."""
    async with db.uow(caller.tenant.id) as uow:
        found = await journal.get_payment(uow, payment_id)
    return one(request, _payment(found), fields)


@router.get("/invoices", response_model=Page[Invoice])
async def list_invoices(
    caller: PaymentReader,
    db: Db,
    wanted: Wanted,
    fields: Fields,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Response:
    """Receipts, invoices and credit notes, newest first. ``from`` and ``to`` are days of the company's time zone."""
    async with db.uow(caller.tenant.id) as uow:
        found = await invoices.list_invoices(uow, wanted, PageRequest("-issuedAt", limit, cursor))
    listed = [_invoice(InvoiceOut.of(each)) for each in found.items]
    return page(listed, found.next_cursor, Invoice, fields)


@router.get("/invoices/{invoice_id}", response_model=Invoice)
async def get_invoice(
    invoice_id: UUID, request: Request, caller: PaymentReader, db: Db, fields: Fields
) -> Response:
    """One receipt, invoice or credit note."""
    async with db.uow(caller.tenant.id) as uow:
        found = InvoiceOut.of(await invoices.get_invoice(uow, invoice_id))
    return one(request, _invoice(found), fields)


@router.get("/invoices/{invoice_id}/pdf", response_class=Response, responses=PDF)
async def get_invoice_pdf(invoice_id: UUID, caller: PaymentReader, db: Db) -> Response:
    """The document as PDF, as it was issued."""
    return await download_invoice(invoice_id, caller.tenant, db)


def _payment(row: journal.Payment) -> Payment:
    entry = row.entry
    sign = -1 if entry.kind in OUTGOING else 1
    return Payment(
        id=entry.id,
        kind=cast(Kind, entry.kind),
        method=cast("Method | None", entry.method),
        amount=str(to_decimal(sign * entry.amount_minor)),
        currency=entry.currency,
        booking_id=cast(UUID, entry.booking_id),
        booking_reference=row.reference,
        created_at=entry.created_at,
    )


def _invoice(row: InvoiceOut) -> Invoice:
    return Invoice.model_validate(
        row.model_dump()
        | {
            "booking_reference": row.reference,
            "total": money(row.total),
            "credited": money(row.credited),
        }
    )
