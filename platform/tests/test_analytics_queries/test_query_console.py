"""Queries of the console and of the public API: what is passed on, refused, saved and recorded."""

import io
from typing import Any

import httpx
import orjson
import polars as pl
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer
from fastapi import FastAPI
from product_fixtures import AdminSql
from view_steps import QUERIES, QUERY

from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.analytics.queries.client import QueryRunner
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.contract.queries import MAX_SQL_LENGTH, TABLES, QueryFormat, QueryRequest

pytestmark = pytest.mark.anyio
# A name that looks like the beginning of the rows.
COLUMNS = [{"name": ',"rows":[', "type": "VARCHAR"}, {"name": "sessions", "type": "BIGINT"}]
FOUND: dict[str, Any] = {
    "success": True, "columns": COLUMNS, "rowCount": 2, "truncated": True, "seconds": 0.012,
    "timezone": "Asia/Tbilisi", "dataThrough": "2026-06-10T09:00:00Z", "rows": [["phone", 3], ["desktop", 1]],
}  # fmt: skip


class KnownRows(AnalyticsClient):
    """Answers what it is told to, and notes what it was asked."""

    def __init__(self, settings: Settings, db: Database) -> None:
        super().__init__(settings, db)
        self.answer: httpx.Response | None = httpx.Response(200, json=FOUND)
        self.asked: list[tuple[QueryRequest, QueryFormat]] = []

    async def run_query(self, tenant_id: TenantId, asked: QueryRequest, form: QueryFormat) -> httpx.Response:
        self.asked.append((asked, form))
        if self.answer is None:
            raise AnalyticsAway("ConnectError")
        return self.answer

    def refuse(self, status: int, **details: object) -> None:
        self.answer = httpx.Response(status, json={"success": False, **details})


@pytest.fixture
def known(app: FastAPI) -> KnownRows:
    client = KnownRows(app.state.settings, app.state.db)
    app.state.query_runner = QueryRunner(client)
    return client


async def run(client: httpx.AsyncClient, sql: str = "select 1") -> httpx.Response:
    return await client.post(f"{QUERIES}/run", json={"sql": sql})


async def test_rows_are_passed_on(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    answer = await run(owner_client, "select device from sessions")
    assert (answer.status_code, answer.json()) == (200, FOUND)
    assert known.asked == [(QueryRequest(sql="select device from sessions"), "json")]


async def test_a_file_is_passed_on(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    known.answer = httpx.Response(
        200, content=b"device\nphone\n", headers={"Content-Type": "text/csv; charset=utf-8"}
    )
    answer = await owner_client.post(f"{QUERIES}/export", json={"sql": "select 1", "format": "csv"})
    assert answer.content == b"device\nphone\n"
    assert answer.headers["content-disposition"] == 'attachment; filename="query.csv"'
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"


async def test_errors_say_what_to_do(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    known.refuse(422, problem="sql", message='Referenced column "foo" not found', line=2, column=3)
    wrong = await run(owner_client)
    [field] = wrong.json()["fields"]
    assert (wrong.status_code, field["field"], field["code"]) == (422, "sql", "query_failed_at")
    assert field["message"] == 'Line 2, column 3: Referenced column "foo" not found'
    for problem, sentence in {
        "statement": "Write one SELECT statement. Nothing else can be run here.",
        "time": "This query took longer than 10 seconds. Read fewer rows or join less.",
        "size": "The result is larger than 10 MB. Select fewer columns or rows.",
        "memory": "This query needs too much memory. Group or filter the rows first.",
        "access": "Files, addresses and settings can't be read here. Use the listed tables.",
        "depth": "This query is nested too deeply. Use fewer levels.",
        "crash": "This query couldn't be run. Simplify it and try again.",
        "unknown": "This query couldn't be run. Simplify it and try again.",
    }.items():
        known.refuse(422, problem=problem, message="")
        answer = await run(owner_client)
        assert (answer.status_code, answer.json()["message"]) == (422, sentence)


async def test_queries_at_the_same_time_are_refused(
    owner_client: httpx.AsyncClient, known: KnownRows
) -> None:
    for limit, code in (("company", "query_running"), ("all", "queries_busy")):
        known.refuse(429, limit=limit)
        answer = await run(owner_client)
        assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (429, code, "2")


async def test_without_the_analytics_service(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    known.answer = None
    assert (await run(owner_client)).status_code == 503


@pytest.mark.parametrize("sql", ["", "x" * (MAX_SQL_LENGTH + 1), "select \x00", None, 1])
async def test_bad_input_names_the_field(
    sql: object, owner_client: httpx.AsyncClient, known: KnownRows
) -> None:
    answer = await owner_client.post(f"{QUERIES}/run", json={"sql": sql})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "sql")
    assert known.asked == []


async def test_tables_are_described(owner_client: httpx.AsyncClient) -> None:
    answer = (await owner_client.get(f"{QUERIES}/tables")).json()
    assert answer["timezone"] == "Asia/Tbilisi"
    assert [table["name"] for table in answer["tables"]] == [table.name for table in TABLES]
    assert all(column["description"] for table in answer["tables"] for column in table["columns"])


async def test_saved_queries(owner_client: httpx.AsyncClient) -> None:
    saved = await owner_client.post(QUERIES, json=QUERY)
    assert saved.status_code == 201
    path = f"{QUERIES}/{saved.json()['id']}"
    [shown] = (await owner_client.get(QUERIES)).json()["queries"]
    assert {name: shown[name] for name in QUERY} == QUERY
    assert shown["createdBy"]
    changed = QUERY | {"name": "  By device ", "chart": None}
    assert (await owner_client.put(path, json=changed)).status_code == 200
    [shown] = (await owner_client.get(QUERIES)).json()["queries"]
    assert (shown["name"], shown["chart"]) == ("By device", None)
    assert (await owner_client.delete(path)).status_code == 204
    assert (await owner_client.delete(path)).status_code == 404
    assert (await owner_client.put(path, json=QUERY)).status_code == 404
    assert (await owner_client.get(QUERIES)).json()["queries"] == []


async def test_bad_saved_queries(owner_client: httpx.AsyncClient) -> None:
    for change, field in (
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"sql": ""}, "sql"),
        ({"sql": "x" * (MAX_SQL_LENGTH + 1)}, "sql"),
        ({"chart": {"kind": "pie", "x": "a", "y": "b"}}, "chart.kind"),
    ):
        answer = await owner_client.post(QUERIES, json=QUERY | change)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == field


async def test_there_are_at_most_a_hundred(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await owner_client.post(QUERIES, json=QUERY)
    query_admin_sql(
        "insert into analytics_queries (tenant_id, id, name, sql, created_by, created_at, updated_at)"
        " select tenant_id, gen_random_uuid(), name, sql, created_by, created_at, updated_at"
        " from analytics_queries, generate_series(1, 99)"
    )
    assert (await owner_client.post(QUERIES, json=QUERY)).status_code == 409
    query_admin_sql("delete from analytics_queries")


async def test_by_api_key(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    key = bearer(await create_key(owner_client, scopes=["analytics:read"]))
    body = {"sql": "select device from sessions", "limit": 10}
    answer = await owner_client.post(f"{V1}/queries", json=body, headers=key)
    assert answer.json() == {
        "columns": COLUMNS, "row_count": 2, "truncated": True, "seconds": 0.012, "timezone": "Asia/Tbilisi",
        "data_through": "2026-06-10T09:00:00Z", "rows": FOUND["rows"],
    }  # fmt: skip
    assert known.asked == [(QueryRequest(sql="select device from sessions", max_rows=10), "json")]
    assert "ratelimit-remaining" in answer.headers
    described = (await owner_client.get(f"{V1}/queries/tables", headers=key)).json()
    assert [table["name"] for table in described["tables"]] == [table.name for table in TABLES]
    other = bearer(await create_key(owner_client, scopes=["bookings:read"]))
    assert (await owner_client.post(f"{V1}/queries", json=body, headers=other)).status_code == 403


async def test_parquet_by_api_key(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    key = bearer(await create_key(owner_client, scopes=["analytics:read"]))
    buffer = io.BytesIO()
    pl.DataFrame({"device": ["phone"]}).write_parquet(buffer)
    known.answer = httpx.Response(
        200,
        content=buffer.getvalue(),
        headers={"Content-Type": "application/vnd.apache.parquet", "Truncated": "true"},
    )
    answer = await owner_client.post(f"{V1}/queries/export", json={"sql": "select 1"}, headers=key)
    assert pl.read_parquet(io.BytesIO(answer.content))["device"].to_list() == ["phone"]
    assert answer.headers["truncated"] == "true"
    known.refuse(422, problem="sql", message="syntax error", line=1, column=8)
    refused = await owner_client.post(f"{V1}/queries/export", json={"sql": "select"}, headers=key)
    error = refused.json()["error"]
    assert (error["code"], error["field"]) == ("query_failed_at", "sql")
    assert error["message"] == "Line 1, column 8: syntax error"


async def test_an_assistant_queries(owner_client: httpx.AsyncClient, known: KnownRows) -> None:
    key = bearer(await create_key(owner_client, scopes=["analytics:read"]))
    message = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "run_query", "arguments": {"sql": "select 1", "limit": 5}},
    }  # fmt: skip
    headers = key | {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    answer = await owner_client.post("/api/mcp", json=message, headers=headers)
    assert orjson.loads(answer.content)["result"]["structuredContent"]["row_count"] == 2
    assert known.asked == [(QueryRequest(sql="select 1", max_rows=5), "json")]
