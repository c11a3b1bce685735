"""The warehouse as one DuckDB file of this process."""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import duckdb

from abano_analytics.errors import DiskFull, WarehouseBroken, WarehouseUnusable
from abano_analytics.store.connection import (
    DAMAGE,
    SETTINGS,
    UNREADABLE,
    Connection,
    first_line,
    is_disk_full,
)
from abano_analytics.store.schema import migrate

log = logging.getLogger(__name__)

# DuckDB keeps versions of updated rows until it checkpoints, automatically at 16 MB. After a thousand small
# transactions these versions make queries forty times slower and use a quarter of a gigabyte.
CHECKPOINT_WRITES = 100
# After a failed checkpoint on a full disk the file has to be reopened.
CHECKPOINT_PAUSE_WRITES = 50


class FileStore:
    """A damaged file is moved aside and replaced by an empty one."""

    filling_workers = 2
    note_seconds = 30.0

    def __init__(self, path: Path, *, memory_mb: int) -> None:
        """``memory_mb`` limits DuckDB's memory in MiB; larger data spills into a folder beside the file."""
        self.path = path
        self._spill = path.with_name(path.name + ".tmp")
        self._memory_mb = memory_mb
        self._connection = Connection(translate=self._translate, explain_absence=self._explain_absence)
        self._inode = 0
        self._store_id = ""
        self._writes = 0
        # DuckDB refuses writes until the file is reopened; committed data is in it.
        self._is_reopening_due = False

    @property
    def store_id(self) -> str:
        return self._store_id

    @property
    def is_broken(self) -> bool:
        return self._connection.is_broken

    def open(self) -> None:
        """Open or create the file and migrate its schema. Raises WarehouseUnusable."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WarehouseUnusable(
                f"The folder {self.path.parent} of the warehouse cannot be made: {error.strerror}."
            ) from error
        try:
            self._open()
        except duckdb.Error as error:
            if "Could not set lock" in str(error):
                raise WarehouseUnusable(
                    f"The warehouse {self.path} is in use by another process; end that one first."
                ) from error
            if is_disk_full(error):
                raise WarehouseUnusable(
                    f"There is no room on the disk to open the warehouse {self.path}."
                ) from error
            if not isinstance(error, UNREADABLE):
                raise
            log.warning("warehouse damaged, rebuilding", extra={"reason": first_line(error)})
            try:
                self._start_over()
            except (duckdb.Error, OSError) as second:
                raise WarehouseUnusable(
                    f"The warehouse {self.path} cannot be written: {first_line(second)}"
                ) from second
        self._connection.is_broken = False

    def close(self) -> None:
        with self._connection.writer_turn(), self._connection.no_readers():
            self._connection.drop()

    def rebuild(self) -> None:
        """Move the file aside and start with an empty one. Raises DiskFull, WarehouseBroken."""
        connection = self._connection
        with connection.writer_turn(), connection.no_readers(), connection.translate_errors():
            # Stays set until the new file is open: a rebuild that fails half-way is restarted.
            connection.is_broken = True
            self._start_over()
            connection.is_broken = False

    def recover(self) -> None:
        with self._connection.writer_turn():
            if self._is_reopening_due:
                self._reopen()

    def is_in_place(self) -> bool:
        """False when the file was deleted or replaced while open."""
        try:
            return self.path.stat().st_ino == self._inode
        except FileNotFoundError:
            return False

    def size_bytes(self) -> int:
        return sum(part.stat().st_size for part in (self.path, self._wal) if part.exists())

    @contextmanager
    def writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._connection.writer_turn():
            with self._connection.transaction(self._commit) as cursor:
                yield cursor
            # From here on the data is committed whatever fails, and the writer has to know it.
            self._writes += 1
            if self._writes >= CHECKPOINT_WRITES and not self._is_reopening_due:
                self._checkpoint()
            if self._is_reopening_due:
                try:
                    self._reopen()
                except (DiskFull, WarehouseBroken) as error:
                    log.warning("warehouse not reopened yet", extra={"reason": str(error)})

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._connection.reader_turn(), self._connection.transaction(self._commit) as cursor:
            yield cursor

    def filling(self, source_url: str) -> AbstractContextManager[Callable[[], duckdb.DuckDBPyConnection]]:
        return self._connection.filling(source_url)

    @property
    def _wal(self) -> Path:
        return self.path.with_name(self.path.name + ".wal")

    def _open(self) -> None:
        limits = {"memory_limit": f"{self._memory_mb}MiB", "temp_directory": str(self._spill)}
        conn = duckdb.connect(str(self.path), config={**SETTINGS, **limits})
        try:
            conn.execute("set global TimeZone = 'UTC'")
            conn.begin()
            migrate(conn)
            conn.commit()
            row = conn.execute("select store_id::varchar from warehouse").fetchone()
            if row is None:
                raise duckdb.DataError("the warehouse has no identity row")
        except BaseException:
            conn.close()
            raise
        self._connection.use(conn)
        self._store_id = row[0]
        self._inode = self.path.stat().st_ino

    def _checkpoint(self) -> None:
        """Checkpoint the log into the file. Retried after the next write if a reader blocks it."""
        try:
            self._connection.open_duckdb.execute("checkpoint")
            self._writes = 0
        except duckdb.FatalException as error:
            # Any other failure than a full disk means a damaged file, which the next use detects.
            self._is_reopening_due = is_disk_full(error)
            log.warning("no checkpoint", extra={"reason": first_line(error)})
        except duckdb.Error as error:
            log.debug("no checkpoint now: %s", first_line(error))

    def _reopen(self) -> None:
        """Requires the writer's lock. Raises DiskFull, WarehouseBroken."""
        with self._connection.no_readers():
            self._connection.drop()
            try:
                self._open()
            except duckdb.Error as error:
                reason = first_line(error)
                ours = DiskFull(reason) if is_disk_full(error) else self._connection.broken(reason)
                raise ours from error
        self._is_reopening_due = False
        self._writes = CHECKPOINT_WRITES - CHECKPOINT_PAUSE_WRITES

    def _start_over(self) -> None:
        self._connection.drop()
        self._is_reopening_due = False
        # One damaged file is kept for diagnosis.
        for part in (self.path, self._wal):
            if part.exists():
                part.replace(part.with_name(part.name + ".damaged"))
        shutil.rmtree(self._spill, ignore_errors=True)
        self._open()

    def _commit(self, cursor: duckdb.DuckDBPyConnection) -> None:
        try:
            cursor.commit()
        except duckdb.FatalException as error:
            # Only the automatic checkpoint of a large log has failed.
            if "COMMIT succeeded" not in str(error) or not is_disk_full(error):
                raise
            log.warning("no checkpoint", extra={"reason": first_line(error)})
            self._is_reopening_due = True

    def _explain_absence(self) -> Exception:
        if self._is_reopening_due:
            return DiskFull("The warehouse waits for room on the disk.")
        return self._connection.broken("The warehouse is not open.")

    def _translate(self, error: duckdb.Error) -> Exception | None:
        if is_disk_full(error):
            self._is_reopening_due |= isinstance(error, duckdb.FatalException)
            return DiskFull(first_line(error))
        return self._connection.broken(first_line(error)) if isinstance(error, DAMAGE) else None
