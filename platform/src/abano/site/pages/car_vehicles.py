"""The very vehicles that a visitor may get of a car, asked for when the page is scrolled to them."""

import hashlib
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response

from abano.core.api_model import ApiModel
from abano.core.errors import NotFound
from abano.fleet.vehicles.documents import load_shown_vehicles
from abano.site.media_library.pictures import Picture, Pictures
from abano.site.media_library.references import referred
from abano.site.media_library.service import load_shown
from abano.site.pages.endpoints import WantedLanguage, tagged
from abano.site.pages.frame import Sites
from abano.site.pages.images import palette_of
from abano.site.pages.routes import CAR
from abano.web.dependencies import Catalogs, CurrentTenant, Db

router = APIRouter(prefix="/api/cars", tags=["site"])


class CarVehicle(ApiModel):
    """``mileage_km``: whole thousands, rounded down."""

    year: int | None
    mileage_km: int
    picture: Picture | None


class CarVehiclesResponse(ApiModel):
    success: Literal[True] = True
    vehicles: list[CarVehicle]


@router.get("/{slug}/vehicles", response_model=CarVehiclesResponse)
async def list_car_vehicles(
    request: Request,
    slug: Annotated[str, Path(max_length=120)],
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    sites: Sites,
    lang: WantedLanguage = None,
) -> Response:
    """The vehicles in service of a car that the company shows, the newest first. 404 for a car without a page.

    ``lang``: of what the pictures are called.
    """
    site = await sites.get(tenant, lang)
    catalog = await catalogs.get(tenant.id)
    car = next((each for each in catalog.cars if each.slug == slug), None)
    if car is None or CAR.address_of(slug) not in site.items:
        raise NotFound
    async with db.uow(tenant.id) as uow:
        found = await load_shown_vehicles(uow, car.id)
        items = await load_shown(uow, {each for row in found for each in referred(row.picture)})
    order = [site.language, site.languages.first]
    pictures = Pictures(items, palette_of(site.config.brand.colors), order)
    answer = CarVehiclesResponse(
        vehicles=[
            CarVehicle(year=each.year, mileage_km=each.mileage_km, picture=_picture(pictures, each.picture))
            for each in found
        ]
    )
    body = answer.model_dump_json(by_alias=True).encode()
    return tagged(request, body, f'"{hashlib.sha256(body).hexdigest()[:16]}"', "application/json")


def _picture(pictures: Pictures, reference: object) -> Picture | None:
    """None for what is not there, or not yet."""
    body = pictures.resolved(reference) if reference else None
    return Picture.model_validate(body) if body and body.get("src") else None
