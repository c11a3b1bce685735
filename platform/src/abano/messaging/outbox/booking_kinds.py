"""Messages about bookings, to the team and to customers."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from abano.core.api_model import ApiModel
from abano.messaging.outbox.message import Message


class BookingLine(ApiModel):
    """A line of a price in minor units. ``label``: as the company calls it, or in English what is ours."""

    code: str
    label: str
    amount: int


class BookingPlace(ApiModel):
    """``moment`` by the company's clock."""

    name: str
    moment: datetime


class BookingFacts(ApiModel):
    """What is written in the reader's form when the message is sent."""

    pickup: BookingPlace
    dropoff: BookingPlace
    lines: list[BookingLine]
    total: int
    currency: str
    customer_language: str | None = None
    # None: not given by the customer.
    flight_number: str | None = None
    pickup_address: str | None = None
    dropoff_address: str | None = None


class BookingCreated(Message):
    kind = "booking.created"

    reference: str
    customer_name: str
    customer_email: str
    customer_phone: str
    driver_age: str | int
    group_size: str | int
    car_name: str
    pickup: str
    dropoff: str
    lines: list[str]
    total: str
    needs_review: bool
    # None: stored before reasons were included.
    review_reasons: list[str] | None = None
    # None: stored before messages had languages. The English texts above are shown.
    facts: BookingFacts | None = None


class BookingCancelled(Message):
    """``unconfirmed_hours``: it was cancelled automatically, because no one confirmed it in this time."""

    kind = "booking.cancelled"

    reference: str
    customer_name: str
    car_name: str
    reason: str
    unconfirmed_hours: int | None = None


class BookingByCustomer(Message):
    """What a customer did to their booking by themselves; ``text``: what they wrote."""

    kind = "booking.by_customer"
    is_unverified = True

    reference: str
    customer_name: str
    customer_email: str
    car_name: str
    what: str
    text: str


class BookingRestored(Message):
    kind = "booking.restored"

    reference: str
    customer_name: str
    car_name: str
    reason: str
    status: str


class BookingsRefused(Message):
    """The limits of unconfirmed bookings refuse visitors."""

    kind = "booking.refused"


class CardHoldExpiring(Message):
    """A deposit's hold on a customer's card expires soon: to capture or release before ``expires_at``."""

    kind = "payments.hold_expiring"

    reference: str
    customer_name: str
    amount_minor: int
    currency: str
    expires_at: datetime
    timezone: str


class CustomerNotice(Message):
    """An automatic message about a booking. Everything else is read when it is sent.

    ``day``: of a reminder, the day of the pickup that it was made for (ISO 8601).
    """

    kind = "booking.customer_message"
    is_personal = True

    occasion: str
    day: str | None = None
    # Requested by a team member: sent even if the message is turned off.
    is_asked_for: bool = False


class CustomerEmail(Message):
    """What the team wrote to a customer."""

    kind = "booking.customer_email"
    is_personal = True

    to: str
    subject: str
    body: str


class MessageTest(Message):
    """A preview of a message to customers, for the admin who edits it."""

    kind = "messages.test"
    is_personal = True
    can_wait = True

    to: str
    subject: str
    body: str
    html: str


class DocumentMessage(Message):
    """A message to a customer with a document of media."""

    is_personal = True

    to: str
    customer_name: str
    reference: str
    file_id: UUID
    file_name: str


class HandoverDocument(DocumentMessage):
    """The agreement of a handover, or the protocol of a return.

    ``is_signed_online``: the agreement, signed by a link before the pickup.
    """

    kind = "booking.handover_document"

    car_name: str
    is_return: bool
    is_signed_online: bool = False


class InvoiceEmail(Message):
    """A receipt, invoice or credit note, which is attached as it was issued. ``document``: its kind.

    ``billed_to``: the company that it was issued to. ``terms``: the seller's text about the payment. With a reminder
    of an invoice: ``open_minor`` is to be paid, in ``currency`` and by ``due_on``.
    """

    kind = "booking.invoice"
    is_personal = True

    to: str
    customer_name: str
    reference: str
    invoice_id: UUID
    document: str
    number: str
    billed_to: str = ""
    terms: str = ""
    open_minor: int | None = None
    currency: str = ""
    due_on: date | None = None


class ProformaEmail(Message):
    """A proforma invoice, which is attached as it was when it was asked for: ``content``. Amounts in minor units."""

    kind = "booking.proforma"
    is_personal = True

    to: str
    customer_name: str
    reference: str
    currency: str
    total_minor: int
    issued_at: datetime
    content: dict[str, Any]


class BegunDetails(ApiModel):
    """The visitor's selection in an incomplete booking."""

    selected_car: str
    pickup_location: str
    dropoff_location: str
    pickup_date: str
    return_date: str
    daily_price: str | int | float
    total_days: str | int
    calculated_price: str | int | float


class PersonalInfoReceived(Message):
    kind = "personal_info.received"
    is_unverified = True

    first_name: str
    last_name: str
    customer_email: str
    customer_phone: str
    driver_age: str | int
    group_size: str | int
    booking_details: BegunDetails
