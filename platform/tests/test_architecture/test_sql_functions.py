"""``database/functions/*.sql``: the newest version of each file is what runs."""

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import psycopg

import abano

FILES = files(abano) / "db" / "functions"
# What Postgres runs: definition (with its settings), owner, rights. Functions of extensions and of the job queue are
# not ours.
DEFINED = r"""
    select p.oid::regprocedure::text, pg_get_functiondef(p.oid), p.proowner::regrole::text, p.proacl::text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'reporting') and p.proname not like 'procrastinate\_%' and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    )
"""


def sources() -> Mapping[str, str]:
    """The newest version of each file: ``NAME.sql``, then ``NAME.v2.sql`` and so on."""
    newest = {entry.name.split(".")[0]: entry for entry in sorted(FILES.iterdir(), key=version)}
    return {name: entry.read_text(encoding="utf-8") for name, entry in newest.items()}


def version(entry: Traversable) -> int:
    found = re.fullmatch(r"\w+\.(?:v(\d+)\.)?sql", entry.name)
    assert found, entry.name
    return int(found[1] or 1)


def defined(conn: psycopg.Connection[Any]) -> dict[str, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in conn.execute(DEFINED)}


def names(text: str) -> list[str]:
    return re.findall(r"^create or replace function (\w+)\(", text, re.MULTILINE)


def test_the_files_are_the_functions_that_the_migrations_built(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        migrated = defined(conn)
        assert len(migrated) > 20
        for text in sources().values():
            conn.execute(text.encode())
        applied = defined(conn)
        conn.rollback()
    assert applied.keys() == migrated.keys()
    assert {name: applied[name] for name in applied if applied[name] != migrated[name]} == {}


def test_every_function_is_in_one_file(database_url: str) -> None:
    written = [name for text in sources().values() for name in names(text)]
    with psycopg.connect(database_url) as conn:
        migrated = [name.partition("(")[0] for name in defined(conn)]
    assert sorted(written) == sorted(migrated)


def test_a_file_holds_functions_and_nothing_else() -> None:
    """Triggers, tables and rights belong to migrations."""
    for name, text in sources().items():
        bodies_out = re.sub(r"\$\$.*?\$\$", "", text, flags=re.DOTALL)
        statements = [line for line in re.sub(r"--.*", "", bodies_out).split(";") if line.strip()]
        assert len(statements) == len(names(text)), name
