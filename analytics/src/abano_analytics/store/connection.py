"""A DuckDB that one thread at a time writes and a few at a time read: what both stores are made of."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import duckdb

from abano_analytics.errors import SourceUnavailable, WarehouseBroken, WarehouseUnusable

log = logging.getLogger(__name__)

SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "threads": "2",
    # New files pack texts in half the time; older files are read and written as they are.
    "storage_compatibility_version": "v1.4.0",
    "preserve_insertion_order": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    # A company's size is guessed by the average of all. For a large one the guess puts a million answers in memory
    # to look for each of its sessions: our joins are made as written, the larger side first.
    "disabled_optimizers": "join_order,build_side_probe_side",
}

# A long count is not to hold up the refresh of what others watch. DuckDB's memory limit holds for all together.
MAX_READERS = 4
# A file that is no database, or whose parts contradict each other.
UNREADABLE = (
    duckdb.IOException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.SerializationException,
    duckdb.CatalogException,
    duckdb.DataError,
)
# While a warehouse is in use, only a damaged or lost file causes these.
DAMAGE = (
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.SerializationException,
    duckdb.IOException,
)
DISK_FULL = ("No space left on device", "File too large", "Disk quota exceeded")

Commit = Callable[[duckdb.DuckDBPyConnection], object]


class Connection:
    """Holds the DuckDB of a store, hands out transactions and translates their errors."""

    def __init__(
        self,
        *,
        translate: Callable[[duckdb.Error], Exception | None],
        explain_absence: Callable[[], Exception],
        catalog: str = "",
    ) -> None:
        """``translate`` gives our error for DuckDB's, None to let it pass; ``explain_absence`` says why none is open.

        ``catalog``: the attached database of the tables; empty = DuckDB's own.
        """
        self._translate = translate
        self._explain_absence = explain_absence
        self._catalog = catalog
        self._conn: duckdb.DuckDBPyConnection | None = None
        self._readers = _Readers(MAX_READERS)
        self._writing = threading.Lock()
        self.is_broken = False

    @property
    def open_duckdb(self) -> duckdb.DuckDBPyConnection:
        """Raises what explains its absence."""
        if self._conn is None:
            raise self._explain_absence()
        return self._conn

    def use(self, conn: duckdb.DuckDBPyConnection) -> None:
        """Hand out transactions of ``conn`` from now on."""
        self._conn = conn

    def drop(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            try:
                conn.close()
            except duckdb.Error as error:
                log.warning("warehouse did not close cleanly", extra={"reason": first_line(error)})

    def broken(self, reason: str) -> WarehouseBroken:
        """The one place that notes a damaged warehouse; the ingest job rebuilds it."""
        self.is_broken = True
        return WarehouseBroken(reason)

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Raise DuckDB's errors as ours."""
        try:
            yield
        except duckdb.Error as error:
            ours = self._translate(error)
            if ours is None:
                raise
            raise ours from error

    @contextmanager
    def writer_turn(self) -> Iterator[None]:
        """Exclusive among writers."""
        with self._writing:
            yield

    @contextmanager
    def reader_turn(self) -> Iterator[None]:
        """One of a limited number of concurrent readers."""
        with self._readers.one():
            yield

    @contextmanager
    def no_readers(self) -> Iterator[None]:
        """Excludes all readers."""
        with self._readers.none():
            yield

    def cursor(self) -> duckdb.DuckDBPyConnection:
        cursor = self.open_duckdb.cursor()
        if self._catalog:
            cursor.execute(f"use {self._catalog}")
        return cursor

    @contextmanager
    def transaction(
        self, commit: Commit = duckdb.DuckDBPyConnection.commit
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        """Committed at the end of the block, rolled back when it fails."""
        with self.translate_errors():
            cursor = self.cursor()
            cursor.begin()
        try:
            with self.translate_errors():
                yield cursor
                commit(cursor)
        except BaseException:
            try:
                cursor.rollback()
            except duckdb.Error as error:
                log.debug("nothing to roll back: %s", first_line(error))
            raise
        finally:
            cursor.close()

    @contextmanager
    def filling(self, source_url: str) -> Iterator[Callable[[], duckdb.DuckDBPyConnection]]:
        """See ``Store.filling``."""
        with self._writing, self.translate_errors():
            conn = self.open_duckdb
            load_extension(conn, "postgres_scanner")
            try:
                conn.execute(f"attach {quoted(source_url)} as source (type postgres, read_only)")
            except duckdb.Error:
                # DuckDB's message may hold the password.
                raise SourceUnavailable("The connection to fill the warehouse from was refused.") from None
            try:
                # A second thread would only wait for the one that reads, and DuckDB's driver waits by polling.
                conn.execute("set threads = 1")
                yield self.cursor
            finally:
                conn.execute(f"set threads = {SETTINGS['threads']}")
                conn.execute("detach source")


class _Readers:
    """A semaphore with an exclusive mode: the exclusive caller waits for the others and is not overtaken."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside = 0
        self._kept_out = 0
        self._changed = threading.Condition()
        self._alone = threading.Lock()

    @contextmanager
    def one(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._kept_out and self._inside < self._most)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def none(self) -> Iterator[None]:
        with self._changed:
            self._kept_out += 1
        try:
            with self._alone:
                with self._changed:
                    self._changed.wait_for(lambda: not self._inside)
                yield
        finally:
            with self._changed:
                self._kept_out -= 1
                self._changed.notify_all()


def load_extension(conn: duckdb.DuckDBPyConnection, name: str) -> None:
    """Raises WarehouseUnusable when its package is missing."""
    conn.execute(f"load {quoted(extension_path(name))}")


def extension_path(name: str) -> str:
    """The signed extension out of its wheel, which is pinned to DuckDB's version."""
    spec = find_spec(f"duckdb_extension_{name}")
    if spec is None or spec.origin is None:
        raise WarehouseUnusable(f"The package duckdb-extension-{name} is missing.")
    folder = Path(spec.origin).parent / "extensions" / f"v{duckdb.__version__}"
    return str(folder / f"{name}.duckdb_extension")


def quoted(text: str) -> str:
    """``text`` as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def is_disk_full(error: Exception) -> bool:
    """A file cannot grow."""
    return any(sign in str(error) for sign in DISK_FULL)


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
