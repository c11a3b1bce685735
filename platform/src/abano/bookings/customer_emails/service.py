"""Use cases of the console: texts, switches and settings of messages, previews and tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.links import REVIEW_PAGE as WRITE_REVIEW
from abano.booking_record.models import BookingRow
from abano.bookings.customer_emails.letters import Facts, letter_of, values_of, words_in
from abano.bookings.customer_emails.models import MessageTexts
from abano.bookings.customer_emails.repository import MessageRepository
from abano.bookings.customer_emails.rules import (
    LANGUAGE_NOT_OFFERED,
    OCCASIONS,
    PLACEHOLDER_UNKNOWN,
    REMINDER_HOUR,
    REVIEW_URL_INVALID,
    THANKS_DAYS,
    UNSUBSCRIBABLE,
    MessageChanged,
    MessageText,
    Occasion,
    TooManyTests,
    filled,
    unknown_placeholders,
)
from abano.bookings.customer_emails.schemas import (
    KeepMessageTextRequest,
    MessageSettingsRequest,
    MessageTextOut,
    OccasionOut,
)
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import InvalidInput, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import path_prefix
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.booking_kinds import MessageTest
from abano.messaging.outbox.layout import Button, Recipient, Text, html_of, one_line, plain_of
from abano.messaging.outbox.outbox import enqueue

# A company's settings for its messages, or the defaults.


@dataclass(frozen=True, slots=True)
class EmailSettings:
    """``revision`` is 0 until the company saves its settings."""

    switched_off: frozenset[str] = frozenset()
    reminder_hour: int = REMINDER_HOUR
    thanks_days: int = THANKS_DAYS
    review_url: str = ""
    events_secret: bytes | None = None
    revision: int = 0


async def load_settings(uow: UnitOfWork) -> EmailSettings:
    row = await MessageRepository(uow).settings()
    if row is None:
        return EmailSettings()
    return EmailSettings(
        frozenset(row.switched_off),
        row.reminder_hour,
        row.thanks_days,
        row.review_url,
        row.events_secret,
        row.revision,
    )


TESTS_AN_HOUR = 20


async def list_occasions(uow: UnitOfWork, languages: Sequence[str]) -> list[OccasionOut]:
    """Every message in every language of the company: its own text, or the product's default."""
    own = {(row.occasion, row.language): row for row in await MessageRepository(uow).texts()}
    switched_off = (await load_settings(uow)).switched_off
    return [
        OccasionOut(
            occasion=occasion,
            is_on=occasion not in switched_off,
            texts=[_shown(occasion, language, own.get((occasion, language))) for language in languages],
        )
        for occasion in OCCASIONS
    ]


def _shown(occasion: Occasion, language: str, row: MessageTexts | None) -> MessageTextOut:
    text = _text_of(row) if row else words_in(language).occasions[occasion]
    return MessageTextOut(
        language=language,
        subject=text.subject,
        heading=text.heading,
        body=text.body,
        button=text.button,
        revision=row.revision if row else 0,
        updated_at=row.updated_at if row else None,
    )


def _text_of(row: MessageTexts) -> MessageText:
    return MessageText(row.subject, row.heading, row.body, row.button)


def _in_audit(text: MessageText) -> dict[str, object]:
    """The text under keys that the audit log does not redact as personal data."""
    return {"title": text.subject, "heading": text.heading, "text": text.body, "button": text.button}


def check_text(text: MessageText) -> None:
    """Raises InvalidInput with the field and its unknown placeholders."""
    for field, said in text.parts():
        if unknown := unknown_placeholders(said):
            raise InvalidInput.of(field, PLACEHOLDER_UNKNOWN(names=", ".join(unknown)))


def check_language(language: str, languages: Sequence[str]) -> None:
    """Raises InvalidInput."""
    if language not in languages:
        raise InvalidInput.of("language", LANGUAGE_NOT_OFFERED())


async def keep_text(
    uow: UnitOfWork,
    actor: Actor,
    occasion: Occasion,
    language: str,
    request: KeepMessageTextRequest,
    now: datetime,
) -> None:
    """Save the company's text of a message. Raises InvalidInput, MessageChanged."""
    check_text(request.text())
    repository = MessageRepository(uow)
    row = await repository.find_text(occasion, language, locked=True)
    before = _text_of(row) if row else words_in(language).occasions[occasion]
    said = dict(request.text().parts())
    values = said | {"updated_by": actor.admin_id, "updated_at": now}
    if row is None:
        is_first = request.revision == 0
        if not is_first or not await repository.add_text(
            values | {"occasion": occasion, "language": language}
        ):
            raise MessageChanged
    else:
        if row.revision != request.revision:
            raise MessageChanged
        for field, value in values.items():
            setattr(row, field, value)
        row.revision += 1
        await repository.flush()
    await record(
        uow,
        actor,
        "message.changed",
        subject=("message", f"{occasion}/{language}"),
        before=_in_audit(before),
        after=_in_audit(request.text()),
        now=now,
    )


async def reset_text(
    uow: UnitOfWork, actor: Actor, occasion: Occasion, language: str, revision: int, now: datetime
) -> None:
    """Restore the product's default text. Raises NotFound, MessageChanged."""
    repository = MessageRepository(uow)
    row = await repository.find_text(occasion, language, locked=True)
    if row is None:
        raise NotFound
    if row.revision != revision:
        raise MessageChanged
    before = _in_audit(_text_of(row))
    await repository.delete_text(row)
    await record(
        uow,
        actor,
        "message.reset",
        subject=("message", f"{occasion}/{language}"),
        before=before,
        now=now,
    )


async def update_settings(
    uow: UnitOfWork, actor: Actor, request: MessageSettingsRequest, now: datetime
) -> None:
    """Which messages are sent, and when. Raises InvalidInput, MessageChanged."""
    url = urlsplit(request.review_url)
    if request.review_url and (url.scheme != "https" or not url.hostname or "." not in url.hostname):
        raise InvalidInput.of("reviewUrl", REVIEW_URL_INVALID())
    repository = MessageRepository(uow)
    row = await repository.settings(locked=True)
    before = await load_settings(uow)
    if before.revision != request.revision:
        raise MessageChanged
    values = {
        "switched_off": [each for each in OCCASIONS if each in request.switched_off],
        "reminder_hour": request.reminder_hour,
        "thanks_days": request.thanks_days,
        "review_url": request.review_url,
        "updated_at": now,
    }
    if row is None:
        if not await repository.add_settings(values):
            raise MessageChanged
    else:
        for field, value in values.items():
            setattr(row, field, value)
        row.revision += 1
        await repository.flush()
    await record(
        uow,
        actor,
        "message.settled",
        subject=("message", "settings"),
        before=_audit_snapshot(before),
        after=_audit_snapshot(await load_settings(uow)),
        now=now,
    )


def _audit_snapshot(email_settings: EmailSettings) -> dict[str, object]:
    return {
        "switchedOff": sorted(email_settings.switched_off),
        "reminderHour": email_settings.reminder_hour,
        "thanksDays": email_settings.thanks_days,
        "reviewUrl": email_settings.review_url,
    }


async def send_test(uow: UnitOfWork, to: str, text: Text, now: datetime) -> None:
    """Send the preview to the admin who edits it. Raises TooManyTests."""
    if await MessageRepository(uow).tests_since(now - timedelta(hours=1)) >= TESTS_AN_HOUR:
        raise TooManyTests(retry_after=3600)
    message = MessageTest(to=to, subject=text.subject, body=text.body, html=text.html, language=text.language)
    await enqueue(uow, message, now)


# Preview of a message, with a sample rental from the company's catalogue.

NAME, REFERENCE, DAYS = "Alex Morgan", "K7M-4QXD", 6


def preview(
    recipient: Recipient,
    catalog: Catalog,
    occasion: Occasion,
    language: str,
    said: MessageText,
    *,
    review_url: str,
    now: datetime,
) -> Text:
    """Preview of the editor's text ``said``. Links lead to pages without a booking."""
    booking = _booking(catalog, now)
    facts, words = Facts.of(booking, catalog, language), words_in(language)
    values = values_of(facts, recipient, catalog)
    page = f"{recipient.public_origin}{path_prefix(language, recipient.languages)}"
    letter = letter_of(
        occasion,
        said,
        facts,
        values,
        words,
        url=(review_url or f"{page}{WRITE_REVIEW}") if occasion == "thanks" else f"{page}/my-booking",
        unsubscribe=Button(words.labels["unsubscribe"], page) if occasion in UNSUBSCRIBABLE else None,
    )
    subject = one_line(filled(said.subject, values))
    return Text(
        subject, plain_of(letter, recipient), html_of(letter, recipient, subject, language), language=language
    )


def _booking(catalog: Catalog, now: datetime) -> BookingRow:
    zone = ZoneInfo(catalog.rules.timezone)
    day = now.astimezone(zone).date() + timedelta(days=8)
    car = catalog.cars[0] if catalog.cars else None
    daily = car.base_rate if car else catalog.rules.unknown_car_daily_rate
    place = catalog.locations[0].code if catalog.locations else ""
    name = car.name if car else "Toyota"
    insurance = catalog.insurance[0].code if catalog.insurance else ""
    return BookingRow(
        id=new_id(),
        reference=REFERENCE,
        customer_name=NAME,
        car_name=name,
        insurance_code=insurance,
        pickup_location=place,
        dropoff_location=place,
        pickup_at=datetime.combine(day, time(10), zone),
        return_at=datetime.combine(day + timedelta(days=DAYS), time(10), zone),
        days=DAYS,
        currency=catalog.rules.currency,
        total_minor=daily * DAYS,
        price_lines=[{"code": "car", "label": name, "amount": daily * DAYS}],
    )
