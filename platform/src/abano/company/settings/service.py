"""Use cases of a company's settings: their sections, languages, and the site's opening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Literal, NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import last_change, record
from abano.catalog.exchange_rates.rules import ROUNDINGS
from abano.catalog.exchange_rates.service import CURRENCY_NOT_SHOWN
from abano.catalog.published.service import load_catalog
from abano.company.settings import sections
from abano.company.settings.repository import (
    CompanyLanguageRepository,
    LanguageOverview,
    OpeningRepository,
    SettingsRepository,
    Texts,
)
from abano.company.settings.rules import (
    CompanyLanguages,
    Facts,
    Step,
    StepCode,
    Written,
    catalogue_written,
    quiz_written,
    steps_of,
)
from abano.company.settings.samples import load_samples
from abano.company.settings.schemas import CommissionSettings, CompanyBasics, LastChange, Section
from abano.company.settings.sections import SectionOf
from abano.core.config import Settings
from abano.core.errors import Conflict, InvalidInput, Message
from abano.core.languages.texts import product_languages
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.commissions.service import set_payable_on
from abano.messaging.outbox.outbox import Channel, start_trial
from abano.team.users.users import load_admin_names
from abano.tenancy.directory.creation import load_digests
from abano.tenancy.directory.models import TenantSettings
from abano.tenancy.directory.tenant import read_secret, seal_secret

CHANGED_BY = Message("settings_changed_by", "{who} changed these settings. Review them and save again.")
RENTALS_AHEAD = Message(
    "rentals_ahead",
    "You can't change the time zone while there are upcoming rentals, because their times would shift.",
)
CURRENCY_STAYS = Message(
    "currency_stays",
    "The currency can only change while the site is closed and no booking, payment or cost is stored.",
)
NO_TARGET = Message("no_test_target", "No recipient is saved yet. Save one to send a test.")
SUBJECT = "settings"


class SettingsChanged(Conflict):
    """These settings were changed by someone else. Review them and save again."""


@dataclass(frozen=True, slots=True)
class SettingsOverview:
    """``row``: the stored settings. ``changes``: the last change of each section that was changed."""

    row: TenantSettings
    changes: list[LastChange]
    can_change_timezone: bool
    can_change_currency: bool


class CompanySettings:
    """One company's settings within a unit of work."""

    def __init__(self, uow: UnitOfWork, settings: Settings) -> None:
        self._uow = uow
        secret = settings.secret_key.get_secret_value()
        self.unseal = partial(read_secret, secret, uow.tenant_id)
        self._is_production = settings.is_production
        self._seal = partial(seal_secret, secret, uow.tenant_id)

    async def overview(self, now: datetime) -> SettingsOverview:
        repository = SettingsRepository(self._uow)
        row = await repository.get()
        found = [await self._last_change(section.name) for section in sections.ALL]
        return SettingsOverview(
            row,
            [each for each in found if each],
            can_change_timezone=not await repository.has_rentals_ahead(now),
            can_change_currency=not row.is_open and not await repository.has_money(),
        )

    async def change(self, section: SectionOf[Any, Any], actor: Actor, sent: Section, now: datetime) -> None:
        """Replace a section. Raises InvalidInput, SettingsChanged."""
        repository = SettingsRepository(self._uow)
        row = await repository.get(locked=True)
        found = section.revision(row)
        if sent.revision not in {None, found}:
            await self._refuse(section.name)
        if errors := sections.field_errors(sent, is_production=self._is_production):
            raise InvalidInput(fields=errors)
        if section is sections.CLOCK and row.timezone != getattr(sent, "timezone", row.timezone):
            await self._check_clock(repository, now)
        if isinstance(sent, CompanyBasics) and sent.currency != row.currency:
            await self._check_currency(repository, row, sent.currency)
        if isinstance(sent, CommissionSettings) and sent.payable_on != row.commission_payable_on:
            # This change is recorded separately; the entry below covers the rest.
            await set_payable_on(self._uow, actor, sent.payable_on, now)
            row = await repository.get(locked=True)
            found = section.revision(row)
        before = section.shown(row, self.unseal)
        values = section.written(row, sent, self._seal)
        await repository.change(values, now)
        after_row = await repository.get(locked=True)
        after = section.shown(after_row, self.unseal)
        if section.revision(after_row) == found:
            return
        await record(
            self._uow,
            actor,
            "settings.changed",
            subject=(SUBJECT, section.name),
            before=before,
            after=after,
            now=now,
        )

    async def test(self, actor: Actor, channel: Channel, now: datetime) -> UUID:
        """Send a message to the company's address or chat, once. Raises InvalidInput, TooManyRequests."""
        row = await SettingsRepository(self._uow).get()
        shown = sections.NOTIFICATIONS.of(row, self.unseal)
        target = shown.email if channel == "email" else shown.chat_host
        if not target:
            raise InvalidInput.of("channel", NO_TARGET())
        await record(
            self._uow, actor, "settings.tested", subject=(SUBJECT, "notifications"),
            after={"channel": channel}, now=now,
        )  # fmt: skip
        asked_by = actor.admin.name or actor.admin.email if actor.admin else ""
        return await start_trial(self._uow, channel, asked_by, now)

    async def _last_change(self, section: str) -> LastChange | None:
        entry = await last_change(self._uow, "settings.changed", SUBJECT, section)
        if entry is None:
            return None
        names: Mapping[str, str] = await load_admin_names(self._uow) if entry.admin_id else {}
        return LastChange(section=section, by=names.get(str(entry.admin_id)), at=entry.happened_at)

    async def _refuse(self, section: str) -> None:
        last = await self._last_change(section)
        if last is None or last.by is None:
            raise SettingsChanged
        details = {"changedBy": last.by, "changedAt": last.at.isoformat()}
        raise SettingsChanged(CHANGED_BY(who=last.by), details=details)

    async def _check_currency(
        self, repository: SettingsRepository, row: TenantSettings, currency: str
    ) -> None:
        if currency not in ROUNDINGS:
            raise InvalidInput.of("currency", CURRENCY_NOT_SHOWN())
        if row.is_open or await repository.has_money():
            raise InvalidInput.of("currency", CURRENCY_STAYS())

    async def _check_clock(self, repository: SettingsRepository, now: datetime) -> None:
        if await repository.has_rentals_ahead(now):
            raise InvalidInput.of("timezone", RENTALS_AHEAD())


LANGUAGE_NOT_OFFERED = Message("language_not_offered", "This language isn't supported")
FIRST_LANGUAGE_STAYS = Message(
    "first_language_stays",
    "The texts of your cars and your quiz are written in the first language: another one cannot take its place",
)
FIRST_LANGUAGE_UNWRITTEN = Message(
    "first_language_unwritten",
    "The first language needs every text of your site: {count, plural, one {# is} other {# are}} missing in this one",
)


async def load_languages(uow: UnitOfWork) -> LanguageOverview:
    repository = CompanyLanguageRepository(uow)
    settings = await repository.settings()
    return LanguageOverview(
        settings,
        await repository.documents(),
        await _written_texts(uow, settings.offered[0], _offered_languages(settings)),
    )


async def choose_languages(uow: UnitOfWork, actor: Actor, wanted: CompanyLanguages, now: datetime) -> None:
    """Set the languages of the site and the team. Texts in a removed language are kept.

    Raises InvalidInput.
    """
    repository = CompanyLanguageRepository(uow)
    before = await repository.settings(locked=True)
    after = CompanyLanguages(tuple(dict.fromkeys(wanted.offered)), wanted.team)
    offered = _offered_languages(before)
    for place, language in enumerate(wanted.offered):
        if language not in offered:
            raise InvalidInput.of(f"languages.{place}", LANGUAGE_NOT_OFFERED())
    if after.team is not None and after.team not in offered:
        raise InvalidInput.of("teamLanguage", LANGUAGE_NOT_OFFERED())
    if after == before:
        return
    if after.offered[0] != before.offered[0]:
        await _check_first_language(uow, before.offered[0], after.offered[0])
    await repository.change(after, now)
    await record(
        uow,
        actor,
        "languages.chosen",
        subject=("languages", "company"),
        before={"languages": before.offered, "teamLanguage": before.team},
        after={"languages": after.offered, "teamLanguage": after.team},
        now=now,
    )


def _offered_languages(settings: CompanyLanguages) -> tuple[str, ...]:
    """The product's languages plus those the company already uses."""
    return tuple(dict.fromkeys([*settings.offered, *product_languages()]))


async def _written_texts(uow: UnitOfWork, first: str, languages: tuple[str, ...]) -> dict[str, Texts]:
    catalog, current = await load_catalog(uow), await CompanyLanguageRepository(uow).quiz()
    texts = {}
    for language in languages:
        catalogue = catalogue_written(catalog, language)
        quiz = quiz_written(current.definition, current.translations.get(language)) if current else None
        if language == first:
            catalogue, quiz = _whole(catalogue), quiz and _whole(quiz)
        texts[language] = Texts(catalogue, quiz)
    return texts


def _whole(counted: Written) -> Written:
    """The first language counts as complete: other languages are compared with it."""
    return Written(counted.total, counted.total)


async def _check_first_language(uow: UnitOfWork, before: str, after: str) -> None:
    """Raises InvalidInput if texts exist that are stored without a language: they are in the first one."""
    texts = (await _written_texts(uow, before, (before,)))[before]
    if texts.catalogue.total > 0 or texts.quiz is not None:
        raise InvalidInput.of("languages.0", FIRST_LANGUAGE_STAYS())
    documents = await CompanyLanguageRepository(uow).documents()
    missing = sum(before in text.titles and after not in text.titles for text in documents)
    if missing:
        raise InvalidInput.of("languages.0", FIRST_LANGUAGE_UNWRITTEN(count=missing))


class NotReadyToOpen(Conflict):
    """The checklist isn't complete. Review it, or open the site anyway."""


SampleState = Literal["none", "offered", "added"]


class Opening(NamedTuple):
    """``sample_state``: sample data is ``offered`` to a closed site of a company without own data."""

    is_open: bool
    steps: list[Step]
    sample_state: SampleState


async def load_opening(uow: UnitOfWork) -> Opening:
    """Whether the site is open, and what it still needs."""
    repository = OpeningRepository(uow)
    is_open, facts = await repository.is_open(), await _facts(uow)
    state: SampleState = "added" if facts.has_sample else "none"
    if not is_open and not facts.has_sample and not await repository.has_own_data():
        state = "offered"
    return Opening(is_open, steps_of(facts), state)


async def _facts(uow: UnitOfWork) -> Facts:
    repository, samples = OpeningRepository(uow), await load_samples(uow)
    current = await load_digests(uow)
    if samples is None:
        return await repository.facts(current)
    untouched = samples.untouched
    facts = await repository.facts(current, untouched.get("cars", ()), untouched.get("locations", ()))
    return replace(facts, has_sample=True)


async def open_site(uow: UnitOfWork, actor: Actor, despite: Sequence[StepCode], now: datetime) -> None:
    """Open the site; takes effect within seconds.

    Raises NotReadyToOpen for missing steps the owner has not acknowledged.
    """
    repository = OpeningRepository(uow)
    if await repository.is_open(locked=True):
        return
    missing = [step.code for step in steps_of(await _facts(uow)) if not step.is_done]
    if not set(missing) <= set(despite):
        raise NotReadyToOpen(details={"missing": missing})
    await repository.set_open(True, now)
    await record(uow, actor, "site.opened", subject=("site", "company"), after={"missing": missing}, now=now)


async def close_site(uow: UnitOfWork, actor: Actor, now: datetime) -> None:
    """Close the site: visitors see a page that it opens soon. Existing bookings are kept."""
    repository = OpeningRepository(uow)
    if await repository.is_open(locked=True):
        await repository.set_open(False, now)
        await record(uow, actor, "site.closed", subject=("site", "company"), now=now)
