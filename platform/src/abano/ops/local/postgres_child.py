"""The embedded Postgres as a child of the stack: watched, restarted, given up when it cannot start."""

import time
from collections.abc import Callable
from subprocess import SubprocessError

from abano.ops.local.child import STABLE_SECONDS, reason, wait_before
from abano.ops.local.embedded_postgres import EmbeddedPostgres, PostgresDidNotStart

PROBE_SECONDS = 5.0
ANSWER_SECONDS = 2.0
# Longer than a busy machine delays an answer. A restart drops every connection and needs recovery.
HANG_SECONDS = 30.0
# About fifty seconds of attempts, enough for a temporary cause to pass.
MOST_FAILED_STARTS = 8
# A full disk is not a broken database: the server starts again when there is space.
DISK_FULL = "No space left on device"


class PostgresChild:
    """Watches a started server. The server recovers from crashed backends by itself."""

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
        """Restart the server if it ended or hangs, with exponential backoff. Returns a sentence about what happened.

        Raises PostgresDidNotStart after ``most_failed_starts`` failures in a row.
        """
        if self._restart_at is not None:
            return self._launch() if self._now() >= self._restart_at else None
        if self._server.pid is None:
            return self._schedule_restart()
        if not self._is_ready and self._server.is_ready():
            self._is_ready = True
            self._failed_starts = 0
            return (
                f"postgres takes connections again, {self._now() - self._started_at:.1f} s after its start."
            )
        if self._is_hanging():
            self._server.kill()
            return f"postgres has not answered for {self._hang_seconds:.0f} s and was ended."
        return None

    def _schedule_restart(self) -> str:
        how = reason(self._server.exit_code)
        # The last error of a server that was ready belongs to some connection.
        words = "" if self._is_ready else self._server.last_words()
        if not self._is_ready and DISK_FULL not in words:
            self._failed_starts += 1
            if self._failed_starts >= self._most_failed_starts:
                raise PostgresDidNotStart(f"{self._server.why_not()} ({self._failed_starts} starts in a row)")
        if self._is_ready and self._now() - self._started_at > STABLE_SECONDS:
            self._restarts = 0
        self._is_ready = False
        self._back_off()
        detail = f"{how}: {words}" if words else how
        return f"postgres ended ({detail}); starting it again. See {self._server.log}."

    def _back_off(self) -> None:
        self._restart_at = self._now() + wait_before(self._restarts)
        self._restarts += 1

    def _launch(self) -> str | None:
        self._restart_at = None
        self._started_at = self._answered_at = self._looked_at = self._now()
        try:
            self._server.launch()
        except (OSError, SubprocessError) as error:
            # Out of memory or processes: both are temporary.
            self._back_off()
            return f"postgres could not be started ({error}); trying again."
        return None

    def _is_hanging(self) -> bool:
        """Probe the server now and then; whether it has been silent for longer than ``hang_seconds``."""
        if self._now() - self._looked_at < min(PROBE_SECONDS, self._hang_seconds / 2):
            return False
        if self._server.answers(ANSWER_SECONDS):
            self._answered_at = self._now()
        self._looked_at = self._now()
        return self._looked_at - self._answered_at > self._hang_seconds
