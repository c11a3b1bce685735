"""Operators move a company between clusters in their console: asked for, watched, cancelled, and given up cleanly."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import psycopg
import pyotp
import pytest
from console_people import Person, signed_in_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import HOST, add, client_at, give_password
from product_fixtures import AdminSql, ClientFactory, SignIn
from running_stack import WAIT_SECONDS
from support_access import Helper, helper
from two_clusters import MOVER, counts, second_cluster, with_second

from abano.company.leaving import exports
from abano.company.leaving.repository import DeletionRepository
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.metrics import COMPANY_MOVES, COMPANY_MOVES_SILENT
from abano.db import engine
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.queue import JobQueue, run_task
from abano.jobs.registry import TaskContext
from abano.main import create_app
from abano.operators.console import companies, move_work
from abano.operators.console.database import OperatorDatabase
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.tenancy.clusters import copying
from abano.tenancy.clusters import move as moving
from abano.tenancy.clusters.replication import count_rows
from abano.tenancy.directory.tenant import Tenant
from abano.worker import cluster_tasks

pytestmark = pytest.mark.anyio
PATH = "/api/operator/companies/alps/move"
REASON = "The first cluster is full"
STAYS = {"tenant_domains"}
AWAY = "postgresql://owner@127.0.0.1:1/two"
[TASK] = cluster_tasks()
# The worker of the clusters, killed while it copies.
KILLED = """
import asyncio, sys, time
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db import engine
from abano.db.engine import Database
from abano.jobs.queue import JobQueue
from abano.jobs.registry import TaskContext
from abano.tenancy.clusters import move
from abano.worker import cluster_tasks

def hang(*_):
    print("copying", flush=True)
    time.sleep(3600)

async def main():
    settings = Settings.model_validate_json(sys.stdin.read())
    move._await_deliveries = hang
    move.REMEMBERED_SECONDS = 0.0
    db = Database(settings, in_background=True)
    await db.open()
    [task] = cluster_tasks()
    queue = JobQueue(TaskContext(db, settings, SystemClock()), [task])
    await queue.open()
    await queue.enqueue(task)
    await queue.work()

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    with second_cluster(tmp_path_factory.mktemp("second")) as server:
        yield server


@pytest.fixture
def both(
    settings: Settings, second: EmbeddedPostgres, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Settings]:
    empty_tables(query_admin_sql, "operators", "operator_attempts", "company_exports", "company_moves")
    query_admin_sql("delete from procrastinate_jobs")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)
    # Where a company is, is asked for each time.
    monkeypatch.setattr(moving, "REMEMBERED_SECONDS", 0.0)
    monkeypatch.setattr(engine, "REMEMBERED_SECONDS", 0.0)
    made = with_second(settings, second)
    yield Settings(**made.model_dump() | {"operator_host": HOST})
    moving.move_tenant(made, "alps", "home")


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
    db = Database(both, in_background=True)
    await db.open()
    yield TaskContext(db, both, clock)
    await db.close()


async def ask(operator: Helper, **change: str | bool) -> httpx.Response:
    operator.clock.move(seconds=31)
    code = pyotp.TOTP(operator.secret).at(operator.clock.now())
    body = {"target": "two", "reason": REASON, "slug": "alps", "code": code}
    return await operator.client.post(PATH, json=body | change)


async def shown(operator: Helper) -> dict[str, Any]:
    answer: dict[str, Any] = (await operator.client.get(PATH)).json()
    return answer


async def run(context: TaskContext, tenant: Tenant) -> None:
    """As the worker does."""
    await run_task(TASK, context, tenant.id)


async def noted(operator: Helper) -> list[tuple[str, dict[str, Any]]]:
    """The newest first."""
    listed = (await operator.client.get("/api/operator/audit-log")).json()["entries"]
    return [(each["action"], each["details"]) for each in listed if each["action"].startswith("company.")]


def filled(url: str, tenant_id: TenantId) -> set[str]:
    return {name for name, rows in counts(url, tenant_id).items() if rows}


async def test_a_company_is_moved_there_and_back(
    operator: Helper,
    console: FastAPI,
    context: TaskContext,
    settings: Settings,
    second: EmbeddedPostgres,
    alps: Tenant,
) -> None:
    before = await shown(operator)
    assert (before["cluster"], before["targets"], before["move"]) == ("home", ["two"], None)
    for change, field in (
        ({"slug": "georgia"}, "slug"),
        ({"target": "three"}, "target"),
        ({"target": "home"}, "target"),
        ({"reason": " "}, "reason"),
        ({"code": "000000"}, "code"),
    ):
        refused = await ask(operator, **change)
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, field), refused.text
    assert await noted(operator) == []

    asked = await ask(operator)
    assert asked.status_code == 202, asked.text
    assert asked.json()["move"]["state"] == "waiting"
    again = await ask(operator)
    assert (again.status_code, again.json()["error"]) == (409, "MoveUnderWay")
    assert await move_work.companies_to_move(context.db, context.clock.now()) == [alps.id]
    await run(context, alps)

    moved = await shown(operator)
    assert (moved["cluster"], moved["targets"]) == ("two", ["home"])
    move = moved["move"]
    assert (move["state"], move["error"], move["attempts"]) == ("done", "", 1)
    assert (move["step"], move["tablesDone"]) == ("removing", move["tables"])
    assert move["rowsCopied"] > 100
    assert filled(settings.database_url, alps.id) == STAYS
    listed = (await operator.client.get("/api/operator/companies")).json()["companies"]
    assert {each["slug"]: each["cluster"] for each in listed}["alps"] == "two"
    assert (await client_at(console, "alps.localhost").get("/api/site")).status_code == 200
    # Its owners read it in their log, which moved along.
    with psycopg.connect(second.url("two")) as conn:
        log = conn.execute(
            "select actor, after from audit_log where tenant_id = %s and action = 'company.move_requested'",
            (alps.id,),
        ).fetchall()
    assert log == [("operator", {"cluster": "two", "why": REASON})]

    assert (await ask(operator, target="home")).status_code == 202
    await run(context, alps)
    back = await shown(operator)
    assert (back["cluster"], back["move"]["state"]) == ("home", "done")
    assert filled(second.url("two"), alps.id) == set()
    actions = [action for action, _ in await noted(operator)]
    assert actions == [*["company.moved", "company.move_requested"] * 2]
    assert await move_work.companies_to_move(context.db, context.clock.now()) == []


def copy_until_killed(both: Settings) -> None:
    """A worker of its own that takes the job and is killed while it copies."""
    with subprocess.Popen(
        [sys.executable, "-c", KILLED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(both.model_dump_json())
        worker.stdin.close()
        try:
            assert worker.stdout.readline() == "copying\n"
        finally:
            worker.kill()


@pytest.mark.slow
async def test_a_killed_worker_leaves_the_move_to_the_next_one(
    operator: Helper,
    context: TaskContext,
    both: Settings,
    settings: Settings,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    assert (await ask(operator)).status_code == 202
    await asyncio.to_thread(copy_until_killed, both)
    running = (await shown(operator))["move"]
    assert (running["state"], running["step"], running["finishedAt"]) == ("running", "copying", None)
    # The company works on where it is.
    query_admin_sql("update tenant_settings set updated_at = now() where tenant_id = %s", alps.id)
    query_admin_sql("update procrastinate_workers set last_heartbeat = now() - interval '1 hour'")
    queue = JobQueue(context, [TASK])
    await queue.open()
    try:
        # Its job is the dead one's still.
        assert await queue.enqueue(TASK) == 0
        assert await queue.recover() == 1
        query_admin_sql("update procrastinate_jobs set scheduled_at = null")
        await queue.work_off()
    finally:
        await queue.close()
    move = (await shown(operator))["move"]
    assert (move["state"], move["attempts"]) == ("done", 2), move
    assert filled(settings.database_url, alps.id) == STAYS


@pytest.mark.slow
async def test_a_worker_that_always_dies_gives_up_and_leaves_no_copy(
    operator: Helper,
    context: TaskContext,
    second: EmbeddedPostgres,
    alps: Tenant,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (await ask(operator)).status_code == 202

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(moving, "_switch", die)
        move_work._attempt(context, alps.id, threading.Event())
    assert "cars" in filled(second.url("two"), alps.id)
    query_admin_sql("update company_moves set attempts = %s", move_work.MAX_ATTEMPTS)
    query_admin_sql("update tenants set moving_until = now() + interval '1 hour' where slug = 'alps'")
    await run(context, alps)
    ended = await shown(operator)
    assert (ended["cluster"], ended["move"]["state"]) == ("home", "failed")
    assert ended["move"]["error"] == move_work.ABANDONED
    assert filled(second.url("two"), alps.id) == set()
    assert query_admin_sql("select moving_until from tenants where slug = 'alps'") == [(None,)]
    assert (await noted(operator))[0][0] == "company.move_failed"
    # And once more.
    assert (await ask(operator)).status_code == 202
    await run(context, alps)
    assert (await shown(operator))["move"]["state"] == "done"


@pytest.mark.slow
async def test_a_worker_that_dies_at_the_switch_opens_the_company_at_the_next_attempt(
    operator: Helper, context: TaskContext, alps: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await ask(operator)).status_code == 202

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    # Both clusters refuse writes then.
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(moving, "_open", die)
        move_work._attempt(context, alps.id, threading.Event())
    await run(context, alps)
    moved = await shown(operator)
    assert (moved["cluster"], moved["move"]["state"]) == ("two", "done")


async def test_a_cluster_that_is_away_is_waited_for_then_given_up(
    operator: Helper, context: TaskContext, both: Settings, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    assert (await ask(operator)).status_code == 202
    two = both.clusters["two"].model_copy(update={"owner_url": AWAY, "moves_url": AWAY})
    away = TaskContext(context.db, Settings(**both.model_dump() | {"clusters": {"two": two}}), context.clock)
    with pytest.raises(psycopg.OperationalError):
        await run(away, alps)
    waiting = (await shown(operator))["move"]
    assert (waiting["state"], waiting["attempts"]) == ("running", 1)
    assert "onnection" in waiting["error"]
    query_admin_sql("update company_moves set attempts = %s", move_work.MAX_ATTEMPTS - 1)
    await run(away, alps)
    ended = await shown(operator)
    assert (ended["cluster"], ended["move"]["state"]) == ("home", "failed")
    assert "Rows may be left on two" in ended["move"]["error"]


async def test_an_obstacle_ends_the_move_with_what_to_do(
    operator: Helper, context: TaskContext, second: EmbeddedPostgres, alps: Tenant
) -> None:
    assert (await ask(operator)).status_code == 202
    with psycopg.connect(second.url("two"), autocommit=True) as conn:
        conn.execute(f"revoke set on parameter session_replication_role from {MOVER}")
        try:
            await run(context, alps)
        finally:
            conn.execute(f"grant set on parameter session_replication_role to {MOVER}")
    move = (await shown(operator))["move"]
    assert move["state"] == "failed"
    assert f"session_replication_role to {MOVER}`" in move["error"]


async def test_a_move_is_cancelled_before_and_while_it_copies(
    operator: Helper,
    context: TaskContext,
    second: EmbeddedPostgres,
    alps: Tenant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    none = await operator.client.post(f"{PATH}/cancel", json={})
    assert none.status_code == 409
    assert (await ask(operator)).status_code == 202
    waiting = await operator.client.post(f"{PATH}/cancel", json={})
    assert (waiting.status_code, waiting.json()["move"]["state"]) == (200, "cancelled")

    assert (await ask(operator)).status_code == 202
    monkeypatch.setattr(move_work, "SECONDS_BETWEEN_NOTES", 0.0)
    is_copying, may_go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait(*given: Any) -> Any:
        loop.call_soon_threadsafe(is_copying.set)
        may_go_on.wait(WAIT_SECONDS)
        return count_rows(*given)

    monkeypatch.setattr(copying, "count_rows", wait)
    task = asyncio.create_task(run(context, alps))
    await asyncio.wait_for(is_copying.wait(), WAIT_SECONDS)
    cancelled = await operator.client.post(f"{PATH}/cancel", json={})
    assert cancelled.json()["move"]["state"] == "running"
    assert cancelled.json()["move"]["cancelledBy"]
    may_go_on.set()
    await task
    ended = await shown(operator)
    assert (ended["cluster"], ended["move"]["state"]) == ("home", "cancelled")
    assert filled(second.url("two"), alps.id) == set()
    assert [action for action, _ in await noted(operator)][:2] == [
        "company.move_given_up",
        "company.move_cancelled",
    ]


async def test_a_move_excludes_exports_and_deletions(
    operator: Helper,
    context: TaskContext,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    data = "/api/operator/companies/alps/data"
    name = (await operator.client.get(data)).json()["companyName"]

    async def change(call: str) -> httpx.Response:
        operator.clock.move(seconds=31)
        code = pyotp.TOTP(operator.secret).at(operator.clock.now())
        body = {"reason": REASON, "companyName": name, "code": code}
        return await operator.client.post(f"{data}/{call}", json=body)

    assert (await change("exports")).status_code == 202
    refused = await ask(operator)
    assert (refused.status_code, refused.json()["code"]) == (409, "move_company_exported")
    await exports.work_on_exports(context, alps.id)
    assert (await change("deletion")).status_code == 201
    deleting = await ask(operator)
    assert (deleting.status_code, deleting.json()["code"]) == (409, "move_company_deleted")
    assert (await operator.client.post(f"{data}/deletion/undo", json={"reason": "No"})).status_code == 200

    assert (await ask(operator)).status_code == 202
    for call in ("exports", "deletion"):
        assert (await change(call)).json()["error"] == "MoveUnderWay"
    # The database refuses what a process that read before the move asks for.
    async with context.db.uow(alps.id) as uow:
        assert await DeletionRepository(uow).request("owner", 14) is None
    assert (await operator.client.post(f"{PATH}/cancel", json={})).status_code == 200


async def test_a_kept_way_back_is_ended_before_a_deletion_or_a_move_elsewhere(
    operator: Helper, context: TaskContext, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenants set way_back = 'three' where slug = 'alps'")
    ends_it = "`abano tenant move alps --to home`"
    refused = await ask(operator)
    assert (refused.status_code, refused.json()["code"]) == (409, "way_back_kept")
    assert ends_it in refused.json()["message"]
    data = "/api/operator/companies/alps/data"
    name = (await operator.client.get(data)).json()["companyName"]
    operator.clock.move(seconds=31)
    code = pyotp.TOTP(operator.secret).at(operator.clock.now())
    body = {"reason": REASON, "companyName": name, "code": code}
    refused = await operator.client.post(f"{data}/deletion", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "way_back_kept")
    assert await noted(operator) == []

    # Kept from the command line after the move was asked for. Giving up leaves it.
    query_admin_sql("update tenants set way_back = '' where slug = 'alps'")
    assert (await ask(operator)).status_code == 202
    query_admin_sql("update tenants set way_back = 'three' where slug = 'alps'")
    await run(context, alps)
    move = (await shown(operator))["move"]
    assert move["state"] == "failed"
    assert ends_it in move["error"]
    assert query_admin_sql("select way_back from tenants where slug = 'alps'") == [("three",)]
    query_admin_sql("update tenants set way_back = '' where slug = 'alps'")


async def test_a_way_back_is_kept_and_ended(
    operator: Helper, context: TaskContext, settings: Settings, second: EmbeddedPostgres, alps: Tenant
) -> None:
    nothing_to_end = await ask(operator, target="home")
    assert (nothing_to_end.status_code, nothing_to_end.json()["fields"][0]["field"]) == (422, "target")
    asked = await ask(operator, keepsWayBack=True)
    assert asked.status_code == 202, asked.text
    await run(context, alps)
    moved = await shown(operator)
    assert (moved["cluster"], moved["wayBack"], moved["targets"]) == ("two", "home", ["home"])
    assert (moved["move"]["state"], moved["move"]["keepsWayBack"]) == ("done", True)
    assert filled(settings.database_url, alps.id) - STAYS

    # What could be kept cannot be ended in one request.
    both = await ask(operator, target="two", keepsWayBack=True)
    assert (both.status_code, both.json()["fields"][0]["field"]) == (422, "target")
    asked = await ask(operator, target="two")
    assert asked.status_code == 202, asked.text
    await run(context, alps)
    ended = await shown(operator)
    assert (ended["cluster"], ended["wayBack"], ended["move"]["state"]) == ("two", "", "done")
    assert filled(settings.database_url, alps.id) == STAYS
    assert filled(second.url("two"), alps.id)
    assert (await noted(operator))[:2] == [
        ("company.way_back_ended", {"cluster": "two"}),
        ("company.way_back_end_requested", {"cluster": "home", "reason": REASON}),
    ]


async def test_a_way_back_that_cannot_be_ended_is_kept(
    operator: Helper,
    context: TaskContext,
    alps: Tenant,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query_admin_sql("update tenants set way_back = 'two' where slug = 'alps'")
    assert (await ask(operator, target="home")).status_code == 202

    def fail(*_: object, **__: object) -> None:
        raise psycopg.OperationalError("the cluster is away")

    monkeypatch.setattr(move_work, "move_tenant", fail)
    monkeypatch.setattr(move_work, "MAX_ATTEMPTS", 1)
    await run(context, alps)
    kept = await shown(operator)
    assert (kept["wayBack"], kept["move"]["state"], kept["move"]["error"]) == (
        "two",
        "failed",
        "the cluster is away",
    )
    assert (await noted(operator))[0] == (
        "company.way_back_kept",
        {"cluster": "home", "error": "the cluster is away"},
    )
    query_admin_sql("update tenants set way_back = '' where slug = 'alps'")


async def test_metrics_show_moves_that_wait_and_those_that_failed(
    operator: Helper, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    async def figures() -> dict[str, float]:
        await move_work.note_moves(context.db)
        found = {
            state: COMPANY_MOVES.labels(state)._value.get() for state in ("waiting", "running", "failed")
        }
        return found | {"minutes": COMPANY_MOVES_SILENT._value.get() // 60}

    assert await figures() == {"waiting": 0, "running": 0, "failed": 0, "minutes": 0}
    assert (await ask(operator)).status_code == 202
    query_admin_sql("update company_moves set requested_at = now() - interval '20 minutes'")
    assert await figures() == {"waiting": 1, "running": 0, "failed": 0, "minutes": 20}
    query_admin_sql("update company_moves set state = 'running', progress_at = now() - interval '5 minutes'")
    assert await figures() == {"waiting": 0, "running": 1, "failed": 0, "minutes": 5}
    query_admin_sql("update company_moves set state = 'failed', finished_at = now()")
    assert await figures() == {"waiting": 0, "running": 0, "failed": 1, "minutes": 0}
    # One that was tried again.
    assert (await ask(operator)).status_code == 202
    query_admin_sql(
        "update company_moves set requested_at = now() + interval '1 minute' where state = 'waiting'"
    )
    assert (await figures())["failed"] == 0


async def test_only_operators_with_both_factors_reach_it(
    console: FastAPI,
    operator_db: OperatorDatabase,
    operator: Helper,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    owner: Person = await signed_in_person(db, alps, "owner", client_of, sign_in)
    await add(operator_db, "half@example.com")
    half = client_at(console)
    await give_password(half, "half@example.com")
    body = {"target": "two", "reason": REASON, "slug": "alps", "code": "000000"}
    for method, call in (("GET", ""), ("POST", ""), ("POST", "/cancel")):
        for client in (client_at(console), half):
            assert (await client.request(method, f"{PATH}{call}", json=body)).status_code == 401
        for client in (client_at(console, "alps.localhost"), owner.client):
            assert (await client.request(method, f"{PATH}{call}", json=body)).status_code == 404
    assert query_admin_sql("select count(*) from company_moves") == [(0,)]


async def test_with_one_cluster_there_is_nowhere_to_move(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts", "company_moves")
    operator = await helper(operator_app, operator_db, clock)
    assert (await shown(operator))["targets"] == []
    refused = await ask(operator)
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "target")


async def test_the_applications_role_cannot_ask_for_a_move(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        conn.execute("set role abano_app")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            conn.execute("update company_moves set target = 'two'")
