"""HTTP endpoints of reviews in the console, for who writes the site's content."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.catalog.published.dependencies import Catalogs
from abano.core.files import IMPORTS
from abano.core.paging import PageRequest
from abano.site.reviews import service
from abano.site.reviews.csv_file import read_reviews
from abano.site.reviews.invitations import (
    InvitedReview,
    ReviewLinkRequest,
    WriteReviewRequest,
    show_invited,
    write_invited,
)
from abano.site.reviews.models import ReviewRow
from abano.site.reviews.repository import ReviewFilter
from abano.site.reviews.rules import MAX_RATING, MAX_SOURCE, State
from abano.site.reviews.schemas import (
    AddReviewRequest,
    AnswerReviewRequest,
    HideReviewRequest,
    ReviewCountResponse,
    ReviewDecision,
    ReviewedCar,
    ReviewImportRequest,
    ReviewImportResponse,
    ReviewOut,
    ReviewPictureRequest,
    ReviewResponse,
    ReviewSort,
    ReviewsResponse,
)
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CurrentTenant,
    Db,
    PageCursor,
    Uow,
    WebsiteActor,
    needs,
    no_store,
)
from abano.web.public_writes import LimitedWriter

router = APIRouter(prefix="/api/admin/reviews", tags=["reviews"], dependencies=[Depends(no_store)])
PAGE = 50


@router.get("", dependencies=needs("website"))
async def list_reviews(
    tenant: CurrentTenant,
    catalogs: Catalogs,
    uow: Uow,
    state: State | None = None,
    source: Annotated[str | None, Query(max_length=MAX_SOURCE)] = None,
    car: Annotated[str | None, Query(max_length=120)] = None,
    rating: Annotated[int | None, Query(ge=1, le=MAX_RATING)] = None,
    sort: ReviewSort = "-createdAt",
    cursor: PageCursor = None,
) -> ReviewsResponse:
    """All reviews, fifty a page. ``source``: empty for those of own customers; ``car``: an address name."""
    cars = (await catalogs.get(tenant.id)).cars
    # Of an unknown car there are none.
    car_id = next((each.id for each in cars if each.slug == car), UUID(int=0)) if car else None
    page = await service.list_reviews(
        uow, ReviewFilter(state, source, car_id, rating), PageRequest(sort, PAGE, cursor)
    )
    return ReviewsResponse(
        timezone=tenant.timezone,
        sources=await service.list_sources(uow),
        cars=[ReviewedCar(slug=each.slug, name=each.name) for each in cars],
        reviews=[ReviewOut.of(row) for row in page.items],
        next_cursor=page.next_cursor,
    )


@router.get("/count", dependencies=needs("website"))
async def count_reviews(uow: Uow) -> ReviewCountResponse:
    """How many reviews wait for a decision."""
    return ReviewCountResponse(to_moderate=await service.count_to_moderate(uow))


@router.post("/import")
async def import_reviews(
    body: ReviewImportRequest,
    actor: WebsiteActor,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    db: Db,
    clock: AppClock,
) -> ReviewImportResponse:
    """Store the reviews of a CSV text that are new. Where a line is bad, nothing is stored."""
    now = clock.now()
    language = (await catalogs.get(tenant.id)).rules.languages[0]
    with IMPORTS.turn(tenant.id):
        async with db.uow(tenant.id) as uow:
            cars = await service.load_cars(uow)
        today = now.astimezone(tenant.zone).date()
        lines = await IMPORTS.read("csv", read_reviews, body.csv, cars, language, today)
        async with db.uow(tenant.id, keep=not body.only_check) as uow:
            checked = await service.check_lines(uow, lines)
            imported = (
                0
                if body.only_check
                else await service.import_lines(
                    uow, actor, checked, cars, now, is_published=body.is_published
                )
            )
    return ReviewImportResponse(imported=imported, lines=[each.shown() for each in checked])


@router.post("", status_code=201)
async def add_review(
    body: AddReviewRequest, actor: WebsiteActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> ReviewResponse:
    """Store one review of another site. 409 where it was added or imported before."""
    now = clock.now()
    review_id, revision = await service.add(uow, actor, body, now.astimezone(tenant.zone).date(), now)
    return ReviewResponse(review_id=review_id, revision=revision)


@router.post("/{review_id}/publish")
async def publish_review(
    review_id: UUID, body: ReviewDecision, actor: WebsiteActor, uow: Uow, clock: AppClock
) -> ReviewResponse:
    """Show it to visitors within seconds. 409 where it has changed meanwhile."""
    return _decided(await service.publish(uow, actor, review_id, body.revision, clock.now()))


@router.post("/{review_id}/hide")
async def hide_review(
    review_id: UUID, body: HideReviewRequest, actor: WebsiteActor, uow: Uow, clock: AppClock
) -> ReviewResponse:
    """Take it from the site, or keep it off, with a reason that visitors do not read."""
    return _decided(await service.hide(uow, actor, review_id, body.revision, body.reason, clock.now()))


@router.put("/{review_id}/answer")
async def answer_review(
    review_id: UUID, body: AnswerReviewRequest, actor: WebsiteActor, uow: Uow, clock: AppClock
) -> ReviewResponse:
    """What visitors read below it from the company."""
    return _decided(await service.answer(uow, actor, review_id, body.revision, body.answer, clock.now()))


@router.put("/{review_id}/picture")
async def set_review_picture(
    review_id: UUID, body: ReviewPictureRequest, actor: WebsiteActor, uow: Uow, clock: AppClock
) -> ReviewResponse:
    """A photo of the guest from the media library."""
    review = await service.set_picture(uow, actor, review_id, body.revision, body.picture_id, clock.now())
    return _decided(review)


def _decided(review: ReviewRow) -> ReviewResponse:
    return ReviewResponse(review_id=review.id, revision=review.revision)


# What an invited customer reads and writes, with the signed link of the email and no account.


async def not_passed_on(response: Response) -> None:
    """No search engine lists these answers, and no other site gets their URL."""
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"


public_router = APIRouter(
    prefix="/api/reviews/own", tags=["reviews"], dependencies=[Depends(no_store), Depends(not_passed_on)]
)


@public_router.post("/link")
async def open_review_link(
    body: ReviewLinkRequest, writer: LimitedWriter, catalogs: Catalogs, settings: AppSettings, uow: Uow
) -> InvitedReview:
    """The form of an email's link, with what was written before. 404 for a link that no longer works."""
    languages = (await catalogs.get(writer.tenant.id)).rules.languages
    secret = settings.secret_key.get_secret_value()
    return await show_invited(uow, secret, body.token, languages, writer.now)


@public_router.put("")
async def write_own_review(
    body: WriteReviewRequest, writer: LimitedWriter, catalogs: Catalogs, settings: AppSettings, uow: Uow
) -> InvitedReview:
    """Write the review of a rental, or change it until someone of the company has decided on it: then 409."""
    languages = (await catalogs.get(writer.tenant.id)).rules.languages
    secret = settings.secret_key.get_secret_value()
    await write_invited(uow, writer.tenant, secret, body, languages, writer.now)
    return await show_invited(uow, secret, body.token, languages, writer.now)
