"""The background task that judges alert rules, each once a day."""

from datetime import date, datetime, timedelta

import orjson

from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.rules import OF_COSTS, Day, judge
from abano.analytics.alert_rules.service import keep_verdict, question_of
from abano.analytics.email_reports.figures import figure_query
from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.analytics.figures.query import instants
from abano.analytics.figures.schemas import PricedTimeline
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.ad_costs.service import CampaignCosts
from abano.tenancy.directory.tenant import Tenant, load_tenant

# A booking counts for its session's day when it came so soon after midnight.
WITHIN = timedelta(hours=6)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=1800, name="insight.alert_rules", run=check_rules, lane="requests", sends=True)


async def check_rules(context: TaskContext, tenant_id: TenantId) -> None:
    """Judge the rules whose newest day no one judged. What analytics has not got yet waits for the next turn."""
    tenant, now = await load_tenant(context.db, tenant_id), context.clock.now()
    if tenant is None:
        return
    last = now.astimezone(tenant.zone).date() - timedelta(days=1)
    _, until = instants(last, last, tenant.zone)
    if now < until + WITHIN:
        return
    async with context.db.uow(tenant.id) as uow:
        rules = await AlertRuleRepository(uow).due(last)
    if not rules:
        return
    client = AnalyticsClient(context.settings, context.db)
    try:
        for rule in rules:
            if not context.has_time:
                break
            asked = question_of(rule)
            first = last - timedelta(days=asked.days - 1)
            days, through = await read_days(
                context, client, tenant, rule.query, (first, last), with_costs=asked.metric in OF_COSTS
            )
            if through is None or through < until + WITHIN:
                return
            verdict = judge(asked, days)
            async with context.db.uow(tenant.id) as uow:
                await keep_verdict(uow, rule, last, verdict, now)
    except AnalyticsAway:
        return
    finally:
        await client.close()


async def read_days(
    context: TaskContext,
    client: AnalyticsClient,
    tenant: Tenant,
    query: str,
    days: tuple[date, date],
    *,
    with_costs: bool,
) -> tuple[list[Day], datetime | None]:
    """The days' figures, and until when analytics knows everything. Raises AnalyticsAway."""
    asked = figure_query(query, days[0].isoformat(), days[1].isoformat())
    answer = await client.figure(tenant.id, "timeline-day", asked.resolved(tenant.zone, days[1]), "")
    if answer.body is None:
        raise AnalyticsAway("no answer")
    if with_costs:
        costs = await CampaignCosts(context.db).find_daily(tenant, days, asked.given())
        timeline = costs.put_beside(orjson.loads(answer.body))
    else:
        timeline = orjson.loads(answer.body)
    figures = PricedTimeline.model_validate(timeline)
    return [
        Day(each.total_sessions, each.completed_sessions, each.conversion_count, each.booked_value, each.cost)
        for each in figures.timeline
    ], figures.real_time_metadata.data_through
