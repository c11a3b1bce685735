"""Pictures from outside: what they are is read from their content, and only what is drawn of them is kept.

Decoded and encoded anew, so that neither place nor time of a photograph nor anything hidden in its file is stored.
All of it takes processor time: it belongs into threads.
"""

from dataclasses import dataclass

import pyvips

from abano.errors import FieldError, InvalidInput
from abano.errors.messages import Message
from abano.media.digests import digest_of

MOST_BYTES = 1_250_000
MOST_PIXELS = 24_000_000
LONGEST_SIDE = 2_000
QUALITY = 80
JPEG = "image/jpeg"

NOT_A_PICTURE = Message("not_a_picture", "This is not a photograph that we can read: JPEG, PNG or WebP")
PICTURE_TOO_LARGE = Message(
    "picture_too_large", "This photograph is too large: at most {megapixels, number} million pixels"
)
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


def prepare(content: bytes) -> Picture:
    """The picture upright, at most 2000 pixels wide and high. Raises InvalidInput."""
    load = next((load for begins, at, load in _BEGINNINGS if content[at : at + len(begins)] == begins), None)
    if load is None:
        raise _refused(NOT_A_PICTURE)
    try:
        head = load(content, access="sequential", fail_on="error")
        if head.width * head.height > MOST_PIXELS:
            raise InvalidInput(
                fields=(FieldError("content", PICTURE_TOO_LARGE(megapixels=MOST_PIXELS // 1_000_000)),)
            )
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
