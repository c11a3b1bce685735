"""What operators do with the job queue."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import NamedTuple

from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.queue import QUERIES


class ListedJob(NamedTuple):
    """A job that failed, or has been running for long."""

    id: int
    task: str
    tenant: str | None
    status: str
    attempts: int
    due_at: datetime | None
    started_at: datetime | None

    def __str__(self) -> str:
        failed = f"failed {self.attempts} time{'' if self.attempts == 1 else 's'}"
        state = {
            "todo": f"next attempt {_shown(self.due_at)}",
            "doing": f"running since {_shown(self.started_at)}",
        }
        return (
            f"{self.id}  {self.task}  {self.tenant or '-'}  {failed}, {state.get(self.status, self.status)}"
        )


async def list_troubled_jobs(settings: Settings, running_minutes: float) -> list[ListedJob]:
    """Jobs that failed at least once, and those that have been running for longer. Raises DatabaseUnavailable."""
    async with _opened(settings) as db, db.without_tenant() as conn:
        cursor = await conn.execute(QUERIES["list_jobs"], {"seconds": running_minutes * 60})
        return [ListedJob(*row) for row in await cursor.fetchall()]


async def retry_jobs(settings: Settings, job_id: int | None) -> int:
    """Have one job, or all that failed, tried again now. Returns how many. Raises DatabaseUnavailable."""
    async with _opened(settings) as db, db.without_tenant() as conn:
        return (await conn.execute(QUERIES["retry"], {"job": job_id})).rowcount


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[Database]:
    db = Database(settings, in_background=True)
    await db.open()
    try:
        yield db
    finally:
        await db.close()


def _shown(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S %Z}" if moment else "now"
