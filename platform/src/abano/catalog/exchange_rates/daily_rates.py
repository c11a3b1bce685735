"""Exchange rates that follow the operator's source every day. What jumps waits for a person to accept it."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Literal

from abano.accounts.access.principals import OPERATOR, Actor
from abano.accounts.audit.service import record
from abano.catalog.exchange_rates.models import ExchangeRateRow, HeldRate
from abano.catalog.exchange_rates.rate_source import SOURCE, SourceRates, SourceUnavailable
from abano.catalog.exchange_rates.repository import DailyRateRepository, ExchangeRateRepository
from abano.catalog.exchange_rates.rules import MAX_RATE, RATE_DECIMALS, ROUNDINGS
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry, tenants_by
from abano.tenancy.directory.tenant import load_tenant

log = logging.getLogger(__name__)

# A larger change may be an error of the source, or a reason to review prices.
MAX_JUMP = Decimal("0.2")
CHECK_EVERY = timedelta(hours=6)
RETRY_AFTER = timedelta(hours=1)
FETCH_SECONDS = 30
# A source in another time zone may be a day ahead.
MAX_AHEAD = timedelta(days=1)
_STEP = Decimal(1).scaleb(-RATE_DECIMALS)
tenants_to_update = tenants_by("select tenant_id from daily_rates where due_at <= %(now)s")


class DailyRatesNotConfigured(Conflict):
    """Daily rates are not set up on this installation. Contact your platform operator."""


class HeldRateChanged(Conflict):
    """This rate has changed in the meantime. Look at it again."""


@dataclass(frozen=True, slots=True)
class Known:
    """A currency's current rate. ``day``: the source's date, or the day the rate took effect."""

    currency: str
    rate: Decimal
    day: date


@dataclass(frozen=True, slots=True)
class Planned:
    currency: str
    rate: Decimal
    is_held: bool


def plan(known: Sequence[Known], charged: str, found: SourceRates) -> list[Planned]:
    """The rates to update. Currencies without a newer rate from the source are left out."""
    planned = []
    for each in known:
        exact = found.rate(charged, each.currency)
        if exact is None or each.day >= found.day or each.currency not in ROUNDINGS:
            continue
        rate = exact.quantize(_STEP)
        if 0 < rate <= MAX_RATE:
            is_held = abs(rate / each.rate - 1) > MAX_JUMP
            planned.append(Planned(each.currency, rate, is_held))
    return planned


async def switch(uow: UnitOfWork, actor: Actor, *, is_on: bool, source: str, now: datetime) -> None:
    """Turn daily rates on or off. Raises DailyRatesNotConfigured."""
    repository = DailyRateRepository(uow)
    if is_on and not source:
        raise DailyRatesNotConfigured
    before = await repository.find() is not None
    if before == is_on:
        return
    if is_on:
        await repository.switch_on(now)
    else:
        await repository.switch_off()
    await record(
        uow,
        actor,
        "exchange_rate.daily_switched",
        subject=("currencies", "daily"),
        before={"isOn": before},
        after={"isOn": is_on, "source": source},
        now=now,
    )


async def decide(
    uow: UnitOfWork,
    actor: Actor,
    currency: str,
    decision: Literal["accept", "dismiss"],
    rate: Decimal,
    now: datetime,
) -> None:
    """Accept or dismiss a held rate. Raises NotFound, HeldRateChanged."""
    held = await DailyRateRepository(uow).lock_held(currency)
    if held is None or held.dismissed_at is not None:
        raise NotFound
    if held.rate != rate:
        raise HeldRateChanged
    after = {"rate": f"{held.rate:f}", "source": held.source, "day": held.source_day}
    if decision == "accept":
        await _add(uow, held.base_currency, currency, held.rate, held.source, held.source_day, now, actor)
        await DailyRateRepository(uow).drop_held(currency)
    else:
        held.dismissed_at = now
    await record(
        uow,
        actor,
        "exchange_rate.held_accepted" if decision == "accept" else "exchange_rate.held_dismissed",
        subject=("currency", currency),
        after=after,
        now=now,
    )


async def apply(
    uow: UnitOfWork, charged: str, known: Sequence[Known], found: SourceRates, now: datetime
) -> None:
    """Add what is newer, and hold what jumps."""
    repository = DailyRateRepository(uow)
    for each in plan(known, charged, found):
        held = await repository.lock_held(each.currency)
        if each.is_held:
            # A dismissed rate is not held again until the source has a newer date.
            if held is None or held.source_day < found.day or held.base_currency != charged:
                await repository.hold(
                    HeldRate(
                        tenant_id=uow.tenant_id,
                        currency=each.currency,
                        base_currency=charged,
                        rate=each.rate,
                        source=found.source,
                        source_day=found.day,
                        created_at=now,
                        # Also where another day's was dismissed.
                        dismissed_at=None,
                    )
                )
            continue
        await _add(uow, charged, each.currency, each.rate, found.source, found.day, now, None)
        if held is not None:
            await repository.drop_held(each.currency)
        await record(
            uow,
            OPERATOR,
            "exchange_rate.added",
            subject=("currency", each.currency),
            after={"rate": f"{each.rate:f}", "source": found.source, "day": found.day},
            now=now,
        )


async def _add(
    uow: UnitOfWork,
    charged: str,
    currency: str,
    rate: Decimal,
    source: str,
    day: date,
    now: datetime,
    actor: Actor | None,
) -> None:
    row = ExchangeRateRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        base_currency=charged,
        currency=currency,
        rate=rate,
        valid_from=now,
        created_at=now,
        created_by=actor.admin_id if actor else None,
        source=source,
        source_day=day,
    )
    await ExchangeRateRepository(uow).add(row)


# In the background.


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(
        seconds=300, name="company.update_rates", run=update_rates, due=tenants_to_update, lane="requests"
    )


async def update_rates(context: TaskContext, tenant_id: TenantId) -> None:
    """Fetch the source and apply new rates. If the source is unavailable, it is retried within the hour."""
    now, url = context.clock.now(), context.settings.rates_url
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None:
        return
    found = None
    if url:
        try:
            found = await asyncio.wait_for(SOURCE.fetch(url), FETCH_SECONDS)
            if found.day > now.date() + MAX_AHEAD:
                raise SourceUnavailable("a day in the future")
        except (SourceUnavailable, TimeoutError) as error:
            log.warning("exchange rates not updated", extra={"reason": str(error) or "timeout"})
            found = None
    async with context.db.uow(tenant_id) as uow:
        row = await DailyRateRepository(uow).find(locked=True)
        if row is None:
            return
        row.due_at = now + (CHECK_EVERY if found else RETRY_AFTER)
        if found is None:
            return
        row.checked_at = now
        repository = ExchangeRateRepository(uow)
        charged = (await repository.choice()).charged
        known = [
            Known(each.currency, each.rate, each.source_day or each.valid_from.astimezone(tenant.zone).date())
            for each in await repository.rows_in_force(charged, now)
        ]
        await apply(uow, charged, known, found, now)
