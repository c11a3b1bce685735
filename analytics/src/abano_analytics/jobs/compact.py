"""Drops superseded row versions and clusters what remains by tenant and time."""

import logging

from abano_analytics.errors import WarehouseBroken
from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.progress import Progress
from abano_analytics.store import writer
from abano_analytics.store.warehouse import Warehouse

log = logging.getLogger(__name__)

# Below this many superseded rows, and this share of them, a rewrite is not worth its while.
LEAST_ROWS = 50_000
LEAST_SHARE = 0.2


class Compaction:
    """Each table is rewritten in a transaction of its own: readers see the old one until it is done."""

    def __init__(self, warehouse: Warehouse, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress

    def run(self, *, least_rows: int = LEAST_ROWS) -> list[str]:
        """Compact what is worth it; the names of the tables rewritten."""
        done: list[str] = []
        if not self._progress.is_complete or self._progress.is_broken:
            return done
        try:
            for table in FEED_TABLES:
                with self._warehouse.writing() as conn:
                    rows, superseded = writer.superseded_rows(conn, table)
                    if superseded < max(least_rows, rows * LEAST_SHARE):
                        continue
                    writer.compact(conn, table)
                log.info("compacted", extra={"table": table.name, "rows": rows, "superseded": superseded})
                done.append(table.name)
        except WarehouseBroken as error:
            log.warning("warehouse damaged", extra={"reason": str(error)})
            self._progress.is_broken = True
        return done
