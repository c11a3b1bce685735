"""Draws what messengers show of a link to a car: its picture over its name and price. It takes processor time."""

import re
from dataclasses import dataclass
from html import escape
from importlib.resources import as_file, files

import pyvips

from abano.kit.colors import Color
from abano.kit.expensive_work import expensive
from abano.site.files import PALETTE

WIDTH, HEIGHT = 1200, 630
QUALITY = 82
JPEG = "image/jpeg"
_BAND = 160
_EDGE = 56
_STRIPE = 8
_VARIABLE = re.compile(rb"var\(--([a-z0-9-]+)\)")
_ENTRY = re.compile(rb"--([a-z0-9-]+):([^;}]+)")
# Nobody's drawing needs more; what is larger is shrunk while it is read.
_MOST_PIXELS = 40_000_000


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
    """The car's picture is none that can be drawn from."""


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
    if image.width * image.height > _MOST_PIXELS:
        raise PictureUnreadable
    drawn = pyvips.Image.thumbnail_buffer(picture, width, height=height, crop="centre", size="both")
    return drawn.colourspace("srgb").flatten(background=[255, 255, 255])


def plain_colors(drawing: bytes) -> bytes:
    """The drawing with its palette's values in place of their names, which the renderer does not know."""
    line = PALETTE.search(drawing)
    if line is None:
        return drawing
    values = dict(_ENTRY.findall(line.group()))
    return _VARIABLE.sub(lambda use: values.get(use.group(1), use.group()), drawing)


def _text(text: str, face: str, room: int) -> pyvips.Image:
    """Its mask, at most ``room`` wide."""
    name = "NotoSans-Bold.ttf" if face.startswith("Bold") else "NotoSans-Regular.ttf"
    with as_file(files("abano.printing") / "fonts" / name) as font:
        drawn = pyvips.Image.text(escape(text or " "), font=f"Noto Sans {face}", fontfile=str(font), dpi=72)
    return drawn.resize(room / drawn.width) if drawn.width > room else drawn


def _plain(color: Color, width: int, height: int) -> pyvips.Image:
    pixel = pyvips.Image.black(1, 1, bands=3) + _rgb(color)
    return pixel.cast("uchar").copy(interpretation="srgb").embed(0, 0, width, height, extend="copy")


def _rgb(color: Color) -> list[int]:
    return [color.red, color.green, color.blue]
