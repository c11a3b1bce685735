"""What the analytics service noticed becomes alerts, each told once."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import orjson

from abano.analytics.email_reports.repository import InsightRepository
from abano.analytics.email_reports.rules import SAME_WITHIN
from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.core.clock import local_moment
from abano.core.ids import new_id
from abano.db.unit_of_work import TenantId, UnitOfWork
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
    """``is_new_day``: nobody looked at the day ``last`` before. Idempotent."""
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
        # As it was told first: what it is compared with has the fall in it by now.
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
