"""DuckDB's extensions, out of wheels: nothing is downloaded while the service runs."""

from importlib.util import find_spec
from pathlib import Path

import duckdb

from abano_analytics.errors import WarehouseUnusable


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
