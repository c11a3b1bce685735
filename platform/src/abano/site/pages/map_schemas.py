"""Schemas of the site's maps: outlines as SVG paths, and where the company's places are on them."""

from collections.abc import Mapping

from abano.core.api_model import ApiModel, SuccessResponse
from abano.site.maps.drawing import HEIGHT, WIDTH, Drawing, Frame
from abano.site.maps.outlines import Point


class MapCountry(ApiModel):
    """``path``: data of an SVG path. ``code``: of ISO 3166, empty for a country that has none.

    ``is_home``: one of the map's points is in it. ``name_x``, ``name_y``: the middle of its name; null: no room.
    """

    code: str
    path: str
    is_home: bool
    name_x: int | None
    name_y: int | None


class MapPoint(ApiModel):
    """``key``: the code of a place, or the number of a stop from 0."""

    key: str
    x: float
    y: float


class RegionMap(ApiModel):
    """All of it in units of the drawing, from its upper left. ``scale_length`` is ``scale_kilometres`` long."""

    width: int
    height: int
    countries: list[MapCountry]
    lakes: str
    scale_kilometres: int
    scale_length: int
    points: list[MapPoint]

    @classmethod
    def of(cls, frame: Frame, drawing: Drawing, points: Mapping[str, Point]) -> "RegionMap":
        placed = {key: frame.place(*point) for key, point in points.items()}
        return cls(
            width=WIDTH,
            height=HEIGHT,
            countries=[
                MapCountry(
                    code=country.code,
                    path=country.path,
                    is_home=country.is_home,
                    name_x=country.name_at[0] if country.name_at else None,
                    name_y=country.name_at[1] if country.name_at else None,
                )
                for country in drawing.countries
            ],
            lakes=drawing.lakes,
            scale_kilometres=drawing.scale[0],
            scale_length=drawing.scale[1],
            points=[MapPoint(key=key, x=round(x, 1), y=round(y, 1)) for key, (x, y) in placed.items()],
        )


class MapResponse(SuccessResponse):
    """``map`` is null where no place has a point."""

    map: RegionMap | None
