"""Share pictures of single cars: drawn when first asked for, kept by what they show, one at a time."""

import hashlib
import logging
from collections.abc import Callable
from functools import partial

from abano.kit.expensive_work import BoundedWork, LimitExceeded, Limits
from abano.kit.ttl_cache import TtlCache
from abano.site.items import Item
from abano.site.public_media import PublicMedia
from abano.site.schemas import Colors
from abano.site.service import Site
from abano.site.share_picture import PictureUnreadable, ShareColors, ShareTexts, draw_share_picture
from abano.tenants.brand import color_or_default

log = logging.getLogger(__name__)

KEPT_SECONDS = 3600
# About 65 kB each.
MOST_KEPT = 100
WAITING, WAITING_EACH = 20, 5
# A file that passed its trial when it was uploaded is drawn in a fraction of that.
LIMITS = Limits(cpu_seconds=5, memory_mb=512)


def share_version(site: Site, item: Item) -> str:
    """Another one whenever the picture would be another."""
    shown = (
        item.screen["name"],
        item.screen["sharedPrice"],
        item.screen["sharedPicture"]["src"],
        site.seo.site_name,
    )
    return hashlib.sha256(repr((shown, _colors(site.config.brand.colors))).encode()).hexdigest()[:12]


def share_address(site: Site, item: Item) -> str:
    """Of the picture of a car, in the language of the site."""
    return f"/share/{item.code}.jpg?lang={site.language}&v={share_version(site, item)}"


class SharePictures:
    """Those of one process."""

    def __init__(self, media: PublicMedia) -> None:
        self._media = media
        self._work = BoundedWork(at_once=1, waiting=WAITING, limits=LIMITS, max_each=WAITING_EACH)
        # None: it cannot be drawn, which is not tried again at each request.
        self._kept: TtlCache[str, bytes | None] = TtlCache(seconds=KEPT_SECONDS, max_entries=MOST_KEPT)

    async def of_car(self, site: Site, item: Item) -> bytes | None:
        """The JPEG; None where the car has no picture of ours, or one that cannot be drawn. Raises TooBusy."""
        colors = site.config.brand.colors
        address = str(item.screen["sharedPicture"]["src"])
        picture = await self._media.body(site.tenant.id, address, colors)
        if picture is None:
            return None
        texts = ShareTexts(item.screen["name"], item.screen["sharedPrice"], site.seo.site_name)

        draw = partial(draw_share_picture, picture, texts, _colors(colors))
        return await self._drawn(site, share_version(site, item), draw)

    async def _drawn(self, site: Site, key: str, draw: Callable[[], bytes]) -> bytes | None:
        async def load() -> bytes | None:
            try:
                return await self._work.run(draw, owner=site.tenant.id)
            except (LimitExceeded, PictureUnreadable):
                log.warning("picture not drawn", extra={"tenant": site.tenant.slug})
                return None

        return await self._kept.get(key, load)


def _colors(colors: Colors) -> ShareColors:
    return ShareColors(
        ground=color_or_default("ink", colors.ink),
        text=color_or_default("snow", colors.snow),
        accent=color_or_default("accent", colors.accent),
    )
