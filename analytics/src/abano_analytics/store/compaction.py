"""The statements of compaction: of each key the newest version, clustered by company and time, a piece at a time."""

from uuid import UUID

import duckdb

from abano_analytics.feed_tables import FeedTable


def fresh_rows(conn: duckdb.DuckDBPyConnection, table: FeedTable) -> tuple[int, int]:
    """How many rows the table holds, and how many of them came after it was compacted last."""
    # Two statements: the first reads no row, the second skips what is compacted.
    rows = conn.execute(f"select count(*) from {table.name}").fetchone()  # noqa: S608 - names are constants
    compacted = conn.execute(
        "select compacted_below from watermarks where table_name = ?", [table.name]
    ).fetchone()
    fresh = conn.execute(
        f"select count(*) from {table.name} where row_xid >= ?",  # noqa: S608 - names are constants
        list(compacted or (0,)),
    ).fetchone()
    return (int(rows[0]), int(fresh[0])) if rows and fresh else (0, 0)


def begin_compaction(conn: duckdb.DuckDBPyConnection, table: FeedTable) -> int:
    """From now on superseded versions may go; the transaction id below which rows are to be compacted."""
    conn.execute("update watermarks set floor_xid = next_xid where table_name = ?", [table.name])
    row = conn.execute("select floor_xid from watermarks where table_name = ?", [table.name]).fetchone()
    return int(row[0]) if row else 0


def pieces(conn: duckdb.DuckDBPyConnection, table: FeedTable, rows: int) -> list[tuple[UUID, UUID]]:
    """First and last company of pieces of about ``rows`` rows that together are the whole table."""
    return conn.execute(
        "select min(tenant_id), max(tenant_id) from ("  # noqa: S608 - names are constants
        f" select tenant_id, sum(count(*)) over (order by tenant_id) - count(*) as before from {table.name}"
        " group by tenant_id) group by before // ? order by 1",
        [rows],
    ).fetchall()


def compact(conn: duckdb.DuckDBPyConnection, table: FeedTable, until: int, piece: tuple[UUID, UUID]) -> None:
    """Of the piece's rows below ``until`` keep the newest versions only, clustered by company and time."""
    inside = f"from {table.name} where tenant_id between $first and $last and row_xid < $until"
    given = {"first": piece[0], "last": piece[1], "until": until}
    conn.execute(
        f"create or replace temp table compacted as select {table.column_list} {inside}"
        f" qualify row_number() over (partition by {table.identity} order by row_xid desc) = 1",
        given,
    )
    conn.execute(f"delete {inside}", given)
    conn.execute(
        f"insert into {table.name} ({table.column_list}) select {table.column_list} from compacted"  # noqa: S608
        f" order by tenant_id, {table.order}"
    )
    conn.execute("drop table temp.compacted")


def finish_compaction(conn: duckdb.DuckDBPyConnection, table: FeedTable, until: int) -> None:
    """Below ``until`` each key is there in one version only."""
    conn.execute("update watermarks set compacted_below = ? where table_name = ?", [until, table.name])
