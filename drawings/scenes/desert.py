"""Semi-desert: badlands, canyon walls, wild pistachio trees, dry grass, an eagle."""

from __future__ import annotations

from itertools import pairwise

from .kit import Dice, Pen, Pt, pts
from .land import crest


def height_at(line: list[Pt], x: float) -> float:
    """The height of a line at x."""
    for (ax, ay), (bx, by) in pairwise(line):
        if ax <= x <= bx and bx > ax:
            return ay + (by - ay) * (x - ax) / (bx - ax)
    return line[-1][1] if x > line[-1][0] else line[0][1]


def badlands(p: Pen, spec: str, base: float, seed: int, lit: str = "stone", size: float = 1.0) -> None:
    """Bare eroded hills: a soft crest, banded clay, and a gully beside every rib, its right side in shade."""
    line = crest(spec, seed, 0.06, 2)
    dice = Dice(seed + 3)
    outline = p.data([*line, (line[-1][0], base), (line[0][0], base)])
    p.add(outline, lit)
    with p.within(outline):
        bands = ""
        top = min(y for _, y in line)
        level = top + 16 * size
        while level < base:
            thick = dice(4, 15) * size
            steps = 9
            span = line[-1][0] - line[0][0]
            edge = [(line[0][0] + span * i / steps, level + dice(-5, 5) * size) for i in range(steps + 1)]
            bands += p.data([*edge, *((x, y + thick * dice(0.7, 1.2)) for x, y in reversed(edge))])
            level += thick + dice(16, 40) * size
        p.add(bands, "clay/32")
        ribs = ""
        glow = ""
        x = line[0][0]
        while x < line[-1][0]:
            y = height_at(line, x)
            fall = base - y
            w = dice(13, 26) * size
            lean = dice(-0.12, 0.22) * fall
            mid = dice(0.35, 0.6)
            start = fall * dice(0.0, 0.22)
            ribs += p.data(
                [
                    (x, y + start),
                    (x + w * 0.75 + lean * mid, y + fall * mid),
                    (x + w * 1.2 + lean, base),
                    (x + lean - w * 0.3, base),
                    (x + lean * mid - w * 0.1, y + fall * mid),
                ]
            )
            if dice(0, 1) > 0.45:
                glow += p.data(
                    [
                        (x, y + start),
                        (x + lean * mid - w * 0.1, y + fall * mid),
                        (x + lean * mid - w * 0.55, y + fall * (mid + 0.2)),
                    ]
                )
            x += w * dice(1.5, 2.5)
        p.add(ribs, "wood/46")
        p.add(glow, "snow/40")


def cliff(p: Pen, top: str, foot: str, seed: int, lit: str = "rock", size: float = 1.0) -> None:
    """A rock wall between two lines: upright pillars lit from the left, ledges across."""
    head, base = crest(top, seed, 0.07, 3), pts(foot)
    dice = Dice(seed + 5)
    outline = p.data([*head, *reversed(base)])
    p.add(outline, lit)
    left, right = head[0][0], head[-1][0]
    shade = glow = ""
    ledges = ""
    x = left
    with p.within(outline):
        while x < right:
            w = dice(34, 74) * size
            a, b = height_at(head, x + w), height_at(base, x + w)
            edge = x + w * dice(0.45, 0.65)
            steps = 5
            jag = [(edge + dice(-0.14, 0.14) * w, a - 8 + (b - a + 8) * i / steps) for i in range(steps + 1)]
            back = [(x + w + dice(-3, 6) * size, y) for _, y in reversed(jag)]
            shade += p.data([*jag, *back])
            if dice(0, 1) > 0.35:
                t = dice(0.15, 0.5)
                y0, y1 = a + (b - a) * t, a + (b - a) * (t + dice(0.2, 0.4))
                glow += p.data(
                    [(x + w * 0.05, y0 - 6), (x + w * 0.3, y0), (x + w * 0.24, y1), (x + w * 0.02, y1 - 14)]
                )
            for t in (0.22, 0.4, 0.66, 0.84):
                if dice(0, 1) > 0.4:
                    y = a + (b - a) * (t + dice(-0.03, 0.03))
                    ledges += f"M{x + w * dice(0, 0.2):.0f} {y:.0f}L{x + w * dice(0.6, 1):.0f} {y + dice(-3, 3):.0f}"
            x += w
        bands = ""
        for t in (0.12, 0.3, 0.55):
            row = [(px, py + (height_at(base, px) - py) * t) for px, py in head[::3]]
            bands += p.data([*row, *((px, py + 9 * size) for px, py in reversed(row))])
        p.add(bands, "clay/45")
        p.add(shade, "wood/62")
        p.add(glow, "sun/55")
        p.stroke(ledges, "ink/22")


def pistachio(p: Pen, x: float, y: float, k: float) -> None:
    """A wild pistachio tree: short twisted trunk, wide low crown; 150 wide and 120 high at k = 1."""

    def draw() -> None:
        p.d("M-14 0L96 0L60 9L-6 8Z", "ink/16")
        p.d(
            "M-19 6Q-7 0 -7 -16C-7 -30 -6 -36 -10 -46L-38 -66L-30 -74L0 -54L26 -80L34 -74L12 -44C8 "
            "-34 8 -24 9 -14Q10 0 22 6L6 3L0 7L-6 3Z",
            "wood",
        )
        p.d("M0 7Q2 -20 4 -42L28 -78L34 -74L12 -44C8 -34 8 -24 9 -14Q10 0 22 6L6 3Z", "ink/30")
        p.d(
            "M-78 -60C-82 -78 -66 -90 -52 -90C-46 -108 -22 -118 -4 -112C8 -124 36 -120 44 -106"
            "C62 -106 80 -92 76 -76C82 -64 72 -54 58 -56C46 -46 26 -52 14 -58C0 -48 -22 -48 -34 -56"
            "C-48 -46 -72 -48 -78 -60Z",
            "moss",
        )
        p.d(
            "M-74 -66C-76 -80 -62 -88 -50 -88C-44 -104 -22 -114 -4 -109C6 -118 26 -116 34 -106C50 "
            "-100 40 -90 26 -92"
            "C20 -80 2 -80 -6 -86C-16 -74 -34 -76 -40 -82C-48 -68 -66 -62 -74 -66Z",
            "grass",
        )
        p.d("M-58 -84C-50 -100 -28 -110 -10 -107C-22 -102 -34 -98 -38 -90C-46 -90 -52 -88 -58 -84Z", "sun/45")

    p.stamp("pistachio", draw, x, y, k)


def shrubs(p: Pen, spec: str, size: float, seed: int, colour: str = "moss") -> None:
    """Low round bushes of the steppe with their shade, one path each."""
    dice = Dice(seed)
    mass = lit = ""
    for x, y in pts(spec):
        w = size * dice(0.7, 1.3)
        h = w * dice(0.45, 0.6)
        mass += p.raw(
            f"M{x - w} {y}Q{x - w} {y - h} {x - w * 0.4} {y - h}Q{x} {y - h * 1.5} {x + w * 0.45} {y - h}"
            f"Q{x + w} {y - h} {x + w} {y}Z"
        )
        lit += p.raw(
            f"M{x - w * 0.9} {y - h * 0.3}Q{x - w * 0.9} {y - h * 0.95} {x - w * 0.35} {y - h * 0.95}"
            f"Q{x} {y - h * 1.35} {x + w * 0.3} {y - h}Q{x - w * 0.2} {y - h * 0.5} {x - w * 0.9} "
            f"{y - h * 0.3}Z"
        )
    p.add(mass, colour)
    p.add(lit, "grass")


def eagle(p: Pen, x: float, y: float, k: float) -> None:
    """An eagle soaring with fingered wings; 200 wide at k = 1."""
    with p.at(x, y, k):
        p.d(
            "M0 -10C8 -14 16 -16 30 -20C52 -28 76 -30 100 -20L92 -16L101 -10L89 -9L95 -2L82 -3L86 5L72 2"
            "C50 2 32 8 18 10L26 26L10 22L0 28L-10 22L-26 26L-18 10C-32 8 -50 2 -72 2L-86 5L-82 -3"
            "L-95 -2L-89 -9"
            "L-101 -10L-92 -16L-100 -20C-76 -30 -52 -28 -30 -20C-16 -16 -8 -14 0 -10Z",
            "wood",
        )
        p.d(
            "M0 -10C8 -14 16 -16 30 -20C52 -28 76 -30 100 -20L92 -16C70 -20 44 -14 18 -2L18 10L26 26"
            "L10 22L0 28Z",
            "ink/35",
        )
        p.d("M-6 -10C-7 -20 -5 -27 0 -31C5 -27 7 -20 6 -10Z", "wood")
        p.d("M1 -10C2 -20 2 -27 0 -31C5 -27 7 -20 6 -10Z", "ink/35")
