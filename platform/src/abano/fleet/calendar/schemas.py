"""Schemas of the calendar. Times are UTC; days in the company's time zone."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from abano.core.api_model import ApiModel
from abano.fleet.vehicles.schemas import VehicleSummary

BarKind = Literal["booking", "service", "workshop", "other"]
BookingStatus = Literal["pending", "confirmed", "active", "completed", "cancelled"]


class Bar(ApiModel):
    """What a vehicle is taken for. ``blocked_until`` includes the turn-round time.

    ``is_firm``: false while the booking is pending, and any vehicle of the car will do. ``transfer_from``: where the
    vehicle must be brought from. ``gap_hours``: since the bar before it; None for the first. ``is_overdue``: it was
    to be back already. ``is_other_car``: the booking is for another car than this vehicle's.
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


class CalendarResponse(ApiModel):
    """The bars of vehicles in a period of whole days, both included."""

    success: Literal[True] = True
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


class MoveResponse(ApiModel):
    """``undo`` is the request that takes the move back."""

    success: Literal[True] = True
    transfer_from: str | None
    undo: MoveRequest
