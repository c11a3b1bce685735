"""What photographs cost: the bytes of each kind that visitors are sent, and the processor time of making them.

    python -m loadtests.bench.media [--photographs 4]

Photographs are made here: drawings of the demo companies, rasterised and given the grain of a camera. Bytes are held
against a JPEG of the same width, processor time against decoding the original and writing one JPEG of each width.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyvips

from abano.ops.seeds.loader import FOLDER
from abano.site.media_library.photographs import (
    AVIF,
    JPEG,
    JPEG_QUALITY,
    QUICK_AVIF_EFFORT,
    WEBP,
    make_variants,
    read_original,
)
from abano.site.pages.share_pictures import plain_colors
from loadtests.bench.figures import Figure, table

# What a camera sends, in pixels.
WIDTH = 3000
GRAIN = 12
# Parts of the JPEGs' bytes.
MAX_BYTES = {AVIF: 0.7, WEBP: 0.95}


def scenes() -> list[Path]:
    """Drawings of whole views."""
    return sorted(path for path in FOLDER.glob("*/media/scenes/*hero*.svg"))


def photograph_of(drawing: bytes, width: int = WIDTH, seed: int = 1) -> bytes:
    """A JPEG that is as hard to press as one from a camera: a drawing with soft light and grain."""
    drawn = pyvips.Image.thumbnail_buffer(plain_colors(drawing), width, height=10_000_000, size="both")
    drawn = drawn.flatten(background=255)
    light = pyvips.Image.gaussnoise(drawn.width // 24, drawn.height // 24, mean=0, sigma=GRAIN * 2, seed=seed)
    light = light.resize(drawn.width / light.width, vscale=drawn.height / light.height)
    grain = pyvips.Image.gaussnoise(drawn.width, drawn.height, mean=0, sigma=GRAIN, seed=seed + 1).gaussblur(
        0.6
    )
    content: bytes = (drawn + light + grain).cast("uchar").copy(interpretation="srgb").jpegsave_buffer(Q=90)
    return content


def jpegs_of(original: bytes, widths: Iterable[int]) -> list[bytes]:
    """What the same pages would be sent without newer kinds."""
    image = pyvips.Image.jpegload_buffer(original)
    smaller = [image.thumbnail_image(width, size="down", height=10_000_000) for width in widths]
    return [each.jpegsave_buffer(Q=JPEG_QUALITY, keep="none", optimize_coding=True) for each in smaller]


def measure(drawings: Sequence[Path], width: int = WIDTH) -> list[Figure]:
    bytes_of = {AVIF: 0, WEBP: 0, JPEG: 0, "quick": 0}
    reading, making, quick, plain = 0.0, 0.0, 0.0, 0.0
    for number, drawing in enumerate(drawings, 1):
        sent = photograph_of(drawing.read_bytes(), width, number)
        started = time.process_time()
        original = read_original(sent).content
        reading += time.process_time() - started
        started = time.process_time()
        prepared = make_variants(original, None)
        making += time.process_time() - started
        started = time.process_time()
        hasty = make_variants(original, None, effort=QUICK_AVIF_EFFORT)
        quick += time.process_time() - started
        started = time.process_time()
        bytes_of[JPEG] += sum(map(len, jpegs_of(original, prepared.widths)))
        plain += time.process_time() - started
        for variant in prepared.variants:
            if variant.width is not None:
                bytes_of[variant.content_type] += len(variant.content)
        bytes_of["quick"] += sum(len(each.content) for each in hasty.variants if each.content_type == AVIF)
    count = len(drawings)
    figures = [
        bytes_figure(
            f"bytes, {name}", bytes_of[kind] / count, bytes_of[JPEG] / count, most=MAX_BYTES.get(kind)
        )
        for name, kind in (("AVIF", AVIF), ("WebP", WEBP), ("AVIF in a hurry", "quick"))
    ]
    for name, seconds in (("an upload is read", reading), ("files are made", making), ("in a hurry", quick)):
        figures.append(time_figure(f"processor, {name}", seconds / count, plain / count))
    return figures


def bytes_figure(name: str, measured: float, reference: float, *, most: float | None) -> Figure:
    value = measured / reference
    return Figure(
        name=name,
        value=value,
        measured=f"{measured / 1000:.0f} kB",
        reference=f"JPEG: {reference / 1000:.0f} kB",
        ratio=f"{value:.0%}",
        asked="" if most is None else f"at most {most:.0%}",
        met=None if most is None else value <= most,
    )


def time_figure(name: str, measured: float, reference: float) -> Figure:
    """Nothing is asked: the worker makes files when no one waits."""
    value = measured / reference
    return Figure(
        name=name,
        value=value,
        measured=f"{measured:.2f} s",
        reference=f"JPEGs alone: {reference:.2f} s",
        ratio=f"× {value:.1f}",
        asked="",
        met=None,
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photographs", type=int, default=4)
    figures = measure(scenes()[: parser.parse_args().photographs])
    print(table(figures, []))
    return 0 if all(figure.met is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
