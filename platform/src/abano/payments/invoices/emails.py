"""Documents by email: sent, reminded of, and composed with the PDF attached."""

import asyncio
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict
from abano.core.money import to_json
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.booking_kinds import InvoiceEmail, ProformaEmail
from abano.messaging.outbox.layout import Attachment, Text
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.outbox import enqueue
from abano.messaging.outbox.service import load_recipient, render
from abano.payments.invoices.paper import (
    Snapshot,
    file_name,
    printed,
)
from abano.payments.invoices.repository import (
    ListedInvoice,
)
from abano.payments.invoices.service import get_invoice, preview_invoice
from abano.payments.journal import service as journal
from abano.payments.journal.models import Invoice
from abano.storage.images import LOGO, find_brand_image
from abano.tenancy.directory.tenant import Tenant


class CustomerWithoutEmail(Conflict):
    """This customer has no email address. Add one to the booking first."""


class OnlyInvoicesAreReminded(Conflict):
    """Reminders are for invoices only."""


class NothingToRemind(Conflict):
    """Nothing is due on this invoice, so no reminder was sent."""


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
    changes = {"terms": "", "open_minor": due, "currency": booking.currency, "due_on": due_on}
    message = _email_of(invoice, booking).model_copy(update=changes)
    await enqueue(uow, message, now, booking_id=booking.id)
    after = {"number": message.number, "amount": to_json(due), "currency": booking.currency}
    await record(uow, actor, "invoice.reminded", subject=("booking", booking.reference), after=after, now=now)
    return found


def _email_of(invoice: Invoice, booking: BookingRow) -> InvoiceEmail:
    """Raises CustomerWithoutEmail."""
    if "@" not in booking.customer_email:
        raise CustomerWithoutEmail
    content = Snapshot.model_validate(invoice.data)
    buyer = content.buyer
    return InvoiceEmail(
        to=booking.customer_email,
        customer_name=booking.customer_name,
        reference=booking.reference,
        invoice_id=invoice.id,
        document=invoice.kind,
        number=invoice.number,
        terms=content.terms,
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
    attached = Attachment(f"{file_name(email.number)}.pdf", "application/pdf", content)
    return replace(render(message.kind, message.payload, recipient), attachments=(attached,))


async def email_proforma(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, actor: Actor, booking_id: UUID, now: datetime
) -> None:
    """Email the invoice as it would be issued now as a proforma. No number is used.

    Raises NotFound, NothingToInvoice, InvoiceStands, CustomerWithoutEmail.
    """
    invoice, _ = await preview_invoice(uow, tenant, catalog, booking_id, now)
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
        number="",
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
