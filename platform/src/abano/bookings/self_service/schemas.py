"""Schemas of customers' own pages. Dates are in the company's zone, amounts in the booking's currency."""

from datetime import date, datetime, time
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Base64Bytes, Field, StringConstraints

from abano.booking_record.rules import Status
from abano.bookings.desk.editing_schemas import Code, PlaceChoice, PriceOut
from abano.bookings.desk.schemas import PriceLineOut, SecondDriver
from abano.bookings.desk.second_driver import SecondDriverIn
from abano.bookings.intake.schemas import MAX_ADDRESS_LENGTH, MAX_FLIGHT_NUMBER_LENGTH
from abano.catalog.pricing.schemas import AgreedPlace
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.text import clean, without_nul
from abano.payments.desk.schemas import SettlementOut
from abano.payments.online.schemas import HeldOut
from abano.storage.images import MAX_BYTES

Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
MAX_MESSAGE_LENGTH = 2000
MAX_LINK_LENGTH = 1000


class OpenBookingRequest(ApiModel):
    reference: Annotated[Typed, Field(min_length=1, max_length=20)]
    email: Annotated[Typed, Field(min_length=1, max_length=254)]


class ManageLinkRequest(ApiModel):
    """``token``: the fragment of the link in an email."""

    token: Annotated[str, Field(min_length=1, max_length=MAX_LINK_LENGTH)]


class OwnRentalRequest(ApiModel):
    """The rental as it shall be; the car stays. Once it was handed over, only its return moves, to a later time."""

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


class ChangeOwnBookingRequest(OwnRentalRequest):
    """``seen_at``: the booking's ``updatedAt``; ``total``: the new price as it was shown, which is checked.

    Addresses and flight number that the new places ask for; None: as they are.
    """

    seen_at: datetime
    total: Amount
    pickup_address: Annotated[Typed, Field(max_length=MAX_ADDRESS_LENGTH)] | None = None
    dropoff_address: Annotated[Typed, Field(max_length=MAX_ADDRESS_LENGTH)] | None = None
    flight_number: Annotated[Typed, Field(max_length=MAX_FLIGHT_NUMBER_LENGTH)] | None = None


class CancelOwnBookingRequest(ApiModel):
    """``cost``: what a cancellation costs as it was shown; 0 where it is free."""

    cost: Amount = 0
    reason: Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(without_nul)] = Field(
        default="", max_length=500
    )


class OwnDetailsRequest(ApiModel):
    """``second_driver`` None: there is none (any more). An address that is None stays as it is."""

    flight_number: Annotated[Typed, Field(max_length=MAX_FLIGHT_NUMBER_LENGTH)] = ""
    pickup_address: Annotated[Typed, Field(max_length=MAX_ADDRESS_LENGTH)] | None = None
    dropoff_address: Annotated[Typed, Field(max_length=MAX_ADDRESS_LENGTH)] | None = None
    second_driver: SecondDriverIn | None = None


class OwnLicenceRequest(ApiModel):
    """``content``: JPEG, PNG or WebP, at most 1.25 MB."""

    content: Annotated[Base64Bytes, Field(min_length=1, max_length=MAX_BYTES)]
    is_second_driver: bool = False


class OwnMessageRequest(ApiModel):
    text: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        AfterValidator(without_nul),
        Field(min_length=1, max_length=MAX_MESSAGE_LENGTH),
    ]


class AllowedOut(ApiModel):
    """What is possible now; a moment says until when, None that it is not.

    ``extend_until``: the car was handed over, and a later return can be asked for. ``hold``: the deposit that can
    be put on hold on a card.
    """

    change_until: datetime | None
    extend_until: datetime | None
    cancel_until: datetime | None
    free_until: datetime | None
    cancel_cost: Amount
    tell: bool
    write: bool
    pay: bool
    hold: Amount | None


class OwnDocument(ApiModel):
    """``name``: the number of an invoice; empty for what was signed."""

    id: UUID
    kind: Literal["agreement", "protocol", "invoice", "credit_note"]
    name: str
    created_at: datetime


class OwnLicence(ApiModel):
    is_second_driver: bool
    created_at: datetime


class OwnMessage(ApiModel):
    """``is_seen``: a colleague has read it."""

    text: str
    created_at: datetime
    is_seen: bool


class OwnSettlement(SettlementOut):
    """What a cancelled booking comes to. ``bank_account``: where to transfer what is owed; empty: none is set."""

    bank_account: str


class OwnBooking(ApiModel):
    """``confirm_by``: when an unconfirmed booking is cancelled automatically.

    ``due``: what is still to be paid, below 0 what is given back. ``settlement``: of a cancelled booking, of which
    ``due`` is what it leaves. ``has_wallet_pass``: whether a pass for Apple Wallet can be downloaded.
    ``terms_version``: of the terms of service that were agreed to on the site. ``id`` and ``calendar_sequence`` are
    those of the calendar file in messages.
    """

    id: UUID
    calendar_sequence: int
    reference: str
    status: Status
    updated_at: datetime
    customer_name: str
    car_name: str
    pickup_location: str
    dropoff_location: str
    # In the booking's language.
    pickup_place: AgreedPlace | None
    dropoff_place: AgreedPlace | None
    pickup_at: datetime
    return_at: datetime
    insurance_code: str
    service_codes: list[str]
    days: int
    currency: str
    total_price: Amount
    price_lines: list[PriceLineOut]
    paid: Amount
    due: Amount
    deposit: Amount
    card_holds: list[HeldOut]
    settlement: OwnSettlement | None
    has_wallet_pass: bool
    confirm_by: datetime | None
    flight_number: str
    pickup_address: str
    dropoff_address: str
    second_driver: SecondDriver | None
    # Of each day for a second driver, as agreed; None: nothing.
    additional_driver_fee: Amount | None
    licences: list[OwnLicence]
    messages: list[OwnMessage]
    documents: list[OwnDocument]
    terms_version: int | None
    # Whether the customer is asked to sign the agreement online now.
    is_agreement_open: bool
    allowed: AllowedOut


class OwnBookingResponse(SuccessResponse):
    booking: OwnBooking


class OwnQuoteResponse(SuccessResponse):
    """The agreed price beside the new one; ``difference``: new less agreed.

    ``is_available`` False: no car is free in that time; after the handover, the car that the customer has.
    ``latest_return``: until when that car could be kept instead; None where it cannot, or is not asked.
    """

    currency: str
    agreed: PriceOut
    fresh: PriceOut
    difference: Amount
    is_available: bool
    latest_return: datetime | None


class OwnPaymentResponse(SuccessResponse):
    """Where the customer pays."""

    url: str


class BookingOpened(SuccessResponse):
    pass
