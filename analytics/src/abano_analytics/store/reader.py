"""Counted frames out of the warehouse, one tenant and period at a time."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.errors import UnknownTenant
from abano_analytics.named_sql import load_named_sql
from abano_analytics.views import View

QUERIES = load_named_sql("abano_analytics.store", "queries.sql")
Figure = Literal["overview", "answers", "funnel", "campaigns", "choices"]


@dataclass(frozen=True, slots=True)
class TenantState:
    """What a tenant's figures hang on: its zone, its currency, and how often its data changed."""

    timezone: str
    currency: str
    version: int


@dataclass(frozen=True, slots=True)
class WarehouseState:
    """Which Postgres the warehouse copies (None before the first pass), and how far it has come."""

    source_id: str | None
    is_complete: bool
    data_through: datetime | None


def warehouse_state(conn: duckdb.DuckDBPyConnection) -> WarehouseState:
    # Through Arrow: for moments with a zone DuckDB's own rows would want pytz.
    frame = pl.DataFrame(conn.sql("select source_id, is_complete, data_through from warehouse"))
    return WarehouseState(*frame.row(0))


def tenant_state(conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> TenantState:
    """Raises UnknownTenant."""
    row = conn.execute(QUERIES["tenant"], {"tenant": tenant_id}).fetchone()
    if row is None:
        raise UnknownTenant
    return TenantState(*row)


def tenant_versions(conn: duckdb.DuckDBPyConnection) -> dict[UUID, int]:
    """The change counter of every known tenant."""
    rows = conn.execute(
        "select tenant_id, coalesce(version, 0) from tenants left join tenant_changes using (tenant_id)"
    ).fetchall()
    return dict(rows)


def choose_period(conn: duckdb.DuckDBPyConnection, tenant_id: UUID, tenant: TenantState, view: View) -> None:
    """Gather the sessions that ``view`` is about for the counting queries of this connection."""
    since, until = view.period.edges(tenant.timezone)
    parameters = {"tenant": tenant_id, "currency": tenant.currency, "since": since, "until": until}
    conn.execute(QUERIES["period_sessions"], {**parameters, **asdict(view.filters)})


def counted(conn: duckdb.DuckDBPyConnection, figure: Figure, tenant_id: UUID) -> pl.DataFrame:
    """The counts behind ``figure`` over the chosen period; columns as named in queries.sql."""
    sql = QUERIES[figure]
    parameters = {"tenant": tenant_id} if "$tenant" in sql else None
    return pl.DataFrame(conn.sql(sql, params=parameters))


def definitions(conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> list[str]:
    """The tenant's quiz definitions as JSON texts: the current one first, then the newest."""
    rows = conn.execute(QUERIES["definitions"], {"tenant": tenant_id}).fetchall()
    return [row[0] for row in rows]
