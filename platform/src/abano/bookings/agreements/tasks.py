"""Background task of agreements: print what was signed, keep it, and send it to the customer."""

import asyncio
import hashlib
import logging
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.bookings.agreements.documents import SignedFacts, make_agreement
from abano.bookings.agreements.models import AgreementSignature
from abano.bookings.agreements.repository import AgreementRepository, tenants_to_print
from abano.bookings.agreements.rules import digest_of_content
from abano.bookings.agreements.schemas import AgreementContent
from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Catalog
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, texts_in
from abano.core.pdf.blocks import Letterhead
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.booking_kinds import HandoverDocument
from abano.messaging.outbox.outbox import enqueue
from abano.payments.invoices.letterhead import load_letterhead
from abano.storage.service import Media

log = logging.getLogger(__name__)
ATTEMPTS = 12
AGAIN = timedelta(minutes=2)


class Printed(NamedTuple):
    """What ``make_agreement`` takes."""

    texts: Texts
    letterhead: Letterhead
    content: AgreementContent
    signed: SignedFacts


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2, name="agreement.print", run=print_agreements, due=tenants_to_print, lane="documents"
    )


async def print_agreements(context: TaskContext, tenant_id: TenantId) -> None:
    """Print all signed agreements that have no document yet."""
    catalogs, media = CatalogService(context.db), Media(context.settings)
    while await _print_next(context, catalogs, media, tenant_id) and context.has_time:
        pass


async def _print_next(
    context: TaskContext, catalogs: CatalogService, media: Media, tenant_id: TenantId
) -> bool:
    now = context.clock.now()
    catalog = await catalogs.get(tenant_id)
    async with context.db.uow(tenant_id) as uow:
        row = await AgreementRepository(uow).next_to_print(now)
        if row is None:
            return False
        # Other workers skip the document until then. If this worker is killed, another one retries.
        row.print_at, row.print_attempts = now + AGAIN, row.print_attempts + 1
        if row.print_attempts > ATTEMPTS:
            row.print_at = None
        row_id, facts = row.id, await _collect(uow, catalog, row)
    try:
        content = await asyncio.to_thread(_printed, facts)
        async with context.db.uow(tenant_id) as uow:
            await _keep(uow, media, row_id, content, now)
    except Exception:
        # A failure must not block the other documents.
        log.exception("agreement not printed")
    return True


async def _collect(uow: UnitOfWork, catalog: Catalog, row: AgreementSignature) -> Printed:
    booking = await AgreementRepository(uow).get_booking(row.booking_id)
    content = row.content or {}
    signed_at = (row.signed_at or row.created_at).astimezone(ZoneInfo(catalog.rules.timezone))
    return Printed(
        texts_in(row.language),
        await load_letterhead(uow, catalog, await AgreementRepository(uow).company_name(), row.language),
        AgreementContent.model_validate(content),
        SignedFacts(
            signer=row.signer_name,
            signature=row.signature,
            signed_at=signed_at,
            sent_to=booking.customer_email,
            ip=row.ip,
            digest=digest_of_content(content),
        ),
    )


async def _keep(uow: UnitOfWork, media: Media, row_id: UUID, content: bytes, now: datetime) -> None:
    """Keep the printed bytes and send them to the customer. Nothing for one that was erased meanwhile."""
    repository = AgreementRepository(uow)
    row = await repository.lock(row_id)
    if row is None or row.print_at is None or row.document_id is not None:
        return
    booking = await repository.get_booking(row.booking_id)
    file_id = new_id()
    await media.add_document(uow, file_id, content, booking.id, now)
    row.document_id, row.print_at = file_id, None
    row.digest = hashlib.sha256(content).digest()
    await repository.flush()
    if "@" not in booking.customer_email:
        return
    message = HandoverDocument(
        to=booking.customer_email,
        customer_name=booking.customer_name,
        reference=booking.reference,
        car_name=booking.car_name,
        is_return=False,
        is_signed_online=True,
        file_id=file_id,
        file_name=f"rental-agreement-{booking.reference}.pdf",
        language=row.language,
    )
    await enqueue(uow, message, now, booking_id=booking.id)


def _printed(facts: Printed) -> bytes:
    """Takes a few tenths of a second of CPU time."""
    return render_pdf(make_agreement(*facts))
