"""Companies on another cluster: their plans, announcements to their owners, and their deletion."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pyotp
import pytest
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import HOST, client_at
from product_fixtures import AdminSql
from support_access import Helper, helper
from two_clusters import OWNER, counts, second_cluster, with_second

from abano.company.leaving import notices
from abano.company.leaving.operator import delete_tenant
from abano.company.leaving.repository import DeletionRepository
from abano.company.leaving.service import carry_out, load_deletion
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.db import engine
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.jobs.queue import JobQueue, run_task
from abano.jobs.registry import TaskContext
from abano.main import create_app
from abano.messaging.outbox.layout import Text
from abano.operators.console import companies
from abano.operators.console.database import OperatorDatabase
from abano.operators.console.tasks import deliver_announcements, tenants_with_announcements
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.tenancy.clusters import move as moving
from abano.tenancy.clusters.clusters import PlanCopies, connected
from abano.tenancy.clusters.move import move_tenant
from abano.worker import all_tasks

pytestmark = pytest.mark.anyio
DATA = "/api/operator/companies/alps/data"
ANNOUNCEMENTS = "/api/operator/announcements"
DELETE = next(task for task in all_tasks() if task.name == "company.delete")
LIMITS = "select measure, soft_limit, hard_limit from plan_limits order by 1"
OWNERS = "select email from admins where tenant_id = %s and role = 'owner' and disabled_at is null"
IS_CLOSED = "select deletes_at is not null from tenants where id = %s"


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    with second_cluster(tmp_path_factory.mktemp("second")) as server:
        yield server


@pytest.fixture
def both(
    settings: Settings, second: EmbeddedPostgres, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """With alps on the second cluster."""
    empty_tables(query_admin_sql, "operators", "operator_attempts", "company_moves")
    empty_tables(query_admin_sql, "announcement_companies", "announcement_deliveries")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)
    monkeypatch.setattr(moving, "REMEMBERED_SECONDS", 0.0)
    monkeypatch.setattr(engine, "REMEMBERED_SECONDS", 0.0)
    made = with_second(settings, second)
    move_tenant(made, "alps", "two")
    return Settings(**made.model_dump() | {"operator_host": HOST})


@pytest.fixture
def company(query_admin_sql: AdminSql) -> TenantId:
    """Alps."""
    [(company_id,)] = query_admin_sql("select id from tenants where slug = 'alps'")
    return tenant_id_from_database(company_id)


@pytest.fixture
async def console(both: Settings, clock: FixedClock) -> AsyncIterator[FastAPI]:
    application = create_app(both, clock=clock)
    async with application.router.lifespan_context(application):
        yield application


@pytest.fixture
async def operator(console: FastAPI, operator_db: OperatorDatabase, clock: FixedClock) -> Helper:
    return await helper(console, operator_db, clock)


@pytest.fixture
async def context(both: Settings, clock: FixedClock) -> AsyncIterator[TaskContext]:
    """Of the first cluster's worker."""
    db = Database(both, in_background=True)
    await db.open()
    yield TaskContext(db, both, clock)
    await db.close()


@pytest.fixture
async def context_there(
    both: Settings, second: EmbeddedPostgres, clock: FixedClock
) -> AsyncIterator[TaskContext]:
    """Of the second cluster's worker, which is configured as if alone."""
    urls = dict.fromkeys(("database_app_url", "database_reporting_url", "database_operator_url"), "")
    urls["database_url"] = second.url("two", user=OWNER)
    alone = Settings(**both.model_dump() | {"clusters": {}, "operator_host": ""} | urls)
    db = Database(alone, in_background=True)
    await db.open()
    yield TaskContext(db, alone, clock)
    await db.close()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Text]:
    """What was sent to owners about the deletion."""
    sent: list[Text] = []

    async def note(_settings: Settings, texts: Sequence[Text]) -> None:
        sent.extend(texts)

    monkeypatch.setattr(notices, "send", note)
    return sent


def there(second: EmbeddedPostgres, query: str, *values: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(second.url("two")) as conn:
        found = conn.execute(query.encode(), values)
        return found.fetchall() if found.description else []


async def ask(operator: Helper, url: str, body: dict[str, object]) -> httpx.Response:
    operator.clock.move(seconds=31)
    code = pyotp.TOTP(operator.secret).at(operator.clock.now())
    return await operator.client.post(url, json=body | {"code": code})


async def test_plans_are_copied_when_they_change(
    both: Settings, second: EmbeddedPostgres, query_admin_sql: AdminSql
) -> None:
    copies = PlanCopies(both)
    assert copies.copy() == ["two"]
    assert copies.copy() == []
    plan = uuid4()
    query_admin_sql("insert into plans (id, name) values (%s, 'Small')", plan)
    query_admin_sql("insert into plan_limits values (%s, 'vehicles', 8, 10)", plan)
    assert copies.copy() == ["two"]
    query_admin_sql("update tenants set plan_id = %s where slug = 'alps'", plan)
    assert copies.copy() == ["two"]
    assert there(second, LIMITS) == [("vehicles", 8, 10)]
    assert there(second, "select plan_id from tenants where slug = 'alps'") == [(plan,)]
    # One that is away is tried again.
    query_admin_sql("update plan_limits set hard_limit = 20")
    two = both.clusters["two"]
    both.clusters["two"] = two.model_copy(update={"owner_url": "postgresql://owner@127.0.0.1:1/two"})
    assert copies.copy() == []
    both.clusters["two"] = two
    assert copies.copy() == ["two"]
    assert there(second, LIMITS) == [("vehicles", 8, 20)]
    query_admin_sql("update tenants set plan_id = '00000000-0000-0000-0000-000000000001'")
    query_admin_sql("delete from plans where id = %s", plan)


async def test_owners_there_get_an_announcement_once(
    operator: Helper,
    context: TaskContext,
    second: EmbeddedPostgres,
    company: TenantId,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = (await operator.client.get(f"{ANNOUNCEMENTS}/recipients")).json()
    everyone = query_admin_sql("select count(*) from tenants")[0][0]
    assert (counted["companies"], counted["elsewhere"], counted["leftOut"]) == (everyone, 1, 0)
    body: dict[str, object] = {"id": str(uuid4()), "subject": "Maintenance", "body": "On Sunday."}
    assert (await ask(operator, ANNOUNCEMENTS, body)).status_code == 201
    assert company in await tenants_with_announcements(context.db, context.clock.now())
    # The worker is killed after it wrote the emails there, before it is noted in the directory.
    begin = Database.without_tenant
    calls = 0

    def die(self: Database) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return begin(self)

    # A placement is read without a tenant, too: not counted.
    monkeypatch.setattr(engine, "REMEMBERED_SECONDS", 60.0)
    await context.db.cluster_of(company)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Database, "without_tenant", die)
        await deliver_announcements(context, company)
    for _ in range(2):
        await deliver_announcements(context, company)
    emails = (
        "select payload ->> 'to' from outbox_messages where kind = 'operator.announcement' and tenant_id = %s"
    )
    owners = sorted(there(second, OWNERS, company))
    assert owners
    assert sorted(there(second, emails, company)) == owners
    there(second, "update outbox_messages set sent_at = now() where kind = 'operator.announcement'")
    operator.clock.move(minutes=1)
    await deliver_announcements(context, company)
    listed = (await operator.client.get(ANNOUNCEMENTS)).json()["announcements"][0]
    assert (listed["emails"], listed["sent"]) == (len(owners), len(owners))
    assert company not in await tenants_with_announcements(context.db, context.clock.now())


@pytest.mark.usefixtures("both")
async def test_a_worker_that_does_not_know_the_cluster_touches_nothing(
    settings: Settings, company: TenantId, clock: FixedClock
) -> None:
    db = Database(settings, in_background=True)
    await db.open()
    try:
        with pytest.raises(DatabaseUnavailable):
            await run_task(DELETE, TaskContext(db, settings, clock), company)
    finally:
        await db.close()


async def test_a_deletion_closes_it_on_both_clusters_and_is_undone_on_both(
    operator: Helper,
    console: FastAPI,
    context: TaskContext,
    context_there: TaskContext,
    second: EmbeddedPostgres,
    company: TenantId,
    query_admin_sql: AdminSql,
    told: list[Text],
) -> None:
    name = (await operator.client.get(DATA)).json()["companyName"]
    site = client_at(console, "alps.localhost")
    asked = await ask(operator, f"{DATA}/deletion", {"companyName": name, "reason": "They asked"})
    assert asked.status_code == 201, asked.text
    assert (await site.get("/api/site")).status_code == 410
    assert query_admin_sql(IS_CLOSED, company) == [(True,)]
    assert there(second, IS_CLOSED, company) == [(True,)]
    # The other cluster's worker leaves it to the first one's, which tells each owner once.
    await carry_out(context_there, company)
    assert told == []
    for _ in range(2):
        await carry_out(context, company)
    assert len(told) == len(there(second, OWNERS, company))
    kept = await operator.client.post(f"{DATA}/deletion/undo", json={"reason": "A mistake"})
    assert (kept.status_code, kept.json()["deletesAt"]) == (200, None), kept.text
    assert there(second, IS_CLOSED, company) == [(False,)]
    assert (await site.get("/api/site")).status_code == 200
    log = there(
        second,
        "select action, after ->> 'why' from audit_log"
        " where tenant_id = %s and action like 'company.deletion%%' order by id",
        company,
    )
    assert log[-2:] == [
        ("company.deletion_requested", "They asked"),
        ("company.deletion_undone", "A mistake"),
    ]


async def test_a_cluster_that_was_asked_later_keeps_the_company_for_the_whole_time(
    both: Settings, context: TaskContext, second: EmbeddedPostgres, company: TenantId, told: list[Text]
) -> None:
    """It was away when the deletion was asked for."""
    async with context.db.directory_uow(company) as uow:
        assert await DeletionRepository(uow).request("operator", 14) is not None
    with connected(both.database_url) as conn:
        conn.execute("update tenants set deletes_at = now() where id = %s", (company,))
    await carry_out(context, company)
    kept = there(second, "select deletes_at > now() + interval '13 days' from tenants where slug = 'alps'")
    assert kept == [(True,)]
    assert counts(second.url("two"), company)["cars"] > 0
    deletion = await load_deletion(context.db, company)
    assert deletion is not None
    assert deletion.began_at is None
    for transaction in (context.db.directory_uow, context.db.uow):
        async with transaction(company) as uow:
            assert await DeletionRepository(uow).undo()
    assert told == []


async def test_everything_is_deleted_there_and_the_tombstones_stay(
    both: Settings,
    context: TaskContext,
    second: EmbeddedPostgres,
    settings: Settings,
    company: TenantId,
    query_admin_sql: AdminSql,
    told: list[Text],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = sum(counts(second.url("two"), company).values())
    assert before > 100
    await delete_tenant(both, "alps", at_once=True, confirmed="alps")
    queue = JobQueue(context, [DELETE])
    await queue.open()
    try:
        assert await queue.enqueue(DELETE) == 1
    finally:
        await queue.close()
    finish = DeletionRepository.finish

    async def die(self: DeletionRepository, files: int, elsewhere: Any = None) -> bool:
        if elsewhere is not None:
            raise KeyboardInterrupt
        return await finish(self, files)

    # The worker is killed when it is done there, before the directory.
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(DeletionRepository, "finish", die)
        await carry_out(context, company)
    assert there(second, "select count(*) from tenants where id = %s", company) == [(0,)]
    await run_task(DELETE, context, company)
    assert set(counts(second.url("two"), company).values()) == {0}
    assert set(counts(settings.database_url, company).values()) == {0}
    assert query_admin_sql("select count(*) from tenants where id = %s", company) == [(0,)]
    tombstone = (
        "select removed_at is not null, owners = '[]', (select sum(value::bigint)::integer"
        " from jsonb_each_text(removed) where key <> 'files') from tenant_deletions where id = %s"
    )
    [(is_removed, is_empty, rows)] = query_admin_sql(tombstone, company)
    assert (is_removed, is_empty) == (True, True)
    assert rows >= before
    assert there(second, tombstone, company)[0][0] is True
    assert told
    # Again, nothing happens.
    await carry_out(context, company)
