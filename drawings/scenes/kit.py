"""The drawing kit of the scenes: canvas pixels in (y down, as SVG does), compact SVG out.

Depth is painted as the air does it: a layer is laid down opaque, then a veil of sky goes over all there is.
Every colour is a palette name ("pine") or a tint of one in per cent ("pine/40"); light is upper left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from .palette import GEORGIA

#: One line weight (px) for every detail line, so that one hand seems to have drawn everything.
LINE = 2.0

Pt = tuple[float, float]


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
    if colour == "inherit":
        return ""
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
        self.view = f"0 0 {width} {height}"
        self._ids = 0
        self._stamps: set[str] = set()

    def stamp(
        self,
        name: str,
        draw: Callable[[], None],
        x: float,
        y: float,
        k: float = 1.0,
        ky: float = 0.0,
        fill: str = "",
    ) -> None:
        """Place a drawing that occurs several times: kept once, reused; "inherit" inside takes ``fill``."""
        if name not in self._stamps:
            self._stamps.add(name)
            before, held = self._frame, self.out
            self._frame, self.out = (0.0, 0.0, 1.0, 1.0), []
            draw()
            inner, self.out, self._frame = self.out, held, before
            self.out.append(f'<defs><g id="{name}">{"".join(inner)}</g></defs>')
        a, b = self.to(x, y)
        kx, kh = self._frame[2] * k, self._frame[3] * (ky or k)
        size = "" if kx == kh == 1 else f"scale({kx:.3g})" if kx == kh else f"scale({kx:.3g} {kh:.3g})"
        more = f" {paint(fill)}" if fill else ""
        self.out.append(f'<use href="#{name}" transform="translate({num(a)} {num(b)}){size}"{more}/>')

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

    def scale(self) -> float:
        """How many canvas pixels one unit is."""
        return self._frame[3]

    def emit(self, steps: list[tuple[str, list[Pt]]]) -> str:
        """Path data of absolute canvas steps as short relative ones; large shapes snap to whole pixels."""
        flat = [q for _, group in steps for q in group]
        extent = max(max(v[i] for v in flat) - min(v[i] for v in flat) for i in (0, 1)) if flat else 0.0
        digits = 0 if extent > 130 and self.width >= 480 else 1
        out, word, last = "", "", (0.0, 0.0)
        for letter, group in steps:
            here = [(round(x, digits), round(y, digits)) for x, y in group]
            gaps = [(x - last[0], y - last[1]) for x, y in here]
            if letter == "Z":
                step, values = "z", []
            elif letter == "L" and abs(gaps[0][0]) < 0.05:
                step, values = "v", [gaps[0][1]]
            elif letter == "L" and abs(gaps[0][1]) < 0.05:
                step, values = "h", [gaps[0][0]]
            else:
                step = "M" if letter == "M" else letter.lower()
                values = [v for q in (here if letter == "M" else gaps) for v in q]
            if letter == "L" and len(values) == 1 and abs(values[0]) < 0.05:
                continue
            text = "".join(
                n if n.startswith("-") or not i else " " + n for i, n in enumerate(map(num, values))
            )
            if step == word and step not in "Mz":
                out += text if text.startswith("-") else " " + text
            else:
                out += step + text
            word = step
            last = here[-1] if here else last
        return out

    def data(self, points: Iterable[Pt], closed: bool = True) -> str:
        """Polygon path data."""
        steps = [("L" if i else "M", [self.to(*q)]) for i, q in enumerate(points)]
        return self.emit([*steps, ("Z", [])] if closed else steps)

    def raw(self, d: str) -> str:
        """Absolute path data (M L C Q S T Z, coordinate pairs only) moved into place."""
        steps: list[tuple[str, list[Pt]]] = []
        for letter, rest in re.findall(r"([A-Z])([^A-Z]*)", d):
            values = [float(v) for v in re.findall(r"-?[0-9]+[.]?[0-9]*", rest)]
            pairs = [self.to(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
            size = {"C": 3, "Q": 2, "S": 2}.get(letter, 1)
            if not pairs:
                steps.append((letter, []))
            starts = range(0, len(pairs), size)
            steps += [("L" if letter == "M" and i else letter, pairs[i : i + size]) for i in starts]
        return self.emit(steps)

    def bend(self, points: list[Pt], closed: bool = False) -> list[tuple[str, list[Pt]]]:
        """Steps of a soft curve through every point (Catmull-Rom), without the opening move."""
        n = len(points)
        out: list[tuple[str, list[Pt]]] = []
        for i in range(n if closed else n - 1):
            a = points[i - 1] if closed or i else points[0]
            b, c = points[i], points[(i + 1) % n]
            d = points[(i + 2) % n] if closed or i + 2 < n else points[-1]
            first = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
            second = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
            out.append(("C", [self.to(*q) for q in (first, second, c)]))
        return out

    def smooth(self, points: list[Pt], closed: bool = False) -> str:
        """Path data of a soft curve through every point."""
        return self.emit(
            [("M", [self.to(*points[0])]), *self.bend(points, closed), *([("Z", [])] if closed else [])]
        )

    def between(self, top: list[Pt], bottom: list[Pt]) -> str:
        """Path data of the land between two soft lines, both listed left to right."""
        back = bottom[::-1]
        edge = self.bend(back) if len(back) > 2 else [("L", [self.to(*q)]) for q in back[1:]]
        start = [("M", [self.to(*top[0])]), *self.bend(top), ("L", [self.to(*back[0])])]
        return self.emit([*start, *edge, ("Z", [])])

    def add(self, d: str, colour: str, extra: str = "") -> None:
        """A filled path of ready data."""
        self.out.append(f'<path d="{d}" {paint(colour)}{extra}/>'.replace('" />', '"/>'))

    def poly(self, spec: str | list[Pt], colour: str) -> None:
        """A flat polygon."""
        self.add(self.data(pts(spec) if isinstance(spec, str) else spec), colour)

    def d(self, d: str, colour: str) -> None:
        """A flat shape of absolute path data."""
        self.add(self.raw(d), colour)

    def hill(self, spec: str, colour: str, base: float | None = None) -> None:
        """Land under a soft line, filled down to ``base`` (or the bottom of the canvas)."""
        line = pts(spec)
        foot = self.height if base is None else base
        self.add(self.between(line, [(line[0][0], foot), (line[-1][0], foot)]), colour)

    def stroke(self, d: str, colour: str = "ink/60", width: float = LINE, extra: str = "") -> None:
        """An open line of absolute path data; ``width`` in canvas pixels."""
        ends = ' stroke-linecap="butt"' if "dasharray" in extra else ""
        line = f'stroke-width="{width:g}"{ends}{extra}'
        self.out.append(f'<path d="{self.raw(d)}" fill="none" {paint(colour, "stroke")} {line}/>')

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
            wide = num(x1 - x0)
            out += f"M{num(x0)} {num(y0)}h{wide}v{num(y1 - y0)}h{num(x0 - x1)}z"
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
            look = paint(colour, "stop").replace("stop=", "stop-color=", 1)
            body += f'<stop offset="{float(offset) / 100:g}" {look}/>'
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
            f'viewBox="{self.view}" role="img" stroke-linecap="round" '
            f'stroke-linejoin="round">\n<title>{self.title}</title>\n'
            f"<style>:root{{{style}}}</style>\n{body}\n</svg>\n"
        )
