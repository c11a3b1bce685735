"""Background tasks of media: content that no row refers to is deleted."""

import asyncio
from collections import defaultdict
from datetime import datetime, timedelta
from uuid import UUID

from abano.database.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.media.repository import BATCH, MediaRepository, tenants_with_removals
from abano.media.store import MediaStore, media_store

# Longer than any transaction that adds a file: younger content may be waiting for its row.
YOUNGEST_ORPHAN = timedelta(hours=1)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=5, name="media.remove", run=remove_unneeded)
    registry.every(seconds=3600, name="media.sweep", run=sweep)


async def remove_unneeded(context: TaskContext) -> None:
    """Delete the content of deleted rows, unless another row has the same."""
    store = media_store(context.settings)
    for tenant_id in await tenants_with_removals(context.db):
        while await _remove_batch(context, store, tenant_id) == BATCH:
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


async def sweep(context: TaskContext) -> None:
    """Have content removed whose row was never committed, such as when the platform was killed in between."""
    store = media_store(context.settings)
    oldest = context.clock.now() - YOUNGEST_ORPHAN
    stored = await asyncio.to_thread(_old, store, oldest)
    for tenant_id in await context.tenant_ids():
        async with context.db.uow(tenant_id) as uow:
            repository = MediaRepository(uow)
            for digest in stored.get(tenant_id, ()):
                if not await repository.is_needed(digest):
                    await repository.let_go(digest)


def _old(store: MediaStore, before: datetime) -> dict[UUID, list[str]]:
    """Digests by tenant of what was last written before that time."""
    found: dict[UUID, list[str]] = defaultdict(list)
    for stored in store.all():
        if stored.changed_at < before:
            found[stored.tenant].append(stored.digest)
    return found
