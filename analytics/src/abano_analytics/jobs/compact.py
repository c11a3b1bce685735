"""Drops superseded row versions and clusters what remains by tenant and time, a piece at a time."""

import logging
import time
from dataclasses import dataclass
from uuid import UUID

from abano_analytics.errors import StoreUnavailable, WarehouseBroken
from abano_analytics.feed_tables import FEED_TABLES, FeedTable
from abano_analytics.progress import Progress
from abano_analytics.store import compaction
from abano_analytics.store.protocol import Store

log = logging.getLogger(__name__)

# A round starts with this many new rows, if they are this part of a table, or always with the larger number.
MIN_ROWS = 50_000
MIN_PART = 0.2
MAX_ROWS = 2_000_000
# Rows per transaction: it limits the memory for sorting, and the time without ingestion.
PIECE_ROWS = 200_000


@dataclass(slots=True)
class _Round:
    """A round over one table, tenant by tenant, up to the transaction ``until``."""

    table: FeedTable
    until: int
    pieces: list[tuple[UUID, UUID]]


class Compaction:
    """Each piece is rewritten in its own transaction: readers see the old rows until it commits."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._round: _Round | None = None
        self._store_id = ""

    def run(self, *, least_rows: int = MIN_ROWS, seconds: float = float("inf")) -> list[str]:
        """Compact for about ``seconds`` and continue next time; returns the finished tables."""
        done: list[str] = []
        if not self._progress.is_complete or self._warehouse.is_broken:
            return done
        began = time.monotonic()
        try:
            self._drop_another_store()
            while self._round or self._begin(least_rows, done):
                if table := self._step():
                    done.append(table)
                if time.monotonic() - began > seconds:
                    break
        except StoreUnavailable as error:
            log.warning("not compacted", extra={"reason": str(error)})
        except WarehouseBroken as error:
            log.warning("warehouse damaged", extra={"reason": str(error)})
        return done

    def _begin(self, least_rows: int, done: list[str]) -> bool:
        """Find a table with enough new rows."""
        for table in FEED_TABLES:
            if table.name in done:
                continue
            with self._warehouse.writing() as conn:
                rows, fresh = compaction.fresh_rows(conn, table)
                if fresh < min(max(least_rows, rows * MIN_PART), MAX_ROWS):
                    continue
                until = compaction.begin_compaction(conn, table)
                pieces = compaction.pieces(conn, table, PIECE_ROWS)
            self._round = _Round(table, until, pieces)
            return True
        return False

    def _step(self) -> str | None:
        """Rewrite the next piece; returns the table's name when it was the last one."""
        work = self._round
        if work is None:
            return None
        with self._warehouse.writing() as conn:
            if work.pieces:
                compaction.compact(conn, work.table, work.until, work.pieces[0])
            if len(work.pieces) <= 1:
                compaction.finish_compaction(conn, work.table, work.until)
        del work.pieces[:1]
        if work.pieces:
            return None
        self._round = None
        log.info("compacted", extra={"table": work.table.name})
        return work.table.name

    def _drop_another_store(self) -> None:
        """A round from before a rebuild is not continued."""
        if self._store_id != self._warehouse.store_id:
            self._round, self._store_id = None, self._warehouse.store_id
