"""Converts catalogue documents to rows and back. Pure.

A field maps to the column of the same name; columns of amounts end in ``_minor``. Columns that are not in the
document (ids, whether a car is active) keep their values.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Literal, cast
from uuid import UUID

from sqlalchemy.dialects.postgresql import JSONB

from abano.catalog.published.document import (
    CarItem,
    CatalogDocument,
    HandoverPlaceItem,
    InsuranceItem,
    Json,
    PlaceItem,
    SeasonItem,
    ServiceItem,
)
from abano.catalog.published.document_fields import (
    EQUIPMENT,
    CarCategory,
    CarTexts,
    Equipment,
    FlightNumber,
    HandoverKind,
    HandoverPlaceTexts,
    InsuranceTexts,
    PlaceTexts,
    SeasonTexts,
    ServiceTexts,
    by_language,
)
from abano.catalog.published.handover import HandoverPlace, Opening
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
from abano.catalog.published.snapshot import (
    Band,
    Car,
    Catalog,
    Drive,
    Insurance,
    Place,
    PlaceKind,
    PriceRules,
    RentalRules,
    Season,
    Service,
)
from abano.core.api_model import ApiModel
from abano.core.money import to_json
from abano.db.base import Base

# Rows of the catalogue as items of a snapshot. Pure.


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
        # Fields added by a newer release are ignored.
        equipment=tuple(cast(Equipment, code) for code in row.equipment if code in EQUIPMENT),
        luggage_large=row.luggage_large,
        luggage_small=row.luggage_small,
        doors=row.doors,
        year=row.year,
        deposit=row.deposit_minor,
        excess=row.excess_minor,
        kilometres_a_day=row.kilometres_a_day,
        minimum_age=row.minimum_age,
        acriss_code=row.acriss_code,
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


def handover_place_of(row: HandoverPlaceRow) -> HandoverPlace:
    return HandoverPlace(
        code=row.code,
        location=row.location,
        kind=cast(HandoverKind, row.kind),
        name=row.name,
        meeting_point=row.meeting_point,
        instructions=row.instructions,
        images=tuple(row.images),
        latitude=row.latitude,
        longitude=row.longitude,
        opening_hours=tuple(
            Opening(item["weekday"], item["opens"], item["closes"]) for item in row.opening_hours
        ),
        fee=row.fee_minor,
        flight_number=cast(FlightNumber, row.flight_number),
        is_active=row.is_active,
        translations=by_language(HandoverPlaceTexts, row.translations),
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
        max_per_booking=row.max_per_booking,
        only_for_cars=tuple(row.only_for_cars),
    )


def season_of(row: SeasonRow, bands: Mapping[UUID, tuple[Band, ...]]) -> Season:
    return Season(
        code=row.code,
        name=row.name,
        starts=row.starts,
        ends=row.ends,
        every_year=row.every_year,
        only_listed_cars=row.only_listed_cars,
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


# By part of the document: what its items are, and where they are stored.
TABLES: Mapping[str, tuple[type[ApiModel], type[Base]]] = {
    "cars": (CarItem, CarRow),
    "locations": (PlaceItem, Location),
    "handoverPlaces": (HandoverPlaceItem, HandoverPlaceRow),
    "insurance": (InsuranceItem, InsuranceOption),
    "services": (ServiceItem, ServiceRow),
    "seasons": (SeasonItem, SeasonRow),
}
RENAMED = {"group": "group_label"}
CHARGES = {"perDay": "per_day", "flat": "flat"}


@dataclass(frozen=True, slots=True)
class CatalogRows:
    """All rows of a company's catalogue; of cars and places, those that are offered."""

    cars: Sequence[CarRow] = ()
    car_rates: Sequence[CarRate] = ()
    locations: Sequence[Location] = ()
    handover_places: Sequence[HandoverPlaceRow] = ()
    delivery_fees: Sequence[DeliveryFee] = ()
    driving_times: Sequence[DrivingTime] = ()
    insurance: Sequence[InsuranceOption] = ()
    services: Sequence[ServiceRow] = ()
    seasons: Sequence[SeasonRow] = ()
    season_rates: Sequence[SeasonRate] = ()
    price_rules: PriceRulesRow | None = field(default=None)


def catalog_of(rows: CatalogRows, rules: RentalRules, version: int) -> Catalog:
    """The snapshot that prices and pages work with."""
    bands = _grouped(rows.car_rates, lambda rate: rate.car_id)
    of_seasons = _grouped(rows.season_rates, lambda rate: (rate.season_code, rate.car_id))
    return Catalog(
        rules=rules,
        cars=tuple(car_of(row, _bands(bands[row.id])) for row in rows.cars),
        locations=tuple(map(place_of, rows.locations)),
        handover_places=tuple(map(handover_place_of, rows.handover_places)),
        delivery_fees={
            (row.pickup_location, row.dropoff_location): row.fee_minor for row in rows.delivery_fees
        },
        driving_times=tuple(
            Drive(row.start_location, row.end_location, row.minutes, row.kilometres)
            for row in rows.driving_times
        ),
        insurance=tuple(map(insurance_of, rows.insurance)),
        services=tuple(map(service_of, rows.services)),
        seasons=tuple(
            season_of(row, {car: _bands(own) for (code, car), own in of_seasons.items() if code == row.code})
            for row in sorted(rows.seasons, key=lambda row: not row.only_listed_cars)
        ),
        price_rules=price_rules_of(rows.price_rules),
        version=version,
    )


def rows_of(document: CatalogDocument, tenant_id: UUID, car_ids: Mapping[str, UUID]) -> CatalogRows:
    """The rows that match the document. ``car_ids``: by slug, for every car of the document."""
    tenant = {"tenant_id": tenant_id}
    rules = document.price_rules
    return CatalogRows(
        cars=[
            CarRow(**tenant, id=car_ids[item.slug], is_active=True, **columns(item, CarRow))
            for item in _ordered(document.cars, lambda item: item.name)
        ],
        car_rates=[
            CarRate(
                **tenant, car_id=car_ids[item.slug], min_days=rate.min_days, daily_rate_minor=rate.daily_rate
            )
            for item in document.cars
            for rate in item.rates
        ],
        locations=[
            Location(**tenant, is_active=True, **columns(item, Location))
            for item in _ordered(document.locations)
        ],
        handover_places=[
            HandoverPlaceRow(**tenant, **columns(item, HandoverPlaceRow))
            for item in _ordered(document.handover_places)
        ],
        delivery_fees=[
            DeliveryFee(**tenant, pickup_location=fee.pickup, dropoff_location=fee.dropoff, fee_minor=fee.fee)
            for fee in document.delivery_fees
        ],
        driving_times=[
            DrivingTime(
                **tenant,
                start_location=time.start,
                end_location=time.end,
                minutes=time.minutes,
                kilometres=time.kilometres,
            )
            for time in document.driving_times
        ],
        insurance=[
            InsuranceOption(**tenant, **columns(item, InsuranceOption))
            for item in _ordered(document.insurance)
        ],
        services=[ServiceRow(**tenant, **columns(item, ServiceRow)) for item in _ordered(document.services)],
        seasons=[SeasonRow(**tenant, **columns(item, SeasonRow)) for item in _ordered(document.seasons)],
        season_rates=[
            SeasonRate(
                **tenant,
                season_code=item.code,
                car_id=car_ids[slug],
                min_days=rate.min_days,
                daily_rate_minor=rate.daily_rate,
            )
            for item in document.seasons
            for slug, rates in item.rates.items()
            for rate in rates
        ],
        price_rules=PriceRulesRow(
            **tenant,
            weekend_days=rules.weekend.weekdays if rules.weekend else [],
            weekend_percent=rules.weekend.percent if rules.weekend else 0,
            last_minute_days=rules.last_minute.days if rules.last_minute else 0,
            last_minute_percent=rules.last_minute.percent if rules.last_minute else 0,
        ),
    )


def columns(item: ApiModel, table: type[Base]) -> dict[str, Any]:
    """The values of a row's columns, taken from the item."""
    values: dict[str, Any] = {}
    for name, column in _columns_by_field(type(item), table).items():
        value = getattr(item, name)
        if isinstance(table.__table__.columns[column].type, JSONB):
            # Without what is empty, as templates store it; readers supply it.
            dumped = item.model_dump(
                mode="json",
                by_alias=True,
                include={name},
                exclude_defaults=name == "translations",
                exclude_none=name != "translations",
            )
            value = next(iter(dumped.values()), {})
        values[column] = CHARGES[value] if name == "charge" else value
    return values


def document_of(rows: CatalogRows) -> Json:
    """The rows as the JSON of a document; not checked, because rows may be older than its rules."""
    slugs = {row.id: row.slug for row in rows.cars}
    rates = _grouped(rows.car_rates, lambda rate: rate.car_id)
    of_seasons = _grouped(rows.season_rates, lambda rate: (rate.season_code, rate.car_id))
    rules = rows.price_rules
    weekend = rules and rules.weekend_percent and rules.weekend_days
    last_minute = rules and rules.last_minute_percent and rules.last_minute_days
    return {
        "cars": [{**_item("cars", row), "rates": _rates(rates[row.id])} for row in rows.cars],
        "locations": [_item("locations", row) for row in rows.locations],
        "handoverPlaces": [_item("handoverPlaces", row) for row in rows.handover_places],
        "deliveryFees": [
            {"pickup": row.pickup_location, "dropoff": row.dropoff_location, "fee": to_json(row.fee_minor)}
            for row in sorted(rows.delivery_fees, key=lambda row: (row.pickup_location, row.dropoff_location))
        ],
        "drivingTimes": [
            {
                "start": row.start_location,
                "end": row.end_location,
                "minutes": row.minutes,
                "kilometres": row.kilometres,
            }
            for row in rows.driving_times
        ],
        "insurance": [_item("insurance", row) for row in rows.insurance],
        "services": [_item("services", row) for row in rows.services],
        "seasons": [
            {
                **_item("seasons", row),
                "rates": {
                    slugs[car]: _rates(own)
                    for (code, car), own in of_seasons.items()
                    if code == row.code and car in slugs
                },
            }
            for row in rows.seasons
        ],
        "priceRules": {
            "weekend": {"weekdays": rules.weekend_days, "percent": rules.weekend_percent}
            if rules and weekend
            else None,
            "lastMinute": {"days": rules.last_minute_days, "percent": rules.last_minute_percent}
            if rules and last_minute
            else None,
        },
    }


def _item(part: str, row: Base) -> Json:
    kind, table = TABLES[part]
    item: Json = {}
    for name, column in _columns_by_field(kind, table).items():
        value = getattr(row, column)
        if isinstance(value, Decimal):
            value = float(value)
        elif isinstance(value, date):
            value = value.isoformat()
        elif column.endswith("_minor") and value is not None:
            value = to_json(value)
        elif name == "charge":
            value = next(ours for ours, stored in CHARGES.items() if stored == value)
        item[kind.model_fields[name].alias or name] = value
    return item


def _columns_by_field(kind: type[ApiModel], table: type[Base]) -> dict[str, str]:
    known = table.__table__.columns
    named = {name: RENAMED.get(name, name) for name in kind.model_fields}
    by_field = {name: column if column in known else f"{column}_minor" for name, column in named.items()}
    return {name: column for name, column in by_field.items() if column in known}


def _rates(rows: Iterable[CarRate | SeasonRate]) -> list[Json]:
    return [{"minDays": band.min_days, "dailyRate": to_json(band.daily_rate)} for band in _bands(rows)]


def _bands(rows: Iterable[CarRate | SeasonRate]) -> tuple[Band, ...]:
    return tuple(
        Band(row.min_days, row.daily_rate_minor) for row in sorted(rows, key=lambda row: row.min_days)
    )


def _grouped(rows: Iterable[Any], key: Callable[[Any], Any]) -> defaultdict[Any, list[Any]]:
    groups: defaultdict[Any, list[Any]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def _ordered(items: Sequence[Any], second: Callable[[Any], Any] = lambda item: item.code) -> list[Any]:
    return sorted(items, key=lambda item: (item.position, second(item)))
