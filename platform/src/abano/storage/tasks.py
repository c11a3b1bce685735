"""Background tasks of media: content that no row refers to is deleted."""

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.storage.repository import BATCH, MediaRepository, tenants_with_removals
from abano.storage.store import MediaStore, Stored, media_store

# Longer than any transaction that adds a file: younger content may be waiting for its row.
YOUNGEST_ORPHAN = timedelta(hours=1)
SWEEP_BATCH = 1000


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=5, name="media.remove", run=remove_unneeded, due=tenants_with_removals, lane="requests"
    )
    registry.every(seconds=3600, name="media.sweep", run=sweep, lane="requests", limit=720)


async def remove_unneeded(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete the content of deleted rows, unless another row has the same."""
    store = media_store(context.settings)
    while await _remove_batch(context, store, tenant_id) == BATCH and context.has_time:
        pass


async def _remove_batch(context: TaskContext, store: MediaStore, tenant_id: TenantId) -> int:
    async with context.db.uow(tenant_id) as uow:
        digests = await MediaRepository(uow).removals()
    for digest in digests:
        async with context.db.uow(tenant_id) as uow:
            repository = MediaRepository(uow)
            await repository.lock(digest)
            if not await repository.is_needed(digest):
                await asyncio.to_thread(store.remove, tenant_id, digest)
            await repository.removed(digest)
    return len(digests)


async def sweep(context: TaskContext, tenant_id: TenantId) -> None:
    """Remove content without a committed row, and upload parts without a complete file after an hour."""
    store = media_store(context.settings)
    oldest = context.clock.now() - YOUNGEST_ORPHAN
    async with context.db.uow(tenant_id) as uow:
        await MediaRepository(uow).delete_parts(before=oldest)
    found = store.all(tenant_id)
    while batch := await asyncio.to_thread(_digests, found, oldest):
        async with context.db.uow(tenant_id) as uow:
            await MediaRepository(uow).remove_unneeded(batch)


def _digests(found: Iterator[Stored], before: datetime) -> list[str]:
    """The next digests of what was last written before that time."""
    return list(islice((each.digest for each in found if each.changed_at < before), SWEEP_BATCH))
