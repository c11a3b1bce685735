"""Schemas of bookings by staff. Dates and times are in the company's time zone, amounts in its currency."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.booking_record.rules import Status
from abano.bookings.customers.schemas import BlacklistWarning, CustomerOfBooking
from abano.bookings.desk.rules import PriceChoice, Source, StoredSource, WarningCode
from abano.bookings.desk.schemas import MAX_NOTE_LENGTH, MAX_SUBJECT_LENGTH, PriceLineOut
from abano.bookings.intake.schemas import MAX_NAME_LENGTH, MAX_PHONE_LENGTH
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.email_address import check_email, normal_email
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.text import clean
from abano.fleet.availability.rules import CarState
from abano.fleet.availability.schemas import Alternatives
from abano.marketing.affiliates.rules import MAX_INPUT_LENGTH, normal_code

Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Code = Annotated[str, Field(min_length=1, max_length=60)]
PlaceChoice = Annotated[str | None, Field(max_length=60)]
Reason = Annotated[Typed, Field(max_length=500)]
PromoCode = Annotated[str | None, Field(max_length=MAX_INPUT_LENGTH), AfterValidator(normal_code)]
MAX_AMOUNT = Decimal(10_000_000)
MAX_LINES = 10


def _email(typed: str) -> str:
    """None is fine: a walk-in may have no address."""
    return check_email(typed) if typed.strip() else ""


class ManualLineIn(ApiModel):
    """``amount`` in the company's currency, negative for what is taken off."""

    label: Annotated[Typed, Field(min_length=1, max_length=120)]
    amount: Annotated[Decimal, Field(ge=-MAX_AMOUNT, le=MAX_AMOUNT, decimal_places=2)]


class Rental(ApiModel):
    """What is rented, when, where and by whom."""

    car: Annotated[str, Field(min_length=1, max_length=120)]
    pickup_location: Code
    dropoff_location: Code
    # Codes of handover places there. None: as agreed, while the location stays; empty: none.
    pickup_place: PlaceChoice = None
    dropoff_place: PlaceChoice = None
    pickup_date: date
    pickup_time: time
    return_date: date
    return_time: time
    insurance_type: Code
    services: list[Code] = Field(default=[], max_length=40)
    driver_age: int = Field(ge=16, le=120)
    group_size: int = Field(ge=1, le=100)
    manual_lines: list[ManualLineIn] = Field(default=[], max_length=MAX_LINES)
    discount_percent: Annotated[Decimal, Field(ge=0, le=100, decimal_places=2)] = Decimal(0)


class Customer(ApiModel):
    """A phone or an address is enough: a walk-in may have neither."""

    customer_name: Annotated[Typed, Field(min_length=2, max_length=MAX_NAME_LENGTH)]
    customer_email: Annotated[str, Field(max_length=254), AfterValidator(_email)] = ""
    customer_phone: Annotated[Typed, Field(max_length=MAX_PHONE_LENGTH)] = ""


class NewRental(Rental):
    promo_code: PromoCode = None


class QuoteForStaffRequest(NewRental):
    """``booking_id``: the booking that would change, whose promo code stays; without it a new one.

    ``customer_email`` and ``customer_phone``, as far as they are typed, say who it is.
    """

    booking_id: UUID | None = None
    customer_email: Annotated[str, Field(max_length=254), AfterValidator(normal_email)] = ""
    customer_phone: Annotated[Typed, Field(max_length=MAX_PHONE_LENGTH)] = ""


class CustomerMessage(ApiModel):
    """The desk's message to the customer about the change."""

    subject: Annotated[Typed, Field(min_length=1, max_length=MAX_SUBJECT_LENGTH)]
    body: Annotated[
        str, StringConstraints(strip_whitespace=True), Field(min_length=1, max_length=MAX_NOTE_LENGTH)
    ]


class NewBooking(NewRental, Customer):
    """A booking that is not a visitor's own. ``confirm``: it is confirmed at once and gets a vehicle.

    ``vehicle_id``: which one; ``reason``: why a price was set by hand or a discount given. ``tell``: the customer
    gets the company's own text of it, in ``language`` if the company speaks it; ``message``: the words of the desk.
    """

    confirm: bool = True
    language: Annotated[str | None, Field(max_length=MAX_LANGUAGE_LENGTH)] = None
    tell: bool = False
    vehicle_id: UUID | None = None
    note: Annotated[Typed, Field(max_length=MAX_NOTE_LENGTH)] = ""
    reason: Reason = ""
    message: CustomerMessage | None = None


class TakeBookingRequest(NewBooking):
    """A booking by phone, chat or at the counter."""

    source: Source


class ChangeBookingRequest(Rental, Customer):
    """The whole booking as it shall be. ``seen_at``: its ``updatedAt`` as the admin saw it.

    ``price``: the agreed price stays as it was, or the fresh quote takes its place. ``tell``: the customer gets the
    company's own text of the change; ``message``: the desk's words instead.
    """

    seen_at: datetime
    price: PriceChoice
    reason: Reason = ""
    vehicle_id: UUID | None = None
    tell: bool = False
    message: CustomerMessage | None = None


class NoShowRequest(ApiModel):
    seen_at: datetime
    reason: Reason = ""
    message: CustomerMessage | None = None


class PriceOut(ApiModel):
    days: int
    total_price: int | float
    lines: list[PriceLineOut]


class VehicleChoice(ApiModel):
    """A vehicle that is free for the rental; ``transfer_from``: where it must be brought from."""

    id: UUID
    plate: str
    transfer_from: str | None
    gap_hours: int


class AssignmentOut(ApiModel):
    """What confirming would do. ``not_tracked``: the company promises no vehicles of this car.

    ``none_free``: it would be refused; ``alternatives`` says what else there is. ``choices``: the best first, at most
    ten; ``other_place``: locations that have an available vehicle of the car.
    """

    state: Literal["assigned", "free", "none_free", "not_tracked"]
    vehicle: VehicleChoice | None
    choices: list[VehicleChoice]
    other_place: list[str]
    alternatives: Alternatives | None


class CommissionChange(ApiModel):
    """The commission of the booking, which was earned by its first total and stays as it is."""

    affiliate: str
    stays: Literal[True] = True


class PromoOut(ApiModel):
    """A promo code that may be used now; ``affiliate``: whose commission it earns, None for the company's own."""

    code: str
    discount_percent: Amount
    affiliate: str | None


class CarStatus(ApiModel):
    """How a car stands for the asked period; ``left``: how many, up to three."""

    car: str
    state: CarState
    left: int | None


class QuoteForStaffResponse(SuccessResponse):
    """The agreed price (None for a new booking) beside the fresh quote; ``difference``: fresh less agreed.

    ``cars``: the availability of each car in that time; empty where the company tracks none.
    ``customer``: who has the typed address or number; ``blacklisted`` warns of them.
    """

    currency: str
    agreed: PriceOut | None
    fresh: PriceOut
    difference: int | float
    warnings: list[WarningCode]
    assignment: AssignmentOut
    cars: list[CarStatus]
    promo: PromoOut | None
    commission: CommissionChange | None
    customer: CustomerOfBooking | None
    blacklisted: BlacklistWarning | None


class AssignmentResponse(SuccessResponse):
    assignment: AssignmentOut


class ChangeOut(ApiModel):
    """One change of a booking by the desk: what differs, before and after."""

    kind: Literal["taken", "changed", "no_show"]
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    is_notified: bool
    admin_name: str | None
    api_key_name: str | None
    created_at: datetime


class BookingChangesResponse(SuccessResponse):
    source: StoredSource
    status: Status
    no_show: bool
    vehicle: VehicleChoice | None
    is_firm: bool
    changes: list[ChangeOut]
