"""HTTP endpoint of published reviews, for visitors."""

import hashlib
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from abano.core.api_model import SuccessResponse
from abano.core.errors import NotFound
from abano.site.pages.endpoints import WantedLanguage, tagged
from abano.site.pages.frame import Sites
from abano.site.pages.public_media import palette_of
from abano.site.reviews.showing import ReviewShown, load_page, load_photos, shown
from abano.web.dependencies import CurrentTenant, Db, PageCursor

router = APIRouter(prefix="/api/reviews", tags=["site"])


class ReviewListResponse(SuccessResponse):
    reviews: list[ReviewShown]
    next_cursor: str | None


@router.get("", response_model=ReviewListResponse)
async def list_published_reviews(
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    sites: Sites,
    car: Annotated[str | None, Query(max_length=120)] = None,
    cursor: PageCursor = None,
    lang: WantedLanguage = None,
) -> Response:
    """Published reviews, the newest first, twelve a page. 404 for a car without a page.

    ``car``: the slug of the only car; ``lang``: of what photos are called.
    """
    site = await sites.get(tenant, lang)
    car_id = next((each for each, slug in site.car_slugs.items() if slug == car), None)
    if car is not None and car_id is None:
        raise NotFound
    order = [site.language, site.languages.first]
    async with db.uow(tenant.id) as uow:
        rows, next_cursor = await load_page(uow, car_id, cursor)
        photos = await load_photos(uow, rows, palette_of(site.config.brand.colors), order)
    answer = ReviewListResponse(
        reviews=[shown(row, site.car_slugs, photos) for row in rows], next_cursor=next_cursor
    )
    body = answer.model_dump_json(by_alias=True).encode()
    return tagged(request, body, f'"{hashlib.sha256(body).hexdigest()[:16]}"', "application/json")
