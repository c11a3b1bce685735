"""Use cases of bookings by staff: take, change, no-show. Each is one change in the booking's history."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.bookings.admin.repository import BookingAdminRepository
from abano.bookings.admin.transitions import BookingChanged
from abano.bookings.repository import BookingRepository
from abano.bookings.staff import messages, schemas
from abano.bookings.staff.quoting import Trip
from abano.bookings.staff.repository import StaffRepository
from abano.bookings.staff.rules import as_json, as_stored, differing
from abano.bookings.status import change_status
from abano.bookings.today.repository import TodayRepository
from abano.bookings.vehicles import assign_vehicle, rental_of
from abano.catalog.snapshot import Catalog
from abano.currencies.rules import ExchangeRate, shown
from abano.customers.assigning import assign_booking
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput
from abano.fleet.reservations import service as reservations
from abano.kit.ids import new_booking_reference, new_id
from abano.kit.money import to_json
from abano.kit.phone import read_phone
from abano.models.bookings import BookingChange, BookingEvent, BookingNote, BookingRow
from abano.notifications.kinds import CustomerEmail
from abano.notifications.outbox import enqueue

CHANGEABLE = frozenset({"pending", "confirmed", "active"})


class BookingIsOver(Conflict):
    """A booking that is completed or cancelled is not changed any more."""


async def take(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    request: schemas.TakeBookingRequest,
    trip: Trip,
    now: datetime,
) -> UUID:
    """Take a booking for a customer.

    Raises InvalidInput, CarNoLongerAvailable, NoVehicleFree, VehicleAlreadyBooked.
    """
    _check_reason(request.reason, needed=bool(request.manual_lines or request.discount_percent))
    _check_message(request.message, request.customer_email)
    booking = BookingRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        reference=new_booking_reference(),
        status="pending",
        source=request.source,
        taken_by=actor.admin_id,
        currency=catalog.rules.currency,
        consent_state="unknown" if catalog.rules.consent_required else "not_required",
        created_at=now,
        updated_at=now,
        days=trip.amounts.days,
        daily_rate_minor=trip.amounts.daily_rate,
        total_minor=trip.amounts.total,
        price_lines=as_stored(trip.amounts.lines),
        **_customer(catalog, request),
        **_rental(trip, request),
    )
    repository = StaffRepository(uow)
    await repository.add(booking)
    await assign_booking(uow, booking.id)
    event = BookingEvent(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        to_status="pending",
        actor="admin",
        admin_id=actor.admin_id,
        created_at=now,
    )
    await BookingRepository(uow).add_event(event)
    await _remember(uow, actor, booking, "taken", {}, told(booking), request.reason, request.message, now)
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
            uow, booking, "confirmed", actor="admin", admin_id=actor.admin_id, reason="", now=now
        )
    if request.confirm or request.vehicle_id:
        await assign_vehicle(uow, booking, now=now, actor=actor, vehicle_id=request.vehicle_id)
    after = {"source": request.source, "car": booking.car_name, "total": to_json(booking.total_minor)}
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.taken", subject=subject, after=after, now=now)
    return booking.id


async def change(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    booking: BookingRow,
    request: schemas.ChangeBookingRequest,
    trip: Trip,
    now: datetime,
) -> None:
    """Change a locked booking to what the request says.

    The agreed price stays unless the fresh one is asked for. Raises BookingIsOver, BookingChanged, InvalidInput,
    NoVehicleFree, VehicleAlreadyBooked.
    """
    check_seen(booking, request.seen_at)
    if booking.status not in CHANGEABLE:
        raise BookingIsOver
    is_fresh = request.price == "fresh"
    _check_reason(request.reason, needed=is_fresh and bool(request.manual_lines or request.discount_percent))
    _check_message(request.message, request.customer_email)
    before = told(booking)
    was = (
        booking.car_id,
        booking.pickup_at,
        booking.return_at,
        booking.pickup_location,
        booking.dropoff_location,
    )
    if booking.status == "active" and (trip.car.id, trip.period.starts_at) != was[:2]:
        raise InvalidInput.of("car", messages.CHANGE_OF_HANDED_OVER())
    for field, value in (_customer(catalog, request) | _rental(trip, request)).items():
        setattr(booking, field, value)
    booking.days = trip.amounts.days
    if is_fresh:
        booking.daily_rate_minor, booking.total_minor = trip.amounts.daily_rate, trip.amounts.total
        booking.price_lines = as_stored(trip.amounts.lines)
        _follow_display(booking)
    booking.updated_at = now
    await StaffRepository(uow).flush()
    await assign_booking(uow, booking.id)
    now_is = (
        booking.car_id,
        booking.pickup_at,
        booking.return_at,
        booking.pickup_location,
        booking.dropoff_location,
    )
    if now_is != was or request.vehicle_id:
        await _follow_vehicle(
            uow, actor, catalog, booking, request.vehicle_id, car_changed=now_is[0] != was[0], now=now
        )
    old, new = differing(before, told(booking))
    await _remember(uow, actor, booking, "changed", old, new, request.reason, request.message, now)
    await record(
        uow, actor, "booking.changed", subject=("booking", booking.reference), before=old, after=new, now=now
    )


async def no_show(
    uow: UnitOfWork, actor: Actor, booking: BookingRow, request: schemas.NoShowRequest, now: datetime
) -> None:
    """The customer did not come: the booking is cancelled and its vehicle free. Raises InvalidInput, BookingChanged,
    StatusNotAllowed."""
    check_seen(booking, request.seen_at)
    if booking.pickup_at > now:
        raise InvalidInput.of("status", messages.TOO_EARLY_FOR_NO_SHOW())
    _check_message(request.message, booking.customer_email)
    before = {"status": booking.status}
    reason = f"{messages.NO_SHOW} {request.reason}".strip()
    await change_status(
        uow, booking, "cancelled", actor="admin", admin_id=actor.admin_id, reason=reason, now=now
    )
    booking.no_show = True
    after = {"status": "cancelled", "noShow": True}
    await _remember(uow, actor, booking, "no_show", before, after, request.reason, request.message, now)
    await record(
        uow,
        actor,
        "booking.cancelled",
        subject=("booking", booking.reference),
        before=before,
        after=after,
        now=now,
    )


def check_seen(booking: BookingRow, seen_at: datetime) -> None:
    """Raises BookingChanged, and InvalidInput for a time without its zone."""
    if seen_at.tzinfo is None or booking.updated_at != seen_at:
        raise BookingChanged


def told(booking: BookingRow) -> dict[str, object]:
    """A booking as its history tells it."""
    return {
        "customerName": booking.customer_name,
        "customerEmail": booking.customer_email,
        "customerPhone": booking.customer_phone,
        "driverAge": booking.driver_age,
        "groupSize": booking.group_size,
        "car": booking.car_name,
        "pickupLocation": booking.pickup_location,
        "dropoffLocation": booking.dropoff_location,
        "pickupAt": booking.pickup_at.isoformat(),
        "returnAt": booking.return_at.isoformat(),
        "insurance": booking.insurance_code,
        "services": list(booking.service_codes),
        "days": booking.days,
        "totalPrice": to_json(booking.total_minor),
        "priceLines": as_json(booking.price_lines),
    }


async def _follow_vehicle(
    uow: UnitOfWork,
    actor: Actor,
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


def _customer(
    catalog: Catalog, request: schemas.TakeBookingRequest | schemas.ChangeBookingRequest
) -> dict[str, object]:
    phone = read_phone(request.customer_phone, catalog.rules.phone_prefix) if request.customer_phone else None
    return {
        "customer_name": request.customer_name,
        "customer_email": request.customer_email,
        "customer_phone": str(phone) if phone else request.customer_phone,
    }


def _rental(trip: Trip, request: schemas.Rental) -> dict[str, object]:
    return {
        "driver_age": request.driver_age,
        "group_size": request.group_size,
        "car_id": trip.car.id,
        "car_name": trip.car.name,
        "pickup_location": trip.pickup_place.code,
        "dropoff_location": trip.dropoff_place.code,
        "pickup_at": trip.period.starts_at,
        "return_at": trip.period.ends_at,
        "insurance_code": trip.insurance_code,
        "service_codes": list(trip.service_codes),
    }


def _follow_display(booking: BookingRow) -> None:
    """What the customer saw in another currency follows the new total, at the rate of the booking."""
    if booking.display_currency and booking.display_rate is not None:
        rate = ExchangeRate(booking.display_currency, booking.display_rate, booking.created_at)
        booking.display_total_minor = shown(booking.total_minor, rate)


async def _remember(
    uow: UnitOfWork,
    actor: Actor,
    booking: BookingRow,
    kind: str,
    before: Mapping[str, object],
    after: Mapping[str, object],
    reason: str,
    message: schemas.CustomerMessage | None,
    now: datetime,
) -> None:
    """One change in the booking's history, and the customer's email if the desk wrote one."""
    change_row = BookingChange(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        kind=kind,
        before=dict(before),
        after=dict(after),
        reason=reason,
        is_told=message is not None,
        admin_id=actor.admin_id,
        created_at=now,
    )
    await StaffRepository(uow).add(change_row)
    if message is None or actor.admin_id is None:
        return
    await enqueue(
        uow, CustomerEmail(to=booking.customer_email, subject=message.subject, body=message.body), now
    )
    note = BookingNote(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        admin_id=actor.admin_id,
        kind="email",
        body=f"{message.subject}\n\n{message.body}",
        created_at=now,
    )
    await BookingAdminRepository(uow).add_note(note)


def _check_reason(reason: str, *, needed: bool) -> None:
    if needed and not reason:
        raise InvalidInput.of("reason", messages.REASON_MISSING())


def _check_message(message: schemas.CustomerMessage | None, email: str) -> None:
    if message is not None and "@" not in email:
        raise InvalidInput.of("customerEmail", messages.CUSTOMER_WITHOUT_EMAIL())
