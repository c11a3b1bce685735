"""Converts catalogue documents to rows and back. Pure.

A field maps to the column of the same name; columns of amounts end in ``_minor``. Columns that are not in the
document (ids, whether a car is active) keep their values.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any
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
from abano.catalog.published.snapshot_rows import CatalogRows, bands_of, grouped
from abano.core.api_model import ApiModel
from abano.core.money import to_json
from abano.db.base import Base

# Rows of the catalogue as items of a snapshot. Pure.


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
    rates = grouped(rows.car_rates, lambda rate: rate.car_id)
    of_seasons = grouped(rows.season_rates, lambda rate: (rate.season_code, rate.car_id))
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
    return [{"minDays": band.min_days, "dailyRate": to_json(band.daily_rate)} for band in bands_of(rows)]


def _ordered(items: Sequence[Any], second: Callable[[Any], Any] = lambda item: item.code) -> list[Any]:
    return sorted(items, key=lambda item: (item.position, second(item)))
