"""Leases on snapshots of a lake: while one lasts, maintenance keeps its snapshot and the files of it.

Commands ask for a lease by a row beside DuckLake's catalog, and the writing copy grants it: only that copy writes.
The files it names hold exactly the rows of the snapshot, without delete files and with nothing left in the catalog,
so that any program that reads Parquet reads the same rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import duckdb
import orjson

from abano_analytics.errors import InvalidInput, NotFound, StoreUnavailable
from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.store.connection import quoted

CATALOG = "__ducklake_metadata_lake"
CATALOG_SCHEMA = "warehouse_catalog"
LEASES = f"{CATALOG_SCHEMA}.snapshot_leases"
DEFAULT_HOURS = 2.0
# Counted from the request, however often it is renewed: what is erased stays in files as long as a lease needs them.
MAX_HOURS = 24.0
TENANT_COLUMNS = {
    "tenant_id": "uuid",
    "slug": "varchar",
    "status": "varchar",
    "timezone": "varchar",
    "currency": "varchar",
}
RANGES = f"""
select f.path, s.min_value as first_tenant, s.max_value as last_tenant
from {CATALOG_SCHEMA}.ducklake_data_file f
join {CATALOG_SCHEMA}.ducklake_file_column_stats s using (data_file_id, table_id)
join {CATALOG_SCHEMA}.ducklake_column c using (column_id, table_id)
where c.column_name = 'tenant_id' and c.end_snapshot is null"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Lease:
    """``snapshot``: None until it is granted. Moments are texts with their offset."""

    lease_id: UUID
    ends_at: str
    snapshot: int | None
    snapshot_at: str | None


def create_table(conn: duckdb.DuckDBPyConnection) -> None:
    _execute(
        conn,
        f"create table if not exists {LEASES} (lease_id uuid primary key,"
        " requested_at timestamptz not null default now(), ends_at timestamptz not null, snapshot bigint,"
        " snapshot_at timestamptz, content text)",
    )


def has_table(conn: duckdb.DuckDBPyConnection) -> bool:
    return _query(conn, f"select to_regclass('{LEASES}') is not null") == [(True,)]


def request(conn: duckdb.DuckDBPyConnection, hours: float) -> UUID:
    """Ask for a lease of ``hours``. Raises InvalidInput."""
    lease_id = uuid4()
    ends_at = f"now() + {_checked(hours):f} * interval '1 hour'"
    _execute(conn, f"insert into {LEASES} (lease_id, ends_at) values ('{lease_id}', {ends_at})")  # noqa: S608
    return lease_id


def renew(conn: duckdb.DuckDBPyConnection, lease_id: UUID, hours: float) -> Lease:
    """Let it last ``hours`` from now, at most MAX_HOURS from its request. Raises NotFound, InvalidInput."""
    find(conn, lease_id)
    _execute(
        conn,
        f"update {LEASES} set ends_at = least(now() + {_checked(hours):f} * interval '1 hour',"  # noqa: S608
        f" requested_at + {MAX_HOURS} * interval '1 hour') where lease_id = '{lease_id}' and ends_at > now()",
    )
    return find(conn, lease_id)


def end(conn: duckdb.DuckDBPyConnection, lease_id: UUID) -> None:
    """Raises NotFound."""
    find(conn, lease_id)
    _execute(conn, f"delete from {LEASES} where lease_id = '{lease_id}'")  # noqa: S608 - a UUID


def delete_ended(conn: duckdb.DuckDBPyConnection) -> None:
    _execute(conn, f"delete from {LEASES} where ends_at <= now()")  # noqa: S608 - constants


def list_leases(conn: duckdb.DuckDBPyConnection) -> list[Lease]:
    """Those that have not ended, the oldest first."""
    rows = _query(
        conn,
        "select lease_id::text, ends_at::text, snapshot, snapshot_at::text"  # noqa: S608 - constants
        f" from {LEASES} where ends_at > now() order by requested_at",
    )
    return [Lease(UUID(lease_id), *rest) for lease_id, *rest in rows]


def find(conn: duckdb.DuckDBPyConnection, lease_id: UUID) -> Lease:
    """Raises NotFound when there is none or it has ended."""
    for lease in list_leases(conn):
        if lease.lease_id == lease_id:
            return lease
    raise NotFound(f"There is no lease {lease_id}, or it has ended.")


def content(conn: duckdb.DuckDBPyConnection, lease_id: UUID) -> dict[str, Any]:
    """The snapshot's tables with their files. Raises NotFound."""
    lease = find(conn, lease_id)
    if lease.snapshot is None:
        raise NotFound(f"The lease {lease_id} has not been granted.")
    sql = f"select content from {LEASES} where lease_id = '{lease_id}'"  # noqa: S608 - a UUID
    found: dict[str, Any] = orjson.loads(_query(conn, sql)[0][0])
    return {"lease": str(lease_id), "endsAt": lease.ends_at, **found}


def of_tenant(found: Mapping[str, Any], slug: str) -> dict[str, Any]:
    """``content`` for one company: itself, and the files that may hold its rows. Raises NotFound."""
    tenants = [tenant for tenant in found["tenants"] if slug in {tenant["slug"], tenant["tenant_id"]}]
    if not tenants:
        raise NotFound(f"The snapshot has no company {slug}.")
    tenant_id = tenants[0]["tenant_id"]
    tables = [
        {
            **table,
            "files": [one for one in table["files"] if one["firstTenant"] <= tenant_id <= one["lastTenant"]],
        }
        for table in found["tables"]
    ]
    return {**found, "tenants": tenants, "tables": tables}


def has_pending(conn: duckdb.DuckDBPyConnection) -> bool:
    return any(lease.snapshot is None for lease in list_leases(conn))


def grant(conn: duckdb.DuckDBPyConnection) -> None:
    """Grant all pending leases on the current snapshot. Raises StoreUnavailable when it is not in files only."""
    snapshot, snapshot_at, through = conn.execute(
        "select snapshot_id, snapshot_time::varchar, (select data_through::varchar from warehouse)"
        " from ducklake_snapshots('lake') order by 1 desc limit 1"
    ).fetchall()[0]
    found = {
        "snapshot": snapshot,
        "snapshotAt": snapshot_at,
        "dataThrough": through,
        "tenants": _tenants(conn),
        "tables": _tables(conn, snapshot),
    }
    text = quoted(orjson.dumps(found).decode())
    _execute(
        conn,
        f"update {LEASES} set snapshot = {snapshot:d}, snapshot_at = {quoted(snapshot_at)}, content = {text}"  # noqa: S608
        " where snapshot is null",
    )


def keep_since(conn: duckdb.DuckDBPyConnection, keep: str) -> str:
    """The moment before which snapshots may expire and unused files may go: ``keep`` ago, or the oldest lease's."""
    leases = f"select min(snapshot_at) as oldest from {LEASES} where ends_at > now()"  # noqa: S608 - constants
    row = conn.execute(
        f"select least(now() - interval '{keep}', oldest)::varchar from postgres_query('{CATALOG}', {quoted(leases)})"  # noqa: S608
    ).fetchall()[0]
    return str(row[0])


def _checked(hours: float) -> float:
    if not 0 < hours <= MAX_HOURS:
        raise InvalidInput(f"A lease lasts more than 0 and at most {MAX_HOURS:.0f} hours.")
    return hours


def _tenants(conn: duckdb.DuckDBPyConnection) -> list[dict[str, str]]:
    columns = ", ".join(f"{name}::varchar" for name in TENANT_COLUMNS)
    rows = conn.execute(f"select {columns} from tenants order by 1").fetchall()  # noqa: S608 - constants
    return [dict(zip(TENANT_COLUMNS, row, strict=True)) for row in rows]


def _tables(conn: duckdb.DuckDBPyConnection, snapshot: int) -> list[dict[str, Any]]:
    ranges = {path: (first, last) for path, first, last in _query(conn, RANGES)}
    return [
        {
            "name": table.name,
            "key": ["tenant_id", *table.key],
            "version": "row_xid",
            "columns": table.columns,
            "files": _files(conn, table.name, snapshot, ranges),
        }
        for table in FEED_TABLES
    ]


def _files(
    conn: duckdb.DuckDBPyConnection, table: str, snapshot: int, ranges: Mapping[str, Sequence[str]]
) -> list[dict[str, Any]]:
    listing = f"ducklake_list_files('lake', '{table}', snapshot_version => {snapshot:d})"
    rows = conn.execute(f"select data_file, data_file_size_bytes, delete_file from {listing}").fetchall()  # noqa: S608
    inlined = conn.execute(
        f"select count(*) from {table} where filename like 'ducklake_inlined%'"  # noqa: S608 - constants
    ).fetchall()
    if inlined != [(0,)] or any(deletes is not None for *_, deletes in rows):
        raise StoreUnavailable(f"The table {table} is not in files only.")
    listed = []
    for path, size, _ in rows:
        first, last = ranges[path.rpartition("/")[2]]
        listed.append({"path": path, "bytes": size, "firstTenant": first, "lastTenant": last})
    return listed


def _execute(conn: duckdb.DuckDBPyConnection, sql: str) -> None:
    conn.execute(f"call postgres_execute('{CATALOG}', {quoted(sql)})")


def _query(conn: duckdb.DuckDBPyConnection, sql: str) -> list[tuple[Any, ...]]:
    return conn.execute(f"select * from postgres_query('{CATALOG}', {quoted(sql)})").fetchall()  # noqa: S608
