"""Use cases of availability (what is free for a period, holds of visitors) and of the fleet's calendar."""

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import groupby
from math import ceil
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.pricing.days import MAX_RENTAL_DAYS, RentalTimes, car_days, total_of
from abano.catalog.pricing.rules import RENTAL_TOO_LONG, RETURN_NOT_AFTER_PICKUP
from abano.catalog.published.service import CatalogService, load_rules
from abano.catalog.published.snapshot import Car, Catalog
from abano.core.clock import local_moment
from abano.core.errors import Conflict, InvalidInput, NotFound
from abano.core.ids import new_token, token_hash
from abano.core.money import round_half_up, to_json
from abano.db.driver_errors import map_db_error
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.fleet.availability.repository import (
    NO_TOKEN,
    AvailabilityRepository,
    BarRow,
    BookingShown,
    CalendarRepository,
    tenants_with_expired_holds,
)
from abano.fleet.availability.rules import AvailabilityStatus, availability_of, days_taken, first_day_free
from abano.fleet.availability.schemas import (
    Alternatives,
    AvailabilityResponse,
    Bar,
    CalendarResponse,
    CarAvailability,
    DaysResponse,
    HoldRequest,
    HoldResponse,
    MoveRequest,
    MoveResponse,
    OtherCarOut,
    UnassignedBooking,
)
from abano.fleet.reservations import service as messages
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import Rental, assign, release, reservation_of
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.schemas import VehicleSummary
from abano.fleet.vehicles.service import summary
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.directory.rules import limit_subject
from abano.tenancy.directory.tenant import Tenant

# What else there is when a car is booked. Pure.

MAX_CARS = 4
FREE = frozenset({"available", "few"})


def is_on_site(car: Car) -> bool:
    """Whether visitors see this car at all."""
    return car.in_fleet or car.in_search


def of_site(catalog: Catalog, statuses: Mapping[UUID, AvailabilityStatus]) -> dict[UUID, AvailabilityStatus]:
    """Without the cars that only the desk rents out."""
    return {car.id: statuses[car.id] for car in catalog.cars if is_on_site(car) and car.id in statuses}


def find_alternatives(
    catalog: Catalog, car_name: str, period: Period, statuses: Mapping[UUID, AvailabilityStatus]
) -> Alternatives:
    """Other cars that are free for the period, and when the asked one is free again.

    Upgrades come before cheaper cars, each by the difference in price.
    """
    days = max(1, ceil((period.ends_at - period.starts_at) / timedelta(days=1)))
    asked = catalog.car(car_name)
    zone = ZoneInfo(catalog.rules.timezone)
    pickup, dropoff = (moment.astimezone(zone) for moment in (period.starts_at, period.ends_at))
    # Whether it is a last-minute rental makes no difference between cars worth asking for.
    times = RentalTimes(pickup, dropoff, date.min)

    def average(car: Car | None) -> Decimal:
        return Decimal(total_of(car_days(catalog, car, days, times))) / days

    rate = average(asked)
    found = []
    for car in catalog.cars:
        status = statuses.get(car.id)
        if status is None or status.state not in FREE or (asked and car.id == asked.id):
            continue
        difference = round_half_up(average(car) - rate)
        found.append((difference < 0, abs(difference), car, status, difference))
    found.sort(key=lambda each: each[:2])
    cars = [
        OtherCarOut(car=car.name, slug=car.slug, left=status.left, daily_difference=to_json(difference))
        for _, _, car, status, difference in found[:MAX_CARS]
    ]
    own = statuses.get(asked.id) if asked else None
    return Alternatives(cars=cars, free_from=own.free_from if own else None)


LAST_YEAR = 9000
# The time of day assumed for searches without times.
DAY_BEGINS = time(9)
HOLD = timedelta(minutes=10)
# Families and offices share an IP, so several holds are allowed.
HOLDS_AN_ADDRESS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """The days and times of a rental as the visitor chose them, in the company's time zone."""

    pickup_date: date
    pickup_time: str
    return_date: date
    return_time: str

    def period(self, tenant: Tenant, turn_round_minutes: int) -> Period:
        """Raises InvalidInput."""
        starts = _moment(self.pickup_date, self.pickup_time, "pickupTime", tenant)
        ends = _moment(self.return_date, self.return_time, "returnTime", tenant)
        if ends <= starts:
            raise InvalidInput.of("returnDate", RETURN_NOT_AFTER_PICKUP())
        if ends - starts > timedelta(days=MAX_RENTAL_DAYS + 1):
            raise InvalidInput.of("returnDate", RENTAL_TOO_LONG(days=MAX_RENTAL_DAYS))
        if starts.year > LAST_YEAR:
            raise InvalidInput.of("pickupDate", messages.OTHER_DAY())
        return Period.of(starts, ends, turn_round_minutes)


class Availability:
    """Availability of a company's cars."""

    def __init__(self, db: Database, catalogs: CatalogService, secret: str) -> None:
        """``secret`` is the key of the hashes of IP addresses."""
        self._db = db
        self._catalogs = catalogs
        self._secret = secret.encode()

    async def show(
        self, tenant: Tenant, asked: Asked, now: datetime, token: str | None = None
    ) -> AvailabilityResponse:
        """The availability of each car, not counting the visitor's own hold (``token``). Raises InvalidInput."""
        catalog = await self._catalogs.get(tenant.id)
        period = asked.period(tenant, catalog.rules.turn_round_minutes)
        if not catalog.rules.availability:
            return AvailabilityResponse(is_promised=False, cars=[])
        statuses = await self.statuses(tenant, period, now, token_hash(token) if token else NO_TOKEN)
        return AvailabilityResponse(is_promised=True, cars=shown(catalog, statuses))

    async def days(self, tenant: Tenant, first: date, count: int, slug: str | None) -> DaysResponse:
        """Which of ``count`` days are taken, for the car of this slug or for all that the site shows.

        Raises InvalidInput.
        """
        catalog = await self._catalogs.get(tenant.id)
        cars = [car for car in catalog.cars if is_on_site(car) and slug in {None, car.slug}]
        if slug is not None and not cars:
            raise InvalidInput.of("car", messages.CAR_UNKNOWN())
        if first.year > LAST_YEAR:
            raise InvalidInput.of("from", messages.OTHER_DAY())
        if not catalog.rules.availability:
            return DaysResponse(is_promised=False, taken=[])
        days = [first + timedelta(days=number) for number in range(count)]
        window = [
            local_moment(datetime.combine(day, DAY_BEGINS), tenant.zone)
            for day in (first, days[-1] + timedelta(days=1))
        ]
        async with self._db.pipeline_transaction(tenant.id) as transaction:
            busy = await AvailabilityRepository(transaction).busy([car.id for car in cars], *window)
        vehicles = [busy[car.id].values() if car.id in busy else [] for car in cars]
        return DaysResponse(is_promised=True, taken=days_taken(vehicles, days, DAY_BEGINS, tenant.zone))

    async def hold(self, tenant: Tenant, request: HoldRequest, now: datetime, ip: str | None) -> HoldResponse:
        """Hold a vehicle for ten minutes where one is left. The visitor's earlier hold ends. Raises InvalidInput."""
        catalog = await self._catalogs.get(tenant.id)
        asked = Asked(request.pickup_date, request.pickup_time, request.return_date, request.return_time)
        period = asked.period(tenant, catalog.rules.turn_round_minutes)
        car = catalog.car(request.car)
        if not catalog.rules.availability or car is None:
            await self.drop_hold(tenant, request.token)
            return HoldResponse(is_held=False)
        token = request.token or new_token()
        own = token_hash(token)
        statuses = await self.statuses(tenant, period, now, own)
        status = statuses.get(car.id, AvailabilityStatus("unknown"))
        found = _shown(car, status)
        if status.state in FREE and await self._hold(tenant, own, car, period, now, ip):
            return HoldResponse(
                is_held=True, token=token, expires_at=now + HOLD, seconds=int(HOLD.total_seconds()), car=found
            )
        await self.drop_hold(tenant, request.token)
        is_gone = status.state in {"held", "booked"}
        others = find_alternatives(catalog, car.name, period, of_site(catalog, statuses))
        return HoldResponse(is_held=False, car=found, alternatives=others if is_gone else None)

    async def drop_hold(self, tenant: Tenant, token: str | None) -> None:
        """The visitor has booked, or wants something else."""
        if not token:
            return
        async with self._db.pipeline_transaction(tenant.id) as transaction:
            await AvailabilityRepository(transaction).drop_hold(token_hash(token))

    async def statuses(
        self, tenant: Tenant, period: Period, now: datetime, own: bytes = NO_TOKEN
    ) -> dict[UUID, AvailabilityStatus]:
        """By car, for every car that has vehicles."""
        async with self._db.pipeline_transaction(tenant.id) as transaction:
            repository = AvailabilityRepository(transaction)
            free = await repository.free(period)
            held = await repository.held(period, now, own)
            booked = [car for car, count in free.items() if count == 0]
            gaps = await repository.gaps(booked, period) if booked else {}
        return {
            car: availability_of(
                count,
                held.get(car, 0),
                first_day_free(gaps[car], period, tenant.zone) if car in gaps else None,
            )
            for car, count in free.items()
        }

    async def _hold(
        self, tenant: Tenant, own: bytes, car: Car, period: Period, now: datetime, ip: str | None
    ) -> bool:
        """False when the address has too many holds already."""
        subject = self._subject(tenant, ip)
        async with self._db.pipeline_transaction(tenant.id) as transaction:
            repository = AvailabilityRepository(transaction)
            if subject and await repository.live_holds(subject, own, now) >= HOLDS_AN_ADDRESS:
                return False
            await repository.hold(own, car.id, period, subject, now + HOLD)
        return True

    def _subject(self, tenant: Tenant, ip: str | None) -> bytes | None:
        if ip is None:
            return None
        return hmac.digest(self._secret, f"hold|{tenant.id}|{limit_subject(ip)}".encode(), "sha256")


def shown(catalog: Catalog, statuses: Mapping[UUID, AvailabilityStatus]) -> list[CarAvailability]:
    """Every car of the catalogue that the site shows."""
    return [
        _shown(car, statuses.get(car.id, AvailabilityStatus("unknown")))
        for car in catalog.cars
        if is_on_site(car)
    ]


def _shown(car: Car, status: AvailabilityStatus) -> CarAvailability:
    return CarAvailability(
        car=car.name, slug=car.slug, state=status.state, left=status.left, free_from=status.free_from
    )


def _moment(day: date, at: str, field: str, tenant: Tenant) -> datetime:
    try:
        clock = time.fromisoformat(at)
    except ValueError:
        raise InvalidInput.of(field, messages.TIME_MISSING()) from None
    if clock.tzinfo is not None:
        raise InvalidInput.of(field, messages.TIME_MISSING())
    return local_moment(datetime.combine(day, clock.replace(second=0, microsecond=0)), tenant.zone)


# Errors of availability.


@map_db_error("AB006")
class CarNoLongerAvailable(Conflict):
    """Someone else has just booked the last one of this car for your dates."""


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


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(
        seconds=600, name="fleet.drop_expired_holds", run=drop_expired_holds, due=tenants_with_expired_holds
    )


async def drop_expired_holds(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete expired holds. Queries already ignore them."""
    now = context.clock.now()
    async with context.db.pipeline_transaction(tenant_id) as transaction:
        await AvailabilityRepository(transaction).drop_expired(now)
