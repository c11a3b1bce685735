"""Use cases of reviews in the console. Rating and text are never edited."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, FieldError, InvalidInput
from abano.core.ids import new_id
from abano.core.paging import Page, PageRequest
from abano.db.personal_data import records_of
from abano.db.unit_of_work import UnitOfWork
from abano.site.reviews.csv_file import CAR_UNKNOWN, IN_FUTURE, ReadLine, ReadReview
from abano.site.reviews.models import ReviewRow
from abano.site.reviews.repository import ListedReview, ReviewFilter, ReviewRepository
from abano.site.reviews.rules import State
from abano.site.reviews.schemas import AddReviewRequest, ImportOutcome, ReviewLine, ReviewProblem

MAX_PROBLEMS, SHOWN_TEXT = 50, 300


class ReviewChanged(Conflict):
    """This review has changed. Reload the page and decide again."""


class ReviewAlreadyAdded(Conflict):
    """This review has already been added."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A line beside what was imported before."""

    line: ReadLine
    outcome: ImportOutcome

    def shown(self) -> ReviewLine:
        review, cells = self.line.review, self.line.cells
        return ReviewLine(
            line=self.line.number,
            source=cells.get("Source", "")[:SHOWN_TEXT],
            author=cells.get("Author", "")[:SHOWN_TEXT],
            rating=review.rating if review else None,
            written_on=review.written_on if review else None,
            text=cells.get("Text", "")[:SHOWN_TEXT],
            outcome=self.outcome,
            problems=[
                ReviewProblem(
                    column=column, code=sentence.code, message=sentence.text, params=dict(sentence.params)
                )
                for column, sentence in self.line.problems
            ],
        )


async def list_reviews(uow: UnitOfWork, criteria: ReviewFilter, request: PageRequest) -> Page[ListedReview]:
    """Raises InvalidInput for the cursor."""
    return await ReviewRepository(uow).page(criteria, request)


async def list_sources(uow: UnitOfWork) -> list[str]:
    return await ReviewRepository(uow).sources()


async def count_to_moderate(uow: UnitOfWork) -> int:
    return await ReviewRepository(uow).count("new")


async def load_cars(uow: UnitOfWork) -> dict[str, UUID]:
    """Cars by address name, and by name in lower case."""
    return await ReviewRepository(uow).car_ids()


async def check_lines(uow: UnitOfWork, lines: Sequence[ReadLine]) -> list[Checked]:
    """What would become of each line of a file."""
    known = await ReviewRepository(uow).known({line.review.digest for line in lines if line.review})
    checked: list[Checked] = []
    for line in lines:
        if line.review is None:
            checked.append(Checked(line, "bad"))
            continue
        digest = line.review.digest
        checked.append(Checked(line, "known" if digest in known else "new"))
        known.add(digest)
    return checked


async def import_lines(
    uow: UnitOfWork,
    actor: Actor,
    checked: Sequence[Checked],
    cars: dict[str, UUID],
    now: datetime,
    *,
    is_published: bool,
) -> int:
    """Store new reviews and return their number. Raises InvalidInput, and stores none, if any is invalid."""
    bad = [
        FieldError(f"line {each.line.number}: {column}", sentence)
        for each in checked
        for column, sentence in each.line.problems
    ]
    if bad:
        raise InvalidInput(fields=tuple(bad[:MAX_PROBLEMS]))
    rows = [
        _row(uow, actor, review, cars, now, is_published=is_published)
        for each in checked
        if each.outcome == "new" and (review := each.line.review) is not None
    ]
    count = await ReviewRepository(uow).add_all(rows)
    if count:
        after = {"count": count, "state": rows[0]["state"]}
        await record(uow, actor, "review.imported", subject=("reviews", "import"), after=after, now=now)
    return count


async def add(
    uow: UnitOfWork, actor: Actor, request: AddReviewRequest, today: date, now: datetime
) -> tuple[UUID, int]:
    """Store a review of another site; returns its id and revision. Raises InvalidInput, ReviewAlreadyAdded."""
    if request.written_on > today:
        raise InvalidInput.of("writtenOn", IN_FUTURE())
    cars = await load_cars(uow)
    if request.car and request.car not in cars:
        raise InvalidInput.of("car", CAR_UNKNOWN(name=request.car[:60]))
    review = ReadReview(
        request.source,
        request.written_on,
        request.author,
        request.rating,
        request.text,
        request.car or "",
        request.source_url,
        request.language,
    )
    row = _row(uow, actor, review, cars, now, is_published=request.is_published)
    if not await ReviewRepository(uow).add_all([row]):
        raise ReviewAlreadyAdded
    after = {"source": review.source, "rating": review.rating, "state": row["state"]}
    await record(uow, actor, "review.added", subject=("review", row["id"]), after=after, now=now)
    return row["id"], 1


def _row(
    uow: UnitOfWork,
    actor: Actor,
    review: ReadReview,
    cars: dict[str, UUID],
    now: datetime,
    *,
    is_published: bool,
) -> dict[str, Any]:
    """A review of another site: of no rental, so it is never shown as verified."""
    return {
        "tenant_id": uow.tenant_id,
        "id": new_id(),
        "car_id": cars.get(review.car),
        "source": review.source,
        "source_url": review.link,
        "author": review.author,
        "rating": review.rating,
        "text": review.text,
        "language": review.language,
        "written_on": review.written_on,
        "digest": review.digest,
        "created_at": now,
        "state": "published" if is_published else "new",
        "decided_by": actor.admin_id if is_published else None,
        "decided_at": now if is_published else None,
    }


async def publish(uow: UnitOfWork, actor: Actor, review_id: UUID, revision: int, now: datetime) -> ReviewRow:
    """Show it to visitors. Raises NotFound, ReviewChanged."""
    return await _decide(uow, actor, review_id, revision, now, state="published", reason="")


async def hide(
    uow: UnitOfWork, actor: Actor, review_id: UUID, revision: int, reason: str, now: datetime
) -> ReviewRow:
    """Take it from the site, or keep it off. Raises NotFound, ReviewChanged."""
    return await _decide(uow, actor, review_id, revision, now, state="hidden", reason=reason)


async def answer(
    uow: UnitOfWork, actor: Actor, review_id: UUID, revision: int, text: str, now: datetime
) -> ReviewRow:
    """Set the company's reply. An empty text removes it. Raises NotFound, ReviewChanged."""
    review = await _locked(uow, review_id, revision)
    before, review.answer = review.answer, text
    await _store(uow, review)
    await _record(uow, actor, "review.answered", review, now, answered=(bool(before), bool(text)))
    return review


async def set_picture(
    uow: UnitOfWork, actor: Actor, review_id: UUID, revision: int, picture: UUID | None, now: datetime
) -> ReviewRow:
    """A photo of the guest from the media library. Raises NotFound, ReviewChanged."""
    review = await _locked(uow, review_id, revision)
    before = review.picture
    review.picture = {"mediaId": str(picture)} if picture else None
    await _store(uow, review)
    await _record(uow, actor, "review.picture_changed", review, now, picture=(bool(before), bool(picture)))
    return review


async def _decide(
    uow: UnitOfWork,
    actor: Actor,
    review_id: UUID,
    revision: int,
    now: datetime,
    *,
    state: State,
    reason: str,
) -> ReviewRow:
    review = await _locked(uow, review_id, revision)
    before, review.state, review.hidden_reason = review.state, state, reason
    review.decided_by, review.decided_at = actor.admin_id, now
    await _store(uow, review)
    await _record(uow, actor, f"review.{state}", review, now, state=(before, state))
    return review


async def _locked(uow: UnitOfWork, review_id: UUID, revision: int) -> ReviewRow:
    review = await ReviewRepository(uow).get_locked(review_id)
    if review.revision != revision:
        raise ReviewChanged
    return review


async def _store(uow: UnitOfWork, review: ReviewRow) -> None:
    review.revision += 1
    await ReviewRepository(uow).flush()


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    review: ReviewRow,
    now: datetime,
    **changes: tuple[object, object],
) -> None:
    await record(
        uow,
        actor,
        action,
        subject=("review", review.id),
        before={name: value for name, (value, _) in changes.items()},
        after={name: value for name, (_, value) in changes.items()},
        now=now,
    )


# An erasure deletes the author's review as a whole, including the rating.
PERSONAL_RECORDS = (records_of("reviews", "reviews", hidden=("decided_by", "digest", "media_references")),)
