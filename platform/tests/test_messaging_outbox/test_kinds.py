"""Messages of every kind: rows that were stored by earlier releases are still read and sent."""

from typing import Any

import pytest

from abano.messaging.outbox.booking_kinds import CustomerNotice
from abano.messaging.outbox.kinds import KINDS, DailyTasks, UnknownKind, read_message
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.message import LinkMessage
from abano.messaging.outbox.service import RENDERERS, render
from abano.worker import COMPOSERS

COMPANY = Recipient("Abano", "team@example.com", "", "https://abano.example")
ADMIN = "01975a3c-7c00-7000-8000-000000000001"
# As rows of each kind were written before messages had types; never changed afterwards.
STORED: dict[str, dict[str, Any]] = {
    "booking.created": {
        "reference": "ABC-DEFG", "customerName": "Ada", "customerEmail": "ada@example.com",
        "customerPhone": "+995599123456", "driverAge": "36", "groupSize": "2", "carName": "Forester",
        "pickup": "Tbilisi", "dropoff": "Batumi", "lines": ["Car: 385 EUR"], "total": "385 EUR", "needsReview": True,
    },
    "booking.cancelled": {"reference": "ABC-DEFG", "customerName": "Ada", "carName": "Forester", "reason": "ill"},
    "booking.refused": {},
    "booking.restored": {
        "reference": "ABC-DEFG", "customerName": "Ada", "carName": "Forester", "reason": "well", "status": "pending",
    },
    "booking.by_customer": {
        "reference": "ABC-DEFG", "customerName": "Ada", "customerEmail": "ada@example.com", "carName": "Forester",
        "what": "message", "text": "We land an hour later.",
    },
    "booking.customer_message": {"occasion": "confirmed"},
    "messages.test": {"to": "a@example.com", "subject": "See you", "body": "Tomorrow", "html": "<p>Tomorrow</p>"},
    "booking.customer_email": {"to": "ada@example.com", "subject": "Your car", "body": "It waits."},
    "booking.handover_document": {
        "to": "ada@example.com", "customerName": "Ada", "reference": "ABC-DEFG", "carName": "Forester",
        "isReturn": False, "fileId": "01975a3c-7c00-7000-8000-000000000001", "fileName": "rental-agreement.pdf",
    },
    "booking.invoice": {
        "to": "ada@example.com", "customerName": "Ada", "reference": "ABC-DEFG",
        "invoiceId": "01975a3c-7c00-7000-8000-000000000001", "document": "invoice", "number": "INV-0001",
    },
    "booking.proforma": {
        "to": "ada@example.com", "customerName": "Ada", "reference": "ABC-DEFG", "currency": "EUR",
        "totalMinor": 700, "issuedAt": "2026-06-10T09:00:00Z", "content": {},
    },
    "personal_info.received": {
        "firstName": "Ada", "lastName": "L", "customerEmail": "ada@example.com", "customerPhone": "",
        "driverAge": "36", "groupSize": "2", "consentState": "granted",
        "bookingDetails": {
            "selectedCar": "Forester", "pickupLocation": "tbilisi", "dropoffLocation": "batumi",
            "pickupDate": "2026-07-01", "returnDate": "2026-07-08", "dailyPrice": "55", "totalDays": "7",
            "calculatedPrice": "385",
        },
    },
    "affiliate.registered": {"name": "Nomad", "email": "n@example.com", "website": "", "promoCode": "NOMAD"},
    "review.received": {
        "reference": "ABC-DEFG", "carName": "Forester", "author": "Ada", "rating": 4, "text": "A fine car.",
    },
    "affiliate.password_reset": {"to": "n@example.com", "name": "Nomad", "link": "https://abano.example/r#1"},
    "affiliate.payout_email_changed": {"to": "n@example.com", "name": "Nomad"},
    "admin.invited": {"to": "a@example.com", "role": "owner", "invitedBy": "", "link": "https://abano.example/i#1"},
    "settings.test": {"askedBy": "Nino"},
    "insight.report": {"adminId": ADMIN, "subscriptionId": ADMIN, "span": "week", "first": "2026-06-01"},
    "insight.report_test": {"adminId": ADMIN, "span": "month", "first": "2026-05-01", "query": "device=phone"},
    "insight.alerts": {"adminId": ADMIN, "subscriptionId": ADMIN, "since": "2026-06-10T09:00:00Z"},
    "insight.rule_fired": {"adminId": ADMIN, "firingIds": [ADMIN]},
    "desk.daily_tasks": {"adminId": ADMIN, "day": "2026-06-10"},
    "webhook.disabled": {"to": "a@example.com", "name": "Ada", "url": "https://hooks.example.com/", "reason": "gone"},
    "prices.changed": {
        "to": "a@example.com", "name": "Ada", "count": 1, "currency": "EUR",
        "changes": [{"car": "Subaru Forester", "day": "2026-06-12", "before": 5700, "after": 6800}],
    },
    "plan.limit_warning": {
        "to": "a@example.com", "name": "Ada", "plan": "Small", "measure": "vehicles", "used": 10, "limit": 10,
        "isHard": True,
    },
    "support.notice": {
        "to": "a@example.com", "name": "Ada", "what": "requested", "operator": "ops@example.com",
        "reason": "A booking is missing",
    },
    "company.export_ready": {"to": "a@example.com", "name": "Ada", "until": "2026-06-18T09:00:00Z"},
    "operator.announcement": {"to": "a@example.com", "subject": "Maintenance", "body": "On Sunday."},
    "payments.hold_expiring": {
        "reference": "ABC-DEFG", "customerName": "Ada", "amountMinor": 40000, "currency": "EUR",
        "expiresAt": "2026-06-12T09:00:00Z", "timezone": "Asia/Tbilisi",
    },
    "admin.password_reset": {"to": "", "name": "", "link": "https://abano.example/p#1"},
}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(RENDERERS))
def test_a_row_of_before_is_read_and_has_a_text(kind: str) -> None:
    text = render(kind, STORED[kind], COMPANY)
    assert text.subject
    assert text.body


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_is_stored_is_read_back(kind: str) -> None:
    message = read_message(kind, STORED[kind])
    assert type(message).model_validate_json(message.stored()) == message


def test_every_kind_has_a_text_and_no_other_is_read() -> None:
    # What is read from the database when it is sent has a composer instead.
    composed = {
        CustomerNotice.kind,
        DailyTasks.kind,
        *(kind for kind in KINDS if kind.startswith("insight.")),
    }
    assert composed <= set(COMPOSERS)
    assert {*RENDERERS, *composed} == set(KINDS) == set(STORED)
    with pytest.raises(UnknownKind):
        read_message("booking.unheard_of", {})


def test_a_message_without_reasons_is_about_its_car() -> None:
    assert (
        "its name is not in your catalogue"
        in render("booking.created", STORED["booking.created"], COMPANY).body
    )


def test_what_goes_to_one_person_is_never_for_the_chat() -> None:
    personal = {kind for kind, message in KINDS.items() if message.is_personal}
    assert personal == {
        "booking.customer_email",
        "booking.customer_message",
        "messages.test",
        "booking.handover_document",
        "booking.invoice",
        "booking.proforma",
        "admin.invited",
        "admin.password_reset",
        "affiliate.password_reset",
        "affiliate.payout_email_changed",
        "settings.test",
        "insight.report",
        "insight.report_test",
        "insight.alerts",
        "insight.rule_fired",
        "desk.daily_tasks",
        "webhook.disabled",
        "prices.changed",
        "plan.limit_warning",
        "support.notice",
        "company.export_ready",
        "operator.announcement",
    }
    assert all(message.is_personal for message in KINDS.values() if issubclass(message, LinkMessage))
