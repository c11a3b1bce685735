"""Background jobs that fail or take too long: listed, tried again now, cancelled."""

from dataclasses import dataclass
from datetime import datetime

from abano.core.errors import Conflict, Message, NotFound
from abano.operators.console.audit import Author, record
from abano.operators.console.database import OperatorDatabase, fetch_all, fetch_one

MAX_LISTED = 200
JOB_RUNS = Message("operator_job_runs", "The job runs right now. Wait for its end.", for_operators=True)


@dataclass(frozen=True, slots=True)
class Job:
    """``company`` is a slug. ``due_at``: of the next attempt; null: at once."""

    id: int
    task: str
    company: str | None
    status: str
    attempts: int
    due_at: datetime | None
    started_at: datetime | None


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Over all companies. Failing: five attempts or more."""

    due: int
    running: int
    failing: int


async def list_jobs(db: OperatorDatabase) -> tuple[list[Job], JobCounts]:
    """Up to ``MAX_LISTED`` jobs that failed or take long, the worst first, and how many there are of all."""
    async with db.transaction() as conn:
        rows = await fetch_all(conn, "list_jobs", {"limit": MAX_LISTED})
        counts = await fetch_one(conn, "count_jobs", {})
    return [Job(*row) for row in rows], JobCounts(*counts) if counts else JobCounts(0, 0, 0)


async def retry_job(db: OperatorDatabase, job_id: int, author: Author, now: datetime) -> None:
    """Have it tried again now. Raises NotFound, and Conflict while it runs."""
    await _change(db, "retry_job", "job.retried", job_id, author, now)


async def cancel_job(db: OperatorDatabase, job_id: int, author: Author, now: datetime) -> None:
    """Delete it. Raises NotFound, and Conflict while it runs."""
    await _change(db, "cancel_job", "job.cancelled", job_id, author, now)


async def _change(
    db: OperatorDatabase, statement: str, action: str, job_id: int, author: Author, now: datetime
) -> None:
    async with db.transaction() as conn:
        row = await fetch_one(conn, statement, {"job": job_id})
        if row is None:
            if await fetch_one(conn, "has_job", {"job": job_id}) is None:
                raise NotFound
            raise Conflict(JOB_RUNS())
        details = {"job": job_id, "company": row[1] or ""}
        await record(conn, author, action, row[0], now, details)
