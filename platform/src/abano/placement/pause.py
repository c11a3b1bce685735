"""The write pause of one company: bounded, ended by whatever happens to the mover, and measured."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg

from abano.errors import Conflict
from abano.placement.rows import Connection

# The key of enter_tenant_writes.
LOCK = "hashtextextended(%s::text, 418240922)"
TRY_SECONDS = 0.005
# Shorter than deadlock_timeout: a writer that waits behind us while another waits for its rows is let go before that.
QUEUE_TIMEOUT = "800ms"


class PauseTooLong(Conflict):
    """The company is written to so much, or has so much left to compare, that the pause would exceed its limit."""


class Pause:
    """``seconds``: how long writes had to wait so far, or had to wait when it has ended."""

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
    """Within the block nothing is written to the company's rows at ``url``; writers wait.

    The lock belongs to a connection of its own: it ends with this process. Raises PauseTooLong.
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
    """Between two writers if there is such a moment, else by queueing for a short time again and again."""
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
