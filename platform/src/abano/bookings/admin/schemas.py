"""The public contract of bookings in the console. Amounts in whole units of the currency, moments in UTC."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.bookings.admin.messages import TemplateCode
from abano.bookings.admin.rules import OffDayCode
from abano.bookings.rules import Status
from abano.kit.api_model import ApiModel

LONGEST_REASON = 500
LONGEST_NOTE = 4000
LONGEST_SUBJECT = 200


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("This text contains a character that cannot be stored.")
    return text


def _given(reason: str) -> str:
    if not reason:
        raise ValueError("Please say why the booking goes back")
    return reason


Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_without_nul)]


class ReferrerOut(ApiModel):
    id: UUID
    name: str


class BookingSummary(ApiModel):
    """A row of the list. ``cancels_at`` is set while the booking waits to be confirmed."""

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
    referrer: ReferrerOut | None
    has_click_id: bool
    needs_review: bool
    cancels_at: datetime | None
    created_at: datetime
    updated_at: datetime


class BookingListResponse(ApiModel):
    """``next_cursor`` leads to older bookings; ``pending_count`` counts all that wait to be confirmed."""

    success: Literal[True] = True
    bookings: list[BookingSummary]
    next_cursor: str | None
    pending_count: int


class BookingFiltersResponse(ApiModel):
    """What the list can be filtered by."""

    success: Literal[True] = True
    cars: list[str]
    affiliates: list[ReferrerOut]


class PriceLineOut(ApiModel):
    code: str
    label: str
    quantity: int
    unit_price: int | float
    amount: int | float


class EventOut(ApiModel):
    """Something that happened: a change of status, a note, or an e-mail to the customer."""

    kind: Literal["status", "note", "email"]
    from_status: Status | None = None
    to_status: Status | None = None
    actor: Literal["customer", "admin", "system"]
    admin_name: str | None
    text: str
    created_at: datetime


class AnswerOut(ApiModel):
    question: str
    answer: str


class AttributionOut(ApiModel):
    """How the customer came: by which rule the quiz session was found, and what it says."""

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
    answers: list[AnswerOut]


class TemplateOut(ApiModel):
    code: TemplateCode
    label: str
    subject: str
    body: str


class QuestionOut(ApiModel):
    """What has to be acknowledged before a change, by sending ``code``; ``text`` is the sentence to ask with."""

    code: OffDayCode
    text: str


class TransitionOut(ApiModel):
    """A status that may come next. ``question``: the hand-over or return would not be on its day."""

    to_status: Status
    question: QuestionOut | None


class StepBackOut(ApiModel):
    """What a step back would lead to, and what else it would change, in sentences."""

    to_status: Status
    consequences: list[str]


class BookingDetail(BookingSummary):
    driver_age: int
    group_size: int
    insurance_code: str
    service_codes: list[str]
    daily_rate: int | float
    price_lines: list[PriceLineOut]
    client_estimate: str | None
    review_reasons: list[str]
    next_statuses: list[Status]
    transitions: list[TransitionOut]
    step_back: StepBackOut | None
    chat_url: str | None
    history: list[EventOut]
    attribution: AttributionOut
    templates: list[TemplateOut]


class BookingDetailResponse(ApiModel):
    success: Literal[True] = True
    booking: BookingDetail


class StatusChangeRequest(ApiModel):
    """``from_status`` is what the admin saw: when it is no longer so, nothing is changed (409).

    ``acknowledged`` names what is unusual about a hand-over or a return that is not on its day; without it such a
    change is refused (422).
    """

    from_status: Status
    to_status: Status
    reason: Typed = Field(default="", max_length=LONGEST_REASON)
    acknowledged: OffDayCode | None = None


class StepBackRequest(ApiModel):
    """``from_status`` and ``to_status`` are what the admin saw and agreed to; the reason stays in the history."""

    from_status: Status
    to_status: Status
    reason: Annotated[Typed, AfterValidator(_given)] = Field(
        default="", max_length=LONGEST_REASON, validate_default=True
    )


class NoteRequest(ApiModel):
    text: Typed = Field(min_length=1, max_length=LONGEST_NOTE)


class CustomerEmailRequest(ApiModel):
    subject: Typed = Field(min_length=1, max_length=LONGEST_SUBJECT)
    body: Typed = Field(min_length=1, max_length=LONGEST_NOTE)
