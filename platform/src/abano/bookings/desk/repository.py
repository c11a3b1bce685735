"""SQL of bookings in the console."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, and_, column, func, or_, select, table, true

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import (
    BookingChange,
    BookingEvent,
    BookingNote,
    BookingRow,
)
from abano.booking_record.rules import Filters
from abano.bookings.customer_emails.models import MessageSettings
from abano.bookings.handover.models import HandoverRecord
from abano.core.errors import NotFound
from abano.core.paging import Page, PageRequest
from abano.core.phone import phone_digits
from abano.core.text import clean
from abano.db.paging import SortKeys, ignoring_case
from abano.db.repositories import Repository

# A database view (migration 0007): affiliates and promo codes belong to another domain.
_REFERRERS = table(
    "booking_referrers",
    column("tenant_id"),
    column("booking_id"),
    column("affiliate_id"),
    column("affiliate_name"),
)
_SORT_KEYS = SortKeys(
    {
        "createdAt": BookingRow.created_at,
        "pickupAt": BookingRow.pickup_at,
        "returnAt": BookingRow.return_at,
        "customerName": ignoring_case(BookingRow.customer_name),
        "carName": ignoring_case(BookingRow.car_name),
        "totalPrice": BookingRow.total_minor,
    },
    BookingRow.id,
)


class Referrer(NamedTuple):
    id: UUID
    name: str


class Listed(NamedTuple):
    """A booking with its affiliate."""

    booking: BookingRow
    referrer: Referrer | None


class ByAdmin(NamedTuple):
    """A transition, with the name of its admin, if any."""

    event: BookingEvent
    admin_name: str | None


class Written(NamedTuple):
    """A note with its author's name."""

    note: BookingNote
    admin_name: str


class BookingAdminRepository(Repository):
    """Bookings of one tenant, within the caller's transaction."""

    async def page(self, filters: Filters, zone: ZoneInfo, request: PageRequest) -> Page[Listed]:
        """Raises InvalidInput for the cursor."""
        query = self._with_referrers().where(*_conditions(filters, zone))
        return await _SORT_KEYS.fetch(self._session, query, _listed, request)

    async def find(self, booking_id: UUID) -> Listed | None:
        query = self._with_referrers().where(BookingRow.id == booking_id)
        row = (await self._session.execute(query)).one_or_none()
        return _listed(*row) if row else None

    async def get_locked(self, booking_id: UUID) -> BookingRow:
        """Lock the booking, which serialises concurrent changes.

        Raises NotFound.
        """
        query = (
            select(BookingRow)
            .where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
            .with_for_update()
        )
        booking = await self._session.scalar(query)
        if booking is None:
            raise NotFound
        return booking

    async def has_return(self, booking_id: UUID) -> bool:
        """Whether its return was recorded in the yard, and not undone."""
        query = select(HandoverRecord.id).where(
            HandoverRecord.tenant_id == self._tenant,
            HandoverRecord.booking_id == booking_id,
            HandoverRecord.kind == "return",
            HandoverRecord.withdrawn_at.is_(None),
        )
        return await self._session.scalar(query.limit(1)) is not None

    async def sends(self, occasion: str) -> bool:
        """Whether the company's message for this occasion is switched on."""
        query = select(MessageSettings.switched_off).where(MessageSettings.tenant_id == self._tenant)
        return occasion not in (await self._session.scalar(query) or [])

    async def pending(self) -> int:
        query = select(func.count()).where(
            BookingRow.tenant_id == self._tenant, BookingRow.status == "pending"
        )
        return await self._session.scalar(query) or 0

    async def events(self, booking_id: UUID) -> list[ByAdmin]:
        """Events, oldest first, with the names of admins."""
        query = (
            select(BookingEvent, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == BookingEvent.tenant_id) & (AdminRow.id == BookingEvent.admin_id),
            )
            .where(BookingEvent.tenant_id == self._tenant, BookingEvent.booking_id == booking_id)
            .order_by(BookingEvent.created_at, BookingEvent.id)
        )
        return [ByAdmin(event, name) for event, name in await self._session.execute(query)]

    async def notes(self, booking_id: UUID) -> list[Written]:
        """Notes, oldest first, with their authors' names."""
        query = (
            select(BookingNote, AdminRow.name)
            .join(
                AdminRow,
                (AdminRow.tenant_id == BookingNote.tenant_id) & (AdminRow.id == BookingNote.admin_id),
            )
            .where(BookingNote.tenant_id == self._tenant, BookingNote.booking_id == booking_id)
            .order_by(BookingNote.created_at, BookingNote.id)
        )
        return [Written(note, name) for note, name in await self._session.execute(query)]

    async def add_note(self, note: BookingNote) -> None:
        self._session.add(note)
        await self._session.flush()

    async def last_change(self, booking_id: UUID) -> ByAdmin | None:
        events = await self.events(booking_id)
        return events[-1] if events else None

    async def referrers(self) -> list[Referrer]:
        """All affiliates with a booking, by name."""
        query = (
            select(_REFERRERS.c.affiliate_id, _REFERRERS.c.affiliate_name)
            .where(_REFERRERS.c.tenant_id == self._tenant)
            .distinct()
            .order_by(_REFERRERS.c.affiliate_name)
        )
        return [Referrer(*row) for row in await self._session.execute(query)]

    async def references(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        """References by id."""
        query = select(BookingRow.id, BookingRow.reference).where(
            BookingRow.tenant_id == self._tenant, BookingRow.id.in_(ids)
        )
        return {row.id: row.reference for row in await self._session.execute(query)}

    async def cars(self) -> list[str]:
        """All cars that were booked, by name."""
        query = select(BookingRow.car_name).where(BookingRow.tenant_id == self._tenant).distinct()
        return list(await self._session.scalars(query.order_by(BookingRow.car_name)))

    def _with_referrers(self) -> Select[BookingRow, UUID | None, str | None]:
        return (
            select(BookingRow, _REFERRERS.c.affiliate_id, _REFERRERS.c.affiliate_name)
            .outerjoin(
                _REFERRERS,
                (_REFERRERS.c.tenant_id == BookingRow.tenant_id) & (_REFERRERS.c.booking_id == BookingRow.id),
            )
            .where(BookingRow.tenant_id == self._tenant)
        )


def _listed(booking: BookingRow, affiliate_id: UUID | None, name: str | None) -> Listed:
    return Listed(booking, Referrer(affiliate_id, name or "") if affiliate_id else None)


def _conditions(filters: Filters, zone: ZoneInfo) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.search:
        conditions.append(_matches_search(filters.search))
    if filters.status:
        conditions.append(BookingRow.status == filters.status)
    if filters.car:
        # Older bookings have the name as it was sent.
        conditions.append(BookingRow.car_name.in_({filters.car, clean(filters.car)}))
    if filters.affiliate_id:
        conditions.append(_REFERRERS.c.affiliate_id == filters.affiliate_id)
    if filters.channel_id:
        conditions.append(BookingRow.channel_id == filters.channel_id)
    if filters.pickup_from:
        conditions.append(BookingRow.pickup_at >= datetime.combine(filters.pickup_from, time(), zone))
    if filters.pickup_to:
        next_day = filters.pickup_to + timedelta(days=1)
        conditions.append(BookingRow.pickup_at < datetime.combine(next_day, time(), zone))
    if filters.needs_review:
        conditions.append(BookingRow.needs_review.is_(True))
    return conditions


def _matches_search(search: str) -> ColumnElement[bool]:
    """Every word in one of the fields, or the digits of a phone number in any notation."""
    words = []
    for word in clean(search).split():
        pattern = f"%{_escape_like(word)}%"
        searched = (
            BookingRow.reference,
            BookingRow.customer_name,
            BookingRow.customer_email,
            BookingRow.customer_phone,
            BookingRow.car_name,
        )
        words.append(or_(*(field.ilike(pattern) for field in searched)))
    every_word = and_(true(), *words)
    digits = phone_digits(search)
    if not digits:
        return every_word
    # Stored in E.164; in older bookings as typed.
    stored = func.regexp_replace(BookingRow.customer_phone, "[^0-9]", "", "g")
    return or_(every_word, stored.like(f"%{digits}%"))


def _escape_like(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


# SQL of bookings by staff.


class ChangeByAdmin(NamedTuple):
    change: BookingChange
    admin_name: str | None


class StaffRepository(Repository):
    """Bookings that the desk takes and changes, within the caller's transaction."""

    async def add(self, *rows: BookingRow | BookingChange | BookingNote) -> None:
        """Raises BookingReferenceTaken, CarNoLongerAvailable."""
        self._session.add_all(rows)
        await self._session.flush()

    async def find(self, booking_id: UUID) -> BookingRow | None:
        return await self._session.get(BookingRow, (self._tenant, booking_id))

    async def changes(self, booking_id: UUID) -> list[ChangeByAdmin]:
        """Oldest first."""
        query = (
            select(BookingChange, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == BookingChange.tenant_id) & (AdminRow.id == BookingChange.admin_id),
            )
            .where(BookingChange.tenant_id == self._tenant, BookingChange.booking_id == booking_id)
            .order_by(BookingChange.created_at, BookingChange.id)
        )
        return [ChangeByAdmin(*row) for row in await self._session.execute(query)]
