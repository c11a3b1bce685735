"""The drawing kit: hand-placed points in, compact SVG out.

Cars are placed in centimetres with x counted from the nose (side views) or from the centre line (front
and rear views) and y counted up from the ground, so every number can be checked against a data sheet.
Scenes are placed in canvas pixels with y counted down, as SVG does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

WIDTH, HEIGHT = 960, 600

#: One line weight (px) for every shut line, crease and rim, so that one hand seems to have drawn all cars.
LINE = 1.6

#: The shared palette; a drawing overrides body, shade and light. The server swaps tenant colours in here.
PALETTE: dict[str, str] = {
    "ink": "#14302b",
    "pine": "#1d4a40",
    "slate": "#3b4a54",
    "stone": "#e9e1d5",
    "snow": "#fbfaf7",
    "accent": "#d9541e",
    "sky": "#dbe7ea",
    "ridge": "#b9c9c6",
    "body": "#8a9aa0",
    "shade": "#6b7b82",
    "light": "#b4c0c4",
    "glass": "#35484f",
    "well": "#171d1f",
    "tyre": "#2a3134",
    "metal": "#c6cbc9",
    "tail": "#b23a2b",
    "wood": "#7d5a41",
}

Point = tuple[float, float, float]


def _num(value: float) -> str:
    """One decimal is a tenth of a pixel: enough for the eye, short for the wire."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points(spec: str) -> list[Point]:
    """Read "x,y x,y,r ..." where r is how far before and after the corner its rounding starts."""
    out: list[Point] = []
    for item in spec.split():
        part = [float(p) for p in item.split(",")]
        out.append((part[0], part[1], part[2] if len(part) > 2 else 0.0))
    return out


def _towards(a: Point, b: Point, reach: float) -> tuple[float, float]:
    """The point ``reach`` from a on the way to b, never past the middle, so neighbours do not overlap."""
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    t = min(reach / length, 0.5)
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def path(pts: list[Point], closed: bool = True) -> str:
    """SVG path data of a polygon (or open line) with quadratic roundings at the corners that ask for one."""
    steps: list[str] = []
    n = len(pts)
    for i, p in enumerate(pts):
        word = "M" if not steps else "L"
        inner = closed or 0 < i < n - 1
        if p[2] > 0 and inner:
            x1, y1 = _towards(p, pts[i - 1], p[2])
            x2, y2 = _towards(p, pts[(i + 1) % n], p[2])
            steps.append(f"{word}{_num(x1)} {_num(y1)}Q{_num(p[0])} {_num(p[1])} {_num(x2)} {_num(y2)}")
        else:
            steps.append(f"{word}{_num(p[0])} {_num(p[1])}")
    return "".join(steps).replace(" -", "-") + ("Z" if closed else "")


def paint(colour: str, kind: str = "fill") -> str:
    """Turn "ink" or "ink/25" (per cent) into paint attributes that name a palette property."""
    if colour == "none":
        return f'{kind}="none"'
    name, _, part = colour.partition("/")
    if name not in PALETTE:
        raise ValueError(f"{name} is not in the palette")
    opacity = f' {kind}-opacity="{float(part) / 100:g}"' if part else ""
    return f'{kind}="var(--{name})"{opacity}'


class Pen:
    """Collects SVG elements; maps its own units to canvas pixels."""

    def __init__(self, scale: float = 1.0, x0: float = 0.0, y0: float = 0.0, up: bool = False) -> None:
        """``scale`` is px per unit, (x0, y0) the canvas point of the origin, ``up`` turns y upwards."""
        self.scale, self.x0, self.y0 = scale, x0, y0
        self.sign = -1.0 if up else 1.0
        self.out: list[str] = []
        self._clips = 0

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Canvas pixel of a point."""
        return self.x0 + x * self.scale, self.y0 + self.sign * y * self.scale

    def data(self, spec: str, closed: bool = True, flip: bool = False) -> str:
        """Path data of a spec, mirrored about x = 0 when ``flip``."""
        pts: list[Point] = []
        for x, y, r in points(spec):
            px, py = self.at(-x if flip else x, y)
            pts.append((px, py, r * self.scale))
        return path(pts, closed)

    def shape(self, spec: str, colour: str) -> None:
        """A flat filled polygon."""
        self.out.append(f'<path d="{self.data(spec)}" {paint(colour)}/>')

    def both(self, spec: str, colour: str) -> None:
        """A polygon and its mirror image, for front and rear views."""
        self.out.append(f'<path d="{self.data(spec)}{self.data(spec, flip=True)}" {paint(colour)}/>')

    def whole(self, spec: str) -> str:
        """Complete a right half, listed from top centre to bottom centre, to a symmetrical spec."""
        items = spec.split()
        left = []
        for item in reversed(items):
            x, _, rest = item.partition(",")
            if float(x) > 0:
                left.append(f"{-float(x):g},{rest}")
        return " ".join(items + left)

    def sym(self, spec: str, colour: str) -> None:
        """A symmetrical polygon given by its right half."""
        self.shape(self.whole(spec), colour)

    def line(self, spec: str, colour: str = "ink/55", width: float = LINE, both: bool = False) -> None:
        """An open stroked line; ``width`` in canvas pixels."""
        data = self.data(spec, closed=False) + (self.data(spec, closed=False, flip=True) if both else "")
        self.out.append(
            f'<path d="{data}" fill="none" {paint(colour, "stroke")} stroke-width="{width:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def disc(self, x: float, y: float, r: float, colour: str, ry: float | None = None) -> None:
        """A circle, or an ellipse when ``ry`` is given."""
        cx, cy = self.at(x, y)
        place = f'cx="{_num(cx)}" cy="{_num(cy)}"'
        if ry is None:
            self.out.append(f'<circle {place} r="{_num(r * self.scale)}" {paint(colour)}/>')
        else:
            radii = f'rx="{_num(r * self.scale)}" ry="{_num(ry * self.scale)}"'
            self.out.append(f"<ellipse {place} {radii} {paint(colour)}/>")

    def discs(self, x: float, y: float, r: float, colour: str, ry: float | None = None) -> None:
        """A circle left and right of the centre line."""
        self.disc(x, y, r, colour, ry)
        self.disc(-x, y, r, colour, ry)

    def ring(self, x: float, y: float, r: float, colour: str, width: float) -> None:
        """A stroked circle; ``width`` in canvas pixels."""
        cx, cy = self.at(x, y)
        self.out.append(
            f'<circle cx="{_num(cx)}" cy="{_num(cy)}" r="{_num(r * self.scale)}" fill="none" '
            f'{paint(colour, "stroke")} stroke-width="{width:g}"/>'
        )

    def arch(self, x: float, y: float, r: float, base: float, colour: str) -> None:
        """A round wheel arch: the part above height ``base`` of a circle at (x, y)."""
        half = math.sqrt(r * r - (y - base) ** 2)
        x1, y1 = self.at(x - half, base)
        x2, _ = self.at(x + half, base)
        radius = _num(r * self.scale)
        data = f"M{_num(x1)} {_num(y1)}A{radius} {radius} 0 1 1 {_num(x2)} {_num(y1)}Z"
        self.out.append(f'<path d="{data}" {paint(colour)}/>')

    @contextmanager
    def within(self, spec: str, colour: str | None = None) -> Iterator[None]:
        """Fill a polygon and keep all that is drawn inside the block within its edge."""
        self._clips += 1
        name = f"c{self._clips}"
        if colour is not None:
            self.shape(spec, colour)
        self.out.append(f'<clipPath id="{name}"><path d="{self.data(spec)}"/></clipPath>')
        self.out.append(f'<g clip-path="url(#{name})">')
        yield
        self.out.append("</g>")

    def add(self, other: Pen) -> None:
        """Put another pen's elements on top."""
        self.out.extend(other.out)


def document(title: str, elements: list[str], colours: dict[str, str]) -> str:
    """The finished file: one style line of palette properties, then the drawing, one element a line."""
    body = "\n".join(elements)
    used = {k: v for k, v in {**PALETTE, **colours}.items() if f"var(--{k})" in body}
    style = ";".join(f"--{k}:{v}" for k, v in used.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n<title>{title}</title>\n'
        f"<style>:root{{{style}}}</style>\n{body}\n</svg>\n"
    )
