"""The site's maps over HTTP. What they show follows from the company's own places, never from what is asked for."""

import gzip
import hashlib
from collections.abc import Mapping

from fastapi import APIRouter, Request, Response

from abano.core.api_model import ApiModel
from abano.db.unit_of_work import TenantId
from abano.site.maps.drawing import frame_of
from abano.site.maps.outlines import Point
from abano.site.maps.service import RegionMaps
from abano.site.pages.endpoints import tagged
from abano.site.pages.frame import Maps, Sites
from abano.site.pages.map_schemas import MapResponse, RegionMap
from abano.site.pages.schemas import LocationInfo
from abano.web.dependencies import CurrentTenant

router = APIRouter(tags=["site"])


@router.get("/api/site/map", response_model=MapResponse)
async def get_site_map(request: Request, tenant: CurrentTenant, sites: Sites, maps: Maps) -> Response:
    """The map of the company's region with its places."""
    site = await sites.get(tenant)
    points = {place.code: at for place in site.config.locations if (at := _point(place))}
    return _answer(request, MapResponse(map=await _region(maps, tenant.id, points)))


async def _region(maps: RegionMaps, tenant_id: TenantId, points: Mapping[str, Point]) -> RegionMap | None:
    """The map that shows these points; None without any."""
    if not points:
        return None
    own = list(points.values())
    frame = frame_of(own)
    return RegionMap.of(frame, await maps.drawing(tenant_id, frame, own), points)


def _point(place: LocationInfo) -> Point | None:
    if place.latitude is None or place.longitude is None:
        return None
    return place.longitude, place.latitude


def _answer(request: Request, answer: ApiModel) -> Response:
    body = answer.model_dump_json(by_alias=True).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return tagged(request, body, tag, "application/json", zipped=gzip.compress(body))
