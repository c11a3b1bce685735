"""Backup files: encrypted, whole or refused, never over a database in use."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from table_contents import as_superuser, contents
from typer.testing import CliRunner

from abano.cli import app as commands
from abano.core.config import Settings
from abano.ops.backup.files import BadKey, CannotDecrypt, make_key, reading, writing
from abano.ops.backup.service import (
    FromAnotherVersion,
    NotEmpty,
    NothingToBackUp,
    back_up,
    delete_old,
    restore,
)
from abano.storage.images import digest_of
from abano.storage.store import media_store

NOW = datetime(2026, 6, 10, 2, 17, tzinfo=UTC)
PUBLIC, PRIVATE = make_key()


def test_rows_are_stamped_for_the_change_feed_of_the_new_server(
    settings: Settings, empty_database: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "x.abano-backup"
    back_up(settings, file, [PUBLIC], NOW)
    restore(empty_database, file, PRIVATE)
    with psycopg.connect(as_superuser(empty_database.database_url)) as conn:
        ahead = conn.execute(
            "select count(*) from quiz_definitions where row_xid > pg_snapshot_xmax(pg_current_snapshot())"
        ).fetchone()
    assert ahead == (0,)


def test_a_backup_opens_with_its_key_alone_and_whole(
    settings: Settings, empty_database: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "x.abano-backup"
    back_up(settings, file, [PUBLIC], NOW)
    with pytest.raises(CannotDecrypt):
        restore(empty_database, file, make_key()[1])
    with pytest.raises(BadKey):
        restore(empty_database, file, "my password")
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:-70_000], whole[:5000] + b"x" + whole[5001:], b""):
        file.write_bytes(damaged)
        with pytest.raises(CannotDecrypt):
            restore(empty_database, file, PRIVATE)
        with psycopg.connect(as_superuser(empty_database.database_url)) as conn:
            exists = conn.execute("select to_regclass('tenants') is not null").fetchone()
            if exists == (True,):
                assert conn.execute("select count(*) from tenants").fetchone() == (0,)
    file.write_bytes(whole)
    assert restore(empty_database, file, PRIVATE).total > 100


def test_photographs_go_along_and_come_back(
    settings: Settings, empty_database: Settings, tmp_path: Path
) -> None:
    content, file = b"a photograph", tmp_path / "x.abano-backup"
    digest = digest_of(content)
    with psycopg.connect(as_superuser(settings.database_url), autocommit=True) as conn:
        conn.execute(
            "insert into media_files (tenant_id, id, digest, content_type, bytes, created_at)"
            " select id, gen_random_uuid(), %s, 'image/jpeg', %s, now() from tenants",
            (digest, len(content)),
        )
        tenants = [row[0] for row in conn.execute("select id from tenants order by slug").fetchall()]
        counted = conn.execute("select count(distinct (tenant_id, digest)) from media_files").fetchone()
    # Of two companies with the same picture one has lost it; the demo companies' own were never put here.
    media_store(settings).put(tenants[0], digest, content)
    summary = back_up(settings, file, [PUBLIC], NOW)
    assert counted is not None
    assert counted[0] > len(tenants)
    assert (summary.files, summary.lost) == (1, counted[0] - 1)
    elsewhere = empty_database.model_copy(update={"media": str(tmp_path / "elsewhere")})
    assert restore(elsewhere, file, PRIVATE).files == 1
    assert [(each.tenant, each.digest) for each in media_store(elsewhere).all()] == [(tenants[0], digest)]
    assert media_store(elsewhere).get(tenants[0], digest) == content


def test_a_database_in_use_is_never_overwritten(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "x.abano-backup"
    back_up(settings, file, [PUBLIC], NOW)
    before = contents(settings.database_url)
    with pytest.raises(NotEmpty):
        restore(settings, file, PRIVATE)
    assert contents(settings.database_url) == before


def test_a_backup_of_a_newer_version_is_refused(empty_database: Settings, tmp_path: Path) -> None:
    file = tmp_path / "x.abano-backup"
    with writing(file, [PUBLIC]) as out:
        out.add("manifest.json", b'{"format": 1, "revision": "9999"}')
    with pytest.raises(FromAnotherVersion):
        restore(empty_database, file, PRIVATE)
    with pytest.raises(NothingToBackUp):
        back_up(empty_database, tmp_path / "y.abano-backup", [PUBLIC], NOW)


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


@pytest.mark.slow
def test_the_commands(settings: Settings, empty_database: Settings, tmp_path: Path) -> None:
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
    environment = {"ABANO_DATABASE_URL": empty_database.database_url, "PATH": ""}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "rows restored from revision" in done.stdout
