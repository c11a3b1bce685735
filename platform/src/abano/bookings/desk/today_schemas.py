"""Schemas of the desk's day. Times are UTC, days in the company's time zone."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from abano.booking_record.assignees import Member, TripKind
from abano.booking_record.rules import Status
from abano.bookings.customers.schemas import FoundCustomer
from abano.bookings.desk.schemas import CustomerActionOut
from abano.bookings.desk.today_rules import TaskKind, Urgency
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.fleet.imported_calendars.schemas import CalendarConflict
from abano.fleet.vehicles.schemas import DueOut
from abano.payments.invoices.schemas import InvoiceOut

LeadState = Literal["new", "contacted", "won", "lost"]


class StaffOut(ApiModel):
    """Someone of the team."""

    admin_id: UUID
    name: str

    @classmethod
    def of(cls, member: Member) -> "StaffOut":
        return cls(admin_id=member.admin_id, name=member.name)


class AssigneesResponse(SuccessResponse):
    """Who brings the vehicle and who takes it back; ``staff``: who may be assigned."""

    handover: StaffOut | None
    # Of the vehicle, by the customer.
    return_: StaffOut | None = Field(alias="return")
    staff: list[StaffOut]


class AssigneeRequest(ApiModel):
    """``admin_id`` None: no one."""

    kind: TripKind
    admin_id: UUID | None


class HoldOut(ApiModel):
    """A visitor in the last step of the booking form: the car is held for them until ``expires_at``."""

    car: str
    pickup_at: datetime
    expires_at: datetime


class TaskOut(ApiModel):
    """Something to do with a booking. ``due_at``: when it becomes too late, or when it takes place.

    ``at`` and ``place``: of the pickup, or of the return for what comes back. ``plate`` is None without a vehicle;
    ``bring_from``: where the vehicle of a transfer is; ``chat_url`` opens a chat with the customer. ``balance``: what
    the customer owes, below 0 what the company owes; ``deposit``: what is held. ``costs`` and ``costs_amount``: how
    many return costs are proposed, and of how much; of a fee its amount. ``assignee``: who brings the vehicle or
    takes it back, and whether that is who asks. ``blacklisted``: someone with the customer's address or number is on
    the blacklist.
    """

    kind: TaskKind
    urgency: Urgency
    due_at: datetime
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
    balance: Amount
    deposit: Amount
    costs: int
    costs_amount: Amount
    assignee: StaffOut | None
    is_mine: bool
    blacklisted: bool


class ConflictTask(CalendarConflict):
    """The vehicle is taken twice: by a busy time of an imported calendar, and by a booking or another block."""

    urgency: Urgency


class TaskCount(ApiModel):
    """``calendar_conflict``: of ``calendar_conflicts``."""

    kind: TaskKind | Literal["calendar_conflict"]
    count: int


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


class TodayResponse(SuccessResponse):
    """``tasks``: what there is to do with bookings, the most urgent first, at most 300. ``counts``: of each kind that
    has any, also of tasks that are left out; at most 200 each. ``due_today``: decisions due by the end of today.
    ``held_commissions`` is None for anyone who sees no commissions, and where nothing is held.
    """

    day: date
    timezone: str
    currency: str
    tasks: list[TaskOut]
    counts: list[TaskCount]
    due_today: int
    due: list[DueOut]
    held_commissions: HeldCommissions | None
    leads: list[LeadOut]
    # What visitors hold now, the first to expire first; at most twenty.
    holds: list[HoldOut]
    # Who may be assigned.
    staff: list[StaffOut]
    # When a visitor was refused by the limits of unconfirmed bookings, within the last day.
    bookings_refused_at: datetime | None
    # Busy times of imported calendars that overlap bookings or other blocks, the next first; at most fifty.
    calendar_conflicts: list[ConflictTask]
    # Customers' own changes that no one has reviewed yet.
    by_customers: list[CustomerActionOut]


class TodayCountResponse(SuccessResponse):
    """``due_today``: decisions due by the end of today; ``late_returns`` of them. ``newest_booking_at``: when the
    newest booking was made on the site, or None.
    """

    due_today: int
    late_returns: int
    newest_booking_at: datetime | None


class LeadsResponse(SuccessResponse):
    leads: list[LeadOut]


class LeadRequest(ApiModel):
    state: LeadState


class LeadResponse(SuccessResponse):
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


class SearchResponse(SuccessResponse):
    """The best matches of each kind, at most ten."""

    bookings: list[FoundBooking]
    vehicles: list[FoundVehicle]
    leads: list[LeadOut]
    customers: list[FoundCustomer]
    cars: list[FoundCar]
    invoices: list[InvoiceOut]
