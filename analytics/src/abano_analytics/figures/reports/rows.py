"""Reads what reports are computed from, as frames."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.reports.query import Days
from abano_analytics.metrics.fleet_days import fleet_days
from abano_analytics.metrics.rentals import described, filtered
from abano_analytics.store.reader import TenantState
from abano_shared.contract.reports import RentalFilters
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures.reports", "queries.sql")
# Of the filters, those that leave vehicles out.
OF_VEHICLES = ("vehicle", "model")


@dataclass(frozen=True, slots=True)
class Rows:
    """``chosen``: the rentals that the filters leave. ``all_rentals``, ``vehicles``, ``states``, ``blocks``: what
    available days are counted from.

    ``foreign``: bookings in another currency than the company's, which no amount includes.
    """

    chosen: pl.DataFrame
    all_rentals: pl.DataFrame
    vehicles: pl.DataFrame
    states: pl.DataFrame
    blocks: pl.DataFrame
    foreign: int

    def fleet(self, days: Days) -> pl.DataFrame:
        """Available days by vehicle, model and month."""
        return fleet_days(self.vehicles, self.states, self.blocks, self.all_rentals, days.first, days.last)


def read_rows(
    conn: duckdb.DuckDBPyConnection,
    tenant_id: UUID,
    tenant: TenantState,
    filters: RentalFilters,
    spans: Sequence[Days],
) -> Rows:
    """Everything with days in ``spans``."""
    given = {
        "tenant": tenant_id,
        "timezone": tenant.timezone,
        "since": min(span.first for span in spans),
        "until": max(span.last for span in spans) + timedelta(days=1),
        "question": filters.question,
    }

    def frame(name: str) -> pl.DataFrame:
        used = {key: value for key, value in given.items() if f"${key}" in QUERIES[name]}
        # Streamed from a table: a statement that is streamed itself takes more than twice as long.
        conn.execute(f"create or replace temp table report_rows as {QUERIES[name]}", used)
        return pl.DataFrame(conn.sql("select * from report_rows"))

    raw = frame("rentals")
    foreign = raw.filter(pl.col("currency") != tenant.currency).height
    raw = raw.filter(pl.col("currency") == tenant.currency)
    if filters.question is None:
        raw = raw.with_columns(pl.lit(None, pl.String).alias("answer"))
    else:
        raw = raw.join(frame("answers"), on="session_id", how="left")
    rentals = described(raw)
    # A question alone leaves none out.
    chosen = {name: value for name, value in filters.given().items() if name != "question"}
    of_vehicles = {name: value for name, value in chosen.items() if name in OF_VEHICLES}
    vehicles = filtered(frame("vehicles"), of_vehicles)
    return Rows(filtered(rentals, chosen), rentals, vehicles, frame("states"), frame("blocks"), foreign)
