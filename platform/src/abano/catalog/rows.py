"""Rows of the catalogue as items of a snapshot. Pure."""

from collections.abc import Mapping
from typing import Literal, cast
from uuid import UUID

from abano.catalog.seasons import Band, Opening, PriceRules, Season
from abano.catalog.snapshot import Car, Insurance, Place, PlaceKind, Service
from abano.catalog.translations import (
    CarTexts,
    InsuranceTexts,
    PlaceTexts,
    SeasonTexts,
    ServiceTexts,
    by_language,
)
from abano.catalog.vocabulary import EQUIPMENT, CarCategory, Equipment
from abano.models.catalog import CarRow, InsuranceOption, Location, PriceRulesRow, SeasonRow, ServiceRow


def car_of(row: CarRow, bands: tuple[Band, ...]) -> Car:
    return Car(
        id=row.id,
        slug=row.slug,
        name=row.name,
        title=row.title,
        description=row.description,
        base_rate=row.base_rate_minor,
        seats=row.seats,
        transmission=row.transmission,
        fuel_type=row.fuel_type,
        drive_wheels=row.drive_wheels,
        fuel_consumption=row.fuel_consumption,
        specs=tuple(row.specs),
        images=tuple(row.images),
        video_url=row.video_url,
        in_fleet=row.in_fleet,
        in_search=row.in_search,
        bands=bands,
        translations=by_language(CarTexts, row.translations),
        category=cast(CarCategory, row.category) if row.category else None,
        # What a newer release added is left out.
        equipment=tuple(cast(Equipment, code) for code in row.equipment if code in EQUIPMENT),
        luggage_large=row.luggage_large,
        luggage_small=row.luggage_small,
        doors=row.doors,
        year=row.year,
        deposit=row.deposit_minor,
        excess=row.excess_minor,
        kilometres_a_day=row.kilometres_a_day,
        minimum_age=row.minimum_age,
    )


def place_of(row: Location) -> Place:
    return Place(
        code=row.code,
        name=row.name,
        translations=by_language(PlaceTexts, row.translations),
        kind=cast(PlaceKind, row.kind),
        address=row.address,
        latitude=row.latitude,
        longitude=row.longitude,
        opening_hours=tuple(
            Opening(item["weekday"], item["opens"], item["closes"]) for item in row.opening_hours
        ),
        out_of_hours_fee=row.out_of_hours_fee_minor,
        needs_flight_number=row.needs_flight_number,
        needs_address=row.needs_address,
    )


def insurance_of(row: InsuranceOption) -> Insurance:
    return Insurance(
        code=row.code,
        label=row.label,
        description=row.description,
        bullets=tuple(row.bullets),
        exclusions=tuple(row.exclusions),
        excess=row.excess_minor,
        daily_rate=row.daily_rate_minor,
        translations=by_language(InsuranceTexts, row.translations),
        recommended=row.recommended,
    )


def service_of(row: ServiceRow) -> Service:
    return Service(
        code=row.code,
        group=row.group_label,
        label=row.label,
        description=row.description,
        note=row.note,
        charge=cast(Literal["flat", "per_day"], row.charge),
        price=row.price_minor,
        hidden_for_cars=tuple(row.hidden_for_cars),
        translations=by_language(ServiceTexts, row.translations),
        stock=row.stock,
        most_per_booking=row.most_per_booking,
        only_for_cars=tuple(row.only_for_cars),
    )


def season_of(row: SeasonRow, bands: Mapping[UUID, tuple[Band, ...]]) -> Season:
    return Season(
        code=row.code,
        name=row.name,
        starts=row.starts,
        ends=row.ends,
        every_year=row.every_year,
        percent=row.percent,
        bands=bands,
        translations=by_language(SeasonTexts, row.translations),
    )


def price_rules_of(row: PriceRulesRow | None) -> PriceRules:
    if row is None:
        return PriceRules()
    return PriceRules(
        weekend_days=frozenset(row.weekend_days),
        weekend_percent=row.weekend_percent,
        last_minute_days=row.last_minute_days,
        last_minute_percent=row.last_minute_percent,
    )
