"""Bookings in the public API."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field
from pydantic.alias_generators import to_camel

from abano.api.v1.answers import (
    DEFAULT_LIMIT,
    Cursor,
    Fields,
    IfMatch,
    Limit,
    Money,
    Page,
    PublicRequest,
    Resource,
    is_etag_of,
    money,
    of_console,
    one,
    page,
)
from abano.api.v1.calls import BookingReader, BookingWriter, Caller, IdempotencyKey, Write
from abano.api.v1.quote_endpoints import (
    Code,
    PriceLine,
    RentalIn,
    check_for_channel,
    line_of,
    local_of,
    priced_for,
    rental_of,
)
from abano.booking_record.rules import Status
from abano.bookings.desk import editing, service, transitions
from abano.bookings.desk.editing_endpoints import none_free
from abano.bookings.desk.editing_schemas import ChangeBookingRequest, NewBooking
from abano.bookings.desk.endpoints import Shown, get_filters
from abano.bookings.desk.quoting import read_trip
from abano.bookings.desk.rules import BY_HAND
from abano.bookings.desk.schemas import BookingDetail, BookingSummary, StatusChangeRequest
from abano.bookings.desk.transitions import BookingChanged
from abano.catalog.published.dependencies import Catalogs
from abano.core.errors import InvalidInput, Message, NotFound
from abano.core.paging import PageRequest
from abano.fleet.availability.endpoints import AvailabilityOf
from abano.fleet.availability.service import CarNoLongerAvailable
from abano.fleet.reservations.service import NoVehicleFree
from abano.marketing.affiliates.codes import find_promo
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import AppClock, Db

router = APIRouter(tags=["Bookings"])
Sort = Literal["created_at", "-created_at", "pickup_at", "-pickup_at"]
RENTAL_FIELDS = frozenset(
    {
        "car",
        "pickup_location",
        "dropoff_location",
        "pickup_at",
        "return_at",
        "insurance",
        "services",
        "driver_age",
    }
)
PRICE_BY_HAND = Message(
    "price_set_by_hand",
    'The price of this booking was set by hand. Send "price": "keep", or change it in the console.',
    for_operators=True,
)


PRICE_OF_CHANNEL = Message(
    "price_of_channel",
    "Prices of a channel's bookings follow the catalogue. Leave out price, or send recalculate.",
    for_operators=True,
)


class Booking(Resource):
    id: UUID
    reference: str
    status: Status
    car: str
    pickup_location: str
    dropoff_location: str
    pickup_at: datetime
    return_at: datetime
    days: int
    total: Money
    currency: str
    customer_name: str
    customer_email: str
    customer_phone: str
    promo_code: str | None
    channel: str | None
    created_at: datetime
    updated_at: datetime


class BookingWithDetails(Booking):
    """``locations`` and options are codes of the catalogue.

    ``channel_commission``: as agreed when the booking was made; null without a channel.
    """

    customer_id: UUID | None
    driver_age: int
    group_size: int
    insurance: str
    services: list[str]
    daily_rate: Money
    price_lines: list[PriceLine]
    channel_commission: Money | None


class BookingIn(RentalIn):
    """``confirm``: it is confirmed at once and gets a vehicle. ``notify_customer``: the company's email goes out."""

    customer_name: Annotated[str, Field(min_length=2, max_length=160)]
    customer_email: Annotated[str, Field(max_length=254)] = ""
    customer_phone: Annotated[str, Field(max_length=60)] = ""
    language: Annotated[str | None, Field(max_length=35)] = None
    confirm: bool = False
    notify_customer: bool = False


class BookingChangeIn(PublicRequest):
    """Only what changes. ``price``: without it the price is recalculated when the rental itself changes.

    ``notify_customer``: the company's email about the change goes out.
    """

    car: Annotated[
        str | None, Field(min_length=1, max_length=120, description="The name of a car of the catalogue.")
    ] = None
    pickup_location: Code | None = None
    dropoff_location: Code | None = None
    pickup_at: datetime | None = None
    return_at: datetime | None = None
    insurance: Code | None = None
    services: Annotated[list[Code] | None, Field(max_length=40)] = None
    driver_age: Annotated[int | None, Field(ge=16, le=120)] = None
    group_size: Annotated[int | None, Field(ge=1, le=100)] = None
    customer_name: Annotated[str | None, Field(min_length=2, max_length=160)] = None
    customer_email: Annotated[str | None, Field(max_length=254)] = None
    customer_phone: Annotated[str | None, Field(max_length=60)] = None
    price: Literal["keep", "recalculate"] | None = None
    reason: Annotated[str, Field(max_length=500)] = ""
    notify_customer: bool = False


class CancellationIn(PublicRequest):
    reason: Annotated[str, Field(min_length=1, max_length=500)]


@router.get("/bookings", response_model=Page[Booking])
async def list_bookings(
    caller: BookingReader,
    db: Db,
    catalogs: Catalogs,
    fields: Fields,
    status: Status | None = None,
    search: Annotated[
        str, Query(max_length=100, description="Part of a reference, a name, an email or a phone number.")
    ] = "",
    pickup_from: Annotated[date | None, Query(description="First day, in the company's time zone.")] = None,
    pickup_to: Annotated[date | None, Query(description="Last day, in the company's time zone.")] = None,
    sort: Sort = "-created_at",
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Response:
    """Bookings, newest first."""
    channel = caller.channel.id if caller.channel else None
    filters = await get_filters(search, status, pickup_from=pickup_from, pickup_to=pickup_to, channel=channel)
    catalog = await catalogs.get(caller.tenant.id)
    sorted_by = ("-" if sort.startswith("-") else "") + to_camel(sort.removeprefix("-"))
    async with db.uow(caller.tenant.id) as uow:
        found = await service.list_bookings(
            uow, caller.tenant, catalog, filters, PageRequest(sorted_by, limit, cursor)
        )
    return page([_booking(each) for each in found.bookings], found.next_cursor, Booking, fields)


@router.get("/bookings/{booking_id}", response_model=BookingWithDetails)
async def get_booking(
    booking_id: UUID, request: Request, caller: BookingReader, show: Shown, fields: Fields
) -> Response:
    """One booking with its price lines."""
    return one(request, _details(await _load(caller, show, booking_id)), fields)


@router.post("/bookings", response_model=BookingWithDetails, status_code=201)
async def create_booking(
    body: BookingIn,
    request: Request,
    caller: BookingWriter,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    availability: AvailabilityOf,
    show: Shown,
    key: IdempotencyKey = None,
) -> Response:
    """Take a booking at the catalogue's price; 409 when no vehicle is free."""
    tenant, now = caller.tenant, caller.now
    catalog = await catalogs.get(tenant.id)
    values = body.model_dump(
        include={"customer_name", "customer_email", "customer_phone", "confirm", "language"}
    )
    values |= {"tell": body.notify_customer}
    asked = of_console(NewBooking, rental_of(body, tenant) | values)
    write = Write.of(caller, key, "create booking", body)
    promo = await find_promo(db, tenant.id, asked.promo_code, clock)
    try:
        async with db.uow(tenant.id) as uow:
            booking_id = await write.earlier(uow)
            if booking_id is None:
                trip = read_trip(tenant, catalog, asked, priced_for(caller), now, promo=promo)
                check_for_channel(caller, trip, asked.driver_age)
                booking_id = await editing.take(
                    uow, caller.actor, catalog, asked, "api", trip, promo, now, caller.channel
                )
                await write.keep(uow, booking_id)
    except (NoVehicleFree, CarNoLongerAvailable):
        raise await none_free(availability, tenant, catalog, trip.car.name, trip.period, now) from None
    return one(request, _details((await show(booking_id)).booking), status=201)


@router.patch("/bookings/{booking_id}", response_model=BookingWithDetails)
async def change_booking(
    booking_id: UUID,
    body: BookingChangeIn,
    request: Request,
    caller: BookingWriter,
    db: Db,
    catalogs: Catalogs,
    availability: AvailabilityOf,
    show: Shown,
    key: IdempotencyKey = None,
    if_match: IfMatch = None,
) -> Response:
    """Change dates, places, car, extras or the customer's data; 409 when no vehicle is free or the booking is over.

    Send the ``ETag`` that you have as ``If-Match``: a booking that changed meanwhile is left as it is (409).
    """
    tenant, now = caller.tenant, caller.now
    catalog = await catalogs.get(tenant.id)
    if caller.channel and body.price == "keep":
        raise InvalidInput.of("price", PRICE_OF_CHANNEL())
    write = Write.of(caller, key, f"change booking {booking_id}", body)
    current = await _load(caller, show, booking_id)
    asked = _change(body, current, tenant)
    try:
        async with db.uow(tenant.id) as uow:
            if await write.earlier(uow) is None:
                if if_match and not is_etag_of(_details(current), if_match):
                    raise BookingChanged
                booking, trip = await editing.lock_for_change(
                    uow, tenant, caller.actor, catalog, booking_id, asked, now
                )
                check_for_channel(caller, trip, asked.driver_age)
                await editing.change(uow, caller.actor, catalog, booking, asked, trip, now)
                await write.keep(uow, booking_id)
    except NoVehicleFree:
        raise await none_free(availability, tenant, catalog, trip.car.name, trip.period, now) from None
    return one(request, _details((await show(booking_id)).booking))


@router.post("/bookings/{booking_id}/confirm", response_model=BookingWithDetails)
async def confirm_booking(
    booking_id: UUID,
    request: Request,
    caller: BookingWriter,
    db: Db,
    show: Shown,
    key: IdempotencyKey = None,
) -> Response:
    """Confirm a pending booking, which assigns a vehicle; 409 in another status."""
    write = Write.of(caller, key, f"confirm booking {booking_id}")
    await _change_status(caller, db, show, write, booking_id, "confirmed", "")
    return one(request, _details((await show(booking_id)).booking))


@router.post("/bookings/{booking_id}/cancel", response_model=BookingWithDetails)
async def cancel_booking(
    booking_id: UUID,
    body: CancellationIn,
    request: Request,
    caller: BookingWriter,
    db: Db,
    show: Shown,
    key: IdempotencyKey = None,
) -> Response:
    """Cancel a booking, which frees its vehicle; 409 when it is over."""
    write = Write.of(caller, key, f"cancel booking {booking_id}", body)
    await _change_status(caller, db, show, write, booking_id, "cancelled", body.reason)
    return one(request, _details((await show(booking_id)).booking))


async def _load(caller: Caller, show: Shown, booking_id: UUID) -> BookingDetail:
    """The booking, of the caller's channel if the key has one. Raises NotFound."""
    found = (await show(booking_id)).booking
    if caller.channel and (found.channel is None or found.channel.id != caller.channel.id):
        raise NotFound
    return found


async def _change_status(
    caller: Caller, db: Db, show: Shown, write: Write, booking_id: UUID, to: Status, reason: str
) -> None:
    """From the status that the booking has now; 409 when someone else changes it meanwhile."""
    current = (await _load(caller, show, booking_id)).status
    async with db.uow(caller.tenant.id) as uow:
        if await write.earlier(uow) is not None:
            return
        change = StatusChangeRequest(from_status=current, to_status=to, reason=reason)
        await transitions.change(uow, caller.tenant, caller.actor, booking_id, change, caller.now)
        await write.keep(uow, booking_id)


def _change(body: BookingChangeIn, booking: BookingDetail, tenant: Tenant) -> ChangeBookingRequest:
    """The whole booking as it shall be. Raises InvalidInput where a price set by hand would be lost."""
    given = body.model_dump(exclude_none=True)
    is_fresh = (body.price or ("recalculate" if RENTAL_FIELDS & given.keys() else "keep")) == "recalculate"
    is_by_hand = any(line.code in BY_HAND for line in booking.price_lines)
    if is_fresh and is_by_hand:
        raise InvalidInput.of("price", PRICE_BY_HAND())
    pickup = local_of(given.get("pickup_at", booking.pickup_at), tenant, "pickupDate")
    back = local_of(given.get("return_at", booking.return_at), tenant, "returnDate")
    values = {
        "car": booking.car_name,
        "pickup_location": booking.pickup_location,
        "dropoff_location": booking.dropoff_location,
        "services": booking.service_codes,
        "driver_age": booking.driver_age,
        "group_size": booking.group_size,
        "customer_name": booking.customer_name,
        "customer_email": booking.customer_email,
        "customer_phone": booking.customer_phone,
    }
    return of_console(
        ChangeBookingRequest,
        {name: given.get(name, value) for name, value in values.items()}
        | {
            "pickup_date": pickup.date(),
            "pickup_time": pickup.time(),
            "return_date": back.date(),
            "return_time": back.time(),
            "insurance_type": given.get("insurance", booking.insurance_code),
            "seen_at": booking.updated_at,
            "price": "fresh" if is_fresh else "agreed",
            "reason": body.reason,
            "tell": body.notify_customer,
        },
    )


def _booking(row: BookingSummary) -> Booking:
    return Booking.model_validate(row.model_dump() | _common(row))


def _common(row: BookingSummary) -> dict[str, object]:
    channel = row.channel.name if row.channel else None
    return {"car": row.car_name, "total": money(row.total_price), "channel": channel}


def _details(row: BookingDetail) -> BookingWithDetails:
    return BookingWithDetails.model_validate(
        row.model_dump()
        | _common(row)
        | {
            "channel_commission": None if row.channel_commission is None else money(row.channel_commission),
            "customer_id": row.customer.customer_id if row.customer else None,
            "insurance": row.insurance_code,
            "services": row.service_codes,
            "daily_rate": money(row.daily_rate),
            "price_lines": [line_of(each) for each in row.price_lines],
        }
    )
