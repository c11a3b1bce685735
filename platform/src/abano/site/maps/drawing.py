"""Draws a small map of a region: countries, lakes and a scale, as paths that a page puts into an SVG. Pure.

Mercator's projection keeps angles, so land has its shape; on a map of a company's region its scale hardly changes.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from abano.site.maps.outlines import Bounds, Outline, Point, Ring, outlines, simplified

# Units of the drawing, which a page shows at about half its size.
WIDTH, HEIGHT = 1200, 750
# Between the outermost points and the edge, in units: room for their labels.
MARGIN_X, MARGIN_Y = 200, 120
# A map shows at least so many kilometres from west to east; one of a route may show less.
MIN_KILOMETRES = 160
MIN_ROUTE_KILOMETRES = 60
# Near the poles the projection has no end.
MAX_LATITUDE = 80
KILOMETRES_A_DEGREE = 111.195
# Lines reach so far beyond the edge, where their ends are not seen.
BLEED = 12
# How far lines may be from the outlines, in units: a page shows two as a pixel.
DETAILS = (0.8, 1.6, 3.2, 6.4)
MAX_LENGTH = 14_000
# Islands and lakes with a smaller area (square units, times the detail) are not drawn.
MIN_AREA = 60
# The name of a country needs so much room around its middle.
NAME_X, NAME_Y = 110, 34
# Where it is looked for: each so many units, in outlines as rough as that.
NAME_GRID, NAME_TOLERANCE = 40, 8
# So many times the room it needs is as good as more.
ENOUGH_ROOM = 2
# The maximum length of the scale bar in units, and its possible labels.
SCALE_UNITS = 240
SCALE_KILOMETRES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a map shows. ``west`` and ``north`` in the projection's degrees, ``units`` of the drawing for each."""

    west: float
    north: float
    units: float

    def place(self, longitude: float, latitude: float) -> Point:
        """Where the drawing has a point of the earth: from its left and from its top."""
        return (longitude - self.west) * self.units, (self.north - _northing(latitude)) * self.units

    @property
    def bounds(self) -> Bounds:
        bleed = BLEED / self.units
        return Bounds(
            self.west - bleed,
            _latitude(self.north - HEIGHT / self.units - bleed),
            self.west + WIDTH / self.units + bleed,
            _latitude(self.north + bleed),
        )

    @property
    def kilometres(self) -> float:
        """How many kilometres a unit is, in the middle of the map."""
        middle = _latitude(self.north - HEIGHT / self.units / 2)
        return KILOMETRES_A_DEGREE * math.cos(math.radians(middle)) / self.units


@dataclass(frozen=True, slots=True)
class DrawnCountry:
    """``name_at``: the middle of its name, where there is room for one."""

    code: str
    path: str
    is_home: bool
    name_at: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """``scale``: kilometres, and how many units they are long."""

    countries: tuple[DrawnCountry, ...]
    lakes: str
    scale: tuple[int, int]


def frame_of(points: Sequence[Point], *, min_kilometres: float = MIN_KILOMETRES) -> Frame:
    """The map that shows all these points (longitude and latitude; at least one)."""
    longitudes = [longitude for longitude, _ in points]
    northings = [_northing(latitude) for _, latitude in points]
    middle = _latitude((min(northings) + max(northings)) / 2)
    least = min_kilometres / KILOMETRES_A_DEGREE / math.cos(math.radians(middle))
    units = min(
        WIDTH / least,
        _ratio(WIDTH - 2 * MARGIN_X, max(longitudes) - min(longitudes)),
        _ratio(HEIGHT - 2 * MARGIN_Y, max(northings) - min(northings)),
    )
    return Frame(
        west=round((min(longitudes) + max(longitudes) - WIDTH / units) / 2, 4),
        north=round((min(northings) + max(northings) + HEIGHT / units) / 2, 4),
        units=round(units, 3),
    )


def drawing_of(frame: Frame, points: Sequence[Point]) -> Drawing:
    """The countries and lakes within the frame, in at most ``MAX_LENGTH`` characters if roughness allows that.

    ``points``: what is at home is where one of them is.
    """
    found = list(outlines(frame.bounds))
    for detail in DETAILS:
        drawing = _drawn(frame, found, points, detail)
        if sum(len(country.path) for country in drawing.countries) + len(drawing.lakes) <= MAX_LENGTH:
            break
    return drawing


def _drawn(frame: Frame, found: Iterable[Outline], points: Sequence[Point], detail: float) -> Drawing:
    paths: dict[str, list[Ring]] = {}
    home: set[str] = set()
    lakes: list[Ring] = []
    for outline in found:
        rings = list(_shown(frame, outline, detail))
        if outline.kind == "lake":
            lakes += rings
        elif rings:
            paths.setdefault(outline.code, []).extend(rings)
            if any(_is_inside(outline.rings, point) for point in points):
                home.add(outline.code)
    placed = [frame.place(*point) for point in points]
    countries = (
        DrawnCountry(code, _path(rings), code in home, _name_at(rings, placed) if code else None)
        for code, rings in sorted(paths.items())
    )
    return Drawing(tuple(countries), _path(lakes), _scale(frame))


def _ratio(room: float, span: float) -> float:
    return room / span if span > 0 else math.inf


def _northing(latitude: float) -> float:
    """Mercator's: in degrees of longitude from the equator."""
    angle = math.radians(max(-MAX_LATITUDE, min(MAX_LATITUDE, latitude)))
    return math.degrees(math.asinh(math.tan(angle)))


def _latitude(northing: float) -> float:
    return math.degrees(math.atan(math.sinh(math.radians(northing))))


def _shown(frame: Frame, outline: Outline, detail: float) -> Iterator[Ring]:
    """The rings of an outline to draw, without those that are too small."""
    for ring in outline.rings:
        placed = (frame.place(*point) for point in ring)
        whole = [(float(x), float(y)) for x, y in _unrepeated((round(x), round(y)) for x, y in placed)]
        drawn = simplified(_clipped(whole), detail)
        if len(drawn) > 3 and _area(drawn) >= MIN_AREA * detail:
            yield drawn


def _unrepeated(points: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Without points that are where the one before is."""
    return (point for point, _ in itertools.groupby(points))


def _clipped(ring: Ring) -> Ring:
    """The part of a ring inside the drawing (Sutherland and Hodgman), closed."""
    edges = ((0, -BLEED, 1), (0, WIDTH + BLEED, -1), (1, -BLEED, 1), (1, HEIGHT + BLEED, -1))
    for axis, limit, sign in edges:
        inside: Ring = []
        before = ring[-1] if ring else (0.0, 0.0)
        for point in ring:
            has, had = ((each[axis] - limit) * sign >= 0 for each in (point, before))
            if has != had:
                part = (limit - before[axis]) / (point[axis] - before[axis])
                other = before[1 - axis] + (point[1 - axis] - before[1 - axis]) * part
                inside.append((float(limit), other) if axis == 0 else (other, float(limit)))
            if has:
                inside.append(point)
            before = point
        ring = inside
    return [*ring, ring[0]] if ring and ring[0] != ring[-1] else ring


def _area(ring: Ring) -> float:
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in _sides(ring))) / 2


def _sides(ring: Ring) -> Iterable[tuple[Point, Point]]:
    return zip(ring, [*ring[1:], *ring[:1]], strict=True)


def _is_inside(rings: Iterable[Ring], point: Point) -> bool:
    """Whether a point is in a polygon: a line from it to the right crosses an odd number of its sides."""
    x, y = point
    inside = False
    for ring in rings:
        for (from_x, from_y), (to_x, to_y) in _sides(ring):
            if (from_y > y) != (to_y > y) and x < from_x + (y - from_y) / (to_y - from_y) * (to_x - from_x):
                inside = not inside
    return inside


def _name_at(rings: Sequence[Ring], avoided: Iterable[Point]) -> tuple[int, int] | None:
    """Where a country's name has room, the nearer to the map's middle the better."""
    rough = [simplified(ring, NAME_TOLERANCE) for ring in rings]
    corners = [*avoided, *(point for ring in rough for point in ring)]
    best, highest = None, (-math.inf, 0.0)
    for x in range(NAME_X, WIDTH - NAME_X + 1, NAME_GRID):
        for y in range(NAME_Y, HEIGHT - NAME_Y + 1, NAME_GRID):
            room = min(max(abs(x - cx) / NAME_X, abs(y - cy) / NAME_Y) for cx, cy in corners)
            score = (min(room, ENOUGH_ROOM), -math.hypot(x - WIDTH / 2, y - HEIGHT / 2))
            if score > highest and room >= 1 and all(_is_inside(rough, point) for point in _around(x, y)):
                best, highest = (x, y), score
    return best


def _around(x: int, y: int) -> Iterator[Point]:
    """Points on the edge of a name with its middle here."""
    return ((x + dx, y + dy) for dx in (-NAME_X, 0, NAME_X) for dy in (-NAME_Y, NAME_Y))


def _scale(frame: Frame) -> tuple[int, int]:
    most = SCALE_UNITS * frame.kilometres
    kilometres = max((each for each in SCALE_KILOMETRES if each <= most), default=SCALE_KILOMETRES[0])
    return kilometres, round(kilometres / frame.kilometres)


def _path(rings: Iterable[Ring]) -> str:
    """Rings as the data of an SVG path, in steps of whole units."""
    return "".join(map(_steps, rings))


def _steps(ring: Ring) -> str:
    (x, y), *rest = [(round(x), round(y)) for x, y in ring]
    text = f"M{x} {y}l"
    for to_x, to_y in rest[:-1] if rest and rest[-1] == (x, y) else rest:
        step = f"{to_x - x} {to_y - y}"
        text += step if text.endswith("l") or step.startswith("-") else f" {step}"
        x, y = to_x, to_y
    return f"{text}z".replace(" -", "-")
