"""Why a query of one's own has no result."""

from abano_analytics.errors import AnalyticsError
from abano_shared.contract.queries import QueryLimit, QueryProblem


class QueryFailed(AnalyticsError):
    """The query has no result."""

    status = 422

    def __init__(
        self, problem: QueryProblem, message: str = "", *, line: int | None = None, column: int | None = None
    ) -> None:
        """``message``: DuckDB's own, of the problem ``sql``. ``line``, ``column``: where, from 1 on."""
        super().__init__(message or None)
        self.details = {"problem": problem, "line": line, "column": column}


class QueryBusy(AnalyticsError):
    """Other queries are running. Please try again in a moment."""

    status = 429
    retry_after = 2

    def __init__(self, limit: QueryLimit) -> None:
        super().__init__()
        self.details = {"limit": limit}
