"""Schema and seeds of `abano up`, applied once for the same migrations and seeds."""

import hashlib
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import abano
from abano.core.config import Settings

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
    folders = (package.parents[1] / "migrations", package / "ops" / "seeds")
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in PREPARING)
    digest = hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()
    return digest if seed else f"{digest} without seeds"


# Secrets of a developer's machine, generated at the first start and readable by their owner only.


@dataclass(frozen=True, slots=True)
class LocalSecrets:
    secret_key: str
    internal_secret: str
    admin_password: str


def load_or_make(file: Path) -> LocalSecrets:
    """The secrets of this data folder, generated at the first start."""
    if file.exists():
        return LocalSecrets(**json.loads(file.read_text(encoding="utf-8")))
    generated = LocalSecrets(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(9))
    unfinished = file.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as output:
        json.dump(asdict(generated), output)
    unfinished.rename(file)
    return generated
