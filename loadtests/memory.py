"""A folder in memory for the databases of tests, which are lost with it.

On a disk most of their time goes into creating and deleting files: a database has over a thousand.
"""

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

MEMORY = Path("/dev/shm")  # noqa: S108 - each folder is its owner's alone
PREFIX = "abano-tests-"
IN_USE = "in-use"
# A server of tests needs some two hundred megabytes; several run side by side.
FREE_BYTES = 2 * 1024**3


@contextmanager
def folder_in_memory(memory: Path = MEMORY) -> Iterator[Path]:
    """A new folder, deleted after the block. On a disk where the machine has no file system in memory, or no room."""
    _delete_left_over(memory)
    place = str(memory) if _has_room(memory) else None
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=place, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with (folder / IN_USE).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder


def _has_room(memory: Path) -> bool:
    try:
        free = shutil.disk_usage(memory).free
    except OSError:
        return False
    return min(free, psutil.virtual_memory().available) >= FREE_BYTES


def _delete_left_over(memory: Path) -> None:
    """What a killed run left would take memory until the machine starts again."""
    for lock_file in memory.glob(f"{PREFIX}*/{IN_USE}"):
        with suppress(OSError), lock_file.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock_file.parent, ignore_errors=True)
