"""Print what was signed, in the background: agreements and handovers alike."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol, TypeVar
from uuid import UUID

from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Catalog
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.storage.service import Media

log = logging.getLogger(__name__)
ATTEMPTS = 12
AGAIN = timedelta(minutes=2)


class Signed(Protocol):
    """A row whose document is to be printed."""

    id: UUID
    print_at: datetime | None
    print_attempts: int


Row = TypeVar("Row", bound=Signed)
Facts = TypeVar("Facts")


async def print_all(
    context: TaskContext,
    tenant_id: TenantId,
    *,
    find_next: Callable[[UnitOfWork, datetime], Awaitable[Row | None]],
    collect: Callable[[UnitOfWork, Catalog, Row], Awaitable[Facts]],
    render: Callable[[Facts], bytes],
    keep: Callable[[UnitOfWork, Media, UUID, bytes, datetime], Awaitable[None]],
) -> None:
    """Print all rows that have no document yet. ``render`` takes a few tenths of a second of CPU time."""
    catalogs, media = CatalogService(context.db), Media(context.settings)
    while True:
        now = context.clock.now()
        catalog = await catalogs.get(tenant_id)
        async with context.db.uow(tenant_id) as uow:
            row = await find_next(uow, now)
            if row is None:
                return
            # Other workers skip the document until then. If this worker is killed, another one retries.
            row.print_at, row.print_attempts = now + AGAIN, row.print_attempts + 1
            if row.print_attempts > ATTEMPTS:
                row.print_at = None
            row_id, facts = row.id, await collect(uow, catalog, row)
        try:
            content = await asyncio.to_thread(render, facts)
            async with context.db.uow(tenant_id) as uow:
                await keep(uow, media, row_id, content, now)
        except Exception:
            # A failure must not block the other documents.
            log.exception("document not printed")
        if not context.has_time:
            return
