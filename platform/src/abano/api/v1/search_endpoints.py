"""Search in the public API: every car for a rental, with its total, as brokers and price feeds ask for it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from abano.api.v1.answers import Money, Resource, money, of_console, one
from abano.api.v1.calls import BookingReader, Caller
from abano.api.v1.quote_endpoints import AGE, REFUSING, Code, RentalIn, rental_of
from abano.bookings.desk.editing_schemas import NewRental
from abano.bookings.desk.quoting import Trip, read_trip
from abano.bookings.desk.rules import WarningCode
from abano.catalog.published.dependencies import Catalogs, PublicOrigin
from abano.catalog.published.snapshot import Car, Catalog
from abano.catalog.published.terms import agreed_terms, deposit_of, excess_of
from abano.core.errors import InvalidInput, Message
from abano.core.money import to_json
from abano.fleet.availability.endpoints import AvailabilityOf
from abano.fleet.availability.rules import AvailabilityStatus
from abano.fleet.availability.service import FREE
from abano.marketing.channels.rules import cars_for_channels
from abano.site.pages.items import pictures_of
from abano.site.pages.public_media import load_pictures, with_pictures
from abano.web.dependencies import Db

router = APIRouter(tags=["Search"])
OTHER_CURRENCY = Message("search_other_currency", "Prices are in {currency}.", for_operators=True)


class Mileage(Resource):
    """``kilometres_a_day``: what is included; null where the company sets no limit."""

    kilometres_a_day: int | None
    extra_kilometre: Money | None


class Cancellation(Resource):
    """Free until so many hours before the pickup; later the price of so many days. Null: not set by the company."""

    free_until_hours: int | None
    late_days: int | None
    no_show_days: int | None


class Offer(Resource):
    """``total``: with all mandatory fees, as a booking on the company's site or with a channel's key costs.

    ``is_available``: null where the company tracks no vehicles of the car. ``left``: how many, up to three.
    ``commission``: of the key's channel; ``net``: the total less the commission, for channels with net rates.
    """

    car: str
    slug: str
    acriss_code: str | None
    seats: int
    bags_large: int | None
    bags_small: int | None
    doors: int | None
    image_url: str | None
    total: Money
    daily_rate: Money
    commission: Money | None
    net: Money | None
    is_available: bool | None
    left: int | None
    deposit: Money | None
    excess: Money | None
    mileage: Mileage
    fuel: Literal["same_level"] | None
    cancellation: Cancellation
    booking_url: str = Field(description="The booking form with these dates, this car and the channel.")


class Search(Resource):
    """``warnings``: why the company rents nothing out for these values; then there are no offers."""

    currency: str
    days: int
    insurance: str
    offers: list[Offer]
    warnings: list[WarningCode]


@router.get("/search", response_model=Search)
async def search_cars(
    request: Request,
    caller: BookingReader,
    db: Db,
    catalogs: Catalogs,
    availability: AvailabilityOf,
    origin: PublicOrigin,
    pickup_location: Code,
    pickup_at: datetime,
    return_at: datetime,
    dropoff_location: Annotated[
        Code | None, Query(description="Without it, the place of the pickup.")
    ] = None,
    pickup_place: Annotated[
        Code | None,
        Query(description="A handover place there, such as the airport; without it, the usual one."),
    ] = None,
    dropoff_place: Code | None = None,
    driver_age: Annotated[int, Query(ge=16, le=120)] = AGE,
    insurance: Annotated[
        Code | None, Query(description="A code of the catalogue; without it, the cheapest.")
    ] = None,
    currency: Annotated[
        str | None, Query(min_length=3, max_length=3, description="The company's; another is refused.")
    ] = None,
) -> Response:
    """What each car costs for a rental, and whether it is free. Stores nothing.

    A channel's key gets the cars that its channel offers.
    """
    tenant, catalog = caller.tenant, await catalogs.get(caller.tenant.id)
    if currency and currency.upper() != catalog.rules.currency:
        raise InvalidInput.of("currency", OTHER_CURRENCY(currency=catalog.rules.currency))
    cheapest = min(catalog.insurance, key=lambda option: option.daily_rate, default=None)
    chosen = insurance or (cheapest.code if cheapest else "")
    cars = cars_for_channels(catalog.cars)
    if caller.channel:
        cars = [car for car in cars if caller.channel.offers(car)]
    # The values are checked even if no car is offered.
    names = [car.name for car in cars] or [car.name for car in catalog.cars[:1]] or ["-"]
    body = RentalIn(
        car=names[0],
        pickup_location=pickup_location,
        dropoff_location=dropoff_location or pickup_location,
        pickup_place=pickup_place,
        dropoff_place=dropoff_place,
        pickup_at=pickup_at,
        return_at=return_at,
        insurance=chosen,
        driver_age=driver_age,
    )
    asked = of_console(NewRental, rental_of(body, tenant))
    trips = [
        read_trip(tenant, catalog, asked.model_copy(update={"car": name}), None, caller.now) for name in names
    ]
    warnings = [code for code in trips[0].warnings if code in REFUSING]
    offers: list[Offer] = []
    if cars and not warnings:
        statuses = await availability.statuses(tenant, trips[0].period, caller.now)
        async with db.uow(tenant.id) as uow:
            pictures = await load_pictures(uow, catalog, [], list(catalog.rules.languages[:1]))
        illustrated = {car.id: car for car in with_pictures(catalog, pictures).cars}
        tracked = statuses if catalog.rules.availability else {}
        offers = [
            _offer(caller, catalog, trip, asked, illustrated[trip.car.id], tracked, origin)
            for trip in trips
            if driver_age >= (trip.car.minimum_age or 0)
        ]
    found = Search(
        currency=catalog.rules.currency,
        days=trips[0].amounts.days,
        insurance=trips[0].insurance_code,
        offers=offers,
        warnings=warnings,
    )
    return one(request, found)


def _offer(
    caller: Caller,
    catalog: Catalog,
    trip: Trip,
    asked: NewRental,
    car: Car,
    statuses: Mapping[UUID, AvailabilityStatus],
    origin: str,
) -> Offer:
    total, channel = trip.amounts.total, caller.channel
    commission = channel.commission_of(total) if channel else None
    is_net = channel is not None and channel.rate_basis == "net"
    terms = agreed_terms(catalog.rules, car)
    said = catalog.rules.integrations.get("rentalTerms") or {}
    status = statuses.get(car.id)
    picture = next((str(image["src"]) for image in pictures_of(car)), None)
    return Offer(
        car=car.name,
        slug=car.slug,
        acriss_code=car.acriss_code,
        seats=car.seats,
        bags_large=car.luggage_large,
        bags_small=car.luggage_small,
        doors=car.doors,
        image_url=f"{origin}{picture}" if picture and picture.startswith("/") else picture,
        total=_money(total) or "",
        daily_rate=_money(trip.amounts.daily_rate) or "",
        commission=_money(commission),
        net=_money(total - commission) if is_net and commission is not None else None,
        is_available=status.state in FREE if status else None,
        left=status.left if status else None,
        deposit=_money(deposit_of(catalog.rules, car)),
        excess=_money(excess_of(catalog.insurance_option(trip.insurance_code), car)),
        mileage=Mileage(
            kilometres_a_day=terms.get("kilometresADay"),
            extra_kilometre=_money(terms.get("extraKilometre")),
        ),
        fuel="same_level" if said.get("fuel") == "sameLevel" else None,
        cancellation=Cancellation(
            free_until_hours=terms.get("freeCancellationHours"),
            late_days=terms.get("lateCancellationDays"),
            no_show_days=terms.get("noShowDays"),
        ),
        booking_url=f"{origin}/booking?{urlencode(_link(trip, asked, caller))}",
    )


def _link(trip: Trip, asked: NewRental, caller: Caller) -> dict[str, str]:
    """The parameters of the booking form."""
    link = {
        "car": trip.car.name,
        "pickup": trip.pickup_place.code,
        "dropoff": trip.dropoff_place.code,
        "pickupDate": asked.pickup_date.isoformat(),
        "pickupTime": f"{asked.pickup_time:%H:%M}",
        "returnDate": asked.return_date.isoformat(),
        "returnTime": f"{asked.return_time:%H:%M}",
        "insurance": trip.insurance_code,
        "age": str(asked.driver_age),
    }
    link |= {f"{side}Place": place.code for side, place in trip.handover.places()}
    return link | ({"channel": str(caller.channel.id)} if caller.channel else {})


def _money(minor: int | None) -> str | None:
    return None if minor is None else money(to_json(minor))
