"""Finds rows that were deleted in Postgres: retention of clicks, erasure of a person.

The change feed sees what is written, not what is gone. Some times a day the number of rows per company is compared;
where it differs, the keys are. Bookings of an erased customer stay; their click ids
are dropped from older versions too.
"""

import logging

from abano_analytics.errors import SourceMismatch, SourceUnavailable, WarehouseBroken
from abano_analytics.feed_tables import FEED_TABLES, FeedTable
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store import reader, writer
from abano_analytics.store.protocol import Store

log = logging.getLogger(__name__)


class Reconciliation:
    """One warehouse transaction per table. A failure is tried again at the next call."""

    def __init__(self, feed: ChangeFeed, warehouse: Store, progress: Progress) -> None:
        self._feed = feed
        self._warehouse = warehouse
        self._progress = progress

    def run(self) -> int:
        """Drop from the warehouse what Postgres no longer has; how many rows that were."""
        if not self._progress.is_complete or self._warehouse.is_broken:
            return 0
        dropped = 0
        try:
            for table in FEED_TABLES:
                dropped += self._reconcile(table)
            with self._warehouse.writing() as conn:
                cleaned = writer.drop_erased_clicks(conn)
            if cleaned:
                log.info("click ids of erased customers dropped", extra={"rows": cleaned})
        except (SourceUnavailable, SourceMismatch) as error:
            log.warning("not reconciled", extra={"reason": str(error).strip().partition("\n")[0]})
        except WarehouseBroken as error:
            log.warning("warehouse damaged", extra={"reason": str(error)})
        return dropped

    def _reconcile(self, table: FeedTable) -> int:
        dropped = 0
        with self._feed.transaction(), self._warehouse.writing() as conn:
            # Whatever is in the warehouse was committed before this snapshot: missing now means deleted.
            expected = self._feed.counts(table, writer.watermarks(conn)[table.name])
            changed: set[str] = set()
            for tenant_id, rows in writer.counts(conn, table).items():
                if expected.get(tenant_id, 0) == rows:
                    continue
                with self._feed.keys(table, tenant_id) as keys:
                    gone = writer.delete_missing(conn, table, tenant_id, keys)
                if gone:
                    dropped += gone
                    changed.add(str(tenant_id))
            writer.raise_versions(conn, changed, is_epoch=True)
            versions = reader.tenant_versions(conn) if changed else None
        if versions is not None:
            self._progress.versions = versions
            log.info("deleted rows dropped", extra={"table": table.name, "rows": dropped})
        return dropped
