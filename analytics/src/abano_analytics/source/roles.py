"""No process of analytics works as a role that row-level security does not bind. The platform holds the same rule."""

import logging
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import adbc_driver_manager as adbc
import adbc_driver_postgresql
import polars as pl

from abano_analytics.config import PREFIX, REPORTING_ROLE, Settings
from abano_analytics.errors import UnsafeDatabaseRole

log = logging.getLogger(__name__)

# Rows of (kind, role that signed in, whether by itself, what it may, statement that ends it). The platform has the
# same file; neither service imports the other.
DANGERS = (files("abano_analytics.source") / "database_roles.sql").read_text(encoding="utf-8")
# A DuckLake's catalog is in a database of its own, which its role may own.
OF_CATALOG = frozenset({"superuser", "bypass", "tables", "createrole"})
CATALOG_ROLE = "abano_warehouse"
MOST_TOLD = 3


def explain(rows: Iterable[Sequence[Any]], expected: str, setting: str) -> str:
    """What is wrong with the role behind ``setting``, which should be ``expected``; empty when nothing is."""
    told = []
    for _, role, is_direct, what, remedy in list(rows)[:MOST_TOLD]:
        if is_direct and role != expected:
            how = f"let {setting} sign in as {expected} (`alter role {expected} login password '…'`)"
        else:
            how = f"run `{remedy}`"
        told.append(f"{setting} signs in as {role}, which {what}: {how}.")
    return " ".join(told)


def source_setting(settings: Settings) -> str:
    """The setting that names the address which the change feed reads."""
    return f"{PREFIX}{'DATABASE_REPORTING_URL' if settings.database_reporting_url else 'DATABASE_URL'}"


def refuse_unsafe_roles(settings: Settings) -> None:
    """Look at the roles of this process before it serves.

    Raises UnsafeDatabaseRole in production, and logs a warning in development. A database that is away is looked at
    when the change feed connects.
    """
    told = []
    try:
        told.append(explain(_dangers(settings.source_url), REPORTING_ROLE, source_setting(settings)))
        if settings.lake_path:
            catalog = "WAREHOUSE_CATALOG_URL" if settings.warehouse_catalog_url else "DATABASE_URL"
            rows = [row for row in _dangers(settings.catalog_url) if row[0] in OF_CATALOG]
            told.append(explain(rows, CATALOG_ROLE, f"{PREFIX}{catalog}"))
    except (adbc.Error, pl.exceptions.ComputeError):
        log.warning("the database is away; its role is looked at when it is back")
    wrong = " ".join(filter(None, told))
    if wrong and settings.env == "production":
        raise UnsafeDatabaseRole(
            f"Nothing was started, because companies would not be kept apart. {wrong}"
            " More in docs/operations/postgres.md."
        )
    if wrong:
        log.warning("production would refuse this database role", extra={"reason": wrong})


def _dangers(url: str) -> list[tuple[Any, ...]]:
    with (
        adbc_driver_postgresql.connect(url) as database,
        adbc.AdbcConnection(database) as conn,
        adbc.AdbcStatement(conn) as statement,
    ):
        statement.set_sql_query(DANGERS)
        stream, _ = statement.execute_query()
        return pl.DataFrame(stream).rows()
