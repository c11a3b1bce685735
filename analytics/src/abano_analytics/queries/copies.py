"""Copies of a company's rows, for its own SQL. Each is a DuckDB file that only exists while it is open.

A copy holds nothing of others, so a query cannot reach them whatever it does. It is kept until the company's data
changes, and is never on disk under a name: it ends with this process.
"""

import os
import shutil
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

import duckdb

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.progress import Progress
from abano_analytics.queries.errors import QueryFailed
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_analytics.store.reader import TenantState
from abano_shared.contract.queries import TABLES
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.queries", "tables.sql")
PREFIX = "query-"
# Copying is part of a query's waiting time.
MAX_COPY_SECONDS = 20.0
MAX_KEPT = 16
UNUSED_SECONDS = 600.0
# While data keeps changing, copying takes at most a tenth of the time. What was erased is gone within a minute.
REUSE_FACTOR = 10
MAX_REUSE_SECONDS = 20.0
COPY_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "threads": "1",
    "memory_limit": "96MiB",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@dataclass(slots=True)
class Copy:
    """``file``: its descriptor. ``state``: of the data it holds."""

    file: int
    state: tuple[str, int, int]
    timezone: str
    data_through: datetime | None
    made_at: float
    made_in: float
    used_at: float


class Copies:
    """Thread-safe."""

    def __init__(
        self,
        warehouse: Store,
        progress: Progress,
        folder: Path,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``folder`` must have room for the largest company's rows, twice."""
        self._warehouse = warehouse
        self._progress = progress
        self._folder = folder
        self._monotonic = monotonic
        self._kept: OrderedDict[UUID, Copy] = OrderedDict()
        self._lock = threading.Lock()

    def clear_remains(self) -> None:
        """Delete what a killed process left of an unfinished copy."""
        for folder in self._folder.glob(f"{PREFIX}*"):
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def opened(self, tenant_id: UUID) -> Iterator[tuple[int, Copy]]:
        """A descriptor of the company's rows as they are now, and their copy.

        Blocks while they are copied. Raises WarehouseNotReady, UnknownTenant, QueryFailed.
        """
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            file, copy = self._current(tenant_id) or self._make(tenant_id)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        try:
            yield file, copy
        finally:
            os.close(file)

    def sweep(self) -> None:
        """Drop copies of changed data, and those that no one used for a while."""
        now = self._monotonic()
        with self._lock:
            for tenant_id, copy in list(self._kept.items()):
                store_id, version, _ = copy.state
                is_current = (
                    store_id == self._warehouse.store_id and self._progress.versions.get(tenant_id) == version
                )
                if not is_current or now - copy.used_at > UNUSED_SECONDS:
                    self._drop(tenant_id)

    def close(self) -> None:
        with self._lock:
            for tenant_id in list(self._kept):
                self._drop(tenant_id)

    def _drop(self, tenant_id: UUID) -> None:
        copy = self._kept.pop(tenant_id, None)
        if copy is not None:
            os.close(copy.file)

    def _current(self, tenant_id: UUID) -> tuple[int, Copy] | None:
        with self._warehouse.reading() as conn:
            state = self._state(reader.tenant_state(conn, tenant_id))
        now = self._monotonic()
        with self._lock:
            copy = self._kept.get(tenant_id)
            if copy is None:
                return None
            reused_for = min(REUSE_FACTOR * copy.made_in, MAX_REUSE_SECONDS)
            is_same_epoch = (copy.state[0], copy.state[2]) == (state[0], state[2])
            if copy.state != state and not (is_same_epoch and now - copy.made_at < reused_for):
                return None
            copy.used_at = now
            self._kept.move_to_end(tenant_id)
            return os.dup(copy.file), copy

    def _state(self, tenant: TenantState) -> tuple[str, int, int]:
        return self._warehouse.store_id, tenant.version, tenant.epoch

    def _make(self, tenant_id: UUID) -> tuple[int, Copy]:
        began = self._monotonic()
        with tempfile.TemporaryDirectory(prefix=PREFIX, dir=self._folder) as name:
            folder = Path(name)
            through = self._progress.data_through
            tenant = self._write_tables(tenant_id, folder)
            load_tables(folder)
            file = os.open(folder / "company.duckdb", os.O_RDONLY | os.O_CLOEXEC)
        now = self._monotonic()
        copy = Copy(file, self._state(tenant), tenant.timezone, through, now, now - began, now)
        with self._lock:
            self._drop(tenant_id)
            self._kept[tenant_id] = copy
            while len(self._kept) > MAX_KEPT:
                self._drop(next(iter(self._kept)))
            return os.dup(file), copy

    def _write_tables(self, tenant_id: UUID, folder: Path) -> TenantState:
        """One snapshot of all tables, as Parquet."""
        with self._warehouse.reading() as conn:
            tenant = reader.tenant_state(conn, tenant_id)
            given = {"tenant": tenant_id, "timezone": tenant.timezone, "currency": tenant.currency}
            timer = threading.Timer(MAX_COPY_SECONDS, conn.interrupt)
            timer.start()
            try:
                for table in TABLES:
                    sql = QUERIES[table.name].rstrip().rstrip(";")
                    used = {name: value for name, value in given.items() if f"${name}" in sql}
                    target = folder / f"{table.name}.parquet"
                    conn.execute(f"copy ({sql}) to '{target}' (format parquet, compression lz4)", used)
            except duckdb.InterruptException as error:
                raise QueryFailed("time") from error
            finally:
                timer.cancel()
        return tenant


def load_tables(folder: Path) -> None:
    """Make ``company.duckdb`` of the Parquet files in the folder."""
    # A connection of its own: a full disk here is no damage of the warehouse.
    with duckdb.connect(folder / "company.duckdb", config=COPY_SETTINGS) as conn:
        for table in TABLES:
            path = folder / f"{table.name}.parquet"
            conn.execute(f"create table {table.name} as from read_parquet('{path}')")
            path.unlink()
        conn.execute("checkpoint")
