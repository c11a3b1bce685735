"""The demo companies' vehicles with a year of rentals: added once, in bulk."""

from collections import Counter
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from sqlalchemy import insert, select, update

from abano.catalog.snapshot import Car, Catalog
from abano.database.unit_of_work import UnitOfWork
from abano.fleet.vehicles.rules import plate_key
from abano.kit.ids import new_id
from abano.media_library.references import of_template
from abano.models.bookings import BookingEvent, BookingRow, PersonalInfoDraft
from abano.models.fleet import VehicleDocument, VehicleEvent, VehicleReservation, VehicleRow, VehicleService
from abano.models.hand_over import HandOverRecord, ProposedLine, VehicleDamage
from abano.models.promo_codes import PromoCode
from abano.models.tenants import TenantSettings
from abano.seeds.campaign_costs import load_costs
from abano.seeds.handovers import record_year
from abano.seeds.journeys import load_journeys
from abano.seeds.languages import read_json
from abano.seeds.loader import FOLDER
from abano.seeds.money import load_money
from abano.seeds.people import draw_person
from abano.seeds.year import SeededVehicle, YearMaker
from abano.tenants.tenant import Tenant

LEADS = 14


async def load_fleet(uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime) -> None:
    """Vehicles, their papers, a year of rentals and some begun bookings, and the promise of availability.

    Nothing is done for a company that has vehicles already.
    """
    query = select(VehicleRow.id).where(VehicleRow.tenant_id == uow.tenant_id).limit(1)
    if await uow.session.scalar(query) is not None:
        return
    vehicles = await _add_vehicles(uow, tenant, catalog, now)
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
        (HandOverRecord, recorded.records),
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
    """What each vehicle has driven, in kilometres."""
    query = select(VehicleRow.id, VehicleRow.mileage_km).where(VehicleRow.tenant_id == uow.tenant_id)
    return {row.id: row.mileage_km for row in await uow.session.execute(query)}


async def _codes(uow: UnitOfWork, catalog: Catalog) -> list[tuple[str, int]]:
    """Promo codes of affiliates with their discounts."""
    query = select(PromoCode.code, PromoCode.discount_basis_points).where(
        PromoCode.tenant_id == uow.tenant_id, PromoCode.affiliate_id.is_not(None)
    )
    default = catalog.rules.promo_discount_basis_points
    return [
        (row.code, default if row.discount_basis_points is None else row.discount_basis_points)
        for row in await uow.session.execute(query.order_by(PromoCode.code))
    ]


async def _add_leads(uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime) -> None:
    """Begun bookings of the last days, some of them followed up."""
    random = Random(f"{tenant.slug} leads")  # noqa: S311 - believable, not secret
    leads = []
    for number in range(LEADS):
        person = draw_person(random, 9_000 + number, catalog.rules.languages)
        first, _, last = person.name.partition(" ")
        begun = now - timedelta(hours=random.uniform(1, 200))
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
                "state_at": begun if state != "new" else None,
                "created_at": begun,
                "updated_at": begun,
            }
        )
    await uow.session.execute(insert(PersonalInfoDraft), leads)
