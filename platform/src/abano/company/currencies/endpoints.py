"""HTTP endpoints of exchange rates, for owners and managers."""

from typing import Annotated

from fastapi import APIRouter, Depends

from abano.accounts.access.principals import Actor
from abano.company.currencies import service
from abano.company.currencies.schemas import CurrenciesResponse, NewRateRequest, ShownCurrenciesRequest
from abano.web.dependencies import AppClock, CurrentTenant, Uow, acting, no_store, require_role

router = APIRouter(prefix="/api/admin/currencies", tags=["currencies"], dependencies=[Depends(no_store)])
# Resolved before the session, so that nobody without the role opens a transaction.
Acting = Annotated[Actor, Depends(acting("owner", "manager"))]
READER = [Depends(require_role("owner", "manager"))]


@router.get("", dependencies=READER)
async def list_currencies(uow: Uow, clock: AppClock) -> CurrenciesResponse:
    """What the company charges and shows prices in, and its exchange rates, also those of before."""
    return CurrenciesResponse.of(await service.overview(uow, clock.now()))


@router.post("/rates", status_code=201)
async def add_exchange_rate(
    actor: Acting, body: NewRateRequest, tenant: CurrentTenant, uow: Uow, clock: AppClock
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
    return CurrenciesResponse.of(await service.overview(uow, now))


@router.put("/shown")
async def choose_shown_currencies(
    actor: Acting, body: ShownCurrenciesRequest, uow: Uow, clock: AppClock
) -> CurrenciesResponse:
    """Choose the currencies that visitors may see prices in."""
    now = clock.now()
    await service.choose_shown(uow, actor, body.currencies, now)
    return CurrenciesResponse.of(await service.overview(uow, now))
