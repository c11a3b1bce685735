"""No analytics process uses a role that bypasses row-level security."""

import logging
from typing import Any

import adbc_driver_manager as adbc
import adbc_driver_postgresql
import polars as pl

from abano_analytics.config import PREFIX, REPORTING_ROLE, Settings
from abano_analytics.errors import UnsafeDatabaseRole
from abano_shared.database_roles import DANGERS, Place, explain

log = logging.getLogger(__name__)

# A DuckLake's catalog is in its own database, which its role may own.
OF_CATALOG = frozenset({"superuser", "bypass", "tables", "createrole"})
CATALOG_ROLE = "abano_warehouse"


def source_of(settings: Settings) -> Place:
    """The connection of the change feed."""
    own = f"{PREFIX}DATABASE_REPORTING_URL"
    setting = own if settings.database_reporting_url else f"{PREFIX}DATABASE_URL"
    return Place(settings.source_url, REPORTING_ROLE, setting, own)


def catalog_of(settings: Settings) -> Place:
    """The connection of a DuckLake's catalog."""
    own = f"{PREFIX}WAREHOUSE_CATALOG_URL"
    setting = own if settings.warehouse_catalog_url else f"{PREFIX}DATABASE_URL"
    return Place(settings.catalog_url, CATALOG_ROLE, setting, own)


def refuse_unsafe_roles(settings: Settings) -> None:
    """Check the roles of this process before it serves.

    Raises UnsafeDatabaseRole in production, and logs a warning in development. An unreachable database is
    checked when the change feed connects.
    """
    explanations = []
    try:
        source = source_of(settings)
        explanations.append(explain(_dangers(source.url), source))
        if settings.lake_path:
            catalog = catalog_of(settings)
            explanations.append(
                explain((row for row in _dangers(catalog.url) if row[0] in OF_CATALOG), catalog)
            )
    except (adbc.Error, pl.exceptions.ComputeError):
        log.warning("the database is away; its role is looked at when it is back")
    wrong = " ".join(filter(None, explanations))
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
