"""Photographs from outside, and what is served of them. All of it takes processor time and memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pyvips

from abano.core.errors import InvalidInput, Message
from abano.core.expensive_work import expensive
from abano.storage.images import check_dimensions

MAX_BYTES = 20_000_000
MAX_PIXELS = 60_000_000
# Of kinds that cannot be read line by line.
MAX_PIXELS_AT_ONCE = 30_000_000
MAX_SIDE = 3_200
MIN_SIDE = 16
WIDTHS = (480, 960, 1600)
# Fallback for clients without newer formats: social networks, email, search engines.
JPEG_WIDTH = 1200
ORIGINAL_QUALITY, WEBP_QUALITY, AVIF_QUALITY, JPEG_QUALITY = 92, 76, 52, 80
AVIF_EFFORT = 4
# A seventh of the time and a tenth more bytes: where someone waits for an installation.
QUICK_AVIF_EFFORT = 2
JPEG, PNG, WEBP, AVIF = "image/jpeg", "image/png", "image/webp", "image/avif"
_JPEG_START, _PNG_START = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
ENDINGS: Mapping[str, str] = {AVIF: "avif", WEBP: "webp", JPEG: "jpg"}

NOT_A_PHOTOGRAPH = Message("not_media", "We cannot read this file: JPEG, PNG, WebP, AVIF, SVG, MP4 or WebM")
PHOTOGRAPH_TOO_LARGE = Message(
    "photograph_too_large", "This photo is too large: at most {megapixels, number} million pixels"
)
PHOTOGRAPH_TOO_SMALL = Message(
    "photograph_too_small", "This photo is too small: at least {pixels, number} pixels wide and high"
)


@dataclass(frozen=True, slots=True)
class Original:
    """Upright, without metadata; a WebP where the file could be seen through, else a JPEG."""

    content: bytes
    content_type: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Variant:
    """``width`` in pixels; None: the fallback for browsers without newer formats."""

    content: bytes
    content_type: str
    width: int | None


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of the original, in thousandths."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Prepared:
    variants: list[Variant]
    widths: list[int]
    width: int
    height: int


def loader_of(content: bytes) -> Callable[..., Any] | None:
    """The only decoder allowed for this file. None if it is not a photo."""
    loader: Callable[..., Any] | None = None
    if content.startswith(_JPEG_START):
        loader = pyvips.Image.jpegload_buffer
    elif content.startswith(_PNG_START):
        loader = pyvips.Image.pngload_buffer
    elif content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        loader = pyvips.Image.webpload_buffer
    elif content[4:8] == b"ftyp" and content[8:12] in {b"avif", b"heic", b"heix", b"mif1"}:
        loader = pyvips.Image.heifload_buffer
    return loader


@expensive
def read_original(content: bytes) -> Original:
    """The photograph as it is kept. Raises InvalidInput."""
    load = loader_of(content)
    if load is None:
        raise InvalidInput.of("content", NOT_A_PHOTOGRAPH())
    try:
        head = load(content, access="sequential", fail_on="error")
        most = MAX_PIXELS if content.startswith((_JPEG_START, _PNG_START)) else MAX_PIXELS_AT_ONCE
        check_dimensions(head, most, PHOTOGRAPH_TOO_LARGE(megapixels=most // 1_000_000))
        if min(head.width, head.height) < MIN_SIDE:
            raise InvalidInput.of("content", PHOTOGRAPH_TOO_SMALL(pixels=MIN_SIDE))
        # Read once from top to bottom, and turned when it is small.
        small = head.thumbnail_image(MAX_SIDE, height=MAX_SIDE, size="down", no_rotate=True)
        image = small.copy_memory().autorot().colourspace("srgb")
        if image.hasalpha():
            kept: bytes = image.webpsave_buffer(Q=ORIGINAL_QUALITY, keep="none")
            return Original(kept, WEBP, image.width, image.height)
        kept = image.jpegsave_buffer(Q=ORIGINAL_QUALITY, keep="none", optimize_coding=True)
    except pyvips.Error:
        raise InvalidInput.of("content", NOT_A_PHOTOGRAPH()) from None
    return Original(kept, JPEG, image.width, image.height)


@expensive
def make_variants(content: bytes, crop: Crop | None, *, effort: int = AVIF_EFFORT) -> Prepared:
    """All files served for an original. Raises InvalidInput if it cannot be decoded."""
    load = loader_of(content)
    if load is None:
        raise InvalidInput.of("content", NOT_A_PHOTOGRAPH())
    try:
        image = load(content, fail_on="error")
        if crop is not None:
            image = image.crop(*_pixels(crop, image.width, image.height))
        variants = []
        widths = sorted({min(width, image.width) for width in WIDTHS})
        for width in widths:
            smaller = image.thumbnail_image(width, size="down", height=10_000_000).copy_memory()
            variants.append(Variant(smaller.webpsave_buffer(Q=WEBP_QUALITY, keep="none"), WEBP, width))
            avif = smaller.heifsave_buffer(compression="av1", Q=AVIF_QUALITY, effort=effort, keep="none")
            variants.append(Variant(avif, AVIF, width))
        plain = image.thumbnail_image(JPEG_WIDTH, size="down", height=10_000_000)
        if plain.hasalpha():
            plain = plain.flatten(background=255)
        jpeg = plain.jpegsave_buffer(Q=JPEG_QUALITY, keep="none", optimize_coding=True, interlace=True)
        variants.append(Variant(jpeg, JPEG, None))
    except pyvips.Error:
        raise InvalidInput.of("content", NOT_A_PHOTOGRAPH()) from None
    return Prepared(variants, widths, image.width, image.height)


def _pixels(crop: Crop, width: int, height: int) -> tuple[int, int, int, int]:
    """Left, top, width and height, inside the picture whatever rounding does."""
    left = min(width * crop.x // 1000, width - 1)
    top = min(height * crop.y // 1000, height - 1)
    return (
        left,
        top,
        max(1, min(round(width * crop.width / 1000), width - left)),
        max(1, min(round(height * crop.height / 1000), height - top)),
    )
