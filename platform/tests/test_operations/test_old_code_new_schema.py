"""Migrations only add while the version before may still be serving: what its code uses is there unchanged.

A change that takes something away comes one release after the last code that used it. It is then named in ``REMOVED``
with its reason, for as long as ``RELEASED`` is older.
"""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from abano.database.migrations import expected_revision, upgrade
from abano.local.embedded_postgres import EmbeddedPostgres, create_database

# The schema that the last release shipped with.
RELEASED = "0003"
REMOVED: dict[tuple[str, ...], str] = {}

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


@pytest.fixture(scope="module")
def schemas(postgres: EmbeddedPostgres) -> Iterator[tuple[dict[str, set[Any]], dict[str, set[Any]]]]:
    """What there is at the released revision, and what at the newest, in the same database."""
    name = f"expand_{uuid4().hex}"
    create_database(postgres, name)
    upgrade(postgres.url(name), RELEASED)
    before = look(postgres.url(name))
    upgrade(postgres.url(name))
    yield before, look(postgres.url(name))
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(f"drop database {name} with (force)".encode())


def look(url: str) -> dict[str, set[Any]]:
    with psycopg.connect(url) as conn:
        return {
            name: set(conn.execute(query.encode()))
            for name, query in (
                ("columns", COLUMNS),
                ("needed", NEEDED),
                ("grants", GRANTS),
                ("functions", FUNCTIONS),
            )
        }


@pytest.mark.parametrize("kind", ["columns", "grants", "functions"])
def test_nothing_that_old_code_uses_is_gone(
    schemas: tuple[dict[str, set[Any]], dict[str, set[Any]]], kind: str
) -> None:
    before, after = schemas
    assert before[kind] - after[kind] == set(REMOVED)


def test_old_code_can_still_write_every_old_table(
    schemas: tuple[dict[str, set[Any]], dict[str, set[Any]]],
) -> None:
    before, after = schemas
    old_tables = {table for table, _, _ in before["columns"]}
    assert {
        (table, column) for table, column in after["needed"] - before["needed"] if table in old_tables
    } == set()


def test_there_is_something_to_compare(schemas: tuple[dict[str, set[Any]], dict[str, set[Any]]]) -> None:
    before, after = schemas
    assert expected_revision() > RELEASED
    assert len(before["columns"]) > 200
    assert len(after["columns"]) >= len(before["columns"])
    assert len(before["grants"]) > 50
    assert before["functions"]
