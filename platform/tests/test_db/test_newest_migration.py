"""The newest migration can be undone and applied again: functions, constraints and triggers are as before."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import sql

from abano.db.migration_support import ALEMBIC_INI, expected_revision, upgrade
from abano.ops.local.embedded_postgres import EmbeddedPostgres, create_database

SCHEMA = """
select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
where pronamespace = 'public'::regnamespace and prokind = 'f'
union all
select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
where connamespace = 'public'::regnamespace
union all
select 'trigger', tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
union all
select 'column', table_name || ' ' || column_name, data_type || ' ' || is_nullable || coalesce(column_default, '')
from information_schema.columns where table_schema = 'public'
"""


@pytest.fixture
def empty_database(postgres: EmbeddedPostgres) -> Iterator[str]:
    name = f"newest_{uuid4().hex}"
    create_database(postgres, name)
    yield postgres.url(name)
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def schema_of(url: str) -> set[tuple[str, str, str]]:
    with psycopg.connect(url) as conn:
        return set(conn.execute(SCHEMA.encode()).fetchall())


def test_the_schema_is_the_same_when_the_newest_migration_was_undone(empty_database: str) -> None:
    config = Config(str(ALEMBIC_INI))
    config.attributes["url"] = empty_database
    newest = ScriptDirectory.from_config(config).get_revision(expected_revision())
    if newest.down_revision is None:
        pytest.skip("the baseline is the newest, and is not undone")
    upgrade(empty_database, str(newest.down_revision))
    before = schema_of(empty_database)
    upgrade(empty_database)
    after = schema_of(empty_database)
    assert after != before
    command.downgrade(config, str(newest.down_revision))
    assert schema_of(empty_database) == before
    upgrade(empty_database)
    assert schema_of(empty_database) == after
