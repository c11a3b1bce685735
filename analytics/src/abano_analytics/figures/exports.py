"""Exports of a page: the figures, or their rows, as files."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.arrow import PlainStream
from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.content import QuizOptions, figure_rows
from abano_analytics.figures.counts import Scope
from abano_analytics.figures.incremental import count_new
from abano_analytics.figures.journeys import JourneyCounter, find_still_active, landing_rows, step_rows
from abano_analytics.figures.query import FigureQuery, counted_as
from abano_analytics.figures.recount import Bar, gather_behind, gather_sessions
from abano_analytics.figures.statements import QUERIES
from abano_analytics.figures.still_answering import NO_ONE, find_still_answering
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_analytics.store.reader import UTF8_MARK, TenantState, write_rows
from abano_shared.contract.figures import FigureTable, FileFormat, Table
from abano_shared.contract.filters import OFFERED, WIRE_NAMES

# A session's values by filter name.
VALUES = ", ".join(f'{one.value_of(one.sessions)} as "{WIRE_NAMES[name]}"' for name, one in OFFERED.items())
# Maximum concurrent exports, and how long further requests wait.
MAX_CONCURRENT = 2
TURN_SECONDS = 20.0
CHUNK_BYTES = 256 * 1024


class Exports:
    """Writes an export to disk, so that a slow download does not block counting, and returns it in chunks."""

    def __init__(self, warehouse: Store, progress: Progress, folder: Path) -> None:
        """``folder`` must have room for the largest export."""
        self._warehouse = warehouse
        self._progress = progress
        self._folder = folder
        self._turns = threading.BoundedSemaphore(MAX_CONCURRENT)

    def write(
        self, tenant_id: UUID, table: Table, query: FigureQuery, form: FileFormat, bar: Bar | None = None
    ) -> "Export":
        """Blocks while the file is written. Raises WarehouseNotReady, UnknownTenant.

        ``bar``: only sessions and responses of this bar.
        """
        return self._written(form, lambda path: self._fill(path, tenant_id, table, query, form, bar))

    def write_rows(self, tenant_id: UUID, rows: pl.DataFrame, form: FileFormat) -> "Export":
        """The caller's rows as a file. Blocks until written. Raises WarehouseNotReady, UnknownTenant."""

        def fill(path: Path) -> None:
            with self._warehouse.reading() as conn:
                _write_frame(conn, reader.tenant_state(conn, tenant_id), rows, path, form)

        return self._written(form, fill)

    def _written(self, form: FileFormat, fill: Callable[[Path], None]) -> "Export":
        if not self._progress.is_complete or not self._turns.acquire(timeout=TURN_SECONDS):
            raise WarehouseNotReady
        try:
            with self._new_file(form) as path:
                fill(path)
                return Export(path.open("rb"), UTF8_MARK if form == "csv" else b"")
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        finally:
            self._turns.release()

    @contextmanager
    def _new_file(self, form: FileFormat) -> Iterator[Path]:
        """A path to write to. After the block the file only exists while it is open."""
        with tempfile.TemporaryDirectory(prefix="export-", dir=self._folder) as folder:
            yield Path(folder) / f"rows.{form}"

    def _fill(
        self, path: Path, tenant_id: UUID, table: Table, query: FigureQuery, form: FileFormat, bar: Bar | None
    ) -> None:
        with self._warehouse.reading() as conn:
            tenant = reader.tenant_state(conn, tenant_id)
            now = self._progress.data_through
            scope = Scope(conn, self._warehouse.store_id, tenant_id, tenant, query, now=now)
            if table != "sessions" and table != "responses":  # noqa: PLR1714 - narrows the type
                _write_frame(conn, tenant, _rows(scope, table), path, form)
                return
            if bar is None:
                gather_sessions(scope)
            else:
                gather_behind(scope, bar)
                conn.execute("create or replace temp table period_sessions as select * from sessions_behind")
            parameters = {"currency": tenant.currency} if table == "sessions" else {"tenant": tenant_id}
            sql = QUERIES[f"export_{table}"].format(values=VALUES)
            write_rows(conn, sql, parameters, path, form=form, timezone=tenant.timezone)


def _write_frame(
    conn: duckdb.DuckDBPyConnection, tenant: TenantState, rows: pl.DataFrame, path: Path, form: FileFormat
) -> None:
    conn.register("exported", PlainStream(rows.with_row_index("position")))
    sql = "select * exclude (position) from exported order by position"
    write_rows(conn, sql, {}, path, form=form, timezone=tenant.timezone)


def _rows(scope: Scope, table: FigureTable) -> pl.DataFrame:
    options = QuizOptions(scope.conn, scope.tenant_id)
    if table == "journey":
        return step_rows(JourneyCounter().count(scope), find_still_active(scope).counts, options.frame)
    if table == "landings":
        return landing_rows(JourneyCounter().count(scope))
    counted = counted_as(table)
    still_answering = find_still_answering(scope) if table == "funnel" else NO_ONE
    counts = count_new(scope, [counted])[counted]
    return figure_rows(table, counts, options, scope.query, still_answering.counts)


class Export:
    """A finished file. It is read once; closing it frees its space."""

    def __init__(self, file: BinaryIO, head: bytes) -> None:
        self._file, self._head = file, head
        self.size_bytes = file.seek(0, 2) + len(head)

    def pieces(self) -> Iterator[bytes]:
        """The content in chunks of limited size."""
        with self._file as file:
            file.seek(0)
            yield self._head
            while piece := file.read(CHUNK_BYTES):
                yield piece
