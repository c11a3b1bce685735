"""Schemas of availability and of the calendar. Dates and times are in the company's time zone."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.fleet.availability.rules import CarState
from abano.fleet.vehicles.schemas import VehicleSummary

MAX_TOKEN_LENGTH = 100


class CarAvailability(ApiModel):
    """``left``: how many, up to three. ``free_from``: the next day on which a rental as long can begin."""

    car: str
    slug: str
    state: CarState
    left: int | None
    free_from: date | None


class OtherCarOut(ApiModel):
    """Another car that is free for the same dates; ``daily_difference`` to the asked one's rate, in the company's
    currency.
    """

    car: str
    slug: str
    left: int | None
    daily_difference: Amount


class Alternatives(ApiModel):
    """What else there is: other cars for the same dates, upgrades first, and the same car later."""

    cars: list[OtherCarOut]
    free_from: date | None


class AvailabilityResponse(SuccessResponse):
    """``is_promised``: whether the company promises availability; without it ``cars`` is empty."""

    is_promised: bool
    cars: list[CarAvailability]


class DaysResponse(SuccessResponse):
    """``taken``: days on which no rental can be under way. Empty where the company promises nothing."""

    is_promised: bool
    taken: list[date]


class HoldRequest(ApiModel):
    """``token``: of the visitor's earlier hold, which this one takes the place of."""

    car: Annotated[str, Field(min_length=1, max_length=120)]
    pickup_date: date
    pickup_time: Annotated[str, Field(min_length=4, max_length=8)]
    return_date: date
    return_time: Annotated[str, Field(min_length=4, max_length=8)]
    token: Annotated[str | None, Field(max_length=MAX_TOKEN_LENGTH)] = None


class HoldResponse(SuccessResponse):
    """``is_held``: whether others see one vehicle less for ten minutes. ``car``: its availability for this visitor.

    ``seconds``: how long it is held from now, for clocks that are wrong. ``alternatives``: only where none is left.
    A hold refuses no one: the last vehicle goes to the first booking.
    """

    is_held: bool
    token: str | None = None
    expires_at: datetime | None = None
    seconds: int | None = None
    car: CarAvailability | None = None
    alternatives: Alternatives | None = None


class ReleaseRequest(ApiModel):
    """``token``: of the hold that ends."""

    token: Annotated[str, Field(min_length=1, max_length=MAX_TOKEN_LENGTH)]


class ReleaseResponse(SuccessResponse):
    """The same whether there was a hold or not."""


BarKind = Literal["booking", "service", "workshop", "other"]
BookingStatus = Literal["pending", "confirmed", "active", "completed", "cancelled"]


class Bar(ApiModel):
    """What a vehicle is taken for. ``blocked_until`` includes the turn-round time.

    ``is_firm``: false while the booking is pending, and any vehicle of the car will do. ``transfer_from``: where the
    vehicle must be brought from. ``gap_hours``: since the bar before it; None for the first. ``is_overdue``: it was
    to be back already. ``is_other_car``: the booking is for another car than this vehicle's.
    ``is_imported``: a block of an imported calendar, whose name is the title.
    """

    id: UUID
    vehicle_id: UUID
    kind: BarKind
    booking_id: UUID | None
    title: str
    starts_at: datetime
    ends_at: datetime
    blocked_until: datetime
    is_firm: bool
    reference: str | None
    status: BookingStatus | None
    customer_name: str | None
    car: str | None
    pickup_location: str | None
    dropoff_location: str | None
    transfer_from: str | None
    gap_hours: int | None
    is_overdue: bool
    is_other_car: bool
    is_imported: bool


class UnassignedBooking(ApiModel):
    """An open booking without a vehicle."""

    booking_id: UUID
    reference: str
    status: BookingStatus
    customer_name: str
    car: str
    car_id: UUID | None
    starts_at: datetime
    ends_at: datetime
    pickup_location: str
    dropoff_location: str


class CalendarResponse(SuccessResponse):
    """The bars of vehicles in a period of whole days, both included."""

    first_day: date
    last_day: date
    timezone: str
    vehicles: list[VehicleSummary]
    bars: list[Bar]
    unassigned: list[UnassignedBooking]


class MoveRequest(ApiModel):
    """Give the booking another vehicle, or none. ``from_vehicle_id`` is the one that the admin saw.

    ``accept_other_car``: the vehicle may be of another car than the booking's, at the same price.
    """

    booking_id: UUID
    from_vehicle_id: UUID | None
    to_vehicle_id: UUID | None
    accept_other_car: bool = False


class MoveResponse(SuccessResponse):
    """``undo`` is the request that takes the move back."""

    transfer_from: str | None
    undo: MoveRequest
