"""Pictures for the documents: the car with its damages, and a signature. They take processor time."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyvips

from abano.handover.rules import Body

# The console has the same files (frontend/src/features/console/shared/car-plan*.svg); a test compares them.
PLANS: dict[Body, Path] = {
    "sedan": Path(__file__).with_name("car_plan.svg"),
    "suv": Path(__file__).with_name("car_plan_suv.svg"),
}
WIDTH, HEIGHT = 1000, 700
SIGNATURE_WIDTH, SIGNATURE_HEIGHT = 1000, 400
NEW, OLD = "#c2410c", "#64748b"


class Mark(NamedTuple):
    """A damage on the drawing; ``x`` and ``y`` in thousandths. ``is_new``: found now."""

    number: int
    x: int
    y: int
    is_new: bool


def car_with(marks: Sequence[Mark], body: Body) -> bytes:
    """A PNG of the car with numbered marks."""
    circles = "".join(
        f'<g transform="translate({mark.x * WIDTH // 1000} {mark.y * HEIGHT // 1000})">'
        f'<circle r="19" style="fill:{NEW if mark.is_new else OLD};stroke:#fff;stroke-width:4"/>'
        f'<text y="8" text-anchor="middle" style="font:700 22px sans-serif;fill:#fff">{mark.number}</text></g>'
        for mark in marks
    )
    return _png(_plan(body).replace("</svg>", f"{circles}</svg>"), 1.4)


def signature_of(strokes: Sequence[Sequence[Sequence[int]]]) -> bytes | None:
    """A PNG of the strokes, None without any."""
    drawn = [stroke for stroke in strokes if stroke]
    if not drawn:
        return None
    lines = "".join(
        '<polyline points="{}"/>'.format(
            " ".join(
                f"{x * SIGNATURE_WIDTH // 1000},{y * SIGNATURE_HEIGHT // 1000}"
                # A dot is a line of no length.
                for x, y in (stroke if len(stroke) > 1 else [*stroke, *stroke])
            )
        )
        for stroke in drawn
    )
    return _png(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIGNATURE_WIDTH} {SIGNATURE_HEIGHT}"'
        f' width="{SIGNATURE_WIDTH}" height="{SIGNATURE_HEIGHT}" fill="none" stroke="#111827" stroke-width="7"'
        f' stroke-linecap="round" stroke-linejoin="round">{lines}</svg>',
        0.8,
    )


@cache
def _plan(body: Body) -> str:
    return PLANS[body].read_text(encoding="utf-8")


def _png(svg: str, scale: float) -> bytes:
    image = pyvips.Image.svgload_buffer(svg.encode(), scale=scale).flatten(background=255)
    content: bytes = image.pngsave_buffer(palette=True, Q=90, keep="none")
    return content
