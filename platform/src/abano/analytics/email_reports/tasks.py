"""Background tasks: reports that are due, and looking at each company's last days."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import orjson

from abano.analytics.email_reports.figures import knows_all
from abano.analytics.email_reports.repository import InsightRepository, tenants_with_reports
from abano.analytics.email_reports.rules import SAME_WITHIN, SPANS, Span, due_period
from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.core.clock import local_moment
from abano.core.ids import new_id
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.kinds import InsightAlerts, InsightReport
from abano.messaging.outbox.outbox import enqueue
from abano.tenancy.directory.tenant import Tenant, load_tenant
from abano_shared.contract.reports import Fall, WatchResponse


async def look(
    client: AnalyticsClient, tenant_id: TenantId, last: date, *, is_new_day: bool
) -> WatchResponse:
    """Falls are looked for once a day. Raises AnalyticsAway."""
    query = (("last", last.isoformat()), ("falls", "true" if is_new_day else "false"))
    answer = await client.report(tenant_id, "watch", query, "")
    if answer.body is None:
        raise AnalyticsAway("no answer")
    return WatchResponse.model_validate(orjson.loads(answer.body))


async def keep(
    uow: UnitOfWork, noticed: WatchResponse, last: date, zone: ZoneInfo, now: datetime, *, is_new_day: bool
) -> None:
    """``is_new_day``: no one looked at the day ``last`` before. Idempotent."""
    repository = InsightRepository(uow)
    if noticed.falls is not None and is_new_day:
        for fall in noticed.falls:
            await _keep_fall(repository, fall, last, zone, now)
        await repository.set_watch(looked_at_day=last)
    if noticed.silent_since is None:
        await repository.end_silence()
    else:
        await _keep_silence(repository, noticed.silent_since, last + timedelta(days=1), now)


async def _keep_fall(
    repository: InsightRepository, fall: Fall, last: date, zone: ZoneInfo, now: datetime
) -> None:
    figures = {"sessions": fall.sessions, "before": fall.before, "now": fall.now}
    known = await repository.newest_alert(fall.measure, fall.campaign)
    if known is not None and known.last_seen_on >= last - SAME_WITHIN:
        # As first reported: the period it is compared with includes the fall by now.
        await repository.change_alert(known.id, {"last_seen_on": last})
        return
    since = local_moment(datetime.combine(fall.since, datetime.min.time()), zone)
    days = {"first_seen_on": last, "last_seen_on": last, "created_at": now}
    key = {"id": new_id(), "measure": fall.measure, "campaign": fall.campaign, "since": since}
    await repository.add_alert(key | figures | days)


async def _keep_silence(repository: InsightRepository, since: datetime, today: date, now: datetime) -> None:
    known = await repository.newest_alert("silence", "")
    if known is not None and known.since == since:
        await repository.change_alert(known.id, {"last_seen_on": today})
        return
    key = {"id": new_id(), "measure": "silence", "campaign": "", "since": since}
    figures = {"sessions": 0, "before": 0.0, "now": 0.0}
    await repository.add_alert(
        key | figures | {"first_seen_on": today, "last_seen_on": today, "created_at": now}
    )


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=300,
        name="insight.reports",
        run=send_reports,
        due=tenants_with_reports,
        lane="requests",
        sends=True,
    )
    registry.every(seconds=1800, name="insight.watch", run=watch, lane="requests", sends=True)


async def send_reports(context: TaskContext, tenant_id: TenantId) -> None:
    """Send what is due, once a period: the schema sees to it. What analytics has not got yet waits."""
    client = AnalyticsClient(context.settings, context.db)
    try:
        for span in SPANS:
            await _send_span(context, client, tenant_id, span)
    finally:
        await client.close()


async def _send_span(context: TaskContext, client: AnalyticsClient, tenant_id: TenantId, span: Span) -> None:
    tenant, now = await load_tenant(context.db, tenant_id), context.clock.now()
    due = due_period(span, now, tenant.zone) if tenant else None
    if tenant is None or due is None:
        return
    period, since = due
    async with context.db.uow(tenant_id) as uow:
        repository = InsightRepository(uow)
        subscribed = await repository.subscriptions([span])
        sent = await repository.list_sent(period.first) if subscribed else ()
        # Who subscribes at noon gets the next one.
        waiting = [each for each in subscribed if each.row.created_at <= since and each.row.id not in sent]
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


async def watch(context: TaskContext, tenant_id: TenantId) -> None:
    """Look at the company's last days, and email the recipients who subscribed, at most once a day."""
    client = AnalyticsClient(context.settings, context.db)
    try:
        await _watch(context, client, tenant_id)
    finally:
        await client.close()


async def _watch(context: TaskContext, client: AnalyticsClient, tenant_id: TenantId) -> None:
    tenant, now = await load_tenant(context.db, tenant_id), context.clock.now()
    if tenant is None:
        return
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
    await send_alerts(context, tenant)


async def send_alerts(context: TaskContext, tenant: Tenant) -> None:
    """Write to those who want to know, where there is something new, once a day at most."""
    async with context.db.uow(tenant.id) as uow:
        repository, now = InsightRepository(uow), context.clock.now()
        subscribed = await repository.subscriptions(["alerts"])
        if not subscribed:
            return
        today = now.astimezone(tenant.zone).date()
        newest = max((alert.created_at for alert in await repository.alerts(today)), default=None)
        if newest is None:
            return
        last_sent = await repository.last_sent_at([each.row.id for each in subscribed])
        for each in subscribed:
            # What is new since the last email, or since they subscribed.
            since = last_sent.get(each.row.id, each.row.created_at)
            if newest > since and await repository.mark_sent(each.row.id, today, now):
                alerts = InsightAlerts(admin_id=each.row.admin_id, subscription_id=each.row.id, since=since)
                await enqueue(uow, alerts, now)
