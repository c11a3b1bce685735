"""The write pause of one company: bounded, ended by whatever happens to the mover, and measured."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg

from abano.core.errors import Conflict
from abano.tenancy.clusters.clusters import Connection

# The key of enter_tenant_writes.
LOCK = "hashtextextended(%s::text, 418240922)"
TRY_SECONDS = 0.005
# Shorter than deadlock_timeout: a writer queued behind this lock continues before it blocks other writers.
QUEUE_TIMEOUT = "800ms"


class PauseTooLong(Conflict):
    """The company has too many writes, or too much left to compare, to move it within the allowed pause."""


class Pause:
    """``seconds``: how long writes have been paused, or were paused in total once the pause has ended."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._began = time.monotonic()
        self._ended: float | None = None

    @property
    def seconds(self) -> float:
        return (self._ended or time.monotonic()) - self._began

    def end(self) -> None:
        self._ended = time.monotonic()

    def check(self) -> None:
        """Raises PauseTooLong."""
        if self.seconds > self.limit:
            raise PauseTooLong


@contextmanager
def writes_paused(url: str, tenant_id: UUID, limit: float) -> Iterator[Pause]:
    """Pause writes to the company's rows at ``url`` within the block. Writers wait.

    The lock belongs to its own connection, so it is released if this process dies. Raises PauseTooLong.
    """
    with psycopg.connect(url, autocommit=True) as conn:
        _take(conn, tenant_id, limit)
        pause = Pause(limit)
        try:
            yield pause
        finally:
            conn.execute(f"select pg_advisory_unlock({LOCK})", (str(tenant_id),))
            pause.end()


def _take(conn: Connection, tenant_id: UUID, limit: float) -> None:
    """Take the lock if no writer holds it, otherwise queue for it repeatedly with a short timeout."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        until = min(deadline, time.monotonic() + 1.0)
        while time.monotonic() < until:
            row = conn.execute(f"select pg_try_advisory_lock({LOCK})", (str(tenant_id),)).fetchone()
            if row and row[0]:
                return
            time.sleep(TRY_SECONDS)
        conn.execute(f"set lock_timeout = '{QUEUE_TIMEOUT}'")
        try:
            conn.execute(f"select pg_advisory_lock({LOCK})", (str(tenant_id),))
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            continue
        return
    raise PauseTooLong
