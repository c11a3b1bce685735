"""What there is to back up, read from the database's own catalogue, so that new tables are included by themselves."""

from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]

# The schema's revision is told by the manifest. Columns of type xid8 stamp a row with a transaction of this very
# server; rows that are loaded elsewhere are stamped there.
_TABLES = """
select c.relname, c.relforcerowsecurity,
       array_agg(a.attname::text order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname <> 'alembic_version' and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
group by c.oid order by c.relname
"""
_REFERENCES = """
select distinct k.conrelid::regclass::text, k.confrelid::regclass::text from pg_constraint k
where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid and k.conparentid = 0
"""
_SEQUENCES = """
select c.relname, a.attname, pg_get_serial_sequence(quote_ident(c.relname), a.attname)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
"""


@dataclass(frozen=True, slots=True)
class Table:
    """One table; ``is_tenants`` tells that its rows belong to companies and are shown to one at a time."""

    name: str
    is_tenants: bool
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter behind a column."""

    table: str
    column: str
    name: str


def tables(conn: Connection) -> list[Table]:
    """All tables, those that others refer to first."""
    found = {name: Table(name, forced, tuple(columns)) for name, forced, columns in conn.execute(_TABLES)}
    sorter = TopologicalSorter[str]({name: [] for name in found})
    for referring, referred in conn.execute(_REFERENCES):
        sorter.add(referring, referred)
    return [found[name] for name in sorter.static_order()]


def counters(conn: Connection) -> list[Counter]:
    return [Counter(*row) for row in conn.execute(_SEQUENCES)]
