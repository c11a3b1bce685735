"""SQL over the company's own tables, for BI tools and assistants."""

from datetime import datetime
from typing import Any, Literal

import orjson
from fastapi import APIRouter, Response
from pydantic import Field

from abano.analytics.queries.endpoints import Runner
from abano.api.v1.answers import JSON, PublicRequest, Resource
from abano.api.v1.calls import AnalyticsReader
from abano_shared.contract.filters import NO_NUL
from abano_shared.contract.queries import MAX_ROWS, MAX_SQL_LENGTH, TABLES, QueryRequest

router = APIRouter(tags=["Queries"])
# What follows is passed on as it is, up to ten megabytes.
ROWS = b',"rows":'


class QueryColumn(Resource):
    name: str
    type: str


class DocumentedColumn(QueryColumn):
    description: str


class DocumentedTable(Resource):
    name: str
    description: str
    columns: list[DocumentedColumn]


class QueryTables(Resource):
    """``timezone``: of all times, which are local and have no offset."""

    timezone: str
    tables: list[DocumentedTable]


class PublicQuery(PublicRequest):
    sql: str = Field(
        min_length=1,
        max_length=MAX_SQL_LENGTH,
        pattern=NO_NUL,
        description="One SELECT statement, in DuckDB's SQL.",
        examples=["select device, count(*) as sessions from sessions group by device"],
    )
    limit: int = Field(MAX_ROWS, ge=1, le=MAX_ROWS, description="Rows at most.")


class PublicQueryFile(PublicQuery):
    format: Literal["csv", "parquet"] = "parquet"


class QueryRows(Resource):
    """``rows``: a value for each column. ``truncated``: there are more rows.

    Times are local, such as ``2026-06-10 13:00:00``; whole numbers beyond 2^53 are strings. ``seconds``: how long
    the query took. ``data_through``: everything up to then is included.
    """

    columns: list[QueryColumn]
    row_count: int
    truncated: bool
    seconds: float
    timezone: str
    data_through: datetime | None
    rows: list[list[Any]]


@router.get("/queries/tables")
async def list_query_tables(caller: AnalyticsReader) -> QueryTables:
    """The tables that queries read, with their columns. No personal data is in them."""
    tables = [
        DocumentedTable(
            name=table.name,
            description=table.description,
            columns=[
                DocumentedColumn(name=column.name, type=column.type, description=column.description)
                for column in table.columns
            ],
        )
        for table in TABLES
    ]
    return QueryTables(timezone=caller.tenant.timezone, tables=tables)


@router.post("/queries", response_model=QueryRows)
async def run_query(caller: AnalyticsReader, runner: Runner, query: PublicQuery) -> Response:
    """The rows that one SELECT finds. One query of a company runs at a time, for ten seconds at most; else 429."""
    asked = QueryRequest(sql=query.sql, max_rows=query.limit)
    result = await runner.run(caller.tenant.id, asked, "json")
    # A text in it has no bare quotation mark, so this is found at the rows alone.
    head, _, rows = result.body.partition(ROWS)
    found = orjson.loads(head + b"}")
    content = {
        "columns": found["columns"],
        "row_count": found["rowCount"],
        "truncated": found["truncated"],
        "seconds": found["seconds"],
        "timezone": found["timezone"],
        "data_through": found["dataThrough"],
    }
    return Response(orjson.dumps(content)[:-1] + ROWS + rows, media_type=JSON)


@router.post(
    "/queries/export",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}, "application/vnd.apache.parquet": {}}}},
)
async def export_query(caller: AnalyticsReader, runner: Runner, query: PublicQueryFile) -> Response:
    """The same rows as a CSV or Parquet file. The header `Truncated` is `true` when there are more rows."""
    asked = QueryRequest(sql=query.sql, max_rows=query.limit)
    result = await runner.run(caller.tenant.id, asked, query.format)
    headers = {
        "Content-Disposition": f'attachment; filename="query.{query.format}"',
        "Truncated": str(result.truncated).lower(),
    }
    return Response(result.body, headers=headers, media_type=result.media_type)
