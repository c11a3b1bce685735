"""Usage by day: every measure is what a plain count says, counted again it is the same; owners are warned once."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer
from background_tasks import run_for_all
from console_people import add_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from fleet_steps import add_vehicle
from plan_steps import give_plan, take_plans
from product_fixtures import NOW, AdminSql

from abano.company.usage.tasks import count
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.kinds import PlanLimitWarning
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.plans.rules import MEASURES, recount_from

pytestmark = pytest.mark.anyio
TODAY = NOW.date()
DAYS = "select measure, day, value::int, over_limit::int from usage_days where tenant_id = %s order by 1, 2"
WARNINGS = (
    "select payload from outbox_messages where tenant_id = %s and kind = 'plan.limit_warning' order by id"
)
# Without our SQL: from the rows themselves.
PLAIN: dict[str, str] = {
    "vehicles": "select count(*) from vehicles where tenant_id = %s and state in ('in_service', 'out_of_service')",
    "staff": "select count(*) - count(disabled_at) from admins where tenant_id = %s",
    "storage_bytes": "select coalesce(sum(bytes), 0) from media_files where tenant_id = %s",
    "domains": "select count(requested_by) from domain_checks where tenant_id = %s",
}


@pytest.fixture(autouse=True)
def _nothing_counted(query_admin_sql: AdminSql) -> None:
    take_plans(query_admin_sql)
    empty_tables(query_admin_sql, "outbox_messages")
    query_admin_sql("delete from quiz_sessions where session_id like 'counted_%%'")


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


def add_sessions(query_admin_sql: AdminSql, tenant: Tenant, number: int, days_ago: int = 0) -> None:
    for _ in range(number):
        moment = NOW - timedelta(days=days_ago, hours=1)
        query_admin_sql(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
            " values (%s, %s, 'v1', %s, %s)",
            tenant.id, f"counted_{uuid4().hex}", moment, moment,
        )  # fmt: skip


def add_emails(
    query_admin_sql: AdminSql, tenant: Tenant, number: int, days_ago: int = 0, **columns: Any
) -> None:
    values = {"kind": "messages.test", "outcome": None, "last_error": None} | columns
    for _ in range(number):
        sent_at = NOW - timedelta(days=days_ago)
        query_admin_sql(
            "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at, attempts, sent_at,"
            " outcome, last_error) values (%s, %s, %s, '{}', %s, %s, 1, %s, %s, %s)",
            tenant.id, new_id(), values["kind"], sent_at, sent_at, sent_at, values["outcome"], values["last_error"],
        )  # fmt: skip


def days_of(query_admin_sql: AdminSql, tenant: Tenant) -> dict[tuple[str, Any], tuple[int, int]]:
    return {(measure, day): (value, over) for measure, day, value, over in query_admin_sql(DAYS, tenant.id)}


async def test_every_measure_is_what_a_plain_count_says(
    app: FastAPI,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    sold = add_vehicle(query_admin_sql, georgia, "SOLD-1")
    query_admin_sql("update vehicles set state = 'sold' where id = %s", sold)
    person, _ = await add_person(context.db, georgia, "desk")
    query_admin_sql("update admins set disabled_at = now() where id = %s", person)
    assert (await owner_client.post("/api/admin/domains", json={"host": "counted.example.com"})).is_success
    add_emails(query_admin_sql, georgia, 3)
    add_emails(query_admin_sql, georgia, 2, days_ago=1)
    # No emails: a copy for the chat, one that was not sent after all, and a failed test.
    add_emails(query_admin_sql, georgia, 1, kind="chat:booking.created")
    add_emails(query_admin_sql, georgia, 1, outcome="skipped")
    add_emails(query_admin_sql, georgia, 1, last_error="down")
    add_emails(query_admin_sql, alps, 7)
    add_sessions(query_admin_sql, georgia, 4)
    add_sessions(query_admin_sql, georgia, 1, days_ago=3)
    token = await create_key(owner_client)
    for _ in range(3):
        assert (await client.get(f"{V1}/vehicles", headers=bearer(token))).is_success
    await app.state.write_limit.flush()
    await run_for_all(count, context)
    days = days_of(query_admin_sql, georgia)
    for measure, statement in PLAIN.items():
        assert days[measure, TODAY] == (int(query_admin_sql(statement, georgia.id)[0][0]), 0), measure
    sessions = query_admin_sql(
        "select (started_at at time zone 'UTC')::date, count(*)::int from quiz_sessions where tenant_id = %s"
        " group by 1",
        georgia.id,
    )  # fmt: skip
    counted = {day: value for (measure, day), (value, _) in days.items() if measure == "quiz_sessions"}
    assert counted == {TODAY: 0} | {
        day: number for day, number in sessions if day >= recount_from(TODAY, None)
    }
    assert (days["emails", TODAY], days["emails", TODAY - timedelta(days=1)]) == ((3, 0), (2, 0))
    assert days["api_calls", TODAY] == (3, 0)
    assert days_of(query_admin_sql, alps)["emails", TODAY] == (7, 0)
    # The owner reads the same.
    usage = (await owner_client.get("/api/admin/plan-usage")).json()["usage"]
    shown = {each["measure"]: each["used"] for each in usage}
    assert list(shown) == list(MEASURES)
    monthly = ("quiz_sessions", "api_calls")
    for measure in MEASURES:
        month = [
            value for (of, day), (value, _) in days.items() if of == measure and day.month == TODAY.month
        ]
        assert shown[measure] == (sum(month) if measure in monthly else days[measure, TODAY][0]), measure


async def test_late_days_are_counted_again_and_nothing_that_was_deleted_is_lost(
    context: TaskContext, clock: FixedClock, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    add_sessions(query_admin_sql, georgia, 2)
    await run_for_all(count, context)
    first = days_of(query_admin_sql, georgia)
    await run_for_all(count, context)
    assert days_of(query_admin_sql, georgia) == first
    # The worker was away for five days, in which visitors came.
    add_sessions(query_admin_sql, georgia, 3, days_ago=-2)
    clock.move(days=5)
    await run_for_all(count, context)
    days = days_of(query_admin_sql, georgia)
    assert days["quiz_sessions", TODAY + timedelta(days=2)] == (3, 0)
    assert days["quiz_sessions", TODAY] == first["quiz_sessions", TODAY]
    # Sessions are deleted by their retention or on request; the day keeps what it was.
    query_admin_sql("delete from quiz_sessions where session_id like 'counted_%%'")
    await run_for_all(count, context)
    assert days_of(query_admin_sql, georgia) == days
    clock.move(days=900)
    await run_for_all(count, context)
    assert {day for _, day in days_of(query_admin_sql, georgia)} == {TODAY + timedelta(days=905)}


async def test_what_is_beyond_the_limit_is_marked_for_the_invoice(
    context: TaskContext, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("delete from quiz_sessions where started_at > %s", NOW - timedelta(days=10))
    give_plan(query_admin_sql, georgia, {"quiz_sessions": (2, 5), "emails": (None, 1)})
    for days_ago, number in ((2, 4), (1, 3), (0, 2)):
        add_sessions(query_admin_sql, georgia, number, days_ago)
        add_sessions(query_admin_sql, alps, number, days_ago)
    add_emails(query_admin_sql, georgia, 3)
    await run_for_all(count, context)
    days = days_of(query_admin_sql, georgia)
    # Of the month's five, four were used two days ago.
    found = [days["quiz_sessions", TODAY - timedelta(days=ago)] for ago in (2, 1, 0)]
    assert found == [(4, 0), (3, 2), (2, 2)]
    assert days["emails", TODAY] == (3, 2)
    assert {over for _, over in days_of(query_admin_sql, alps).values()} == {0}


async def test_owners_are_warned_once_a_measure_and_period(
    context: TaskContext, clock: FixedClock, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    [(owners,)] = query_admin_sql(
        "select count(*) from admins where tenant_id = %s and role = 'owner' and disabled_at is null", georgia.id
    )  # fmt: skip
    await add_person(context.db, georgia, "manager")
    add_vehicle(query_admin_sql, georgia, "WARN-1")
    give_plan(
        query_admin_sql, georgia, {"vehicles": (1, 10_000), "staff": (10_000, None), "emails": (None, 2)}
    )
    add_emails(query_admin_sql, georgia, 2)
    for _ in range(2):
        await run_for_all(count, context)
    found = [PlanLimitWarning.model_validate(payload) for (payload,) in query_admin_sql(WARNINGS, georgia.id)]
    assert sorted((each.measure, each.is_hard) for each in found) == [
        *(("emails", True),) * owners,
        *(("vehicles", False),) * owners,
    ]
    await run_for_all(deliver, context)
    # The day after: what is counted by day has a new period, the rest not before the next month.
    clock.move(days=1)
    add_emails(query_admin_sql, georgia, 2, days_ago=-1)
    await run_for_all(count, context)
    assert len(query_admin_sql(WARNINGS, georgia.id)) == len(found) + owners
    clock.move(days=30)
    await run_for_all(count, context)
    newest = [
        payload["measure"] for (payload,) in query_admin_sql(WARNINGS, georgia.id)[len(found) + owners :]
    ]
    assert newest == ["vehicles"] * owners


@pytest.mark.parametrize(
    ("counted_days_ago", "expected"), [(None, 35), (0, 2), (1, 3), (10, 12), (90, 35), (-3, 2)]
)
def test_days_are_counted_again_from(counted_days_ago: int | None, expected: int) -> None:
    counted = None if counted_days_ago is None else TODAY - timedelta(days=counted_days_ago)
    assert recount_from(TODAY, counted) == TODAY - timedelta(days=expected)
