"""Runs SQL of one's own: one query per company at a time and two in all, each in a process of its own."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

import orjson

from abano_analytics.progress import QUERIES, Progress
from abano_analytics.queries.copies import Copies
from abano_analytics.queries.errors import QueryBusy, QueryFailed
from abano_analytics.queries.sandbox import Result, run_sandboxed
from abano_analytics.store.protocol import Store
from abano_shared.contract.queries import QueryFormat, QueryRequest

MAX_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """``timezone``: of all times. ``data_through``: everything up to then is included."""

    result: Result
    timezone: str
    data_through: datetime | None

    def as_json(self) -> bytes:
        """A QueryResponse."""
        content = {
            "success": True,
            **self.result.head,
            "timezone": self.timezone,
            "dataThrough": self.data_through,
            # Last, so that it can be passed on unread.
            "rows": orjson.Fragment(self.result.body),
        }
        return orjson.dumps(content, option=orjson.OPT_UTC_Z)


class Queries:
    """Thread-safe."""

    def __init__(self, warehouse: Store, progress: Progress, folder: Path) -> None:
        """``folder`` is where copies are made."""
        self._copies = Copies(warehouse, progress, folder)
        self._running: set[UUID] = set()
        self._lock = threading.Lock()

    def start(self) -> None:
        self._copies.clear_remains()

    def sweep(self) -> None:
        """Drop copies that are not needed any more."""
        self._copies.sweep()

    def close(self) -> None:
        self._copies.close()

    @contextmanager
    def turn(self, tenant_id: UUID) -> Iterator[None]:
        """Take the company's turn, for one query. Never waits. Raises QueryBusy."""
        with self._lock:
            if tenant_id in self._running:
                raise QueryBusy("company")
            if len(self._running) >= MAX_AT_ONCE:
                raise QueryBusy("all")
            self._running.add(tenant_id)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(tenant_id)

    def run(self, tenant_id: UUID, asked: QueryRequest, form: QueryFormat) -> Answer:
        """Within the company's turn. Blocks. Raises QueryFailed, WarehouseNotReady, UnknownTenant."""
        try:
            with self._copies.opened(tenant_id) as (file, copy):
                result = run_sandboxed(asked, form, file, copy.timezone)
        except QueryFailed as error:
            QUERIES.labels(str(error.details["problem"])).inc()
            raise
        QUERIES.labels("done").inc()
        return Answer(result, copy.timezone, copy.data_through)
