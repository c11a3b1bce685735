"""The embedded Postgres as a process of the stack: watched, started again, given up once its data are broken."""

import time
from collections.abc import Callable
from subprocess import SubprocessError

from abano.local.child import SETTLED_SECONDS, reason, wait_before
from abano.local.embedded_postgres import EmbeddedPostgres, PostgresDidNotStart

LOOK_SECONDS = 5.0
ANSWER_SECONDS = 2.0
# Longer than a busy machine keeps it from answering. Ending it drops every connection, and recovery takes its time.
HANG_SECONDS = 30.0
# About fifty seconds of trying: what is in the way for a moment is gone by then.
MOST_FAILED_STARTS = 8
# A full disk is no broken database: it goes on when there is room.
NO_ROOM = "No space left on device"


class PostgresChild:
    """Watches a server that was started. Its crashed backends are the server's own affair: it recovers by itself."""

    def __init__(
        self,
        server: EmbeddedPostgres,
        *,
        hang_seconds: float = HANG_SECONDS,
        most_failed_starts: int = MOST_FAILED_STARTS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._server = server
        self._hang_seconds = hang_seconds
        self._most_failed_starts = most_failed_starts
        self._now = now
        self._restarts = 0
        self._failed_starts = 0
        self._is_ready = True
        self._restart_at: float | None = None
        self._started_at = self._answered_at = self._looked_at = now()

    def watch(self) -> str | None:
        """Start the server again if it ended or hangs, waiting longer each time. A sentence when something happened.

        Raises PostgresDidNotStart when it failed to start so often in a row that waiting will not help.
        """
        if self._restart_at is not None:
            return self._launch() if self._now() >= self._restart_at else None
        if self._server.pid is None:
            return self._fallen()
        if not self._is_ready and self._server.is_ready():
            self._is_ready = True
            self._failed_starts = 0
            return (
                f"postgres takes connections again, {self._now() - self._started_at:.1f} s after its start."
            )
        if self._hangs():
            self._server.kill()
            return f"postgres has not answered for {self._hang_seconds:.0f} s and was ended."
        return None

    def _fallen(self) -> str:
        how = reason(self._server.exit_code)
        # Of a server that ran, the last words are some connection's.
        words = "" if self._is_ready else self._server.last_words()
        if not self._is_ready and NO_ROOM not in words:
            self._failed_starts += 1
            if self._failed_starts >= self._most_failed_starts:
                raise PostgresDidNotStart(f"{self._server.why_not()} ({self._failed_starts} starts in a row)")
        if self._is_ready and self._now() - self._started_at > SETTLED_SECONDS:
            self._restarts = 0
        self._is_ready = False
        self._wait()
        told = f"{how}: {words}" if words else how
        return f"postgres ended ({told}); starting it again. See {self._server.log}."

    def _wait(self) -> None:
        self._restart_at = self._now() + wait_before(self._restarts)
        self._restarts += 1

    def _launch(self) -> str | None:
        self._restart_at = None
        self._started_at = self._answered_at = self._looked_at = self._now()
        try:
            self._server.launch()
        except (OSError, SubprocessError) as error:
            # No memory or no process to be had: both come back.
            self._wait()
            return f"postgres could not be started ({error}); trying again."
        return None

    def _hangs(self) -> bool:
        """A look now and then: whether it has been silent for so long that it will stay so."""
        if self._now() - self._looked_at < min(LOOK_SECONDS, self._hang_seconds / 2):
            return False
        if self._server.answers(ANSWER_SECONDS):
            self._answered_at = self._now()
        self._looked_at = self._now()
        return self._looked_at - self._answered_at > self._hang_seconds
