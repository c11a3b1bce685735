"""Pictures from outside: what they are is read from their content, and only what is drawn of them is kept.

Decoded and encoded anew, so that neither place nor time of a photograph nor anything hidden in its file is stored.
All of it takes processor time and memory: it belongs into a process with limits.
"""

from dataclasses import dataclass
from typing import Any

import pyvips

from abano.errors import InvalidInput
from abano.errors.messages import Message, Sentence
from abano.kit.expensive_work import Limits, expensive
from abano.media.digests import digest_of

MOST_BYTES = 1_250_000
MAX_PIXELS = 24_000_000
# Of each side. A line is decoded as a whole, so a file of a few kilobytes could ask for gigabytes.
MAX_SIDE = 20_000
# Red, green, blue and opacity in a byte each; what has more of them, or deeper ones, may have fewer pixels.
MAX_BYTES_PER_PIXEL = 4
# Of one file from outside, whatever is done with it.
LIMITS = Limits(cpu_seconds=10, memory_mb=768)
LONGEST_SIDE = 2_000
QUALITY = 80
JPEG = "image/jpeg"

NOT_A_PICTURE = Message("not_a_picture", "This is not a photograph that we can read: JPEG, PNG or WebP")
PICTURE_TOO_LARGE = Message(
    "picture_too_large", "This photograph is too large: at most {megapixels, number} million pixels"
)
PICTURE_SIDE_TOO_LONG = Message(
    "picture_side_too_long",
    "This photo is too large: at most {pixels, number} pixels wide and {pixels, number} pixels high",
)
FILE_TOO_COMPLEX = Message(
    "file_too_complex",
    "This file takes too long or too much memory to read. Export it again, simpler or smaller, and try again",
)
_BYTES = {"uchar": 1, "char": 1, "ushort": 2, "short": 2}
# What each kind of file begins with, and the loader that may read it: no other one of the library is reached.
_BEGINNINGS = (
    (b"\xff\xd8\xff", 0, pyvips.Image.jpegload_buffer),
    (b"\x89PNG\r\n\x1a\n", 0, pyvips.Image.pngload_buffer),
    (b"WEBP", 8, pyvips.Image.webpload_buffer),
)

# Pictures come one by one, and differ: a cache of operations would keep people's photographs in memory.
pyvips.cache_set_max(0)


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG without anything but the picture; ``digest``: SHA-256 of ``content`` in hex."""

    content: bytes
    digest: str
    width: int
    height: int


def check_dimensions(head: Any, max_pixels: int, too_large: Sentence) -> None:
    """Refuse a picture of which only the head was read. Raises InvalidInput."""
    if max(head.width, head.height) > MAX_SIDE:
        raise InvalidInput.of("content", PICTURE_SIDE_TOO_LONG(pixels=MAX_SIDE))
    decoded = head.width * head.height * head.bands * _BYTES.get(head.format, 8)
    if head.width * head.height > max_pixels or decoded > max_pixels * MAX_BYTES_PER_PIXEL:
        raise InvalidInput.of("content", too_large)


@expensive
def prepare(content: bytes) -> Picture:
    """The picture upright, at most 2000 pixels wide and high. Raises InvalidInput."""
    load = next((load for begins, at, load in _BEGINNINGS if content[at : at + len(begins)] == begins), None)
    if load is None:
        raise _refused(NOT_A_PICTURE)
    try:
        head = load(content, access="sequential", fail_on="error")
        check_dimensions(head, MAX_PIXELS, PICTURE_TOO_LARGE(megapixels=MAX_PIXELS // 1_000_000))
        image = head.autorot().thumbnail_image(LONGEST_SIDE, height=LONGEST_SIDE, size="down")
        if image.hasalpha():
            image = image.flatten(background=255)
        image = image.colourspace("srgb")
        encoded: bytes = image.jpegsave_buffer(Q=QUALITY, keep="none", optimize_coding=True)
    except pyvips.Error:
        raise _refused(NOT_A_PICTURE) from None
    return Picture(encoded, digest_of(encoded), image.width, image.height)


def _refused(message: Message) -> InvalidInput:
    return InvalidInput.of("content", message())
