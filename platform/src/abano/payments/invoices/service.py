"""Use cases of documents: issue receipts, invoices and credit notes. Each is written as it will stay."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import cast
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.catalog.snapshot import Catalog
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import RefusedValue
from abano.kit.cursor import decode_cursor, encode_cursor
from abano.kit.ids import new_id
from abano.kit.money import to_json
from abano.languages.choice import spoken
from abano.models.bookings import BookingRow
from abano.models.payments import Invoice, JournalEntry
from abano.payments.invoices.repository import InvoiceFilter, InvoiceRepository, ListedInvoice
from abano.payments.invoices.rules import DocumentKind, document_number
from abano.payments.invoices.seller import seller_of
from abano.payments.invoices.snapshot import Buyer, DocumentLine, Movement, Rental, Snapshot
from abano.payments.journal import service as journal
from abano.payments.journal.rules import WITH_RECEIPT
from abano.pricing.labels import in_company_words
from abano.tenants.tenant import Tenant


class InvoiceStands(Conflict):
    """There is an invoice for this booking already. Void it with a credit note before you issue another."""


class NothingToInvoice(Conflict):
    """A booking that is cancelled has nothing to invoice."""


class OnlyInvoicesAreCredited(Conflict):
    """Only an invoice is voided by a credit note."""


def language_of(booking: BookingRow, catalog: Catalog) -> str:
    """In which the customer is written to."""
    languages = catalog.rules.languages
    return spoken(booking.language, languages) or languages[0]


async def issue_receipt(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: journal.HeldBooking,
    entry: JournalEntry,
    now: datetime,
) -> Invoice | None:
    """The receipt of an entry of a locked booking; None where no money went from hand to hand."""
    if entry.kind not in WITH_RECEIPT:
        return None
    movement = Movement(kind=entry.kind, method=entry.method or "", amount=entry.amount_minor)
    snapshot = await _snapshot(uow, tenant, catalog, booking)
    return await _issue(
        uow,
        tenant,
        catalog,
        booking,
        kind="receipt",
        total=entry.amount_minor,
        snapshot=snapshot.model_copy(update={"movement": movement}),
        entry_id=entry.id,
        issued_by=entry.admin_id,
        now=now,
    )


async def issue_invoice(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, actor: Actor, booking_id: UUID, now: datetime
) -> Invoice:
    """The invoice of what was agreed. Raises NotFound, NothingToInvoice, InvoiceStands."""
    booking = await journal.hold_booking(uow, booking_id)
    if booking.status == "cancelled":
        raise NothingToInvoice
    earlier = await InvoiceRepository(uow).of_booking(booking_id)
    if any(row.invoice.kind == "invoice" and row.credit_note is None for row in earlier):
        raise InvoiceStands
    snapshot = await _snapshot(uow, tenant, catalog, booking)
    invoice = await _issue(
        uow,
        tenant,
        catalog,
        booking,
        kind="invoice",
        total=booking.total_minor,
        snapshot=snapshot.model_copy(update={"lines": _lines(booking, catalog)}),
        issued_by=actor.admin_id,
        now=now,
    )
    await _record(uow, actor, "invoice.issued", booking, invoice, now)
    return invoice


async def credit_invoice(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    invoice_id: UUID,
    reason: str,
    now: datetime,
) -> Invoice:
    """Void an invoice by a credit note. Raises NotFound, OnlyInvoicesAreCredited, AlreadyCredited."""
    found = await get_invoice(uow, invoice_id)
    invoice = found.invoice
    if invoice.kind != "invoice":
        raise OnlyInvoicesAreCredited
    booking = await journal.hold_booking(uow, invoice.booking_id)
    voided = Snapshot.model_validate(invoice.data)
    lines = [
        line.model_copy(update={"unit_price": -line.unit_price, "amount": -line.amount})
        for line in voided.lines
    ]
    number = document_number(invoice.kind, invoice.year, invoice.number)
    note = await _issue(
        uow,
        tenant,
        catalog,
        booking,
        kind="credit_note",
        total=-invoice.total_minor,
        snapshot=voided.model_copy(update={"lines": lines, "credited": number, "reason": reason}),
        language=invoice.language,
        credits_id=invoice.id,
        issued_by=actor.admin_id,
        now=now,
    )
    await _record(uow, actor, "invoice.credited", booking, note, now)
    return note


async def get_invoice(uow: UnitOfWork, invoice_id: UUID) -> ListedInvoice:
    """Raises NotFound."""
    found = await InvoiceRepository(uow).find(invoice_id)
    if found is None:
        raise NotFound
    return found


async def of_booking(uow: UnitOfWork, booking_id: UUID) -> list[ListedInvoice]:
    """Invoices and credit notes, oldest first."""
    return await InvoiceRepository(uow).of_booking(booking_id)


def with_cursor(criteria: InvoiceFilter, cursor: str | None) -> InvoiceFilter:
    """The filter from a cursor on. Raises InvalidInput."""
    if not cursor:
        return criteria
    try:
        behind = decode_cursor(cursor)
    except RefusedValue as error:
        raise InvalidInput.of("cursor", error.sentence) from error
    return InvoiceFilter(criteria.kind, criteria.since, criteria.until, criteria.search, behind)


async def list_invoices(
    uow: UnitOfWork, criteria: InvoiceFilter, limit: int
) -> tuple[list[ListedInvoice], str | None]:
    """A page, newest first, and the cursor of the next one."""
    rows = await InvoiceRepository(uow).newest(criteria, limit + 1)
    page = rows[:limit]
    last = page[-1].invoice if len(rows) > limit else None
    return page, encode_cursor(last.issued_at, last.id) if last else None


def stream_invoices(uow: UnitOfWork, criteria: InvoiceFilter) -> AsyncIterator[ListedInvoice]:
    return InvoiceRepository(uow).stream(criteria)


async def _issue(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: BookingRow,
    *,
    kind: DocumentKind,
    total: int,
    snapshot: Snapshot,
    now: datetime,
    issued_by: UUID | None,
    language: str = "",
    entry_id: UUID | None = None,
    credits_id: UUID | None = None,
) -> Invoice:
    """Number and document in one transaction: either both are there or neither (decision 0177)."""
    repository = InvoiceRepository(uow)
    year = now.astimezone(tenant.zone).year
    number = await repository.next_number(kind, year)
    invoice = Invoice(
        tenant_id=uow.tenant_id,
        id=new_id(),
        kind=kind,
        year=year,
        number=number,
        previous_number=number - 1 or None,
        booking_id=booking.id,
        entry_id=entry_id,
        credits_id=credits_id,
        language=language or language_of(booking, catalog),
        currency=booking.currency,
        total_minor=total,
        data=snapshot.stored(),
        issued_by=issued_by,
        issued_at=now,
    )
    await repository.add(invoice)
    return invoice


async def _snapshot(uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking: BookingRow) -> Snapshot:
    spoken_catalog = catalog.in_language(language_of(booking, catalog))
    names = {place.code: place.name for place in spoken_catalog.locations}
    balance = await journal.balance_of(uow, booking)
    return Snapshot(
        seller=await seller_of(uow, tenant, catalog),
        buyer=Buyer(name=booking.customer_name, email=booking.customer_email, phone=booking.customer_phone),
        rental=Rental(
            reference=booking.reference,
            car=booking.car_name,
            pickup_place=names.get(booking.pickup_location, booking.pickup_location),
            pickup_at=booking.pickup_at,
            return_place=names.get(booking.dropoff_location, booking.dropoff_location),
            return_at=booking.return_at,
            days=booking.days,
        ),
        timezone=tenant.timezone,
        paid=balance.paid,
        due=balance.due,
    )


def _lines(booking: BookingRow, catalog: Catalog) -> list[DocumentLine]:
    spoken_catalog = catalog.in_language(language_of(booking, catalog))
    return [
        DocumentLine(
            code=cast(str, line["code"]),
            label=in_company_words(spoken_catalog, line["code"], line["label"]),
            quantity=line["quantity"],
            unit_price=line["unitPrice"],
            amount=line["amount"],
        )
        for line in booking.price_lines
    ]


async def _record(
    uow: UnitOfWork, actor: Actor, action: str, booking: BookingRow, invoice: Invoice, now: datetime
) -> None:
    after = {
        "number": document_number(invoice.kind, invoice.year, invoice.number),
        "total": to_json(invoice.total_minor),
    }
    await record(uow, actor, action, subject=("booking", booking.reference), after=after, now=now)
