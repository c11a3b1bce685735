"""Use cases of a company's settings: show them, change one section, try out where messages go."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import last_change, record
from abano.accounts.users.users import load_admin_names
from abano.company.currencies.rules import ROUNDINGS
from abano.company.currencies.service import CURRENCY_NOT_SHOWN
from abano.company.settings import sections
from abano.company.settings.repository import SettingsRepository
from abano.company.settings.schemas import CommissionSettings, CompanyBasics, LastChange, Section
from abano.company.settings.sections import SectionOf
from abano.core.config import Settings
from abano.core.errors import Conflict, InvalidInput, Message
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.commissions.service import set_payable_on
from abano.messaging.outbox.outbox import Channel, start_trial
from abano.tenancy.directory.models import TenantSettings
from abano.tenancy.directory.tenant import read_secret, seal_secret

CHANGED_BY = Message(
    "settings_changed_by", "{who} changed these settings in the meantime. Look at them and save again."
)
RENTALS_AHEAD = Message(
    "rentals_ahead",
    "There are rentals ahead, whose hours would move. The time zone stays until they are over.",
)
CURRENCY_STAYS = Message(
    "currency_stays",
    "The currency can only change while the site is closed and no booking, payment or cost is stored.",
)
NO_TARGET = Message("no_test_target", "There is no address yet to which a test could go. Save one first.")
SUBJECT = "settings"


class SettingsChanged(Conflict):
    """These settings were changed in the meantime. Look at them and save again."""


@dataclass(frozen=True, slots=True)
class Overview:
    """``row``: what is stored. ``changes``: the last change of each section that was ever changed."""

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
        self._seal = partial(seal_secret, secret, uow.tenant_id)

    async def overview(self, now: datetime) -> Overview:
        repository = SettingsRepository(self._uow)
        row = await repository.get()
        found = [await self._last_change(section.name) for section in sections.ALL]
        return Overview(
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
        if errors := sections.field_errors(sent):
            raise InvalidInput(fields=errors)
        if section is sections.CLOCK and row.timezone != getattr(sent, "timezone", row.timezone):
            await self._check_clock(repository, now)
        if isinstance(sent, CompanyBasics) and sent.currency != row.currency:
            await self._check_currency(repository, row, sent.currency)
        if isinstance(sent, CommissionSettings) and sent.payable_on != row.commission_payable_on:
            # Has an audit entry of its own; the one below is of the rest.
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
