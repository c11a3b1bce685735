"""Follows erasures: what Postgres no longer says of somebody is taken out of every version of a row.

A version that was superseded stays until compaction, which may be long; an erased person must not stay with it.
"""

import duckdb
import polars as pl

from abano_analytics.arrow import PlainStream
from abano_analytics.store.writer import raise_versions
from abano_shared.contract.filters import COMPARES

_SESSION = tuple(one.sessions for one in COMPARES.values() if one.is_optional)
_BOOKING = ("car_name", "attributed_session_id", "attribution_method", "gclid", "gbraid", "wbraid")


def followed_until(conn: duckdb.DuckDBPyConnection) -> int:
    """The transaction id below which all erasures were followed."""
    row = conn.execute("select next_xid from erasures_followed").fetchone()
    return int(row[0]) if row else 0


def follow(conn: duckdb.DuckDBPyConnection, erasures: pl.DataFrame, until: int) -> set[str]:
    """Follow ``erasures``, with which all below transaction ``until`` are followed; the tenants that were changed.

    Every version gets what Postgres says now: an erasure that is followed twice changes nothing the second time.
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
        # Postgres deletes the path of whoever is erased, too.
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
    # Kept counts of the versions as they were cannot be refreshed.
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
