"""HTTP endpoints of price suggestions: managers read and accept them, owners set their rules."""

from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from abano.fleet.price_suggestions import service
from abano.fleet.price_suggestions.schemas import (
    AcceptPricesRequest,
    AcceptPricesResponse,
    PriceModel,
    PriceReplayRequest,
    PriceReplayResponse,
    PriceRulesRequest,
    PriceSuggestionsResponse,
    UndoPricesRequest,
    rules_out,
)
from abano.team.users.schemas import Done
from abano.web.dependencies import (
    AppClock,
    CatalogActor,
    CompanyActor,
    CurrentTenant,
    Db,
    Uow,
    needs,
    no_store,
)

router = APIRouter(prefix="/api/admin/price-suggestions", tags=["catalog"], dependencies=[Depends(no_store)])
Days = Annotated[Literal["30", "60", "90"], Query()]


@router.get("", dependencies=needs("catalog"))
async def list_price_suggestions(
    tenant: CurrentTenant, db: Db, clock: AppClock, days: Days = "30"
) -> PriceSuggestionsResponse:
    """Occupancy and price of every model of the fleet by day from today on, with what the rules suggest."""
    count = int(days)
    found = await service.read(db, tenant, count, clock.now())
    models = await found.models(count)
    return PriceSuggestionsResponse.model_construct(
        timezone=found.catalog.rules.timezone,
        currency=found.catalog.rules.currency,
        days=[found.today + timedelta(days=number) for number in range(count)],
        models=[PriceModel.of(model) for model in models],
        rules=rules_out(found.stored),
        revision=found.revision,
        unpublished=found.state.count,
    )


@router.put("/rules")
async def change_price_suggestion_rules(
    body: PriceRulesRequest, actor: CompanyActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> Done:
    """Replace the rules. 409 if someone else changed them in the meantime."""
    await service.change_rules(uow, tenant, actor, body, clock.now())
    return Done()


@router.post("/replay", dependencies=needs("catalog"))
async def replay_price_suggestion_rules(
    body: PriceReplayRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> PriceReplayResponse:
    """What rules would have earned with last year's bookings, if every customer had booked at the changed price."""
    return await service.try_out(db, tenant, body, clock.now())


@router.post("/accept")
async def accept_price_suggestions(
    body: AcceptPricesRequest, actor: CatalogActor, tenant: CurrentTenant, db: Db, clock: AppClock
) -> AcceptPricesResponse:
    """Write suggestions into the draft. 409 if one of them is another by now: none is written then."""
    return AcceptPricesResponse(changed=await service.accept(db, tenant, actor, body.items, clock.now()))


@router.post("/undo")
async def undo_price_suggestions(
    body: UndoPricesRequest, actor: CatalogActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> AcceptPricesResponse:
    """Take accepted prices out of the draft."""
    return AcceptPricesResponse(changed=await service.undo(uow, tenant, actor, body.items, clock.now()))
