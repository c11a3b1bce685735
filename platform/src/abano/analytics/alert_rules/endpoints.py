"""HTTP endpoints of alert rules."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends

from abano.analytics.ad_costs.service import CampaignCosts
from abano.analytics.alert_rules import service
from abano.analytics.alert_rules.preview import preview
from abano.analytics.alert_rules.schemas import (
    AlertPreviewResponse,
    AlertQuestion,
    AlertRuleRequest,
    AlertRulesResponse,
    OpenAlertsResponse,
    SnoozeRequest,
)
from abano.analytics.figures.client import AnalyticsClient
from abano.catalog.published.dependencies import ReaderTexts
from abano.web.dependencies import AnalyticsActor, AppClock, CurrentTenant, Uow, no_store, of_app

router = APIRouter(
    prefix="/api/quiz/analytics/alert-rules", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)


Client = Annotated[AnalyticsClient, of_app("analytics_client")]
AllCosts = Annotated[CampaignCosts, of_app("campaign_costs")]


@router.get("")
async def list_alert_rules(
    actor: AnalyticsActor, uow: Uow, tenant: CurrentTenant, texts: ReaderTexts, clock: AppClock
) -> AlertRulesResponse:
    """The company's alerts, what they noticed, and who may receive them."""
    return await service.list_rules(uow, actor.admin, tenant, texts, clock.now())


@router.get("/open")
async def list_open_alerts(
    _: AnalyticsActor, uow: Uow, tenant: CurrentTenant, texts: ReaderTexts, clock: AppClock
) -> OpenAlertsResponse:
    """What the company's alerts noticed, and no one has looked at yet."""
    return await service.list_open(uow, tenant, texts, clock.now())


@router.post("")
async def add_alert_rule(
    body: AlertRuleRequest,
    actor: AnalyticsActor,
    uow: Uow,
    tenant: CurrentTenant,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertRulesResponse:
    """Watch a metric. It is judged within half an hour, then once a day; missing data once an hour."""
    await service.add_rule(uow, actor, body, clock.now())
    return await service.list_rules(uow, actor.admin, tenant, texts, clock.now())


@router.post("/preview")
async def preview_alert_rule(
    body: AlertQuestion,
    _: AnalyticsActor,
    tenant: CurrentTenant,
    client: Client,
    costs: AllCosts,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertPreviewResponse:
    """On which of the last 90 days the alert would have fired. Stores nothing."""
    return await preview(client, costs, tenant, body, texts, clock.now())


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
    return await service.list_rules(uow, actor.admin, tenant, texts, clock.now())


@router.put("/{rule_id}/snooze")
async def snooze_alert_rule(
    rule_id: UUID,
    body: SnoozeRequest,
    actor: AnalyticsActor,
    uow: Uow,
    tenant: CurrentTenant,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertRulesResponse:
    """Stop checking an alert until a day, or go on at once."""
    await service.snooze_rule(uow, actor, tenant, rule_id, body.until, clock.now())
    return await service.list_rules(uow, actor.admin, tenant, texts, clock.now())


@router.post("/firings/{firing_id}/acknowledge", status_code=204)
async def acknowledge_alert(firing_id: UUID, actor: AnalyticsActor, uow: Uow, clock: AppClock) -> None:
    """Mark an alert as seen: it is no task any more until it fires again."""
    await service.acknowledge(uow, actor, firing_id, clock.now())


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
    return await service.list_rules(uow, actor.admin, tenant, texts, clock.now())
