"""Drafts of invoices: what the desk decides before a number is drawn. Lines and amounts follow the booking."""

from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.money import to_json
from abano.core.paging import Page, PageRequest
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.content import content_hash, invoice_content
from abano.payments.invoices.repository import BilledCompany, InvoiceRepository, ListedDraft
from abano.payments.journal import service as journal
from abano.tenancy.directory.tenant import Tenant

MAX_DAYS = 366
DUE_DATE_PAST = Message("due_date_past", "Choose a due date from today on, within a year")
LANGUAGE_NOT_OFFERED = Message("invoice_language_not_offered", "Choose one of your languages")


class DraftChanged(Conflict):
    """Someone else changed this draft. Review it and try again."""


class DraftValues(NamedTuple):
    """``due_on``: None by the payment terms. ``revision``: of what was edited, 0 for a new draft."""

    revision: int
    language: str
    due_on: date | None
    order_number: str
    note: str
    bill_to: BilledCompany


async def save_draft(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    values: DraftValues,
    now: datetime,
) -> None:
    """Save the draft of a booking's invoice. The recipient is kept with the booking, also without the draft.

    Raises NotFound, InvalidInput, DraftChanged, NothingToInvoice, InvoiceStands.
    """
    booking = await journal.hold_booking(uow, booking_id)
    repository = InvoiceRepository(uow)
    stored = await repository.draft(booking.id)
    if (stored.revision if stored else 0) != values.revision:
        raise DraftChanged
    if values.language not in catalog.rules.languages:
        raise InvalidInput.of("language", LANGUAGE_NOT_OFFERED())
    today = now.astimezone(tenant.zone).date()
    if values.due_on and not today <= values.due_on <= today + timedelta(days=MAX_DAYS):
        raise InvalidInput.of("dueOn", DUE_DATE_PAST())
    await repository.keep_bill_to(booking.id, **values.bill_to._asdict(), updated_at=now)
    chosen = {"language": values.language, "due_on": values.due_on}
    texts = {"order_number": values.order_number, "note": values.note}
    common = {**chosen, **texts, "revision": values.revision + 1, "saved_by": actor.admin_id, "saved_at": now}
    # First as it is, because what is on the invoice depends on it.
    await repository.keep_draft(booking.id, **common, total_minor=0, content_hash=bytes(32))
    content = await invoice_content(uow, tenant, catalog, booking, now)
    seen = {"total_minor": content.total, "content_hash": content_hash(content.snapshot)}
    await repository.keep_draft(booking.id, **common, **seen)
    before = {"language": stored.language, "dueOn": stored.due_on} if stored else {}
    after = {"language": values.language, "dueOn": values.due_on, "total": to_json(content.total)}
    subject = ("booking", booking.reference)
    await record(uow, actor, "invoice.draft_saved", subject=subject, before=before, after=after, now=now)


async def discard_draft(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """Discard the draft of a booking's invoice. Raises NotFound."""
    booking = await journal.hold_booking(uow, booking_id)
    if not await InvoiceRepository(uow).remove_draft(booking.id):
        raise NotFound
    await record(uow, actor, "invoice.draft_discarded", subject=("booking", booking.reference), now=now)


async def has_draft(uow: UnitOfWork, booking_id: UUID) -> bool:
    return await InvoiceRepository(uow).draft(booking_id) is not None


async def list_drafts(uow: UnitOfWork, search: str, request: PageRequest) -> Page[ListedDraft]:
    """One page, newest first. Raises InvalidInput for the cursor."""
    return await InvoiceRepository(uow).drafts(search, request)
