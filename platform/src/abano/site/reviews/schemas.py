"""Schemas of reviews in the console. Times are UTC."""

from datetime import date, datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import RefusedValue
from abano.core.text import NO_NUL
from abano.core.urls import origin_of
from abano.site.reviews.csv_file import LANGUAGE_CODE, LINK_INVALID
from abano.site.reviews.repository import ListedReview
from abano.site.reviews.rules import (
    MAX_ANSWER,
    MAX_AUTHOR,
    MAX_RATING,
    MAX_REASON,
    MAX_SOURCE,
    MAX_TEXT,
    MAX_URL,
    State,
)

ReviewSort = Literal["writtenOn", "-writtenOn", "createdAt", "-createdAt"]
ImportOutcome = Literal["new", "known", "bad"]
MAX_IMPORT_LENGTH = 250_000
Revision = Annotated[int, Field(ge=1, le=1_000_000_000)]


def _https(url: str) -> str:
    if url and origin_of(url) is None:
        raise RefusedValue(LINK_INVALID())
    return url


class ReviewOut(ApiModel):
    """``is_verified``: by the customer of ``booking``. ``revision``: what a decision is sent with."""

    id: UUID
    revision: int
    state: State
    source: str
    source_url: str
    author: str
    rating: int
    text: str
    language: str
    written_on: date
    created_at: datetime
    is_verified: bool
    booking_id: UUID | None
    booking: str | None
    car: str | None
    hidden_reason: str
    answer: str
    picture_id: UUID | None
    decided_at: datetime | None
    admin_name: str | None

    @classmethod
    def of(cls, row: ListedReview) -> "ReviewOut":
        review = row.review
        return cls(
            id=review.id,
            revision=review.revision,
            state=cast(State, review.state),
            source=review.source,
            source_url=review.source_url,
            author=review.author,
            rating=review.rating,
            text=review.text,
            language=review.language,
            written_on=review.written_on,
            created_at=review.created_at,
            is_verified=review.booking_id is not None,
            booking_id=review.booking_id,
            booking=row.booking,
            car=row.car,
            hidden_reason=review.hidden_reason,
            answer=review.answer,
            picture_id=UUID(review.picture["mediaId"]) if review.picture else None,
            decided_at=review.decided_at,
            admin_name=row.admin_name,
        )


class ReviewedCar(ApiModel):
    slug: str
    name: str


class ReviewsResponse(SuccessResponse):
    """``sources``: what there is to filter by; empty: own customers. ``cars``: those that can be reviewed."""

    timezone: str
    sources: list[str]
    cars: list[ReviewedCar]
    reviews: list[ReviewOut]
    next_cursor: str | None


class ReviewCountResponse(SuccessResponse):
    """``to_moderate``: reviews that no one has decided on."""

    to_moderate: int


class ReviewDecision(ApiModel):
    """``revision``: of the review as it was read."""

    revision: Revision


class HideReviewRequest(ReviewDecision):
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_REASON)]


class AnswerReviewRequest(ReviewDecision):
    """``answer``: empty takes it back."""

    answer: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_ANSWER)]


class ReviewPictureRequest(ReviewDecision):
    """``picture_id``: of the media library; null takes it away."""

    picture_id: UUID | None


class ReviewResponse(SuccessResponse):
    review_id: UUID
    revision: int


class AddReviewRequest(ApiModel):
    """A review that was written on another site, ``source``; ``source_url``: where it can be read, or empty.

    ``car``: an address name, or null. ``is_published``: visitors see it at once.
    """

    source: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_SOURCE, pattern=NO_NUL)
    ]
    source_url: Annotated[
        str,
        StringConstraints(strip_whitespace=True, max_length=MAX_URL, pattern=NO_NUL),
        AfterValidator(_https),
    ] = ""
    written_on: date
    author: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_AUTHOR, pattern=NO_NUL)
    ]
    rating: Annotated[int, Field(ge=1, le=MAX_RATING)]
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT, pattern=NO_NUL)
    ]
    language: Annotated[str, Field(max_length=7, pattern=f"^{LANGUAGE_CODE}$")]
    car: Annotated[str, Field(max_length=120)] | None = None
    is_published: bool = False


class ReviewImportRequest(ApiModel):
    """A CSV text with the columns Source, Date, Author, Rating, Text, and Car, Link and Language if wanted.

    ``is_published``: visitors see them at once. ``only_check``: nothing is stored.
    """

    csv: Annotated[str, Field(min_length=1, max_length=MAX_IMPORT_LENGTH)]
    is_published: bool = False
    only_check: bool = False


class ReviewProblem(ApiModel):
    """What is wrong in a column; ``code`` and ``params`` for pages, ``message`` in English."""

    column: str
    code: str
    message: str
    params: dict[str, str | int | float]


class ReviewLine(ApiModel):
    """A line of the file as it was read; day and rating only where they could be."""

    line: int
    source: str
    author: str
    rating: int | None
    written_on: date | None
    text: str
    outcome: ImportOutcome
    problems: list[ReviewProblem]


class ReviewImportResponse(SuccessResponse):
    """``imported``: how many were stored, 0 where the file was only checked."""

    imported: int
    lines: list[ReviewLine]
