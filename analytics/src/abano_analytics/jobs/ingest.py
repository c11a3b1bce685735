"""Takes in what is new in Postgres: each second, and in large batches one after the other when behind."""

import logging
import threading
import time
from collections.abc import Callable
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
from abano_analytics.observability import prometheus
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed, Snapshot
from abano_analytics.store import bulk, erasures, reader, writer
from abano_analytics.store.warehouse import Warehouse

log = logging.getLogger(__name__)

BATCH_ROWS = 250_000
# So few transactions are read without first asking where a batch should end.
SMALL_GAP = 2_000
# Watermarks that moved without rows are written down this seldom; losing them costs a look at empty ranges.
NOTE_SECONDS = 30.0


class Ingest:
    """The one writer. ``run`` is called by the scheduler, never twice at once."""

    def __init__(
        self,
        feed: ChangeFeed,
        warehouse: Warehouse,
        progress: Progress,
        after_announcing: Callable[[], None] | None = None,
        *,
        note_seconds: float = NOTE_SECONDS,
        bulk_rows: int = BATCH_ROWS,
    ) -> None:
        """``after_announcing`` is called whenever new rows are in and everyone knows.

        Others who read the same warehouse learn at least every ``note_seconds`` how fresh it is. Empty tables are
        filled in bulk when there are at least ``bulk_rows`` rows for them.
        """
        self._feed = feed
        self._warehouse = warehouse
        self._progress = progress
        self._after_announcing = after_announcing
        self._marks: dict[str, int] = {}
        # Erasures of transactions below are followed, and these beyond.
        self._erasures_since = 0
        self._followed: set[str] = set()
        self._source_id: str | None = None
        self._tenants: pl.DataFrame | None = None
        self._note_seconds = note_seconds
        self._bulk_rows = bulk_rows
        self._noted_at = 0.0
        self._was_reachable = True
        self._had_room = True
        self._stopping = threading.Event()
        self._is_rebuild_asked = threading.Event()

    def prepare(self) -> None:
        """Learn where an opened warehouse stands."""
        with self._warehouse.reading() as conn:
            state = reader.warehouse_state(conn)
            versions = reader.tenant_versions(conn)
            self._marks = writer.watermarks(conn)
            self._erasures_since = erasures.followed_until(conn)
        self._followed = set()
        self._source_id = state.source_id
        self._tenants = None
        self._progress.reset(
            is_complete=state.is_complete, data_through=state.data_through, versions=versions
        )

    def ask_for_rebuild(self) -> None:
        """The next run begins with an empty warehouse."""
        self._is_rebuild_asked.set()

    def stop(self) -> None:
        """Let a catching-up run end after its present batch."""
        self._stopping.set()

    def run(self) -> bool:
        """Take in everything that is complete; whether that went well.

        Failures are told once and tried again at the next call.
        """
        try:
            self._warehouse.recover()
            if self._is_rebuild_asked.is_set():
                self._is_rebuild_asked.clear()
                self._rebuild("asked")
            elif self._progress.is_broken:
                self._rebuild("damaged")
            elif not self._warehouse.is_in_place():
                self._rebuild("lost")
            if not self._progress.is_complete:
                self._fill()
            while self._one_pass() and not self._stopping.is_set():
                pass
            prometheus.INGEST_PASSES.labels("done").inc()
            if not self._was_reachable:
                self._was_reachable = True
                log.info("postgres is back")
            if not self._had_room:
                self._had_room = True
                log.info("there is room on the disk again")
            return True
        except DiskFull as error:
            prometheus.INGEST_PASSES.labels("disk_full").inc()
            if self._had_room:
                self._had_room = False
                log.warning("no room on the disk for the warehouse", extra={"reason": str(error)})
        except (SourceUnavailable, SourceMismatch) as error:
            prometheus.INGEST_PASSES.labels("source_unavailable").inc()
            if self._was_reachable:
                self._was_reachable = False
                log.warning(
                    "postgres cannot be read", extra={"reason": str(error).strip().partition("\n")[0]}
                )
        except WarehouseBroken as error:
            prometheus.INGEST_PASSES.labels("warehouse_broken").inc()
            log.warning("warehouse damaged", extra={"reason": str(error)})
            self._progress.is_broken = True
        return False

    def _one_pass(self) -> bool:
        """Take in one batch of each table under one snapshot; whether more is waiting."""
        began = time.perf_counter()
        with self._feed.transaction() as snapshot:
            if self._is_another_source(snapshot):
                self._rebuild("other_source")
            self._progress.sample(snapshot.xmax, snapshot.taken_at)
            if not self._progress.is_complete and self._progress.expected_rows is None:
                self._progress.expected_rows = sum(self._feed.about_rows().values())
            erased = self._feed.erasures(self._erasures_since)
            is_caught_up = all(mark >= snapshot.xmin for mark in self._marks.values())
            if is_caught_up and self._followed.issuperset(erased["erasure_id"]):
                self._finish(snapshot)
                return False
            marks, rows, versions = self._take_in(snapshot, erased)
        # Before anything else can fail: what is in must not be taken in again.
        self._marks = marks
        self._erasures_since, self._followed = snapshot.xmin, set(erased["erasure_id"])
        if versions is not None:
            self._announce(versions)
        is_behind = any(mark < snapshot.xmin for mark in marks.values())
        if not is_behind:
            self._finish(snapshot)
        if rows:
            prometheus.INGEST_SECONDS.observe(time.perf_counter() - began)
        return is_behind

    def _fill(self) -> None:
        """Fill what is empty in bulk, if it is much; the passes that follow bring what has changed meanwhile."""
        empty = [table for table in FEED_TABLES if not self._marks[table.name]]
        if not empty:
            return
        with self._feed.transaction() as snapshot:
            sizes = self._feed.about_rows()
            source_id, tenants = self._feed.source_id(), self._feed.tenants()
        if sum(sizes.get(table.name, 0) for table in empty) < self._bulk_rows:
            return
        if self._source_id not in {None, source_id}:
            return
        self._progress.expected_rows = sum(sizes.values())
        with self._warehouse.writing() as conn:
            conn.execute("update warehouse set source_id = ?", [source_id])
            writer.refresh_tenants(conn, tenants)
        self._source_id, self._tenants = source_id, tenants
        # The largest first, so that those which are filled at the same time end at about the same time.
        empty.sort(key=lambda table: -sizes.get(table.name, 0))
        before = self._progress.rows
        try:
            rows = bulk.fill(
                self._warehouse,
                self._feed.url,
                empty,
                snapshot.xmin,
                is_stopping=lambda filled: self._look_while_filling(before + filled),
            )
        finally:
            # Some tables may be in, others not.
            with self._warehouse.reading() as conn:
                self._marks = writer.watermarks(conn)
        with self._warehouse.writing() as conn:
            writer.raise_versions(conn, set(tenants["tenant_id"]))
            versions = reader.tenant_versions(conn)
        self._announce(versions)
        self._progress.rows = before + rows
        prometheus.INGEST_ROWS.labels("filled").inc(rows)

    def _look_while_filling(self, rows: int) -> bool:
        """Tell how far it is, with ``rows`` in; whether to stop."""
        try:
            self._progress.rows = max(self._progress.rows, rows + self._feed.copied_rows())
        except SourceUnavailable:
            log.debug("nobody to ask how far it is")
        return self._stopping.is_set()

    def _announce(self, versions: dict[UUID, int]) -> None:
        self._progress.versions = versions
        if self._after_announcing is not None:
            self._after_announcing()

    def _take_in(
        self, snapshot: Snapshot, erased: pl.DataFrame
    ) -> tuple[dict[str, int], int, dict[UUID, int] | None]:
        """Append rows, follow erasures, move watermarks and count changes in one warehouse transaction."""
        marks = dict(self._marks)
        tenants = self._feed.tenants()
        total = 0
        fresh = erased.filter(~pl.col("erasure_id").is_in(list(self._followed)))
        with self._warehouse.writing() as conn:
            stored = writer.watermarks(conn)
            if any(stored[table] > mark for table, mark in marks.items()):
                raise StoreUnavailable("Another copy has written since this one looked.")
            touched: set[str] = set()
            source_id = self._source_id or self._feed.source_id()
            if self._source_id is None:
                conn.execute("update warehouse set source_id = ?", [source_id])
            for table in FEED_TABLES:
                since, until = marks[table.name], self._until(table, marks[table.name], snapshot)
                if since >= until:
                    continue
                rows = self._append(conn, table, since, until, snapshot)
                marks[table.name] = until
                if rows:
                    total += rows
                    touched |= writer.touched_tenants(conn, table, since, until)
            writer.raise_versions(conn, touched)
            if not fresh.is_empty():
                touched |= erasures.follow(conn, fresh, snapshot.xmin)
            is_other_register = (
                self._tenants is None or not tenants.equals(self._tenants)
            ) and writer.refresh_tenants(conn, tenants)
            if total or not fresh.is_empty() or time.monotonic() - self._noted_at > self._note_seconds:
                writer.move_watermarks(conn, marks)
                if all(mark >= snapshot.xmin for mark in marks.values()):
                    writer.note_pass(conn, snapshot.taken_at if snapshot.xmin == snapshot.xmax else None)
                self._noted_at = time.monotonic()
            versions = reader.tenant_versions(conn) if touched or is_other_register else None
        self._source_id, self._tenants = source_id, tenants
        self._progress.rows += total
        return marks, total, versions

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

    def _finish(self, snapshot: Snapshot) -> None:
        """Nothing more is waiting; the first time, write down that the warehouse is complete."""
        if not self._progress.is_complete:
            with self._warehouse.writing() as conn:
                writer.note_pass(conn, None)
        self._progress.passed(snapshot.xmin)

    def _is_another_source(self, snapshot: Snapshot) -> bool:
        """The warehouse copies another database, or this one went back in time."""
        if self._source_id is None:
            return False
        return self._feed.source_id() != self._source_id or any(
            mark > snapshot.xmax for mark in self._marks.values()
        )

    def _rebuild(self, reason: str) -> None:
        log.warning("rebuilding the warehouse from postgres", extra={"reason": reason})
        prometheus.REBUILDS.labels(reason).inc()
        # Until it is open again: one that fails half-way is begun again at the next run.
        self._progress.is_broken = True
        self._warehouse.rebuild()
        self.prepare()
