"""The form that a customer is invited to after a rental: its signed link, what it shows, and what it stores.

The token names the rental and is stored nowhere. It is in the fragment of the URL, which browsers do not send to
servers. One review a rental: until someone of the company decides on it, the same link changes it.
"""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.booking_record.links import REVIEW_TOKENS
from abano.booking_record.models import BookingRow
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.text import NO_NUL, name_without_link
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.kinds import ReviewReceived
from abano.messaging.outbox.outbox import enqueue
from abano.site.reviews.models import ReviewRow
from abano.site.reviews.repository import ReviewRepository
from abano.site.reviews.rules import MAX_AUTHOR, MAX_RATING, MAX_TEXT
from abano.tenancy.directory.tenant import Tenant

OPEN_AFTER_RETURN = timedelta(days=90)
LANGUAGE_NOT_OFFERED = Message("review_language_not_offered", "Choose one of the languages of this site")


class ReviewLinkExpired(NotFound):
    """This link no longer works."""


class ReviewDecided(Conflict):
    """Your review has been read and can't be changed anymore."""


class ReviewLinkRequest(ApiModel):
    """``token``: the fragment of the link in the email."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class WriteReviewRequest(ReviewLinkRequest):
    rating: Annotated[int, Field(ge=1, le=MAX_RATING)]
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT, pattern=NO_NUL)
    ]
    author: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_AUTHOR, pattern=NO_NUL),
        AfterValidator(name_without_link),
    ]
    language: Annotated[str, Field(min_length=1, max_length=20)]


class InvitedReview(SuccessResponse):
    """What was written so far, or the form's first values: ``rating`` is 0 and ``text`` empty until then.

    ``is_open``: it can be written or changed.
    """

    car: str
    rating: int
    text: str
    author: str
    language: str
    is_written: bool
    is_open: bool


async def show_invited(
    uow: UnitOfWork, secret: str, token: str, languages: tuple[str, ...], now: datetime
) -> InvitedReview:
    """Raises ReviewLinkExpired."""
    booking = await _booking(uow, secret, token, now)
    review = await ReviewRepository(uow).find_of_booking(booking.id)
    if review is None:
        language = booking.language if booking.language in languages else languages[0]
        author = booking.customer_name.split()[0][:MAX_AUTHOR] if booking.customer_name.strip() else ""
        return _shown(booking, author, language or languages[0])
    return InvitedReview(
        car=booking.car_name,
        rating=review.rating,
        text=review.text,
        author=review.author,
        language=review.language,
        is_written=True,
        is_open=review.state == "new",
    )


async def write_invited(
    uow: UnitOfWork,
    tenant: Tenant,
    secret: str,
    request: WriteReviewRequest,
    languages: tuple[str, ...],
    now: datetime,
) -> None:
    """Store or change the review of the rental. Raises ReviewLinkExpired, ReviewDecided, InvalidInput."""
    if request.language not in languages:
        raise InvalidInput.of("language", LANGUAGE_NOT_OFFERED())
    booking = await _booking(uow, secret, request.token, now)
    repository = ReviewRepository(uow)
    review = await repository.find_of_booking(booking.id)
    if review is None:
        await repository.add(
            ReviewRow(
                tenant_id=uow.tenant_id,
                id=new_id(),
                booking_id=booking.id,
                car_id=booking.car_id,
                author=request.author,
                rating=request.rating,
                text=request.text,
                language=request.language,
                written_on=now.astimezone(tenant.zone).date(),
                created_at=now,
            )
        )
        received = ReviewReceived(
            reference=booking.reference,
            car_name=booking.car_name,
            author=request.author,
            rating=request.rating,
            text=request.text,
        )
        await enqueue(uow, received, now)
        return
    if review.state != "new":
        raise ReviewDecided
    review.author, review.rating = request.author, request.rating
    review.text, review.language = request.text, request.language
    review.revision += 1
    await repository.flush()


async def _booking(uow: UnitOfWork, secret: str, token: str, now: datetime) -> BookingRow:
    """The rental of the link, locked. Raises ReviewLinkExpired, also once its customer was erased."""
    payload = REVIEW_TOKENS.read(secret, uow.tenant_id, token)
    booking = await ReviewRepository(uow).lock_booking(UUID(bytes=payload)) if payload else None
    if (
        booking is None
        or booking.status != "completed"
        or "@" not in booking.customer_email
        or now >= booking.return_at + OPEN_AFTER_RETURN
    ):
        raise ReviewLinkExpired
    return booking


def _shown(booking: BookingRow, author: str, language: str) -> InvitedReview:
    return InvitedReview(
        car=booking.car_name,
        rating=0,
        text="",
        author=author,
        language=language,
        is_written=False,
        is_open=True,
    )
