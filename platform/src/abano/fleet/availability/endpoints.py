"""HTTP endpoints of availability for visitors, and of the calendar for staff."""

from datetime import date
from typing import Annotated, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response

from abano.core.errors import InvalidInput
from abano.fleet.availability import calendar
from abano.fleet.availability.schemas import (
    MAX_TOKEN_LENGTH,
    AvailabilityResponse,
    CalendarResponse,
    DaysResponse,
    HoldRequest,
    HoldResponse,
    MoveRequest,
    MoveResponse,
    ReleaseRequest,
    ReleaseResponse,
)
from abano.fleet.availability.service import Asked, Availability
from abano.fleet.reservations.service import OTHER_DAY
from abano.web.dependencies import AppClock, BookingsActor, CurrentTenant, Uow, no_store
from abano.web.public_writes import LimitedWriter

router = APIRouter(prefix="/api/availability", tags=["availability"])
# A page of a calendar shows two months or three.
MAX_DAYS = 100
Clock = Annotated[str, Query(min_length=4, max_length=8)]


async def get_availability(request: Request) -> Availability:
    return cast(Availability, request.app.state.availability)


AvailabilityOf = Annotated[Availability, Depends(get_availability)]


@router.get("")
async def show_availability(
    writer: LimitedWriter,
    availability: AvailabilityOf,
    response: Response,
    pickup_date: Annotated[date, Query(alias="pickupDate")],
    pickup_time: Annotated[Clock, Query(alias="pickupTime")],
    return_date: Annotated[date, Query(alias="returnDate")],
    return_time: Annotated[Clock, Query(alias="returnTime")],
    hold: Annotated[
        str | None, Query(max_length=MAX_TOKEN_LENGTH, description="Token of the own hold")
    ] = None,
) -> AvailabilityResponse:
    """The availability of each car in a period. Counts as a public write, because it is not cached."""
    response.headers["Cache-Control"] = "no-store"
    asked = Asked(pickup_date, pickup_time, return_date, return_time)
    return await availability.show(writer.tenant, asked, writer.now, hold)


@router.get("/days")
async def show_days(
    writer: LimitedWriter,
    availability: AvailabilityOf,
    response: Response,
    first: Annotated[date, Query(alias="from")],
    count: Annotated[int, Query(alias="days", ge=1, le=MAX_DAYS)] = MAX_DAYS,
    car: Annotated[
        str | None, Query(max_length=120, description="A car's slug; without it, all cars")
    ] = None,
) -> DaysResponse:
    """On which days nothing is free, for a calendar. Counted as the other."""
    response.headers["Cache-Control"] = "no-store"
    return await availability.days(writer.tenant, first, count, car)


@router.post("/holds")
async def hold_car(body: HoldRequest, writer: LimitedWriter, availability: AvailabilityOf) -> HoldResponse:
    """Hold a vehicle of a car for ten minutes while the visitor completes the booking. One hold a visitor."""
    return await availability.hold(writer.tenant, body, writer.now, writer.ip)


@router.post("/holds/release")
async def release_hold(
    body: ReleaseRequest, writer: LimitedWriter, availability: AvailabilityOf
) -> ReleaseResponse:
    """End a visitor's hold, because they chose another car or other dates."""
    await availability.drop_hold(writer.tenant, body.token)
    return ReleaseResponse()


calendar_router = APIRouter(prefix="/api/admin/calendar", tags=["fleet"], dependencies=[Depends(no_store)])
MAX_PERIOD_DAYS = 186
LAST_DAY = date(9990, 1, 1)


@calendar_router.get("")
async def show_calendar(
    _: BookingsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    first: Annotated[date | None, Query(alias="from", description="First day; today without it")] = None,
    days: Annotated[int, Query(ge=1, le=MAX_PERIOD_DAYS)] = 31,
    car_id: Annotated[UUID | None, Query(alias="carId")] = None,
    location: Annotated[str | None, Query(max_length=60, description="The vehicles' home")] = None,
) -> CalendarResponse:
    """Vehicles with their bookings and blocks in a period, and open bookings without a vehicle."""
    now = clock.now()
    first = first or now.astimezone(tenant.zone).date()
    if not date(1970, 1, 2) <= first < LAST_DAY:
        raise InvalidInput.of("from", OTHER_DAY())
    return await calendar.show(
        uow, tenant, first=first, days=days, car_id=car_id, place=location or None, now=now
    )


@calendar_router.post("/moves")
async def move_booking(body: MoveRequest, actor: BookingsActor, uow: Uow, clock: AppClock) -> MoveResponse:
    """Give a booking another vehicle, or none; the answer has the request that takes it back.

    409 when the vehicle is taken, when it is of another car and that was not accepted, or when someone else moved
    the booking meanwhile.
    """
    return await calendar.move(uow, actor, body, clock.now())
