"""Renders link previews of cars: the picture with name and price. CPU-intensive."""

import hashlib
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from importlib.resources import as_file, files

import pyvips

from abano.core.colors import Color
from abano.core.expensive_work import BoundedWork, LimitExceeded, Limits, expensive
from abano.core.ttl_cache import TtlCache
from abano.site.pages.files import PALETTE
from abano.site.pages.items import Item
from abano.site.pages.public_media import PublicMedia
from abano.site.pages.schemas import Colors
from abano.site.pages.service import Site
from abano.tenancy.directory.brand import color_or_default

WIDTH, HEIGHT = 1200, 630
QUALITY = 82
JPEG = "image/jpeg"
_BAND = 160
_EDGE = 56
_STRIPE = 8
_VARIABLE = re.compile(rb"var\(--([a-z0-9-]+)\)")
_ENTRY = re.compile(rb"--([a-z0-9-]+):([^;}]+)")
# No one's drawing needs more; what is larger is shrunk while it is read.
_MAX_PIXELS = 40_000_000


@dataclass(frozen=True, slots=True)
class ShareTexts:
    name: str
    price: str
    company: str


@dataclass(frozen=True, slots=True)
class ShareColors:
    ground: Color
    text: Color
    accent: Color


class PictureUnreadable(Exception):
    """The car's picture cannot be used for rendering."""


@expensive
def draw_share_picture(picture: bytes, texts: ShareTexts, colors: ShareColors) -> bytes:
    """A JPEG of 1200 × 630. ``picture``: a drawing (SVG) or a photograph. Raises PictureUnreadable."""
    try:
        top = _cover(picture, WIDTH, HEIGHT - _BAND)
        canvas = _plain(colors.ground, WIDTH, HEIGHT).insert(top, 0, 0)
        canvas = canvas.insert(_plain(colors.accent, WIDTH, _STRIPE), 0, HEIGHT - _BAND)
        middle = HEIGHT - _BAND // 2 + _STRIPE // 2
        price = _text(texts.price, "Bold 44", WIDTH // 2 - _EDGE)
        room = WIDTH - 3 * _EDGE - price.width
        name, company = _text(texts.name, "Bold 48", room), _text(texts.company, "24", room)
        for drawn, left, above in (
            (price, WIDTH - _EDGE - price.width, middle - price.height // 2),
            (name, _EDGE, middle - 10 - name.height + name.height // 3),
            (company, _EDGE, middle + 26),
        ):
            ink = _plain(colors.text, drawn.width, drawn.height)
            canvas = canvas.composite2(ink.bandjoin(drawn), "over", x=left, y=above)
        flat = canvas.flatten(background=_rgb(colors.ground))
        encoded: bytes = flat.jpegsave_buffer(Q=QUALITY, keep="none", optimize_coding=True)
    except pyvips.Error:
        raise PictureUnreadable from None
    return encoded


def _cover(picture: bytes, width: int, height: int) -> pyvips.Image:
    """The picture filling this area, its middle in the middle."""
    if picture.lstrip()[:5] in {b"<svg ", b"<?xml"}:
        picture = plain_colors(picture)
    image = pyvips.Image.new_from_buffer(picture, "")
    if image.width * image.height > _MAX_PIXELS:
        raise PictureUnreadable
    drawn = pyvips.Image.thumbnail_buffer(picture, width, height=height, crop="centre", size="both")
    return drawn.colourspace("srgb").flatten(background=[255, 255, 255])


def plain_colors(drawing: bytes) -> bytes:
    """The drawing with palette variables replaced by their values, which the renderer does not support."""
    line = PALETTE.search(drawing)
    if line is None:
        return drawing
    values = dict(_ENTRY.findall(line.group()))
    return _VARIABLE.sub(lambda use: values.get(use.group(1), use.group()), drawing)


def _text(text: str, face: str, room: int) -> pyvips.Image:
    """Its mask, at most ``room`` wide."""
    name = "NotoSans-Bold.ttf" if face.startswith("Bold") else "NotoSans-Regular.ttf"
    with as_file(files("abano.core.pdf") / "fonts" / name) as font:
        drawn = pyvips.Image.text(escape(text or " "), font=f"Noto Sans {face}", fontfile=str(font), dpi=72)
    return drawn.resize(room / drawn.width) if drawn.width > room else drawn


def _plain(color: Color, width: int, height: int) -> pyvips.Image:
    pixel = pyvips.Image.black(1, 1, bands=3) + _rgb(color)
    return pixel.cast("uchar").copy(interpretation="srgb").embed(0, 0, width, height, extend="copy")


def _rgb(color: Color) -> list[int]:
    return [color.red, color.green, color.blue]


# PNG images of a company's brand: its icon on phones, which do not all draw SVG, and its logo on documents.

PNG = "image/png"
SIZES = (180, 192, 512)
MASKABLE = 512
# Of a maskable icon phones may cut away everything outside of the middle four fifths.
_SAFE = 0.72
# 70 × 14 millimetres, the place on a document, at 300 dots an inch.
LOGO_WIDTH, LOGO_HEIGHT = 827, 166


@expensive
def draw_app_icons(sign: bytes, ground: Color) -> dict[str, bytes]:
    """Square PNGs by name, such as icon-512-maskable. Raises PictureUnreadable."""
    icons = {f"icon-{size}": _icon(sign, size, None) for size in SIZES}
    return icons | {f"icon-{MASKABLE}-maskable": _icon(sign, MASKABLE, ground)}


@expensive
def draw_logo(logo: bytes) -> bytes:
    """A PNG of at most ``LOGO_WIDTH`` × ``LOGO_HEIGHT`` pixels. Raises PictureUnreadable."""
    return _png(_drawn(logo, LOGO_WIDTH, LOGO_HEIGHT))


def _icon(sign: bytes, size: int, ground: Color | None) -> bytes:
    """A maskable icon has the background ``ground`` and padding around the logo."""
    inner = int(size * _SAFE) if ground else size
    drawn = _drawn(sign, inner, inner)
    if not drawn.hasalpha():
        drawn = drawn.addalpha()
    left, above = (size - drawn.width) // 2, (size - drawn.height) // 2
    icon = drawn.embed(left, above, size, size, extend="background", background=[0, 0, 0, 0])
    if ground:
        icon = icon.flatten(background=[ground.red, ground.green, ground.blue])
    return _png(icon)


def _drawn(picture: bytes, width: int, height: int) -> pyvips.Image:
    if picture.lstrip()[:5] in {b"<svg ", b"<?xml"}:
        picture = plain_colors(picture)
    try:
        drawn = pyvips.Image.thumbnail_buffer(picture, width, height=height, size="both")
        return drawn.colourspace("srgb")
    except pyvips.Error:
        raise PictureUnreadable from None


def _png(image: pyvips.Image) -> bytes:
    try:
        encoded: bytes = image.pngsave_buffer(keep="none", compression=9)
    except pyvips.Error:
        raise PictureUnreadable from None
    return encoded


# Link previews of cars: rendered on first request, cached by content, one at a time.

log = logging.getLogger(__name__)

KEPT_SECONDS = 3600
# About 65 kB each.
MAX_KEPT = 100
WAITING, WAITING_EACH = 20, 5
# Upper limit. A file that passed its test rendering at upload takes a fraction of it.
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


def share_image_url(site: Site, item: Item) -> str:
    """Of the picture of a car, in the language of the site."""
    return f"/share/{item.code}.jpg?lang={site.language}&v={share_version(site, item)}"


class SharePictures:
    """Those of one process."""

    def __init__(self, media: PublicMedia) -> None:
        self._media = media
        self._work = BoundedWork(at_once=1, waiting=WAITING, limits=LIMITS, max_each=WAITING_EACH)
        # None: rendering failed and is not retried on each request.
        self._kept: TtlCache[str, bytes | None] = TtlCache(seconds=KEPT_SECONDS, max_entries=MAX_KEPT)

    async def of_car(self, site: Site, item: Item) -> bytes | None:
        """The JPEG. None if the car has no uploaded picture, or rendering failed. Raises TooBusy."""
        colors = site.config.brand.colors
        url = str(item.screen["sharedPicture"]["src"])
        picture = await self._media.body(site.tenant.id, url, colors)
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
