"""Operators see failing jobs, have them tried again, and cancel them; each is in the audit log."""

import pytest
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import signed_in
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.operators.console.database import OperatorDatabase

pytestmark = pytest.mark.anyio
TASK = "bookings.cancel_unconfirmed"


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts")
    query_admin_sql("delete from procrastinate_jobs")


def add_job(query_admin_sql: AdminSql, status: str, attempts: int) -> int:
    [(job,)] = query_admin_sql(
        "insert into procrastinate_jobs (queue_name, task_name, args, status, attempts, scheduled_at)"
        " select %s, %s, jsonb_build_object('tenant', id), %s::procrastinate_job_status, %s,"
        " now() + interval '9 minutes' from tenants where slug = 'alps' returning id",
        TASK, TASK, status, attempts,
    )  # fmt: skip
    return int(job)


async def test_failing_jobs_are_listed_retried_and_cancelled(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    well, once, often = (add_job(query_admin_sql, "todo", attempts) for attempts in (0, 1, 7))
    body = (await client.get("/api/operator/jobs")).json()
    assert [(job["id"], job["attempts"], job["company"]) for job in body["jobs"]] == [
        (often, 7, "alps"),
        (once, 1, "alps"),
    ]
    assert body["counts"] == {"due": 0, "running": 0, "failing": 1}
    assert well not in {job["id"] for job in body["jobs"]}

    assert (await client.post(f"/api/operator/jobs/{often}/retry")).status_code == 200
    due = query_admin_sql("select scheduled_at <= now() from procrastinate_jobs where id = %s", often)
    assert due == [(True,)]
    assert (await client.post(f"/api/operator/jobs/{once}/cancel")).status_code == 200
    assert query_admin_sql("select 1 from procrastinate_jobs where id = %s", once) == []
    entries = (await client.get("/api/operator/audit-log")).json()["entries"]
    assert [(each["action"], each["subject"]) for each in entries[:2]] == [
        ("job.cancelled", TASK),
        ("job.retried", TASK),
    ]


async def test_a_running_job_is_left_alone(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    running = add_job(query_admin_sql, "doing", 3)
    for verb in ("retry", "cancel"):
        assert (await client.post(f"/api/operator/jobs/{running}/{verb}")).status_code == 409
        assert (await client.post(f"/api/operator/jobs/{running + 1000}/{verb}")).status_code == 404
        assert (await client.post(f"/api/operator/jobs/{2**70}/{verb}")).status_code == 422
    assert query_admin_sql("select status::text from procrastinate_jobs where id = %s", running) == [
        ("doing",)
    ]
