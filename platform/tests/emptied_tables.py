"""Tables without rows, together with all that refers to them.

Truncating gives each of their tables and indexes new files, three hundred for bookings: more processor time than a
usual test.
"""

from collections import defaultdict

from product_fixtures import AdminSql

REFERENCES = (
    "select confrelid::regclass::text, conrelid::regclass::text from pg_constraint where contype = 'f'"
)


def empty_tables(query_admin_sql: AdminSql, *tables: str) -> None:
    """Delete every row of ``tables`` and of those that refer to them, without their triggers."""
    deletions = "".join(f"delete from {table};" for table in referring(query_admin_sql, tables))
    query_admin_sql(
        f"do $$ begin perform set_config('session_replication_role', 'replica', true); {deletions} end $$"
    )


# The same in every test database.
_referring: dict[str, set[str]] = defaultdict(set)


def referring(query_admin_sql: AdminSql, tables: tuple[str, ...]) -> list[str]:
    """``tables`` and all that refer to them, over any number of steps."""
    if not _referring:
        for referred, by in query_admin_sql(REFERENCES):
            _referring[referred].add(by)
    found, look_at = set(tables), list(tables)
    while look_at:
        new = _referring[look_at.pop()] - found
        found |= new
        look_at += new
    return sorted(found)
