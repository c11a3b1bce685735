"""Generate a year of rentals for a demo company, deterministic for a given seed and time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID

from abano.catalog.pricing.days import RentalTimes
from abano.catalog.pricing.rules import Price, price, rental_days
from abano.catalog.published.snapshot import Car, Catalog
from abano.catalog.published.terms import agreed_terms
from abano.core.clock import local_moment
from abano.core.ids import new_booking_reference, new_id
from abano.ops.seeds.customers import draw_person
from abano.tenancy.directory.tenant import Tenant

DAYS_BACK, DAYS_AHEAD = 300, 75
TURN_ROUND = timedelta(minutes=120)
# Mean days between two rentals of a vehicle, by month; shortest in summer.
PAUSES = (7, 7, 6, 5, 4, 3, 2, 2, 3, 4, 6, 5)
LENGTHS = (3, 4, 4, 5, 5, 6, 7, 7, 7, 8, 9, 10, 12, 14)
HOURS = (9, 10, 10, 11, 12, 14, 16, 18)
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeededVehicle:
    id: UUID
    number: int
    car: Car
    home: str


@dataclass(slots=True)
class Year:
    """Rows by table, as they are stored."""

    bookings: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    reservations: list[Row] = field(default_factory=list)


class YearMaker:
    """Schedules each vehicle: idle time, rental, turnaround, and sometimes a workshop visit."""

    def __init__(
        self, tenant: Tenant, catalog: Catalog, codes: Sequence[tuple[str, int]], now: datetime
    ) -> None:
        """``codes``: promo codes of affiliates, each with its discount in basis points."""
        self._tenant, self._catalog, self._codes, self._now = tenant, catalog, codes, now
        self._random = Random(f"{tenant.slug} fleet")  # noqa: S311 - believable, not secret
        self._year = Year()
        self._places = [place.code for place in catalog.locations]

    def make(self, vehicles: Sequence[SeededVehicle]) -> Year:
        for vehicle in vehicles:
            self._walk(vehicle)
        for vehicle in self._random.sample(list(vehicles), k=len(vehicles)):
            for _ in range(2):
                self._cancelled(vehicle.car)
        for vehicle in list(vehicles)[:3]:
            self._pending(vehicle.car)
        self._one_is_late()
        return self._year

    def _walk(self, vehicle: SeededVehicle) -> None:
        at = self._now - timedelta(days=DAYS_BACK) + timedelta(days=self._random.uniform(0, 10))
        place = vehicle.home
        while at < self._now + timedelta(days=DAYS_AHEAD):
            pause = timedelta(days=self._random.expovariate(1 / PAUSES[at.month - 1]))
            starts = self._at(at + pause, self._random.choice(HOURS))
            if starts <= at:
                starts += timedelta(days=1)
            if self._random.random() < 0.03:
                at = self._workshop(vehicle, starts)
                continue
            ends = self._at(starts + timedelta(days=self._random.choice(LENGTHS)), self._random.choice(HOURS))
            ahead = (starts - self._now) / timedelta(days=1)
            at = ends + TURN_ROUND
            # Fewer bookings exist for later dates.
            if ahead > 0 and self._random.random() > 2.0 ** (-ahead / 21):
                continue
            back = place if self._random.random() < 0.8 else self._random.choice(self._places)
            booking = self._booking(vehicle.car, starts, ends, place, back, self._status(starts, ends))
            self._reserve(vehicle, booking)
            place = back

    def _status(self, starts: datetime, ends: datetime) -> str:
        if ends <= self._now:
            return "completed"
        return "active" if starts <= self._now else "confirmed"

    def _booking(self, car: Car, starts: datetime, ends: datetime, place: str, back: str, status: str) -> Row:
        random, number = self._random, len(self._year.bookings)
        booked = min(
            starts - timedelta(days=random.uniform(1, 45)), self._now - timedelta(hours=random.uniform(1, 90))
        )
        if status == "pending":
            booked = self._now - timedelta(hours=random.uniform(1, 20))
        code, discount = random.choice(self._codes) if self._codes and random.random() < 0.08 else (None, 0)
        option = random.choice(self._catalog.insurance)
        services = [
            each.code
            for each in self._catalog.services
            if random.random() < 0.12 and car.name not in each.hidden_for_cars
        ]
        wall = (
            starts.astimezone(self._tenant.zone).replace(tzinfo=None),
            ends.astimezone(self._tenant.zone).replace(tzinfo=None),
        )
        computed = price(
            self._catalog,
            car_name=car.name,
            days=rental_days(*wall),
            pickup=place,
            dropoff=back,
            insurance=option.code,
            services=services,
            promo_basis_points=discount,
            times=RentalTimes(*wall, booked.astimezone(self._tenant.zone).date()),
        )
        person = draw_person(random, number, self._catalog.rules.languages)
        booking: Row = {
            "tenant_id": self._tenant.id,
            "id": new_id(),
            "reference": new_booking_reference(),
            "status": status,
            "customer_name": person.name,
            "customer_email": person.email,
            "customer_phone": person.phone,
            "language": person.language,
            "driver_age": random.randint(24, 66),
            "group_size": random.randint(1, min(5, car.seats)),
            "car_id": car.id,
            "car_name": car.name,
            "pickup_location": place,
            "dropoff_location": back,
            "pickup_at": starts,
            "return_at": ends,
            "insurance_code": option.code,
            "service_codes": services,
            "promo_code": code,
            "source": random.choices(("site", "chat", "phone", "walk_in"), (70, 18, 9, 3))[0],
            "no_show": False,
            "agreed_terms": agreed_terms(self._catalog.rules, car),
            "created_at": booked,
            "updated_at": booked,
            **_price_columns(computed),
        }
        self._year.bookings.append(booking)
        self._year.events += self._history(booking)
        return booking

    def _history(self, booking: Row) -> Iterator[Row]:
        """Yield the status changes of the booking up to now."""
        booked = booking["created_at"]
        actor = "customer" if booking["source"] == "site" else "admin"
        confirmed = booked + timedelta(hours=self._random.uniform(0.2, 8))
        steps: list[tuple[str | None, str, str, datetime]] = [(None, "pending", actor, booked)]
        if booking["status"] in {"confirmed", "active", "completed"}:
            steps.append(("pending", "confirmed", "admin", min(confirmed, self._now)))
        if booking["status"] in {"active", "completed"}:
            steps.append(("confirmed", "active", "admin", booking["pickup_at"]))
        if booking["status"] == "completed":
            steps.append(("active", "completed", "admin", booking["return_at"]))
        if booking["status"] == "cancelled":
            steps.append(("pending", "cancelled", "admin", min(confirmed, self._now)))
        booking["updated_at"] = max(moment for *_, moment in steps)
        for before, after, who, moment in steps:
            yield {
                "tenant_id": self._tenant.id,
                "id": new_id(),
                "booking_id": booking["id"],
                "from_status": before,
                "to_status": after,
                "actor": who,
                "reason": "The customer cancelled." if after == "cancelled" else "",
                "created_at": moment,
            }

    def _reserve(self, vehicle: SeededVehicle, booking: Row) -> None:
        self._year.reservations.append(
            {
                "tenant_id": self._tenant.id,
                "id": booking["id"],
                "vehicle_id": vehicle.id,
                "vehicle_number": vehicle.number,
                "kind": "booking",
                "booking_id": booking["id"],
                "title": "",
                "starts_at": booking["pickup_at"],
                "ends_at": booking["return_at"],
                "blocked_until": booking["return_at"] + TURN_ROUND,
                "from_location": booking["pickup_location"],
                "to_location": booking["dropoff_location"],
                "created_at": booking["created_at"],
            }
        )

    def _workshop(self, vehicle: SeededVehicle, starts: datetime) -> datetime:
        """Block the vehicle for one to three days; returns the end."""
        ends = starts + timedelta(days=self._random.randint(1, 3))
        kind, title = self._random.choice(
            (("service", "Oil and filters"), ("workshop", "Brakes"), ("service", "Tyres"))
        )
        self._year.reservations.append(
            {
                "tenant_id": self._tenant.id,
                "id": new_id(),
                "vehicle_id": vehicle.id,
                "vehicle_number": vehicle.number,
                "kind": kind,
                "booking_id": None,
                "title": title,
                "starts_at": starts,
                "ends_at": ends,
                "blocked_until": ends,
                "from_location": None,
                "to_location": None,
                "created_at": min(starts, self._now),
            }
        )
        return ends

    def _cancelled(self, car: Car) -> None:
        starts = self._at(self._now + timedelta(days=self._random.uniform(-DAYS_BACK, 30)), 10)
        ends = starts + timedelta(days=self._random.choice(LENGTHS))
        place = self._random.choice(self._places)
        booking = self._booking(car, starts, ends, place, place, "cancelled")
        booking["no_show"] = starts < self._now and self._random.random() < 0.15

    def _pending(self, car: Car) -> None:
        starts = self._at(self._now + timedelta(days=self._random.uniform(70, 90)), 10)
        place = self._random.choice(self._places)
        self._booking(car, starts, starts + timedelta(days=7), place, place, "pending")

    def _one_is_late(self) -> None:
        """Make the most recent return overdue, so the desk has a late return to handle.

        Skips vehicles that are already out on another rental.
        """
        out = {
            each["vehicle_id"]
            for each in self._year.reservations
            if each["starts_at"] <= self._now < each["blocked_until"]
        }
        free = {each["booking_id"] for each in self._year.reservations if each["vehicle_id"] not in out}
        newest = max(
            (row for row in self._year.bookings if row["status"] == "completed" and row["id"] in free),
            key=lambda row: row["return_at"],
            default=None,
        )
        if newest is None or newest["return_at"] < self._now - timedelta(days=2):
            return
        newest["status"] = "active"
        self._year.events = [
            event
            for event in self._year.events
            if event["booking_id"] != newest["id"] or event["to_status"] != "completed"
        ]

    def _at(self, moment: datetime, hour: int) -> datetime:
        """Return the full hour on that day in the company's time zone."""
        day = moment.astimezone(self._tenant.zone).date()
        return local_moment(datetime.combine(day, time(hour)), self._tenant.zone)


def _price_columns(computed: Price) -> Row:
    return {
        "currency": computed.currency,
        "days": computed.days,
        "daily_rate_minor": computed.daily_rate,
        "total_minor": computed.total,
        "price_lines": [
            {
                "code": line.code,
                "label": line.label,
                "quantity": line.quantity,
                "unitPrice": line.unit_price,
                "amount": line.amount,
            }
            for line in computed.lines
        ],
    }
