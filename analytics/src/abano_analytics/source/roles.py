"""No analytics process uses a role that bypasses row-level security. The platform has the same rule."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import adbc_driver_manager as adbc
import adbc_driver_postgresql
import polars as pl

from abano_analytics.config import PREFIX, REPORTING_ROLE, Settings
from abano_analytics.errors import UnsafeDatabaseRole

log = logging.getLogger(__name__)

# Rows of (kind, login role, whether direct, the privilege, the statement that revokes it). The platform has
# the same file; neither service imports the other.
DANGERS = (files("abano_analytics.source") / "database_roles.sql").read_text(encoding="utf-8")
# A DuckLake's catalog is in its own database, which its role may own.
OF_CATALOG = frozenset({"superuser", "bypass", "tables", "createrole"})
CATALOG_ROLE = "abano_warehouse"
MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A database connection: its current setting, the correct one, and the role it should use."""

    url: str
    role: str
    setting: str
    own_setting: str


def explain(rows: Iterable[Sequence[Any]], place: Place) -> str:
    """The problem with the role of ``place``; empty if there is none. ``rows`` are those of DANGERS there."""
    dangers: dict[str, list[str]] = {}
    role = ""
    for _, role, is_direct, what, remedy in list(rows)[:MAX_NAMED]:
        if is_direct and role != place.role:
            # Usually the owner's URL was configured instead of the role's own.
            how = (
                f"set {place.own_setting} to an address that signs in as {place.role}"
                f" (`alter role {place.role} login password '…'`)"
            )
        else:
            how = f"run `{remedy}`"
        dangers.setdefault(how, []).append(what)
    return " ".join(
        f"{place.setting} signs in as {role}, which {', '.join(whats)}: {how}."
        for how, whats in dangers.items()
    )


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
