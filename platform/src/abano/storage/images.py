"""Validates uploaded pictures by their content, and stores only the re-encoded image.

Decoding and encoding again removes the location, time and anything hidden in the file. Both need CPU time and
memory, so they belong in a process with limits.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

import pyvips
from sqlalchemy import delete, select, update

from abano.core.errors import InvalidInput, Message, Sentence
from abano.core.expensive_work import Limits, expensive
from abano.db.unit_of_work import UnitOfWork
from abano.jobs.registry import tenants_by
from abano.tenancy.directory.models import BrandImage, TenantSettings

# Rendered PNG images of a company's logo and icon.

LOGO = "logo"
# Other workers skip the brand until then. If this worker is killed, another one retries.
RETRY_AFTER = timedelta(minutes=2)


class ClaimedBrand(NamedTuple):
    """``until``: passed to ``store_brand_images``, and replaced when the brand changes again."""

    brand: Mapping[str, Any]
    until: datetime


# Tenants with a brand that changed since it was rendered.
tenants_to_draw = tenants_by("select tenant_id from reporting.brands_to_draw where draw_brand_at <= %(now)s")


async def find_brand_image(uow: UnitOfWork, name: str) -> bytes | None:
    """The PNG. None if it is not rendered yet or cannot be rendered."""
    query = select(BrandImage.content).where(BrandImage.tenant_id == uow.tenant_id, BrandImage.name == name)
    return cast(bytes | None, await uow.session.scalar(query))


async def claim_brand(uow: UnitOfWork, now: datetime) -> ClaimedBrand | None:
    """The brand to render. None if another worker is rendering it."""
    until = now + RETRY_AFTER
    claimed = await uow.session.execute(
        update(TenantSettings)
        .where(TenantSettings.tenant_id == uow.tenant_id, TenantSettings.draw_brand_at <= now)
        .values(draw_brand_at=until)
        .returning(TenantSettings.brand)
    )
    brand = claimed.scalar_one_or_none()
    return None if brand is None else ClaimedBrand(brand, until)


async def store_brand_images(uow: UnitOfWork, images: Mapping[str, bytes], until: datetime) -> None:
    """Replace the company's images, unless its brand has changed since it was claimed."""
    drawn = await uow.session.execute(
        update(TenantSettings)
        .where(TenantSettings.tenant_id == uow.tenant_id, TenantSettings.draw_brand_at == until)
        .values(draw_brand_at=None)
        .returning(TenantSettings.tenant_id)
    )
    if drawn.scalar_one_or_none() is None:
        return
    await uow.session.execute(delete(BrandImage).where(BrandImage.tenant_id == uow.tenant_id))
    uow.session.add_all(
        BrandImage(tenant_id=uow.tenant_id, name=name, content=content) for name, content in images.items()
    )
    await uow.session.flush()


# What a content is called in the store.


def digest_of(content: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(content).hexdigest()


MAX_BYTES = 1_250_000
MAX_PIXELS = 24_000_000
# Of each side. A line is decoded as a whole, so a file of a few kilobytes could ask for gigabytes.
MAX_SIDE = 20_000
# Red, green, blue and opacity in a byte each; what has more of them, or deeper ones, may have fewer pixels.
MAX_BYTES_PER_PIXEL = 4
# Of one file from outside, whatever is done with it.
LIMITS = Limits(cpu_seconds=10, memory_mb=768)
MAX_STORED_SIDE = 2_000
QUALITY = 80
JPEG = "image/jpeg"

NOT_A_PICTURE = Message("not_a_picture", "We can't read this photo. Use JPEG, PNG or WebP")
PICTURE_TOO_LARGE = Message(
    "picture_too_large", "This photo is too large: at most {megapixels, number} million pixels"
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
        image = head.autorot().thumbnail_image(MAX_STORED_SIDE, height=MAX_STORED_SIDE, size="down")
        if image.hasalpha():
            image = image.flatten(background=255)
        image = image.colourspace("srgb")
        encoded: bytes = image.jpegsave_buffer(Q=QUALITY, keep="none", optimize_coding=True)
    except pyvips.Error:
        raise _refused(NOT_A_PICTURE) from None
    return Picture(encoded, digest_of(encoded), image.width, image.height)


def _refused(message: Message) -> InvalidInput:
    return InvalidInput.of("content", message())
