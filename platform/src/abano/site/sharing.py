"""Share pictures of single cars: drawn when first asked for, kept by what they show, one at a time."""

import hashlib
from functools import partial

from abano.auth.bounded_work import BoundedWork
from abano.kit.ttl_cache import TtlCache
from abano.site.app_icon import draw_app_icon
from abano.site.items import Item
from abano.site.public_media import PublicMedia
from abano.site.schemas import Colors
from abano.site.service import Site
from abano.site.share_picture import ShareColors, ShareTexts, draw_share_picture
from abano.tenants.brand import color_or_default

KEPT_SECONDS = 3600
# About 65 kB each.
MOST_KEPT = 100
WAITING = 20


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
        self._work = BoundedWork(at_once=1, waiting=WAITING)
        self._kept: TtlCache[str, bytes] = TtlCache(seconds=KEPT_SECONDS, max_entries=MOST_KEPT)

    async def of_car(self, site: Site, item: Item) -> bytes | None:
        """The JPEG; None where the car has no picture of ours. Raises PictureUnreadable, TooBusy."""
        colors = site.config.brand.colors
        address = str(item.screen["sharedPicture"]["src"])
        picture = await self._media.body(site.tenant.id, address, colors)
        if picture is None:
            return None
        texts = ShareTexts(item.screen["name"], item.screen["sharedPrice"], site.seo.site_name)

        async def draw() -> bytes:
            return await self._work.run(draw_share_picture, picture, texts, _colors(colors))

        return await self._kept.get(share_version(site, item), draw)

    async def app_icon(self, site: Site, size: int, *, maskable: bool) -> bytes | None:
        """The company's sign as PNG; None where it is no picture of ours. Raises PictureUnreadable, TooBusy."""
        colors, favicon = site.config.brand.colors, site.config.brand.favicon
        sign = await self._media.body(site.tenant.id, favicon.src, colors)
        if sign is None:
            return None
        ground = color_or_default("pine", colors.pine)
        key = f"icon|{hashlib.sha256(sign).hexdigest()}|{size}|{maskable}|{ground}"

        async def draw() -> bytes:
            return await self._work.run(partial(draw_app_icon, maskable=maskable), sign, size, ground)

        return await self._kept.get(key, draw)


def _colors(colors: Colors) -> ShareColors:
    return ShareColors(
        ground=color_or_default("ink", colors.ink),
        text=color_or_default("snow", colors.snow),
        accent=color_or_default("accent", colors.accent),
    )
