"""The drill: everything is destroyed, and comes back from one encrypted file, row for row."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
import pytest
from psycopg import sql
from typer.testing import CliRunner

from abano.backup.archive import BadKey, CannotDecrypt, make_key, reading, writing
from abano.backup.service import FromAnotherVersion, NotEmpty, NothingToBackUp, back_up, delete_old, restore
from abano.backup.tables import tables
from abano.cli import app as commands
from abano.config import Settings
from abano.embedded_postgres import EmbeddedPostgres, create_database
from abano.main import create_app

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 6, 10, 2, 17, tzinfo=UTC)
PUBLIC, PRIVATE = make_key()


@pytest.fixture
def empty(postgres: EmbeddedPostgres, settings: Settings) -> Iterator[Settings]:
    """Settings for a database in which nothing is yet, owned by a role without special rights."""
    name, owner = f"restored_{uuid4().hex}", f"owner_{uuid4().hex}"
    create_database(postgres, name)
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute(sql.SQL("create role {} login").format(sql.Identifier(owner)))
        admin.execute(sql.SQL("grant abano_app, abano_reporting to {}").format(sql.Identifier(owner)))
        admin.execute(
            sql.SQL("alter database {} owner to {}").format(sql.Identifier(name), sql.Identifier(owner))
        )
        yield settings.model_copy(update={"database_url": postgres.url(name, user=owner)})
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
        admin.execute(sql.SQL("drop role {}").format(sql.Identifier(owner)))


def as_superuser(url: str) -> str:
    return "postgresql://postgres@" + url.split("@", 1)[1]


def contents(url: str) -> dict[str, tuple[int, str]]:
    """Of each table the number of rows and a digest of all of them, past row-level security."""
    found: dict[str, tuple[int, str]] = {}
    with psycopg.connect(as_superuser(url)) as conn:
        for table in tables(conn):
            columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
            query = sql.SQL("select {}::text from {} x").format(
                sql.SQL("row({})").format(columns), sql.Identifier(table.name)
            )
            rows = sorted(str(row[0]) for row in conn.execute(query))
            found[table.name] = (len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest())
    return found


def protection(url: str) -> list[tuple[object, ...]]:
    """Row-level security, triggers and counters."""
    with psycopg.connect(as_superuser(url)) as conn:
        return [
            *conn.execute(
                "select relname, relrowsecurity, relforcerowsecurity from pg_class"
                " where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1"
            ),
            *conn.execute(
                "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal"
                " order by 1, 2"
            ),
        ]


async def fill(settings: Settings) -> None:
    """A day of both companies: quizzes, clicks, bookings."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        for host in ("localhost", "alps.localhost"):
            transport = httpx.ASGITransport(app=app, client=("192.0.2.10", 50000))
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
                for number in range(30):
                    session = f"drill_{number}"
                    for path, body in (
                        ("/api/quiz/session/start", {"sessionId": session, "gclid": f"click-{number}"}),
                        ("/api/gclid/save", {"gclid": f"click-{number}", "sessionId": session}),
                        (
                            "/api/quiz/session/complete",
                            {"sessionId": session, "completionStatus": "completed"},
                        ),
                    ):
                        assert (await client.post(path, json=body)).status_code == 200


async def test_everything_destroyed_comes_back_row_for_row(
    settings: Settings, empty: Settings, tmp_path: Path
) -> None:
    await fill(settings)
    before = contents(settings.database_url)
    assert before["quiz_sessions"][0] == 60
    file = tmp_path / "drill.abano-backup"
    made = back_up(settings, file, [PUBLIC], NOW)
    assert made.rows == {name: count for name, (count, _) in before.items()}
    assert b"click-" not in file.read_bytes()

    restored = restore(empty, file, PRIVATE)
    assert restored == made
    assert contents(empty.database_url) == before
    assert protection(empty.database_url) == protection(settings.database_url)
    # It serves at once, and the file of a restored installation is as good as that of the first.
    app = create_app(empty)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/readyz")).status_code == 200
            assert (await client.get("/api/quiz/definition")).status_code == 200
    again = tmp_path / "again.abano-backup"
    assert back_up(empty, again, [PUBLIC], NOW).rows == made.rows


def test_rows_are_stamped_for_the_change_feed_of_the_new_server(
    settings: Settings, empty: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "x.abano-backup"
    back_up(settings, file, [PUBLIC], NOW)
    restore(empty, file, PRIVATE)
    with psycopg.connect(as_superuser(empty.database_url)) as conn:
        ahead = conn.execute(
            "select count(*) from quiz_definitions where row_xid > pg_snapshot_xmax(pg_current_snapshot())"
        ).fetchone()
    assert ahead == (0,)


def test_a_backup_opens_with_its_key_alone_and_whole(
    settings: Settings, empty: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "x.abano-backup"
    back_up(settings, file, [PUBLIC], NOW)
    with pytest.raises(CannotDecrypt):
        restore(empty, file, make_key()[1])
    with pytest.raises(BadKey):
        restore(empty, file, "my password")
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:-70_000], whole[:5000] + b"x" + whole[5001:], b""):
        file.write_bytes(damaged)
        with pytest.raises(CannotDecrypt):
            restore(empty, file, PRIVATE)
        with psycopg.connect(as_superuser(empty.database_url)) as conn:
            exists = conn.execute("select to_regclass('tenants') is not null").fetchone()
            if exists == (True,):
                assert conn.execute("select count(*) from tenants").fetchone() == (0,)
    file.write_bytes(whole)
    assert restore(empty, file, PRIVATE).total > 100


def test_a_database_in_use_is_never_overwritten(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "x.abano-backup"
    back_up(settings, file, [PUBLIC], NOW)
    before = contents(settings.database_url)
    with pytest.raises(NotEmpty):
        restore(settings, file, PRIVATE)
    assert contents(settings.database_url) == before


def test_a_backup_of_a_newer_version_is_refused(empty: Settings, tmp_path: Path) -> None:
    file = tmp_path / "x.abano-backup"
    with writing(file, [PUBLIC]) as out:
        out.add("manifest.json", b'{"format": 1, "revision": "9999"}')
    with pytest.raises(FromAnotherVersion):
        restore(empty, file, PRIVATE)
    with pytest.raises(NothingToBackUp):
        back_up(empty, tmp_path / "y.abano-backup", [PUBLIC], NOW)


def test_a_backup_that_fails_leaves_no_file(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(BadKey):
        back_up(settings, tmp_path / "x.abano-backup", [], NOW)
    with pytest.raises(RuntimeError, match="half way"), writing(tmp_path / "x", [PUBLIC]) as out:
        out.add("a", b"1" * 200_000)
        raise RuntimeError("half way")
    assert list(tmp_path.iterdir()) == []


def test_age_itself_can_open_what_we_write(tmp_path: Path) -> None:
    file = tmp_path / "x"
    with writing(file, [PUBLIC]) as out:
        out.add("a", b"content")
    assert file.read_bytes().startswith(b"age-encryption.org/v1\n")
    with reading(file, PRIVATE) as members:
        assert list(members) == [("a", b"content")]


def test_old_backups_go_and_the_newest_stays(tmp_path: Path) -> None:
    for age in (400, 20, 5):
        path = tmp_path / f"abano-{age}.abano-backup"
        path.touch()
        os.utime(path, (NOW.timestamp() - age * 86400,) * 2)
    assert delete_old(tmp_path, 14, NOW) == 2
    assert delete_old(tmp_path, 1, NOW) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["abano-5.abano-backup"]


def test_the_commands(settings: Settings, empty: Settings, tmp_path: Path) -> None:
    key = tmp_path / "key.txt"
    runner = CliRunner()
    made = runner.invoke(commands, ["backup-key", str(key)])
    assert made.stdout.startswith("age1")
    assert key.stat().st_mode & 0o777 == 0o600
    options = ["--folder", str(tmp_path), "--recipient", made.stdout.strip(), "--keep-days", "7"]
    first = runner.invoke(commands, ["backup", *options], env={"ABANO_DATABASE_URL": settings.database_url})
    assert first.exit_code == 0, first.output
    (file,) = tmp_path.glob("*.abano-backup")
    command = [sys.executable, "-m", "abano.cli", "restore", str(file), "--identity-file", str(key)]
    environment = {"ABANO_DATABASE_URL": empty.database_url, "PATH": ""}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "rows restored from revision" in done.stdout
