"""Load the catalogue of a template: cars, places, insurance, services and seasons."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from abano.catalog.published.models import (
    CarRate,
    CarRow,
    DeliveryFee,
    DrivingTime,
    HandoverPlaceRow,
    InsuranceOption,
    Location,
    PriceRulesRow,
    SeasonRate,
    SeasonRow,
    ServiceRow,
)
from abano.core.ids import new_id
from abano.core.money import to_minor
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.ops.seeds.rows import add_missing

Json = Mapping[str, Any]


async def load_catalog(uow: UnitOfWork, catalog: Json) -> None:
    """Add missing places with handover places, fees and driving times, cars, insurance, services and seasons.

    Existing ones are not changed.
    """
    await add_missing(
        uow,
        Location,
        [_place(uow.tenant_id, position, item) for position, item in enumerate(catalog["locations"])],
    )
    await add_missing(
        uow,
        HandoverPlaceRow,
        [
            _handover_place(uow.tenant_id, position, item)
            for position, item in enumerate(catalog.get("handoverPlaces", []))
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
    await add_missing(
        uow,
        DrivingTime,
        [
            {
                "tenant_id": uow.tenant_id,
                "start_location": item["start"],
                "end_location": item["end"],
                "minutes": item["minutes"],
                "kilometres": item["kilometres"],
            }
            for item in catalog.get("drivingTimes", [])
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
                "recommended": item.get("recommended", False),
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
                "stock": item.get("stock"),
                "max_per_booking": item.get("maxPerBooking", 1),
                "only_for_cars": item.get("onlyForCars", []),
                "position": position,
            }
            for position, item in enumerate(catalog["services"])
        ],
    )
    await _load_seasons(uow, catalog.get("seasons", []))
    await _load_price_rules(uow, catalog.get("priceRules", {}))


async def _load_cars(uow: UnitOfWork, cars: list[Json]) -> None:
    """Add missing cars with their rates without changing existing ones."""
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
        "category": item.get("category", ""),
        "equipment": item.get("equipment", []),
        "luggage_large": item.get("luggageLarge"),
        "luggage_small": item.get("luggageSmall"),
        "doors": item.get("doors"),
        "year": item.get("year"),
        "deposit_minor": _optional(item.get("deposit")),
        "excess_minor": _optional(item.get("excess")),
        "kilometres_a_day": item.get("kilometresADay"),
        "minimum_age": item.get("minimumAge"),
        "acriss_code": item.get("acrissCode"),
        "in_fleet": item["inFleet"],
        "in_search": item["inSearch"],
        "position": position,
    }


def _place(tenant_id: TenantId, position: int, item: Json) -> Json:
    latitude, longitude = item.get("latitude"), item.get("longitude")
    return {
        "tenant_id": tenant_id,
        "code": item["code"],
        "name": item["name"],
        "kind": item.get("kind", "city"),
        "address": item.get("address", ""),
        "latitude": Decimal(latitude) if latitude else None,
        "longitude": Decimal(longitude) if longitude else None,
        "opening_hours": item.get("openingHours", []),
        "out_of_hours_fee_minor": to_minor(item.get("outOfHoursFee", "0")),
        "needs_flight_number": item.get("needsFlightNumber", False),
        "needs_address": item.get("needsAddress", False),
        "position": position,
    }


def _handover_place(tenant_id: TenantId, position: int, item: Json) -> Json:
    latitude, longitude = item.get("latitude"), item.get("longitude")
    return {
        "tenant_id": tenant_id,
        "code": item["code"],
        "location": item["location"],
        "kind": item["kind"],
        "name": item["name"],
        "meeting_point": item.get("meetingPoint", ""),
        "instructions": item.get("instructions", ""),
        "images": item.get("images", []),
        "latitude": Decimal(latitude) if latitude else None,
        "longitude": Decimal(longitude) if longitude else None,
        "opening_hours": item.get("openingHours", []),
        "fee_minor": to_minor(item.get("fee", "0")),
        "flight_number": item.get("flightNumber", "off"),
        "position": position,
    }


def _optional(amount: str | None) -> int | None:
    return None if amount is None else to_minor(amount)


async def _load_seasons(uow: UnitOfWork, seasons: list[Json]) -> None:
    """Rates of seasons name cars by slug."""
    tenant = uow.tenant_id
    existing = set(await uow.session.scalars(select(SeasonRow.code).where(SeasonRow.tenant_id == tenant)))
    found = await uow.session.scalars(select(CarRow).where(CarRow.tenant_id == tenant))
    cars = {car.slug: car.id for car in found}
    new = [(position, item) for position, item in enumerate(seasons) if item["code"] not in existing]
    await add_missing(
        uow,
        SeasonRow,
        [
            {
                "tenant_id": tenant,
                "code": item["code"],
                "name": item["name"],
                "starts": date.fromisoformat(item["starts"]),
                "ends": date.fromisoformat(item["ends"]),
                "every_year": item["everyYear"],
                "percent": item["percent"],
                "position": position,
            }
            for position, item in new
        ],
    )
    await add_missing(
        uow,
        SeasonRate,
        [
            {
                "tenant_id": tenant,
                "season_code": item["code"],
                "car_id": cars[slug],
                "min_days": rate["minDays"],
                "daily_rate_minor": to_minor(rate["dailyRate"]),
            }
            for _, item in new
            for slug, rates in item["rates"].items()
            for rate in rates
        ],
    )


async def _load_price_rules(uow: UnitOfWork, rules: Json) -> None:
    weekend, last_minute = rules.get("weekend"), rules.get("lastMinute")
    if not (weekend or last_minute):
        return
    row: dict[str, Any] = {"tenant_id": uow.tenant_id}
    if weekend:
        row |= {"weekend_days": weekend["weekdays"], "weekend_percent": weekend["percent"]}
    if last_minute:
        row |= {"last_minute_days": last_minute["days"], "last_minute_percent": last_minute["percent"]}
    await add_missing(uow, PriceRulesRow, [row])
