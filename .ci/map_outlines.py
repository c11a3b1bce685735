"""Writes the outlines that maps of the site are drawn from: countries and lakes of Natural Earth, at 1:10 million.

    python .ci/map_outlines.py COUNTRIES LAKES

COUNTRIES is countries-10m.json of the npm package world-atlas, LAKES a shapefile of the layer ne_10m_lakes. Natural
Earth is in the public domain. Run it again only when Natural Earth changes: the result is in the repository.
"""

import gzip
import itertools
import json
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from babel.core import get_global

from abano.site.maps.outlines import OUTLINES, Point, Ring, encoded, simplified

# In degrees, some 250 m: less than a pixel of the closest map.
TOLERANCE = 0.0025
# Islands and lakes below this area (square degrees, about 3 km²) are omitted.
MIN_AREA = 0.0003
# Countries without a number in the source.
CODES = {"Kosovo": "XK"}
# Antarctica is unbounded in the projection of the maps, and has no rental companies.
AROUND_THE_POLE = "AQ"
HALF_TURN = 180
POLYGON_SHAPE = 5


def main(countries: str, lakes: str) -> None:
    lines = [*_countries(json.loads(Path(countries).read_text())), *_lakes(Path(lakes).read_bytes())]
    OUTLINES.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


def _countries(atlas: dict[str, Any]) -> Iterator[str]:
    arcs = [simplified(arc, TOLERANCE) for arc in _arcs(atlas)]
    codes = get_global("territory_aliases")
    for country in atlas["objects"]["countries"]["geometries"]:
        name = country["properties"]["name"]
        code = next(iter(codes.get(country.get("id", ""), ())), CODES.get(name, ""))
        parts = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        for part in parts:
            if code != AROUND_THE_POLE:
                yield from _line("country", code, [_unwrapped(_joined(arcs, ring)) for ring in part])


def _arcs(atlas: dict[str, Any]) -> Iterator[Ring]:
    """Arcs of a topology, in degrees."""
    (scale_x, scale_y), (left, bottom) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    for arc in atlas["arcs"]:
        summed = itertools.accumulate(arc, lambda at, step: (at[0] + step[0], at[1] + step[1]))
        yield [(x * scale_x + left, y * scale_y + bottom) for x, y in summed]


def _joined(arcs: list[Ring], indices: list[int]) -> Ring:
    """A ring from its arcs; a negative index is a reversed arc."""
    ring: Ring = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring.extend(arc[1:] if ring else arc)
    return ring


def _unwrapped(ring: Ring) -> Ring:
    """The ring without jumps at the 180th meridian: 179 continues to 181."""
    turn, before = 0.0, ring[0][0]
    unwrapped: Ring = []
    for x, y in ring:
        turn += -360 if x - before > HALF_TURN else 360 if before - x > HALF_TURN else 0
        unwrapped.append((x + turn, y))
        before = x
    return unwrapped


def _lakes(file: bytes) -> Iterator[str]:
    """Polygons of a shapefile. Clockwise rings are shores, others are islands."""
    position = 100
    while position < len(file):
        length = struct.unpack_from(">i", file, position + 4)[0] * 2
        record, position = file[position + 8 : position + 8 + length], position + 8 + length
        if struct.unpack_from("<i", record)[0] != POLYGON_SHAPE:
            continue
        parts, points = struct.unpack_from("<2i", record, 36)
        starts = [*struct.unpack_from(f"<{parts}i", record, 44), points]
        values = struct.unpack_from(f"<{points * 2}d", record, 44 + 4 * parts)
        every = list(zip(values[::2], values[1::2], strict=True))
        rings = [simplified(every[start:end], TOLERANCE) for start, end in itertools.pairwise(starts)]
        yield from _line("lake", "", rings)


def _line(kind: str, code: str, rings: list[Ring]) -> Iterator[str]:
    kept = [ring for ring in rings if _area(ring) >= MIN_AREA]
    # A polygon's first ring is its shore: without it, its holes are dropped.
    if kept and kept[0] is rings[0]:
        bounds = [_round(least, kept[0], axis) for least in (min, max) for axis in (0, 1)]
        yield "\t".join([kind, code, *bounds, *map(encoded, kept)]) + "\n"


def _round(pick: Callable[..., float], ring: Ring, axis: int) -> str:
    return f"{pick(point[axis] for point in ring):.3f}"


def _area(ring: Ring) -> float:
    following: list[Point] = [*ring[1:], ring[0]]
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(ring, following, strict=True))) / 2


if __name__ == "__main__":
    main(*sys.argv[1:])
