"""All SQL of reviews."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.dialects.postgresql import insert

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingRow
from abano.catalog.published.models import CarRow
from abano.core.errors import NotFound
from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys
from abano.db.repositories import AddingRepository
from abano.site.reviews.models import ReviewRow
from abano.site.reviews.rules import Ratings, State

_IS_PUBLISHED = ReviewRow.state == "published"
_SORT_KEYS = SortKeys({"writtenOn": ReviewRow.written_on, "createdAt": ReviewRow.created_at}, ReviewRow.id)


@dataclass(frozen=True, slots=True)
class ReviewFilter:
    """``source``: empty for reviews written here. None for all."""

    state: State | None = None
    source: str | None = None
    car_id: UUID | None = None
    rating: int | None = None


class ListedReview(NamedTuple):
    """``booking``: the reference of the rental."""

    review: ReviewRow
    car: str | None
    booking: str | None
    admin_name: str | None


class ReviewRepository(AddingRepository):
    """Reviews of one tenant, within the caller's transaction."""

    async def ratings(self, *, of_rentals: bool = False) -> dict[UUID | None, Ratings]:
        """Ratings of published reviews, by car. None: no car. ``of_rentals``: only by customers."""
        query = select(ReviewRow.car_id, func.sum(ReviewRow.rating), func.count()).where(
            ReviewRow.tenant_id == self._tenant, _IS_PUBLISHED
        )
        if of_rentals:
            query = query.where(ReviewRow.booking_id.is_not(None))
        rows = await self._session.execute(query.group_by(ReviewRow.car_id))
        return {car: Ratings(int(total), count) for car, total, count in rows}

    async def newest(self, language: str, limit: int) -> Sequence[ReviewRow]:
        """Published ones: those in ``language`` before others, then the newest."""
        query = self._published(None).order_by(
            (ReviewRow.language == language).desc(), ReviewRow.written_on.desc(), ReviewRow.id.desc()
        )
        return (await self._session.scalars(query.limit(limit))).all()

    async def newest_of_rentals(self, limit: int) -> Sequence[ReviewRow]:
        """Of each car, the newest published ones by our own customers."""
        place = func.row_number().over(
            partition_by=ReviewRow.car_id, order_by=(ReviewRow.written_on.desc(), ReviewRow.id.desc())
        )
        numbered = (
            select(ReviewRow.id, place.label("place"))
            .where(
                ReviewRow.tenant_id == self._tenant,
                _IS_PUBLISHED,
                ReviewRow.booking_id.is_not(None),
                ReviewRow.car_id.is_not(None),
            )
            .subquery()
        )
        query = (
            select(ReviewRow)
            .join(numbered, numbered.c.id == ReviewRow.id)
            .where(ReviewRow.tenant_id == self._tenant, numbered.c.place <= limit)
            .order_by(ReviewRow.written_on.desc(), ReviewRow.id.desc())
        )
        return (await self._session.scalars(query)).all()

    async def published_page(self, car_id: UUID | None, request: PageRequest) -> Page[ReviewRow]:
        """Raises InvalidInput for the cursor."""
        return await _SORT_KEYS.fetch(self._session, self._published(car_id), lambda row: row, request)

    async def page(self, criteria: ReviewFilter, request: PageRequest) -> Page[ListedReview]:
        """Raises InvalidInput for the cursor."""
        query = (
            select(ReviewRow, CarRow.name, BookingRow.reference, AdminRow.name)
            .outerjoin(CarRow, (CarRow.tenant_id == ReviewRow.tenant_id) & (CarRow.id == ReviewRow.car_id))
            .outerjoin(
                BookingRow,
                (BookingRow.tenant_id == ReviewRow.tenant_id) & (BookingRow.id == ReviewRow.booking_id),
            )
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == ReviewRow.tenant_id) & (AdminRow.id == ReviewRow.decided_by),
            )
            .where(*self._matching(criteria))
        )
        return await _SORT_KEYS.fetch(self._session, query, ListedReview, request)

    async def sources(self) -> list[str]:
        """Names of the reviews' sources. Empty: written here by customers."""
        query = select(ReviewRow.source).where(ReviewRow.tenant_id == self._tenant).distinct()
        return sorted(await self._session.scalars(query))

    async def count(self, state: State) -> int:
        query = select(func.count()).where(ReviewRow.tenant_id == self._tenant, ReviewRow.state == state)
        return await self._session.scalar(query) or 0

    async def get_locked(self, review_id: UUID) -> ReviewRow:
        """Raises NotFound."""
        query = select(ReviewRow).where(ReviewRow.tenant_id == self._tenant, ReviewRow.id == review_id)
        review = await self._session.scalar(query.with_for_update())
        if review is None:
            raise NotFound
        return review

    async def find_of_booking(self, booking_id: UUID) -> ReviewRow | None:
        query = select(ReviewRow).where(
            ReviewRow.tenant_id == self._tenant, ReviewRow.booking_id == booking_id
        )
        return await self._session.scalar(query)

    async def lock_booking(self, booking_id: UUID) -> BookingRow | None:
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
        return await self._session.scalar(query.with_for_update())

    async def car_ids(self) -> dict[str, UUID]:
        """Of every car, by its slug and by its name in lower case."""
        rows = await self._session.execute(
            select(CarRow.id, CarRow.slug, CarRow.name).where(CarRow.tenant_id == self._tenant)
        )
        return {name: row.id for row in rows for name in (row.slug, row.name.casefold())}

    async def known(self, digests: Collection[bytes]) -> set[bytes]:
        """Which of these were imported before."""
        query = select(ReviewRow.digest).where(
            ReviewRow.tenant_id == self._tenant, ReviewRow.digest.in_(digests)
        )
        return {digest for digest in await self._session.scalars(query) if digest is not None}

    async def add_all(self, rows: Sequence[Mapping[str, Any]]) -> int:
        """How many are new; one that was imported before is left out."""
        statement = insert(ReviewRow).on_conflict_do_nothing().returning(ReviewRow.id)
        return len((await self._session.scalars(statement, rows)).all()) if rows else 0

    def _published(self, car_id: UUID | None) -> Select[ReviewRow]:
        query = select(ReviewRow).where(ReviewRow.tenant_id == self._tenant, _IS_PUBLISHED)
        return query if car_id is None else query.where(ReviewRow.car_id == car_id)

    def _matching(self, criteria: ReviewFilter) -> list[ColumnElement[bool]]:
        conditions: list[ColumnElement[bool]] = [ReviewRow.tenant_id == self._tenant]
        if criteria.state is not None:
            conditions.append(ReviewRow.state == criteria.state)
        if criteria.source is not None:
            conditions.append(ReviewRow.source == criteria.source)
        if criteria.car_id is not None:
            conditions.append(ReviewRow.car_id == criteria.car_id)
        if criteria.rating is not None:
            conditions.append(ReviewRow.rating == criteria.rating)
        return conditions
