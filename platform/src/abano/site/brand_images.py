"""PNG images of a company's brand: its icon on phones, which do not all draw SVG, and its logo on documents."""

import pyvips

from abano.kit.colors import Color
from abano.kit.expensive_work import expensive
from abano.site.share_picture import PictureUnreadable, plain_colors

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
    """A maskable icon stands on ``ground`` with room around the sign."""
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
