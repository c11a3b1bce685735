"""Takes one batch of each table out of the change feed, with its watermarks, in one warehouse transaction."""

import time
from dataclasses import dataclass, replace
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics import prometheus
from abano_analytics.errors import StoreUnavailable
from abano_analytics.feed_tables import FEED_TABLES, FeedTable
from abano_analytics.jobs.position import Position
from abano_analytics.source.feed import ChangeFeed, Snapshot
from abano_analytics.store import erasures, reader, writer
from abano_analytics.store.protocol import Store

BATCH_ROWS = 250_000
# So few transactions are read without first asking where a batch should end.
SMALL_GAP = 2_000


@dataclass(frozen=True, slots=True)
class Taken:
    """Where the warehouse stands now, how many rows came in, and the tenants' change counters if any changed."""

    position: Position
    rows: int
    versions: dict[UUID, int] | None


class Batches:
    """Reads and appends; who calls it keeps the position."""

    def __init__(self, feed: ChangeFeed, warehouse: Store) -> None:
        self._feed = feed
        self._warehouse = warehouse
        self._noted_at = 0.0

    def take(self, position: Position, snapshot: Snapshot, erased: pl.DataFrame) -> Taken:
        """Append rows, follow erasures, move watermarks and count changes. Nothing of it stays when it fails."""
        watermarks = dict(position.watermarks)
        tenants = self._feed.tenants()
        total = 0
        fresh = erased.filter(~pl.col("erasure_id").is_in(list(position.followed)))
        with self._warehouse.writing() as conn:
            stored = writer.watermarks(conn)
            if any(stored[table] > watermark for table, watermark in watermarks.items()):
                raise StoreUnavailable("Another copy has written since this one looked.")
            changed: set[str] = set()
            source_id = position.source_id or self._feed.source_id()
            if position.source_id is None:
                conn.execute("update warehouse set source_id = ?", [source_id])
            for table in FEED_TABLES:
                since = watermarks[table.name]
                until = self._until(table, since, snapshot)
                if since >= until:
                    continue
                rows = self._append(conn, table, since, until, snapshot)
                watermarks[table.name] = until
                if rows:
                    total += rows
                    changed |= writer.changed_tenants(conn, table, since, until)
            writer.raise_versions(conn, changed)
            if not fresh.is_empty():
                changed |= erasures.follow(conn, fresh, snapshot.xmin)
            is_other_register = (
                position.tenants is None or not tenants.equals(position.tenants)
            ) and writer.refresh_tenants(conn, tenants)
            if total or not fresh.is_empty() or self._is_note_due():
                writer.move_watermarks(conn, watermarks)
                if all(watermark >= snapshot.xmin for watermark in watermarks.values()):
                    writer.note_pass(conn, snapshot.taken_at if snapshot.xmin == snapshot.xmax else None)
                self._noted_at = time.monotonic()
            versions = reader.tenant_versions(conn) if changed or is_other_register else None
        taken = replace(
            position,
            watermarks=watermarks,
            erasures_since=snapshot.xmin,
            followed=frozenset(erased["erasure_id"]),
            source_id=source_id,
            tenants=tenants,
        )
        return Taken(taken, total, versions)

    def _is_note_due(self) -> bool:
        # Watermarks that moved without rows are written down seldom; losing them costs a look at empty ranges.
        return time.monotonic() - self._noted_at > self._warehouse.note_seconds

    def _append(
        self, conn: duckdb.DuckDBPyConnection, table: FeedTable, since: int, until: int, snapshot: Snapshot
    ) -> int:
        with self._feed.batch(table, since, until, snapshot) as stream:
            rows = writer.append(conn, table, stream)
        prometheus.INGEST_ROWS.labels(table.name).inc(rows)
        return rows

    def _until(self, table: FeedTable, since: int, snapshot: Snapshot) -> int:
        if snapshot.xmin - since <= SMALL_GAP:
            return snapshot.xmin
        return self._feed.bound(table, since, snapshot.xmin, BATCH_ROWS)
