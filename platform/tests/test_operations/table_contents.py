"""What a database holds, past row-level security, to be compared with another's."""

import hashlib

import psycopg
from psycopg import sql

from abano.db.tables import tables


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
