"""Background task that renders a brand's images after a change, so that requests never render."""

import logging
from collections.abc import Callable

from abano.core.expensive_work import BoundedWork, LimitExceeded, Limits
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.site.media_library.pictures import Pictures, referred
from abano.site.media_library.service import load_shown
from abano.site.pages.public_media import PublicMedia, palette_of
from abano.site.pages.schemas import Colors
from abano.site.pages.share_pictures import PictureUnreadable, draw_app_icons, draw_logo
from abano.storage.images import LOGO, ClaimedBrand, claim_brand, store_brand_images, tenants_to_draw
from abano.storage.store import media_store
from abano.tenancy.directory.brand import color_or_default

log = logging.getLogger(__name__)
# Upper limit. A file that passed its test rendering at upload takes a fraction of it.
LIMITS = Limits(cpu_seconds=10, memory_mb=512)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=2, name="site.draw_brands", run=draw_brands, due=tenants_to_draw, lane="documents")


async def draw_brands(context: TaskContext, tenant_id: TenantId) -> None:
    """Render a changed brand in a process with its own limits."""
    media = PublicMedia(context.db, media_store(context.settings))
    work = BoundedWork(at_once=1, waiting=0, limits=LIMITS)
    async with context.db.uow(tenant_id) as uow:
        claimed = await claim_brand(uow, context.clock.now())
    if claimed is None:
        return
    images = await _draw_images(context, media, work, tenant_id, claimed)
    async with context.db.uow(tenant_id) as uow:
        await store_brand_images(uow, images, claimed.until)


async def _draw_images(
    context: TaskContext, media: PublicMedia, work: BoundedWork, tenant_id: TenantId, claimed: ClaimedBrand
) -> dict[str, bytes]:
    """Images by name, without those that cannot be rendered."""
    colors = Colors.model_validate(claimed.brand["colors"])
    shown = {name: claimed.brand.get(name) for name in ("logo", "favicon")}
    async with context.db.uow(tenant_id) as uow:
        items = await load_shown(uow, set(referred(shown)))
    resolved = Pictures(items, palette_of(colors), []).resolved(shown)

    async def read(name: str) -> bytes | None:
        picture = resolved[name]
        url = picture.get("src") if isinstance(picture, dict) else picture
        return await media.body(tenant_id, url or "", colors)

    async def run(draw: Callable[..., dict[str, bytes]], *arguments: object) -> dict[str, bytes]:
        try:
            return await work.run(draw, *arguments)
        except (LimitExceeded, PictureUnreadable):
            log.warning("brand image not drawn", extra={"tenant": str(tenant_id)})
            return {}

    images: dict[str, bytes] = {}
    if logo := await read("logo"):
        images |= await run(_draw_logo, logo)
    if sign := await read("favicon"):
        images |= await run(draw_app_icons, sign, color_or_default("pine", colors.pine))
    return images


def _draw_logo(logo: bytes) -> dict[str, bytes]:
    return {LOGO: draw_logo(logo)}
