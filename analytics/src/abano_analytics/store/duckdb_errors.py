"""What DuckDB's errors mean for a warehouse."""

import duckdb

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


def is_disk_full(error: Exception) -> bool:
    """A file cannot grow."""
    return any(sign in str(error) for sign in DISK_FULL)


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
