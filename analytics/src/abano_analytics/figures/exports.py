"""What a view shows, as files: the figures, or the rows behind them."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal
from uuid import UUID

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.counting import Counting
from abano_analytics.figures.query import View
from abano_analytics.figures.service import QuizOptions, figure_rows
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.export import UTF8_MARK, Format, write_rows
from abano_analytics.store.protocol import Store
from abano_analytics.store.writer import PlainStream

Table = Literal["answers", "funnel", "campaigns", "sessions", "responses"]
# Files being written at once; whoever comes then waits so long for a turn, in seconds.
MOST_AT_ONCE = 2
PATIENCE_SECONDS = 20.0
CHUNK_BYTES = 256 * 1024


class Exports:
    """Writes a file aside, so that a slow download keeps nobody from counting, and hands it out in pieces."""

    def __init__(self, warehouse: Store, progress: Progress, folder: Path) -> None:
        """``folder`` must have room for the largest export."""
        self._warehouse = warehouse
        self._progress = progress
        self._folder = folder
        self._turns = threading.BoundedSemaphore(MOST_AT_ONCE)

    def write(self, tenant_id: UUID, table: Table, view: View, form: Format) -> "Export":
        """Blocks while the file is written. Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete or not self._turns.acquire(timeout=PATIENCE_SECONDS):
            raise WarehouseNotReady
        try:
            with self._new_file(form) as path:
                self._fill(path, tenant_id, table, view, form)
                return Export(path.open("rb"), UTF8_MARK if form == "csv" else b"")
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        finally:
            self._turns.release()

    @contextmanager
    def _new_file(self, form: Format) -> Iterator[Path]:
        """A path to write to. Afterwards the file lives only as long as somebody has it open."""
        with tempfile.TemporaryDirectory(prefix="export-", dir=self._folder) as folder:
            yield Path(folder) / f"rows.{form}"

    def _fill(self, path: Path, tenant_id: UUID, table: Table, view: View, form: Format) -> None:
        with self._warehouse.reading() as conn:
            tenant = reader.tenant_state(conn, tenant_id)
            parameters: dict[str, object] = {}
            if table == "sessions" or table == "responses":  # noqa: PLR1714 - narrows the type
                Counting(conn, tenant_id, tenant, view).gather()
                query = reader.QUERIES[f"export_{table}"]
                parameters = {"currency": tenant.currency} if table == "sessions" else {"tenant": tenant_id}
            else:
                counts = Counting(conn, tenant_id, tenant, view).count({table: None})[table]
                rows = figure_rows(table, counts, QuizOptions(conn, tenant_id)).with_row_index("position")
                conn.register("exported", PlainStream(rows))
                query = "select * exclude (position) from exported order by position"
            write_rows(conn, query, parameters, path, form=form, timezone=tenant.timezone)


class Export:
    """A finished file. Read once; closing it frees its space."""

    def __init__(self, file: BinaryIO, head: bytes) -> None:
        self._file, self._head = file, head
        self.size_bytes = file.seek(0, 2) + len(head)

    def pieces(self) -> Iterator[bytes]:
        """All of it, in pieces of bounded size."""
        with self._file as file:
            file.seek(0)
            yield self._head
            while piece := file.read(CHUNK_BYTES):
                yield piece
