"""Schemas of bookings in the console. Amounts are decimals in the booking's currency, times are UTC."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.booking_record.rules import QuestionCode, Status
from abano.bookings.customers.schemas import BlacklistWarning, CustomerOfBooking
from abano.bookings.desk.messages import TemplateCode
from abano.catalog.pricing.schemas import AgreedPlace
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.core.text import without_nul
from abano.web.errors import SentenceOut

BookingSort = Literal[
    "createdAt", "-createdAt", "pickupAt", "-pickupAt", "returnAt", "-returnAt",
    "customerName", "-customerName", "carName", "-carName", "totalPrice", "-totalPrice",
]  # fmt: skip
MAX_REASON_LENGTH = 500
MAX_NOTE_LENGTH = 4000
MAX_SUBJECT_LENGTH = 200
STEP_BACK_REASON_MISSING = Message(
    "step_back_reason_missing", "Please enter a reason for reverting the booking"
)


def _given(reason: str) -> str:
    if not reason:
        raise RefusedValue(STEP_BACK_REASON_MISSING())
    return reason


Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(without_nul)]


class AffiliateName(ApiModel):
    id: UUID
    name: str


class ChannelName(ApiModel):
    id: UUID
    name: str


class BookingSummary(ApiModel):
    """A row of the list. ``cancels_at`` is set while the booking is pending."""

    id: UUID
    reference: str
    status: Status
    customer_name: str
    customer_email: str
    customer_phone: str
    car_name: str
    pickup_location: str
    dropoff_location: str
    pickup_at: datetime
    return_at: datetime
    days: int
    total_price: int | float
    currency: str
    promo_code: str | None
    referrer: AffiliateName | None
    channel: ChannelName | None
    has_click_id: bool
    needs_review: bool
    cancels_at: datetime | None
    created_at: datetime
    updated_at: datetime


class BookingListResponse(SuccessResponse):
    """``next_cursor`` is for older bookings; ``pending_count``: the number of all pending bookings."""

    bookings: list[BookingSummary]
    next_cursor: str | None
    pending_count: int


class BookingFiltersResponse(SuccessResponse):
    """The values for the list's filters."""

    cars: list[str]
    affiliates: list[AffiliateName]
    channels: list[ChannelName]


class PriceLineOut(ApiModel):
    code: str
    label: str
    params: dict[str, str | int]
    quantity: int
    unit_price: int | float
    amount: int | float


class EventOut(ApiModel):
    """A transition, a note, or an email to the customer."""

    kind: Literal["status", "note", "email", "document"]
    from_status: Status | None = None
    to_status: Status | None = None
    actor: Literal["customer", "admin", "system"]
    admin_name: str | None
    api_key_name: str | None = None
    # What a person wrote, and what the product itself noted.
    text: str
    note: SentenceOut | None = None
    created_at: datetime


class AnswerOut(ApiModel):
    question: str
    answer: str


class AttributionOut(ApiModel):
    """The attributed quiz session, and by which rule it was found."""

    method: Literal["session", "gclid", "fingerprint", "address"] | None
    session_id: str | None
    source: str | None
    medium: str | None
    campaign: str | None
    device: str | None
    gclid: str | None
    gbraid: str | None
    wbraid: str | None
    consent_state: str
    ad_user_data: bool | None = Field(
        description="Whether the booking may be sent to the ad platform; null: not asked"
    )
    ad_personalization: bool | None = Field(description="Whether it may be used for personalised ads")
    answers: list[AnswerOut]


class TemplateOut(ApiModel):
    code: TemplateCode
    label: str
    subject: str
    body: str


class QuestionOut(ApiModel):
    """A question to acknowledge before a transition, by sending ``code``."""

    code: QuestionCode
    sentence: SentenceOut


class TransitionOut(ApiModel):
    """An allowed transition. ``questions``: what is unusual about it now."""

    to_status: Status
    questions: list[QuestionOut]


class StepBackOut(ApiModel):
    """The status one step back, and its consequences."""

    to_status: Status
    consequences: list[SentenceOut]


class ShownPrice(ApiModel):
    """What the customer saw beside the total, by the rate of that moment: units for one of the booking's currency."""

    currency: str
    rate: int | float
    total: int | float


class BookingDetail(BookingSummary):
    # As agreed when the booking was made; null without a channel.
    channel_commission: int | float | None
    # Null until it is known whose booking this is, and for one who left neither address nor number.
    customer: CustomerOfBooking | None
    blacklisted: BlacklistWarning | None
    # Null where the customer saw the booking's currency alone.
    shown_price: ShownPrice | None
    # In the team's language.
    pickup_place: AgreedPlace | None
    dropoff_place: AgreedPlace | None
    driver_age: int
    group_size: int
    insurance_code: str
    service_codes: list[str]
    daily_rate: int | float
    price_lines: list[PriceLineOut]
    client_estimate: str | None
    # In which the templates of emails are written.
    customer_language: str
    # The version of the terms of service that the customer agreed to; null for bookings by staff.
    terms_version: int | None
    review_reasons: list[str]
    next_statuses: list[Status]
    transitions: list[TransitionOut]
    # Whether the company's message about a cancellation would go to the customer.
    notifies_of_cancellation: bool
    step_back: StepBackOut | None
    chat_url: str | None
    history: list[EventOut]
    attribution: AttributionOut
    templates: list[TemplateOut]


class BookingDetailResponse(SuccessResponse):
    booking: BookingDetail


class StatusChangeRequest(ApiModel):
    """``from_status`` is the status that the admin saw: when it has changed, the request is refused (409).

    ``acknowledged``: the codes of its questions; without them the transition is refused (422).
    ``vehicle_id``: which vehicle a confirmed booking gets; without it the best free one.
    """

    from_status: Status
    to_status: Status
    vehicle_id: UUID | None = None
    reason: Typed = Field(default="", max_length=MAX_REASON_LENGTH)
    acknowledged: list[QuestionCode] = Field(default_factory=list, max_length=10)


class StepBackRequest(ApiModel):
    """``from_status`` and ``to_status`` as the admin saw them; the reason is stored in the history."""

    from_status: Status
    to_status: Status
    reason: Annotated[Typed, AfterValidator(_given)] = Field(
        default="", max_length=MAX_REASON_LENGTH, validate_default=True
    )


class NoteRequest(ApiModel):
    text: Typed = Field(min_length=1, max_length=MAX_NOTE_LENGTH)


class CustomerEmailRequest(ApiModel):
    subject: Typed = Field(min_length=1, max_length=MAX_SUBJECT_LENGTH)
    body: Typed = Field(min_length=1, max_length=MAX_NOTE_LENGTH)


ActionKind = Literal["changed", "cancelled", "details", "licence", "message"]


class SecondDriver(ApiModel):
    name: str
    born: date | None
    licence: str
    licence_expires_on: date | None


class CustomerActionOut(ApiModel):
    """One thing that a customer did. ``text``: what they wrote; ``picture_id``: the photograph of a licence."""

    id: UUID
    booking_id: UUID
    reference: str
    customer_name: str
    kind: ActionKind
    text: str
    picture_id: UUID | None
    is_second_driver: bool
    created_at: datetime
    seen_at: datetime | None
    seen_by: str | None


class ByCustomerResponse(SuccessResponse):
    """``details_updated_at``: when flight, addresses or second driver last changed; None if there are none."""

    flight_number: str
    pickup_address: str
    dropoff_address: str
    second_driver: SecondDriver | None
    details_updated_at: datetime | None
    actions: list[CustomerActionOut]
