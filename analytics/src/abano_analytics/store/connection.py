"""A DuckDB with one writing thread and a few reading threads: the base of both stores."""

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
    # New files compress texts in half the time; older files are read and written in their format.
    "storage_compatibility_version": "v1.4.0",
    "preserve_insertion_order": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    # DuckDB estimates a tenant's size by the average. For a large tenant it would put a million answers in
    # memory to look up each session, so our joins keep the written order, the larger side first.
    "disabled_optimizers": "join_order,build_side_probe_side",
}

# A long count must not delay the refresh of watched figures. DuckDB's memory limit applies to all together.
MAX_READERS = 4
# Errors of a file that is not a database or is corrupted.
UNREADABLE = (
    duckdb.IOException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.SerializationException,
    duckdb.CatalogException,
    duckdb.DataError,
)
# While a warehouse is in use, only a damaged or lost file causes these errors.
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
        """``translate`` returns our error for DuckDB's, or None to re-raise it.

        ``explain_absence`` returns the error for a missing connection. ``catalog``: the attached database of
        the tables; empty = DuckDB's own.
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
        """Raises the error of ``explain_absence``."""
        if self._conn is None:
            raise self._explain_absence()
        return self._conn

    def use(self, conn: duckdb.DuckDBPyConnection) -> None:
        """Use ``conn`` for transactions from now on."""
        self._conn = conn

    def drop(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            try:
                conn.close()
            except duckdb.Error as error:
                log.warning("warehouse did not close cleanly", extra={"reason": first_line(error)})

    def broken(self, reason: str) -> WarehouseBroken:
        """Mark the warehouse as damaged; the ingest job rebuilds it."""
        self.is_broken = True
        return WarehouseBroken(reason)

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Translate DuckDB's errors."""
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
        """Commit at the end of the block; roll back on failure."""
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
                # A second thread would only wait for the reading one, and DuckDB's driver waits by polling.
                conn.execute("set threads = 1")
                yield self.cursor
            finally:
                conn.execute(f"set threads = {SETTINGS['threads']}")
                conn.execute("detach source")


class _Readers:
    """A semaphore with an exclusive mode, which waits for current holders and blocks later ones."""

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
    """Extract the signed extension from its wheel, which is pinned to DuckDB's version."""
    spec = find_spec(f"duckdb_extension_{name}")
    if spec is None or spec.origin is None:
        raise WarehouseUnusable(f"The package duckdb-extension-{name} is missing.")
    folder = Path(spec.origin).parent / "extensions" / f"v{duckdb.__version__}"
    return str(folder / f"{name}.duckdb_extension")


def quoted(text: str) -> str:
    """``text`` as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def is_disk_full(error: Exception) -> bool:
    """Whether the error means that a file cannot grow."""
    return any(sign in str(error) for sign in DISK_FULL)


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
