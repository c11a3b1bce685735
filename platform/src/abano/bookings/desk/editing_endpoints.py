"""HTTP endpoints by which the desk quotes, takes and changes bookings."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Depends

from abano.accounts.access.principals import Actor
from abano.booking_record.service import rental_of
from abano.bookings.customers.merging import blacklist_warnings, known_customer
from abano.bookings.desk import editing as changing
from abano.bookings.desk import editing as no_show
from abano.bookings.desk import editing as taking
from abano.bookings.desk import editing_presentation as presentation
from abano.bookings.desk.editing_schemas import (
    AssignmentResponse,
    BookingChangesResponse,
    ChangeBookingRequest,
    NoShowRequest,
    QuoteForStaffRequest,
    QuoteForStaffResponse,
    TakeBookingRequest,
)
from abano.bookings.desk.endpoints import Shown
from abano.bookings.desk.quoting import preview, read_trip
from abano.bookings.desk.repository import BookingAdminRepository
from abano.bookings.desk.schemas import (
    BookingDetailResponse,
)
from abano.catalog.published.dependencies import CatalogNow, Catalogs
from abano.catalog.published.snapshot import Catalog
from abano.core.phone import stored_phone
from abano.fleet.availability.endpoints import AvailabilityOf
from abano.fleet.availability.service import Availability, CarNoLongerAvailable, find_alternatives
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import NoVehicleFree
from abano.marketing.affiliates.codes import find_promo
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import (
    AppClock,
    BookingsActor,
    CurrentTenant,
    Db,
    Uow,
    no_store,
)

router = APIRouter(prefix="/api/admin/bookings", tags=["bookings"], dependencies=[Depends(no_store)])


@router.post("/quotes")
async def quote_booking(
    body: QuoteForStaffRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    availability: AvailabilityOf,
) -> QuoteForStaffResponse:
    """The fresh price of a rental beside the agreed one, and which vehicle it would get. Stores nothing."""
    return await make_quote(body, actor, tenant, db, catalogs, clock, availability)


async def make_quote(
    body: QuoteForStaffRequest,
    actor: Actor | None,
    tenant: Tenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    availability: Availability,
) -> QuoteForStaffResponse:
    """``actor``: by whom it is priced, as of ``read_trip``."""
    now, catalog = clock.now(), await catalogs.get(tenant.id)
    listed, promo = None, None
    if body.booking_id:
        async with db.uow(tenant.id) as uow:
            listed = await presentation.get_listed(uow, body.booking_id)
    else:
        promo = await find_promo(db, tenant.id, body.promo_code, clock)
    booking = listed.booking if listed else None
    trip = read_trip(tenant, catalog, body, actor, now, booking, promo)
    statuses = await availability.statuses(tenant, trip.period, now)
    async with db.uow(tenant.id) as uow:
        asked = presentation.asked_of(trip, booking)
        assignment = await preview(uow, catalog, asked, trip.car.name, statuses)
        phone = stored_phone(body.customer_phone, catalog.rules.phone_prefix)
        customer = await known_customer(uow, body.customer_email, phone, catalog.rules.currency)
        [blacklisted] = await blacklist_warnings(uow, [(body.customer_email, phone)])
    return presentation.quote(catalog, trip, listed, assignment, promo, statuses, customer, blacklisted)


@router.post("", status_code=201)
async def take_booking_by_staff(
    body: TakeBookingRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    availability: AvailabilityOf,
    show: Shown,
) -> BookingDetailResponse:
    """Take a booking by phone, chat or at the counter; 409 with alternatives when no vehicle is free."""
    now, catalog = clock.now(), await catalogs.get(tenant.id)
    promo = await find_promo(db, tenant.id, body.promo_code, clock)
    trip = read_trip(tenant, catalog, body, actor, now, promo=promo)
    try:
        async with db.uow(tenant.id) as uow:
            booking_id = await taking.take(uow, actor, catalog, body, body.source, trip, promo, now)
    except (NoVehicleFree, CarNoLongerAvailable):
        raise await none_free(availability, tenant, catalog, trip.car.name, trip.period, now) from None
    return await show(booking_id)


@router.put("/{booking_id}")
async def change_booking(
    booking_id: UUID,
    body: ChangeBookingRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    availability: AvailabilityOf,
    show: Shown,
) -> BookingDetailResponse:
    """Change dates, car, places, extras and customer. 409 when someone else changed it, or no vehicle is free."""
    now, catalog = clock.now(), await catalogs.get(tenant.id)
    try:
        async with db.uow(tenant.id) as uow:
            booking, trip = await changing.lock_for_change(uow, tenant, actor, catalog, booking_id, body, now)
            await changing.change(uow, actor, catalog, booking, body, trip, now)
    except NoVehicleFree:
        raise await none_free(availability, tenant, catalog, trip.car.name, trip.period, now) from None
    return await show(booking_id)


@router.post("/{booking_id}/no-show")
async def mark_no_show(
    booking_id: UUID,
    body: NoShowRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> BookingDetailResponse:
    """The customer did not come: cancels a booking whose pickup has passed."""
    async with db.uow(tenant.id) as uow:
        booking = await BookingAdminRepository(uow).get_locked(booking_id)
        await no_show.mark(uow, actor, booking, body, clock.now())
    return await show(booking_id)


@router.get("/{booking_id}/assignment")
async def show_assignment(
    booking_id: UUID,
    _: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
    availability: AvailabilityOf,
) -> AssignmentResponse:
    """What confirming would do: the vehicle, a transfer, or alternatives where none is free."""
    async with db.uow(tenant.id) as uow:
        booking = (await presentation.get_listed(uow, booking_id)).booking
    asked = rental_of(booking, catalog.rules.turn_round_minutes)
    statuses = await availability.statuses(tenant, asked.period, clock.now())
    async with db.uow(tenant.id) as uow:
        assignment = await preview(uow, catalog, asked, booking.car_name, statuses)
    return AssignmentResponse(assignment=assignment)


@router.get("/{booking_id}/changes")
async def show_booking_changes(booking_id: UUID, _: BookingsActor, uow: Uow) -> BookingChangesResponse:
    """What the desk changed of the booking, before and after, and its vehicle."""
    return await presentation.changes(uow, booking_id)


async def none_free(
    availability: Availability, tenant: Tenant, catalog: Catalog, car: str, period: Period, now: datetime
) -> NoVehicleFree:
    """The refusal with what else there is."""
    statuses = await availability.statuses(tenant, period, now)
    alternatives = find_alternatives(catalog, car, period, statuses)
    return NoVehicleFree(
        details={"car": car, "alternatives": alternatives.model_dump(mode="json", by_alias=True)}
    )
