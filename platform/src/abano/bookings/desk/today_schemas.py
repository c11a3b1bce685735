"""Schemas of the desk's day. Times are UTC, days in the company's time zone."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from abano.bookings.customers.schemas import FoundCustomer
from abano.bookings.desk.schemas import CustomerActionOut
from abano.bookings.lifecycle.rules import Status
from abano.core.api_model import Amount, ApiModel
from abano.fleet.vehicles.schemas import DueOut
from abano.payments.invoices.schemas import InvoiceOut

LeadState = Literal["new", "contacted", "won", "lost"]


class DayItem(ApiModel):
    """A booking of the day. ``at`` and ``place``: of the pickup, or of the return for what comes back.

    ``plate`` is None without a vehicle; ``bring_from``: where the vehicle is before a pickup elsewhere, for
    ``to_bring`` alone; ``chat_url`` opens a chat with the customer. ``cancels_at``: when a pending
    one expires. ``balance``: what the customer owes, below 0 what the company owes; ``deposit``: what is held.
    ``blacklisted``: someone with the customer's address or number is on the blacklist.
    """

    booking_id: UUID
    reference: str
    status: Status
    at: datetime
    place: str
    customer_name: str
    customer_phone: str
    chat_url: str | None
    car: str
    plate: str | None
    bring_from: str | None
    cancels_at: datetime | None
    balance: Amount
    deposit: Amount
    blacklisted: bool


class UndecidedCosts(ApiModel):
    """Proposed costs of a return that were neither accepted nor refused. ``costs``: how many; ``amount``: of all."""

    booking_id: UUID
    reference: str
    customer_name: str
    car: str
    costs: int
    amount: Amount


class HeldCommissions(ApiModel):
    """Commissions that wait for a decision, in the company's currency."""

    affiliates: int
    amount: int | float


class LeadOut(ApiModel):
    """A begun booking. ``state_by``: who set the state; None where a booking did."""

    id: UUID
    name: str
    email: str
    phone: str
    chat_url: str | None
    car: str
    pickup_date: str
    return_date: str
    state: LeadState
    state_by: str | None
    state_at: datetime | None
    created_at: datetime
    updated_at: datetime


class TodayResponse(ApiModel):
    """``late_pickups``: of the last days, whose customer has not come. ``pending``: waiting for confirmation, those
    that expire first come first. ``without_vehicle``: promised for the next fourteen days, and no vehicle yet.
    ``to_bring``: pickups of the next days whose vehicle will stand elsewhere. ``held_commissions`` is None for
    anyone who sees no commissions, and where nothing is held.
    """

    success: Literal[True] = True
    day: date
    timezone: str
    currency: str
    pickups: list[DayItem]
    returns: list[DayItem]
    overdue: list[DayItem]
    late_pickups: list[DayItem]
    pending: list[DayItem]
    to_bring: list[DayItem]
    undecided: list[UndecidedCosts]
    without_vehicle: list[DayItem]
    due: list[DueOut]
    held_commissions: HeldCommissions | None
    leads: list[LeadOut]
    # When a visitor was refused by the limits of unconfirmed bookings, within the last day.
    bookings_refused_at: datetime | None
    # Customers' own changes that no one has reviewed yet.
    by_customers: list[CustomerActionOut]


class LeadsResponse(ApiModel):
    success: Literal[True] = True
    leads: list[LeadOut]


class LeadRequest(ApiModel):
    state: LeadState


class LeadResponse(ApiModel):
    success: Literal[True] = True
    lead: LeadOut


class FoundBooking(ApiModel):
    booking_id: UUID
    reference: str
    status: Status
    customer_name: str
    customer_phone: str
    car: str
    plate: str | None
    pickup_at: datetime
    campaign: str | None


class FoundVehicle(ApiModel):
    vehicle_id: UUID
    plate: str
    car: str
    state: Literal["in_service", "workshop", "sold"]


class FoundCar(ApiModel):
    """A model of the catalogue."""

    slug: str
    name: str


class SearchResponse(ApiModel):
    """The best matches of each kind, at most ten."""

    success: Literal[True] = True
    bookings: list[FoundBooking]
    vehicles: list[FoundVehicle]
    leads: list[LeadOut]
    customers: list[FoundCustomer]
    cars: list[FoundCar]
    invoices: list[InvoiceOut]
