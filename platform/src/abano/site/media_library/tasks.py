"""Background tasks of the media library: files of photographs are made, what nothing shows any more is deleted."""

import asyncio
import logging
from datetime import datetime, timedelta
from uuid import UUID

from abano.core.errors import InvalidInput
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.site.media_library.photographs import Crop, Prepared, make_variants
from abano.site.media_library.presentation import keep_variants
from abano.site.media_library.repository import MediaLibraryRepository, tenants_to_prepare
from abano.site.media_library.service import find_uses
from abano.storage.service import Media

log = logging.getLogger(__name__)
ATTEMPTS = 5
# Until then another worker leaves it alone; a killed one is followed.
AGAIN = timedelta(minutes=2)
# Pages that were open when a picture was replaced still ask for the one before.
KEEP_REPLACED = timedelta(days=7)
KEEP_UNUSED = timedelta(days=30)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2,
        name="media_library.prepare",
        run=prepare_photographs,
        due=tenants_to_prepare,
        lane="photographs",
    )
    registry.every(seconds=3600, name="media_library.tidy", run=tidy)


async def prepare_photographs(context: TaskContext, tenant_id: TenantId) -> None:
    """Make files until nothing waits; while other companies wait, of one photograph at a time."""
    media = Media(context.settings)
    while await _prepare_next(context, media, tenant_id) and context.has_time:
        if set(await tenants_to_prepare(context.db, context.clock.now())) - {tenant_id}:
            return


async def _prepare_next(context: TaskContext, media: Media, tenant_id: TenantId) -> bool:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = MediaLibraryRepository(uow)
        item = await repository.next_to_prepare(now)
        if item is None:
            return False
        item.prepare_at, item.prepare_attempts = now + AGAIN, item.prepare_attempts + 1
        if item.prepare_attempts > ATTEMPTS:
            item.prepare_at, item.state = None, "failed"
            return True
        item_id, crop = item.id, item.crop
        original = await repository.find_original(item.id)
        digest = original.digest if original else ""
    try:
        content = await asyncio.to_thread(media.store.get, tenant_id, digest)
        prepared = await asyncio.to_thread(make_variants, content or b"", Crop(**crop) if crop else None)
        async with context.db.uow(tenant_id) as uow:
            await _keep(uow, media, item_id, crop, digest, prepared, now)
    except InvalidInput:
        await _fail(context, tenant_id, item_id)
    except Exception:
        # Others' photographs do not wait for this one.
        log.exception("photograph not prepared")
    return True


async def _keep(
    uow: UnitOfWork,
    media: Media,
    item_id: UUID,
    crop: dict[str, int] | None,
    digest: str,
    prepared: Prepared,
    now: datetime,
) -> None:
    item = await MediaLibraryRepository(uow).find(item_id, lock=True)
    # Deleted, or cropped again in the meantime: then it waits already.
    if item is not None and item.crop == crop:
        await keep_variants(uow, media, item, digest, prepared, now)


async def _fail(context: TaskContext, tenant_id: TenantId, item_id: UUID) -> None:
    async with context.db.uow(tenant_id) as uow:
        item = await MediaLibraryRepository(uow).find(item_id, lock=True)
        if item is not None:
            item.state, item.prepare_at = "failed", None


async def tidy(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete files that were replaced a week ago, and items that nothing has shown for a month."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = MediaLibraryRepository(uow)
        await repository.delete_replaced(now - KEEP_REPLACED)
        unused = await repository.note_use(await find_uses(uow), now, KEEP_UNUSED)
        if unused:
            await repository.delete_items(unused)
