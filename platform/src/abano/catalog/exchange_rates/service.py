"""Use cases of exchange rates: offer prices in other currencies, add a rate, look up past ones."""

from datetime import date, datetime, timedelta
from decimal import Decimal

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.exchange_rates.models import ExchangeRateRow
from abano.catalog.exchange_rates.repository import (
    CurrencyOverview,
    DailyRateRepository,
    ExchangeRateRepository,
)
from abano.catalog.exchange_rates.rules import ROUNDINGS, ExchangeRate, RateHistory, offered
from abano.core.clock import Clock, local_moment
from abano.core.errors import InvalidInput, Message
from abano.core.ids import new_id
from abano.core.ttl_cache import TtlCache
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.tenancy.directory.tenant import Tenant

LISTED_RATES = 200
MAX_AHEAD = timedelta(days=366)
CHARGED_CURRENCY = Message("charged_currency", "This is the currency in which you charge")
CURRENCY_NOT_SHOWN = Message("currency_not_shown", "Prices cannot be shown in this currency")
NO_RATE_IN_FORCE = Message("no_rate_in_force", "There is no current exchange rate for {currencies}")
RATE_IN_THE_PAST = Message("rate_in_the_past", "A rate can begin today or later")
RATE_TOO_FAR_AHEAD = Message("rate_too_far_ahead", "A rate can begin within a year")


async def load_offered(uow: UnitOfWork, now: datetime) -> tuple[ExchangeRate, ...]:
    """The rates for displayed prices at ``now``, in the company's order."""
    repository = ExchangeRateRepository(uow)
    choice = await repository.choice()
    if not set(choice.shown) - {choice.charged}:
        return ()
    return offered(choice.shown, choice.charged, await repository.rates(choice.charged, now))


async def load_history(uow: UnitOfWork, charged: str) -> RateHistory:
    """For looking up which rate was in force when."""
    return RateHistory(await ExchangeRateRepository(uow).all_rates(charged))


class OfferedRates:
    """What visitors are offered, cached: a booking needs no query for it. Every copy follows within seconds."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._cache: TtlCache[TenantId, tuple[ExchangeRate, ...]] = TtlCache()

    async def find(self, tenant_id: TenantId, currency: str) -> ExchangeRate | None:
        """The current rate. None for a currency the company does not offer."""
        rates = await self._cache.get(tenant_id, lambda: self._load(tenant_id))
        return next((rate for rate in rates if rate.currency == currency), None)

    async def _load(self, tenant_id: TenantId) -> tuple[ExchangeRate, ...]:
        async with self._db.uow(tenant_id) as uow:
            return await load_offered(uow, self._clock.now())


async def load_currencies(uow: UnitOfWork, now: datetime) -> CurrencyOverview:
    repository = ExchangeRateRepository(uow)
    choice = await repository.choice()
    history = await repository.history(choice.charged, LISTED_RATES)
    in_force = await repository.rows_in_force(choice.charged, now)
    daily = DailyRateRepository(uow)
    return CurrencyOverview(
        choice, in_force, history, now, await daily.find(), await daily.held(choice.charged)
    )


async def add_rate(
    uow: UnitOfWork,
    tenant: Tenant,
    actor: Actor,
    *,
    currency: str,
    rate: Decimal,
    starts_on: date | None,
    now: datetime,
) -> None:
    """Add a rate that begins now, or with a day in the company's zone. Raises InvalidInput."""
    repository = ExchangeRateRepository(uow)
    choice = await repository.choice()
    if currency == choice.charged:
        raise InvalidInput.of("currency", CHARGED_CURRENCY())
    if currency not in ROUNDINGS:
        raise InvalidInput.of("currency", CURRENCY_NOT_SHOWN())
    valid_from = _begin(tenant, starts_on, now)
    before = {item.currency: item.rate for item in await repository.rates(choice.charged, now)}
    row = ExchangeRateRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        base_currency=choice.charged,
        currency=currency,
        rate=rate,
        valid_from=valid_from,
        created_at=now,
        created_by=actor.admin_id,
    )
    await repository.add(row)
    old = {"rate": f"{before[currency]:f}"} if currency in before else {}
    new = {"rate": f"{rate:f}", "validFrom": valid_from}
    await record(
        uow, actor, "exchange_rate.added", subject=("currency", currency), before=old, after=new, now=now
    )


async def choose_shown(uow: UnitOfWork, actor: Actor, currencies: list[str], now: datetime) -> None:
    """Set the display currencies, in this order. Raises InvalidInput."""
    repository = ExchangeRateRepository(uow)
    choice = await repository.choice(locked=True)
    chosen = list(dict.fromkeys(code for code in currencies if code != choice.charged))
    begun = {rate.currency for rate in await repository.rates(choice.charged, now)}
    without = [code for code in chosen if code not in begun]
    if without:
        raise InvalidInput.of("currencies", NO_RATE_IN_FORCE(currencies=", ".join(without)[:100]))
    if chosen == choice.shown:
        return
    await repository.set_shown(chosen, now)
    before, after = {"shown": choice.shown}, {"shown": chosen}
    await record(
        uow,
        actor,
        "exchange_rate.currencies_chosen",
        subject=("currencies", "shown"),
        before=before,
        after=after,
        now=now,
    )


def _begin(tenant: Tenant, starts_on: date | None, now: datetime) -> datetime:
    """The moment a rate begins: what visitors saw before cannot be changed any more."""
    today = now.astimezone(tenant.zone).date()
    if starts_on is None or starts_on == today:
        return now
    if starts_on < today:
        raise InvalidInput.of("startsOn", RATE_IN_THE_PAST())
    if starts_on > today + MAX_AHEAD:
        raise InvalidInput.of("startsOn", RATE_TOO_FAR_AHEAD())
    return local_moment(datetime.combine(starts_on, datetime.min.time()), tenant.zone)
