"""HTTP endpoints of alert rules."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.analytics.alert_rules import service
from abano.analytics.alert_rules.schemas import AlertRuleRequest, AlertRulesResponse
from abano.web.dependencies import AnalyticsActor, AppClock, CurrentTenant, ReaderTexts, Uow, no_store

router = APIRouter(
    prefix="/api/quiz/analytics/alert-rules", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)


@router.get("")
async def list_alert_rules(
    actor: AnalyticsActor, uow: Uow, tenant: CurrentTenant, texts: ReaderTexts
) -> AlertRulesResponse:
    """The company's alerts, what they noticed, and who may receive them."""
    return await service.list_rules(uow, actor.admin, tenant, texts)


@router.post("")
async def add_alert_rule(
    body: AlertRuleRequest,
    actor: AnalyticsActor,
    uow: Uow,
    tenant: CurrentTenant,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertRulesResponse:
    """Watch a metric. It is judged within half an hour, then once a day."""
    await service.add_rule(uow, actor, body, clock.now())
    return await service.list_rules(uow, actor.admin, tenant, texts)


@router.put("/{rule_id}")
async def change_alert_rule(
    rule_id: UUID,
    body: AlertRuleRequest,
    actor: AnalyticsActor,
    uow: Uow,
    tenant: CurrentTenant,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertRulesResponse:
    """Change an alert, or switch it on or off."""
    await service.change_rule(uow, actor, rule_id, body, clock.now())
    return await service.list_rules(uow, actor.admin, tenant, texts)


@router.delete("/{rule_id}")
async def delete_alert_rule(
    rule_id: UUID,
    actor: AnalyticsActor,
    uow: Uow,
    tenant: CurrentTenant,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertRulesResponse:
    """Delete an alert and what it noticed."""
    await service.remove_rule(uow, actor, rule_id, clock.now())
    return await service.list_rules(uow, actor.admin, tenant, texts)
