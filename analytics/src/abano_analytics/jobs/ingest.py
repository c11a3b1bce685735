"""Takes in what is new in Postgres: each second, and in large batches one after the other when behind."""

import logging
import threading
import time
from collections.abc import Callable
from uuid import UUID

from abano_analytics import prometheus
from abano_analytics.errors import DiskFull, SourceMismatch, SourceUnavailable, WarehouseBroken
from abano_analytics.jobs.batches import BATCH_ROWS, Batches
from abano_analytics.jobs.fill import Fill
from abano_analytics.jobs.position import Position
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed, Snapshot
from abano_analytics.store import reader, writer
from abano_analytics.store.protocol import Store

log = logging.getLogger(__name__)


class Ingest:
    """The one writer. ``run`` is called by the scheduler, never twice at once."""

    def __init__(
        self,
        feed: ChangeFeed,
        warehouse: Store,
        progress: Progress,
        after_announcing: Callable[[], None] | None = None,
        *,
        bulk_rows: int = BATCH_ROWS,
    ) -> None:
        """``after_announcing`` is called whenever new rows are in and the change counters say so.

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
        """Learn where an opened warehouse stands."""
        with self._warehouse.reading() as conn:
            state = reader.warehouse_state(conn)
            versions = reader.tenant_versions(conn)
            self._position = Position.of(conn)
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

        A failure is logged once and tried again at the next call.
        """
        try:
            self._recover()
            if not self._progress.is_complete:
                self._fill.run(self._position, self._move)
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
        return False

    def _recover(self) -> None:
        """The one place that mends the warehouse, whoever met the damage."""
        self._warehouse.recover()
        if self._is_rebuild_asked.is_set():
            self._rebuild("asked")
        elif self._warehouse.is_broken:
            self._rebuild("damaged")
        elif not self._warehouse.is_in_place():
            self._rebuild("lost")

    def _rebuild(self, reason: str) -> None:
        log.warning("rebuilding the warehouse from postgres", extra={"reason": reason})
        prometheus.REBUILDS.labels(reason).inc()
        # Until where it stands is known again: a rebuild that fails half-way is begun again at the next run.
        self._is_rebuild_asked.set()
        self._progress.is_complete = False
        self._warehouse.rebuild()
        self.prepare()
        self._is_rebuild_asked.clear()

    def _one_pass(self) -> bool:
        """Take in one batch of each table under one snapshot; whether more is waiting."""
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
            # Before anything else can fail: what is in must not be taken in again.
            self._position = taken.position
        self._progress.rows += taken.rows
        if taken.versions is not None:
            self._announce(taken.versions)
        is_behind = not taken.position.is_caught_up(snapshot)
        if not is_behind:
            self._finish(snapshot)
        if taken.rows:
            prometheus.INGEST_SECONDS.observe(time.perf_counter() - began)
        return is_behind

    def _move(self, position: Position) -> None:
        self._position = position

    def _announce(self, versions: dict[UUID, int]) -> None:
        self._progress.versions = versions
        if self._after_announcing is not None:
            self._after_announcing()

    def _finish(self, snapshot: Snapshot) -> None:
        """Nothing more is waiting; the first time, write down that the warehouse is complete."""
        if not self._progress.is_complete:
            with self._warehouse.writing() as conn:
                writer.note_pass(conn, None)
        self._progress.passed(snapshot.xmin)

    def _is_another_source(self, snapshot: Snapshot) -> bool:
        """The warehouse copies another database, or this one went back in time."""
        source_id = self._position.source_id
        if source_id is None:
            return False
        return self._feed.source_id() != source_id or self._position.is_beyond(snapshot)
