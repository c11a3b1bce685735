"""A child process of the stack: started, watched, restarted when it exits, stopped in order."""

import ctypes
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1
LONGEST_WAIT_SECONDS = 30.0
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
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - a tiny C call, and the supervisor has no threads
            )

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
    return float(min(0.2 * 2**restarts, LONGEST_WAIT_SECONDS))


def reason(code: int | None) -> str:
    """How a process ended, as text for people."""
    if code is None:
        return "it still runs"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
