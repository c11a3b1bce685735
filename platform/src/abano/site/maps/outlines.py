"""Outlines of countries and lakes: Natural Earth at 1:10 million, public domain, in the file beside this one.

``.ci/map_outlines.py`` writes the file: a line for each polygon, with its kind, its country's code, its bounds in
degrees and its rings, the outer one first. Rings are encoded polylines with three decimals (100 m). Longitudes of a
country on both sides of the 180th meridian go on beyond 180.
"""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

OUTLINES = Path(__file__).with_name("outlines.tsv.gz")
PRECISION = 1000
# A character of an encoded polyline has five data bits; the sixth marks a continuation.
BITS, MORE, FIRST_CHARACTER = 5, 0x20, 63

# Longitude and latitude in degrees; also x and y of a drawing.
Point = tuple[float, float]
Ring = list[Point]


class Bounds(NamedTuple):
    west: float
    south: float
    east: float
    north: float

    def meets(self, other: "Bounds") -> bool:
        return (
            self.west <= other.east
            and other.west <= self.east
            and self.south <= other.north
            and other.south <= self.north
        )


@dataclass(frozen=True, slots=True)
class Outline:
    """``code``: of the country (ISO 3166), empty for lakes and for countries without one."""

    kind: Literal["country", "lake"]
    code: str
    rings: list[Ring]


def outlines(bounds: Bounds) -> Iterator[Outline]:
    """Outlines that intersect the bounds."""
    with gzip.open(OUTLINES, "rt", encoding="ascii") as lines:
        for line in lines:
            kind, code, west, south, east, north, *rings = line.rstrip("\n").split("\t")
            for turn in (0, 360, -360):
                if bounds.meets(Bounds(float(west) + turn, float(south), float(east) + turn, float(north))):
                    yield Outline(
                        "lake" if kind == "lake" else "country",
                        code,
                        [[(x + turn, y) for x, y in decoded(ring)] for ring in rings],
                    )


def encoded(ring: Ring) -> str:
    """Points as an encoded polyline."""
    text, before = [], (0, 0)
    for x, y in ring:
        point = (round(x * PRECISION), round(y * PRECISION))
        for value, last in zip(point, before, strict=True):
            step = value - last
            rest = ~(step << 1) if step < 0 else step << 1
            while rest >= MORE:
                text.append(chr((MORE | (rest & (MORE - 1))) + FIRST_CHARACTER))
                rest >>= BITS
            text.append(chr(rest + FIRST_CHARACTER))
        before = point
    return "".join(text)


def decoded(text: str) -> Ring:
    """The points of an encoded polyline."""
    values, value, shift = [0, 0], 0, 0
    for character in text:
        bits = ord(character) - FIRST_CHARACTER
        value |= (bits & (MORE - 1)) << shift
        shift += BITS
        if bits < MORE:
            step = ~(value >> 1) if value & 1 else value >> 1
            values.append(values[-2] + step)
            value = shift = 0
    return [(x / PRECISION, y / PRECISION) for x, y in zip(values[2::2], values[3::2], strict=True)]


def simplified(points: Ring, tolerance: float) -> Ring:
    """Simplify a line to points further than ``tolerance`` from it (Douglas-Peucker). Its ends are kept."""
    if not points:
        return []
    kept = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        start, end = spans.pop()
        furthest, distance = 0, tolerance
        for index in range(start + 1, end):
            away = _distance(points[index], points[start], points[end])
            if away > distance:
                furthest, distance = index, away
        if furthest:
            kept.add(furthest)
            spans += [(start, furthest), (furthest, end)]
    return [points[index] for index in sorted(kept)]


def _distance(point: Point, start: Point, end: Point) -> float:
    """From the point to the line between two others."""
    x, y = end[0] - start[0], end[1] - start[1]
    dx, dy = point[0] - start[0], point[1] - start[1]
    length = x * x + y * y
    along = 0.0 if length == 0 else max(0.0, min(1.0, (dx * x + dy * y) / length))
    return float(((dx - along * x) ** 2 + (dy - along * y) ** 2) ** 0.5)
