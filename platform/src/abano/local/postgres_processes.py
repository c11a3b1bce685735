"""What runs on a data folder of Postgres, seen from outside: its server, what a killed one left, a sign of life."""

import os
import signal
import socket
import struct
import subprocess
import time
from contextlib import suppress
from pathlib import Path

PROTOCOL_3 = 196_608
PROC = Path("/proc")
# A killed process is gone at once, unless the kernel waits for its disk.
END_SECONDS = 10.0


def is_server_of(pid: int, data: Path) -> bool:
    """Whether process ``pid`` is a Postgres over the folder ``data``, and no other program that got its number."""
    return f" {data} " in f" {_command(pid)} "


def orphans_of(data: Path) -> list[int]:
    """The processes that a killed server left in ``data``; ask only when no server runs there.

    They hold the shared memory, and no new server starts before they are gone. Linux only: elsewhere the new server
    says so itself until they have ended.
    """
    if not PROC.is_dir():
        return []
    found = []
    real = data.resolve()
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            # Every process of a server works inside its data folder; links of ended ones cannot be read.
            with suppress(OSError):
                inside = (entry / "cwd").readlink() == real
                if inside and (entry / "exe").readlink().name.startswith("postgres"):
                    found.append(int(entry.name))
    return found


def end_at_once(pids: list[int]) -> None:
    """Kill ``pids`` and wait until they are gone. What they had committed is in the log that recovery reads."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + END_SECONDS
    while any(is_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs; one that ended and waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        # "pid (name) state …"; the name may hold blanks and brackets.
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return not PROC.is_dir()


def answers(socket_file: Path, user: str, timeout: float) -> bool:
    """Whether the server behind ``socket_file`` says anything within ``timeout`` seconds, be it that it is starting.

    The postmaster takes the connection and a new process of its own answers, so a stopped or stuck server is silent.
    """
    words = b"user\0" + user.encode() + b"\0database\0postgres\0application_name\0abano up\0\0"
    message = struct.pack("!II", len(words) + 8, PROTOCOL_3) + words
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(timeout)
            line.connect(str(socket_file))
            line.sendall(message)
            if not line.recv(1):
                return False
            with suppress(OSError):
                line.sendall(b"X\0\0\0\4")
            return True
    except OSError:
        return False


def _command(pid: int) -> str:
    if PROC.is_dir():
        with suppress(OSError):
            return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return ""
    asked = ["ps", "-o", "args=", "-p", str(pid)]
    return subprocess.run(asked, check=False, capture_output=True, text=True).stdout  # noqa: S603
