"""Background task of agreements: print what was signed, keep it, and send it to the customer."""

import hashlib
from datetime import datetime
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.bookings.agreements.documents import SignedFacts, make_agreement
from abano.bookings.agreements.models import AgreementSignature
from abano.bookings.agreements.printing import print_all
from abano.bookings.agreements.repository import AgreementRepository, tenants_to_print
from abano.bookings.agreements.rules import digest_of_content
from abano.bookings.agreements.schemas import AgreementContent
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
    await print_all(
        context,
        tenant_id,
        find_next=lambda uow, now: AgreementRepository(uow).next_to_print(now),
        collect=_collect,
        render=lambda facts: render_pdf(make_agreement(*facts)),
        keep=_keep,
    )


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
