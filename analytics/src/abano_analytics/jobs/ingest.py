"""Copies new rows from Postgres: every second, in large consecutive batches when behind, in bulk at first.

A batch of each table is read from the change feed with its watermarks, in one warehouse transaction. Empty
tables are filled in bulk; the change feed then adds what changed in the meantime.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.errors import (
    DiskFull,
    SourceMismatch,
    SourceUnavailable,
    StoreUnavailable,
    WarehouseBroken,
)
from abano_analytics.feed_tables import FEED_TABLES, FeedTable
from abano_analytics.progress import INGEST_PASSES, INGEST_ROWS, INGEST_SECONDS, REBUILDS, Progress
from abano_analytics.source.feed import ChangeFeed, Snapshot
from abano_analytics.store import bulk, reader, writer
from abano_analytics.store.protocol import Store


@dataclass(frozen=True, slots=True)
class Position:
    """Rows of transactions below ``watermarks``, by table, are in, of the Postgres ``source_id`` (None: of none yet).

    Erasures of transactions below ``erasures_since`` were followed, and these ``followed`` beyond. ``tenants`` is the
    register of companies as it was read last.
    """

    watermarks: dict[str, int] = field(default_factory=dict)
    erasures_since: int = 0
    followed: frozenset[str] = frozenset()
    source_id: str | None = None
    tenants: pl.DataFrame | None = None

    @classmethod
    def of(cls, conn: duckdb.DuckDBPyConnection) -> "Position":
        """The position stored in the warehouse."""
        return cls(
            watermarks=writer.watermarks(conn),
            erasures_since=writer.followed_until(conn),
            source_id=reader.warehouse_state(conn).source_id,
        )

    def is_caught_up(self, snapshot: Snapshot) -> bool:
        """Whether every transaction that is complete in the snapshot was ingested."""
        return all(watermark >= snapshot.xmin for watermark in self.watermarks.values())

    def is_beyond(self, snapshot: Snapshot) -> bool:
        """Whether this server is behind the ingested position: it was restored to an earlier state."""
        return any(watermark > snapshot.xmax for watermark in self.watermarks.values())


@dataclass(slots=True)
class Fill:
    """``least_rows``: below this number of rows the change feed is as fast."""

    feed: ChangeFeed
    warehouse: Store
    progress: Progress
    least_rows: int
    is_stopping: Callable[[], bool]
    announce: Callable[[dict[UUID, int]], None]

    def run(self, position: Position, moved: Callable[[Position], None]) -> None:
        """Bulk-fill large empty tables. ``moved`` receives the new position, also after a failure."""
        empty = [table for table in FEED_TABLES if not position.watermarks[table.name]]
        if not empty:
            return
        with self.feed.transaction() as snapshot:
            sizes = self.feed.about_rows()
            source_id, tenants = self.feed.source_id(), self.feed.tenants()
        if sum(sizes.get(table.name, 0) for table in empty) < self.least_rows:
            return
        if position.source_id not in {None, source_id}:
            return
        self.progress.expected_rows = sum(sizes.values())
        with self.warehouse.writing() as conn:
            conn.execute("update warehouse set source_id = ?", [source_id])
            writer.refresh_tenants(conn, tenants)
        position = replace(position, source_id=source_id, tenants=tenants)
        moved(position)
        # Largest first, so that tables filled in parallel finish at about the same time.
        empty.sort(key=lambda table: -sizes.get(table.name, 0))
        before = self.progress.rows
        try:
            rows = bulk.fill(
                self.warehouse,
                self.feed.url,
                empty,
                snapshot.xmin,
                is_stopping=lambda filled: self._look(before + filled),
            )
        finally:
            # Some tables may be filled and others not.
            with self.warehouse.reading() as conn:
                moved(replace(position, watermarks=writer.watermarks(conn)))
        with self.warehouse.writing() as conn:
            writer.raise_versions(conn, set(tenants["tenant_id"]))
            versions = reader.tenant_versions(conn)
        self.announce(versions)
        self.progress.rows = before + rows
        INGEST_ROWS.labels("filled").inc(rows)

    def _look(self, rows: int) -> bool:
        """Report progress with ``rows`` ingested. Returns whether to stop."""
        try:
            self.progress.rows = max(self.progress.rows, rows + self.feed.copied_rows())
        except SourceUnavailable:
            log.debug("postgres cannot say how far it is")
        return self.is_stopping()


BATCH_ROWS = 250_000
# Few enough transactions to read without querying a batch bound first.
SMALL_GAP = 2_000


@dataclass(frozen=True, slots=True)
class Taken:
    """The warehouse position, the number of ingested rows, and the changed tenants' counters."""

    position: Position
    rows: int
    versions: dict[UUID, int] | None


class Batches:
    """Read and append rows; the caller stores the position."""

    def __init__(self, feed: ChangeFeed, warehouse: Store) -> None:
        self._feed = feed
        self._warehouse = warehouse
        self._noted_at = 0.0

    def take(self, position: Position, snapshot: Snapshot, erased: pl.DataFrame) -> Taken:
        """Append rows, follow writer, move watermarks and count changes. Rolls back completely on failure."""
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
                changed |= writer.follow(conn, fresh, snapshot.xmin)
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
        # Watermarks that moved without rows are saved rarely; after a crash empty ranges are scanned again.
        return time.monotonic() - self._noted_at > self._warehouse.note_seconds

    def _append(
        self, conn: duckdb.DuckDBPyConnection, table: FeedTable, since: int, until: int, snapshot: Snapshot
    ) -> int:
        with self._feed.batch(table, since, until, snapshot) as stream:
            rows = writer.append(conn, table, stream)
        INGEST_ROWS.labels(table.name).inc(rows)
        return rows

    def _until(self, table: FeedTable, since: int, snapshot: Snapshot) -> int:
        if snapshot.xmin - since <= SMALL_GAP:
            return snapshot.xmin
        return self._feed.bound(table, since, snapshot.xmin, BATCH_ROWS)


log = logging.getLogger(__name__)


class Ingest:
    """The only writer. The scheduler never runs it concurrently."""

    def __init__(
        self,
        feed: ChangeFeed,
        warehouse: Store,
        progress: Progress,
        after_announcing: Callable[[], None] | None = None,
        *,
        bulk_rows: int = BATCH_ROWS,
    ) -> None:
        """``after_announcing`` is called when new rows are ingested and the change counters are updated.

        Empty tables are filled in bulk when there are at least ``bulk_rows`` rows for them.
        """
        self._feed = feed
        self._warehouse = warehouse
        self._progress = progress
        self._after_announcing = after_announcing
        self._position = Position()
        self._batches = Batches(feed, warehouse)
        self._stopping = threading.Event()
        self._fill = Fill(feed, warehouse, progress, bulk_rows, self._stopping.is_set, self._announce)
        self._was_reachable = True
        self._had_room = True
        self._is_rebuild_asked = threading.Event()

    def prepare(self) -> None:
        """Read the position of an opened warehouse."""
        with self._warehouse.reading() as conn:
            state = reader.warehouse_state(conn)
            versions = reader.tenant_versions(conn)
            self._position = Position.of(conn)
        self._progress.reset(
            is_complete=state.is_complete, data_through=state.data_through, versions=versions
        )

    def ask_for_rebuild(self) -> None:
        """Request a rebuild: the next run starts with an empty warehouse."""
        self._is_rebuild_asked.set()

    def stop(self) -> None:
        """Stop a catching-up run after its current batch."""
        self._stopping.set()

    def run(self) -> bool:
        """Ingest all complete transactions. Returns whether it succeeded.

        A failure is logged once and retried at the next call.
        """
        try:
            self._recover()
            if not self._progress.is_complete:
                self._fill.run(self._position, self._move)
            while self._one_pass() and not self._stopping.is_set():
                pass
            INGEST_PASSES.labels("done").inc()
            if not self._was_reachable:
                self._was_reachable = True
                log.info("postgres is back")
            if not self._had_room:
                self._had_room = True
                log.info("there is room on the disk again")
            return True
        except DiskFull as error:
            INGEST_PASSES.labels("disk_full").inc()
            if self._had_room:
                self._had_room = False
                log.warning("no room on the disk for the warehouse", extra={"reason": str(error)})
        except (SourceUnavailable, SourceMismatch) as error:
            INGEST_PASSES.labels("source_unavailable").inc()
            if self._was_reachable:
                self._was_reachable = False
                log.warning(
                    "postgres cannot be read", extra={"reason": str(error).strip().partition("\n")[0]}
                )
        except WarehouseBroken as error:
            INGEST_PASSES.labels("warehouse_broken").inc()
            log.warning("warehouse damaged", extra={"reason": str(error)})
        return False

    def _recover(self) -> None:
        """Rebuild the warehouse. The only place that does, wherever the damage was detected."""
        self._warehouse.recover()
        if self._is_rebuild_asked.is_set():
            self._rebuild("asked")
        elif self._warehouse.is_broken:
            self._rebuild("damaged")
        elif not self._warehouse.is_in_place():
            self._rebuild("lost")

    def _rebuild(self, reason: str) -> None:
        log.warning("rebuilding the warehouse from postgres", extra={"reason": reason})
        REBUILDS.labels(reason).inc()
        # Stays set until the position is known again: a rebuild that fails half-way starts over.
        self._is_rebuild_asked.set()
        self._progress.is_complete = False
        self._warehouse.rebuild()
        self.prepare()
        self._is_rebuild_asked.clear()

    def _one_pass(self) -> bool:
        """Ingest one batch of each table under one snapshot. Returns whether more rows are waiting."""
        began = time.perf_counter()
        with self._feed.transaction() as snapshot:
            if self._is_another_source(snapshot):
                self._rebuild("other_source")
            self._progress.sample(snapshot.xmax, snapshot.taken_at)
            if not self._progress.is_complete and self._progress.expected_rows is None:
                self._progress.expected_rows = sum(self._feed.about_rows().values())
            position = self._position
            erased = self._feed.erasures(position.erasures_since)
            if position.is_caught_up(snapshot) and position.followed.issuperset(erased["erasure_id"]):
                self._finish(snapshot)
                return False
            taken = self._batches.take(position, snapshot, erased)
            # Before anything else can fail: ingested rows must not be ingested again.
            self._position = taken.position
        self._progress.rows += taken.rows
        if taken.versions is not None:
            self._announce(taken.versions)
        is_behind = not taken.position.is_caught_up(snapshot)
        if not is_behind:
            self._finish(snapshot)
        if taken.rows:
            INGEST_SECONDS.observe(time.perf_counter() - began)
        return is_behind

    def _move(self, position: Position) -> None:
        self._position = position

    def _announce(self, versions: dict[UUID, int]) -> None:
        self._progress.versions = versions
        if self._after_announcing is not None:
            self._after_announcing()

    def _finish(self, snapshot: Snapshot) -> None:
        """No more rows are waiting. The first time, record that the warehouse is complete."""
        if not self._progress.is_complete:
            with self._warehouse.writing() as conn:
                writer.note_pass(conn, None)
        self._progress.passed(snapshot.xmin)

    def _is_another_source(self, snapshot: Snapshot) -> bool:
        """The warehouse is a copy of another database, or this one was restored to an earlier state."""
        source_id = self._position.source_id
        if source_id is None:
            return False
        return self._feed.source_id() != source_id or self._position.is_beyond(snapshot)
