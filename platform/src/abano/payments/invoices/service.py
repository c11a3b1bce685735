"""Use cases of documents: issue receipts, invoices and credit notes. Issued documents are immutable."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.lifecycle.models import BookingRow
from abano.catalog.pricing.rules import MANUAL
from abano.catalog.pricing.service import in_company_words
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import negotiate_language, texts_in
from abano.core.money import to_json
from abano.core.paging import Page, PageRequest
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.kinds import InvoiceEmail, ProformaEmail
from abano.messaging.outbox.layout import Attachment, Text
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.outbox import enqueue
from abano.messaging.outbox.service import load_recipient, render
from abano.payments.invoices.credits import Left, Wanted, credit_lines, left_of
from abano.payments.invoices.paper import (
    Buyer,
    DocumentKind,
    DocumentLine,
    Movement,
    Rental,
    Seller,
    Snapshot,
    document_number,
    printed,
)
from abano.payments.invoices.repository import (
    AlreadyCredited,
    BilledCompany,
    InvoiceFilter,
    InvoiceRepository,
    ListedInvoice,
)
from abano.payments.invoices.vat import (
    DISCOUNTS,
    ITEM_KINDS,
    VatKind,
    gross_by_rate,
    kind_of,
    rate_of,
    split,
    vat_parts,
)
from abano.payments.journal import service as journal
from abano.payments.journal.models import Invoice, JournalEntry
from abano.payments.journal.repository import ListedEntry
from abano.payments.journal.rules import FREE_STATUS, WITH_RECEIPT, agreed_total
from abano.site.storage.images import LOGO, find_brand_image
from abano.tenancy.directory.models import SellerSettings
from abano.tenancy.directory.tenant import Tenant

FIELDS = (
    "legal_name",
    "registration_number",
    "tax_id",
    "address",
    "bank_account",
    "vat_basis_points",
    "vat_rates",
    "vat_by_item",
    "payment_days",
    "footer",
)


async def find_seller(uow: UnitOfWork) -> SellerSettings | None:
    return await InvoiceRepository(uow).seller()


async def find_bank_account(uow: UnitOfWork) -> str:
    """The bank account for transfers. Empty if the company has not set one."""
    seller = await find_seller(uow)
    return seller.bank_account if seller else ""


async def seller_of(uow: UnitOfWork, tenant: Tenant, catalog: Catalog) -> Seller:
    """The seller printed on documents. Without settings, only the company's name."""
    stored = await find_seller(uow)
    color = (catalog.rules.brand.get("colors") or {}).get("pine")
    shown = {"color": str(color)} if color else {}
    if stored is None:
        return Seller.model_validate({"name": tenant.name, **shown})
    values = {name: getattr(stored, name) for name in FIELDS if name != "legal_name"}
    return Seller.model_validate({"name": stored.legal_name or tenant.name, **values, **shown})


async def keep_seller(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, values: dict[str, object], now: datetime
) -> None:
    """Change the seller's data, for documents from now on."""
    stored = await find_seller(uow)
    before = {name: getattr(stored, name) for name in FIELDS} if stored else {}
    await InvoiceRepository(uow).keep_seller(**values, updated_at=now)
    await record(
        uow, actor, "seller.changed", subject=("seller", tenant.slug), before=before, after=values, now=now
    )


async def keep_bill_to(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, company: BilledCompany, now: datetime
) -> None:
    """Set whom the booking's documents are issued to from now on; without a name the customer. Raises NotFound."""
    booking = await journal.get_booking(uow, booking_id)
    await InvoiceRepository(uow).keep_bill_to(booking.id, **company._asdict(), updated_at=now)
    after = {"billTo": "company" if company.name else "customer"}
    subject = ("booking", booking.reference)
    await record(uow, actor, "invoice.bill_to_changed", subject=subject, after=after, now=now)


class InvoiceStands(Conflict):
    """There is an invoice for this booking already. Void it with a credit note before you issue another."""


class NothingToInvoice(Conflict):
    """There is nothing to invoice for this booking."""


class InvoiceChanged(Conflict):
    """The amounts changed since the preview, so no invoice was issued. Check it again."""


class CustomerWithoutEmail(Conflict):
    """This customer has no email address. Add one to the booking first."""


class OnlyInvoicesAreReminded(Conflict):
    """Reminders are for invoices only."""


class NothingToRemind(Conflict):
    """Nothing is due on this invoice, so no reminder was sent."""


class OnlyInvoicesAreCredited(Conflict):
    """Only invoices can be credited."""


def language_of(booking: BookingRow, catalog: Catalog) -> str:
    """The language of messages to the customer."""
    languages = catalog.rules.languages
    return negotiate_language(booking.language, languages) or languages[0]


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


async def preview_invoice(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking_id: UUID, now: datetime
) -> Invoice:
    """The invoice as it would be issued now, without a number; it is not stored.

    Raises NotFound, NothingToInvoice, InvoiceStands.
    """
    booking = await journal.get_booking(uow, booking_id)
    total, snapshot = await _invoice_content(uow, tenant, catalog, booking, now)
    return _document(uow, tenant, catalog, booking, "invoice", 0, total, snapshot, now)


async def issue_invoice(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    seen_total: int | None,
    now: datetime,
) -> Invoice:
    """The invoice of what was agreed. ``seen_total``: of the preview, in minor units.

    Raises NotFound, NothingToInvoice, InvoiceStands, InvoiceChanged.
    """
    booking = await journal.hold_booking(uow, booking_id)
    total, snapshot = await _invoice_content(uow, tenant, catalog, booking, now)
    if seen_total not in {None, total}:
        raise InvoiceChanged
    invoice = await _issue(
        uow,
        tenant,
        catalog,
        booking,
        kind="invoice",
        total=total,
        snapshot=snapshot,
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
    number = document_number(invoice.kind, invoice.year, invoice.number)
    label = texts_in(invoice.language).gettext("Credit for invoice {number}", number=number)
    lines = credit_lines(invoiced.lines, credited, wanted, label, invoice.currency)
    amount = -sum(line.amount for line in lines)
    has_vat = invoiced.seller.vat_basis_points is not None
    changes = {
        "lines": lines,
        "credited": number,
        "is_partial": bool(notes) or amount != invoice.total_minor,
        "reason": reason,
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


async def email_document(uow: UnitOfWork, actor: Actor, invoice_id: UUID, now: datetime) -> ListedInvoice:
    """Email a document to the booking's customer. Raises NotFound, CustomerWithoutEmail."""
    found = await get_invoice(uow, invoice_id)
    booking = await journal.get_booking(uow, found.invoice.booking_id)
    message = _email_of(found.invoice, booking)
    await enqueue(uow, message, now, booking_id=booking.id)
    subject = ("booking", booking.reference)
    await record(uow, actor, "invoice.emailed", subject=subject, after={"number": message.number}, now=now)
    return found


async def remind_of_invoice(uow: UnitOfWork, actor: Actor, invoice_id: UUID, now: datetime) -> ListedInvoice:
    """Email an invoice again, with what is still to be paid.

    Raises NotFound, OnlyInvoicesAreReminded, NothingToRemind, CustomerWithoutEmail.
    """
    found = await get_invoice(uow, invoice_id)
    invoice = found.invoice
    if invoice.kind != "invoice":
        raise OnlyInvoicesAreReminded
    booking = await journal.get_booking(uow, invoice.booking_id)
    due = (await journal.balance_of(uow, booking)).due
    if found.is_void or due <= 0:
        raise NothingToRemind
    due_on = Snapshot.model_validate(invoice.data).due_on
    changes = {"open_minor": due, "currency": booking.currency, "due_on": due_on}
    message = _email_of(invoice, booking).model_copy(update=changes)
    await enqueue(uow, message, now, booking_id=booking.id)
    after = {"number": message.number, "amount": to_json(due), "currency": booking.currency}
    await record(uow, actor, "invoice.reminded", subject=("booking", booking.reference), after=after, now=now)
    return found


def _email_of(invoice: Invoice, booking: BookingRow) -> InvoiceEmail:
    """Raises CustomerWithoutEmail."""
    if "@" not in booking.customer_email:
        raise CustomerWithoutEmail
    number = document_number(invoice.kind, invoice.year, invoice.number)
    buyer = Snapshot.model_validate(invoice.data).buyer
    return InvoiceEmail(
        to=booking.customer_email,
        customer_name=booking.customer_name,
        reference=booking.reference,
        invoice_id=invoice.id,
        document=invoice.kind,
        number=number,
        language=invoice.language,
        billed_to=buyer.name if buyer.contact else "",
    )


async def compose_email(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text:
    """The composer of ``InvoiceEmail``: the document as PDF is attached. Raises NotFound."""
    email = InvoiceEmail.model_validate(message.payload)
    async with context.db.uow(tenant_id) as uow:
        found = await get_invoice(uow, email.invoice_id)
        recipient = await load_recipient(uow, origin, email.language)
        logo = await find_brand_image(uow, LOGO)
    document = printed(found.invoice, is_void=found.is_void, logo=logo)
    content = await asyncio.to_thread(render_pdf, document)
    attached = Attachment(f"{email.number}.pdf", "application/pdf", content)
    return replace(render(message.kind, message.payload, recipient), attachments=(attached,))


async def email_proforma(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, actor: Actor, booking_id: UUID, now: datetime
) -> None:
    """Email the invoice as it would be issued now as a proforma. No number is used.

    Raises NotFound, NothingToInvoice, InvoiceStands, CustomerWithoutEmail.
    """
    invoice = await preview_invoice(uow, tenant, catalog, booking_id, now)
    booking = await journal.get_booking(uow, booking_id)
    if "@" not in booking.customer_email:
        raise CustomerWithoutEmail
    message = ProformaEmail(
        to=booking.customer_email,
        customer_name=booking.customer_name,
        reference=booking.reference,
        currency=invoice.currency,
        total_minor=invoice.total_minor,
        issued_at=now,
        content=invoice.data,
        language=invoice.language,
    )
    await enqueue(uow, message, now, booking_id=booking.id)
    after = {"total": to_json(invoice.total_minor), "currency": invoice.currency}
    subject = ("booking", booking.reference)
    await record(uow, actor, "invoice.proforma_emailed", subject=subject, after=after, now=now)


async def compose_proforma(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text:
    """The composer of ``ProformaEmail``: the proforma as PDF is attached."""
    email = ProformaEmail.model_validate(message.payload)
    async with context.db.uow(tenant_id) as uow:
        recipient = await load_recipient(uow, origin, email.language)
        logo = await find_brand_image(uow, LOGO)
    invoice = Invoice(
        kind="invoice",
        number=0,
        language=email.language or "en",
        currency=email.currency,
        total_minor=email.total_minor,
        data=email.content,
        issued_at=email.issued_at,
    )
    document = printed(invoice, is_void=False, logo=logo, is_proforma=True)
    content = await asyncio.to_thread(render_pdf, document)
    attached = Attachment(f"proforma-{email.reference}.pdf", "application/pdf", content)
    return replace(render(message.kind, message.payload, recipient), attachments=(attached,))


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
    repository = InvoiceRepository(uow)
    number = await repository.next_number(kind, now.astimezone(tenant.zone).year)
    invoice = _document(uow, tenant, catalog, booking, kind, number, total, snapshot, now)
    invoice.language = language or invoice.language
    invoice.previous_number = number - 1 or None
    invoice.entry_id, invoice.credits_id, invoice.issued_by = entry_id, credits_id, issued_by
    await repository.add(invoice)
    return invoice


def _document(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: BookingRow,
    kind: DocumentKind,
    number: int,
    total: int,
    snapshot: Snapshot,
    now: datetime,
) -> Invoice:
    return Invoice(
        tenant_id=uow.tenant_id,
        id=new_id(),
        kind=kind,
        year=now.astimezone(tenant.zone).year,
        number=number,
        booking_id=booking.id,
        language=language_of(booking, catalog),
        currency=booking.currency,
        total_minor=total,
        data=snapshot.stored(),
        issued_at=now,
    )


async def _invoice_content(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking: BookingRow, now: datetime
) -> tuple[int, Snapshot]:
    """Total and content of an invoice: the agreed price plus any kept deposit.

    Raises NothingToInvoice, InvoiceStands.
    """
    earlier = await InvoiceRepository(uow).of_booking(booking.id)
    if any(row.invoice.kind == "invoice" and not row.is_void for row in earlier):
        raise InvoiceStands
    snapshot = await _snapshot(uow, tenant, catalog, booking)
    seller = snapshot.seller
    is_cancelled = booking.status == FREE_STATUS
    lines = _fee_lines(booking, catalog, seller) if is_cancelled else _lines(booking, catalog, seller)
    kept = _kept_lines(booking, catalog, seller, await journal.list_entries(uow, booking.id))
    if not lines and not kept:
        raise NothingToInvoice
    lines += kept
    paid = snapshot.paid + sum(line.amount for line in kept)
    due_on = None
    if snapshot.due > 0:
        due_on = now.astimezone(tenant.zone).date() + timedelta(days=snapshot.seller.payment_days)
    vat = [] if seller.vat_basis_points is None else vat_parts(lines)
    changes = {"lines": lines, "paid": paid, "due_on": due_on, "vat": vat}
    return sum(line.amount for line in lines), snapshot.model_copy(update=changes)


async def _snapshot(uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking: BookingRow) -> Snapshot:
    translated = catalog.in_language(language_of(booking, catalog))
    names = {place.code: place.name for place in translated.locations}
    balance = await journal.balance_of(uow, booking)
    return Snapshot(
        seller=await seller_of(uow, tenant, catalog),
        buyer=_buyer(booking, await InvoiceRepository(uow).bill_to(booking.id)),
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


def _buyer(booking: BookingRow, company: BilledCompany | None) -> Buyer:
    person = {"email": booking.customer_email, "phone": booking.customer_phone}
    if company is None:
        return Buyer(name=booking.customer_name, **person)
    return Buyer(contact=booking.customer_name, **person, **company._asdict())


def _lines(booking: BookingRow, catalog: Catalog, seller: Seller) -> list[DocumentLine]:
    translated = catalog.in_language(language_of(booking, catalog))
    lines: list[DocumentLine] = []
    for stored in booking.price_lines:
        code = cast(str, stored["code"])
        line = DocumentLine(
            code=code,
            label=in_company_words(translated, code, stored["label"]),
            quantity=stored["quantity"],
            unit_price=stored["unitPrice"],
            amount=stored["amount"],
            vat=_rate(seller, kind_of(code, stored.get("charge", "")), code),
        )
        lines += _by_rate(line, gross_by_rate(lines)) if code in DISCOUNTS else [line]
    return lines


def _by_rate(discount: DocumentLine, given_on: Mapping[int, int]) -> list[DocumentLine]:
    """A discount on the whole price, in a line for each rate that it lowers."""
    if discount.vat is None:
        return [discount]
    return [
        discount.model_copy(update={"vat": rate, "unit_price": amount, "amount": amount})
        for rate, amount in split(discount.amount, given_on).items()
    ]


def _rate(seller: Seller, kind: VatKind, code: str = "") -> int | None:
    """``code``: the line's code. Services and protections can have their own rates."""
    own = seller.vat_by_item.get(code) if kind in ITEM_KINDS else None
    rates = seller.vat_rates if own is None else {**seller.vat_rates, kind: own}
    return rate_of(kind, seller.vat_basis_points, rates)


def _fee_lines(booking: BookingRow, catalog: Catalog, seller: Seller) -> list[DocumentLine]:
    """The fee of a cancelled booking; a compensation, as what is kept of a deposit."""
    fee = booking.cancellation_fee_minor
    if not fee:
        return []
    texts = texts_in(language_of(booking, catalog))
    label = texts.gettext("No-show fee") if booking.no_show else texts.gettext("Cancellation fee")
    vat = _rate(seller, "deposit")
    return [DocumentLine(code=MANUAL, label=label, quantity=1, unit_price=fee, amount=fee, vat=vat)]


def _kept_lines(
    booking: BookingRow, catalog: Catalog, seller: Seller, entries: Iterable[ListedEntry]
) -> list[DocumentLine]:
    """What was kept of a deposit and is no part of the price, because the booking was cancelled."""
    texts = texts_in(language_of(booking, catalog))
    return [
        DocumentLine(
            code=MANUAL,
            label=texts.gettext("Kept from the deposit: {reason}", reason=row.note or ""),
            quantity=1,
            unit_price=row.entry.amount_minor,
            amount=row.entry.amount_minor,
            vat=_rate(seller, "deposit"),
        )
        for row in entries
        if row.entry.kind == "deposit_kept"
    ]


async def _record(
    uow: UnitOfWork, actor: Actor, action: str, booking: BookingRow, invoice: Invoice, now: datetime
) -> None:
    after = {
        "number": document_number(invoice.kind, invoice.year, invoice.number),
        "total": to_json(invoice.total_minor),
    }
    await record(uow, actor, action, subject=("booking", booking.reference), after=after, now=now)
