"""The account that runs the embedded Postgres when this process is root, and its way to the server's files."""

import ctypes
import os
import pwd
import signal
import stat
import subprocess
import sys
from pathlib import Path

SYSTEM_USER = "pgserver"
PR_SET_PDEATHSIG = 1


def system_user() -> "pwd.struct_passwd":
    """The account that runs the server when this process is root: Postgres refuses to run as root."""
    try:
        return pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - fixed words
        return pwd.getpwnam(SYSTEM_USER)


def account() -> str | None:
    """The account that runs the server: None for the current user, or a system account when that is root."""
    return None if os.geteuid() != 0 else system_user().pw_name


def allow_traversal(path: Path) -> None:
    """As root: let the server's account traverse the folders above ``path`` without listing them."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)


def end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
