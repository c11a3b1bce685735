"""Use cases of the console's calendar: show the vehicles of some days, and move a booking."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import groupby
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.service import load_rules
from abano.core.clock import local_moment
from abano.core.errors import Conflict, InvalidInput, NotFound
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.availability.repository import (
    BarRow,
    BookingShown,
    CalendarRepository,
)
from abano.fleet.availability.schemas import (
    Bar,
    CalendarResponse,
    MoveRequest,
    MoveResponse,
    UnassignedBooking,
)
from abano.fleet.reservations import service as messages
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import Rental, assign, release, reservation_of
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.schemas import VehicleSummary
from abano.fleet.vehicles.service import summary
from abano.tenancy.directory.tenant import Tenant

MOVABLE = frozenset({"pending", "confirmed"})


class VehicleChanged(Conflict):
    """Someone else has assigned another vehicle to this booking."""


class BookingNotMovable(Conflict):
    """You can only change the vehicle before the handover."""


class OtherCar(Conflict):
    """This vehicle isn't the car that was booked."""


async def show(
    uow: UnitOfWork,
    tenant: Tenant,
    *,
    first: date,
    days: int,
    car_id: UUID | None,
    place: str | None,
    now: datetime,
) -> CalendarResponse:
    """Vehicles with their reservations. Sold ones only if they still have any in the period."""
    since = local_moment(datetime.combine(first, time()), tenant.zone)
    until = local_moment(datetime.combine(first + timedelta(days=days), time()), tenant.zone)
    repository = CalendarRepository(uow)
    listed = await VehicleRepository(uow).list_all(now.astimezone(tenant.zone).date())
    rows = await repository.bars(since, until)
    taken = {row.vehicle_id for row in rows if row.blocked_until > since}
    vehicles = [
        summary(each)
        for each in listed
        if (car_id is None or each.vehicle.car_id == car_id)
        and (place is None or each.vehicle.home_location == place)
        and (each.vehicle.state != "sold" or each.vehicle.id in taken)
    ]
    by_id = {vehicle.id: vehicle for vehicle in vehicles}
    bars = [
        bar
        for vehicle_id, of_vehicle in groupby(rows, key=lambda row: row.vehicle_id)
        if vehicle_id in by_id
        for bar in bars_of(by_id[vehicle_id], of_vehicle, since, now)
    ]
    unassigned = [
        _unassigned(each)
        for each in await repository.unassigned(since, until)
        if (car_id is None or each.car_id == car_id) and (place is None or each.pickup_location == place)
    ]
    return CalendarResponse(
        first_day=first,
        last_day=first + timedelta(days=days - 1),
        timezone=tenant.timezone,
        vehicles=vehicles,
        bars=bars,
        unassigned=unassigned,
    )


def bars_of(vehicle: VehicleSummary, rows: Iterable[BarRow], since: datetime, now: datetime) -> list[Bar]:
    """The bars of one vehicle, each with the gap before it and where it must be brought from."""
    bars: list[Bar] = []
    stands_at = vehicle.home_location
    free_since: datetime | None = None
    for row in rows:
        if row.blocked_until > since:
            gap = int((row.starts_at - free_since) / timedelta(hours=1)) if free_since else None
            bars.append(_bar(vehicle, row, stands_at, gap, now))
        stands_at, free_since = row.to_location or stands_at, row.blocked_until
    return bars


async def move(uow: UnitOfWork, actor: Actor, request: MoveRequest, now: datetime) -> MoveResponse:
    """Assign another vehicle to the booking for the same time, or none.

    Raises NotFound, VehicleChanged, BookingNotMovable, OtherCar, VehicleAlreadyBooked, InvalidInput.
    """
    booking = await CalendarRepository(uow).booking(request.booking_id)
    if booking is None:
        raise NotFound
    if request.from_vehicle_id == request.to_vehicle_id:
        raise InvalidInput.of("toVehicleId", messages.HAS_THIS_VEHICLE())
    if booking.status not in MOVABLE:
        raise BookingNotMovable
    reservation = await reservation_of(uow, request.booking_id)
    has = reservation.vehicle_id if reservation else None
    if has != request.from_vehicle_id:
        raise VehicleChanged
    plates = {}
    transfer_from = None
    if request.to_vehicle_id is None:
        await release(uow, request.booking_id, now=now, actor=actor)
    else:
        vehicle = await VehicleRepository(uow).get_locked(request.to_vehicle_id)
        if vehicle.car_id != booking.car_id and not request.accept_other_car:
            raise OtherCar
        plates["after"] = vehicle.plate
        rental = await rental_of(uow, booking)
        is_firm = booking.status != "pending"
        given = await assign(
            uow, rental, now=now, actor=actor, vehicle_id=request.to_vehicle_id, is_firm=is_firm
        )
        transfer_from = given.transfer_from
    if has is not None:
        plates["before"] = (await VehicleRepository(uow).get_locked(has)).plate
    await record(
        uow,
        actor,
        "booking.vehicle_changed",
        subject=("booking", booking.reference),
        before={"vehicle": plates.get("before")},
        after={"vehicle": plates.get("after")},
        now=now,
    )
    undo = MoveRequest(
        booking_id=request.booking_id,
        from_vehicle_id=request.to_vehicle_id,
        to_vehicle_id=request.from_vehicle_id,
        accept_other_car=True,
    )
    return MoveResponse(transfer_from=transfer_from, undo=undo)


async def rental_of(uow: UnitOfWork, booking: BookingShown) -> Rental:
    """The booking as a rental for the fleet, with the company's current turnaround time."""
    minutes = (await load_rules(uow)).turn_round_minutes
    return Rental(
        booking_id=booking.booking_id,
        reference=booking.reference,
        car_id=booking.car_id,
        period=Period.of(booking.pickup_at, booking.return_at, minutes),
        pickup_location=booking.pickup_location,
        dropoff_location=booking.dropoff_location,
    )


def _bar(vehicle: VehicleSummary, row: BarRow, stands_at: str, gap: int | None, now: datetime) -> Bar:
    needs_transfer = row.from_location is not None and row.from_location != stands_at
    return Bar.model_validate(
        {
            "id": row.id,
            "vehicle_id": row.vehicle_id,
            "kind": row.kind,
            "booking_id": row.booking_id,
            "title": row.title,
            "starts_at": row.starts_at,
            "ends_at": row.ends_at,
            "blocked_until": row.blocked_until,
            "is_firm": row.is_firm,
            "reference": row.reference,
            "status": row.status,
            "customer_name": row.customer_name,
            "car": row.car_name,
            "pickup_location": row.from_location,
            "dropoff_location": row.to_location,
            "transfer_from": stands_at if needs_transfer else None,
            "gap_hours": gap,
            "is_overdue": row.status == "active" and row.ends_at < now,
            "is_imported": row.imported_calendar_id is not None,
            "is_other_car": row.car_id is not None and row.car_id != vehicle.car_id,
        }
    )


def _unassigned(booking: BookingShown) -> UnassignedBooking:
    return UnassignedBooking.model_validate(
        {
            "booking_id": booking.booking_id,
            "reference": booking.reference,
            "status": booking.status,
            "customer_name": booking.customer_name,
            "car": booking.car_name,
            "car_id": booking.car_id,
            "starts_at": booking.pickup_at,
            "ends_at": booking.return_at,
            "pickup_location": booking.pickup_location,
            "dropoff_location": booking.dropoff_location,
        }
    )
