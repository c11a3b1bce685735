"""Rules of messages: placeholders, due times, calendar files, and delivery reports of mail services."""

import contextlib
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from abano.bookings.customer_emails import webhooks
from abano.bookings.customer_emails.calendar import Rental, calendar_file, sequence_of
from abano.bookings.customer_emails.letters import FOLDER, words_in
from abano.bookings.customer_emails.rules import (
    OCCASIONS,
    filled,
    is_reminder_due,
    is_thanks_due,
    reminder_due,
    still_holds,
    unknown_placeholders,
)
from abano.bookings.customer_emails.webhooks import (
    Report,
    check_mailgun,
    email_hash,
    read_key,
    subscription_url,
    unsubscribe_key,
)
from abano.catalog.published.terms import deposit_of, excess_of
from abano.core.crypto import BadSignature
from abano.core.ids import new_id

TBILISI, ZURICH = ZoneInfo("Asia/Tbilisi"), ZoneInfo("Europe/Zurich")
NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)
LANGUAGES = sorted(file.stem for file in FOLDER.glob("*.json"))


def test_unknown_placeholders_are_reported_verbatim() -> None:
    assert unknown_placeholders("Hello {name}, {car} at {pickup_time}") == []
    assert unknown_placeholders("{Name} {name.__class__} {0} {} {name") == [
        "{Name}", "{name.__class__}", "{0}", "{}", "{",
    ]  # fmt: skip


def test_a_value_with_braces_is_not_read_as_a_text() -> None:
    assert filled("{name}: {car}", {"name": "{car}", "car": "{total}"}) == "{car}: {total}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_known_placeholders(language: str) -> None:
    words, english = words_in(language), words_in("en")
    assert {"en", "ka", "ru", "de"} <= set(LANGUAGES)
    assert words.labels.keys() == english.labels.keys()
    assert words.unsubscribe.keys() == english.unsubscribe.keys()
    for occasion in OCCASIONS:
        for (field, text), (_, translated) in zip(
            words.occasions[occasion].parts(), english.occasions[occasion].parts(), strict=True
        ):
            assert unknown_placeholders(text) == [], (occasion, field)
            assert bool(text) == bool(translated), (occasion, field)


@pytest.mark.parametrize(
    ("of_all", "of_the_car", "deposit"),
    [(None, None, None), (0, None, 0), (150.5, None, 15_050), (300, 0, 0), (None, 20_000, 20_000)],
)
def test_the_deposit_is_what_the_company_says_of_the_car_or_of_all(
    of_all: float | None, of_the_car: int | None, deposit: int | None
) -> None:
    rules: Any = SimpleNamespace(integrations={} if of_all is None else {"rentalTerms": {"deposit": of_all}})
    car: Any = SimpleNamespace(deposit=of_the_car)
    assert deposit_of(rules, car) == deposit


@pytest.mark.parametrize(
    ("of_the_option", "of_the_car", "excess"),
    [
        (None, None, None),
        (0, 90_000, 0),
        (50_000, None, 50_000),
        (50_000, 90_000, 90_000),
        (None, 90_000, 90_000),
    ],
)
def test_the_excess_is_that_of_the_car_unless_the_protection_has_none(
    of_the_option: int | None, of_the_car: int | None, excess: int | None
) -> None:
    option: Any = SimpleNamespace(excess=of_the_option)
    car: Any = SimpleNamespace(excess=of_the_car)
    assert excess_of(option, car) == excess
    assert excess_of(None, car) is None


def test_a_message_that_waited_is_left_out_when_it_is_no_longer_true() -> None:
    assert still_holds("confirmed", "confirmed")
    assert not still_holds("confirmed", "cancelled")
    assert not still_holds("cancelled", "confirmed")
    assert not still_holds("reminder", "cancelled")
    assert not still_holds("thanks", "active")


def test_a_reminder_is_due_the_day_before_by_the_companys_clock() -> None:
    pickup = datetime(2026, 7, 1, 5, tzinfo=UTC)  # 09:00 in Tbilisi
    due = reminder_due(pickup, TBILISI, 10)
    assert due == datetime(2026, 6, 30, 6, tzinfo=UTC)
    made = due - timedelta(days=3)
    assert not is_reminder_due(pickup, made, TBILISI, 10, due - timedelta(seconds=1))
    assert is_reminder_due(pickup, made, TBILISI, 10, due)
    assert is_reminder_due(pickup, made, TBILISI, 10, due + timedelta(hours=11))
    # After a long outage it comes too late, and no one is reminded of what they booked a moment ago.
    assert not is_reminder_due(pickup, made, TBILISI, 10, due + timedelta(hours=13))
    assert not is_reminder_due(pickup, due, TBILISI, 10, due + timedelta(hours=1))
    assert not is_reminder_due(pickup, made, TBILISI, 23, pickup)


def test_the_clock_change_between_reminder_and_pickup_moves_neither() -> None:
    pickup = datetime(2026, 3, 29, 10, tzinfo=ZURICH)  # the clocks changed that night
    assert reminder_due(pickup, ZURICH, 10) == datetime(2026, 3, 28, 9, tzinfo=UTC)


def test_thanks_are_due_for_some_days_after_the_return() -> None:
    completed = datetime(2026, 7, 8, 20, 30, tzinfo=UTC)  # past midnight in Tbilisi
    due = datetime(2026, 7, 10, 7, tzinfo=UTC)
    assert not is_thanks_due(completed, TBILISI, 1, due - timedelta(seconds=1))
    assert is_thanks_due(completed, TBILISI, 1, due)
    assert not is_thanks_due(completed, TBILISI, 1, due + timedelta(days=3))


def rental(**changes: Any) -> Rental:
    values: dict[str, Any] = {
        "booking_id": new_id(), "sequence": 3, "title": 'Rental car: Škoda, "Kodiaq"; new', "place": "თბილისი " * 20,
        "description": "K7M-4QXD\nBatumi\r\nATTACH:file:///etc/passwd", "url": "https://abano.example/my-booking#x",
        "starts": datetime(2026, 3, 28, 10, tzinfo=ZURICH), "ends": datetime(2026, 3, 30, 10, tzinfo=ZURICH),
        "company": "Alpenrad", "company_email": "hello@example.com", "customer": 'Ada "L"; X=1', "customer_email":
        "ada@example.com",
    }  # fmt: skip
    return Rental(**(values | changes))


def read(content: bytes) -> Any:
    """The library's types allow every property to be anything."""
    return Calendar.from_ical(content)


def test_a_calendar_file_round_trips() -> None:
    rental_event = rental()
    content = calendar_file(rental_event, is_cancelled=False, now=NOW)
    # Lines of at most 75 octets, as the standard asks; nothing typed becomes its own line.
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert b"\r\nATTACH" not in content
    calendar = read(content)
    [event] = calendar.walk("VEVENT")
    assert calendar["METHOD"] == "REQUEST"
    assert (event["SUMMARY"], event["SEQUENCE"], event["STATUS"]) == (rental_event.title, 3, "CONFIRMED")
    assert event["DTSTART"].dt == rental_event.starts
    assert event["DTSTART"].params["TZID"] == "Europe/Zurich"
    # With the rules of its zone, so that the hour holds over the change of the clocks.
    assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == ["Europe/Zurich"]
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(days=2)


def test_a_cancellation_names_the_same_event_with_a_later_sequence() -> None:
    rental_event = rental()
    later = rental(booking_id=rental_event.booking_id, sequence=sequence_of(NOW, NOW + timedelta(days=400)))
    [first] = read(calendar_file(rental_event, is_cancelled=False, now=NOW)).walk("VEVENT")
    cancelled = read(calendar_file(later, is_cancelled=True, now=NOW))
    [event] = cancelled.walk("VEVENT")
    assert cancelled["METHOD"] == "CANCEL"
    assert (event["UID"], event["STATUS"]) == (first["UID"], "CANCELLED")
    assert first["SEQUENCE"] < event["SEQUENCE"] < 2**31


def test_the_key_of_an_unsubscribe_link_is_made_only_here_and_for_one_address() -> None:
    tenant = new_id()
    key = unsubscribe_key("secret", tenant, "Ada@Example.com")
    assert read_key("secret", tenant, key) == email_hash("secret", tenant, "ada@example.com ")
    for secret, other, signed in (("other", tenant, key), ("secret", new_id(), key), ("secret", tenant, key[::-1]),
                                ("secret", tenant, ""), ("secret", tenant, "é" * len(key))):  # fmt: skip
        assert read_key(secret, other, signed) is None


TENANT, MESSAGE = new_id(), new_id()
NAMED = f"{TENANT}/{MESSAGE}"


def sns(message: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"Type": "Notification", "Message": json.dumps(message), **more}).encode()


@pytest.mark.parametrize(
    ("read", "body", "found"),
    [
        (webhooks.read_generic, {"events": [{"message": NAMED, "event": "bounced", "reason": "550\nno"}]}, "bounced"),
        (webhooks.read_generic, {"events": [{"message": "<other@mail>", "event": "bounced"}]}, None),
        (webhooks.read_generic, {"events": [{"message": NAMED, "event": "opened"}, 7, None]}, None),
        (webhooks.read_postmark, {"RecordType": "Bounce", "Type": "HardBounce", "Details": "550 no",
                                 "Metadata": {"abano-message": NAMED}}, "bounced"),
        (webhooks.read_postmark, {"RecordType": "Bounce", "Type": "Transient",
                                 "Metadata": {"abano-message": NAMED}}, None),
        (webhooks.read_postmark, {"RecordType": "SpamComplaint", "Metadata": {"abano-message": NAMED}}, "complained"),
        (webhooks.read_postmark, {"RecordType": "Delivery", "Metadata": {"abano-message": NAMED}}, "delivered"),
        (webhooks.read_postmark, {"RecordType": "Delivery", "Metadata": None}, None),
        (webhooks.read_mailgun, {"event-data": {"event": "failed", "severity": "permanent",
                                "delivery-status": {"message": "550 no"},
                                "message": {"headers": {"message-id": f"{MESSAGE}@abano"}}}}, "bounced"),
        (webhooks.read_mailgun, {"event-data": {"event": "failed", "severity": "temporary",
                                "message": {"headers": {"message-id": f"{MESSAGE}@abano"}}}}, None),
        (webhooks.read_mailgun, {"event-data": {"event": "complained",
                                "message": {"headers": {"message-id": f"{MESSAGE}@abano"}}}}, "complained"),
    ],
)  # fmt: skip
def test_reports_of_mail_services_are_read(read: Any, body: Any, found: str | None) -> None:
    reports = read(json.dumps(body).encode())
    assert [(each.message_id, each.outcome) for each in reports] == ([(MESSAGE, found)] if found else [])
    assert all("\n" not in each.reason for each in reports)


def test_reports_of_amazon_are_read_by_the_header_of_the_message() -> None:
    mail = {"headers": [{"name": "X-Abano-Message", "value": NAMED}], "commonHeaders": {"messageId": "<x@y>"}}
    bounce = {"bounceType": "Permanent", "bouncedRecipients": [{"diagnosticCode": "smtp; 550 5.1.1 no"}]}
    assert webhooks.read_ses(sns({"notificationType": "Bounce", "bounce": bounce, "mail": mail})) == [
        Report(TENANT, MESSAGE, "bounced", "smtp; 550 5.1.1 no")
    ]
    assert webhooks.read_ses(sns({"eventType": "Complaint", "mail": mail}))[0].outcome == "complained"
    assert (
        webhooks.read_ses(sns({"eventType": "Bounce", "bounce": {"bounceType": "Transient"}, "mail": mail}))
        == []
    )
    assert webhooks.read_ses(sns({"eventType": "Delivery", "mail": {}})) == []


@pytest.mark.parametrize(
    ("url", "is_amazons"),
    [
        ("https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=1", True),
        ("http://sns.eu-central-1.amazonaws.com/", False),
        ("https://sns.eu-central-1.amazonaws.com.example.org/", False),
        ("https://sns.eu-central-1.amazonaws.com@192.0.2.1/", False),
        ("https://169.254.169.254/latest", False),
    ],
)
def test_only_an_address_of_amazon_is_called_to_confirm_a_subscription(url: str, is_amazons: bool) -> None:
    body = json.dumps({"Type": "SubscriptionConfirmation", "SubscribeURL": url}).encode()
    assert (subscription_url(body) == url) == is_amazons


@pytest.mark.parametrize(
    "body", [b"[]", b"{}", b'{"events": 7}', b'{"events": {}}', b"7", b"null", b"\xff", b""]
)
@pytest.mark.parametrize(
    "read", [webhooks.read_generic, webhooks.read_postmark, webhooks.read_mailgun, webhooks.read_ses]
)
def test_other_bodies_say_nothing_or_are_refused(read: Any, body: bytes) -> None:
    with contextlib.suppress(ValueError):
        assert read(body) == []


def test_a_report_of_mailgun_is_signed_and_new() -> None:
    def signed(moment: datetime, key: str) -> bytes:
        stated = str(int(moment.timestamp()))
        signature = hmac.new(key.encode(), f"{stated}token".encode(), hashlib.sha256).hexdigest()
        return json.dumps(
            {"signature": {"timestamp": stated, "token": "token", "signature": signature}}
        ).encode()

    check_mailgun(signed(NOW, "key"), "key", NOW)
    for body in (signed(NOW, "other"), signed(NOW - timedelta(hours=1), "key"), b"{}", b'{"signature": 7}'):
        with pytest.raises(BadSignature):
            check_mailgun(body, "key", NOW)
