"""Schema and seeds of `abano up`, applied once for the same migrations and seeds."""

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import abano
from abano.config import Settings

PREPARING = frozenset({".py", ".sql", ".json"})


class CannotStart(Exception):
    """The stack cannot be started; the message says what to do."""


def stamp_of(settings: Settings) -> Path:
    """The file that records the digest with which this data folder's database was prepared."""
    return settings.data_dir / "prepared"


def is_prepared(settings: Settings, *, seed: bool) -> bool:
    """Whether the same migrations and seeds were applied to this data folder before."""
    stamp = stamp_of(settings)
    return not settings.database_url and stamp.exists() and stamp.read_text() == _digest(seed=seed)


def prepare(settings: Settings, environment: Mapping[str, str], log: Path, *, seed: bool) -> None:
    """Migrate, and seed when asked to, in a process of its own. Raises CannotStart."""
    _run(["prepare" if seed else "migrate"], environment, log, "The database could not be prepared")
    if not settings.database_url:
        stamp_of(settings).write_text(_digest(seed=seed))


def check_schema(environment: Mapping[str, str], log: Path) -> None:
    """For a drill, which does not migrate. Raises CannotStart unless the schema is that of this version."""
    _run(["migrate", "--check"], environment, log, "A drill changes nothing itself")


def _run(command: list[str], environment: Mapping[str, str], log: Path, what: str) -> None:
    with log.open("wb") as output:
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "abano.cli", *command],
            check=False,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(environment),
        )
    if done.returncode != 0:
        last = log.read_text(errors="replace").strip().splitlines()[-1:] or [""]
        raise CannotStart(f"{what}: {last[0].removeprefix('abano: ')} See {log}.")


def _digest(*, seed: bool) -> str:
    """A digest of the migrations and seeds."""
    package = Path(abano.__file__).parent
    folders = (package.parents[1] / "migrations", package / "seeds")
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in PREPARING)
    digest = hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()
    return digest if seed else f"{digest} without seeds"
