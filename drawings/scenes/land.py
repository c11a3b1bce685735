"""Land and plants: mountains with one lit and one shaded face, forests, single trees, clouds, sun."""

from __future__ import annotations

import math
from itertools import pairwise

from .kit import Dice, Pen, Pt, pts


def broken(a: Pt, b: Pt, dice: Dice, rough: float, depth: int) -> list[Pt]:
    """A rocky line from a to b: halves displaced again and again, the end point left out."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if depth == 0 or length < 9:
        return [a]
    t = dice(0.38, 0.62)
    shift = dice(-1, 1) * length * rough
    m = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + shift)
    return broken(a, m, dice, rough, depth - 1) + broken(m, b, dice, rough, depth - 1)


def crest(spec: str, seed: int, rough: float = 0.1, depth: int = 3) -> list[Pt]:
    """A whole rocky sky line through hand-placed points."""
    line = pts(spec)
    dice = Dice(seed)
    out: list[Pt] = []
    for a, b in pairwise(line):
        out += broken(a, b, dice, rough, depth)
    return [(round(x), round(y)) for x, y in [*out, line[-1]]]


def _between(line: list[Pt], x0: float, x1: float) -> list[Pt]:
    return [p for p in line if x0 <= p[0] <= x1]


def _spine(top: Pt, foot: Pt, dice: Dice, sway: float) -> list[Pt]:
    """The edge between light and shade: it swings as it comes down, wider towards the foot."""
    steps = max(3, int((foot[1] - top[1]) / 34))
    out = [top]
    side = 1.0
    for i in range(1, steps):
        t = i / steps + dice(-0.25, 0.25) / steps
        x = top[0] + (foot[0] - top[0]) * t + side * sway * dice(0.3, 1) * (0.35 + t)
        out.append((round(x), round(top[1] + (foot[1] - top[1]) * t)))
        side = -side
    return [*out, foot]


def mountains(
    p: Pen,
    spec: str,
    base: float,
    colours: tuple[str, str],
    seed: int,
    snow: tuple[str, float] | None = None,
    rough: float = 0.1,
    depth: int = 3,
    sway: float = 14,
    spurs: bool = True,
) -> None:
    """A range: peaks and saddles hand-placed in ``spec``, filled to ``base``; colours are (lit, shade tint).

    ``snow`` is (colour, how far the caps reach down as a part of the peak's height over its saddles).
    """
    line = crest(spec, seed, rough, depth)
    marks = pts(spec)
    dice = Dice(seed + 7)
    p.poly([*line, (marks[-1][0], base), (marks[0][0], base)], colours[0])
    shade = glint = caps = ""
    for i, top in enumerate(marks):
        left = marks[i - 1] if i else None
        right = marks[i + 1] if i + 1 < len(marks) else None
        if (left and left[1] < top[1]) or (right and right[1] < top[1]):
            continue
        if right is None:
            continue
        drop = right[1] - top[1]
        foot = (round(top[0] + (right[0] - top[0]) * dice(-0.1, 0.35)), base)
        spine = _spine(top, foot, dice, sway)
        gully = _spine(
            right, (round(right[0] + max(drop * 0.3, (base - right[1]) * 0.3)), base), dice, sway * 0.7
        )[1:]
        face = _between(line, top[0], right[0])
        if snow and left:
            caps += _cap(p, line, top, (left, right), snow[1], dice)
        shade += p.data([*face, *gully, *reversed(spine[1:])])
        if spurs and left and top[0] - left[0] > 40:
            shade += _spurs(p, (left, top), base, dice)
    if snow and caps:
        p.add(caps, snow[0])
    p.add(shade + glint, colours[1])


def _spurs(p: Pen, side: tuple[Pt, Pt], base: float, dice: Dice) -> str:
    """Small shaded ribs on the lit face."""
    (lx, ly), (tx, ty) = side
    out = ""
    for t in (0.3, 0.62):
        x = lx + (tx - lx) * (t + dice(-0.08, 0.08))
        y = ly + (ty - ly) * t + (base - ty) * dice(0.1, 0.2)
        length = (base - y) * dice(0.3, 0.55)
        w = length * dice(0.14, 0.24)
        lean = dice(-0.25, 0.05) * length
        a = (round(x), round(y))
        b = (round(x + w * 0.9 + lean * 0.4), round(y + length * 0.45))
        c = (round(x + w * 1.1 + lean), round(y + length))
        d = (round(x + lean * 0.8 - w * 0.1), round(y + length * 0.72))
        e = (round(x + lean * 0.4 + w * 0.25), round(y + length * 0.4))
        out += p.data([a, b, c, d, e])
    return out


def _cap(p: Pen, line: list[Pt], top: Pt, sides: tuple[Pt, Pt], reach: float, dice: Dice) -> str:
    """Snow from the summit down: fingers in the gullies."""
    limits = [top[0] + (end[0] - top[0]) * reach for end in sides]
    edge = _between(line, limits[0], limits[1])
    if len(edge) < 3:
        return ""
    first, last = edge[0], edge[-1]
    n = max(4, int((last[0] - first[0]) / 22))
    fringe: list[Pt] = []
    for i in range(1, n):
        t = i / n
        x = last[0] + (first[0] - last[0]) * t
        y = last[1] + (first[1] - last[1]) * t
        long = (last[1] + first[1]) / 2 - top[1]
        y += long * (dice(0.45, 0.85) if i % 2 else dice(-0.1, 0.2))
        fringe.append((round(x), round(y)))
    return p.data([*edge, *fringe])


def forest(p: Pen, spec: str, base: float, colour: str, size: float, seed: int) -> None:
    """A wood seen from afar: conifer tips along a line; ``base`` is how far the wood reaches down the slope."""
    line = pts(spec)
    dice = Dice(seed)
    out: list[Pt] = []
    x = line[0][0]
    i = 0
    span = line[-1][0] - line[0][0]
    while x < line[-1][0]:
        while i + 2 < len(line) and x > line[i + 1][0]:
            i += 1
        a, b = line[i], line[i + 1]
        y = a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
        ends = min((x - line[0][0]) / span, (line[-1][0] - x) / span, 0.12) / 0.12
        h = size * dice(0.55, 1.15) * (0.35 + 0.65 * ends)
        w = h * 0.42
        out += [(round(x), round(y)), (round(x + w / 2), round(y - h))]
        x += w * dice(0.75, 1.15)
    foot = [(a, b + (base if 0 < j < len(line) - 1 else 0)) for j, (a, b) in enumerate(line)]
    p.poly([*out, *foot[::-1]], colour)


def fir(p: Pen, x: float, y: float, h: float) -> None:
    """One conifer: four skirts, the right half in shade."""

    def draw() -> None:
        left: list[Pt] = []
        for i in range(4):
            reach = 20 * (0.42 + 0.58 * (i + 1) / 4)
            if i:
                left.append((-reach * 0.36, -97 + 22.0 * i))
            left.append((-reach, -75 + 22.0 * i))
        half = [(0.0, -100.0), *left, (-2.2, -9.0), (-2.2, 0.0)]
        right = [(-a, b) for a, b in reversed(half[1:])]
        p.poly([*half, *right], "pine")
        inner = [
            (0.0, -100.0),
            (-1.2, -75.0),
            (2.0, -80.0),
            (-1.2, -53.0),
            (2.0, -58.0),
            (-1.2, -31.0),
            (2.0, -36.0),
        ]
        p.poly([*inner, (0.0, -9.0), (0.0, 0.0), *right], "ink/45")

    p.stamp("fir", draw, x, y, h / 100)


def crown(p: Pen, x: float, y: float, w: float, h: float, seed: int, lit: str, shade: str) -> None:
    """A leafy crown standing on (x, y): shade below right, the lit mass upper left of it."""
    dice = Dice(seed)
    ring: list[Pt] = []
    n = 8
    for i in range(n):
        a = math.tau * i / n + dice(-0.15, 0.15)
        r = dice(0.9, 1.08)
        flat = 0.74 if math.sin(a) > 0.2 else 1.0
        ring.append((x + math.cos(a) * w / 2 * r, y - h / 2 + math.sin(a) * h / 2 * r * flat))
    p.add(p.smooth(ring, closed=True), shade)
    inner = [(x - w * 0.08 + (a - x) * 0.82, y - h * 0.58 + (b - y + h / 2) * 0.8) for a, b in ring]
    p.add(p.smooth(inner, closed=True), lit)


def sun(p: Pen, x: float, y: float, r: float) -> None:
    """The low morning sun with two rings of glow."""
    p.disc(x, y, r * 3.2, "snow/22")
    p.disc(x, y, r * 1.9, "snow/40")
    p.disc(x, y, r, "snow")


def sky(p: Pen, low: float) -> None:
    """Morning sky down to ``low``: cool above, warm at the horizon."""
    p.veil(0, low, p.fade("0:sky 50:snow 100:sun"))


def cloud(p: Pen, x: float, y: float, w: float, colour: str = "snow/70") -> None:
    """A long flat-bottomed morning cloud."""
    with p.at(x, y, w / 200):
        p.d(
            "M0 0C4 -12 22 -14 32 -10C38 -26 66 -30 78 -16C88 -24 108 -22 114 -10"
            "C130 -16 150 -12 154 -4C170 -8 192 -6 200 0C150 4 50 4 0 0Z",
            colour,
        )


def birds(p: Pen, spec: str, size: float = 9, colour: str = "slate/70") -> None:
    """A few birds as two short strokes each."""
    d = ""
    for x, y in pts(spec):
        d += f"M{x - size} {y - size * 0.35}Q{x - size * 0.4} {y - size * 0.5} {x} {y}"
        d += f"Q{x + size * 0.4} {y - size * 0.5} {x + size} {y - size * 0.35}"
    p.stroke(d, colour)


def road(p: Pen, spec: str, colour: str, grow: float = 0.0) -> str:
    """A road through "x,y,width" points, foreshortened; returns its outline. ``grow`` widens it (shoulders)."""
    marks: list[tuple[float, float, float]] = []
    for item in spec.split():
        a, b, c = (float(v) for v in item.split(","))
        marks.append((a, b, c * (1 + grow)))
    left: list[Pt] = []
    right: list[Pt] = []
    for i, (x, y, w) in enumerate(marks):
        before, after = marks[max(i - 1, 0)], marks[min(i + 1, len(marks) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / length * w / 2, dx / length * w / 2 * 0.45
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    outline = p.between(left, right)
    p.add(outline, colour)
    return outline


def tufts(p: Pen, spec: str, colour: str, size: float, seed: int) -> None:
    """Grass in the foreground: a few blades at each place, one path."""
    dice = Dice(seed)
    out = ""
    for x, y in pts(spec):
        for i in range(4):
            lean = (i - 1.5) * size * 0.3 + dice(-2, 2)
            h = size * dice(0.7, 1.2)
            foot = x + (i - 1.5) * size * 0.16
            out += p.data([(foot - size * 0.06, y), (foot + lean, y - h), (foot + size * 0.06, y)])
    p.add(out, colour)
