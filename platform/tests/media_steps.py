"""Steps of tests that send photographs to the media library."""

from hashlib import sha256
from typing import Any

import httpx
import pyvips

MEDIA = "/api/admin/media"


def photograph(width: int = 2400, height: int = 1504, *, turned: bool = False) -> bytes:
    image = (
        pyvips.Image.gaussnoise(width // 8, height // 8, mean=128, sigma=40, seed=7).resize(8).cast("uchar")
    )
    image = image.bandjoin([image, image]).copy(interpretation="srgb")
    image.set_type(pyvips.GValue.gstr_type, "exif-ifd3-GPSLatitude", "41/1 43/1 0/1")
    if turned:
        image.set_type(pyvips.GValue.gint_type, "orientation", 6)
    content: bytes = image.jpegsave_buffer(Q=80)
    return content


def box(kind: bytes, *content: bytes) -> bytes:
    """A box of an MP4."""
    inside = b"".join(content)
    return (len(inside) + 8).to_bytes(4, "big") + kind + inside


def film(*notes: bytes, frames: bytes = b"frames", handler: bytes = b"vide") -> bytes:
    """The frame of an MP4 with one track; ``notes`` are boxes on the film."""
    track = box(b"trak", *notes, box(b"mdia", box(b"hdlr", bytes(8), handler, bytes(13))))
    return box(b"ftyp", b"isom", bytes(4)) + box(b"moov", track, *notes) + box(b"mdat", frames)


async def upload(client: httpx.AsyncClient, content: bytes, name: str = "My car.jpg") -> dict[str, Any]:
    digests = []
    for start in range(0, len(content), 1_000_000):
        part = content[start : start + 1_000_000]
        digests.append(sha256(part).hexdigest())
        sent = await client.put(f"{MEDIA}/parts/{digests[-1]}", content=part)
        assert sent.status_code == 200, sent.text
    answer = await client.post(f"{MEDIA}/files", json={"name": name, "parts": digests})
    assert answer.status_code == 200, answer.text
    item: dict[str, Any] = answer.json()["item"]
    return item
