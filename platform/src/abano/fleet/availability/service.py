"""Use cases of availability (what is free for a period, holds of visitors) and of the fleet's calendar."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import ceil
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.catalog.pricing.days import MAX_RENTAL_DAYS, RentalTimes, car_days, total_of
from abano.catalog.pricing.rules import RENTAL_TOO_LONG, RETURN_NOT_AFTER_PICKUP
from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Car, Catalog
from abano.core.clock import local_moment
from abano.core.errors import Conflict, InvalidInput
from abano.core.ids import new_token, token_hash
from abano.core.money import round_half_up, to_json
from abano.db.driver_errors import map_db_error
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.fleet.availability.repository import (
    NO_TOKEN,
    AvailabilityRepository,
    tenants_with_expired_holds,
)
from abano.fleet.availability.rules import AvailabilityStatus, availability_of, days_taken, first_day_free
from abano.fleet.availability.schemas import (
    Alternatives,
    AvailabilityResponse,
    CarAvailability,
    DaysResponse,
    HoldRequest,
    HoldResponse,
    OtherCarOut,
)
from abano.fleet.reservations import service as messages
from abano.fleet.reservations.rules import Period
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


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(
        seconds=600, name="fleet.drop_expired_holds", run=drop_expired_holds, due=tenants_with_expired_holds
    )


async def drop_expired_holds(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete expired holds. Queries already ignore them."""
    now = context.clock.now()
    async with context.db.pipeline_transaction(tenant_id) as transaction:
        await AvailabilityRepository(transaction).drop_expired(now)
