"""What background tasks ask the database for."""

import os
from collections.abc import Awaitable, Callable
from datetime import timedelta
from hashlib import sha256

import pytest
from product_fixtures import NOW, AdminSql
from sent_statements import sent_statements

from abano.analytics.email_reports.tasks import send_alerts
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.storage.store import media_store
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks

pytestmark = pytest.mark.anyio
TASKS = {task.name: task for task in all_tasks()}


async def statements_of(work: Callable[[], Awaitable[object]]) -> int:
    """How many statements the work sends."""
    with sent_statements() as sent:
        await work()
    return len(sent)


async def test_a_sweep_of_many_files_takes_as_many_statements_as_one_of_few(
    db: Database, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    context, store = TaskContext(db, settings, FixedClock(NOW)), media_store(settings)
    store.put(georgia.id, sha256(b"orphan").hexdigest(), b"orphan")
    for stored in settings.media_folder.rglob("*"):
        os.utime(stored, (0, 0))
    few = await statements_of(lambda: TASKS["media.sweep"].run(context, georgia.id))
    for number in range(40):
        store.put(georgia.id, sha256(b"%d" % number).hexdigest(), b"%d" % number)
    for stored in settings.media_folder.rglob("*"):
        os.utime(stored, (0, 0))
    assert await statements_of(lambda: TASKS["media.sweep"].run(context, georgia.id)) == few
    # And each is noted once for removal.
    assert query_admin_sql("select count(*) from media_removals where tenant_id = %s", georgia.id) == [(41,)]


async def test_alerts_are_asked_for_once_however_many_want_them(
    db: Database, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    context = TaskContext(db, settings, FixedClock(NOW))
    query_admin_sql(
        "insert into insight_alerts (tenant_id, id, measure, campaign, since, sessions, before, now, first_seen_on,"
        " last_seen_on, created_at) values (%s, gen_random_uuid(), 'conversion', '', %s, 9, 0.06, 0.03, %s, %s, %s)",
        georgia.id, NOW, NOW.date(), NOW.date(), NOW - timedelta(hours=1),
    )  # fmt: skip

    async def asked(subscriptions: int) -> int:
        # Each from after the alert: there is nothing to send.
        query_admin_sql(
            "insert into insight_subscriptions (tenant_id, id, admin_id, kind, query, created_by, created_at)"
            " select a.tenant_id, gen_random_uuid(), a.id, 'alerts', 'utmCampaign=' || n, a.id, %s"
            " from admins a, generate_series(1, %s) n where a.tenant_id = %s and a.role = 'owner'"
            " on conflict do nothing",
            NOW, subscriptions, georgia.id,
        )  # fmt: skip
        return await statements_of(lambda: send_alerts(context, georgia))

    assert await asked(1) == await asked(30)
