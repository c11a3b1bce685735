"""The tables to back up, read from the database's catalogue, so that new tables are included automatically."""

from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]

# The manifest has the schema's revision; jobs are enqueued again by the worker's clock. Columns of type xid8 hold a
# transaction id of this server; a restored row gets one of its new server.
_TABLES = r"""
select c.relname, c.relforcerowsecurity,
       array_agg(a.attname::text order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname <> 'alembic_version' and c.relname not like 'procrastinate\_%'
  and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
group by c.oid order by c.relname
"""
_REFERENCES = r"""
select distinct k.conrelid::regclass::text, k.confrelid::regclass::text from pg_constraint k
where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid and k.conparentid = 0
  and k.conrelid::regclass::text not like 'procrastinate\_%'
"""
_SEQUENCES = r"""
select c.relname, a.attname, pg_get_serial_sequence(quote_ident(c.relname), a.attname)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname not like 'procrastinate\_%' and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
"""


@dataclass(frozen=True, slots=True)
class Table:
    """One table; ``is_tenants``: its rows belong to tenants and are visible to one tenant at a time."""

    name: str
    is_tenants: bool
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A sequence behind a column."""

    table: str
    column: str
    name: str


def tables(conn: Connection) -> list[Table]:
    """All tables in dependency order: referenced ones first."""
    return _ordered(conn.execute(_TABLES).fetchall(), conn.execute(_REFERENCES).fetchall())


async def load_tables(conn: "psycopg.AsyncConnection[tuple[Any, ...]]") -> list[Table]:
    """``tables``, by a connection of the platform."""
    rows = await (await conn.execute(_TABLES)).fetchall()
    return _ordered(rows, await (await conn.execute(_REFERENCES)).fetchall())


def _ordered(rows: list[tuple[Any, ...]], references: list[tuple[Any, ...]]) -> list[Table]:
    by_name = {name: Table(name, forced, tuple(columns)) for name, forced, columns in rows}
    sorter = TopologicalSorter[str]({name: [] for name in by_name})
    for referring, referred in references:
        sorter.add(referring, referred)
    return [by_name[name] for name in sorter.static_order()]


def counters(conn: Connection) -> list[Counter]:
    return [Counter(*row) for row in conn.execute(_SEQUENCES)]
