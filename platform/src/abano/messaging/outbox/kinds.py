"""The payload of each kind of outbox message, shared by writers and the sender.

Rows outlive releases: new fields have a default, and renamed ones keep the old name as an alias for as long
as messages are stored. During a rollout, workers of the previous release may send messages written by this
one, so fields they need are still written.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, ClassVar, Literal
from uuid import UUID

from abano.core.api_model import ApiModel


class UnknownKind(Exception):
    """No message of this kind is known."""


class Message(ApiModel):
    """A message of one kind, stored as JSON. ``is_personal``: for one person only, never for the company's chat.

    ``is_unverified``: anyone can cause it by an anonymous call; how many one person gets has a limit.
    ``can_wait``: it waits until tomorrow when the emails of the company's plan are used up. Nothing about a booking.
    """

    kind: ClassVar[str]
    is_personal: ClassVar[bool] = False
    is_unverified: ClassVar[bool] = False
    can_wait: ClassVar[bool] = False

    # The recipient's language. None: the team's for messages to the company or its staff, else the company's
    # first.
    language: str | None = None

    def stored(self) -> str:
        return self.model_dump_json(by_alias=True, exclude_none=True)


class LinkMessage(Message):
    """A message with a link that lets its reader in: stored sealed, ``link`` is readable only while it is sent."""

    is_personal = True

    to: str
    sealed_link: str | None = None
    link: str | None = None


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


class AdminInvited(LinkMessage):
    kind = "admin.invited"

    role: str
    invited_by: str


class AdminResetLink(LinkMessage):
    kind = "admin.password_reset"

    name: str


class AffiliateResetLink(LinkMessage):
    kind = "affiliate.password_reset"
    is_unverified = True

    name: str


class AffiliateRegistered(Message):
    kind = "affiliate.registered"
    is_unverified = True

    name: str
    email: str
    website: str | None = None
    promo_code: str


class ReviewReceived(Message):
    """A customer wrote a review of a rental, which waits for a decision."""

    kind = "review.received"

    reference: str
    car_name: str
    author: str
    rating: int
    text: str


class PayoutEmailChanged(Message):
    kind = "affiliate.payout_email_changed"
    is_personal = True
    is_unverified = True

    to: str
    name: str


class InsightReport(Message):
    """Figures of a period for one colleague, read when it is sent. ``query``: the filters, as in an address.

    Without a subscription it goes once, to the admin who asked for it.
    """

    kind = "insight.report"
    is_personal = True
    can_wait = True

    admin_id: UUID
    subscription_id: UUID | None = None
    span: str
    first: date
    query: str = ""


class InsightReportTest(InsightReport):
    kind = "insight.report_test"


class InsightAlerts(Message):
    """Alerts since the last such email, sent at ``since``."""

    kind = "insight.alerts"
    is_personal = True
    can_wait = True

    admin_id: UUID
    subscription_id: UUID
    since: datetime


class InsightRuleFired(Message):
    """An alert rule of the company's own fires, for these parts of it; read when it is sent."""

    kind = "insight.rule_fired"
    is_personal = True
    can_wait = True

    admin_id: UUID
    firing_ids: list[UUID]


class DailyTasks(Message):
    """The tasks of a day for one colleague, read when it is sent."""

    kind = "desk.daily_tasks"
    is_personal = True
    can_wait = True

    admin_id: UUID
    day: date


class ConnectionTest(Message):
    """Someone tries out where the company's messages go: sent once, to that place alone."""

    kind = "settings.test"
    is_personal = True

    asked_by: str


class WebhookDisabled(Message):
    """A webhook endpoint was disabled automatically; ``reason``: ``gone`` or ``failing``. To one owner."""

    kind = "webhook.disabled"
    is_personal = True

    to: str
    name: str
    url: str
    reason: str


class PlanLimitWarning(Message):
    """The company uses as much of a measure as its plan has room for; ``is_hard``: no more can be added.

    Amounts are bytes of storage, else numbers. To one owner.
    """

    kind = "plan.limit_warning"
    is_personal = True

    to: str
    name: str
    plan: str
    measure: str
    used: int
    limit: int
    is_hard: bool


class PriceChange(ApiModel):
    """The daily price of a car on a day, before and after, in minor units."""

    car: str
    day: date
    before: int
    after: int


class PricesChanged(Message):
    """Rules with consent changed prices; ``count``: of how many days, of which ``changes`` are the first.

    To one owner.
    """

    kind = "prices.changed"
    is_personal = True

    to: str
    name: str
    count: int
    currency: str
    changes: list[PriceChange]


class SupportNotice(Message):
    """An operator asks for access to the console, or has begun to look. To one owner; ``until`` in UTC."""

    kind = "support.notice"
    is_personal = True

    to: str
    name: str
    what: Literal["requested", "began"]
    operator: str
    reason: str
    until: datetime | None = None


class CompanyExportReady(Message):
    """An export of the company that an operator had written. To one owner; ``until``: when it is removed."""

    kind = "company.export_ready"
    is_personal = True

    to: str
    name: str
    until: datetime


class OperatorAnnouncement(Message):
    """What an operator wrote to the owners of companies, as it was written. To one of them."""

    kind = "operator.announcement"
    is_personal = True

    to: str
    subject: str
    body: str


KINDS: dict[str, type[Message]] = {
    message.kind: message
    for message in (
        BookingCreated,
        BookingCancelled,
        BookingByCustomer,
        BookingRestored,
        BookingsRefused,
        CardHoldExpiring,
        CustomerNotice,
        CustomerEmail,
        MessageTest,
        HandoverDocument,
        InvoiceEmail,
        ProformaEmail,
        PersonalInfoReceived,
        AdminInvited,
        AdminResetLink,
        AffiliateResetLink,
        AffiliateRegistered,
        ReviewReceived,
        PayoutEmailChanged,
        InsightReport,
        InsightReportTest,
        InsightAlerts,
        InsightRuleFired,
        DailyTasks,
        ConnectionTest,
        WebhookDisabled,
        PricesChanged,
        PlanLimitWarning,
        SupportNotice,
        CompanyExportReady,
        OperatorAnnouncement,
    )
}


def read_message(kind: str, payload: Mapping[str, Any]) -> Message:
    """A stored message. Raises UnknownKind, and pydantic's ValidationError for what was never written so."""
    try:
        message = KINDS[kind]
    except KeyError:
        raise UnknownKind(kind) from None
    return message.model_validate(payload)
