"""Schemas of customers. Amounts are decimals in the company's currency, times are UTC."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.bookings.customers.rules import EventKind, ProposalKind
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.text import clean, without_nul

CustomerSort = Literal[
    "lastBookedAt", "-lastBookedAt", "name", "-name", "bookings", "-bookings", "spent", "-spent"
]
MAX_NAME_LENGTH = 160
MAX_NOTE_LENGTH = 4000
MAX_REASON_LENGTH = 500
FIRST_DAY, LAST_DAY = date(1950, 1, 1), date(2200, 1, 1)
Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Code = Annotated[str, Field(pattern="^[a-z]{2,3}$")]
Note = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(without_nul),
    Field(min_length=1, max_length=MAX_NOTE_LENGTH),
]


class CustomerSummary(ApiModel):
    """A row of the list. ``bookings``: those not cancelled; ``spent``: the totals of those confirmed or later."""

    id: UUID
    name: str
    email: str
    phone: str
    language: str | None
    bookings: int
    spent: Amount
    last_booked_at: datetime
    is_blacklisted: bool


class CustomersResponse(SuccessResponse):
    """``next_cursor`` is for those who booked longer ago; ``languages``: the company's."""

    currency: str
    customers: list[CustomerSummary]
    next_cursor: str | None
    languages: list[str]


class CustomerBookingOut(ApiModel):
    """``documents``: how many photos and PDFs of its drivers' documents there are."""

    booking_id: UUID
    reference: str
    status: Literal["pending", "confirmed", "active", "completed", "cancelled"]
    no_show: bool
    car: str
    pickup_at: datetime
    return_at: datetime
    total_price: Amount
    currency: str
    created_at: datetime
    documents: int


class CustomerNoteOut(ApiModel):
    text: str
    admin_name: str
    created_at: datetime


class CustomerEventOut(ApiModel):
    """``fields``: what was changed or filled in. ``other``: the name of who was merged into this customer, or taken
    out again; ``can_undo``: whether the merge can be taken back.
    """

    id: UUID
    kind: EventKind
    fields: list[str]
    other: str | None
    reason: str
    can_undo: bool
    admin_name: str | None
    created_at: datetime


class Blacklisting(ApiModel):
    """Why a customer is on the blacklist, since when, and who added them."""

    reason: str
    since: datetime | None
    admin_name: str | None


class Proposal(ApiModel):
    """Two customers who may be one person: by the same number and another address, or the same address.

    ``kept`` is the one with more bookings.
    """

    by: ProposalKind
    kept: CustomerSummary
    other: CustomerSummary


class CustomerDetail(CustomerSummary):
    """``emails`` and ``phones``: all that they booked with, the newest first.

    ``balance``: what they owe over all bookings, below 0 what the company owes them; ``held``: their deposits.
    """

    emails: list[str]
    phones: list[str]
    balance: Amount
    held: Amount
    cancelled: int
    no_shows: int
    licence_number: str
    licence_expires_on: date | None
    blacklisting: Blacklisting | None
    booking_list: list[CustomerBookingOut]
    notes: list[CustomerNoteOut]
    history: list[CustomerEventOut]
    chat_url: str | None
    created_at: datetime
    updated_at: datetime


class CustomerResponse(SuccessResponse):
    """``proposals``: who may be the same person, for those who may merge."""

    currency: str
    customer: CustomerDetail
    proposals: list[Proposal]


class ProposalsResponse(SuccessResponse):
    currency: str
    proposals: list[Proposal]


class ChangeCustomerRequest(ApiModel):
    """``seen_at``: the customer's ``updatedAt`` as the admin saw it."""

    name: Annotated[Typed, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
    language: Code | None = None
    licence_number: Annotated[Typed, Field(max_length=60)] = ""
    licence_expires_on: Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY)] | None = None
    seen_at: datetime


class CustomerNoteRequest(ApiModel):
    text: Note


class BlacklistRequest(ApiModel):
    """The reason is wanted when a customer is put on the blacklist."""

    is_blacklisted: bool
    reason: Annotated[Typed, Field(max_length=MAX_REASON_LENGTH)] = ""


class MergeRequest(ApiModel):
    """``other_id`` goes into the customer of the path. ``only_plan``: nothing is changed."""

    other_id: UUID
    only_plan: bool = False


class MergeResponse(SuccessResponse):
    """What the customer is after the merge. ``fields``: what is taken over from the other one."""

    kept: CustomerSummary
    other: CustomerSummary
    bookings: int
    spent: Amount
    emails: list[str]
    phones: list[str]
    fields: list[str]


class UnmergeRequest(ApiModel):
    """``event_id``: the merge in the customer's history."""

    event_id: UUID


class TellApartRequest(ApiModel):
    """The two are different people, and are not proposed again."""

    other_id: UUID


class FoundCustomer(ApiModel):
    customer_id: UUID
    name: str
    email: str
    phone: str
    is_blacklisted: bool


class CustomerOfBooking(ApiModel):
    """Whose a booking is, or whose it would be. ``bookings``: those not cancelled."""

    customer_id: UUID
    name: str
    bookings: int


class BlacklistWarning(ApiModel):
    """Someone with this address or number is on the blacklist. ``by``: which of the two says so."""

    customer_id: UUID
    name: str
    reason: str
    by: Literal["email", "phone", "both"]
