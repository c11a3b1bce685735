"""What the rest of the service knows of a warehouse, wherever its tables are."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

import duckdb


class Store(Protocol):
    """The tables of the warehouse. ``open`` first."""

    # Maximum number of tables filled concurrently.
    filling_workers: int
    # Watermarks that moved without rows are written at least this often, in seconds.
    note_seconds: float

    @property
    def store_id(self) -> str:
        """Changes with every rebuild, so that no one mistakes a rebuilt warehouse for the one before."""

    @property
    def is_broken(self) -> bool:
        """Someone met a damaged or lost file; true until the warehouse is opened or rebuilt."""

    def open(self) -> None:
        """Raises WarehouseUnusable."""

    def close(self) -> None: ...

    def rebuild(self) -> None:
        """Begin with empty tables. Raises DiskFull, StoreUnavailable, WarehouseBroken."""

    def recover(self) -> None:
        """Reopen what DuckDB gave up on a full disk. Raises DiskFull, WarehouseBroken."""

    def is_in_place(self) -> bool:
        """False when it has to be rebuilt for a reason that no statement meets. Raises StoreUnavailable."""

    def size_bytes(self) -> int: ...

    def writing(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """One write transaction: all of it or nothing. Raises StoreUnavailable, WarehouseBroken."""

    def reading(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """One consistent snapshot. Concurrent readers are limited to bound memory."""

    def filling(self, source_url: str) -> AbstractContextManager[Callable[[], duckdb.DuckDBPyConnection]]:
        """Postgres attached as ``source``; yields what makes cursors, one for each thread that fills tables.

        Raises SourceUnavailable, StoreUnavailable.
        """
