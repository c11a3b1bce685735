"""Catalogue, quotes and availability in the public API, and rentals as bookings have them, too."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from abano.accounts.access.principals import Actor
from abano.api.v1.answers import Fields, Money, PublicRequest, Resource, money, of_console, one
from abano.api.v1.calls import BookingReader, Caller
from abano.bookings.desk.editing_endpoints import make_quote
from abano.bookings.desk.editing_schemas import QuoteForStaffRequest
from abano.bookings.desk.quoting import Trip
from abano.bookings.desk.rules import WarningCode
from abano.bookings.desk.schemas import PriceLineOut
from abano.catalog.published import snapshot
from abano.catalog.published.dependencies import Catalogs
from abano.catalog.published.document_fields import HandoverKind
from abano.catalog.published.snapshot import PlaceKind
from abano.core.clock import local_moment
from abano.core.errors import FieldError, InvalidInput, Message
from abano.core.money import to_decimal
from abano.fleet.availability.endpoints import AvailabilityOf
from abano.fleet.availability.rules import CarState
from abano.fleet.availability.service import Asked
from abano.fleet.reservations.service import OTHER_DAY
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import AppClock, Db

router = APIRouter(tags=["Quotes and availability"])
Code = Annotated[str, Field(min_length=1, max_length=60)]
AGE, PEOPLE = 30, 1
# Where the company rents nothing out, by the field at fault. The desk may decide otherwise, a channel may not.
REFUSING: Mapping[WarningCode, str] = {
    "rental_too_short": "return_at",
    "age_out_of_range": "driver_age",
    "pickup_in_the_past": "pickup_at",
    "group_too_large": "group_size",
    "pickup_place_closed": "pickup_at",
    "return_place_closed": "return_at",
}
CHANNEL_REFUSED = Message(
    "channel_rental_refused", "The company does not rent out for this value: {warning}.", for_operators=True
)
CAR_NOT_OFFERED = Message(
    "channel_car_not_offered", "Your channel does not offer this car.", for_operators=True
)
CAR_TOO_YOUNG = Message(
    "channel_driver_too_young",
    "Drivers of this car must be at least {age, number} years old.",
    for_operators=True,
)


class PriceLine(Resource):
    code: str
    label: str
    quantity: int
    unit_price: Money
    amount: Money


class RentalIn(PublicRequest):
    """What is rented. Times with an offset are exact; without one they are in the company's time zone.

    ``pickup_place`` and ``dropoff_place``: codes of handover places in these locations, such as an airport.
    Without them a channel's rental has the usual place, and any other rental none.
    """

    car: Annotated[
        str, Field(min_length=1, max_length=120, description="The name of a car of the catalogue.")
    ]
    pickup_location: Code
    dropoff_location: Code
    pickup_place: Code | None = None
    dropoff_place: Code | None = None
    pickup_at: datetime
    return_at: datetime
    insurance: Code
    services: list[Code] = Field(default=[], max_length=40)
    driver_age: int = Field(default=AGE, ge=16, le=120)
    group_size: int = Field(default=PEOPLE, ge=1, le=100)
    promo_code: Annotated[str | None, Field(max_length=60)] = None


class Quote(Resource):
    """``is_available``: whether a vehicle is free; null where the company tracks no vehicles of the car."""

    currency: str
    days: int
    total: Money
    lines: list[PriceLine]
    warnings: list[WarningCode]
    is_available: bool | None


class CarAvailability(Resource):
    """``acriss_code``: the class of the car, such as IDAR; null where the company has not set one.

    ``left``: how many, up to three. ``free_from``: the next day on which a rental as long can begin.
    """

    car: str
    slug: str
    acriss_code: str | None
    state: CarState
    left: int | None
    free_from: date | None


class Availability(Resource):
    """``is_tracked``: whether the company tracks availability; without it ``cars`` is empty."""

    is_tracked: bool
    cars: list[CarAvailability]


class CarModel(Resource):
    """``daily_rate``: before seasons and discounts for longer rentals."""

    car: str
    slug: str
    acriss_code: str | None
    seats: int
    transmission: str
    fuel: str
    drive: str
    daily_rate: Money


class Place(Resource):
    """Where exactly a car is handed over: ``fee`` for a pickup, and for a return. ``latitude`` and ``longitude`` in
    degrees; null where the company set none.
    """

    code: str
    kind: HandoverKind
    name: str
    latitude: float | None
    longitude: float | None
    fee: Money


class Location(Resource):
    """``places``: its handover places; empty where people agree on one."""

    code: str
    kind: PlaceKind
    name: str
    latitude: float | None
    longitude: float | None
    places: list[Place]


class InsuranceOption(Resource):
    """``excess``: the most that the renter pays for damage; null where the company states none."""

    code: str
    name: str
    daily_rate: Money
    excess: Money | None


class ServiceOption(Resource):
    code: str
    name: str
    charge: Literal["flat", "per_day"]
    price: Money


class PublishedCatalog(Resource):
    """``languages``: the company's, the first is the one of these names."""

    currency: str
    time_zone: str
    languages: list[str]
    minimum_days: int
    minimum_driver_age: int
    maximum_driver_age: int
    cars: list[CarModel]
    locations: list[Location]
    insurance: list[InsuranceOption]
    services: list[ServiceOption]


@router.get("/catalog", response_model=PublishedCatalog)
async def get_catalog(
    request: Request, caller: BookingReader, catalogs: Catalogs, fields: Fields
) -> Response:
    """Cars, locations, insurance and services, with the names and codes that quotes and bookings take."""
    found = await catalogs.get(caller.tenant.id)
    rules = found.rules
    catalog = PublishedCatalog(
        currency=rules.currency,
        time_zone=rules.timezone,
        languages=list(rules.languages),
        minimum_days=rules.minimum_days,
        minimum_driver_age=rules.driver_minimum_age,
        maximum_driver_age=rules.driver_maximum_age,
        cars=[
            CarModel(
                car=each.name,
                slug=each.slug,
                acriss_code=each.acriss_code,
                seats=each.seats,
                transmission=each.transmission,
                fuel=each.fuel_type,
                drive=each.drive_wheels,
                daily_rate=_decimal(each.base_rate),
            )
            for each in found.cars
            if each.in_fleet
        ],
        locations=[_location(each, found) for each in found.locations],
        insurance=[
            InsuranceOption(
                code=each.code,
                name=each.label,
                daily_rate=_decimal(each.daily_rate),
                excess=None if each.excess is None else _decimal(each.excess),
            )
            for each in found.insurance
        ],
        services=[
            ServiceOption(code=each.code, name=each.label, charge=each.charge, price=_decimal(each.price))
            for each in found.services
        ],
    )
    return one(request, catalog, fields)


@router.post("/quotes", response_model=Quote)
async def create_quote(
    body: RentalIn,
    request: Request,
    caller: BookingReader,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    availability: AvailabilityOf,
) -> Response:
    """The price of a rental as a booking would have it. Stores nothing."""
    asked = of_console(QuoteForStaffRequest, rental_of(body, caller.tenant))
    found = await make_quote(asked, priced_for(caller), caller.tenant, db, catalogs, clock, availability)
    state = found.assignment.state
    quote = Quote(
        currency=found.currency,
        days=found.fresh.days,
        total=money(found.fresh.total_price),
        lines=[line_of(each) for each in found.fresh.lines],
        warnings=found.warnings,
        is_available=None if state == "not_tracked" else state != "none_free",
    )
    return one(request, quote)


@router.get("/availability", response_model=Availability)
async def get_availability(
    request: Request,
    caller: BookingReader,
    catalogs: Catalogs,
    availability: AvailabilityOf,
    fields: Fields,
    pickup_at: datetime,
    return_at: datetime,
) -> Response:
    """Which cars are free in a period."""
    pickup = local_of(pickup_at, caller.tenant, "pickupDate")
    back = local_of(return_at, caller.tenant, "returnDate")
    asked = Asked(pickup.date(), f"{pickup:%H:%M}", back.date(), f"{back:%H:%M}")
    found = await availability.show(caller.tenant, asked, caller.now)
    codes = {car.slug: car.acriss_code for car in (await catalogs.get(caller.tenant.id)).cars}
    cars = [
        CarAvailability.model_validate(each.model_dump() | {"acriss_code": codes.get(each.slug)})
        for each in found.cars
    ]
    return one(request, Availability(is_tracked=found.is_promised, cars=cars), fields)


def _location(location: snapshot.Place, catalog: snapshot.Catalog) -> Location:
    return Location(
        code=location.code,
        kind=location.kind,
        name=location.name,
        latitude=_degrees(location.latitude),
        longitude=_degrees(location.longitude),
        places=[
            Place(
                code=each.code,
                kind=each.kind,
                name=each.name,
                latitude=_degrees(each.latitude),
                longitude=_degrees(each.longitude),
                fee=_decimal(each.fee),
            )
            for each in catalog.handover_places
            if each.is_active and each.location == location.code
        ],
    )


def _degrees(value: Decimal | None) -> float | None:
    return None if value is None else float(value)


def _decimal(minor: int) -> str:
    return str(to_decimal(minor))


def priced_for(caller: Caller) -> Actor | None:
    """By whom a rental is priced: a channel's rentals as the site's, with the fee of the usual handover place."""
    return None if caller.channel else caller.actor


def check_for_channel(caller: Caller, trip: Trip, driver_age: int) -> None:
    """Raises InvalidInput for a rental that the search would not offer to the key's channel."""
    if caller.channel is None:
        return
    if not caller.channel.offers(trip.car):
        raise InvalidInput.of("car", CAR_NOT_OFFERED())
    if driver_age < (trip.car.minimum_age or 0):
        raise InvalidInput.of("driver_age", CAR_TOO_YOUNG(age=trip.car.minimum_age or 0))
    errors = [FieldError(REFUSING[code], CHANNEL_REFUSED(warning=code)) for code in trip.warnings]
    if errors:
        raise InvalidInput(errors[0].sentence, fields=tuple(errors))


def rental_of(body: RentalIn, tenant: Tenant) -> dict[str, object]:
    """The rental as the desk's requests name it, in the company's time zone."""
    pickup = local_of(body.pickup_at, tenant, "pickupDate")
    back = local_of(body.return_at, tenant, "returnDate")
    return {
        "car": body.car,
        "pickup_location": body.pickup_location,
        "dropoff_location": body.dropoff_location,
        "pickup_place": body.pickup_place,
        "dropoff_place": body.dropoff_place,
        "pickup_date": pickup.date(),
        "pickup_time": pickup.time(),
        "return_date": back.date(),
        "return_time": back.time(),
        "insurance_type": body.insurance,
        "services": body.services,
        "driver_age": body.driver_age,
        "group_size": body.group_size,
        "promo_code": body.promo_code,
    }


def local_of(moment: datetime, tenant: Tenant, field: str) -> datetime:
    try:
        local = moment.astimezone(tenant.zone) if moment.tzinfo else moment
        local_moment(local.replace(tzinfo=None), tenant.zone)
    except (OverflowError, ValueError):
        raise InvalidInput.of(field, OTHER_DAY()) from None
    return local.replace(tzinfo=None)


def line_of(line: PriceLineOut) -> PriceLine:
    values = line.model_dump()
    return PriceLine.model_validate(
        values | {"unit_price": money(values["unit_price"]), "amount": money(values["amount"])}
    )
