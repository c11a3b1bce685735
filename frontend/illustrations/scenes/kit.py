"""The drawing kit of the scenes: canvas pixels in (y down, as SVG does), compact SVG out.

Depth is painted as the air does it: a layer is laid down opaque, then a veil of sky goes over all there is.
Every colour is a palette name ("pine") or a tint of one in per cent ("pine/40"); light is upper left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

#: One line weight (px) for every detail line, so that one hand seems to have drawn everything.
LINE = 2.0

GEORGIA: dict[str, str] = {
    "ink": "#14302b",
    "pine": "#1d4a40",
    "slate": "#3b4a54",
    "stone": "#e9e1d5",
    "snow": "#fbfaf7",
    "accent": "#d9541e",
    "sky": "#dbe7ea",
    "ridge": "#b9c9c6",
    "sun": "#f6d3a4",
    "rock": "#b59a7d",
    "clay": "#b9694a",
    "wood": "#7d5a41",
    "grass": "#8f9c66",
    "water": "#8db1b3",
}

#: The alpine tenant: glacier blue, graphite and white with a raspberry accent under the same names.
ALPS: dict[str, str] = {
    "ink": "#18222c",
    "pine": "#274a63",
    "slate": "#46525d",
    "stone": "#e3e8ec",
    "snow": "#ffffff",
    "accent": "#c2204f",
    "sky": "#d8e9f4",
    "ridge": "#a9c5d8",
    "sun": "#f7dcc4",
    "rock": "#98a3ac",
    "clay": "#a2594f",
    "wood": "#7a5c48",
    "grass": "#87a37c",
    "water": "#7fb0c6",
}

Pt = tuple[float, float]
_PAIR = re.compile(r"(-?\d+\.?\d*)[ ,]+(-?\d+\.?\d*)|(-?\d+\.?\d*)(-\d+\.?\d*)")


def num(value: float) -> str:
    """One decimal is a tenth of a pixel: enough for the eye, short for the wire."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pts(spec: str) -> list[Pt]:
    """Read "x,y x,y ..."."""
    out: list[Pt] = []
    for item in spec.split():
        x, y = item.split(",")
        out.append((float(x), float(y)))
    return out


def paint(colour: str, kind: str = "fill") -> str:
    """Turn "ink", "ink/25" (per cent) or "@fade" (a gradient) into paint attributes."""
    if colour == "none":
        return f'{kind}="none"'
    if colour.startswith("@"):
        return f'{kind}="url(#{colour[1:]})"'
    name, _, part = colour.partition("/")
    share = f"{float(part) / 100:g}" if part else ""
    opacity = f' {kind}-opacity="{share.removeprefix("0") or "0"}"' if part else ""
    return f'{kind}="var(--{name})"{opacity}'


class Dice:
    """Small repeatable chance, so that a drawing comes out the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2654435761 + 12345) % 2**32

    def __call__(self, low: float, high: float) -> float:
        """A number between low and high."""
        for _ in range(2):
            self.state = (self.state * 1664525 + 1013904223) % 2**32
        return low + (high - low) * (self.state >> 8) / 2**24


class Pen:
    """Collects SVG elements of one picture; ``at`` moves and scales what is drawn inside the block."""

    def __init__(self, width: int, height: int, title: str, palette: dict[str, str] | None = None) -> None:
        self.width, self.height, self.title = width, height, title
        self.palette = dict(palette or GEORGIA)
        self.out: list[str] = []
        self._frame = (0.0, 0.0, 1.0, 1.0)
        self._ids = 0

    @contextmanager
    def at(self, x: float, y: float, k: float = 1.0, mirror: bool = False) -> Iterator[None]:
        """Draw with the origin at (x, y) and everything ``k`` times as large, mirrored when asked."""
        before = self._frame
        ox, oy = self.to(x, y)
        self._frame = (ox, oy, before[2] * (-k if mirror else k), before[3] * k)
        yield
        self._frame = before

    def to(self, x: float, y: float) -> Pt:
        """Canvas pixel of a point."""
        ox, oy, kx, ky = self._frame
        return ox + x * kx, oy + y * ky

    def data(self, points: Iterable[Pt], closed: bool = True) -> str:
        """Polygon path data, relative steps because they are short."""
        out = ""
        last = (0.0, 0.0)
        for p in points:
            q = self.to(*p)
            x, y = round(q[0], 1), round(q[1], 1)
            first, second = num(x - last[0]), num(y - last[1])
            word = "M" if not out else "l"
            out += f"{word}{first}{'' if second.startswith('-') else ' '}{second}"
            last = (x, y)
        return out + ("z" if closed else "")

    def raw(self, d: str) -> str:
        """Absolute path data (M L C Q S T Z, coordinate pairs only) moved into place."""

        def moved(m: re.Match[str]) -> str:
            x, y = self.to(float(m[1] or m[3]), float(m[2] or m[4]))
            second = num(y)
            return f"{num(x)}{'' if second.startswith('-') else ' '}{second}"

        return re.sub(r"([A-Z]) ", r"\1", _PAIR.sub(moved, d))

    def smooth(self, points: list[Pt], closed: bool = False, join: bool = False) -> str:
        """A soft curve through every point (Catmull-Rom); ``join`` leaves out the opening move."""
        n = len(points)
        out = "" if join else "M{} {}".format(*map(num, self.to(*points[0])))
        for i in range(n if closed else n - 1):
            a = points[i - 1] if closed or i else points[0]
            b, c = points[i], points[(i + 1) % n]
            d = points[(i + 2) % n] if closed or i + 2 < n else points[-1]
            ctrl = [
                (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6),
                (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6),
                c,
            ]
            out += "C" + " ".join("{} {}".format(*map(num, self.to(*p))) for p in ctrl)
        return out.replace(" -", "-") + ("Z" if closed else "")

    def add(self, d: str, colour: str, extra: str = "") -> None:
        """A filled path of ready data."""
        self.out.append(f'<path d="{d}" {paint(colour)}{extra}/>')

    def poly(self, spec: str | list[Pt], colour: str) -> None:
        """A flat polygon."""
        self.add(self.data(pts(spec) if isinstance(spec, str) else spec), colour)

    def d(self, d: str, colour: str) -> None:
        """A flat shape of absolute path data."""
        self.add(self.raw(d), colour)

    def blob(self, spec: str, colour: str) -> None:
        """A closed soft shape through the points."""
        self.add(self.smooth(pts(spec), closed=True), colour)

    def hill(self, spec: str, colour: str, base: float | None = None) -> None:
        """Land under a soft line, filled down to ``base`` (or the bottom of the canvas)."""
        line = pts(spec)
        foot = self.height if base is None else base
        ends = "L{} {}L{} {}Z".format(*(num(v) for x in (line[-1][0], line[0][0]) for v in self.to(x, foot)))
        self.add(self.smooth(line) + ends, colour)

    def stroke(self, d: str, colour: str = "ink/60", width: float = LINE, extra: str = "") -> None:
        """An open line of absolute path data; ``width`` in canvas pixels."""
        self.out.append(
            f'<path d="{self.raw(d)}" fill="none" {paint(colour, "stroke")} stroke-width="{width:g}" '
            f'stroke-linecap="round" stroke-linejoin="round"{extra}/>'
        )

    def disc(self, x: float, y: float, r: float, colour: str, ry: float | None = None) -> None:
        """A circle, or an ellipse when ``ry`` is given."""
        cx, cy = self.to(x, y)
        k = self._frame[3]
        place = f'cx="{num(cx)}" cy="{num(cy)}"'
        if ry is None:
            self.out.append(f'<circle {place} r="{num(r * k)}" {paint(colour)}/>')
        else:
            self.out.append(f'<ellipse {place} rx="{num(r * k)}" ry="{num(ry * k)}" {paint(colour)}/>')

    def rects(self, boxes: Iterable[tuple[float, float, float, float]], colour: str) -> None:
        """Any number of upright boxes (x, y, width, height) as one path."""
        out = ""
        for x, y, w, h in boxes:
            (x0, y0), (x1, y1) = self.to(x, y), self.to(x + w, y + h)
            out += f"M{num(x0)} {num(y0)}H{num(x1)}V{num(y1)}H{num(x0)}z"
        self.add(out, colour)

    def round_box(self, x: float, y: float, w: float, h: float, r: float, colour: str) -> None:
        """A box with round corners."""
        (x0, y0), (x1, y1) = self.to(x, y), self.to(x + w, y + h)
        left = min(x0, x1)
        self.out.append(
            f'<rect x="{num(left)}" y="{num(y0)}" width="{num(abs(x1 - x0))}" height="{num(y1 - y0)}" '
            f'rx="{num(r * self._frame[3])}" {paint(colour)}/>'
        )

    def fade(self, stops: str, across: bool = False) -> str:
        """A gradient top to bottom (or left to right): "0:snow/0 60:snow 100:sun"; its name as a colour."""
        self._ids += 1
        name = f"g{self._ids}"
        body = ""
        for item in stops.split():
            offset, colour = item.split(":")
            body += f'<stop offset="{offset}%" {paint(colour, "stop").replace("stop=", "stop-color=", 1)}/>'
        run = "" if across else ' x2="0" y2="1"'
        self.out.append(f'<linearGradient id="{name}"{run}>{body}</linearGradient>')
        return f"@{name}"

    def veil(self, top: float, bottom: float, stops: str) -> None:
        """Air between two layers: a band over the whole width."""
        colour = self.fade(stops) if ":" in stops else stops
        self.rects([(0, top, self.width, bottom - top)], colour)

    @contextmanager
    def within(self, d: str) -> Iterator[None]:
        """Keep all that is drawn inside the block within the path data (already in place)."""
        self._ids += 1
        name = f"c{self._ids}"
        self.out.append(f'<clipPath id="{name}"><path d="{d}"/></clipPath><g clip-path="url(#{name})">')
        yield
        self.out.append("</g>")

    def svg(self) -> str:
        """The finished file: one style line of palette properties, then the drawing, one element a line."""
        body = "\n".join(self.out)
        used = {k: v for k, v in self.palette.items() if f"var(--{k})" in body}
        style = ";".join(f"--{k}:{v}" for k, v in used.items())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img">\n<title>{self.title}</title>\n'
            f"<style>:root{{{style}}}</style>\n{body}\n</svg>\n"
        )
