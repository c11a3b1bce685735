"""A company in its grace period: closed to visitors, usable for its owner, silent, and kept whole if it is undone."""

import asyncio
from email import message_from_bytes, policy
from typing import Any

import httpx
import psycopg
import pytest
from console_people import PASSWORD, Person, signed_in_person
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory, SignIn
from table_contents import contents

from abano.company.leaving.service import carry_out
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.queue import run_task
from abano.jobs.registry import Task, TaskContext
from abano.messaging.outbox.transport import DeliveryFailed
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/company-data"
CLOSING = f"{URL}/deletion"


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


@pytest.fixture
async def owner(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "owner", client_of, sign_in)


@pytest.fixture(autouse=True)
def kept(query_admin_sql: AdminSql) -> Any:
    yield
    query_admin_sql("update tenants set deletes_at = null, is_being_removed = false")
    query_admin_sql("delete from tenant_deletions")


def body(tenant: Tenant, **changed: str) -> dict[str, str]:
    return {"companyName": tenant.name, "currentPassword": PASSWORD} | changed


def mails(settings: Settings) -> list[Any]:
    folder = settings.data_dir / "mail"
    return [
        message_from_bytes(each.read_bytes(), policy=policy.default) for each in sorted(folder.glob("*.eml"))
    ]


async def test_only_an_owner_with_name_and_password_closes(
    owner: Person,
    georgia: Tenant,
    db: Database,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    manager = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    stranger = client_of("localhost")
    for method, url in (("GET", URL), ("POST", CLOSING), ("DELETE", CLOSING)):
        sent = body(georgia) if method == "POST" else None
        assert (await manager.client.request(method, url, json=sent)).status_code == 403
        assert (await stranger.request(method, url, json=sent)).status_code == 401
    for changed in (
        {"companyName": "Other"},
        {"currentPassword": "wrong wrong"},
        {"companyName": "x" * 100_000},
    ):
        answer = await owner.client.post(CLOSING, json=body(georgia, **changed))
        assert answer.status_code in {413, 422}, changed
        if answer.status_code == 422:
            assert next(iter(changed)) in answer.text
    assert (await owner.client.delete(CLOSING)).status_code == 409
    assert query_admin_sql("select count(*) from tenants where deletes_at is not null") == [(0,)]


async def test_it_closes_for_visitors_and_stays_open_for_the_team(
    owner: Person,
    georgia: Tenant,
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    context: TaskContext,
) -> None:
    assert (await client.get("/api/site")).status_code == 200
    asked = await owner.client.post(CLOSING, json=body(georgia))
    assert asked.status_code == 201, asked.text
    again = await owner.client.post(CLOSING, json=body(georgia))
    assert again.json()["deletesAt"] == asked.json()["deletesAt"]
    for path in ("/api/site", "/api/quiz/definition", "/api/v1/openapi.json", "/robots.txt"):
        assert (await client.get(path)).status_code == 410, path
    page = await client.get("/", headers={"accept-language": "de"})
    assert page.status_code == 410
    assert page.headers["x-robots-tag"] == "noindex"
    assert (await alps_client.get("/api/site")).status_code == 200
    me = (await owner.client.get("/api/admin/me")).json()
    assert me["tenant"]["deletesAt"] == asked.json()["deletesAt"]
    assert (await owner.client.get("/api/admin/bookings")).status_code == 200
    # Background tasks rest, but for the deletion.
    ran: list[str] = []

    async def note(_context: TaskContext, tenant_id: object) -> None:
        ran.append(str(tenant_id))

    await run_task(Task("a.task", 60, note), context, georgia.id)
    assert ran == []
    await run_task(Task("a.task", 60, note, while_closing=True), context, georgia.id)
    assert ran == [str(georgia.id)]


async def test_undone_everything_is_as_before(
    owner: Person, georgia: Tenant, client: httpx.AsyncClient, database_url: str, context: TaskContext
) -> None:
    before = contents(database_url)
    await owner.client.post(CLOSING, json=body(georgia))
    await carry_out(context, georgia.id)
    assert (await owner.client.delete(CLOSING)).status_code == 200
    assert (await client.get("/api/site")).status_code == 200
    after = contents(database_url)
    # What was done is in the log, and the password was asked for.
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"audit_log", "sign_in_failures", "admin_sessions", "public_write_counts"}


async def test_owners_are_told_when_it_was_asked_for_and_before_it_is_due(
    owner: Person, georgia: Tenant, settings: Settings, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    await owner.client.post(CLOSING, json=body(georgia))
    for _ in range(2):
        await carry_out(context, georgia.id)
    told = mails(settings)
    assert [each for each in told if owner.email in each["To"]]
    assert all("/admin/settings/your-data" in each.get_body(("plain",)).get_content() for each in told)
    query_admin_sql("update tenants set deletes_at = now() + interval '2 days' where deletes_at is not null")
    for _ in range(2):
        await carry_out(context, georgia.id)
    assert len(mails(settings)) == 2 * len(told)


async def test_mail_that_is_away_is_tried_again(
    owner: Person,
    georgia: Tenant,
    settings: Settings,
    context: TaskContext,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await owner.client.post(CLOSING, json=body(georgia))

    async def away(*_: object) -> None:
        raise DeliveryFailed("Mail server: away")

    with monkeypatch.context() as patched:
        patched.setattr("abano.company.leaving.notices.send", away)
        with pytest.raises(DeliveryFailed):
            await carry_out(context, georgia.id)
    assert mails(settings) == []
    await carry_out(context, georgia.id)
    assert mails(settings)


async def test_undo_and_removal_exclude_each_other(
    owner: Person, georgia: Tenant, db: Database, query_admin_sql: AdminSql, database_url: str
) -> None:
    await owner.client.post(CLOSING, json=body(georgia))
    due = "update tenants set deletes_at = now() - interval '1 second' where deletes_at is not null"
    query_admin_sql(due)
    app = "set role abano_app"
    enter = f"select set_config('abano.tenant_id', '{georgia.id}', false)"
    with psycopg.connect(database_url) as undoing, psycopg.connect(database_url) as removing:
        for conn in (undoing, removing):
            conn.execute(app)
            conn.execute(enter)
        assert undoing.execute("select undo_tenant_deletion()").fetchone() == (True,)
        # The removal waits for the undo, and then finds nothing to do.
        began = asyncio.to_thread(lambda: removing.execute("select begin_tenant_removal('[]')").fetchone())
        waiting = asyncio.create_task(began)
        blocked = "select 1 from pg_stat_activity where pid = %s and wait_event_type = 'Lock'"
        while not query_admin_sql(blocked, removing.info.backend_pid):  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.01)
        undoing.commit()
        assert await waiting == (False,)
    await owner.client.post(CLOSING, json=body(georgia))
    query_admin_sql(due)
    with psycopg.connect(database_url) as conn:
        conn.execute(app)
        conn.execute(enter)
        assert conn.execute("select begin_tenant_removal('[]')").fetchone() == (True,)
        assert conn.execute("select undo_tenant_deletion()").fetchone() == (False,)
        conn.rollback()


async def test_the_application_role_removes_nothing_before_its_time(
    owner: Person, georgia: Tenant, alps: Tenant, database_url: str
) -> None:
    await owner.client.post(CLOSING, json=body(georgia))
    for tenant in (georgia, alps):
        for call in (
            "remove_tenant_rows('bookings', 10)",
            "finish_tenant_removal(0)",
            "request_tenant_deletion('owner', 0)",
        ):
            with psycopg.connect(database_url) as conn:
                conn.execute("set role abano_app")
                conn.execute("select set_config('abano.tenant_id', %s, false)", (str(tenant.id),))
                assert conn.execute("select begin_tenant_removal('[]')").fetchone() == (False,)
                with pytest.raises(psycopg.Error):
                    conn.execute(f"select {call}".encode())
    for change in (
        "delete from tenants",
        "update tenants set deletes_at = now()",
        "delete from tenant_deletions",
    ):
        with psycopg.connect(database_url) as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
            conn.execute("set role abano_app")
            conn.execute(change.encode())


async def test_no_one_else_writes_once_the_removal_began(
    owner: Person,
    georgia: Tenant,
    db: Database,
    query_admin_sql: AdminSql,
    client: httpx.AsyncClient,
    app: FastAPI,
) -> None:
    await owner.client.post(CLOSING, json=body(georgia))
    query_admin_sql("update tenants set is_being_removed = true where deletes_at is not null")
    app.state.tenants.clear()
    assert (await owner.client.get("/api/admin/me")).status_code == 404
    assert (await client.get("/")).status_code == 404
    from sqlalchemy import text  # noqa: PLC0415

    from abano.core.errors import DatabaseUnavailable  # noqa: PLC0415

    with pytest.raises(DatabaseUnavailable):
        async with db.uow(georgia.id) as uow:
            await uow.session.execute(text("update tenant_settings set is_open = false"))
