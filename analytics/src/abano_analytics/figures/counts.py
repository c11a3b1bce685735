"""The counts of a figure, and the protocol to request them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Protocol
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.query import Counted, FigureQuery
from abano_analytics.store.reader import TenantState, Watermarks


@dataclass(slots=True)
class Steps:
    """Number of finished statements of a count: its progress."""

    done: int = 0


# A visitor without a view or an answer for this long has left: the session is over.
SESSION_OVER_AFTER = timedelta(minutes=30)
# The clocks of the platform's copies differ from Postgres's by less than this.
CLOCK_SLACK = timedelta(minutes=5)
# A session or visit that started earlier counts as over, so only few rows are still open.
MAX_SESSION = timedelta(days=1)
# A browser's clock may be wrong.
BEFORE_START = timedelta(days=1)
BEGINNING = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class Scope:
    """One tenant's query inside one read transaction of the store ``store_id``.

    ``now``: Postgres's clock up to which rows are included; without it every session counts as over.
    """

    conn: duckdb.DuckDBPyConnection
    store_id: str
    tenant_id: UUID
    tenant: TenantState
    query: FigureQuery
    steps: Steps = field(default_factory=Steps)
    now: datetime | None = None

    @property
    def active_bounds(self) -> dict[str, datetime]:
        """A session whose last answer or view is between these moments is not over."""
        if self.now is None:
            return {"active_after": BEGINNING, "active_until": BEGINNING}
        return {"active_after": self.now - SESSION_OVER_AFTER, "active_until": self.now + CLOCK_SLACK}

    @property
    def earliest_start(self) -> datetime:
        """A session or visit that started earlier is over."""
        return (self.now or BEGINNING) - MAX_SESSION

    def of_what_is_not_over(self) -> "Scope | None":
        """The same for sessions and visits that may not be over; None where there can be none."""
        if self.now is None:
            return None
        since = max(self.query.since, self.earliest_start)
        if since >= self.query.until:
            return None
        return replace(self, query=replace(self.query, since=since))


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts behind one figure of one query; of each table, rows below ``watermarks`` are included.

    ``totals`` is one row of sessions, completed, converted and last_conversion_update; ``frame`` has the figure's own
    counts. ``early``: how long before its start a session has had an answer or view at most, in microseconds.
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
    """Counts figures. Thread-safe."""

    def count(self, scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
        """The counts of ``figures`` in the transaction's snapshot."""
