"""Vehicles of the demo companies with a year of rentals, inserted once in bulk."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, update

from abano.booking_record.models import BookingEvent, BookingRow, PersonalInfoDraft
from abano.bookings.handover.models import HandoverRecord, ProposedLine, VehicleDamage
from abano.bookings.handover.rules import Terms, late_amount
from abano.catalog.published.snapshot import Car, Catalog
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.models import (
    VehicleDocument,
    VehicleEvent,
    VehicleReservation,
    VehicleRow,
    VehicleService,
)
from abano.fleet.vehicles.rules import plate_key
from abano.marketing.affiliates.models import PromoCode
from abano.ops.seeds.customers import draw_person
from abano.ops.seeds.languages import read_json
from abano.ops.seeds.loader import FOLDER
from abano.ops.seeds.payments import load_costs, load_money
from abano.ops.seeds.quiz_year import load_journeys
from abano.ops.seeds.vehicle_costs import load_vehicle_costs
from abano.ops.seeds.year import Row, SeededVehicle, Year, YearMaker
from abano.site.media_library.pictures import of_template
from abano.tenancy.directory.models import TenantSettings
from abano.tenancy.directory.tenant import Tenant

# Handover and return records are deterministic for a given seed and time.

# Share of returns with each finding.
DAMAGED, LATE, LESS_FUEL, DIRTY = 0.04, 0.07, 0.06, 0.02
KINDS = ("scratch", "scratch", "scratch", "dent", "chip", "crack")
# Positions of damage on the car drawing, in thousandths of its size.
PLACES = (
    (210, 860),
    (330, 880),
    (450, 790),
    (600, 850),
    (780, 830),
    (60, 480),
    (930, 520),
    (250, 420),
    (520, 500),
)
LABELS = {
    "late": "Late return",
    "fuel": "Missing fuel",
    "damage": "Damage to the car",
    "cleaning": "Cleaning",
}
LATE_HOUR_PERCENT = 20
NEVER = b"demo" * 8


@dataclass(slots=True)
class Records:
    """Rows by table, as they are stored."""

    records: list[Row] = field(default_factory=list)
    damages: list[Row] = field(default_factory=list)
    lines: list[Row] = field(default_factory=list)


def record_year(slug: str, year: Year, mileages: Mapping[UUID, int]) -> Records:
    """Return handovers and returns of all started rentals. Adds return costs to the booking's price.

    ``mileages``: current mileage of each vehicle, in kilometres.
    """
    random = Random(f"{slug} handovers")  # noqa: S311 - believable, not secret
    bookings = {row["id"]: row for row in year.bookings}
    rentals: dict[UUID, list[Row]] = defaultdict(list)
    for reservation in year.reservations:
        booking = bookings.get(reservation["booking_id"])
        if booking is not None and booking["status"] in {"active", "completed"}:
            rentals[reservation["vehicle_id"]].append(booking)
    found = Records()
    for vehicle, own in rentals.items():
        _walk_back(random, found, vehicle, own, mileages[vehicle])
    return found


def _walk_back(random: Random, found: Records, vehicle: UUID, rentals: Sequence[Row], mileage: int) -> None:
    """Record rentals from the newest to the oldest, counting down from the current mileage."""
    for booking in sorted(rentals, key=lambda row: row["pickup_at"], reverse=True):
        if booking["status"] == "completed":
            fuel = random.choice((8, 8, 8, 7, 6))
            returned = _record(random, booking, vehicle, "return", booking["return_at"], mileage, fuel)
            found.records.append(returned)
            _findings(random, found, booking, returned)
            mileage = max(1_000, mileage - booking["days"] * random.randint(60, 240))
        fuel = random.choice((8, 8, 8, 7))
        found.records.append(
            _record(random, booking, vehicle, "handover", booking["pickup_at"], mileage, fuel)
        )
        mileage = max(1_000, mileage - random.randint(0, 12))


def _record(
    random: Random, booking: Row, vehicle: UUID, kind: str, at: datetime, mileage: int, fuel: int
) -> Row:
    return {
        "tenant_id": booking["tenant_id"],
        "id": new_id(),
        "booking_id": booking["id"],
        "vehicle_id": vehicle,
        "kind": kind,
        "recorded_at": at,
        "created_at": at,
        "request_hash": NEVER,
        "mileage_km": mileage,
        "fuel_eighths": fuel,
        "is_clean": kind != "return" or random.random() >= DIRTY,
        "licence_seen": kind == "handover",
        "accessories": [
            {"code": code, "label": "", "count": 1} for code in ("keys", "papers", "jack", "triangle")
        ],
        "signer_name": booking["customer_name"],
        "signature": _signature(random),
        "language": booking["language"] or "en",
        "print_at": None,
    }


def _signature(random: Random) -> list[list[list[int]]]:
    """Return random strokes that look like a signature."""
    strokes = []
    for start in (random.randint(80, 160), random.randint(480, 560)):
        points, x, y = [], start, random.randint(450, 600)
        for _ in range(random.randint(9, 16)):
            x, y = min(980, x + random.randint(5, 45)), max(150, min(850, y + random.randint(-260, 260)))
            points.append([x, y])
        strokes.append(points)
    return strokes


def _findings(random: Random, found: Records, booking: Row, returned: Row) -> None:
    """Add return costs to some bookings, except those of affiliates: commission is based on the price."""
    terms, at = Terms(), booking["return_at"]
    if booking["promo_code"] is not None:
        return
    if random.random() < LATE:
        hours = random.randint(1, 5)
        returned["recorded_at"] = returned["created_at"] = at + timedelta(hours=hours - 0.2)
        amount = late_amount(hours, booking["daily_rate_minor"], LATE_HOUR_PERCENT)
        _line(random, found, booking, returned, "late", hours, amount)
    if random.random() < LESS_FUEL:
        eighths = random.randint(1, 3)
        returned["fuel_eighths"] = 8 - eighths
        _line(random, found, booking, returned, "fuel", eighths, eighths * terms.fuel_eighth_minor)
    if random.random() < DAMAGED:
        x, y = random.choice(PLACES)
        damage = {
            "tenant_id": booking["tenant_id"],
            "id": new_id(),
            "record_id": returned["id"],
            "booking_id": booking["id"],
            "vehicle_id": returned["vehicle_id"],
            "kind": random.choice(KINDS),
            "x": x + random.randint(-25, 25),
            "y": y + random.randint(-15, 15),
            "found_at": at,
            "repaired_at": at + timedelta(days=20) if random.random() < 0.5 else None,
        }
        found.damages.append(damage)
        _line(random, found, booking, returned, "damage", 1, terms.damage_minor, damage["id"])
    if not returned["is_clean"]:
        _line(random, found, booking, returned, "cleaning", 1, terms.cleaning_minor)


def _line(
    random: Random,
    found: Records,
    booking: Row,
    returned: Row,
    kind: str,
    quantity: int,
    amount: int,
    damage: Any = None,
) -> None:
    """Add a proposed cost. Three of four are accepted and added to the booking's price."""
    is_accepted = random.random() < 0.75
    found.lines.append(
        {
            "tenant_id": booking["tenant_id"],
            "id": new_id(),
            "record_id": returned["id"],
            "booking_id": booking["id"],
            "kind": kind,
            "damage_id": damage,
            "quantity": quantity,
            "amount_minor": amount,
            "state": "accepted" if is_accepted else "refused",
            "decided_minor": amount if is_accepted else None,
            "decided_at": returned["created_at"] + timedelta(minutes=20),
            "created_at": returned["created_at"],
        }
    )
    if is_accepted:
        line = {"code": "manual", "label": LABELS[kind], "quantity": 1, "unitPrice": amount, "amount": amount}
        booking["price_lines"] = [*booking["price_lines"], line]
        booking["total_minor"] += amount


LEADS = 14


async def load_fleet(uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime) -> None:
    """Add vehicles, their papers, a year of rentals and incomplete bookings, and turn on availability.

    Does nothing for a company that already has vehicles.
    """
    query = select(VehicleRow.id).where(VehicleRow.tenant_id == uow.tenant_id).limit(1)
    if await uow.session.scalar(query) is not None:
        return
    vehicles = await _add_vehicles(uow, tenant, catalog, now)
    await load_vehicle_costs(uow, tenant, vehicles, now)
    year = YearMaker(tenant, catalog, await _codes(uow, catalog), now).make(vehicles)
    recorded = record_year(tenant.slug, year, await _mileages(uow))
    sessions = await load_journeys(uow, tenant, year.bookings, now)
    await load_costs(uow, tenant, sessions, now)
    await uow.session.execute(insert(BookingRow), year.bookings)
    await uow.session.execute(insert(BookingEvent), year.events)
    used = Counter(row["promo_code"] for row in year.bookings if row["status"] != "cancelled")
    for code, uses in used.items():
        if code is not None:
            own = (PromoCode.tenant_id == uow.tenant_id) & (PromoCode.code == code)
            await uow.session.execute(update(PromoCode).where(own).values(uses=PromoCode.uses + uses))
    await uow.session.execute(insert(VehicleReservation), year.reservations)
    for table, rows in (
        (HandoverRecord, recorded.records),
        (VehicleDamage, recorded.damages),
        (ProposedLine, recorded.lines),
    ):
        if rows:
            await uow.session.execute(insert(table), rows)
    await load_money(uow, tenant, catalog, year.bookings, now)
    await _add_leads(uow, tenant, catalog, now)
    await uow.session.execute(
        update(TenantSettings).where(TenantSettings.tenant_id == uow.tenant_id).values(availability=True)
    )


async def _add_vehicles(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime
) -> list[SeededVehicle]:
    random = Random(f"{tenant.slug} vehicles")  # noqa: S311 - believable, not secret
    cars: dict[str, Car] = {car.slug: car for car in catalog.cars}
    rows, documents, services, events = [], [], [], []
    bought = now - timedelta(days=400)
    for item in read_json(FOLDER / tenant.slug / "fleet.json"):
        vehicle = {
            "tenant_id": uow.tenant_id,
            "id": new_id(),
            "car_id": cars[item["car"]].id,
            "plate": item["plate"],
            "plate_key": plate_key(item["plate"]),
            "year": item["year"],
            "color": item["color"],
            "mileage_km": item["mileageKm"],
            "home_location": item["home"],
            "is_shown": item.get("shown", False),
            "picture": of_template(item["picture"], uow.tenant_id) if "picture" in item else None,
            "created_at": bought,
            "updated_at": bought,
        }
        own = {"tenant_id": uow.tenant_id, "vehicle_id": vehicle["id"], "created_at": bought}
        rows.append(vehicle)
        events.append(own | {"id": new_id(), "kind": "created", "after": {"plate": item["plate"]}})
        documents += [
            own
            | {
                "id": new_id(),
                "kind": kind,
                "expires_on": (now + timedelta(days=random.randint(-3, 360))).date(),
            }
            for kind in ("insurance", "inspection")
        ]
        next_service = (item["mileageKm"] // 15_000 + 1) * 15_000
        services.append(own | {"id": new_id(), "title": "Oil and filters", "due_mileage_km": next_service})
    await uow.session.execute(insert(VehicleRow), rows)
    await uow.session.execute(insert(VehicleDocument), documents)
    await uow.session.execute(insert(VehicleService), services)
    await uow.session.execute(insert(VehicleEvent), events)
    by_id = {car.id: car for car in catalog.cars}
    stored = await uow.session.execute(
        select(VehicleRow.id, VehicleRow.number, VehicleRow.car_id, VehicleRow.home_location)
        .where(VehicleRow.tenant_id == uow.tenant_id)
        .order_by(VehicleRow.plate_key)
    )
    return [SeededVehicle(row.id, row.number, by_id[row.car_id], row.home_location) for row in stored]


async def _mileages(uow: UnitOfWork) -> dict[UUID, int]:
    """Return the mileage of each vehicle, in kilometres."""
    query = select(VehicleRow.id, VehicleRow.mileage_km).where(VehicleRow.tenant_id == uow.tenant_id)
    return {row.id: row.mileage_km for row in await uow.session.execute(query)}


async def _codes(uow: UnitOfWork, catalog: Catalog) -> list[tuple[str, int]]:
    """Return promo codes of affiliates with their discounts."""
    query = select(PromoCode.code, PromoCode.discount_basis_points).where(
        PromoCode.tenant_id == uow.tenant_id, PromoCode.affiliate_id.is_not(None)
    )
    default = catalog.rules.promo_discount_basis_points
    return [
        (row.code, default if row.discount_basis_points is None else row.discount_basis_points)
        for row in await uow.session.execute(query.order_by(PromoCode.code))
    ]


async def _add_leads(uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime) -> None:
    """Add recent incomplete bookings, some of them followed up."""
    random = Random(f"{tenant.slug} leads")  # noqa: S311 - believable, not secret
    leads = []
    for number in range(LEADS):
        person = draw_person(random, 9_000 + number, catalog.rules.languages)
        first, _, last = person.name.partition(" ")
        started = now - timedelta(hours=random.uniform(1, 200))
        pickup = (now + timedelta(days=random.randint(5, 60))).date()
        payload = {
            "firstName": first,
            "lastName": last,
            "customerEmail": person.email,
            "customerPhone": person.phone,
            "driverAge": str(random.randint(24, 66)),
            "groupSize": str(random.randint(1, 5)),
            "bookingDetails": {
                "selectedCar": random.choice([car.name for car in catalog.cars if car.in_fleet]),
                "pickupDate": str(pickup),
                "returnDate": str(pickup + timedelta(days=7)),
            },
        }
        state = random.choices(("new", "contacted", "lost"), (5, 4, 1))[0]
        leads.append(
            {
                "tenant_id": uow.tenant_id,
                "id": new_id(),
                "payload": payload,
                "email_key": person.email,
                "state": state,
                "state_at": started if state != "new" else None,
                "created_at": started,
                "updated_at": started,
            }
        )
    await uow.session.execute(insert(PersonalInfoDraft), leads)
