"""The catalogue of a template: what it rents, where, and what can be added."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.kit.ids import new_id
from abano.kit.money import to_minor
from abano.models.catalog import CarRate, CarRow, DeliveryFee, InsuranceOption, Location, ServiceRow
from abano.seeds.missing_rows import add_missing

Json = Mapping[str, Any]


async def load_catalog(uow: UnitOfWork, catalog: Json) -> None:
    """Add locations, delivery fees, cars, insurance and services that are missing; existing ones are not changed."""
    await add_missing(
        uow,
        Location,
        [
            {"tenant_id": uow.tenant_id, "code": item["code"], "name": item["name"], "position": position}
            for position, item in enumerate(catalog["locations"])
        ],
    )
    await add_missing(
        uow,
        DeliveryFee,
        [
            {
                "tenant_id": uow.tenant_id,
                "pickup_location": item["pickup"],
                "dropoff_location": item["dropoff"],
                "fee_minor": to_minor(item["fee"]),
            }
            for item in catalog["deliveryFees"]
        ],
    )
    await _load_cars(uow, catalog["cars"])
    await add_missing(
        uow,
        InsuranceOption,
        [
            {
                "tenant_id": uow.tenant_id,
                "code": item["code"],
                "label": item["label"],
                "description": item["description"],
                "bullets": item["bullets"],
                "exclusions": item["exclusions"],
                "excess_minor": to_minor(item["excess"]) if item["excess"] else None,
                "daily_rate_minor": to_minor(item["dailyRate"]),
                "position": position,
            }
            for position, item in enumerate(catalog["insurance"])
        ],
    )
    await add_missing(
        uow,
        ServiceRow,
        [
            {
                "tenant_id": uow.tenant_id,
                "code": item["code"],
                "group_label": item["group"],
                "label": item["label"],
                "description": item["description"],
                "note": item["note"],
                "charge": {"flat": "flat", "perDay": "per_day"}[item["charge"]],
                "price_minor": to_minor(item["price"]),
                "hidden_for_cars": item["hiddenForCars"],
                "position": position,
            }
            for position, item in enumerate(catalog["services"])
        ],
    )


async def _load_cars(uow: UnitOfWork, cars: list[Json]) -> None:
    """Add cars that are missing, with their rates; existing ones are not changed."""
    existing = set(await uow.session.scalars(select(CarRow.slug).where(CarRow.tenant_id == uow.tenant_id)))
    rows: list[Json] = []
    rates: list[Json] = []
    for position, item in enumerate(cars):
        if item["slug"] in existing:
            continue
        car_id = new_id()
        rows.append(_car(uow.tenant_id, car_id, position, item))
        rates.extend(
            {
                "tenant_id": uow.tenant_id,
                "car_id": car_id,
                "min_days": rate["minDays"],
                "daily_rate_minor": to_minor(rate["dailyRate"]),
            }
            for rate in item["rates"]
        )
    await add_missing(uow, CarRow, rows)
    await add_missing(uow, CarRate, rates)


def _car(tenant_id: TenantId, car_id: object, position: int, item: Json) -> Json:
    consumption = item["fuelConsumption"]
    return {
        "tenant_id": tenant_id,
        "id": car_id,
        "slug": item["slug"],
        "name": item["name"],
        "title": item["title"],
        "description": item["description"],
        "base_rate_minor": to_minor(item["baseRate"]),
        "seats": item["seats"],
        "transmission": item["transmission"],
        "fuel_type": item["fuelType"],
        "drive_wheels": item["driveWheels"],
        "fuel_consumption": Decimal(consumption) if consumption else None,
        "specs": item["specs"],
        "images": item["images"],
        "video_url": item["videoUrl"] or None,
        "in_fleet": item["inFleet"],
        "in_search": item["inSearch"],
        "position": position,
    }
