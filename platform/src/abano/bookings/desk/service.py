"""Use cases of bookings in the console: list, detail, notes, emails and export."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingDetails, BookingNote, BookingRow, CustomerAction
from abano.booking_record.rules import Filters
from abano.booking_record.service import find_cancelled_from
from abano.bookings.customers.merging import blacklist_warnings, customer_of_booking
from abano.bookings.desk import schemas
from abano.bookings.desk.presentation import by_api_key, detail, place_name, summary
from abano.bookings.desk.repository import BookingAdminRepository, Listed
from abano.bookings.desk.schemas import ActionKind, ByCustomerResponse, CustomerActionOut, SecondDriver
from abano.bookings.desk.transitions import return_state
from abano.bookings.desk.visitor_repository import ListedAction, VisitorRepository
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import InvalidInput, Message, NotFound
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, translatable
from abano.core.money import to_decimal
from abano.core.paging import PageRequest
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.integrations.api_keys.service import load_authors
from abano.marketing.channels.service import load_all_channel_names, load_channel_names
from abano.marketing.quiz.cache import find_session_summary
from abano.messaging.outbox.booking_kinds import BookingByCustomer, CustomerEmail
from abano.messaging.outbox.outbox import enqueue
from abano.tenancy.directory.tenant import Tenant

PAGE = 50
EXPORT_BATCH = 500

ADMIN_WRITES = Message("admin_writes", "Sign in as an admin to make changes.")


async def list_bookings(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, filters: Filters, request: PageRequest
) -> schemas.BookingListResponse:
    """A page of bookings. Raises InvalidInput for its cursor."""
    repository = BookingAdminRepository(uow)
    page = await repository.page(filters, tenant.zone, request)
    channels = await _channels_of(uow, page.items)
    return schemas.BookingListResponse(
        bookings=[summary(each, catalog.rules.unconfirmed_hours, channels) for each in page.items],
        next_cursor=page.next_cursor,
        pending_count=await repository.pending(),
    )


async def list_filters(uow: UnitOfWork) -> schemas.BookingFiltersResponse:
    repository = BookingAdminRepository(uow)
    cars, referrers = await repository.cars(), await repository.referrers()
    affiliates = [schemas.AffiliateName(id=each.id, name=each.name) for each in referrers]
    channels = [schemas.ChannelName(id=key, name=name) for key, name in await load_all_channel_names(uow)]
    return schemas.BookingFiltersResponse(cars=cars, affiliates=affiliates, channels=channels)


async def _channels_of(uow: UnitOfWork, listed: Sequence[Listed]) -> Mapping[UUID, str]:
    """Names of the bookings' channels by id."""
    ids = {each.booking.channel_id for each in listed if each.booking.channel_id}
    return await load_channel_names(uow, sorted(ids)) if ids else {}


async def show(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking_id: UUID, now: datetime
) -> schemas.BookingDetailResponse:
    """One booking with its details. Raises NotFound."""
    repository = BookingAdminRepository(uow)
    listed = await repository.find(booking_id)
    if listed is None:
        raise NotFound
    attributed = listed.booking.attributed_session_id
    events = await repository.events(booking_id)
    has_others = any(by_api_key(event.actor, name) for event, name in events)
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
        channels=await _channels_of(uow, [listed]),
        events=events,
        api_keys=await load_authors(uow, "booking", listed.booking.reference) if has_others else {},
        notes=await repository.notes(booking_id),
        session_summary=await find_session_summary(uow, attributed) if attributed else None,
    )
    return schemas.BookingDetailResponse(booking=booking)


async def add_note(uow: UnitOfWork, actor: Actor, booking_id: UUID, text: str, now: datetime) -> None:
    """Raises NotFound."""
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    await write_note(uow, actor, booking, "note", text, now)
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
    await write_note(uow, actor, booking, "email", f"{request.subject}\n\n{request.body}", now)
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


async def batches(
    db: Database, tenant: Tenant, filters: Filters, sort: str
) -> AsyncIterator[Sequence[Listed]]:
    """The filtered bookings in batches. Each batch has its own transaction."""
    cursor = None
    while True:
        request = PageRequest(sort, EXPORT_BATCH, cursor)
        async with db.uow(tenant.id) as uow:
            page = await BookingAdminRepository(uow).page(filters, tenant.zone, request)
        if page.items:
            yield page.items
        if page.next_cursor is None:
            return
        cursor = page.next_cursor


async def write_note(
    uow: UnitOfWork,
    actor: Actor,
    booking: BookingRow,
    kind: Literal["note", "email", "document"],
    body: str,
    now: datetime,
) -> None:
    """Add to the booking's history. Raises InvalidInput for an actor who is no admin."""
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
    batches: AsyncIterator[Sequence[Listed]], tenant: Tenant, catalog: Catalog, texts: Texts
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


async def note_action(
    uow: UnitOfWork,
    booking: BookingRow,
    kind: ActionKind,
    now: datetime,
    *,
    text: str = "",
    file_id: UUID | None = None,
    is_second_driver: bool = False,
) -> None:
    """Record the customer's action and notify the team. A cancellation has its own message."""
    action = CustomerAction(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        kind=kind,
        body=text,
        file_id=file_id,
        is_second_driver=is_second_driver,
        created_at=now,
    )
    await VisitorRepository(uow).add(action)
    if kind != "cancelled":
        message = BookingByCustomer(
            reference=booking.reference,
            customer_name=booking.customer_name,
            customer_email=booking.customer_email,
            car_name=booking.car_name,
            what=kind,
            text=text,
        )
        await enqueue(uow, message, now)


async def count_actions(uow: UnitOfWork, booking_id: UUID, kind: ActionKind) -> int:
    return await VisitorRepository(uow).count(booking_id, kind)


async def find_details(uow: UnitOfWork, booking_id: UUID) -> BookingDetails | None:
    return await VisitorRepository(uow).find_details(booking_id)


async def keep_details(uow: UnitOfWork, details: BookingDetails) -> None:
    """Create the details of a booking without any."""
    await VisitorRepository(uow).add(details)


async def list_unseen(uow: UnitOfWork) -> list[CustomerActionOut]:
    return [_present(each) for each in await VisitorRepository(uow).unseen()]


async def list_actions(uow: UnitOfWork, booking_id: UUID) -> list[CustomerActionOut]:
    """Newest first."""
    return [_present(each) for each in await VisitorRepository(uow).of_booking(booking_id)]


async def show_by_customer(uow: UnitOfWork, booking_id: UUID) -> ByCustomerResponse:
    """What the customer entered in self-service. Raises NotFound."""
    if await uow.session.get(BookingRow, (uow.tenant_id, booking_id)) is None:
        raise NotFound
    details = await find_details(uow, booking_id)
    return ByCustomerResponse(
        flight_number=details.flight_number if details else "",
        pickup_address=details.pickup_address if details else "",
        dropoff_address=details.dropoff_address if details else "",
        second_driver=second_driver_of(details),
        details_updated_at=details.updated_at if details else None,
        actions=await list_actions(uow, booking_id),
    )


async def mark_seen(uow: UnitOfWork, actor: Actor, action_id: UUID, now: datetime) -> None:
    """Mark a customer's action as seen. The first colleague to see it is stored. Raises NotFound."""
    action = await VisitorRepository(uow).find_action(action_id)
    if action is None:
        raise NotFound
    if action.seen_at is not None:
        return
    action.seen_at, action.seen_by = now, actor.admin_id
    await uow.session.flush()
    booking = await uow.session.get_one(BookingRow, (uow.tenant_id, action.booking_id))
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.action_seen", subject=subject, after={"kind": action.kind}, now=now)


def second_driver_of(details: BookingDetails | None) -> SecondDriver | None:
    if details is None or not details.second_driver_name:
        return None
    return SecondDriver(
        name=details.second_driver_name,
        born=details.second_driver_born,
        licence=details.second_driver_licence,
        licence_expires_on=details.second_driver_licence_expires_on,
    )


def _present(listed: ListedAction) -> CustomerActionOut:
    action = listed.action
    return CustomerActionOut(
        id=action.id,
        booking_id=action.booking_id,
        reference=listed.reference,
        customer_name=listed.customer_name,
        kind=cast(ActionKind, action.kind),
        text=action.body,
        picture_id=action.file_id,
        is_second_driver=action.is_second_driver,
        created_at=action.created_at,
        seen_at=action.seen_at,
        seen_by=listed.seen_by,
    )
