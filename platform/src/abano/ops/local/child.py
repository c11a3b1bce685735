"""A child process of the stack: started, watched, restarted when it exits, stopped in order."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import SubprocessError

from abano.ops.local.embedded_postgres import EmbeddedPostgres, PostgresDidNotStart

PR_SET_PDEATHSIG = 1
MAX_WAIT_SECONDS = 30.0
# After running this long, a process that exits is restarted without the delay of earlier failures.
STABLE_SECONDS = 60.0


@dataclass(slots=True)
class Child:
    """``health_url`` answers 200 once the process can serve."""

    name: str
    command: list[str]
    health_url: str
    environment: dict[str, str]
    log: Path
    # Added to the priority: of those that no visitor waits for.
    niceness: int = 0
    restarts: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None)
    _started_at: float = 0.0
    _restart_at: float | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        self._started_at = time.monotonic()
        self._restart_at = None
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own commands
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self.environment,
                # Ctrl-C reaches the supervisor alone, which then stops everything in order.
                start_new_session=True,
                preexec_fn=self._prepare,  # noqa: PLW1509 - tiny C calls, and the supervisor has no threads
            )

    def _prepare(self) -> None:
        _end_with_parent()
        os.nice(self.niceness)

    def watch(self) -> str | None:
        """Restart the process if it exited, with exponential backoff. Returns a sentence when something happened."""
        if self._restart_at is not None:
            return self._restart() if time.monotonic() >= self._restart_at else None
        if self._process is None or self._process.poll() is None:
            return None
        if time.monotonic() - self._started_at > STABLE_SECONDS:
            self.restarts = 0
        wait = wait_before(self.restarts)
        self.restarts += 1
        self._restart_at = time.monotonic() + wait
        return f"{self.name} ended ({reason(self._process.returncode)}); starting it again. See {self.log}."

    def _restart(self) -> str | None:
        try:
            self.start()
        except (OSError, subprocess.SubprocessError) as error:
            # Out of memory or processes: both are temporary.
            self._restart_at = time.monotonic() + wait_before(self.restarts)
            self.restarts += 1
            return f"{self.name} could not be started ({error}); trying again."
        return None

    def ask_to_stop(self) -> None:
        if self.pid:
            assert self._process is not None  # noqa: S101 - pid says so
            self._process.terminate()

    def wait_until_stopped(self, seconds: float) -> None:
        if self._process is None:
            return
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def wait_before(restarts: int) -> float:
    """Seconds until the next start, after ``restarts`` in a row."""
    return float(min(0.2 * 2**restarts, MAX_WAIT_SECONDS))


def reason(code: int | None) -> str:
    """How a process ended, as text for people."""
    if code is None:
        return "it still runs"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


PROBE_SECONDS = 5.0
ANSWER_SECONDS = 2.0
# Longer than a busy machine delays an answer. A restart drops every connection and needs recovery.
HANG_SECONDS = 30.0
# About fifty seconds of attempts, enough for a temporary cause to pass.
MAX_FAILED_STARTS = 8
# A full disk is not a broken database: the server starts again when there is space.
DISK_FULL = "No space left on device"


class PostgresChild:
    """Watches a started server. The server recovers from crashed backends on its own."""

    def __init__(
        self,
        server: EmbeddedPostgres,
        *,
        hang_seconds: float = HANG_SECONDS,
        max_failed_starts: int = MAX_FAILED_STARTS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._server = server
        self._hang_seconds = hang_seconds
        self._max_failed_starts = max_failed_starts
        self._now = now
        self._restarts = 0
        self._failed_starts = 0
        self._is_ready = True
        self._restart_at: float | None = None
        self._started_at = self._answered_at = self._looked_at = now()

    def watch(self) -> str | None:
        """Restart the server if it ended or hangs, with exponential backoff. Returns a sentence about what happened.

        Raises PostgresDidNotStart after ``max_failed_starts`` failures in a row.
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
            if self._failed_starts >= self._max_failed_starts:
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
