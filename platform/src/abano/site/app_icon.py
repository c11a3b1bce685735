"""The company's sign as an icon of an installed site: PNG, because not every phone draws SVG there."""

import pyvips

from abano.kit.colors import Color
from abano.kit.expensive_work import expensive
from abano.site.share_picture import PictureUnreadable, plain_colors

PNG = "image/png"
SIZES = (180, 192, 512)
# Of a maskable icon phones may cut away everything outside of the middle four fifths.
_SAFE = 0.72


@expensive
def draw_app_icon(sign: bytes, size: int, ground: Color, *, maskable: bool) -> bytes:
    """A square PNG; a maskable one stands on ``ground`` with room around the sign. Raises PictureUnreadable."""
    inner = int(size * _SAFE) if maskable else size
    try:
        if sign.lstrip()[:5] in {b"<svg ", b"<?xml"}:
            sign = plain_colors(sign)
        drawn = pyvips.Image.thumbnail_buffer(sign, inner, height=inner, size="both").colourspace("srgb")
        if not drawn.hasalpha():
            drawn = drawn.addalpha()
        left, above = (size - drawn.width) // 2, (size - drawn.height) // 2
        icon = drawn.embed(left, above, size, size, extend="background", background=[0, 0, 0, 0])
        if maskable:
            icon = icon.flatten(background=[ground.red, ground.green, ground.blue])
        encoded: bytes = icon.pngsave_buffer(keep="none", compression=9)
    except pyvips.Error:
        raise PictureUnreadable from None
    return encoded
