"""The schema and the code of the last release: a migration takes nothing away that they use.

Before the first release the last commit is used. A change that takes something away comes one release after
the last code that used it, and is named in ``REMOVED`` with its reason until then.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from copies import Copy
from loadtests.forms import booking_form
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql
from running_stack import WAIT_SECONDS

from abano.core.ids import new_id
from abano.db.migration_support import upgrade
from abano.ops.local.embedded_postgres import EmbeddedPostgres, create_database

ROOT = Path(__file__).parents[3]
REMOVED: dict[tuple[str, ...], str] = {}
BOOKING = booking_form(pickupDate="2030-07-01", returnDate="2030-07-08")
Schema = dict[str, set[Any]]

COLUMNS = """
select c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace in ('public'::regnamespace, 'reporting'::regnamespace)
  and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
"""
# Old code does not know a new column: it must fill itself.
NEEDED = """
select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  and a.attnotnull and not a.atthasdef and a.attidentity = ''
"""
GRANTS = """
select table_schema, table_name, grantee, privilege_type from information_schema.role_table_grants
where grantee in ('abano_app', 'abano_reporting')
"""
FUNCTIONS = """
select p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)
from pg_proc p where p.pronamespace in ('public'::regnamespace, 'reporting'::regnamespace)
"""


def git(*arguments: str) -> bytes:
    found = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)  # noqa: S607
    if found.returncode != 0:
        pytest.skip("not a git repository, or without the history of the last release")
    return found.stdout


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the last release, unpacked: the folder ``platform`` and what it imports."""
    tags = git("tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=-version:refname").decode().split()
    folder = tmp_path_factory.mktemp("released")
    archive = git("archive", tags[0] if tags else "HEAD", "platform", "shared/src")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)  # noqa: S607
    return folder


def environment(released: Path, database_url: str) -> dict[str, str]:
    sources = os.pathsep.join((str(released / "platform/src"), str(released / "shared/src")))
    return {"ABANO_DATABASE_URL": database_url, "PYTHONPATH": sources}


@pytest.fixture(scope="module")
def schemas(postgres: EmbeddedPostgres, released: Path) -> Iterator[tuple[Schema, Schema]]:
    """The schema that the release makes, and the newest, in the same database."""
    name = f"expand_{uuid4().hex}"
    create_database(postgres, name)
    url = postgres.url(name)
    command = [sys.executable, "-m", "abano.cli", "migrate"]
    subprocess.run(command, check=True, env={**os.environ, **environment(released, url)})
    before = look(url)
    upgrade(url)
    yield before, look(url)
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(f"drop database {name} with (force)".encode())


def look(url: str) -> Schema:
    queries = {"columns": COLUMNS, "needed": NEEDED, "grants": GRANTS, "functions": FUNCTIONS}
    with psycopg.connect(url) as conn:
        return {name: set(conn.execute(query.encode())) for name, query in queries.items()}


@pytest.mark.slow
def test_nothing_the_release_uses_is_gone(schemas: tuple[Schema, Schema]) -> None:
    before, after = schemas
    assert (len(before["columns"]) > 200, len(before["grants"]) > 50, len(before["functions"]) > 20) == (
        True,
        True,
        True,
    )
    for kind in ("columns", "grants", "functions"):
        assert before[kind] - after[kind] <= set(REMOVED), kind


@pytest.mark.slow
def test_the_release_can_write_each_of_its_tables(schemas: tuple[Schema, Schema]) -> None:
    before, after = schemas
    tables = {table for table, _, _ in before["columns"]}
    needed = after["needed"] - before["needed"]
    assert {(table, column) for table, column in needed if table in tables} == set()


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_released_code_serves_on_the_newest_schema(
    released: Path, database_url: str, tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    copy = Copy({**environment(released, database_url), "ABANO_DATA_DIR": str(tmp_path)}, tmp_path)
    try:
        transport = httpx.AsyncHTTPTransport(retries=WAIT_SECONDS)
        async with httpx.AsyncClient(
            base_url=copy.url, trust_env=False, transport=transport, timeout=WAIT_SECONDS
        ) as client:
            assert (await client.get("/healthz")).status_code == 200, copy.log.read_text()
            await take_the_quiz(client)
            quoted = (await client.post("/api/quotes", json=BOOKING)).json()["totalPrice"]
            headers = {"Idempotency-Key": new_id().hex}
            booked = await client.post("/api/bookings", json=BOOKING, headers=headers)
            assert (booked.status_code, booked.json()["totalPrice"]) == (201, quoted), booked.text
            draft = {"firstName": "Ada", "lastName": "Lovelace", **BOOKING}
            assert (await client.post("/api/personal-info-step", json=draft)).status_code == 200
            person = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
            assert (await client.post("/api/admin/login", json=person)).status_code == 200
            assert (await client.get("/api/admin/me")).json()["admin"]["role"] == "owner"
    finally:
        copy.kill()
    booking = booked.json()["bookingId"]
    assert query_admin_sql("select status from bookings where id = %s", booking) == [("pending",)]
    assert query_admin_sql("select count(*) from quiz_answers where session_id = 'released'")[0][0] == 2
    messages = query_admin_sql("select count(*) from outbox_messages where kind = 'booking.created'")
    assert messages[0][0] == 1


async def take_the_quiz(client: httpx.AsyncClient) -> None:
    quiz = (await client.get("/api/quiz/definition")).json()
    common = {"sessionId": "released", "quizVersion": quiz["version"]}
    answers = [
        {"questionId": question["id"], "value": question["options"][0]["value"], "sequence": number}
        for number, question in enumerate(quiz["questions"][:2])
    ]
    for path, body in (
        ("session/start", {"consentState": "not_required"}),
        ("answers", {"answers": answers}),
        ("session/complete", {"completionStatus": "completed"}),
    ):
        answer = await client.post(f"/api/quiz/{path}", json={**common, **body})
        assert answer.status_code == 200, answer.text
