"""Runs queries in the analytics service, and names in words what it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.analytics.figures.service import AnalyticsUnavailable
from abano.core.errors import AbanoError, FieldError, InvalidInput, Message, TooManyRequests
from abano.db.unit_of_work import TenantId
from abano_shared.contract.queries import (
    MAX_RESULT_BYTES,
    TIME_LIMIT_SECONDS,
    QueryFormat,
    QueryLimit,
    QueryProblem,
    QueryRequest,
)

SQL = Message("query_failed", "{problem}")
SQL_AT = Message("query_failed_at", "Line {line}, column {column}: {problem}")
PROBLEMS: Mapping[QueryProblem, Message] = {
    "statement": Message("query_not_select", "Write one SELECT statement. Nothing else can be run here."),
    "access": Message(
        "query_no_access", "Files, addresses and settings can't be read here. Use the listed tables."
    ),
    "depth": Message("query_too_deep", "This query is nested too deeply. Use fewer levels."),
    "memory": Message("query_memory", "This query needs too much memory. Group or filter the rows first."),
    "size": Message(
        "query_too_large", "The result is larger than {megabytes} MB. Select fewer columns or rows."
    ),
    "time": Message(
        "query_time", "This query took longer than {seconds} seconds. Read fewer rows or join less."
    ),
    "crash": Message("query_crash", "This query couldn't be run. Simplify it and try again."),
}
LIMITS: Mapping[QueryLimit, Message] = {
    "company": Message(
        "query_running", "Your company is already running a query. Try again when it has finished."
    ),
    "all": Message("queries_busy", "Too many queries are running right now. Try again in a moment."),
}
NUMBERS = {"megabytes": MAX_RESULT_BYTES // 1_000_000, "seconds": TIME_LIMIT_SECONDS}


@dataclass(frozen=True, slots=True)
class QueryResult:
    """JSON of a QueryResponse, or a file. ``truncated``: there are more rows."""

    body: bytes
    media_type: str
    truncated: bool


class QueryRunner:
    """Runs queries of any company."""

    def __init__(self, client: AnalyticsClient) -> None:
        self._client = client

    async def run(self, tenant_id: TenantId, asked: QueryRequest, form: QueryFormat) -> QueryResult:
        """Raises InvalidInput for the query, TooManyRequests, AnalyticsUnavailable."""
        try:
            answer = await self._client.run_query(tenant_id, asked, form)
        except AnalyticsAway as error:
            raise AnalyticsUnavailable from error
        if answer.status_code != 200:
            raise refusal(answer.status_code, orjson.loads(answer.content))
        return QueryResult(
            answer.content, answer.headers["Content-Type"], answer.headers.get("Truncated") == "true"
        )


def refusal(status: int, details: Mapping[str, Any]) -> AbanoError:
    """The error of the analytics service in our own words; DuckDB's words stay as they are."""
    if status == 429:
        return TooManyRequests(LIMITS[details.get("limit", "all")](), retry_after=2)
    problem, where = details.get("problem", "crash"), {}
    if problem == "sql":
        sentence = SQL(problem=details["message"])
        if details.get("line"):
            where = {"line": details["line"], "column": details["column"]}
            sentence = SQL_AT(problem=details["message"], **where)
    else:
        message = PROBLEMS.get(problem, PROBLEMS["crash"])
        sentence = message(**{name: NUMBERS[name] for name in NUMBERS if f"{{{name}}}" in message.template})
    return InvalidInput(sentence, fields=(FieldError("sql", sentence),), details=where)
