"""Background tasks: reports that are due, and looking at each company's last days."""

from datetime import datetime, timedelta

from abano.analytics.client import AnalyticsAway, AnalyticsClient
from abano.database.unit_of_work import TenantId
from abano.insight.figures import knows_all
from abano.insight.repository import InsightRepository, Subscribed
from abano.insight.rules import SPANS, Span, due_period
from abano.insight.watching import keep, look
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.notifications.kinds import InsightAlerts, InsightReport
from abano.notifications.outbox import enqueue
from abano.tenants.tenant import Tenant, load_tenant


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=300, name="insight.reports", run=send_reports)
    registry.every(seconds=1800, name="insight.watch", run=watch)


async def send_reports(context: TaskContext) -> None:
    """Send what is due, once a period: the schema sees to it. What analytics has not got yet waits."""
    client = AnalyticsClient(context.settings, context.db)
    try:
        for tenant_id in await context.sending_tenant_ids():
            for span in SPANS:
                await _send_reports(context, client, tenant_id, span)
    finally:
        await client.close()


async def _send_reports(
    context: TaskContext, client: AnalyticsClient, tenant_id: TenantId, span: Span
) -> None:
    tenant, now = await load_tenant(context.db, tenant_id), context.clock.now()
    due = due_period(span, now, tenant.zone) if tenant else None
    if tenant is None or due is None:
        return
    period, since = due
    async with context.db.uow(tenant_id) as uow:
        repository = InsightRepository(uow)
        waiting = [
            each
            for each in await repository.subscriptions([span])
            # Who subscribes at noon gets the next one.
            if each.row.created_at <= since and not await repository.is_sent(each.row.id, period.first)
        ]
    if not waiting or not await knows_all(client, tenant, period):
        return
    for each in waiting:
        report = InsightReport(
            admin_id=each.row.admin_id,
            subscription_id=each.row.id,
            span=span,
            first=period.first,
            query=each.row.query,
        )
        async with context.db.uow(tenant_id) as uow:
            if await InsightRepository(uow).mark_sent(each.row.id, period.first, now):
                await enqueue(uow, report, now)


async def watch(context: TaskContext) -> None:
    """Look at each company's last days, and tell those who want to know, once a day at most."""
    client = AnalyticsClient(context.settings, context.db)
    try:
        for tenant_id in await context.sending_tenant_ids():
            tenant = await load_tenant(context.db, tenant_id)
            if tenant is not None:
                await _watch(context, client, tenant)
    finally:
        await client.close()


async def _watch(context: TaskContext, client: AnalyticsClient, tenant: Tenant) -> None:
    now = context.clock.now()
    last = now.astimezone(tenant.zone).date() - timedelta(days=1)
    async with context.db.uow(tenant.id) as uow:
        is_on, looked_at = await InsightRepository(uow).watch()
    if not is_on:
        return
    is_new_day = looked_at is None or looked_at < last
    try:
        noticed = await look(client, tenant.id, last, is_new_day=is_new_day)
    except AnalyticsAway:
        return
    async with context.db.uow(tenant.id) as uow:
        await keep(uow, noticed, last, tenant.zone, now, is_new_day=is_new_day)
    await tell_alerts(context, tenant)


async def tell_alerts(context: TaskContext, tenant: Tenant) -> None:
    """Write to those who want to know, where there is something new, once a day at most."""
    async with context.db.uow(tenant.id) as uow:
        repository = InsightRepository(uow)
        for each in await repository.subscriptions(["alerts"]):
            await _tell(repository, each, tenant, context.clock.now())


async def _tell(repository: InsightRepository, each: Subscribed, tenant: Tenant, now: datetime) -> None:
    """What is new since the last mail, or since they asked to be told."""
    today = now.astimezone(tenant.zone).date()
    since = await repository.last_sent_at(each.row.id) or each.row.created_at
    if not any(alert.created_at > since for alert in await repository.alerts(today)):
        return
    if await repository.mark_sent(each.row.id, today, now):
        told = InsightAlerts(admin_id=each.row.admin_id, subscription_id=each.row.id, since=since)
        await enqueue(repository.uow, told, now)
