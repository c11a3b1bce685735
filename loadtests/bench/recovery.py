"""How fast a database is secured and brought back, by pgBackRest and by `abano backup`, measured for real.

    python -m loadtests.bench.recovery [--sessions 300000]

Needs pgbackrest and a Postgres that it knows (Debian: apt-get install pgbackrest postgresql-15; nothing of them is
started but what this starts). A mistake is made, and undone by recovery to the moment before it.
"""

import argparse
import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from abano.core.config import Settings
from abano.db.migration_support import upgrade
from abano.ops.backup.files import make_key
from abano.ops.backup.service import back_up, restore
from abano.ops.local.embedded_postgres import EmbeddedPostgres, account, create_database
from abano.ops.seeds.demo import seed_demo

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("1[0-5]/bin"))
SESSIONS = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)
select t.id, 's_' || n, 'v1', now() - n * interval '30 s', now() from tenants t, generate_series(1, %s) n
where t.is_default
"""
ANSWERS = """
insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text, answered_at)
select t.id, 's_' || n, 'q' || q, md5((n * q)::text), 'What brings you to the mountains this summer?',
  md5((n + q)::text), now() from tenants t, generate_series(1, %s) n, generate_series(1, 10) q where t.is_default
"""


@dataclass
class Measured:
    """``what`` took ``seconds`` for a database of ``gigabytes``."""

    what: str
    seconds: float
    gigabytes: float

    @property
    def row(self) -> str:
        each = self.seconds / self.gigabytes if self.gigabytes else 0.0
        return f"| {self.what} | {self.seconds:.1f} | {each:.0f} |"


class Archive:
    """A pgBackRest repository with its settings, for the server in ``folder``."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.repository = folder / "repository"
        self._config = folder / "pgbackrest.conf"
        for each in (self.repository, folder / "log", folder / "lock", folder / "spool"):
            each.mkdir()
        self._config.write_text(
            f"[global]\nrepo1-path={self.repository}\nrepo1-retention-full=2\nlog-path={folder / 'log'}\n"
            f"lock-path={folder / 'lock'}\nspool-path={folder / 'spool'}\nstart-fast=y\ncompress-type=lz4\n"
            f"process-max=2\nlog-level-console=warn\n"
            f"[abano]\npg1-path={data}\npg1-socket-path={data.parent}\npg1-user=postgres\npg1-database=postgres\n"
        )
        for path in [folder, *folder.rglob("*")]:
            give_to_server(path)

    def run(self, *words: str) -> float:
        started = time.monotonic()
        done = subprocess.run(  # noqa: S603 - our own words
            self.command(*words), user=account(), group=account(), capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        return time.monotonic() - started

    def command(self, *words: str) -> list[str]:
        return ["pgbackrest", f"--config={self._config}", "--stanza=abano", *words]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=300_000, help="quiz sessions, with ten answers each")
    arguments = parser.parse_args()
    if not PROGRAMS or not shutil.which("pgbackrest"):
        sys.exit("Needs pgbackrest and Postgres: apt-get install pgbackrest postgresql-15")
    with tempfile.TemporaryDirectory(prefix="abano-recovery-") as root:
        Path(root).chmod(0o755)
        figures = list(measure(Path(root), arguments.sessions))
    print(f"| what, {figures[0].gigabytes:.2f} GB | seconds | seconds a GB |\n| --- | --- | --- |")
    print("\n".join(figure.row for figure in figures))


def measure(root: Path, sessions: int) -> Iterator[Measured]:
    place = root / "server"
    archive_folder = root / "archive"
    archive_folder.mkdir()
    archive = Archive(archive_folder, place / "data")
    push = " ".join(archive.command("archive-push", "%p"))
    options = {
        "io_method": None,
        "archive_mode": "on",
        "archive_command": push,
        "wal_level": "replica",
        "max_wal_size": "4GB",
    }
    with running(place, options) as server:
        create_database(server, "abano")
        settings = settings_of(server, root)
        upgrade(settings.database_url)
        asyncio.run(seed_demo(settings))
        with psycopg.connect(settings.database_url) as conn:
            conn.execute(SESSIONS, (sessions,))
            conn.execute(ANSWERS, (sessions,))
        size = gigabytes(settings)
        archive.run("stanza-create")
        yield Measured("pgBackRest, full backup", archive.run("backup", "--type=full"), size)
        with psycopg.connect(settings.database_url) as conn:
            conn.execute("update quiz_sessions set updated_at = now() where session_id like 's_1%%'")
        yield Measured(
            "pgBackRest, incremental after 1 row in 9 changed", archive.run("backup", "--type=incr"), size
        )
        moment = the_moment(settings)
        with psycopg.connect(settings.database_url) as conn:
            conn.execute("truncate quiz_sessions cascade")
        with psycopg.connect(settings.database_url, autocommit=True) as conn:
            conn.execute("select pg_switch_wal()")
    shutil.rmtree(place / "data")
    (place / "data").mkdir()
    give_to_server(place / "data")
    (place / "data").chmod(0o700)
    started = time.monotonic()
    archive.run("restore", "--type=time", f"--target={moment}", "--target-action=promote")
    with running(place, options) as server:
        settings = settings_of(server, root)
        until_promoted(settings)
        yield Measured("pgBackRest, restore to the moment before a mistake", time.monotonic() - started, size)
        with psycopg.connect(settings.database_url) as conn:
            back = conn.execute("select count(*) from quiz_answers").fetchone()
        if back != (sessions * 10,):
            sys.exit(f"{back} answers came back instead of {sessions * 10}.")
        yield from logical(server, settings, root, size)


def logical(server: EmbeddedPostgres, settings: Settings, root: Path, size: float) -> Iterator[Measured]:
    public, private = make_key()
    started = time.monotonic()
    made = back_up(settings, root / "file", [public], datetime.now(UTC))
    yield Measured("abano backup", time.monotonic() - started, size)
    create_database(server, "second")
    started = time.monotonic()
    into = Settings(**settings.model_dump() | {"database_url": server.url("second")})
    if restore(into, root / "file", private) != made:
        sys.exit("The restored rows are others than those of the backup.")
    yield Measured("abano restore", time.monotonic() - started, size)


@contextmanager
def running(place: Path, options: dict[str, str | None]) -> Iterator[EmbeddedPostgres]:
    server = EmbeddedPostgres(place, options=options, programs=PROGRAMS[-1])
    server.start()
    try:
        yield server
    finally:
        server.stop()


def give_to_server(path: Path) -> None:
    """As root, to the account that runs the server."""
    user = account()
    if user:
        shutil.chown(path, user)


def settings_of(server: EmbeddedPostgres, root: Path) -> Settings:
    return Settings.model_validate(
        {"database_url": server.url("abano"), "data_dir": root, "admin_password": "a password for this run"}
    )


def gigabytes(settings: Settings) -> float:
    with psycopg.connect(settings.database_url) as conn:
        row = conn.execute("select pg_database_size(current_database())").fetchone()
    return int(row[0]) / 1e9 if row else 0.0


def the_moment(settings: Settings) -> str:
    with psycopg.connect(settings.database_url) as conn:
        row = conn.execute("select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF')").fetchone()
    return str(row[0]) if row else ""


def until_promoted(settings: Settings) -> None:
    while True:
        with psycopg.connect(settings.database_url) as conn:
            if conn.execute("select pg_is_in_recovery()").fetchone() == (False,):
                return
        time.sleep(0.1)


if __name__ == "__main__":
    main()
