"""The background task that judges alert rules: once a day, and missing data once an hour."""

from datetime import datetime, timedelta

from abano.analytics.ad_costs.service import CampaignCosts
from abano.analytics.alert_rules.missing import HOUR
from abano.analytics.alert_rules.models import AlertRule
from abano.analytics.alert_rules.outcome import Look, keep_verdicts
from abano.analytics.alert_rules.reading import Reader
from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.service import COMPLETE_AFTER, asked_of
from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.analytics.figures.query import instants
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.directory.tenant import load_tenant


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=1800, name="insight.alert_rules", run=check_rules, lane="requests", sends=True)


async def check_rules(context: TaskContext, tenant_id: TenantId) -> None:
    """Judge the rules whose newest day or hour no one judged. What analytics does not know yet waits for the next
    turn."""
    tenant, now = await load_tenant(context.db, tenant_id), context.clock.now()
    if tenant is None:
        return
    # The newest day that is over for so long that its sessions have booked.
    last = (now - COMPLETE_AFTER).astimezone(tenant.zone).date() - timedelta(days=1)
    day = Look(last, instants(last, last, tenant.zone)[1], now, tenant.zone)
    until = now.replace(minute=0, second=0, microsecond=0)
    hour = Look((until - HOUR).astimezone(tenant.zone).date(), until, now, tenant.zone)
    async with context.db.uow(tenant.id) as uow:
        today = now.astimezone(tenant.zone).date()
        rules = await AlertRuleRepository(uow).due(day.until, hour.until, today)
    if not rules:
        return
    client = AnalyticsClient(context.settings, context.db)
    reader = Reader(client, CampaignCosts(context.db), tenant)
    try:
        for rule in rules:
            if not context.has_time:
                break
            await _check(context, reader, rule, hour if rule.condition == "missing" else day, tenant_id)
    except AnalyticsAway:
        return
    finally:
        await client.close()


async def _check(
    context: TaskContext, reader: Reader, rule: AlertRule, look: Look, tenant_id: TenantId
) -> None:
    """Judge one rule, if analytics knows all of it. Raises AnalyticsAway."""
    asked = asked_of(rule)
    if asked.is_missing:
        figures = await reader.read_hours(asked, look.until, asked.days)
        needed: datetime = look.until
    else:
        figures = await reader.read_days(asked, look.day, asked.days)
        needed = look.until + COMPLETE_AFTER
    if figures.through < needed:
        return
    verdicts = (
        figures.judge_hour(asked, look.until, look.zone) if asked.is_missing else figures.judge_day(asked)
    )
    async with context.db.uow(tenant_id) as uow:
        await keep_verdicts(uow, rule, look, verdicts, figures.names)
