"""The warehouse file: opened, checked, migrated, written by one thread and read by one at a time."""

import logging
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from abano_analytics.errors import DiskFull, SourceUnavailable, WarehouseBroken, WarehouseUnusable
from abano_analytics.store.extensions import load_extension, quoted
from abano_analytics.store.schema import VERSIONS

log = logging.getLogger(__name__)

SETTINGS = {
    "threads": "2",
    # New files pack texts in half the time; files of before are read and written as they are.
    "storage_compatibility_version": "v1.4.0",
    "preserve_insertion_order": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    # A company's size is guessed by the average of all. For a large one the guess puts a million answers in memory
    # to look for each of its sessions: our joins are made as written, the larger side first.
    "disabled_optimizers": "join_order,build_side_probe_side",
}
# What DuckDB says of a file that is no database, or whose parts contradict each other.
DAMAGE = (
    duckdb.IOException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.SerializationException,
    duckdb.CatalogException,
    duckdb.DataError,
)
# How it is said that a file cannot grow.
NO_ROOM = ("No space left on device", "File too large", "Disk quota exceeded")

# DuckDB keeps versions of updated rows until it writes its log into the file, by itself at 16 MB. After a thousand
# small transactions they alone take forty times as long as the work, and a quarter of a gigabyte.
CHECKPOINT_WRITES = 100
# On a full disk a checkpoint costs reopening the file.
CHECKPOINT_PAUSE_WRITES = 50


class Warehouse:
    """One DuckDB file. ``open`` first; a damaged file is put aside and replaced by an empty one."""

    # So many tables may be filled at once.
    filling_lanes = 2

    def __init__(self, path: Path, *, memory_mb: int) -> None:
        """``memory_mb`` bounds DuckDB's memory in MiB; what is larger spills into a folder beside the file."""
        self.path = path
        self._config: dict[str, str | bool | int | float | list[str]] = {
            **SETTINGS,
            "memory_limit": f"{memory_mb}MiB",
            "temp_directory": str(path.with_name(path.name + ".tmp")),
        }
        self._conn: duckdb.DuckDBPyConnection | None = None
        self._inode = 0
        self._store_id = ""
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._written = 0
        # DuckDB takes nothing more until the file is opened anew; what was committed is in it.
        self._is_to_reopen = False

    @property
    def store_id(self) -> str:
        """Changes with every rebuild, so that nobody mistakes a rebuilt warehouse for the one before."""
        return self._store_id

    def open(self) -> None:
        """Open or create the file and bring its schema to this version. Raises WarehouseUnusable."""
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
            if is_for_want_of_room(error):
                raise WarehouseUnusable(
                    f"There is no room on the disk to open the warehouse {self.path}."
                ) from error
            if not isinstance(error, DAMAGE):
                raise
            log.warning("warehouse damaged, rebuilding", extra={"reason": first_line(error)})
            try:
                self._start_over()
            except (duckdb.Error, OSError) as second:
                raise WarehouseUnusable(
                    f"The warehouse {self.path} cannot be written: {first_line(second)}"
                ) from second

    def close(self) -> None:
        with self._writing, self._reading:
            self._close()

    def rebuild(self) -> None:
        """Put the file aside and begin with an empty one; the change feed then fills it from the beginning.

        Raises DiskFull, WarehouseBroken.
        """
        with self._writing, self._reading, self._told():
            self._start_over()

    def recover(self) -> None:
        """Open the file anew if it could not be after the disk was full. Raises DiskFull, WarehouseBroken."""
        with self._writing:
            if self._is_to_reopen:
                self._reopen()

    def is_in_place(self) -> bool:
        """False when the file was removed or replaced under us."""
        try:
            return self.path.stat().st_ino == self._inode
        except FileNotFoundError:
            return False

    def size_bytes(self) -> int:
        return sum(part.stat().st_size for part in (self.path, self._wal) if part.exists())

    @contextmanager
    def writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """One write transaction: all of it or nothing. Raises DiskFull; WarehouseBroken when the file is damaged."""
        with self._writing:
            with self._transaction() as cursor:
                yield cursor
            # Whatever fails from here on: what was written is committed, and whoever wrote must learn so.
            self._written += 1
            if self._written >= CHECKPOINT_WRITES and not self._is_to_reopen:
                self._checkpoint()
            if self._is_to_reopen:
                try:
                    self._reopen()
                except (DiskFull, WarehouseBroken) as error:
                    log.warning("warehouse not opened again yet", extra={"reason": str(error)})

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """One consistent view. Readers take turns, which bounds the memory that counting takes."""
        with self._reading, self._transaction() as cursor:
            yield cursor

    @contextmanager
    def filling(self, source_url: str) -> Iterator[Callable[[], duckdb.DuckDBPyConnection]]:
        """Attach Postgres as ``source`` and hand out cursors to fill tables from it, each in a thread of its own.

        Raises SourceUnavailable, DiskFull.
        """
        with self._writing, self._told():
            conn = self._connected()
            load_extension(conn, "postgres_scanner")
            try:
                conn.execute(f"attach {quoted(source_url)} as source (type postgres, read_only)")
            except duckdb.Error:
                # What DuckDB says of it may hold the password.
                raise SourceUnavailable("The connection to fill the warehouse from was refused.") from None
            try:
                # A second thread would only wait for the one that reads, and DuckDB's driver waits by asking.
                conn.execute("set threads = 1")
                yield self._cursor
            finally:
                conn.execute(f"set threads = {SETTINGS['threads']}")
                conn.execute("detach source")

    @property
    def _wal(self) -> Path:
        return self.path.with_name(self.path.name + ".wal")

    def _open(self) -> None:
        conn = duckdb.connect(str(self.path), config=self._config)
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
        self._conn, self._store_id = conn, row[0]
        self._inode = self.path.stat().st_ino

    def _close(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            try:
                conn.close()
            except duckdb.Error as error:
                log.warning("warehouse did not close cleanly", extra={"reason": first_line(error)})

    def _checkpoint(self) -> None:
        """Write the log into the file. When a reader is in the way it is tried again after the next write."""
        try:
            self._connected().execute("checkpoint")
            self._written = 0
        except duckdb.FatalException as error:
            # For any other reason than want of room the file is damaged, as whoever uses it next finds out.
            self._is_to_reopen = is_for_want_of_room(error)
            log.warning("no checkpoint", extra={"reason": first_line(error)})
        except duckdb.Error as error:
            log.debug("no checkpoint now: %s", first_line(error))

    def _reopen(self) -> None:
        """With ``_writing`` held. Raises DiskFull, WarehouseBroken."""
        with self._reading:
            self._close()
            try:
                self._open()
            except duckdb.Error as error:
                raise (DiskFull if is_for_want_of_room(error) else WarehouseBroken)(
                    first_line(error)
                ) from error
        self._is_to_reopen = False
        self._written = CHECKPOINT_WRITES - CHECKPOINT_PAUSE_WRITES

    def _start_over(self) -> None:
        self._close()
        self._is_to_reopen = False
        # One damaged file is kept for whoever wants to know what happened to it.
        for part in (self.path, self._wal):
            if part.exists():
                part.replace(part.with_name(part.name + ".damaged"))
        shutil.rmtree(str(self._config["temp_directory"]), ignore_errors=True)
        self._open()

    def _connected(self) -> duckdb.DuckDBPyConnection:
        if self._conn is None:
            if self._is_to_reopen:
                raise DiskFull("The warehouse waits for room on the disk.")
            raise WarehouseBroken("The warehouse is not open.")
        return self._conn

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        return self._connected().cursor()

    def _commit(self, cursor: duckdb.DuckDBPyConnection) -> None:
        try:
            cursor.commit()
        except duckdb.FatalException as error:
            # Only the checkpoint that a large log brings with it has failed.
            if "COMMIT succeeded" not in str(error) or not is_for_want_of_room(error):
                raise
            log.warning("no checkpoint", extra={"reason": first_line(error)})
            self._is_to_reopen = True

    @contextmanager
    def _transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._told():
            cursor = self._cursor()
            cursor.begin()
        try:
            with self._told():
                yield cursor
                self._commit(cursor)
        except BaseException:
            try:
                cursor.rollback()
            except duckdb.Error as error:
                log.debug("nothing to roll back: %s", first_line(error))
            raise
        finally:
            cursor.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell what only a damaged or lost file can cause as WarehouseBroken, and a full disk as DiskFull."""
        try:
            yield
        except duckdb.Error as error:
            if is_for_want_of_room(error):
                self._is_to_reopen |= isinstance(error, duckdb.FatalException)
                raise DiskFull(first_line(error)) from error
            damage = (
                duckdb.FatalException,
                duckdb.InternalException,
                duckdb.SerializationException,
                duckdb.IOException,
            )
            if isinstance(error, damage):
                raise WarehouseBroken(first_line(error)) from error
            raise


def migrate(conn: duckdb.DuckDBPyConnection) -> None:
    """Apply the schema versions that are missing, inside the caller's transaction."""
    conn.execute("create table if not exists schema_version (version integer not null)")
    row = conn.execute("select coalesce(max(version), 0) from schema_version").fetchone()
    applied = int(row[0]) if row else 0
    if applied > len(VERSIONS):
        raise duckdb.DataError(f"the warehouse has schema version {applied}, newer than this program")
    for number, statements in enumerate(VERSIONS[applied:], start=applied + 1):
        for statement in statements:
            conn.execute(statement)
        conn.execute("insert into schema_version values (?)", [number])


def is_for_want_of_room(error: Exception) -> bool:
    return any(sign in str(error) for sign in NO_ROOM)


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
