"""The warehouse's schema. Its own tables come in versions, each applied once, in order, when it is opened.

The tables that follow Postgres are as feed_tables.py declares them: what a warehouse lacks of them is added.

Fact tables keep every version of a row that was read; the newest row_xid wins when counting, and compaction drops
the others. So taking in a batch only ever appends, whatever the size of the table.
"""

import duckdb

from abano_analytics.feed_tables import FEED_TABLES, FeedTable

# A new warehouse. Rows of transactions below next_xid are ingested. Versions superseded before floor_xid may
# be gone; below compacted_below there is only one version per key.
_FIRST: tuple[str, ...] = (
    """create table watermarks (
         table_name varchar not null, next_xid bigint not null, floor_xid bigint default 0,
         compacted_below bigint default 0)""",
    # One row: the source Postgres, and whether a first complete pass has been made. A copy that does not
    # write requests a rebuild here; the writer performs it.
    """create table warehouse (
         store_id uuid not null, source_id varchar, is_complete boolean not null, data_through timestamptz,
         is_rebuild_asked boolean)""",
    "insert into warehouse values (uuid(), null, false, null, null)",
    """create table tenants (
         tenant_id uuid not null, slug varchar not null, status varchar not null, timezone varchar not null,
         currency varchar not null)""",
    # The version is incremented on every change of the tenant's data: an unchanged answer needs no work. The
    # epoch counts how often rows of a tenant were dropped without a new version.
    "create table tenant_changes (tenant_id uuid not null, version bigint not null, epoch bigint default 0)",
    # Erasures of transactions below next_xid were applied.
    "create table erasures_followed (next_xid bigint not null)",
    "insert into erasures_followed values (0)",
)
VERSIONS: tuple[tuple[str, ...], ...] = (_FIRST,)


def migrate(conn: duckdb.DuckDBPyConnection) -> None:
    """Migrate the warehouse to this program's schema, inside the caller's transaction."""
    _apply_versions(conn)
    for table in FEED_TABLES:
        _complete(conn, table)


def _complete(conn: duckdb.DuckDBPyConnection, table: FeedTable) -> None:
    """Create the table, or add missing columns.

    A table with new columns is read again, because existing rows may have values. There are no figures until
    it is complete.
    """
    found = conn.execute(
        "select column_name from duckdb_columns() where database_name = current_database() and table_name = ?",
        [table.name],
    ).fetchall()
    known = {str(column) for (column,) in found}
    if not known:
        columns = ", ".join(f'"{column}" {kind}' for column, kind in table.columns.items())
        conn.execute(f"create table {table.name} ({columns})")
        conn.execute("insert into watermarks values (?, 0, 0, 0)", [table.name])
        return
    missing = [column for column in table.columns if column not in known]
    if not missing:
        return
    for column in missing:
        conn.execute(f"alter table {table.name} add column {column} {table.columns[column]}")
    conn.execute(f"delete from {table.name}")  # noqa: S608 - constants
    conn.execute("update warehouse set is_complete = false")
    conn.execute(
        "update watermarks set next_xid = 0, floor_xid = 0, compacted_below = 0 where table_name = ?",
        [table.name],
    )
    conn.execute("update tenant_changes set version = version + 1, epoch = epoch + 1")


def _apply_versions(conn: duckdb.DuckDBPyConnection) -> None:
    """Apply the missing versions. Raises DataError for a warehouse of a newer program."""
    conn.execute("create table if not exists schema_version (version integer not null)")
    row = conn.execute("select coalesce(max(version), 0) from schema_version").fetchone()
    applied = int(row[0]) if row else 0
    if applied > len(VERSIONS):
        raise duckdb.DataError(f"the warehouse has schema version {applied}, newer than this program")
    for number, statements in enumerate(VERSIONS[applied:], start=applied + 1):
        for statement in statements:
            conn.execute(statement)
        conn.execute("insert into schema_version values (?)", [number])
