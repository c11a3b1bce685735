"""Processes of a Postgres server: which are left of one, whether they live and answer, and how they end."""

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
# A killed process ends immediately, unless the kernel waits for the disk.
END_SECONDS = 10.0


def is_server_of(pid: int, data: Path) -> bool:
    """Whether process ``pid`` is a Postgres server of the folder ``data``, not another program with a reused pid."""
    return f" {data} " in f" {_command(pid)} "


def orphans_of(data: Path) -> list[int]:
    """The processes that a killed server left in ``data``; call only when no server runs there.

    They hold the shared memory, and no new server starts before they have ended. Linux only: elsewhere the new
    server reports them itself.
    """
    if not PROC.is_dir():
        return []
    orphans = []
    real = data.resolve()
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            # The working directory of every server process is the data folder; links of ended ones cannot be read.
            with suppress(OSError):
                inside = (entry / "cwd").readlink() == real
                if inside and (entry / "exe").readlink().name.startswith("postgres"):
                    orphans.append(int(entry.name))
    return orphans


def end_at_once(pids: list[int]) -> None:
    """Kill ``pids`` and wait until they have ended. Recovery restores what they had committed."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + END_SECONDS
    while any(is_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        # "pid (name) state …"; the name may contain spaces and parentheses.
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return not PROC.is_dir()


def answers(socket_file: Path, user: str, timeout: float) -> bool:
    """Whether the server at ``socket_file`` responds within ``timeout`` seconds, even with "starting up".

    The postmaster forks a process that answers, so a stopped or hanging server is silent.
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
