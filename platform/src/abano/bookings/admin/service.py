"""Use cases of bookings in the console: list, detail, notes, emails and export."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.bookings.admin import schemas
from abano.bookings.admin.presentation import detail, summary
from abano.bookings.admin.repository import BookingAdminRepository, Listed
from abano.bookings.admin.rules import Filters, Position
from abano.bookings.status import find_cancelled_from
from abano.catalog.service import CatalogService
from abano.database.engine import Database
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput, NotFound
from abano.kit.clock import Clock
from abano.kit.ids import new_id
from abano.models.bookings import BookingNote, BookingRow
from abano.notifications.kinds import CustomerEmail
from abano.notifications.outbox import enqueue
from abano.quiz.session_summary import find_session_summary
from abano.tenants.tenant import Tenant

PAGE = 50
EXPORT_BATCH = 500


class BookingAdmin:
    """The bookings of a company, for its admins."""

    def __init__(self, db: Database, catalogs: CatalogService, clock: Clock) -> None:
        self._db = db
        self._catalogs = catalogs
        self._clock = clock

    async def page(
        self, tenant: Tenant, filters: Filters, after: Position | None
    ) -> schemas.BookingListResponse:
        """A page of bookings, newest first."""
        catalog = await self._catalogs.get(tenant.id)
        async with self._db.uow(tenant.id) as uow:
            repository = BookingAdminRepository(uow)
            rows = await repository.page(filters, tenant.zone, after, PAGE + 1)
            pending = await repository.pending()
        shown = rows[:PAGE]
        last = shown[-1].booking if len(rows) > PAGE else None
        hours = catalog.rules.unconfirmed_hours
        return schemas.BookingListResponse(
            bookings=[summary(each, hours) for each in shown],
            next_cursor=Position(last.created_at, last.id).encode() if last else None,
            pending_count=pending,
        )

    async def filters(self, tenant: Tenant) -> schemas.BookingFiltersResponse:
        async with self._db.uow(tenant.id) as uow:
            repository = BookingAdminRepository(uow)
            cars, referrers = await repository.cars(), await repository.referrers()
        affiliates = [schemas.AffiliateName(id=each.id, name=each.name) for each in referrers]
        return schemas.BookingFiltersResponse(cars=cars, affiliates=affiliates)

    async def show(self, tenant: Tenant, booking_id: UUID) -> schemas.BookingDetailResponse:
        """One booking with its details. Raises NotFound."""
        catalog = await self._catalogs.get(tenant.id)
        async with self._db.uow(tenant.id) as uow:
            repository = BookingAdminRepository(uow)
            listed = await repository.find(booking_id)
            if listed is None:
                raise NotFound
            attributed = listed.booking.attributed_session_id
            booking = detail(
                listed,
                cancelled_from=await find_cancelled_from(uow, listed.booking),
                now=self._clock.now(),
                tenant=tenant,
                catalog=catalog,
                events=await repository.events(booking_id),
                notes=await repository.notes(booking_id),
                session_summary=await find_session_summary(uow, attributed) if attributed else None,
            )
        return schemas.BookingDetailResponse(booking=booking)

    async def add_note(self, tenant: Tenant, actor: Actor, booking_id: UUID, text: str) -> None:
        """Raises NotFound."""
        now = self._clock.now()
        async with self._db.uow(tenant.id) as uow:
            booking = await BookingAdminRepository(uow).get_locked(booking_id)
            await _add(uow, tenant, actor, booking, "note", text, now)
            await record(
                uow,
                actor,
                "booking.noted",
                subject=("booking", booking.reference),
                after={"notes": text},
                now=now,
            )

    async def send_email(
        self, tenant: Tenant, actor: Actor, booking_id: UUID, request: schemas.CustomerEmailRequest
    ) -> None:
        """Send the customer an email through the outbox. Raises NotFound."""
        now = self._clock.now()
        async with self._db.uow(tenant.id) as uow:
            booking = await BookingAdminRepository(uow).get_locked(booking_id)
            message = CustomerEmail(to=booking.customer_email, subject=request.subject, body=request.body)
            await enqueue(uow, message, now)
            await _add(uow, tenant, actor, booking, "email", f"{request.subject}\n\n{request.body}", now)
            await record(
                uow,
                actor,
                "booking.emailed",
                subject=("booking", booking.reference),
                after={"subject": request.subject},
                now=now,
            )

    async def mark_reviewed(self, tenant: Tenant, actor: Actor, booking_id: UUID) -> None:
        """Mark the booking as reviewed. Idempotent. Raises NotFound."""
        now = self._clock.now()
        async with self._db.uow(tenant.id) as uow:
            booking = await BookingAdminRepository(uow).get_locked(booking_id)
            if not booking.needs_review:
                return
            booking.needs_review = False
            booking.updated_at = now
            await record(
                uow,
                actor,
                "booking.reviewed",
                subject=("booking", booking.reference),
                before={"needsReview": True},
                after={"needsReview": False},
                now=now,
            )

    async def record_export(self, tenant: Tenant, actor: Actor, filters: dict[str, object]) -> None:
        """Record the export of customers' data in the audit log."""
        async with self._db.uow(tenant.id) as uow:
            await record(
                uow,
                actor,
                "booking.exported",
                subject=("bookings", "list"),
                after=filters,
                now=self._clock.now(),
            )

    async def batches(self, tenant: Tenant, filters: Filters) -> AsyncIterator[list[Listed]]:
        """The filtered bookings in batches, newest first."""
        after = None
        while True:
            async with self._db.uow(tenant.id) as uow:
                batch = await BookingAdminRepository(uow).page(filters, tenant.zone, after, EXPORT_BATCH)
            if batch:
                yield batch
            if len(batch) < EXPORT_BATCH:
                return
            after = Position(batch[-1].booking.created_at, batch[-1].booking.id)


async def _add(
    uow: UnitOfWork,
    tenant: Tenant,
    actor: Actor,
    booking: BookingRow,
    kind: Literal["note", "email"],
    body: str,
    now: datetime,
) -> None:
    if actor.admin is None:
        raise InvalidInput.of("admin", "Only a signed-in admin writes here.")
    note = BookingNote(
        tenant_id=tenant.id,
        id=new_id(),
        booking_id=booking.id,
        admin_id=actor.admin.id,
        kind=kind,
        body=body,
        created_at=now,
    )
    await BookingAdminRepository(uow).add_note(note)
