"""Use cases of documents: issue receipts, invoices and credit notes. Issued documents are immutable."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import texts_in
from abano.core.money import to_json
from abano.core.paging import Page, PageRequest
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.content import invoice_content, language_of, snapshot_of
from abano.payments.invoices.credits import Left, Wanted, credit_lines, left_of
from abano.payments.invoices.drafts import DraftChanged
from abano.payments.invoices.numbering import draw_number
from abano.payments.invoices.paper import (
    DocumentKind,
    DocumentLine,
    Movement,
    Snapshot,
)
from abano.payments.invoices.repository import (
    AlreadyCredited,
    BilledCompany,
    InvoiceFilter,
    InvoiceRepository,
    ListedInvoice,
)
from abano.payments.invoices.vat import (
    vat_parts,
)
from abano.payments.journal import service as journal
from abano.payments.journal.models import Invoice, InvoiceDraft, JournalEntry
from abano.payments.journal.rules import FREE_STATUS, WITH_RECEIPT, agreed_total
from abano.tenancy.directory.tenant import Tenant


async def keep_bill_to(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, company: BilledCompany, now: datetime
) -> None:
    """Set whom the booking's documents are issued to from now on; without a name the customer. Raises NotFound."""
    booking = await journal.get_booking(uow, booking_id)
    await InvoiceRepository(uow).keep_bill_to(booking.id, **company._asdict(), updated_at=now)
    after = {"billTo": "company" if company.name else "customer"}
    subject = ("booking", booking.reference)
    await InvoiceRepository(uow).bump_draft(booking.id)
    await record(uow, actor, "invoice.bill_to_changed", subject=subject, after=after, now=now)


class InvoiceChanged(Conflict):
    """The amounts changed since the preview, so no invoice was issued. Check it again."""


class DueDatePassed(Conflict):
    """The due date of this draft has passed. Choose another one, then issue the invoice."""


class OnlyInvoicesAreCredited(Conflict):
    """Only invoices can be credited."""


class SeenPreview(NamedTuple):
    """What was looked at before issuing; None was not. ``total`` in minor units.

    ``revision``: of the draft, 0 of none.
    """

    total: int | None = None
    revision: int | None = None


async def issue_receipt(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: journal.HeldBooking,
    entry: JournalEntry,
    now: datetime,
) -> Invoice | None:
    """The receipt of a locked booking's entry. None if the entry's kind has no receipt."""
    if entry.kind not in WITH_RECEIPT:
        return None
    movement = Movement(kind=entry.kind, method=entry.method or "", amount=entry.amount_minor)
    snapshot = await snapshot_of(uow, tenant, catalog, booking)
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


class Preview(NamedTuple):
    """An invoice without a number, and its draft if it was saved."""

    invoice: Invoice
    draft: InvoiceDraft | None


async def preview_invoice(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking_id: UUID, now: datetime
) -> Preview:
    """The invoice as it would be issued now, without a number; it is not stored.

    Raises NotFound, NothingToInvoice, InvoiceStands.
    """
    booking = await journal.get_booking(uow, booking_id)
    content = await invoice_content(uow, tenant, catalog, booking, now)
    invoice = _document(uow, booking, "invoice", content.total, content.snapshot, content.language, now)
    return Preview(invoice, content.draft)


async def issue_invoice(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    seen: SeenPreview,
    now: datetime,
) -> Invoice:
    """The invoice of what was agreed, with what its draft says.

    Raises NotFound, NothingToInvoice, InvoiceStands, InvoiceChanged, DraftChanged, DueDatePassed.
    """
    booking = await journal.hold_booking(uow, booking_id)
    total, snapshot, language, draft = await invoice_content(uow, tenant, catalog, booking, now)
    if seen.revision not in {None, draft.revision if draft else 0}:
        raise DraftChanged
    if seen.total not in {None, total}:
        raise InvoiceChanged
    if snapshot.due_on and snapshot.due_on < now.astimezone(tenant.zone).date():
        raise DueDatePassed
    invoice = await _issue(
        uow,
        tenant,
        catalog,
        booking,
        kind="invoice",
        total=total,
        snapshot=snapshot,
        language=language,
        issued_by=actor.admin_id,
        now=now,
    )
    await InvoiceRepository(uow).remove_draft(booking.id)
    await _record(uow, actor, "invoice.issued", booking, invoice, now)
    return invoice


async def credit_invoice(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    invoice_id: UUID,
    wanted: Wanted,
    reason: str,
    now: datetime,
) -> Invoice:
    """Credit an invoice, wholly or in part; the booking's price follows a part.

    Raises NotFound, OnlyInvoicesAreCredited, AlreadyCredited, InvalidInput.
    """
    invoice = (await get_invoice(uow, invoice_id)).invoice
    if invoice.kind != "invoice":
        raise OnlyInvoicesAreCredited
    booking = await journal.hold_booking(uow, invoice.booking_id)
    invoiced, credited, notes = await _credited(uow, invoice)
    left = left_of(invoiced.lines, credited).total
    if notes and left <= 0:
        raise AlreadyCredited
    number = invoice.number
    label = texts_in(invoice.language).gettext("Credit for invoice {number}", number=number)
    lines = credit_lines(invoiced.lines, credited, wanted, label, invoice.currency)
    amount = -sum(line.amount for line in lines)
    has_vat = invoiced.seller.vat_basis_points is not None
    changes = {
        "lines": lines,
        "credited": number,
        "is_partial": bool(notes) or amount != invoice.total_minor,
        "reason": reason,
        "note": "",
        "terms": "",
        "vat": vat_parts(lines, credited) if has_vat else [],
    }
    note = await _issue(
        uow,
        tenant,
        catalog,
        booking,
        kind="credit_note",
        total=-amount,
        snapshot=invoiced.model_copy(update=changes),
        language=invoice.language,
        credits_id=invoice.id,
        issued_by=actor.admin_id,
        now=now,
    )
    if amount < left:
        await _lower_price(uow, actor, booking, invoice.language, amount, left - amount, reason, now)
    await _record(uow, actor, "invoice.credited", booking, note, now)
    return note


async def creditable(uow: UnitOfWork, invoice_id: UUID) -> tuple[Invoice, list[DocumentLine], Left]:
    """An invoice's lines and what is left of them to credit. Raises NotFound, OnlyInvoicesAreCredited."""
    invoice = (await get_invoice(uow, invoice_id)).invoice
    if invoice.kind != "invoice":
        raise OnlyInvoicesAreCredited
    invoiced, credited, _ = await _credited(uow, invoice)
    return invoice, invoiced.lines, left_of(invoiced.lines, credited)


async def _credited(uow: UnitOfWork, invoice: Invoice) -> tuple[Snapshot, list[DocumentLine], list[Invoice]]:
    """What was invoiced, and the lines of the credit notes."""
    notes = await InvoiceRepository(uow).credit_notes_of(invoice.id)
    lines = [line for note in notes for line in Snapshot.model_validate(note.data).lines]
    return Snapshot.model_validate(invoice.data), lines, notes


async def _lower_price(
    uow: UnitOfWork,
    actor: Actor,
    booking: journal.HeldBooking,
    language: str,
    amount: int,
    rest: int,
    reason: str,
    now: datetime,
) -> None:
    """Take off the agreed price what was credited, unless a refund lowered it already: no less than is invoiced."""
    agreed = agreed_total(booking.status, booking.total_minor, booking.cancellation_fee_minor)
    lowered = min(amount, agreed - rest)
    if lowered > 0 and booking.status == FREE_STATUS:
        booking.cancellation_fee_minor, booking.updated_at = agreed - lowered, now
        await uow.session.flush()
    elif lowered > 0:
        label = texts_in(language).gettext("Price reduction")
        line = journal.PriceLine(label, -lowered, reason)
        await journal.add_line(uow, actor.admin_id, booking, line, now)


async def get_invoice(uow: UnitOfWork, invoice_id: UUID) -> ListedInvoice:
    """Raises NotFound."""
    found = await InvoiceRepository(uow).find(invoice_id)
    if found is None:
        raise NotFound
    return found


async def of_booking(uow: UnitOfWork, booking_id: UUID) -> list[ListedInvoice]:
    """Invoices and credit notes, oldest first."""
    return await InvoiceRepository(uow).of_booking(booking_id)


async def find_by_number(uow: UnitOfWork, typed: str, limit: int) -> Sequence[ListedInvoice]:
    """Documents whose number has this in it, newest first."""
    return (await list_invoices(uow, InvoiceFilter(number=typed), PageRequest("-issuedAt", limit))).items


async def list_invoices(
    uow: UnitOfWork, criteria: InvoiceFilter, request: PageRequest
) -> Page[ListedInvoice]:
    """One page. Raises InvalidInput for its cursor."""
    return await InvoiceRepository(uow).page(criteria, request)


def stream_invoices(uow: UnitOfWork, criteria: InvoiceFilter, sort: str) -> AsyncIterator[ListedInvoice]:
    return InvoiceRepository(uow).stream(criteria, sort)


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
    """Create the number and the document in one transaction."""
    period, sequence, previous, number = await draw_number(uow, kind, now.astimezone(tenant.zone).year)
    said_in = language or language_of(booking, catalog)
    invoice = _document(uow, booking, kind, total, snapshot, said_in, now)
    invoice.year, invoice.sequence, invoice.previous_sequence = period, sequence, previous
    invoice.number = number
    invoice.entry_id, invoice.credits_id, invoice.issued_by = entry_id, credits_id, issued_by
    await InvoiceRepository(uow).add(invoice)
    return invoice


def _document(
    uow: UnitOfWork,
    booking: BookingRow,
    kind: DocumentKind,
    total: int,
    snapshot: Snapshot,
    language: str,
    now: datetime,
) -> Invoice:
    """A document without a number."""
    return Invoice(
        tenant_id=uow.tenant_id,
        id=new_id(),
        kind=kind,
        number="",
        booking_id=booking.id,
        language=language,
        currency=booking.currency,
        total_minor=total,
        data=snapshot.stored(),
        issued_at=now,
    )


async def _record(
    uow: UnitOfWork, actor: Actor, action: str, booking: BookingRow, invoice: Invoice, now: datetime
) -> None:
    after = {
        "number": invoice.number,
        "total": to_json(invoice.total_minor),
    }
    await record(uow, actor, action, subject=("booking", booking.reference), after=after, now=now)
