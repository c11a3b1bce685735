"""From rows to the snapshot of a catalogue."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast
from uuid import UUID

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
    bands = grouped(rows.car_rates, lambda rate: rate.car_id)
    of_seasons = grouped(rows.season_rates, lambda rate: (rate.season_code, rate.car_id))
    return Catalog(
        rules=rules,
        cars=tuple(car_of(row, bands_of(bands[row.id])) for row in rows.cars),
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
            season_of(
                row, {car: bands_of(own) for (code, car), own in of_seasons.items() if code == row.code}
            )
            for row in sorted(rows.seasons, key=lambda row: not row.only_listed_cars)
        ),
        price_rules=price_rules_of(rows.price_rules),
        version=version,
    )


def bands_of(rows: Iterable[CarRate | SeasonRate]) -> tuple[Band, ...]:
    return tuple(
        Band(row.min_days, row.daily_rate_minor) for row in sorted(rows, key=lambda row: row.min_days)
    )


def grouped(rows: Iterable[Any], key: Callable[[Any], Any]) -> defaultdict[Any, list[Any]]:
    groups: defaultdict[Any, list[Any]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups
