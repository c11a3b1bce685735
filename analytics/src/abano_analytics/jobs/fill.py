"""Fills empty tables in bulk; the change feed then brings what has changed meanwhile."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from uuid import UUID

from abano_analytics import prometheus
from abano_analytics.errors import SourceUnavailable
from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.jobs.position import Position
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store import bulk, reader, writer
from abano_analytics.store.protocol import Store

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Fill:
    """``least_rows``: for fewer rows the change feed is as good."""

    feed: ChangeFeed
    warehouse: Store
    progress: Progress
    least_rows: int
    is_stopping: Callable[[], bool]
    announce: Callable[[dict[UUID, int]], None]

    def run(self, position: Position, moved: Callable[[Position], None]) -> None:
        """Fill what is empty, if it is much. ``moved`` hears where the warehouse stands, also after a failure."""
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
        # The largest first, so that those which are filled at the same time end at about the same time.
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
            # Some tables may be in, others not.
            with self.warehouse.reading() as conn:
                moved(replace(position, watermarks=writer.watermarks(conn)))
        with self.warehouse.writing() as conn:
            writer.raise_versions(conn, set(tenants["tenant_id"]))
            versions = reader.tenant_versions(conn)
        self.announce(versions)
        self.progress.rows = before + rows
        prometheus.INGEST_ROWS.labels("filled").inc(rows)

    def _look(self, rows: int) -> bool:
        """Report how far it is, with ``rows`` in; whether to stop."""
        try:
            self.progress.rows = max(self.progress.rows, rows + self.feed.copied_rows())
        except SourceUnavailable:
            log.debug("postgres cannot say how far it is")
        return self.is_stopping()
