"""Use cases of bookings in the console: list, detail, notes, emails and export."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customers.merging import blacklist_warnings, customer_of_booking
from abano.bookings.desk import schemas
from abano.bookings.desk.presentation import detail, place_name, summary
from abano.bookings.desk.repository import BookingAdminRepository, Listed
from abano.bookings.desk.transitions import return_state
from abano.bookings.lifecycle.models import BookingNote, BookingRow
from abano.bookings.lifecycle.rules import Filters, Position
from abano.bookings.lifecycle.service import find_cancelled_from
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import InvalidInput, Message, NotFound
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, translatable
from abano.core.money import to_decimal
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.quiz.cache import find_session_summary
from abano.messaging.outbox.kinds import CustomerEmail
from abano.messaging.outbox.outbox import enqueue
from abano.tenancy.directory.tenant import Tenant

PAGE = 50
EXPORT_BATCH = 500

ADMIN_WRITES = Message("admin_writes", "Only a signed-in admin writes here.")


async def list_bookings(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, filters: Filters, after: Position | None
) -> schemas.BookingListResponse:
    """A page of bookings, newest first."""
    repository = BookingAdminRepository(uow)
    rows = await repository.page(filters, tenant.zone, after, PAGE + 1)
    shown = rows[:PAGE]
    last = shown[-1].booking if len(rows) > PAGE else None
    return schemas.BookingListResponse(
        bookings=[summary(each, catalog.rules.unconfirmed_hours) for each in shown],
        next_cursor=Position(last.created_at, last.id).encode() if last else None,
        pending_count=await repository.pending(),
    )


async def list_filters(uow: UnitOfWork) -> schemas.BookingFiltersResponse:
    repository = BookingAdminRepository(uow)
    cars, referrers = await repository.cars(), await repository.referrers()
    affiliates = [schemas.AffiliateName(id=each.id, name=each.name) for each in referrers]
    return schemas.BookingFiltersResponse(cars=cars, affiliates=affiliates)


async def show(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking_id: UUID, now: datetime
) -> schemas.BookingDetailResponse:
    """One booking with its details. Raises NotFound."""
    repository = BookingAdminRepository(uow)
    listed = await repository.find(booking_id)
    if listed is None:
        raise NotFound
    attributed = listed.booking.attributed_session_id
    [blacklisted] = await blacklist_warnings(
        uow, [(listed.booking.customer_email, listed.booking.customer_phone)]
    )
    booking = detail(
        listed,
        customer=await customer_of_booking(uow, booking_id, catalog.rules.currency),
        blacklisted=blacklisted,
        cancelled_from=await find_cancelled_from(uow, listed.booking),
        returned=await return_state(uow, listed.booking),
        notifies_of_cancellation="@" in listed.booking.customer_email and await repository.sends("cancelled"),
        now=now,
        tenant=tenant,
        catalog=catalog,
        events=await repository.events(booking_id),
        notes=await repository.notes(booking_id),
        session_summary=await find_session_summary(uow, attributed) if attributed else None,
    )
    return schemas.BookingDetailResponse(booking=booking)


async def add_note(uow: UnitOfWork, actor: Actor, booking_id: UUID, text: str, now: datetime) -> None:
    """Raises NotFound."""
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    await _add(uow, actor, booking, "note", text, now)
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.noted", subject=subject, after={"notes": text}, now=now)


async def send_email(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, request: schemas.CustomerEmailRequest, now: datetime
) -> None:
    """Send the customer an email through the outbox. Raises NotFound."""
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    message = CustomerEmail(
        to=booking.customer_email, subject=request.subject, body=request.body, language=booking.language
    )
    await enqueue(uow, message, now, booking_id=booking.id)
    await _add(uow, actor, booking, "email", f"{request.subject}\n\n{request.body}", now)
    await record(
        uow,
        actor,
        "booking.emailed",
        subject=("booking", booking.reference),
        after={"subject": request.subject},
        now=now,
    )


async def mark_reviewed(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """Mark the booking as reviewed. Idempotent. Raises NotFound."""
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


async def record_export(uow: UnitOfWork, actor: Actor, filters: Sequence[str], now: datetime) -> None:
    """Record the export of customers' data in the audit log, with the names of its filters."""
    after = {"filters": filters}
    await record(uow, actor, "booking.exported", subject=("bookings", "list"), after=after, now=now)


async def batches(db: Database, tenant: Tenant, filters: Filters) -> AsyncIterator[list[Listed]]:
    """The filtered bookings in batches, newest first, each in a transaction of its own."""
    after = None
    while True:
        async with db.uow(tenant.id) as uow:
            batch = await BookingAdminRepository(uow).page(filters, tenant.zone, after, EXPORT_BATCH)
        if batch:
            yield batch
        if len(batch) < EXPORT_BATCH:
            return
        after = Position(batch[-1].booking.created_at, batch[-1].booking.id)


async def _add(
    uow: UnitOfWork,
    actor: Actor,
    booking: BookingRow,
    kind: Literal["note", "email"],
    body: str,
    now: datetime,
) -> None:
    if actor.admin is None:
        raise InvalidInput.of("admin", ADMIN_WRITES())
    note = BookingNote(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        admin_id=actor.admin.id,
        kind=kind,
        body=body,
        created_at=now,
    )
    await BookingAdminRepository(uow).add_note(note)


# The list of bookings as CSV.

COLUMNS = (
    translatable("Booking ID"),
    translatable("Booked at"),
    translatable("Status"),
    translatable("Customer"),
    translatable("Email"),
    translatable("Phone"),
    translatable("Driver's age"),
    translatable("Group size"),
    translatable("Car"),
    translatable("Pickup"),
    translatable("Pickup at"),
    translatable("Return"),
    translatable("Return at"),
    translatable("Days"),
    translatable("Insurance"),
    translatable("Services"),
    translatable("Total price"),
    translatable("Currency"),
    translatable("Shown total"),
    translatable("Shown currency"),
    translatable("Exchange rate"),
    translatable("Promo code"),
    translatable("Affiliate"),
    translatable("Click id"),
    translatable("Needs review"),
)


async def csv_lines(
    batches: AsyncIterator[list[Listed]], tenant: Tenant, catalog: Catalog, texts: Texts
) -> AsyncIterator[str]:
    """CSV text in chunks, its headings in the reader's language. Times are in the company's time zone."""
    yield BYTE_ORDER_MARK + csv_rows([[texts.gettext(column) for column in COLUMNS]])
    async for batch in batches:
        yield csv_rows(_row(listed, tenant, catalog, texts) for listed in batch)


def _row(listed: Listed, tenant: Tenant, catalog: Catalog, texts: Texts) -> tuple[object, ...]:
    booking, affiliate = listed
    times = (
        f"{moment.astimezone(tenant.zone):%Y-%m-%d %H:%M}"
        for moment in (booking.created_at, booking.pickup_at, booking.return_at)
    )
    created, pickup, dropoff = times
    return (
        booking.reference,
        created,
        booking.status,
        booking.customer_name,
        booking.customer_email,
        booking.customer_phone,
        booking.driver_age,
        booking.group_size,
        booking.car_name,
        place_name(catalog, booking.pickup_location),
        pickup,
        place_name(catalog, booking.dropoff_location),
        dropoff,
        booking.days,
        booking.insurance_code,
        " ".join(booking.service_codes),
        to_decimal(booking.total_minor),
        booking.currency,
        None if booking.display_total_minor is None else to_decimal(booking.display_total_minor),
        booking.display_currency,
        booking.display_rate,
        booking.promo_code,
        affiliate.name if affiliate else None,
        booking.gclid or booking.gbraid or booking.wbraid,
        texts.gettext("yes") if booking.needs_review else texts.gettext("no"),
    )


# References of bookings by id, for other domains.


async def load_booking_references(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """References by id, without unknown ids."""
    return await BookingAdminRepository(uow).references(ids)
