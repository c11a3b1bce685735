"""Background task of handovers: print what was signed, keep it, and send it to the customer."""

import asyncio
import logging
from datetime import timedelta

from abano.bookings.handover.documents import make_document
from abano.bookings.handover.printing import Printed, collect_facts, keep_document
from abano.bookings.handover.repository import HandoverRepository, tenants_to_print
from abano.catalog.published.service import CatalogService
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.storage.service import Media

log = logging.getLogger(__name__)
ATTEMPTS = 12
AGAIN = timedelta(minutes=2)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2, name="handover.print", run=print_documents, due=tenants_to_print, lane="documents"
    )


async def print_documents(context: TaskContext, tenant_id: TenantId) -> None:
    """Print all pending documents."""
    catalogs, media = CatalogService(context.db), Media(context.settings)
    while await _print_next(context, catalogs, media, tenant_id) and context.has_time:
        pass


async def _print_next(
    context: TaskContext, catalogs: CatalogService, media: Media, tenant_id: TenantId
) -> bool:
    now = context.clock.now()
    catalog = await catalogs.get(tenant_id)
    async with context.db.uow(tenant_id) as uow:
        row = await HandoverRepository(uow).next_to_print(now)
        if row is None:
            return False
        # Other workers skip the document until then. If this worker is killed, another one retries.
        row.print_at, row.print_attempts = now + AGAIN, row.print_attempts + 1
        if row.print_attempts > ATTEMPTS:
            row.print_at = None
        facts = await collect_facts(uow, catalog, row)
    try:
        content = await asyncio.to_thread(_printed, facts)
        async with context.db.uow(tenant_id) as uow:
            await keep_document(uow, media, row.id, content, now)
    except Exception:
        # A failure must not block the other documents.
        log.exception("document not printed")
    return True


def _printed(facts: Printed) -> bytes:
    """Takes a few tenths of a second of CPU time."""
    return render_pdf(make_document(*facts))
