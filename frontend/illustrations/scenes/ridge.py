"""The ridge line, drawn once: signature of hero, footer and empty states."""

from __future__ import annotations

from .kit import Pen
from .land import crest
from .palette import ALPS

#: The near line of the signature; the marks of both companies are cut from the same three peaks.
FAR = "0,96 120,70 220,84 360,44 470,72 600,30 720,66 830,48 960,78 1100,40 1230,72 1360,36 1480,70 1600,52"
MIDDLE = "0,118 150,96 300,112 430,84 560,106 700,74 800,98 930,104 1080,82 1220,106 1380,86 1600,108"
NEAR = "0,140 220,124 420,138 640,112 860,134 1080,124 1300,138 1600,122"


def _ridge(palette: dict[str, str] | None = None) -> Pen:
    p = Pen(1600, 160, "Three mountain ridges, one behind the other", palette)
    for spec, colour, seed, rough in (
        (FAR, "ridge/55", 5, 0.09),
        (MIDDLE, "ridge", 9, 0.07),
    ):
        p.poly([*crest(spec, seed, rough), (1600, 160), (0, 160)], colour)
    p.poly([*crest(NEAR, 4, 0.05), (1600, 160), (0, 160)], "pine")
    return p


PICTURES = {
    "scenes/ridge": _ridge,
    "scenes/ridge-alps": lambda: _ridge(ALPS),
}
