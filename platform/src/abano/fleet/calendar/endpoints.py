"""HTTP endpoints of the calendar."""

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from abano.accounts.access.principals import Actor
from abano.core.errors import InvalidInput
from abano.fleet.calendar import service
from abano.fleet.calendar.schemas import CalendarResponse, MoveRequest, MoveResponse
from abano.fleet.reservations.history import OTHER_DAY
from abano.web.dependencies import AppClock, CurrentTenant, Uow, acting, no_store

router = APIRouter(prefix="/api/admin/calendar", tags=["fleet"], dependencies=[Depends(no_store)])
Desk = Annotated[Actor, Depends(acting("owner", "manager", "desk"))]
LONGEST_PERIOD = 186
LAST_DAY = date(9990, 1, 1)


@router.get("")
async def show_calendar(
    _: Desk,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    first: Annotated[date | None, Query(alias="from", description="First day; today without it")] = None,
    days: Annotated[int, Query(ge=1, le=LONGEST_PERIOD)] = 31,
    car_id: Annotated[UUID | None, Query(alias="carId")] = None,
    location: Annotated[str | None, Query(max_length=60, description="The vehicles' home")] = None,
) -> CalendarResponse:
    """Vehicles with their bookings and blocks in a period, and open bookings without a vehicle."""
    now = clock.now()
    first = first or now.astimezone(tenant.zone).date()
    if not date(1970, 1, 2) <= first < LAST_DAY:
        raise InvalidInput.of("from", OTHER_DAY())
    return await service.show(
        uow, tenant, first=first, days=days, car_id=car_id, place=location or None, now=now
    )


@router.post("/moves")
async def move_booking(body: MoveRequest, actor: Desk, uow: Uow, clock: AppClock) -> MoveResponse:
    """Give a booking another vehicle, or none; the answer has the request that takes it back.

    409 when the vehicle is taken, when it is of another car and that was not accepted, or when somebody else moved
    the booking meanwhile.
    """
    return await service.move(uow, actor, body, clock.now())
