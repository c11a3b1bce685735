"""Make a rendered share picture small: at most 256 colours, best compression.

``python -m frontend.illustrations.scenes.shrink_png in.png out.png`` takes an 8-bit RGB or RGBA file, as
``chromium --headless --screenshot`` writes it.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections import Counter
from pathlib import Path

Colour = tuple[int, int, int]


def read(place: Path) -> tuple[int, int, list[Colour]]:
    """Width, height and the pixels of a PNG, alpha left out."""
    data = place.read_bytes()
    at, packed, header = 8, b"", b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    width, height, _, form = struct.unpack(">IIBB", header[:10])
    step = {2: 3, 6: 4}[form]
    raw, size = zlib.decompress(packed), width * step
    before = bytearray(size)
    pixels: list[Colour] = []
    for y in range(height):
        start = y * (size + 1)
        row = bytearray(raw[start + 1 : start + 1 + size])
        undo(raw[start], row, before, step)
        pixels += zip(row[0::step], row[1::step], row[2::step], strict=True)
        before = row
    return width, height, pixels


def undo(kind: int, row: bytearray, above: bytearray, step: int) -> None:
    """Take one PNG line filter back, in place."""
    for i in range(len(row)):
        a = row[i - step] if i >= step else 0
        b = above[i]
        if kind == 1:
            row[i] = (row[i] + a) & 255
        elif kind == 2:
            row[i] = (row[i] + b) & 255
        elif kind == 3:
            row[i] = (row[i] + (a + b) // 2) & 255
        elif kind == 4:
            c = above[i - step] if i >= step else 0
            guess = a + b - c
            row[i] = (row[i] + min((a, b, c), key=lambda v: abs(guess - v))) & 255


def palette(counts: Counter[Colour], size: int) -> dict[Colour, int]:
    """Median cut: which of ``size`` boxes each colour falls into."""
    boxes = [list(counts)]
    while len(boxes) < size:
        spans = [max((max(c[i] for c in box) - min(c[i] for c in box), i) for i in range(3)) for box in boxes]
        weights = [
            span[0] * sum(counts[c] for c in box) ** 0.4 for span, box in zip(spans, boxes, strict=True)
        ]
        worst = weights.index(max(weights))
        if spans[worst][0] == 0:
            break
        axis = spans[worst][1]
        box = sorted(boxes.pop(worst), key=lambda c: c[axis])
        half, seen, cut = sum(counts[c] for c in box) / 2, 0, 1
        for cut, colour in enumerate(box[:-1], 1):  # noqa: B007
            seen += counts[colour]
            if seen >= half:
                break
        boxes += [box[:cut], box[cut:]]
    return {colour: i for i, box in enumerate(boxes) for colour in box}


def shrink(source: Path, target: Path) -> int:
    """Write the small copy; its size in bytes."""
    width, height, pixels = read(source)
    counts = Counter(pixels)
    place = palette(counts, 256)
    total = [[0, 0, 0, 0] for _ in range(256)]
    for colour, i in place.items():
        n = counts[colour]
        for axis in range(3):
            total[i][axis] += colour[axis] * n
        total[i][3] += n
    table = bytes(v // max(t[3], 1) for t in total for v in t[:3])
    rows = b"".join(
        b"\0" + bytes(place[c] for c in pixels[y * width : (y + 1) * width]) for y in range(height)
    )
    out = b"\x89PNG\r\n\x1a\n"
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    for kind, body in ((b"IHDR", head), (b"PLTE", table), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")):
        out += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    target.write_bytes(out)
    return len(out)


if __name__ == "__main__":
    print(shrink(Path(sys.argv[1]), Path(sys.argv[2])), "bytes")
