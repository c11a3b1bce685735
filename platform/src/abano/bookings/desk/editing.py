"""The use case of editing a booking: dates, car, places, extras and customer in one request."""

from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingNote, BookingRow
from abano.booking_record.service import assign_vehicle, change_status, record_taken, rental_of
from abano.bookings.customers.merging import assign_booking
from abano.bookings.desk import history as messages
from abano.bookings.desk.editing_presentation import customer_columns, rental_columns
from abano.bookings.desk.editing_schemas import ChangeBookingRequest, NewBooking, NoShowRequest
from abano.bookings.desk.history import audit_snapshot, check_email, check_reason, check_seen, record_change
from abano.bookings.desk.quoting import Trip, read_trip, typed_by_hand
from abano.bookings.desk.repository import BookingAdminRepository, StaffRepository
from abano.bookings.desk.rules import StoredSource, by_hand, differing
from abano.bookings.desk.today_repository import TodayRepository
from abano.catalog.pricing.rules import as_stored, keep_charges
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import agreed_terms
from abano.core.errors import Conflict, InvalidInput
from abano.core.ids import new_booking_reference, new_id
from abano.core.languages.texts import negotiate_language
from abano.core.money import to_json
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as reservations
from abano.marketing.affiliates.codes import use_promo
from abano.marketing.affiliates.rules import PROMO_CODE_INVALID, Promo
from abano.marketing.channels.rules import Channel
from abano.payments.journal.service import follow_display
from abano.tenancy.directory.tenant import Tenant

CHANGEABLE = frozenset({"pending", "confirmed", "active"})


class BookingIsOver(Conflict):
    """A completed or cancelled booking can't be changed."""


async def lock_for_change(
    uow: UnitOfWork,
    tenant: Tenant,
    actor: Actor,
    catalog: Catalog,
    booking_id: UUID,
    request: ChangeBookingRequest,
    now: datetime,
) -> tuple[BookingRow, Trip]:
    """Lock a booking, then validate and price the change. Raises NotFound, InvalidInput, NotAllowed."""
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    return booking, read_trip(tenant, catalog, request, actor, now, booking)


async def change(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    booking: BookingRow,
    request: ChangeBookingRequest,
    trip: Trip,
    now: datetime,
) -> None:
    """Apply the requested change to a locked booking.

    Keeps the agreed price unless a new one is requested. Raises BookingIsOver, BookingChanged, InvalidInput,
    NoVehicleFree, VehicleAlreadyBooked.
    """
    check_seen(booking, request.seen_at)
    if booking.status not in CHANGEABLE:
        raise BookingIsOver
    is_fresh = request.price == "fresh"
    # Amounts that the booking already has were given a reason before.
    is_new_by_hand = typed_by_hand(request).goes_beyond(by_hand(booking.price_lines))
    check_reason(request.reason, needed=is_fresh and is_new_by_hand)
    check_email(request.customer_email, needed=request.tell or request.message is not None)
    before, stood = audit_snapshot(booking), place_in_fleet(booking)
    if booking.status == "active" and (trip.car.id, trip.period.starts_at) != stood[:2]:
        raise InvalidInput.of("car", messages.CHANGE_OF_HANDED_OVER())
    for field, value in (customer_columns(catalog, request) | rental_columns(trip, request)).items():
        setattr(booking, field, value)
    booking.days = trip.amounts.days
    if is_fresh:
        booking.daily_rate_minor, booking.total_minor = trip.amounts.daily_rate, trip.amounts.total
        booking.price_lines = keep_charges(as_stored(trip.amounts.lines), booking.price_lines)
        follow_display(booking)
    booking.updated_at = now
    await StaffRepository(uow).flush()
    await assign_booking(uow, booking.id)
    if place_in_fleet(booking) != stood or request.vehicle_id:
        car_changed = booking.car_id != stood[0]
        await follow_vehicle(
            uow, actor, catalog, booking, request.vehicle_id, car_changed=car_changed, now=now
        )
    old, new = differing(before, audit_snapshot(booking))
    occasion = "changed" if request.tell else None
    await record_change(
        uow, actor, booking, "changed", old, new, request.reason, request.message, now, occasion=occasion
    )
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.changed", subject=subject, before=old, after=new, now=now)


def place_in_fleet(booking: BookingRow) -> tuple[UUID | None, datetime, datetime, str, str]:
    """What decides which vehicle the booking can have."""
    return (
        booking.car_id,
        booking.pickup_at,
        booking.return_at,
        booking.pickup_location,
        booking.dropoff_location,
    )


async def follow_vehicle(
    uow: UnitOfWork,
    actor: Actor | None,
    catalog: Catalog,
    booking: BookingRow,
    vehicle_id: UUID | None,
    *,
    car_changed: bool,
    now: datetime,
) -> None:
    """The booking's vehicle for its new time: the same one if it is free, else the best.

    Who was handed a vehicle keeps it. Raises NoVehicleFree, VehicleAlreadyBooked.
    """
    held = await reservations.reservation_of(uow, booking.id)
    if held is None and vehicle_id is None:
        await assign_vehicle(uow, booking, now=now, actor=actor)
        return
    rental = rental_of(booking, catalog.rules.turn_round_minutes)
    if held is not None and booking.status == "active":
        vehicle_id = held.vehicle_id
    preferred = held.vehicle_id if held is not None and not car_changed else None
    is_firm = booking.status != "pending"
    await reservations.assign(
        uow, rental, now=now, actor=actor, vehicle_id=vehicle_id, preferred=preferred, is_firm=is_firm
    )


# The use case of taking a booking by phone, chat or at the counter.


async def take(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    request: NewBooking,
    source: StoredSource,
    trip: Trip,
    promo: Promo | None,
    now: datetime,
    channel: Channel | None = None,
) -> UUID:
    """Take a booking for a customer. ``promo`` is the code by which ``trip`` was priced.

    ``channel``: the one that brings the booking, for the commission of today.

    Raises InvalidInput, CarNoLongerAvailable, NoVehicleFree, VehicleAlreadyBooked.
    """
    check_reason(request.reason, needed=bool(request.manual_lines or request.discount_percent))
    check_email(request.customer_email, needed=request.tell or request.message is not None)
    booking = BookingRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        reference=new_booking_reference(),
        status="pending",
        source=source,
        taken_by=actor.admin_id,
        currency=catalog.rules.currency,
        consent_state="unknown" if catalog.rules.consent_required else "not_required",
        language=negotiate_language(request.language, catalog.rules.languages),
        catalog_version=catalog.version,
        agreed_terms=agreed_terms(catalog.rules, trip.car),
        promo_code=promo.code if promo else None,
        channel_id=channel.id if channel else None,
        channel_commission_minor=channel.commission_of(trip.amounts.total) if channel else None,
        created_at=now,
        updated_at=now,
        days=trip.amounts.days,
        daily_rate_minor=trip.amounts.daily_rate,
        total_minor=trip.amounts.total,
        price_lines=as_stored(trip.amounts.lines),
        **customer_columns(catalog, request),
        **rental_columns(trip, request),
    )
    repository = StaffRepository(uow)
    await repository.add(booking)
    await assign_booking(uow, booking.id)
    if promo and not await use_promo(uow, promo, now):
        raise InvalidInput.of("promoCode", PROMO_CODE_INVALID())
    await record_taken(uow, booking, actor.admin_id, now)
    if request.note and actor.admin_id:
        note = BookingNote(
            tenant_id=uow.tenant_id,
            id=new_id(),
            booking_id=booking.id,
            admin_id=actor.admin_id,
            kind="note",
            body=request.note,
            created_at=now,
        )
        await repository.add(note)
    await TodayRepository(uow).win_leads(booking.customer_email, booking.customer_phone, now)
    if request.confirm:
        await change_status(
            uow,
            booking,
            "confirmed",
            actor="admin",
            admin_id=actor.admin_id,
            reason="",
            now=now,
            notifies_customer=False,
        )
    if request.confirm or request.vehicle_id:
        await assign_vehicle(uow, booking, now=now, actor=actor, vehicle_id=request.vehicle_id)
    occasion = ("confirmed" if request.confirm else "received") if request.tell else None
    await record_change(
        uow,
        actor,
        booking,
        "taken",
        {},
        audit_snapshot(booking),
        request.reason,
        request.message,
        now,
        occasion=occasion,
    )
    after = {"source": source, "car": booking.car_name, "total": to_json(booking.total_minor)}
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.taken", subject=subject, after=after, now=now)
    return booking.id


# The use case of a customer who does not come.


async def mark(
    uow: UnitOfWork, actor: Actor, booking: BookingRow, request: NoShowRequest, now: datetime
) -> None:
    """Cancel a locked booking whose customer did not come, which frees its vehicle.

    Raises InvalidInput, BookingChanged, StatusNotAllowed.
    """
    check_seen(booking, request.seen_at)
    if booking.pickup_at > now:
        raise InvalidInput.of("status", messages.TOO_EARLY_FOR_NO_SHOW())
    check_email(booking.customer_email, needed=request.message is not None)
    before = {"status": booking.status}
    reason = f"{messages.NO_SHOW} {request.reason}".strip()
    await change_status(
        uow,
        booking,
        "cancelled",
        actor="admin",
        admin_id=actor.admin_id,
        reason=reason,
        now=now,
        # The customer already knows that there is no car: no automatic email.
        notifies_customer=False,
    )
    booking.no_show = True
    after = {"status": "cancelled", "noShow": True}
    await record_change(uow, actor, booking, "no_show", before, after, request.reason, request.message, now)
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.cancelled", subject=subject, before=before, after=after, now=now)
