"""What is counted for a figure, and how to ask for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.query import Counted, FigureQuery
from abano_analytics.store.reader import TenantState, Watermarks


@dataclass(slots=True)
class Steps:
    """How many statements of a count have ended: what its progress is told by."""

    done: int = 0


@dataclass(frozen=True, slots=True)
class Scope:
    """One tenant's query inside one read transaction of the store ``store_id``."""

    conn: duckdb.DuckDBPyConnection
    store_id: str
    tenant_id: UUID
    tenant: TenantState
    query: FigureQuery
    steps: Steps = field(default_factory=Steps)


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts behind one figure of one query; of each table, rows below ``watermarks`` are included.

    ``totals`` is one row of sessions, completed, converted and last_conversion_update; ``frame`` has the figure's own
    counts. ``early`` tells how long before its start a session has had an answer or view at most, in microseconds.
    """

    totals: pl.DataFrame
    frame: pl.DataFrame
    watermarks: Watermarks
    tenant: TenantState
    early: int

    @property
    def size_bytes(self) -> int:
        return int(self.totals.estimated_size() + self.frame.estimated_size())


class Counter(Protocol):
    """Counts figures. For use by several threads."""

    def count(self, scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
        """The counts of ``figures`` as the transaction sees them."""
