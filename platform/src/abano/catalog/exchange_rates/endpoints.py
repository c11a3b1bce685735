"""HTTP endpoints of the currencies that a company shows prices in, and their exchange rates."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path

from abano.catalog.exchange_rates import daily_rates, service
from abano.catalog.exchange_rates.rate_source import host_of
from abano.catalog.exchange_rates.schemas import (
    CurrenciesResponse,
    DailyRatesRequest,
    HeldRateDecision,
    NewRateRequest,
    ShownCurrenciesRequest,
)
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CurrentTenant,
    SettingsActor,
    Uow,
    needs,
    no_store,
)

router = APIRouter(prefix="/api/admin/currencies", tags=["currencies"], dependencies=[Depends(no_store)])


async def get_source(settings: AppSettings) -> str:
    """The host that daily rates come from; empty without one."""
    return host_of(settings.rates_url)


Source = Annotated[str, Depends(get_source)]


@router.get("", dependencies=needs("settings", "catalog"))
async def list_currencies(uow: Uow, clock: AppClock, source: Source) -> CurrenciesResponse:
    """What the company charges and shows prices in, and its exchange rates, also those of before."""
    return CurrenciesResponse.of(await service.load_currencies(uow, clock.now()), source)


@router.post("/rates", status_code=201)
async def add_exchange_rate(
    actor: SettingsActor,
    body: NewRateRequest,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    source: Source,
) -> CurrenciesResponse:
    """Add a rate, from now on or from a later day. Rates are never changed: a new one takes the place of the old."""
    now = clock.now()
    await service.add_rate(
        uow,
        tenant,
        actor,
        currency=body.currency,
        rate=body.rate,
        starts_on=body.starts_on,
        now=now,
    )
    return CurrenciesResponse.of(await service.load_currencies(uow, now), source)


@router.put("/shown")
async def choose_shown_currencies(
    actor: SettingsActor, body: ShownCurrenciesRequest, uow: Uow, clock: AppClock, source: Source
) -> CurrenciesResponse:
    """Choose the currencies that visitors may see prices in."""
    now = clock.now()
    await service.choose_shown(uow, actor, body.currencies, now)
    return CurrenciesResponse.of(await service.load_currencies(uow, now), source)


@router.put("/daily")
async def switch_daily_rates(
    actor: SettingsActor, body: DailyRatesRequest, uow: Uow, clock: AppClock, source: Source
) -> CurrenciesResponse:
    """Follow the operator's source every day, or no longer; 409 where there is none."""
    now = clock.now()
    await daily_rates.switch(uow, actor, is_on=body.is_on, source=source, now=now)
    return CurrenciesResponse.of(await service.load_currencies(uow, now), source)


@router.post("/held/{currency}")
async def decide_held_rate(
    currency: Annotated[str, Path(pattern="^[A-Z]{3}$")],
    actor: SettingsActor,
    body: HeldRateDecision,
    uow: Uow,
    clock: AppClock,
    source: Source,
) -> CurrenciesResponse:
    """Accept a rate that differs by more than a fifth from the one in force, or dismiss it."""
    now = clock.now()
    await daily_rates.decide(uow, actor, currency, body.decision, body.rate, now)
    return CurrenciesResponse.of(await service.load_currencies(uow, now), source)
