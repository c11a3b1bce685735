"""An operator writes to the owners of all companies or of a plan: once, through the outbox, and counted."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pyotp
import pytest
from background_tasks import run_for_all
from console_people import add_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from fastapi.routing import APIRoute
from operator_console import EMAIL, add, client_at, give_password
from product_fixtures import AdminSql
from support_access import Helper, helper

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.operators.console.announcement_endpoints import router
from abano.operators.console.database import OperatorDatabase
from abano.operators.console.tasks import deliver_announcements, tenants_with_announcements
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PATH = "/api/operator/announcements"
BODY = "Dear owners,\n\nwe update everything on Sunday.\n\n  – 02:00 to 03:00 UTC\n\nYour operator"
CALLS = (("GET", ""), ("GET", "/recipients"), ("POST", ""))


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql) -> Iterator[None]:
    def clean() -> None:
        empty_tables(
            query_admin_sql,
            "operators",
            "operator_attempts",
            "announcement_companies",
            "announcement_deliveries",
        )
        query_admin_sql("delete from outbox_messages where kind = 'operator.announcement'")
        query_admin_sql("update tenants set deletes_at = null")

    clean()
    yield
    clean()


@pytest.fixture
async def operator(operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock) -> Helper:
    return await helper(operator_app, operator_db, clock)


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def send(operator: Helper, **change: object) -> httpx.Response:
    """With a new code each time: a code is accepted once."""
    operator.clock.move(seconds=31)
    code = pyotp.TOTP(operator.secret).at(operator.clock.now())
    body = {"id": str(uuid4()), "subject": "Maintenance", "body": BODY, "planId": None, "code": code}
    return await operator.client.post(PATH, json=body | change)


async def newest(operator: Helper) -> dict[str, Any]:
    found: dict[str, Any] = (await operator.client.get(PATH)).json()["announcements"][0]
    return found


def emails(query_admin_sql: AdminSql) -> list[tuple[str, str, str]]:
    rows = query_admin_sql(
        "select payload ->> 'to', payload ->> 'subject', payload ->> 'body' from outbox_messages"
        " where kind = 'operator.announcement' order by 1"
    )
    return [(str(to), str(subject), str(body)) for to, subject, body in rows]


def owners(query_admin_sql: AdminSql, slug: str = "%") -> list[str]:
    rows = query_admin_sql(
        "select email from admins a join tenants t on t.id = a.tenant_id"
        " where role = 'owner' and disabled_at is null and slug like %s order by 1",
        slug,
    )
    return [row[0] for row in rows]


async def test_each_owner_gets_one_email_as_it_was_written(
    operator: Helper, db: Database, alps: Tenant, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    await add_person(db, alps, "owner")
    _, manager = await add_person(db, alps, "manager")
    counted = (await operator.client.get(f"{PATH}/recipients")).json()
    everyone = owners(query_admin_sql)
    assert (counted["companies"], counted["owners"], counted["leftOut"]) == (
        query_admin_sql("select count(*) from tenants")[0][0],
        len(everyone),
        0,
    )
    sent = await send(operator, subject=" Maintenance\n on  Sunday ", body=BODY.replace("\n", "\r\n") + "\n")
    assert sent.status_code == 201, sent.text
    waiting = sent.json()["announcements"][0]
    assert (waiting["waiting"], waiting["emails"], waiting["operator"]) == (counted["companies"], 0, EMAIL)
    assert set(await tenants_with_announcements(context.db, context.clock.now())) >= {alps.id}
    for _ in range(2):
        await run_for_all(deliver_announcements, context)
    written = emails(query_admin_sql)
    assert written == [(email, "Maintenance on Sunday", BODY) for email in everyone]
    assert manager not in {email for email, _, _ in written}
    # What became of them is counted until all are sent or failed.
    query_admin_sql(
        "update outbox_messages set sent_at = now() where kind = 'operator.announcement' and payload ->> 'to' <> %s",
        everyone[0],
    )
    operator.clock.move(minutes=1)
    await run_for_all(deliver_announcements, context)
    listed = await newest(operator)
    assert (listed["emails"], listed["sent"], listed["failed"]) == (len(everyone), len(everyone) - 1, 0)
    query_admin_sql(
        "update outbox_messages set dead_at = now() where kind = 'operator.announcement' and sent_at is null"
    )
    operator.clock.move(minutes=30)
    await run_for_all(deliver_announcements, context)
    listed = await newest(operator)
    assert (listed["sent"], listed["failed"], listed["waiting"]) == (len(everyone) - 1, 1, 0)
    assert await tenants_with_announcements(context.db, context.clock.now()) == []
    entries = (await operator.client.get("/api/operator/audit-log")).json()["entries"]
    newest_entry = entries[0]
    assert (newest_entry["action"], newest_entry["subject"]) == ("announcement.sent", "Maintenance on Sunday")
    assert newest_entry["details"] == {"plan": "all", "companies": counted["companies"]}


async def test_the_same_announcement_is_sent_once(
    operator: Helper, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    number = str(uuid4())
    for _ in range(2):
        assert (await send(operator, id=number)).status_code == 201
        await run_for_all(deliver_announcements, context)
    assert len(emails(query_admin_sql)) == len(owners(query_admin_sql))
    other = await send(operator, id=number, body="Another text")
    assert other.status_code == 409
    assert len((await operator.client.get(PATH)).json()["announcements"]) == 1
    entries = (await operator.client.get("/api/operator/audit-log")).json()["entries"]
    assert [each["action"] for each in entries].count("announcement.sent") == 1


async def test_a_plan_and_companies_that_leave(
    operator: Helper, alps: Tenant, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    made = await operator.client.post("/api/operator/plans", json={"name": "Alpine", "limits": {}})
    plan = made.json()["planId"]
    no_one = await send(operator, planId=plan)
    assert (no_one.status_code, no_one.json()["message"]) == (409, "No company gets this announcement.")
    await operator.client.post("/api/operator/companies/alps/plan", json={"planId": plan})
    try:
        assert (await send(operator, planId=plan)).status_code == 201
        await run_for_all(deliver_announcements, context)
        assert [email for email, _, _ in emails(query_admin_sql)] == owners(query_admin_sql, "alps")
        assert (await newest(operator))["plan"] == "Alpine"
        query_admin_sql("update tenants set deletes_at = now() + interval '14 days' where id = %s", alps.id)
        counted = (await operator.client.get(f"{PATH}/recipients", params={"plan_id": plan})).json()
        assert (counted["companies"], counted["owners"], counted["leftOut"]) == (0, 0, 1)
    finally:
        query_admin_sql("update tenants set plan_id = '00000000-0000-0000-0000-000000000001'")
        query_admin_sql("delete from plans where name = 'Alpine'")
    assert (await send(operator, planId=str(uuid4()))).status_code == 404


async def test_bad_texts_name_the_field_and_send_nothing(operator: Helper, query_admin_sql: AdminSql) -> None:
    for change, field in (
        ({"subject": " "}, "subject"),
        ({"subject": "x" * 151}, "subject"),
        ({"body": " \n "}, "body"),
        ({"body": "x" * 5_001}, "body"),
        ({"id": "one"}, "id"),
        ({"code": "000000"}, "code"),
    ):
        refused = await send(operator, **change)
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, field)
    assert query_admin_sql("select count(*) from announcement_companies") == [(0,)]


async def test_only_operators_with_both_factors_reach_it(
    operator_app: FastAPI, operator_db: OperatorDatabase
) -> None:
    routes = {
        (method, route.path.removeprefix(PATH))
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert routes == set(CALLS)
    await add(operator_db, "half@example.com")
    half = client_at(operator_app)
    await give_password(half, "half@example.com")
    body = {"id": str(uuid4()), "subject": "x", "body": "x", "code": "000000"}
    for method, call in CALLS:
        for client, status in (
            (client_at(operator_app), 401),
            (half, 401),
            (client_at(operator_app, "alps.localhost"), 404),
        ):
            assert (await client.request(method, f"{PATH}{call}", json=body)).status_code == status


@pytest.mark.parametrize(
    "statement",
    [
        "select email_ids from announcement_deliveries",
        "update announcement_companies set sent = 1",
        "delete from announcement_companies",
        "delete from announcements",
        "update announcements set body = 'x'",
        "insert into outbox_messages (tenant_id) values (gen_random_uuid())",
    ],
)
def test_the_operators_role_only_adds(sign_ins: dict[str, str], statement: str) -> None:
    with (
        psycopg.connect(sign_ins["database_operator_url"]) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        conn.execute(statement.encode())
