"""The ridge line, drawn once: signature of hero, footer and empty states."""

from __future__ import annotations

from .kit import Pen
from .land import crest
from .palette import ALPS

#: The near line of the signature; the marks of both companies are cut from the same three peaks.
FAR = "0,74 120,52 210,66 360,22 460,54 600,16 700,50 830,32 950,60 1100,20 1220,56 1360,14 1480,52 1600,34"
MIDDLE = "0,104 150,74 270,96 430,60 540,90 700,48 800,84 930,92 1080,56 1210,90 1380,60 1500,88 1600,80"
NEAR = (
    "0,138 140,114 240,128 400,90 500,118 620,104 700,120 860,82 "
    "980,120 1100,108 1240,128 1380,96 1480,116 1600,104"
)


def _ridge(palette: dict[str, str] | None = None) -> Pen:
    p = Pen(1600, 160, "Three mountain ridges, one behind the other", palette)
    for spec, colour, seed, rough in (
        (FAR, "ridge/55", 8, 0.045),
        (MIDDLE, "ridge", 9, 0.04),
    ):
        p.poly([*crest(spec, seed, rough), (1600, 160), (0, 160)], colour)
    p.poly([*crest(NEAR, 4, 0.05), (1600, 160), (0, 160)], "pine")
    return p


PICTURES = {
    "scenes/ridge": _ridge,
    "scenes/ridge-alps": lambda: _ridge(ALPS),
}
