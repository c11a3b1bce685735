"""Patroni in a virtual environment of its own, from hashed requirements: the product does not depend on it."""

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements-failover.lock"
FOLDER = ROOT / "build" / "failover"


def patroni_programs() -> Path:
    """The bin folder of the installed Patroni."""
    return FOLDER / "bin"


def install_patroni() -> None:
    """Install it unless this lock file was installed before. Raises CalledProcessError."""
    stamp, digest = FOLDER / "installed", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], check=True)  # noqa: S603 - ours
    install = [str(patroni_programs() / "python"), "-m", "pip", "install", "--quiet", "--require-hashes"]
    subprocess.run([*install, "-r", str(LOCK)], check=True)  # noqa: S603 - our own command
    stamp.write_text(digest)
