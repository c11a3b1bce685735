"""Maps: where points of the earth are on them, and what outlines they have."""

import math
import re

import pytest

from abano.site.maps.drawing import HEIGHT, MAX_LENGTH, WIDTH, Drawing, drawing_of, frame_of
from abano.site.maps.outlines import Bounds, Point, decoded, encoded, outlines, simplified

TBILISI, KUTAISI, BATUMI = (44.8111, 41.6877), (42.6946, 42.2679), (41.6363, 41.6509)
GEORGIA = (TBILISI, KUTAISI, BATUMI)
KM_TBILISI_BATUMI = 264


def drawn(*points: Point) -> Drawing:
    return drawing_of(frame_of(points), points)


def test_place_known_points_lie_as_on_the_earth() -> None:
    frame = frame_of(GEORGIA)

    tbilisi, kutaisi, batumi = (frame.place(*point) for point in GEORGIA)

    assert batumi[0] < kutaisi[0] < tbilisi[0], "west is left"
    assert kutaisi[1] < tbilisi[1] < batumi[1], "north is up"
    assert math.dist(tbilisi, batumi) * frame.kilometres == pytest.approx(KM_TBILISI_BATUMI, rel=0.02)
    # A degree of latitude is longer than one of longitude by 1 / cos(latitude).
    east, north = frame.place(43, 42), frame.place(42, 43)
    start = frame.place(42, 42)
    ratio = (start[1] - north[1]) / (east[0] - start[0])
    assert ratio == pytest.approx(1 / math.cos(math.radians(42.5)), rel=0.01)


@pytest.mark.parametrize(
    "points", [GEORGIA, (TBILISI,), ((10.75, 59.91), (25.78, 71.17)), ((-175.2, -21.1), (-173.9, -18.6))]
)
def test_frame_of_points_shows_them_with_room_for_labels(points: tuple[Point, ...]) -> None:
    frame = frame_of(points)

    for x, y in (frame.place(*point) for point in points):
        assert 190 <= x <= WIDTH - 190
        assert 110 <= y <= HEIGHT - 110


def test_drawing_of_georgia_has_its_neighbours_coast_and_scale() -> None:
    drawing = drawn(*GEORGIA)

    countries = {country.code: country for country in drawing.countries}
    assert set(countries) == {"GE", "AM", "AZ", "RU", "TR"}
    assert [code for code, country in countries.items() if country.is_home] == ["GE"]
    named = countries["GE"].name_at
    assert named is not None
    assert all(math.dist(named, frame_of(GEORGIA).place(*point)) > 60 for point in GEORGIA)
    assert drawing.scale[0] == 50
    # The Black Sea is where no country is: west of Batumi.
    x, y = frame_of(GEORGIA).place(41.2, 41.9)
    assert not any(_covers(country.path, (x, y)) for country in drawing.countries)
    assert _covers(countries["GE"].path, frame_of(GEORGIA).place(*KUTAISI))


def test_drawing_of_geneva_has_its_lake() -> None:
    places = ((8.5417, 47.3769), (6.1432, 46.2044))

    assert _covers(drawn(*places).lakes, frame_of(places).place(6.55, 46.43))


def test_drawing_of_a_coast_of_fjords_stays_small() -> None:
    drawing = drawn((10.75, 59.91), (25.78, 71.17))

    assert sum(len(country.path) for country in drawing.countries) + len(drawing.lakes) <= MAX_LENGTH


def test_outlines_beyond_the_180th_meridian_are_found_on_both_sides() -> None:
    east = {each.code for each in outlines(Bounds(-176, 65, -172, 67))}

    assert "RU" in east
    assert "RU" in {each.code for each in outlines(Bounds(178, 67, 179, 69))}


def test_encoded_line_is_the_same_when_decoded() -> None:
    ring = [(41.636, 41.651), (-0.001, 90.0), (180.0, -45.5), (41.636, 41.651)]

    assert decoded(encoded(ring)) == ring


def test_simplified_keeps_corners_and_drops_what_is_near_the_line() -> None:
    line: list[Point] = [(0, 0), (5, 0.1), (10, 0), (10, 10)]

    assert simplified(line, 0.5) == [(0, 0), (10, 0), (10, 10)]
    assert simplified([], 0.5) == []


def _covers(path: str, point: Point) -> bool:
    """Whether a path's area, by the even-odd rule, has a point: read as a browser reads it."""
    x, y = point
    inside = False
    for ring in path.split("z")[:-1]:
        numbers = [int(number) for number in re.findall(r"-?\d+", ring)]
        corners, at = [], (0, 0)
        for step in zip(numbers[::2], numbers[1::2], strict=True):
            at = (at[0] + step[0], at[1] + step[1])
            corners.append(at)
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
    return inside
