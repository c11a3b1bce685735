"""The site's maps over HTTP. What they show follows from the company's places and texts, never from the request."""

import gzip
import hashlib
from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from abano.core.api_model import ApiModel
from abano.core.errors import NotFound
from abano.db.unit_of_work import TenantId
from abano.site.maps.drawing import MIN_KILOMETRES, MIN_ROUTE_KILOMETRES, frame_of
from abano.site.maps.outlines import Point
from abano.site.maps.service import RegionMaps
from abano.site.pages.blocks import MAX_BLOCKS, PageDocument, RouteBlock, RouteStop
from abano.site.pages.catalog_schemas import LocationInfo
from abano.site.pages.endpoints import WantedLanguage, may_see_drafts, tagged
from abano.site.pages.frame import Maps, Sites
from abano.site.pages.map_schemas import MapResponse, RegionMap
from abano.site.pages.service import Site
from abano.web.dependencies import CurrentTenant

router = APIRouter(tags=["site"])


@router.get("/api/site/map", response_model=MapResponse)
async def get_site_map(request: Request, tenant: CurrentTenant, sites: Sites, maps: Maps) -> Response:
    """The map of the company's region with its places."""
    site = await sites.get(tenant)
    points = {place.code: at for place in site.config.locations if (at := _point(place))}
    return _answer(request, MapResponse(map=await _region(maps, tenant.id, points)))


@router.get("/api/site/documents/{kind}/map", response_model=MapResponse)
async def get_route_map(
    request: Request,
    kind: Annotated[str, Path(max_length=60)],
    tenant: CurrentTenant,
    sites: Sites,
    maps: Maps,
    block: Annotated[int, Query(ge=0, lt=MAX_BLOCKS)] = 0,
    lang: WantedLanguage = None,
    preview: Literal["drafts"] | None = None,
) -> Response:
    """The map of a page's route, in ``block``: its points are the stops. 404 where the page has no route there.

    ``preview``: for colleagues who write texts, of the page as it would be.
    """
    drafts = preview is not None and await may_see_drafts(request, tenant)
    site = await (sites.preview if drafts else sites.get)(tenant, lang)
    points = _stops(site, kind, block)
    answer = MapResponse(map=await _region(maps, tenant.id, points, MIN_ROUTE_KILOMETRES))
    return _answer(request, answer, cache="no-store" if drafts else "no-cache")


def _stops(site: Site, kind: str, block: int) -> dict[str, Point]:
    """Where the stops of a route are, by their numbers from 0. Raises NotFound.

    Without those at a place that the company no longer has, or that has no point.
    """
    document = site.document(kind)[1]
    blocks = document.blocks if isinstance(document, PageDocument) else []
    route = blocks[block] if block < len(blocks) else None
    if not isinstance(route, RouteBlock):
        raise NotFound
    places = {place.code: place for place in site.config.locations}
    located = enumerate(places.get(stop.place, stop) for stop in route.stops)
    return {str(number): at for number, place in located if (at := _point(place))}


async def _region(
    maps: RegionMaps, tenant_id: TenantId, points: Mapping[str, Point], min_kilometres: int = MIN_KILOMETRES
) -> RegionMap | None:
    """The map that shows these points; None without any."""
    if not points:
        return None
    own = list(points.values())
    frame = frame_of(own, min_kilometres=min_kilometres)
    return RegionMap.of(frame, await maps.drawing(tenant_id, frame, own), points)


def _point(place: LocationInfo | RouteStop) -> Point | None:
    if place.latitude is None or place.longitude is None:
        return None
    return place.longitude, place.latitude


def _answer(request: Request, answer: ApiModel, cache: str = "no-cache") -> Response:
    body = answer.model_dump_json(by_alias=True).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return tagged(request, body, tag, "application/json", zipped=gzip.compress(body), cache=cache)
