"""Parts of old Tbilisi: ramparts, balconied houses, sulphur baths, cable car, the town on the slope."""

from __future__ import annotations

from itertools import pairwise

from .build import arches
from .kit import Dice, Pen, Pt, pts


def rampart(p: Pen, spec: str, depth: float, colour: str, tooth: float = 8) -> None:
    """A crenellated wall whose top follows ``spec`` (left to right) and which is ``depth`` high."""
    line = pts(spec)
    p.poly([*line, *((x, y + depth) for x, y in reversed(line))], colour)
    if tooth:
        d = "M" + "L".join(f"{x} {y - tooth * 0.38}" for x, y in line)
        k = p.scale()
        dash = f' stroke-dasharray="{tooth * k:.0f} {tooth * k * 0.8:.0f}"'
        p.stroke(d, colour, round(tooth * 0.8 * k, 1), dash)


def tower(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """A round tower of the fortress, standing on (x, y)."""

    def draw() -> None:
        p.poly(
            "-25,0 -25,-92 -28,-92 -28,-108 -18,-108 -18,-100 -9,-100 -9,-108 9,-108 9,-100 18,-100 "
            "18,-108 "
            "28,-108 28,-92 25,-92 25,0",
            "rock",
        )
        p.poly("6,0 6,-92 9,-108 9,-100 18,-100 18,-108 28,-108 28,-92 25,-92 25,0", "ink/28")
        p.poly("-25,0 -25,-92 -14,-92 -14,0", "sun/45")
        arches(p, [(-6, -72, 8, 18)], "ink/60")

    p.stamp("tower", draw, x, y, w / 50, h / 100)


def narikala(p: Pen) -> None:
    """The fortress along its ridge, 700 wide; origin at the left end of the lower wall."""
    rampart(p, "330,-96 420,-104 520,-130 610,-168 700,-176", 90, "rock")
    rampart(p, "330,-96 420,-104 520,-130 610,-168 700,-176", 20, "sun/30", 0)
    p.poly("520,-130 610,-168 610,-80 520,-50", "ink/18")
    rampart(p, "0,-24 90,-40 170,-66 250,-92 330,-96", 110, "rock")
    p.poly("0,-24 90,-40 170,-66 170,40 0,60", "sun/28")
    p.poly("250,-92 330,-96 330,10 290,20", "ink/22")
    tower(p, 170, 30, 52, 122)
    tower(p, 18, 40, 44, 84)
    tower(p, 334, -10, 58, 128)
    tower(p, 520, -60, 46, 106)
    tower(p, 626, -110, 62, 112)


def house(p: Pen, x: float, y: float, w: float, floors: int, wall: str) -> None:
    """An old-town house with carved wooden balconies; origin at the left foot."""
    k = w / 100
    p.stamp(f"house{floors}", lambda: _house(p, floors), x, y, k, min(k, 1.12), wall)


def _house(p: Pen, floors: int) -> None:
    h = 38.0 * floors
    p.poly(f"0,0 0,{-h} 100,{-h} 100,0", "inherit")
    p.poly(f"78,0 78,{-h} 100,{-h} 100,0", "slate/28")
    p.poly(f"-7,{-h} 9,{-h - 20} 91,{-h - 20} 107,{-h}", "clay")
    p.poly(f"74,{-h} 70,{-h - 20} 91,{-h - 20} 107,{-h}", "ink/24")
    levels = [-38.0 * floor for floor in range(1, floors)]
    p.rects([(0, -h, 100, 5), *((-4, f, 74, 6) for f in levels)], "ink/24")
    arches(p, [(10, -25, 13, 25), (36, -24, 10, 14), (58, -24, 10, 14)], "slate")
    p.rects([(85, f - 26, 7, 17) for f in levels], "slate")
    p.rects([(-6, f - 30, 80, 30) for f in levels], "ink/42")
    for up, width, colour, dash in (
        (18, 16, "sun/70", "0 4 10.5 1"),
        (15.5, 31, "wood", "2.5 13"),
        (5.5, 11, "wood", "2 2.6"),
    ):
        d = "".join(f"M-6 {f - up}L74 {f - up}" for f in levels)
        p.stroke(d, colour, width, f' stroke-dasharray="{dash}"')
    bars = [[(-9.0, f, 86.0, 4.0), (-8.0, f - 12.5, 84.0, 2.6), (-8.0, f - 32, 84.0, 3.0)] for f in levels]
    p.rects([bar for level in bars for bar in level], "wood")


def town(p: Pen, spec: str, seed: int, size: float = 1.0, walls: str = "stone snow sun ridge") -> None:
    """Houses seen from afar along a line: walls by colour, tiled roofs, shade and windows as one path each."""
    line = pts(spec)
    dice = Dice(seed)
    names = walls.split()
    parts: dict[str, list[tuple[float, float, float, float]]] = {}
    roofs: list[list[Pt]] = []
    dark: list[tuple[float, float, float, float]] = []
    panes = ""
    x = line[0][0]
    k = 0
    while x < line[-1][0]:
        a, b = next((a, b) for a, b in pairwise(line) if a[0] <= x <= b[0])
        y = round(a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]) + dice(-6, 6) * size)
        w, h = round(dice(26, 50) * size), round(dice(26, 56) * size)
        r, over = round(dice(8, 13) * size), round(3 * size)
        deep = h + round(100 * size)
        parts.setdefault(names[k % len(names)], []).append((x, y - h, w, deep))
        side = round(w * 0.28)
        dark.append((x + w - side, y - h, side, deep))
        if k % 3 == 1:
            roofs.append([(x - over, y - h), (x + round(w / 2), y - h - r), (x + w + over, y - h)])
        else:
            roofs.append(
                [(x - over, y - h), (x + r, y - h - r), (x + w - r, y - h - r), (x + w + over, y - h)]
            )
        cols = int((w - side - 4 * size) / (10 * size))
        for row in range(int((h - 6 * size) / (15 * size)) if size > 0.65 else 0):
            wide = (cols * 10 - 4) * size
            if cols:
                panes += (
                    f"M{x + 4 * size:.0f} {y - h + (11 + row * 15) * size:.0f}L{x + 4 * size + wide:.0f} "
                )
                panes += f"{y - h + (11 + row * 15) * size:.0f}"
        x += round(w * dice(0.86, 1.02))
        k += 1 + int(dice(0, 2))
    for colour, shapes in parts.items():
        p.rects(shapes, colour)
    p.rects(dark, "slate/28")
    p.add("".join(p.data(s) for s in roofs), "clay")
    if not panes:
        return
    dash = f' stroke-dasharray="{5 * size * p.scale():.1f} {5 * size * p.scale():.1f}"'
    p.stroke(panes, "slate/75", round(7 * size * p.scale(), 1), dash)


def bath(p: Pen, x: float, y: float, r: float) -> None:
    """A brick dome of the sulphur baths with its lantern, on a low drum; origin at the middle of the foot."""

    def draw() -> None:
        p.poly("-112,0 -112,-26 112,-26 112,0", "rock")
        p.poly("50,0 50,-26 112,-26 112,0", "ink/30")
        p.poly("-116,-22 -116,-32 116,-32 116,-22", "stone")
        p.poly("52,-22 52,-32 116,-32 116,-22", "ink/22")
        p.d("M-104 -32C-104 -92 -58 -132 0 -132C58 -132 104 -92 104 -32Z", "clay")
        p.d("M104 -32C104 -92 58 -132 0 -132C40 -116 66 -84 62 -32Z", "ink/30")
        p.d("M-90 -44C-86 -88 -56 -116 -18 -124C-50 -108 -72 -82 -74 -44Z", "sun/55")
        p.stroke("M-101 -56Q0 -40 101 -56M-92 -80Q0 -66 92 -80M-74 -104Q0 -92 74 -104", "ink/16")
        p.poly("-17,-126 -15,-150 15,-150 17,-126", "rock")
        p.poly("5,-127 5,-150 15,-150 17,-126", "ink/35")
        p.d("M-18 -148C-16 -166 16 -166 18 -148Z", "clay")
        arches(p, [(-9, -145, 6, 12), (2, -145, 6, 12)], "ink/70")

    p.stamp("bath", draw, x, y, r / 100)


def tiled_bath(p: Pen, x: float, y: float, k: float) -> None:
    """The bath with the blue tiled front: a tall pointed arch between two slim turrets."""
    with p.at(x, y, k):
        p.poly("-90,0 -90,-100 90,-100 90,0", "water")
        p.poly("54,0 54,-100 90,-100 90,0", "ink/25")
        p.d("M-40 0L-40 -118L40 -118L40 0Z", "water")
        p.rects([(-90, -104, 50, 7), (40, -104, 50, 7), (-44, -124, 88, 8)], "stone")
        p.d("M-28 0L-28 -62C-28 -84 -12 -96 0 -106C12 -96 28 -84 28 -62L28 0Z", "pine/55")
        p.d("M-18 0L-18 -56C-18 -72 -8 -80 0 -88C8 -80 18 -72 18 -56L18 0Z", "ink/60")
        arches(p, [(-78, -74, 24, 52), (54, -74, 24, 52)], "pine/45")
        for side in (-90, 90):
            p.poly(f"{side - 8},0 {side - 8},-128 {side + 8},-128 {side + 8},0", "stone")
            p.poly(f"{side + 2},0 {side + 2},-128 {side + 8},-128 {side + 8},0", "ink/25")
            p.d(
                f"M{side - 11} -126C{side - 10} -142 {side} -146 {side} -152C{side} -146 {side + 10} "
                f"-142 {side + 11} -126Z",
                "water",
            )


def cabin(p: Pen, x: float, y: float, k: float = 1.0) -> None:
    """A cable-car cabin hanging from (x, y)."""

    def draw() -> None:
        p.stroke("M0 0L0 18", "ink", 2.0)
        p.poly("-7,-3 7,-3 7,2 -7,2", "ink")
        p.round_box(-19, 16, 38, 34, 8, "accent")
        p.round_box(-15, 22, 30, 14, 4, "snow")
        p.rects([(-1, 22, 2, 14), (7, 22, 8, 14)], "slate/55")
        p.rects([(-19, 40, 38, 3)], "ink/25")

    p.stamp("cabin", draw, x, y, k)


def cypress(p: Pen, spec: str, h: float) -> None:
    """Slim cypresses at the given feet: one lit path, one shaded."""

    def draw() -> None:
        p.d("M0 0C-20 -20 -6 -80 0 -100L1 0Z", "pine")
        p.d("M0 0C20 -20 6 -80 0 -100Z", "ink")

    for x, y in pts(spec):
        p.stamp("cypress", draw, x, y, h / 100)
