"""The payload of each kind of outbox message, shared by writers and the sender.

Rows outlive releases: new fields have a default, and renamed ones keep the old name as an alias for as long
as messages are stored. During a rollout, workers of the previous release may send messages written by this
one, so fields they need are still written.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from abano.core.api_model import ApiModel
from abano.messaging.outbox.booking_kinds import (
    BookingByCustomer,
    BookingCancelled,
    BookingCreated,
    BookingRestored,
    BookingsRefused,
    CardHoldExpiring,
    CustomerEmail,
    CustomerNotice,
    HandoverDocument,
    InvoiceEmail,
    MessageTest,
    PersonalInfoReceived,
    ProformaEmail,
)
from abano.messaging.outbox.message import LinkMessage, Message


class UnknownKind(Exception):
    """No message of this kind is known."""


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
