"""Use cases of the console: texts, switches and settings of messages, previews and tests."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput, NotFound
from abano.messages.defaults import words_in
from abano.messages.errors import (
    LANGUAGE_NOT_SPOKEN,
    PLACEHOLDER_UNKNOWN,
    REVIEW_URL_INVALID,
    MessageChanged,
    TooManyTests,
)
from abano.messages.repository import MessageRepository
from abano.messages.rules import OCCASIONS, MessageText, Occasion, unknown_placeholders
from abano.messages.schemas import KeepMessageTextRequest, MessageSettingsRequest, MessageTextOut, OccasionOut
from abano.messages.settings import Settled, load_settings
from abano.models.messages import MessageTexts
from abano.notifications.kinds import MessageTest
from abano.notifications.layout import Text
from abano.notifications.outbox import enqueue

TESTS_AN_HOUR = 20


async def list_occasions(uow: UnitOfWork, languages: Sequence[str]) -> list[OccasionOut]:
    """Every message in every language of the company: its own text, else the product's."""
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
    """By names that the log does not take for a person's: these are the company's own words."""
    return {"title": text.subject, "heading": text.heading, "text": text.body, "button": text.button}


def check_text(text: MessageText) -> None:
    """Raises InvalidInput, which names the field and what is unknown in it."""
    for field, said in text.parts():
        if unknown := unknown_placeholders(said):
            raise InvalidInput.of(field, PLACEHOLDER_UNKNOWN(names=", ".join(unknown)))


def check_language(language: str, languages: Sequence[str]) -> None:
    """Raises InvalidInput."""
    if language not in languages:
        raise InvalidInput.of("language", LANGUAGE_NOT_SPOKEN())


async def keep_text(
    uow: UnitOfWork,
    actor: Actor,
    occasion: Occasion,
    language: str,
    request: KeepMessageTextRequest,
    now: datetime,
) -> None:
    """Say a message in the company's own words. Raises InvalidInput, MessageChanged."""
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
    """Go back to the product's text. Raises NotFound, MessageChanged."""
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


async def settle(uow: UnitOfWork, actor: Actor, request: MessageSettingsRequest, now: datetime) -> None:
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
        before=_told(before),
        after=_told(await load_settings(uow)),
        now=now,
    )


def _told(settled: Settled) -> dict[str, object]:
    return {
        "switchedOff": sorted(settled.switched_off),
        "reminderHour": settled.reminder_hour,
        "thanksDays": settled.thanks_days,
        "reviewUrl": settled.review_url,
    }


async def send_test(uow: UnitOfWork, to: str, text: Text, now: datetime) -> None:
    """Send what was previewed to whoever works on it. Raises TooManyTests."""
    if await MessageRepository(uow).tests_since(now - timedelta(hours=1)) >= TESTS_AN_HOUR:
        raise TooManyTests(retry_after=3600)
    message = MessageTest(to=to, subject=text.subject, body=text.body, html=text.html, language=text.language)
    await enqueue(uow, message, now)
