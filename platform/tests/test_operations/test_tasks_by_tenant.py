"""Every background task works for each company: one whose data always raises an error stops nobody else's."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from product_fixtures import NOW, AdminSql
from prometheus_client import REGISTRY
from sqlalchemy import event

from abano.analytics.email_reports.tasks import tell_alerts
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.db.engine import Database
from abano.db.unit_of_work import PipelineTransaction, TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TenantsFailed
from abano.site.storage.store import media_store
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks

pytestmark = pytest.mark.anyio
TASKS = {task.name: task for task in all_tasks()}
# Tasks that ask which companies have something to do.
QUEUES = (
    "abano.tenancy.domains.tasks.tenants_with_due_domains",
    "abano.fleet.handover.tasks.tenants_to_print",
    "abano.site.storage.tasks.tenants_with_removals",
    "abano.site.media_library.tasks.tenants_to_prepare",
    "abano.messaging.outbox.tasks.tenants_with_due_messages",
    "abano.site.pages.tasks.tenants_to_draw",
)


class WatchedDatabase(Database):
    """Notes whose transactions are opened; those of ``broken`` raise ``error``."""

    broken: TenantId | None = None
    error: Exception = ValueError("broken data")

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.seen: set[TenantId] = set()

    def note(self, tenant_id: TenantId) -> None:
        if tenant_id == self.broken:
            raise self.error
        self.seen.add(tenant_id)

    @asynccontextmanager
    async def uow(self, tenant_id: TenantId, **options: bool) -> AsyncIterator[UnitOfWork]:
        self.note(tenant_id)
        async with super().uow(tenant_id, **options) as uow:
            yield uow

    @asynccontextmanager
    async def pipeline_transaction(self, tenant_id: TenantId) -> AsyncIterator[PipelineTransaction]:
        self.note(tenant_id)
        async with super().pipeline_transaction(tenant_id) as transaction:
            yield transaction


@pytest.fixture
async def watched(settings: Settings) -> AsyncIterator[WatchedDatabase]:
    database = WatchedDatabase(settings)
    await database.open()
    yield database
    await database.close()


@pytest.fixture(autouse=True)
def both_are_due(monkeypatch: pytest.MonkeyPatch, settings: Settings, georgia: Tenant, alps: Tenant) -> None:
    async def both(*_: Any) -> list[TenantId]:
        return [georgia.id, alps.id]

    for name in QUEUES:
        monkeypatch.setattr(name, both)
    for tenant in (georgia, alps):
        media_store(settings).put(tenant.id, sha256(b"orphan").hexdigest(), b"orphan")
    for stored in settings.media_folder.rglob("*"):
        os.utime(stored, (0, 0))
    # The broken one is first once.
    monkeypatch.setattr("abano.jobs.registry.random.shuffle", list.sort)


@pytest.mark.parametrize("name", TASKS)
async def test_a_company_whose_data_is_broken_stops_nobody_elses_task(
    name: str, watched: WatchedDatabase, settings: Settings, georgia: Tenant, alps: Tenant
) -> None:
    context = TaskContext(watched, settings, FixedClock(NOW)).started(TASKS[name])
    await TASKS[name].run(context)
    assert watched.seen == {georgia.id, alps.id}
    for broken, other in ((georgia, alps), (alps, georgia)):
        watched.broken, watched.seen = broken.id, set()
        before = failures(name)
        with pytest.raises(TenantsFailed):
            await TASKS[name].run(context)
        assert watched.seen == {other.id}
        assert failures(name) == before + 1


async def test_a_statement_that_takes_too_long_stops_nobody_elses_task(
    watched: WatchedDatabase, settings: Settings, georgia: Tenant, alps: Tenant
) -> None:
    context = TaskContext(watched, settings, FixedClock(NOW)).started(TASKS["messages.remind"])
    # A cancelled statement is mapped to this error.
    watched.broken, watched.error = min(georgia.id, alps.id), DatabaseUnavailable()
    with pytest.raises(TenantsFailed):
        await TASKS["messages.remind"].run(context)
    assert watched.seen == {max(georgia.id, alps.id)}


async def test_a_database_that_is_away_ends_the_run_at_once(
    watched: WatchedDatabase, settings: Settings
) -> None:
    context = TaskContext(watched, settings, FixedClock(NOW)).started(TASKS["messages.remind"])
    tried: list[TenantId] = []

    async def work(tenant_id: TenantId) -> None:
        tried.append(tenant_id)
        await watched.close()
        raise DatabaseUnavailable

    with pytest.raises(DatabaseUnavailable):
        await context.for_each_tenant(work)
    assert len(tried) == 1


def failures(name: str) -> float:
    return REGISTRY.get_sample_value("abano_task_tenant_failures_total", {"task": name}) or 0.0


async def statements_of(database: Database, tenant: Tenant, work: Callable[[], Awaitable[None]]) -> int:
    """How many statements the work sends."""
    sent: list[str] = []

    def note(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    engine = (await database.cluster_of(tenant.id)).engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        await work()
    finally:
        event.remove(engine, "before_cursor_execute", note)
    return len(sent)


async def test_a_sweep_of_many_files_takes_as_many_statements_as_one_of_few(
    db: Database, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    context, store = TaskContext(db, settings, FixedClock(NOW)), media_store(settings)
    few = await statements_of(db, georgia, lambda: TASKS["media.sweep"].run(context))
    for number in range(40):
        store.put(georgia.id, sha256(b"%d" % number).hexdigest(), b"%d" % number)
    for stored in settings.media_folder.rglob("*"):
        os.utime(stored, (0, 0))
    assert await statements_of(db, georgia, lambda: TASKS["media.sweep"].run(context)) == few
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
        # Each from after the alert: there is nothing to tell.
        query_admin_sql(
            "insert into insight_subscriptions (tenant_id, id, admin_id, kind, query, created_by, created_at)"
            " select a.tenant_id, gen_random_uuid(), a.id, 'alerts', 'utmCampaign=' || n, a.id, %s"
            " from admins a, generate_series(1, %s) n where a.tenant_id = %s and a.role = 'owner'"
            " on conflict do nothing",
            NOW, subscriptions, georgia.id,
        )  # fmt: skip
        return await statements_of(db, georgia, lambda: tell_alerts(context, georgia))

    assert await asked(1) == await asked(30)
