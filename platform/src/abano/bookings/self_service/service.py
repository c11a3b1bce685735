"""Use cases of customers: preview a change, change the rental, cancel the booking."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from abano.booking_record.models import BookingRow
from abano.booking_record.service import change_status, needs_vehicle_of, rental_of
from abano.bookings.desk.editing import follow_vehicle, place_in_fleet
from abano.bookings.desk.editing_presentation import asked_of, rental_columns
from abano.bookings.desk.editing_schemas import Rental
from abano.bookings.desk.history import audit_snapshot, record_change
from abano.bookings.desk.quoting import Trip, agreed_handover, price_out, read_trip
from abano.bookings.desk.rules import Amounts, WarningCode, differing
from abano.bookings.desk.service import count_actions, note_action
from abano.bookings.intake import schemas as intake_messages
from abano.bookings.self_service import access as errors
from abano.bookings.self_service import rules as messages
from abano.bookings.self_service import schemas
from abano.bookings.self_service.details import keep_meeting
from abano.bookings.self_service.rules import changed_amounts, is_same_car, latest_return
from abano.bookings.self_service.showing import allowed_now
from abano.catalog.pricing.handover import closed_errors
from abano.catalog.pricing.rules import RENTAL_TOO_SHORT, Line, as_stored, keep_charges
from abano.catalog.published.handover import HandoverPlace
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import FieldError, InvalidInput, Sentence
from abano.core.money import to_decimal, to_json
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as reservations
from abano.payments.journal.service import follow_display
from abano.tenancy.directory.tenant import Tenant

MAX_CHANGES = 30


@dataclass(frozen=True, slots=True)
class Changed:
    """The requested rental and its price. Unchanged parts keep the agreed price."""

    request: Rental
    trip: Trip
    amounts: Amounts


def read_change(
    tenant: Tenant, catalog: Catalog, booking: BookingRow, request: schemas.OwnRentalRequest, now: datetime
) -> Changed:
    """Validate and price a change. Raises InvalidInput with every bad field.

    During the rental, only an extension is possible.
    """
    wanted = Rental(
        **request.model_dump(include=set(schemas.OwnRentalRequest.model_fields)),
        car=booking.car_name,
        driver_age=booking.driver_age,
        group_size=booking.group_size,
    )
    trip = read_trip(tenant, catalog, wanted, None, now, booking)
    if booking.status == "active":
        _refuse_all_but_later(booking, trip)
    else:
        _refuse_unusual(catalog, trip.warnings)
    _refuse_closed(tenant, booking, trip)
    before = _lines_now(tenant, catalog, booking, now)
    fresh = trip.amounts
    rate = booking.daily_rate_minor if is_same_car(before, fresh.lines) else fresh.daily_rate
    amounts = changed_amounts(booking.price_lines, before, fresh.lines, fresh.days, rate)
    return Changed(wanted, trip, amounts)


async def quote(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, changed: Changed, now: datetime
) -> schemas.OwnQuoteResponse:
    """Both prices side by side, and whether a car is free. Stores nothing. Raises NotByCustomer."""
    await _require_changeable(uow, booking, now)
    amounts = changed.amounts
    is_free, latest = await _is_free(uow, catalog, booking, asked_of(changed.trip, booking))
    return schemas.OwnQuoteResponse(
        currency=booking.currency,
        agreed=price_out(booking.days, booking.total_minor, booking.price_lines),
        fresh=price_out(amounts.days, amounts.total, as_stored(amounts.lines)),
        difference=to_json(amounts.total - booking.total_minor),
        is_available=is_free,
        latest_return=latest,
    )


async def _is_free(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, asked: reservations.Rental
) -> tuple[bool, datetime | None]:
    """Whether a vehicle is free, otherwise the latest return. A running rental needs its own vehicle."""
    held = await reservations.reservation_of(uow, booking.id) if booking.status == "active" else None
    if held is None:
        is_needed = await needs_vehicle_of(uow, asked.car_id)
        return not is_needed or bool(await reservations.find_fitting(uow, asked)), None
    if await reservations.find_fitting(uow, asked, vehicle_id=held.vehicle_id):
        return True, None
    minutes = catalog.rules.turn_round_minutes
    fitting = await reservations.find_fitting(uow, rental_of(booking, minutes), vehicle_id=held.vehicle_id)
    return False, latest_return(
        booking.return_at, fitting[0].vehicle.taken_from if fitting else None, minutes
    )


async def change(
    uow: UnitOfWork,
    catalog: Catalog,
    booking: BookingRow,
    changed: Changed,
    request: schemas.ChangeOwnBookingRequest,
    now: datetime,
) -> None:
    """Change a locked booking, its vehicle with it. The team and the customer are notified.

    Raises NotByCustomer, PriceChanged, InvalidInput, NoVehicleFree, VehicleAlreadyBooked, TooManyOfThem.
    """
    await _require_changeable(uow, booking, now)
    amounts = changed.amounts
    if booking.updated_at != request.seen_at or to_json(amounts.total) != request.total:
        raise errors.PriceChanged
    if await count_actions(uow, booking.id, "changed") >= MAX_CHANGES:
        raise errors.TooManyOfThem
    has_new_details = await keep_meeting(uow, booking, changed.trip.handover, request, now)
    before, previous_place, agreed_return = (
        audit_snapshot(booking),
        place_in_fleet(booking),
        booking.return_at,
    )
    for field, value in rental_columns(changed.trip, changed.request).items():
        setattr(booking, field, value)
    booking.days, booking.total_minor = amounts.days, amounts.total
    booking.daily_rate_minor = amounts.daily_rate
    booking.price_lines = keep_charges(as_stored(amounts.lines), booking.price_lines)
    follow_display(booking)
    booking.updated_at = now
    await uow.session.flush()
    if place_in_fleet(booking) != previous_place:
        await follow_vehicle(uow, None, catalog, booking, None, car_changed=False, now=now)
    old, new = differing(before, audit_snapshot(booking))
    if not new:
        if has_new_details:
            await note_action(uow, booking, "details", now)
        return
    await record_change(uow, None, booking, "changed", old, new, "", None, now, occasion="changed")
    # After the pickup only the return can change. Its text is shown on the Today page.
    text = _from_to(catalog, agreed_return, booking.return_at) if booking.status == "active" else ""
    await note_action(uow, booking, "changed", now, text=text)


def _from_to(catalog: Catalog, before: datetime, after: datetime) -> str:
    """Two moments on the company's clocks, in no language."""
    zone = ZoneInfo(catalog.rules.timezone)
    return " → ".join(f"{moment.astimezone(zone):%Y-%m-%d %H:%M}" for moment in (before, after))


async def cancel(
    uow: UnitOfWork,
    booking: BookingRow,
    request: schemas.CancelOwnBookingRequest,
    now: datetime,
) -> None:
    """Cancel a locked booking by the company's rules. Raises NotByCustomer, CostNotAcknowledged."""
    may, _ = await allowed_now(uow, booking, now)
    if may.cancel_until is None:
        raise errors.NotByCustomer
    if to_json(may.cancel_cost) != request.cost:
        raise errors.CostNotAcknowledged
    note: Sentence | None = None
    if may.cancel_cost:
        amount = str(to_decimal(may.cancel_cost))
        note = messages.LATE_CANCELLATION(amount=amount, currency=booking.currency)
    await change_status(
        uow, booking, "cancelled", actor="customer", reason=request.reason, note=note, now=now
    )
    await note_action(uow, booking, "cancelled", now, text=request.reason)


async def _require_changeable(uow: UnitOfWork, booking: BookingRow, now: datetime) -> None:
    may, _ = await allowed_now(uow, booking, now)
    if may.change_until is None and may.extend_until is None:
        raise errors.NotByCustomer


def _lines_now(tenant: Tenant, catalog: Catalog, booking: BookingRow, now: datetime) -> tuple[Line, ...]:
    """Today's price of the current rental. Empty if a part of it is no longer offered."""
    pickup, dropoff = (moment.astimezone(tenant.zone) for moment in (booking.pickup_at, booking.return_at))
    rental = Rental(
        car=booking.car_name,
        pickup_location=booking.pickup_location,
        dropoff_location=booking.dropoff_location,
        pickup_date=pickup.date(),
        pickup_time=pickup.time(),
        return_date=dropoff.date(),
        return_time=dropoff.time(),
        insurance_type=booking.insurance_code,
        services=list(booking.service_codes),
        driver_age=booking.driver_age,
        group_size=booking.group_size,
    )
    try:
        return read_trip(tenant, catalog, rental, None, now, booking).amounts.lines
    except InvalidInput:
        return ()


def _refuse_all_but_later(booking: BookingRow, trip: Trip) -> None:
    """Raises InvalidInput."""
    is_same_city = trip.pickup_place.code == booking.pickup_location
    stays = {
        "pickupDate": trip.period.starts_at == booking.pickup_at,
        "pickupLocation": is_same_city,
        "pickupPlace": not is_same_city
        or _code(trip.handover.pickup) == _code(agreed_handover(booking).pickup),
        "insuranceType": trip.insurance_code == booking.insurance_code,
        "services": sorted(trip.service_codes) == sorted(booking.service_codes),
        "returnDate": trip.period.ends_at > booking.return_at,
    }
    found = tuple(
        FieldError(field, messages.ONLY_THE_RETURN()) for field, is_so in stays.items() if not is_so
    )
    if found:
        raise InvalidInput(fields=found)


def _refuse_closed(tenant: Tenant, booking: BookingRow, trip: Trip) -> None:
    """A place that is closed at its time, unless both are as agreed. Raises InvalidInput."""
    agreed = agreed_handover(booking)
    as_agreed = {
        "pickupTime": trip.period.starts_at == booking.pickup_at
        and _code(trip.handover.pickup) == _code(agreed.pickup),
        "returnTime": trip.period.ends_at == booking.return_at
        and _code(trip.handover.dropoff) == _code(agreed.dropoff),
    }
    pickup, dropoff = (
        moment.astimezone(tenant.zone) for moment in (trip.period.starts_at, trip.period.ends_at)
    )
    found = tuple(
        error for error in closed_errors(trip.handover, pickup, dropoff) if not as_agreed[error.field]
    )
    if found:
        raise InvalidInput(fields=found)


def _code(place: HandoverPlace | None) -> str:
    return place.code if place else ""


def _refuse_unusual(catalog: Catalog, warnings: tuple[WarningCode, ...]) -> None:
    """What the desk is only warned of is refused here as in a new booking. Raises InvalidInput."""
    problems: dict[WarningCode, FieldError] = {
        "rental_too_short": FieldError("returnDate", RENTAL_TOO_SHORT(days=catalog.rules.minimum_days)),
        "pickup_in_the_past": FieldError("pickupDate", intake_messages.PICKUP_IN_THE_PAST()),
    }
    found = tuple(problems[code] for code in warnings if code in problems)
    if found:
        raise InvalidInput(fields=found)
