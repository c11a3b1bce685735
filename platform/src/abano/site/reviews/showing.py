"""What visitors read of reviews: the newest, lists of a car, and ratings. Only what is published counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from abano.core.api_model import ApiModel
from abano.core.paging import PageRequest
from abano.db.unit_of_work import UnitOfWork
from abano.site.media_library.pictures import Picture, Pictures, referred
from abano.site.media_library.service import load_shown
from abano.site.reviews.models import ReviewRow
from abano.site.reviews.repository import ReviewRepository
from abano.site.reviews.rules import Ratings

# On the home page, and of each car in structured data.
MAX_NEWEST, MAX_DESCRIBED = 9, 5
PAGE = 12


class ReviewShown(ApiModel):
    """``is_verified``: by a customer of a rental here. ``source`` is empty for such; ``car``: its slug, or null."""

    id: UUID
    author: str
    rating: int
    text: str
    language: str
    written_on: date
    source: str
    source_url: str
    is_verified: bool
    car: str | None
    answer: str
    picture: Picture | None


class RatingSummary(ApiModel):
    """``average`` is out of 5."""

    average: float
    count: int

    @classmethod
    def of(cls, ratings: Ratings) -> "RatingSummary | None":
        return cls(average=ratings.average, count=ratings.count) if ratings.count else None


@dataclass(frozen=True, slots=True)
class Written:
    """Structured data of a review by one of the company's customers, for search engines."""

    author: str
    rating: int
    text: str
    language: str
    written_on: date


@dataclass(frozen=True, slots=True)
class PublishedReviews:
    """``by_car`` and ``of_rentals`` by the car's id. The second includes only reviews by customers."""

    newest: Sequence[ReviewRow] = ()
    all: Ratings = field(default_factory=Ratings)
    by_car: Mapping[UUID, Ratings] = field(default_factory=dict)
    of_rentals: Mapping[UUID, Ratings] = field(default_factory=dict)
    described: Mapping[UUID, list[Written]] = field(default_factory=dict)


async def load_published(uow: UnitOfWork, language: str) -> PublishedReviews:
    """The reviews' data for the pages of a site in ``language``."""
    repository = ReviewRepository(uow)
    ratings, of_rentals = await repository.ratings(), await repository.ratings(of_rentals=True)
    described: dict[UUID, list[Written]] = {}
    for row in await repository.newest_of_rentals(MAX_DESCRIBED) if of_rentals else ():
        if row.car_id is not None:
            written = Written(row.author, row.rating, row.text, row.language, row.written_on)
            described.setdefault(row.car_id, []).append(written)
    return PublishedReviews(
        newest=await repository.newest(language, MAX_NEWEST) if ratings else (),
        all=sum(ratings.values(), Ratings()),
        by_car={car: each for car, each in ratings.items() if car is not None},
        of_rentals={car: each for car, each in of_rentals.items() if car is not None},
        described=described,
    )


async def load_page(
    uow: UnitOfWork, car_id: UUID | None, cursor: str | None
) -> tuple[list[ReviewRow], str | None]:
    """Published reviews of a car, or of all, the newest first. Raises InvalidInput for the cursor."""
    request = PageRequest("-writtenOn", PAGE, cursor)
    page = await ReviewRepository(uow).published_page(car_id, request)
    return list(page.items), page.next_cursor


async def load_photos(
    uow: UnitOfWork, rows: Sequence[ReviewRow], palette: str, languages: list[str]
) -> Pictures:
    """The photos of guests that these reviews name."""
    items = await load_shown(uow, {each for row in rows for each in referred(row.picture)})
    return Pictures(items, palette, languages)


def shown(row: ReviewRow, slugs: Mapping[UUID, str], photos: Pictures) -> ReviewShown:
    """``slugs``: of the cars that have a page."""
    photo = photos.resolved(row.picture) if row.picture else None
    return ReviewShown(
        id=row.id,
        author=row.author,
        rating=row.rating,
        text=row.text,
        language=row.language,
        written_on=row.written_on,
        source=row.source,
        source_url=row.source_url,
        is_verified=row.booking_id is not None,
        car=slugs.get(row.car_id) if row.car_id else None,
        answer=row.answer,
        picture=Picture.model_validate(photo) if photo and photo.get("src") else None,
    )
