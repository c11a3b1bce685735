"""Production works as no role that could get around the rules of the database, whichever way that role came by it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
import pytest
from psycopg import sql
from pydantic import SecretStr

from abano.core.config import Settings, acting_as
from abano.core.errors import DatabaseUnavailable
from abano.db.engine import Database
from abano.db.roles import refuse_unsafe_roles
from abano.db.unit_of_work import TenantId
from abano.main import create_app
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.tenancy.directory.tenant import TenantCache
from abano_shared.database_roles import DANGERS, Place, explain

SETTING = "ABANO_DATABASE_APP_URL"
SECRET = "a secret of forty letters for a test run"
PROGRAMS = {
    "platform": ("-m", "abano.cli", "serve"),
    "worker": ("-m", "abano.cli", "worker"),
    "analytics": ("-m", "abano_analytics.main"),
}
OTHERS_ARE_SLOW = [
    "platform",
    *(pytest.param(each, marks=pytest.mark.slow) for each in PROGRAMS if each != "platform"),
]


class Roles:
    """Makes roles in the tests' server, and looks at them as a process that signs in as one."""

    def __init__(self, postgres: EmbeddedPostgres, database: str) -> None:
        self._postgres = postgres
        self._database = database
        self._made: list[str] = []
        self.conn = psycopg.connect(postgres.url(database), autocommit=True)

    def make(self, name: str, rights: str = "") -> str:
        role = f"{name}_{uuid4().hex[:12]}"
        self.run("create role {} login " + rights, role)
        self._made.append(role)
        return role

    def run(self, statement: str, *names: str) -> None:
        self.conn.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    def url(self, role: str) -> str:
        return self._postgres.url(self._database, user=role)

    def explain(self, role: str) -> str:
        with psycopg.connect(self.url(role)) as conn:
            return explain(conn.execute(DANGERS.encode()), Place("", role, SETTING, SETTING))

    def remedy(self, role: str) -> str:
        with psycopg.connect(self.url(role)) as conn:
            rows = conn.execute(DANGERS.encode()).fetchall()
        return str(rows[0][4])

    def close(self) -> None:
        for role in reversed(self._made):
            self.run("reassign owned by {} to postgres", role)
            self.run("drop owned by {}", role)
            self.run("drop role {}", role)
        self.conn.close()


@pytest.fixture
def roles(postgres: EmbeddedPostgres, database_url: str) -> Iterator[Roles]:
    made = Roles(postgres, database_url.rpartition("@/")[2].partition("?")[0])
    yield made
    made.close()


def test_the_roles_as_we_describe_them_are_taken(settings: Settings, roles: Roles) -> None:
    assert roles.explain(roles.make("plain")) == ""
    assert roles.explain(roles.make("web", "in role abano_app")) == ""
    # It may make roles, but since Postgres 16 it is none of those that are there.
    assert roles.explain(roles.make("maker", "createrole")) == ""


def owner(roles: Roles) -> str:
    role = roles.make("owner")
    roles.run("alter table cars owner to {}", role)
    return role


def member(roles: Roles, of: str, options: str) -> str:
    role = roles.make("member")
    roles.run("grant {} to {} with " + options, of, role)
    return role


UNSAFE: dict[str, tuple[Callable[[Roles], str], str]] = {
    "a superuser": (lambda roles: roles.make("boss", "superuser"), "which is a superuser"),
    "past the policies": (lambda roles: roles.make("past", "bypassrls"), "which has BYPASSRLS"),
    "owner of a table": (owner, "which owns cars"),
    "may set its role": (
        lambda roles: member(roles, owner(roles), "inherit false, set true"),
        "which may become owner_",
    ),
    "inherits from the owner": (
        lambda roles: member(roles, owner(roles), "inherit true, set false"),
        "which may become owner_",
    ),
    "may grant itself the owner": (
        lambda roles: member(roles, owner(roles), "admin true, inherit false, set false"),
        "which may become owner_",
    ),
    "by a chain of three": (
        lambda roles: member(
            roles,
            member(
                roles, member(roles, roles.make("boss", "superuser"), "set true"), "inherit false, set true"
            ),
            "set true",
        ),
        "which may become boss_",
    ),
    "may write the server's files": (
        lambda roles: roles.make("writer", "in role pg_write_server_files"),
        "which may become pg_write_server_files",
    ),
}


@pytest.mark.parametrize("kind", UNSAFE)
def test_an_overprivileged_role_is_reported_with_the_statement_that_fixes_it(roles: Roles, kind: str) -> None:
    make, words = UNSAFE[kind]
    role = make(roles)
    explanation = roles.explain(role)
    assert explanation.startswith(f"{SETTING} signs in as {role}, ")
    assert words in explanation
    remedy = roles.remedy(role)
    assert f"run `{remedy}`" in explanation
    roles.conn.execute(remedy.replace("the_owner", "postgres").encode())
    assert roles.explain(role) == ""


def test_a_membership_without_any_option_leads_nowhere(roles: Roles) -> None:
    of = roles.make("boss", "superuser")
    assert roles.explain(member(roles, of, "inherit false, set false, admin false")) == ""


@pytest.mark.parametrize(
    ("grant", "take_back", "words"),
    [
        (
            "grant temporary on database {} to {}",
            "revoke temporary on database {} from {}",
            "temporary tables",
        ),
        (
            "grant create on schema {} to {}",
            "revoke create on schema {} from {}",
            "make things in the schema",
        ),
    ],
)
def test_a_role_that_may_create_objects_is_reported(
    roles: Roles, grant: str, take_back: str, words: str
) -> None:
    role = roles.make("maker")
    place = "public" if "schema" in grant else str(roles.conn.info.dbname)
    roles.run(grant, place, role)
    assert words in roles.explain(role)
    roles.conn.execute(roles.remedy(role).encode())
    assert roles.explain(role) == ""


def test_the_owner_is_reported_even_when_it_acts_as_the_application_role(
    roles: Roles, settings: Settings
) -> None:
    role = owner(roles)
    roles.run("grant abano_app to {}", role)
    with psycopg.connect(acting_as(roles.url(role), "abano_app")) as conn:
        assert conn.execute("select current_user").fetchone() == ("abano_app",)
        explanation = explain(
            conn.execute(DANGERS.encode()), Place("", "abano_app", "ABANO_DATABASE_URL", SETTING)
        )
    assert explanation == (
        f"ABANO_DATABASE_URL signs in as {role}, which owns cars: set {SETTING} to an address that signs in as"
        " abano_app (`alter role abano_app login password '…'`)."
    )


def test_owners_of_schema_and_database_are_reported(roles: Roles) -> None:
    for statement, place, words in (
        ("alter schema {} owner to {}", "reporting", "owns the schema reporting"),
        ("alter database {} owner to {}", str(roles.conn.info.dbname), "owns the database"),
    ):
        role = roles.make("keeper")
        roles.run(statement, place, role)
        assert words in roles.explain(role)


def production(settings: Settings, urls: dict[str, str]) -> Settings:
    values = {"env": "production", "secret_key": SecretStr(SECRET), "internal_secret": SecretStr(SECRET)}
    return Settings(**settings.model_dump() | values | urls)


def test_development_is_warned_and_starts(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    refuse_unsafe_roles(settings)
    assert [record.message for record in caplog.records] == ["production would refuse this database role"]


def test_a_database_that_is_away_stops_no_one(settings: Settings) -> None:
    refuse_unsafe_roles(production(settings, {"database_url": "postgresql://a@127.0.0.1:1/abano"}))


@pytest.mark.anyio
async def test_an_unsafe_role_that_is_met_later_serves_no_one(
    settings: Settings, sign_ins: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """As when the database was away at the start, or a role was given more since."""
    # No connection comes, however long one waits.
    unsafe = production(settings, {"pool_wait_seconds": "1"})
    app = create_app(unsafe)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get("/readyz")
            assert answer.status_code == 503
            assert "postgres" not in answer.text
    assert "connection refused: its role may too much" in caplog.messages

    refused = Database(unsafe, refuse_unsafe_roles=True)
    with pytest.raises(DatabaseUnavailable):
        async with refused.uow(TenantId(uuid4())):
            pass
    await refused.close()
    taken = Database(production(settings, sign_ins), refuse_unsafe_roles=True)
    await taken.open()
    tenant = await TenantCache(taken, allow_header=False).find("localhost")
    async with taken.uow(tenant.id), taken.reporting():
        pass
    await taken.close()


def environment(settings: Settings, tmp_path: Path, urls: dict[str, str]) -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    names = ("PORT", "WORKER_PORT", "ANALYTICS_PORT")
    return {
        **clean,
        **{f"ABANO_{name}": port for name in names},
        **{f"ABANO_{name.upper()}": url for name, url in urls.items()},
        "ABANO_ENV": "production",
        "ABANO_SECRET_KEY": SECRET,
        "ABANO_INTERNAL_SECRET": SECRET,
        "ABANO_DATA_DIR": str(tmp_path),
    }


@pytest.mark.parametrize("program", OTHERS_ARE_SLOW)
def test_production_refuses_to_start_with_the_owners_address(
    settings: Settings, tmp_path: Path, program: str
) -> None:
    done = subprocess.run(
        [sys.executable, *PROGRAMS[program]],
        env=environment(settings, tmp_path, {"database_url": settings.database_url}),
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert "Nothing was started" in done.stderr
    assert "ABANO_DATABASE_URL signs in as postgres, which is a superuser" in done.stderr
    role = "abano_reporting" if program == "analytics" else "abano_app"
    assert f"`alter role {role} login password '…'`" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("program", OTHERS_ARE_SLOW)
def test_production_starts_with_roles_that_sign_in_themselves(
    settings: Settings, sign_ins: dict[str, str], tmp_path: Path, program: str
) -> None:
    explanation = environment(settings, tmp_path, sign_ins)
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *PROGRAMS[program]], env=explanation, stdout=output, stderr=output
        )
    try:
        address = f"http://127.0.0.1:{explanation['ABANO_PORT']}"
        with httpx.Client(base_url=address, trust_env=False) as client:
            while True:
                assert process.poll() is None, log.read_text()
                # Not listening yet.
                with suppress(httpx.ConnectError):
                    if client.get("/readyz").status_code == 200:
                        break
                time.sleep(0.1)
    finally:
        process.terminate()
        process.wait(60)
    assert "role" not in log.read_text()
