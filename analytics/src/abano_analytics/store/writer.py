"""Operations of one write transaction: ingest a batch, move watermarks, count changes, apply erasures.

Superseded versions are kept until compaction, which may take long; an erased person's data must not be.
"""

from datetime import datetime
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.arrow import ArrowStream, PlainStream
from abano_analytics.errors import SourceUnavailable
from abano_analytics.feed_tables import FEED_TABLES, FeedTable
from abano_shared.contract.filters import COMPARES


def watermarks(conn: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Per table, the transaction id below which all rows are in."""
    return dict(conn.execute("select table_name, next_xid from watermarks").fetchall())


def append(conn: duckdb.DuckDBPyConnection, table: FeedTable, stream: ArrowStream) -> int:
    """Append a batch; returns the number of rows. Raises SourceUnavailable when the stream breaks off."""
    conn.register("feed_batch", stream)
    try:
        row = conn.execute(
            f"insert into {table.name} ({table.column_list})"  # noqa: S608 - names are constants
            f" select {table.column_list} from feed_batch"
        ).fetchone()
    except duckdb.Error as error:
        if "get_next" in str(error) or "arrow" in str(error).lower():
            raise SourceUnavailable(str(error)) from error
        raise
    finally:
        conn.unregister("feed_batch")
    return int(row[0]) if row else 0


def move_watermarks(conn: duckdb.DuckDBPyConnection, watermarks: dict[str, int]) -> None:
    """Set the watermarks by table: rows of transactions below them are ingested."""
    cases = " ".join(f"when '{name}' then {watermark:d}" for name, watermark in watermarks.items())
    conn.execute(f"update watermarks set next_xid = case table_name {cases} else next_xid end")  # noqa: S608


def changed_tenants(conn: duckdb.DuckDBPyConnection, table: FeedTable, since: int, until: int) -> set[str]:
    """The tenants with rows of transactions in [since, until)."""
    changed = conn.execute(
        f"select distinct tenant_id::varchar from {table.name} where row_xid >= ? and row_xid < ?",  # noqa: S608
        [since, until],
    ).fetchall()
    return {row[0] for row in changed}


def raise_versions(conn: duckdb.DuckDBPyConnection, tenants: set[str], *, is_epoch: bool = False) -> None:
    """Count a change of ``tenants``; ``is_epoch``: rows were dropped without a newer version."""
    if not tenants:
        return
    # One string instead of a list: DuckDB's driver tests each list item for array types of optional
    # libraries, which takes longer than everything else.
    chosen = {"tenants": " ".join(sorted(tenants))}
    conn.execute(
        f"update tenant_changes set version = version + 1, epoch = epoch + {int(is_epoch)}"  # noqa: S608 - a number
        " where tenant_id in (select unnest(string_split($tenants, ' '))::uuid)",
        chosen,
    )
    conn.execute(
        "insert into tenant_changes (tenant_id, version, epoch)"
        " select t::uuid, 1, 0 from (select unnest(string_split($tenants, ' ')) as t)"
        " where t::uuid not in (select tenant_id from tenant_changes)",
        chosen,
    )


def refresh_tenants(conn: duckdb.DuckDBPyConnection, tenants: pl.DataFrame) -> bool:
    """Make the table of tenants equal to ``tenants``, and delete rows of removed tenants.

    Returns whether any of them changed.
    """
    conn.register("feed_tenants", PlainStream(tenants))
    try:
        changed = conn.execute(
            "select coalesce(n.tenant_id, o.tenant_id::varchar), n.tenant_id is null"
            " from feed_tenants n full join tenants o on o.tenant_id = n.tenant_id::uuid"
            " where (n.slug, n.status, n.timezone, n.currency)"
            " is distinct from (o.slug, o.status, o.timezone, o.currency)"
        ).fetchall()
        if not changed:
            return False
        conn.execute("delete from tenants")
        conn.execute(
            "insert into tenants select tenant_id::uuid, slug, status, timezone, currency from feed_tenants"
        )
    finally:
        conn.unregister("feed_tenants")
    gone = " ".join(tenant for tenant, is_gone in changed if is_gone)
    for table in FEED_TABLES if gone else ():
        conn.execute(
            f"delete from {table.name} where tenant_id in (select unnest(string_split($gone, ' '))::uuid)",  # noqa: S608
            {"gone": gone},
        )
    raise_versions(conn, {tenant for tenant, _ in changed}, is_epoch=True)
    return True


def counts(conn: duckdb.DuckDBPyConnection, table: FeedTable) -> dict[UUID, int]:
    """The number of distinct keys of each tenant in ``table``."""
    rows = conn.execute(
        f"select tenant_id, count(*) from (select distinct {table.identity} from {table.name}) group by tenant_id"  # noqa: S608
    ).fetchall()
    return dict(rows)


def delete_missing(
    conn: duckdb.DuckDBPyConnection, table: FeedTable, tenant_id: UUID, keys: ArrowStream
) -> int:
    """Delete the tenant's rows that are not among ``keys``; returns their number."""
    key = ", ".join(table.key)
    conn.register("feed_keys", keys)
    try:
        conn.execute(f"create or replace temp table present_keys as select {key} from feed_keys")  # noqa: S608
    finally:
        conn.unregister("feed_keys")
    row = conn.execute(
        f"delete from {table.name} where tenant_id = ?"  # noqa: S608 - names are constants
        f" and ({key}) not in (select ({key}) from present_keys)",
        [tenant_id],
    ).fetchone()
    return int(row[0]) if row else 0


def drop_erased_clicks(conn: duckdb.DuckDBPyConnection) -> int:
    """Remove the click ids from superseded versions of bookings without click ids; returns their number.

    A booking only loses them when its customer is erased. No figure depends on them.
    """
    row = conn.execute(
        "update bookings set gclid = null, gbraid = null, wbraid = null"
        " where coalesce(gclid, gbraid, wbraid) is not null and (tenant_id, booking_id) in ("
        " select (tenant_id, booking_id) from bookings group by tenant_id, booking_id"
        " having arg_max(coalesce(gclid, gbraid, wbraid) is null, row_xid))"
    ).fetchone()
    return int(row[0]) if row else 0


def note_pass(conn: duckdb.DuckDBPyConnection, data_through: datetime | None) -> None:
    """Record a complete pass: everything up to ``data_through`` (Postgres's clock) is included."""
    conn.execute(
        "update warehouse set is_complete = true, data_through = coalesce(?, data_through)", [data_through]
    )


_SESSION = tuple(one.sessions for one in COMPARES.values() if one.is_optional)
_BOOKING = ("car_name", "attributed_session_id", "attribution_method", "gclid", "gbraid", "wbraid")


def followed_until(conn: duckdb.DuckDBPyConnection) -> int:
    """The transaction id below which all erasures were applied."""
    row = conn.execute("select next_xid from erasures_followed").fetchone()
    return int(row[0]) if row else 0


def follow(conn: duckdb.DuckDBPyConnection, erasures: pl.DataFrame, until: int) -> set[str]:
    """Apply ``erasures``, complete below transaction ``until``; returns the changed tenants.

    Every version gets Postgres's current values, so applying an erasure twice is harmless.
    """
    conn.register("feed_erasures", PlainStream(erasures))
    try:
        conn.execute("create or replace temp table erased as select * from feed_erasures")
    finally:
        conn.unregister("feed_erasures")
    changed = [
        _overwrite(conn, "quiz_sessions", "session", "session_id", _SESSION),
        _overwrite(conn, "bookings", "booking", "booking_id::varchar", _BOOKING),
        _run(
            conn,
            "delete from click_records where (tenant_id, click_id::varchar) in"
            " (select (tenant_id::uuid, subject) from erased where kind = 'click')",
        ),
        _run(
            conn,
            "delete from journey_events where (tenant_id, visit_id::varchar) in"
            " (select (tenant_id::uuid, subject) from erased where kind = 'visit')",
        ),
        # Postgres deletes the path of an erased customer, too.
        *(
            _run(
                conn,
                f"delete from booking_touches where (tenant_id, {column}::varchar) in"  # noqa: S608 - constants
                f" (select (tenant_id::uuid, subject) from erased where kind = '{kind}')",
            )
            for kind, column in (("booking", "booking_id"), ("session", "session_id"))
        ),
    ]
    conn.execute("update erasures_followed set next_xid = ?", [until])
    conn.execute("drop table temp.erased")
    if not any(changed):
        return set()
    changed_tenants = set(erasures["tenant_id"])
    # Kept counts of the old versions cannot be refreshed.
    raise_versions(conn, changed_tenants, is_epoch=True)
    return changed_tenants


def _overwrite(
    conn: duckdb.DuckDBPyConnection, table: str, kind: str, key: str, columns: tuple[str, ...]
) -> int:
    values = ", ".join(f"{column} = e.{column}" for column in columns)
    differs = " or ".join(f"{table}.{column} is distinct from e.{column}" for column in columns)
    return _run(
        conn,
        f"update {table} set {values} from (select * from erased where kind = '{kind}') as e"  # noqa: S608 - constants
        f" where {table}.tenant_id = e.tenant_id::uuid and {table}.{key} = e.subject and ({differs})",
    )


def _run(conn: duckdb.DuckDBPyConnection, statement: str) -> int:
    row = conn.execute(statement).fetchone()
    return int(row[0]) if row else 0
