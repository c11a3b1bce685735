"""Queries as the console asks them, and the tables that they read."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.analytics.queries.models import SavedQuery
from abano.core.api_model import ApiModel
from abano.core.text import NO_NUL, clean
from abano_shared.contract.queries import MAX_SQL_LENGTH, TABLES, QueryColumn

MAX_COLUMN_LENGTH = 200
Sql = Annotated[
    str,
    Field(min_length=1, max_length=MAX_SQL_LENGTH, pattern=NO_NUL, description="One SELECT, in DuckDB's SQL"),
]
Name = Annotated[
    str, StringConstraints(strip_whitespace=True), AfterValidator(clean), Field(min_length=1, max_length=80)
]
ColumnName = Annotated[str, Field(min_length=1, max_length=MAX_COLUMN_LENGTH, pattern=NO_NUL)]


class RunQueryRequest(ApiModel):
    sql: Sql


class ExportQueryRequest(RunQueryRequest):
    format: Literal["csv", "parquet"]


class QueryChart(ApiModel):
    """``x`` and ``y``: columns of the result."""

    kind: Literal["line", "bar"]
    x: ColumnName
    y: ColumnName


class SaveQueryRequest(ApiModel):
    name: Name
    sql: Sql
    chart: QueryChart | None = Field(None, description="How the result is drawn; null: as a table alone")


class SavedQueryOut(ApiModel):
    id: UUID
    name: str
    sql: str
    chart: QueryChart | None
    created_by: str = Field(description="The author's name")
    updated_at: datetime


class SavedQueriesResponse(ApiModel):
    success: bool = True
    queries: list[SavedQueryOut]

    @classmethod
    def of(cls, rows: Sequence[SavedQuery], authors: Mapping[UUID, str]) -> "SavedQueriesResponse":
        return cls(
            queries=[
                SavedQueryOut(
                    id=row.id,
                    name=row.name,
                    sql=row.sql,
                    chart=chart_of(row),
                    created_by=authors.get(row.created_by, ""),
                    updated_at=row.updated_at,
                )
                for row in rows
            ]
        )


def chart_of(row: SavedQuery) -> QueryChart | None:
    if row.chart_kind is None:
        return None
    return QueryChart.model_validate({"kind": row.chart_kind, "x": row.chart_x, "y": row.chart_y})


class SavedQueryResponse(ApiModel):
    success: bool = True
    id: UUID


class QueryColumnOut(ApiModel):
    name: str
    type: str = Field(description="Such as VARCHAR, BIGINT or TIMESTAMP")
    description: str

    @classmethod
    def of(cls, column: QueryColumn) -> "QueryColumnOut":
        return cls(name=column.name, type=column.type, description=column.description)


class QueryTableOut(ApiModel):
    name: str
    description: str
    columns: list[QueryColumnOut]


class QueryTablesResponse(ApiModel):
    """Times are the company's local time."""

    success: bool = True
    tables: list[QueryTableOut]
    timezone: str

    @classmethod
    def of(cls, timezone: str) -> "QueryTablesResponse":
        return cls(
            tables=[
                QueryTableOut(
                    name=table.name,
                    description=table.description,
                    columns=[QueryColumnOut.of(column) for column in table.columns],
                )
                for table in TABLES
            ],
            timezone=timezone,
        )
