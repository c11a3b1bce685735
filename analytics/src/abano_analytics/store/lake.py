"""The warehouse as a DuckLake: Parquet in a folder or object store, its catalog in Postgres, many readers."""

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import duckdb

from abano_analytics.errors import StoreUnavailable, WarehouseUnusable
from abano_analytics.store import leases
from abano_analytics.store.connection import SETTINGS, Connection, first_line, load_extension, quoted
from abano_analytics.store.leases import CATALOG_SCHEMA
from abano_analytics.store.schema import migrate

log = logging.getLogger(__name__)

# Smaller changes stay in the catalog until maintenance writes them out, which avoids one file per second.
INLINED_ROWS = 5_000
# New answers wait while files are merged into one of this size. Only files below half of it are merged: two of them
# never exceed it, and a large one is not written again for each small one that follows.
MERGED_BYTES = 16_000_000
EXTENSIONS = ("postgres_scanner", "ducklake", "httpfs")
# Error messages of a file that is missing or differs from its catalog entry.
LOST = (
    "No such file",
    "does not exist",
    "404",
    "No magic bytes",
    "not a parquet",
    "too small to be a Parquet",
)
# Any other error of the lake may be temporary.
PASSING = (
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,
    duckdb.InternalException,
    duckdb.ConnectionException,
)


@dataclass(frozen=True, slots=True)
class ObjectStore:
    """How to connect to an S3 store. ``endpoint`` is an http(s) URL; empty = AWS.

    Without keys the store uses the process's cloud identity: a web identity, a machine role, or environment
    variables.
    """

    endpoint: str
    region: str
    access_key: str
    secret_key: str


class LakeStore:
    """The same tables and SQL as in a file. Several copies may read; an election decides which one writes."""

    # Concurrent transactions would conflict in the catalog.
    filling_workers = 1
    # Followers report their figures as stale after thirty seconds without a note.
    note_seconds = 10.0

    def __init__(
        self,
        data_path: str,
        catalog_url: str,
        *,
        memory_mb: int,
        spill: Path,
        objects: ObjectStore | None = None,
        snapshot: int | None = None,
    ) -> None:
        """``data_path``: a folder or ``s3://bucket/path``; ``spill``: a name beside which large work may spill.

        ``snapshot``: read this one of the past; nothing can be written.
        """
        self._data_path = data_path if "://" in data_path else str(Path(data_path).absolute())
        self._catalog_url = catalog_url
        self._memory_mb = memory_mb
        self._spill = spill.with_name(spill.name + ".tmp")
        self._objects = objects
        self._snapshot = snapshot
        self._connection = Connection(
            translate=self._translate,
            explain_absence=lambda: StoreUnavailable("The lake is not open."),
            catalog="lake",
        )
        self._store_id = ""
        self._size_bytes = 0

    @property
    def store_id(self) -> str:
        return self._store_id

    @property
    def is_broken(self) -> bool:
        return self._connection.is_broken

    def open(self) -> None:
        """Attach; the tables are created by ``take_over``. Raises WarehouseUnusable."""
        try:
            self._open()
        except (duckdb.Error, OSError) as error:
            raise WarehouseUnusable(f"The DuckLake cannot be opened: {first_line(error)}") from error
        self._connection.is_broken = False

    def close(self) -> None:
        with self._connection.writer_turn(), self._connection.no_readers():
            self._connection.drop()

    def reopen(self) -> None:
        """Open a new connection, since the state of a failed one is unknown. Raises StoreUnavailable."""
        connection = self._connection
        with connection.writer_turn(), connection.no_readers():
            connection.drop()
            with connection.translate_errors():
                self._open()

    def rebuild(self) -> None:
        """Drop and recreate all tables. Raises StoreUnavailable, WarehouseBroken."""
        connection = self._connection
        with connection.writer_turn(), connection.no_readers():
            connection.is_broken = True
            self._start_over()
            connection.is_broken = False

    def take_over(self) -> None:
        """Become the writer: migrate the tables to this version; tables of a newer version are rebuilt."""
        try:
            with self.writing() as conn:
                migrate(conn)
        except (duckdb.DataError, duckdb.CatalogException) as error:
            log.warning("warehouse unusable, rebuilding", extra={"reason": first_line(error)})
            self.rebuild()
        with self.leasing() as conn:
            leases.create_table(conn)
        self.refresh()

    def refresh(self) -> None:
        """Check whether another copy has rebuilt the warehouse. Raises StoreUnavailable."""
        with self.reading() as conn:
            row = conn.execute("select store_id::varchar from warehouse").fetchone()
        self._store_id = row[0] if row else ""

    def recover(self) -> None:
        """No-op: disk space is managed by the object store."""

    def is_in_place(self) -> bool:
        """False when a copy asked for a rebuild. Raises StoreUnavailable."""
        with self.reading() as conn:
            return conn.execute("select 1 from warehouse where is_rebuild_asked").fetchone() is None

    def ask_for_rebuild(self) -> None:
        """Ask the writing copy to rebuild the warehouse. Raises StoreUnavailable, WarehouseBroken."""
        with self.writing() as conn:
            conn.execute("update warehouse set is_rebuild_asked = true")
        self._connection.is_broken = False

    def size_bytes(self) -> int:
        """Size as of the last maintenance."""
        return self._size_bytes

    @contextmanager
    def writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._connection.writer_turn(), self._connection.transaction() as cursor:
            yield cursor

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._connection.reader_turn(), self._connection.transaction() as cursor:
            yield cursor

    def filling(self, source_url: str) -> AbstractContextManager[Callable[[], duckdb.DuckDBPyConnection]]:
        return self._connection.filling(source_url)

    @contextmanager
    def leasing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """For the functions of ``leases``, each of which is a transaction. Raises StoreUnavailable."""
        with self._connection.translate_errors():
            cursor = self._connection.cursor()
            try:
                yield cursor
            finally:
                cursor.close()

    def grant_leases(self) -> None:
        """Grant requested leases on the current snapshot, which is first written to files without deleted rows.

        They wait while the warehouse is being filled. Raises StoreUnavailable, WarehouseBroken.
        """
        with self._connection.writer_turn(), self.leasing() as conn:
            if not leases.has_pending(conn):
                return
            if conn.execute("select 1 from warehouse where is_complete").fetchone() is None:
                return
            conn.execute("call ducklake_flush_inlined_data('lake')")
            conn.execute("call ducklake_rewrite_data_files('lake', delete_threshold => 0)")
            leases.grant(conn)

    def maintain(self, *, keep: str = "1 hour", seconds: float = math.inf) -> bool:
        """Write out inlined rows, merge small files, drop data that only snapshots older than ``keep`` need.

        Files are deleted after the same time again, so that readers of an older snapshot still find them. A leased
        snapshot and its files stay. False: after ``seconds`` there was more for ``merge``.
        """
        until = time.monotonic() + seconds
        with self._connection.writer_turn(), self.leasing() as conn:
            leases.delete_ended(conn)
            conn.execute("call ducklake_flush_inlined_data('lake')")
            before = f"older_than => timestamptz {quoted(leases.keep_since(conn, keep))}"
            conn.execute(f"call ducklake_expire_snapshots('lake', {before})")
            conn.execute("call ducklake_rewrite_data_files('lake')")
            is_done = _merge(conn, until)
            before = f"older_than => timestamptz {quoted(leases.keep_since(conn, keep))}"
            conn.execute(f"call ducklake_cleanup_old_files('lake', {before})")
            row = conn.execute(
                "select coalesce(sum(file_size_bytes + delete_file_size_bytes), 0)::bigint"
                " from ducklake_table_info('lake')"
            ).fetchone()
        self._size_bytes = int(row[0]) if row else 0
        return is_done

    def merge(self, *, seconds: float) -> bool:
        """Merge small files. False: after ``seconds`` there was more."""
        with self._connection.writer_turn(), self.leasing() as conn:
            return _merge(conn, time.monotonic() + seconds)

    def _open(self) -> None:
        if "://" not in self._data_path:
            Path(self._data_path).mkdir(parents=True, exist_ok=True)
        self._spill.parent.mkdir(parents=True, exist_ok=True)
        limits = {"memory_limit": f"{self._memory_mb}MiB", "temp_directory": str(self._spill)}
        conn = duckdb.connect(config={**SETTINGS, **limits})
        try:
            conn.execute("set global TimeZone = 'UTC'")
            for name in EXTENSIONS:
                load_extension(conn, name)
            # An upload has at most 10,000 parts; the default for 800 GB uses 80 MB of memory per part.
            conn.execute("set global s3_uploader_max_filesize = '50GB'")
            conn.execute("set global s3_uploader_thread_limit = 2")
            conn.execute(f"set global ducklake_target_file_size = '{MERGED_BYTES}B'")
            if self._objects is not None:
                if not self._objects.access_key:
                    load_extension(conn, "aws")
                conn.execute(_secret(self._objects))
            self._attach(conn)
        except BaseException:
            conn.close()
            raise
        self._connection.use(conn)

    def _attach(self, conn: duckdb.DuckDBPyConnection) -> None:
        at = "" if self._snapshot is None else f", snapshot_version {self._snapshot:d}"
        sql = (
            f"attach {quoted(f'ducklake:postgres:{self._catalog_url}')} as lake (data_path"
            f" {quoted(self._data_path)}, metadata_schema '{CATALOG_SCHEMA}', override_data_path true,"
            f" data_inlining_row_limit {INLINED_ROWS}{at})"
        )
        try:
            conn.execute(sql)
        except duckdb.Error as error:
            # Replicas that start together all create the catalog; all but one fail.
            if not any(sign in str(error) for sign in ("duplicate key", "already exists")):
                raise
            conn.execute(sql)

    def _start_over(self) -> None:
        with self._connection.transaction() as conn:
            tables = conn.execute(
                "select table_name from duckdb_tables() where database_name = 'lake' and not internal"
            ).fetchall()
            for (name,) in tables:
                conn.execute(f'drop table lake."{name}"')
            migrate(conn)
            row = conn.execute("select store_id::varchar from warehouse").fetchone()
        self._store_id = row[0] if row else ""

    def _translate(self, error: duckdb.Error) -> Exception | None:
        """A lost file requires a rebuild; any other error of the lake may be temporary."""
        text = str(error)
        if isinstance(error, duckdb.IOException) and any(sign in text for sign in LOST):
            return self._connection.broken(first_line(error))
        if isinstance(error, PASSING) or "Failed to " in text:
            return StoreUnavailable(first_line(error))
        return None


def _merge(conn: duckdb.DuckDBPyConnection, until: float) -> bool:
    """Merge files, one merged file a transaction; False when it was ``until`` and there may be more."""
    tables = conn.execute("select table_name from ducklake_table_info('lake')").fetchall()
    for (table,) in tables:
        merge = (
            f"call ducklake_merge_adjacent_files('lake', {quoted(table)}, max_compacted_files => 1,"
            f" max_file_size => {MERGED_BYTES // 2})"
        )
        while conn.execute(merge).fetchall():
            if time.monotonic() >= until:
                return False
    return True


def _secret(store: ObjectStore) -> str:
    parts = urlsplit(store.endpoint)
    words = ["type s3", f"region {quoted(store.region)}"]
    if store.access_key:
        words += [f"key_id {quoted(store.access_key)}", f"secret {quoted(store.secret_key)}"]
    else:
        # These credentials last an hour and are requested again when the store refuses them. Missing
        # credentials do not prevent the start: the store reports the error.
        words += ["provider credential_chain", "refresh auto", "validation 'none'"]
    if store.endpoint:
        # A custom endpoint has no subdomain per bucket.
        words += [f"endpoint {quoted(parts.netloc)}", "url_style 'path'"]
        words += [f"use_ssl {str(parts.scheme == 'https').lower()}"]
    return f"create or replace secret warehouse_objects ({', '.join(words)})"
