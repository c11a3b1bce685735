"""Use cases of the advertising account: connect it, read its costs, show its state, disconnect it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.ad_costs.ads_report import CostLine, CostsChangedMeanwhile
from abano.analytics.ad_costs.google_ads import AccountIds, CannotReadCosts, GoogleAds
from abano.analytics.ad_costs.models import AdAccount
from abano.analytics.ad_costs.repository import GOOGLE, AdAccountRepository, CampaignCostRepository
from abano.analytics.ad_costs.rules import Batch, Own, sort_out
from abano.analytics.ad_costs.storing import StoredDays, columns_of, find_stored_days, rows_json, store_batch
from abano.catalog.exchange_rates.service import load_history
from abano.core.config import Settings
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import InvalidInput, NotFound, Sentence, TooManyRequests
from abano.core.files import IMPORTS
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.marketing.conversions.google import ServiceAccount, UnusableKey, read_key_file
from abano.marketing.conversions.rules import wait_before_retry
from abano.marketing.conversions.sending import KEY_UNREADABLE
from abano.marketing.conversions.service import KEY_FILE_MISSING, KEY_FILE_UNUSABLE
from abano.tenancy.directory.tenant import Tenant

READ_EVERY = timedelta(hours=4)
# Google corrects clicks, costs and conversions for some weeks.
REVISED_DAYS = timedelta(days=30)
FIRST_DAYS = timedelta(days=90)
MAX_ATTEMPTS = 3
RETRY_SECONDS = 5
_reading: set[UUID] = set()


class AdAccountReadRunning(TooManyRequests):
    """The costs are being read right now. Please try again in a few seconds."""


@dataclass(frozen=True, slots=True)
class AccountChange:
    """``key_file`` is None to keep the stored key."""

    customer_id: str
    login_customer_id: str | None
    key_file: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """What Google reported of the days since ``since``."""

    account_id: UUID
    since: date
    lines: list[CostLine]


async def find_account(uow: UnitOfWork) -> AdAccount | None:
    return await AdAccountRepository(uow).find()


async def set_account(
    uow: UnitOfWork, settings: Settings, tenant: Tenant, actor: Actor, change: AccountChange, now: datetime
) -> AdAccount:
    """Connect the account, or change it. It is read at once by the worker's next turn. Raises InvalidInput."""
    repository = AdAccountRepository(uow)
    account = await repository.find(locked=True)
    before = _shown(account) if account else {}
    if change.key_file is not None:
        try:
            email = read_key_file(change.key_file).client_email
        except UnusableKey as error:
            raise InvalidInput.of("keyFile", KEY_FILE_UNUSABLE()) from error
        sealed_key = _sealer(settings).seal(change.key_file, str(tenant.id))
    elif account is None:
        raise InvalidInput.of("keyFile", KEY_FILE_MISSING())
    else:
        email, sealed_key = account.client_email, account.sealed_key
    if account is None:
        account = AdAccount(
            tenant_id=tenant.id, source=GOOGLE, created_at=now, created_by=actor.admin_id, customer_id=""
        )
    if account.customer_id != change.customer_id:
        # The costs of an earlier account stay as they are.
        account.id, account.customer_id = new_id(), change.customer_id
        account.read_from = now.astimezone(tenant.zone).date() - FIRST_DAYS
        account.read_at = account.currency = account.refused_reason = None
        account.refused = 0
    account.login_customer_id = change.login_customer_id
    account.client_email, account.sealed_key = email, sealed_key
    # Earlier failures do not apply to the new settings.
    account.problem, account.failures, account.due_at = None, 0, now
    await repository.add(account)
    subject = ("ad_account", account.id)
    await record(uow, actor, "ad_account.set", subject=subject, before=before, after=_shown(account), now=now)
    return account


async def remove_account(uow: UnitOfWork, actor: Actor, now: datetime) -> None:
    """Stop reading and delete the key. Costs that were read stay. Raises NotFound."""
    repository = AdAccountRepository(uow)
    account = await repository.find(locked=True)
    if account is None:
        raise NotFound
    await repository.delete()
    subject = ("ad_account", account.id)
    await record(uow, actor, "ad_account.removed", subject=subject, before=_shown(account), now=now)


async def read_now(
    db: Database, settings: Settings, tenant: Tenant, actor: Actor, now: datetime
) -> AdAccount | None:
    """The account after it was read. What went wrong is in its ``problem``.

    Raises NotFound, AdAccountReadRunning, CostsChangedMeanwhile, TooBusy.
    """
    with _turn(tenant.id):
        if not await read_account(db, settings, tenant, now, actor):
            raise NotFound
    async with db.uow(tenant.id, fresh=True) as uow:
        return await AdAccountRepository(uow).find()


async def read_account(
    db: Database, settings: Settings, tenant: Tenant, now: datetime, actor: Actor | None = None
) -> bool:
    """Read the newest days again, from the first day for a new account, and store them in one transaction.

    A failure is noted with its reason, changes no cost, and is tried again later. ``actor``: who asked for it, None
    for the worker. Returns False without an account. Raises CostsChangedMeanwhile, TooBusy.
    """
    async with db.uow(tenant.id, fresh=True) as uow:
        account = await AdAccountRepository(uow).find()
    if account is None:
        return False
    today = now.astimezone(tenant.zone).date()
    since = account.read_from
    if account.read_at is not None:
        since = max(since, account.read_at.astimezone(tenant.zone).date() - REVISED_DAYS)
    ids = AccountIds(account.customer_id, account.login_customer_id)
    try:
        key = _unsealed(settings, tenant.id, account)
        # No transaction is open while Google is asked.
        lines = await GoogleAds(settings.google_ads_api_url).costs(key, ids, (since, today), now)
        await _store(db, tenant, Reading(account.id, since, lines), actor, now)
    except CannotReadCosts as error:
        await _note_problem(db, tenant.id, account.id, error, actor, now)
    return True


async def _store(db: Database, tenant: Tenant, reading: Reading, actor: Actor | None, now: datetime) -> None:
    """Raises CannotReadCosts if no line can be stored, such as without an exchange rate; CostsChangedMeanwhile."""
    for _ in range(MAX_ATTEMPTS):
        batch = Batch([], [])
        stored: StoredDays = {}
        if reading.lines:
            async with db.uow(tenant.id) as uow:
                stored = await find_stored_days(uow, GOOGLE, reading.lines, reading.account_id)
                rates = await load_history(uow, tenant.currency)
            own = Own(tenant.currency, tenant.zone)
            batch = await IMPORTS.read("file", sort_out, reading.lines, own.currency, own, rates, stored)
            if not batch.lines:
                raise CannotReadCosts(batch.refused[0].sentence)
        if await _store_batch(db, tenant, reading, batch, stored, actor, now):
            return
    raise CostsChangedMeanwhile


async def _store_batch(
    db: Database,
    tenant: Tenant,
    reading: Reading,
    batch: Batch,
    stored: StoredDays,
    actor: Actor | None,
    now: datetime,
) -> bool:
    """Replace what was read of these days before. False: others were changed since ``stored`` was read."""
    account_id = reading.account_id
    async with db.uow(tenant.id) as uow:
        costs = CampaignCostRepository(uow)
        await costs.lock()
        account = await AdAccountRepository(uow).find(locked=True)
        if account is None or account.id != account_id:
            # It was disconnected in the meantime.
            return True
        if reading.lines and await find_stored_days(uow, GOOGLE, reading.lines, account_id) != stored:
            return False
        # With campaigns that have another name by now, and days of which Google took everything back.
        await costs.delete_upload(account_id, reading.since)
        if batch.lines:
            name = f"Google Ads {dashed(account.customer_id)}"
            common = columns_of(tenant, None, account_id, GOOGLE, name, now)
            await store_batch(uow, GOOGLE, batch, await asyncio.to_thread(rows_json, batch.lines, common))
            account.currency = batch.lines[0].currency
        account.read_at, account.due_at = now, now + READ_EVERY
        account.problem, account.failures = None, 0
        account.refused = len(batch.refused)
        account.refused_reason = _stored(batch.refused[0].sentence) if batch.refused else None
        await uow.session.flush()
        await _record_reading(uow, account, actor, now, {"lines": len(batch.lines)})
    return True


async def _note_problem(
    db: Database,
    tenant_id: TenantId,
    account_id: UUID,
    error: CannotReadCosts,
    actor: Actor | None,
    now: datetime,
) -> None:
    async with db.uow(tenant_id) as uow:
        account = await AdAccountRepository(uow).find(locked=True)
        if account is None or account.id != account_id:
            return
        account.problem = _stored(error.sentence)
        account.failures += 1
        account.due_at = now + max(min(wait_before_retry(account.failures), READ_EVERY), error.retry_after)
        await uow.session.flush()
        await _record_reading(uow, account, actor, now, {"problem": error.sentence.code})


async def _record_reading(
    uow: UnitOfWork, account: AdAccount, actor: Actor | None, now: datetime, after: dict[str, object]
) -> None:
    """Of those that someone asked for."""
    if actor is not None:
        subject = ("ad_account", account.id)
        await record(uow, actor, "ad_account.read", subject=subject, after=after, now=now)


def dashed(customer_id: str) -> str:
    """As Google Ads shows it."""
    return f"{customer_id[:3]}-{customer_id[3:6]}-{customer_id[6:]}"


def _shown(account: AdAccount) -> dict[str, object]:
    """For the audit log, without the key."""
    return {
        "customer_id": account.customer_id,
        "login_customer_id": account.login_customer_id,
        "client_email": account.client_email,
    }


def _stored(sentence: Sentence) -> dict[str, object]:
    return {"code": sentence.code, "params": dict(sentence.params)}


def _sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "ad account")


def _unsealed(settings: Settings, tenant_id: TenantId, account: AdAccount) -> ServiceAccount:
    """Raises CannotReadCosts when it was sealed with another secret."""
    try:
        return read_key_file(_sealer(settings).unseal(account.sealed_key, str(tenant_id)), is_checked=True)
    except (CannotUnseal, UnusableKey) as error:
        raise CannotReadCosts(KEY_UNREADABLE()) from error


@contextmanager
def _turn(tenant_id: UUID) -> Iterator[None]:
    if tenant_id in _reading:
        raise AdAccountReadRunning(retry_after=RETRY_SECONDS)
    _reading.add(tenant_id)
    try:
        yield
    finally:
        _reading.discard(tenant_id)
