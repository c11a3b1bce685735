"""Which copy writes to the warehouse: the only one of a file, the elected one of a lake."""

import logging
from collections.abc import Callable
from typing import Protocol

import duckdb

from abano_analytics.errors import SourceUnavailable, StoreUnavailable, WarehouseBroken
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.election import Election
from abano_analytics.store import reader
from abano_analytics.store.lake import LakeStore

log = logging.getLogger(__name__)


class WriterRole(Protocol):
    """The scheduler never calls ``run`` concurrently."""

    @property
    def is_writer(self) -> bool:
        """Whether this copy runs compaction and reconciliation."""

    def start(self) -> None:
        """Read the position of the opened warehouse."""

    def run(self) -> None:
        """Ingest as the writer, or read what the writer has ingested."""

    def ask_for_rebuild(self) -> None:
        """Ask the writing copy to rebuild the warehouse. Raises StoreUnavailable."""

    def maintain(self, seconds: float) -> bool:
        """Periodic maintenance of the store by its writer. False: after ``seconds`` there was more to merge."""

    def merge(self, seconds: float) -> bool:
        """Go on merging. False: after ``seconds`` there was more."""

    def grant_leases(self) -> None:
        """Grant the leases on snapshots that commands have requested."""

    def close(self) -> None: ...


class SoleWriter:
    """The single process of a warehouse file. DuckDB's file lock excludes others."""

    is_writer = True

    def __init__(self, ingest: Ingest) -> None:
        self._ingest = ingest

    def start(self) -> None:
        """Read the position of the opened file."""
        self._ingest.prepare()

    def run(self) -> None:
        """Ingest new rows."""
        self._ingest.run()

    def ask_for_rebuild(self) -> None:
        """Request a rebuild: the next run starts with an empty file."""
        self._ingest.ask_for_rebuild()

    def maintain(self, seconds: float) -> bool:  # noqa: ARG002 - nothing to do
        """A file needs only compaction."""
        return True

    def merge(self, seconds: float) -> bool:  # noqa: ARG002 - nothing to do
        """There is only one file."""
        return True

    def grant_leases(self) -> None:
        """Only this process can open a file, so no one leases a snapshot of it."""

    def close(self) -> None:
        """DuckDB's lock is released with the file."""


class ElectedWriter:
    """One of several copies over one DuckLake: writes when it is elected, else follows the elected one.

    ``run`` is called by the scheduler each second, never twice at once."""

    def __init__(
        self,
        warehouse: LakeStore,
        election: Election,
        ingest: Ingest,
        progress: Progress,
        after_announcing: Callable[[], None],
    ) -> None:
        self._warehouse = warehouse
        self._election = election
        self._ingest = ingest
        self._progress = progress
        self._after_announcing = after_announcing
        self._is_failed = False
        self.is_writer = False

    def start(self) -> None:
        """The first run reads the position of the lake."""

    def run(self) -> None:
        """Ingest as the writer, or read its progress. Failures are retried at the next call."""
        try:
            if self._is_failed:
                # Only the lake knows whether the last commit succeeded: the writer reads its position again.
                self.is_writer = False
                self._warehouse.reopen()
            self._is_failed = not self._turn()
        except SourceUnavailable as error:
            self._fail(error)

    def ask_for_rebuild(self) -> None:
        """Ask the writing copy to rebuild the warehouse. Raises StoreUnavailable."""
        if self.is_writer:
            self._ingest.ask_for_rebuild()
            return
        self._warehouse.ask_for_rebuild()

    def maintain(self, seconds: float) -> bool:
        """Periodic maintenance of the lake by its writer."""
        return self._work(lambda: self._warehouse.maintain(seconds=seconds), "lake not maintained")

    def merge(self, seconds: float) -> bool:
        """Go on merging, as long as this copy writes."""
        return self._work(lambda: self._warehouse.merge(seconds=seconds), "lake not maintained")

    def grant_leases(self) -> None:
        """Grant requested leases by the writer."""
        self._work(self._warehouse.grant_leases, "lease not granted")

    def close(self) -> None:
        """Give up the writer's role to another copy."""
        self._election.close()

    def _work(self, work: Callable[[], bool | None], failure: str) -> bool:
        """False: the work has more to do. What fails is tried again the next time."""
        if not self.is_writer:
            return True
        try:
            return work() is not False
        except (StoreUnavailable, WarehouseBroken) as error:
            log.warning(failure, extra={"reason": str(error)})
            return True

    def _turn(self) -> bool:
        if not self._election.holds():
            if self.is_writer:
                log.warning("another copy may write now")
            self.is_writer = False
            self._follow()
            return True
        if not self.is_writer:
            self._warehouse.take_over()
            self._ingest.prepare()
            self.is_writer = True
            log.info("this copy writes")
        return self._ingest.run()

    def _follow(self) -> None:
        """Read the writer's progress."""
        try:
            self._warehouse.refresh()
            if self._warehouse.is_broken:
                self.ask_for_rebuild()
            with self._warehouse.reading() as conn:
                state = reader.warehouse_state(conn)
                versions = reader.tenant_versions(conn)
        except duckdb.CatalogException:
            # The first copy is still creating the tables.
            return
        is_new = versions != self._progress.versions
        self._progress.reset(
            is_complete=state.is_complete, data_through=state.data_through, versions=versions
        )
        if is_new:
            self._after_announcing()

    def _fail(self, error: Exception) -> None:
        if not self._is_failed:
            log.warning("lake cannot be used", extra={"reason": str(error)})
        self._is_failed = True
