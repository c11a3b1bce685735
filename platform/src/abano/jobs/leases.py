"""A background task runs in one worker at a time: in the one that has its lease, a row that expires unless renewed.

No connection and no transaction is kept while the task runs, so it works behind a transaction pooler too. When a
worker is killed, another one takes over as soon as the lease has expired.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID, uuid4

from abano.core.errors import DatabaseUnavailable
from abano.db.engine import Database

log = logging.getLogger(__name__)

LEASE_SECONDS = 40.0
RENEW_SECONDS = 10.0
RENEW_TIMEOUT_SECONDS = 5.0
# A run whose lease cannot be renewed is cancelled this long before another worker may have it.
CANCEL_SECONDS = 10.0

CLAIM = """
insert into task_leases (task, holder, expires_at)
values (%(task)s, %(holder)s, now() + %(seconds)s * interval '1 second')
on conflict (task) do update set holder = excluded.holder, expires_at = excluded.expires_at
where task_leases.expires_at <= now()
returning task
"""
RENEW = """
update task_leases set expires_at = now() + %(seconds)s * interval '1 second'
where task = %(task)s and holder = %(holder)s and expires_at > now()
returning task
"""
RELEASE = (
    "update task_leases set expires_at = now() where task = %(task)s and holder = %(holder)s returning task"
)
# For ``placement``: which of these runs are under way.
HOLDERS = "select holder from task_leases where task = any(%s) and expires_at > now()"


class LeaseLost(Exception):
    """The lease of a task could not be renewed in time: another worker may run the task."""


@dataclass(slots=True)
class Lease:
    """The right to run a task. ``renewed_at`` on the monotonic clock, never later than the database's."""

    db: Database
    task: str
    holder: UUID
    renewed_at: float

    async def run(self, work: Awaitable[None], limit: float) -> None:
        """Run ``work`` and renew meanwhile. Raises LeaseLost, TimeoutError after ``limit`` seconds."""
        running = asyncio.ensure_future(work)
        try:
            async with asyncio.timeout(limit):
                while not (await asyncio.wait({running}, timeout=RENEW_SECONDS))[0]:
                    await self._renew()
        finally:
            if not running.done():
                running.cancel()
                await asyncio.wait({running}, timeout=CANCEL_SECONDS)
        running.result()

    async def release(self) -> None:
        """Let any worker have the next run. Where that fails, the lease expires."""
        with suppress(DatabaseUnavailable):
            await _executed(self.db, RELEASE, self.task, self.holder)

    async def _renew(self) -> None:
        asked_at = time.monotonic()
        try:
            async with asyncio.timeout(RENEW_TIMEOUT_SECONDS):
                is_renewed = await _executed(self.db, RENEW, self.task, self.holder)
        except (DatabaseUnavailable, TimeoutError) as error:
            if time.monotonic() - self.renewed_at < LEASE_SECONDS - CANCEL_SECONDS:
                log.warning("lease not renewed yet", extra={"task": self.task})
                return
            raise LeaseLost(self.task) from error
        if not is_renewed:
            raise LeaseLost(self.task)
        self.renewed_at = asked_at


async def claim(db: Database, task: str) -> Lease | None:
    """The lease of a task; None while another worker has it. Raises DatabaseUnavailable."""
    lease = Lease(db, task, uuid4(), time.monotonic())
    return lease if await _executed(db, CLAIM, task, lease.holder) else None


async def _executed(db: Database, statement: LiteralString, task: str, holder: UUID) -> bool:
    """Whether the statement found its row. Raises DatabaseUnavailable."""
    values = {"task": task, "holder": holder, "seconds": LEASE_SECONDS}
    async with db.without_tenant() as conn:
        return await (await conn.execute(statement, values)).fetchone() is not None
