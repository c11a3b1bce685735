"""SQL of one's own over the internal API of the real service: limits, errors, and others' figures meanwhile."""

import io
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import httpx
import polars as pl
import psycopg
import pytest
from conftest import Source, fresh_database
from service_process import SECRET, ServiceProcess

from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano_shared.contract.queries import MAX_SQL_LENGTH, QueryResponse

KNOWN = {"Authorization": f"Bearer {SECRET}"}
LONG = "select count(*) from range(1000000000000)"


@pytest.fixture(scope="module")
def source(analytics_postgres: EmbeddedPostgres) -> Iterator[Source]:
    url = fresh_database(analytics_postgres)
    with psycopg.connect(url, autocommit=True) as conn:
        yield Source(conn, url)


@pytest.fixture(scope="module")
def companies(source: Source) -> list[UUID]:
    """Three companies, each with a session of its own."""
    found = [source.tenant(slug) for slug in ("georgia", "alps", "coast")]
    for place, tenant in enumerate(found):
        source.session(tenant, f"session-{place}", utm=(f"source-{place}", "cpc", "spring"))
    return found


@pytest.fixture(scope="module")
def service(
    source: Source, companies: list[UUID], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServiceProcess]:
    assert companies
    process = ServiceProcess(source.url, tmp_path_factory.mktemp("service") / "warehouse.duckdb")
    process.start()
    process.wait_until_ready()
    yield process
    process.close()


def ask(service: ServiceProcess, tenant: UUID, sql: str, form: str = "json") -> httpx.Response:
    path = f"/internal/tenants/{tenant}/queries"
    return service.http.post(path, params={"format": form}, json={"sql": sql}, headers=KNOWN)


def test_each_company_has_its_own_rows_only(service: ServiceProcess, companies: list[UUID]) -> None:
    for place, tenant in enumerate(companies):
        answer = QueryResponse.model_validate_json(
            ask(service, tenant, "select session_id from sessions").content
        )
        assert answer.rows == [[f"session-{place}"]]
        everything = ask(service, tenant, "select * from sessions, (from sessions) as others").text
        assert [other for other in range(3) if f"source-{other}" in everything] == [place]


def test_files(service: ServiceProcess, companies: list[UUID]) -> None:
    csv = ask(service, companies[0], "select session_id from sessions", "csv")
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert csv.content.decode("utf-8-sig") == "session_id\nsession-0\n"
    parquet = ask(service, companies[0], "from sessions", "parquet")
    assert pl.read_parquet(io.BytesIO(parquet.content))["session_id"].to_list() == ["session-0"]
    assert parquet.headers["truncated"] == "false"


def test_refusals(service: ServiceProcess, companies: list[UUID]) -> None:
    path = f"/internal/tenants/{companies[0]}/queries"
    assert service.http.post(path, json={"sql": "select 1"}).status_code == 401
    assert ask(service, uuid4(), "select 1").status_code == 404
    for body in (
        b"",
        b"{}",
        b"[]",
        b'{"sql": ""}',
        b'{"sql": "select \\u0000"}',
        b'{"sql": "select 1", "x": 1}',
    ):
        assert service.http.post(path, content=body, headers=KNOWN).status_code == 422
    too_long = ask(service, companies[0], "select 1" + " " * MAX_SQL_LENGTH)
    assert (too_long.status_code, too_long.json()["fields"][0]["field"]) == (422, "sql")
    assert ask(service, companies[0], "select 1", "xlsx").status_code == 422
    wrong = ask(service, companies[0], "select foo from sessions")
    assert wrong.status_code == 422
    assert {name: wrong.json()[name] for name in ("error", "problem", "line", "column")} == {
        "error": "QueryFailed", "problem": "sql", "line": 1, "column": 8,
    }  # fmt: skip
    assert ask(service, companies[0], "attach 'x'").json()["problem"] == "statement"


def ask_until_it_runs(service: ServiceProcess, tenant: UUID, sql: str) -> httpx.Response:
    while (answer := ask(service, tenant, sql)).status_code == 429:
        pass
    return answer


def test_one_query_of_a_company_and_two_in_all(service: ServiceProcess, companies: list[UUID]) -> None:
    first, second, third = companies
    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(ask_until_it_runs, service, tenant, LONG) for tenant in (first, second)]
        deadline = time.monotonic() + 60
        while (busy := ask(service, third, "select 1")).status_code != 429 and time.monotonic() < deadline:
            pass
        assert (busy.status_code, busy.json()["limit"], busy.headers["retry-after"]) == (429, "all", "2")
        own = ask(service, first, "select 1")
        assert (own.status_code, own.json()["limit"]) == (429, "company")
        # Figures are answered meanwhile.
        assert service.ask(third).status_code == 200
        assert [each.result().json()["problem"] for each in running] == ["time", "time"]
    assert ask(service, third, "select 1").status_code == 200


@pytest.mark.slow
def test_the_service_outlives_hostile_queries(service: ServiceProcess, companies: list[UUID]) -> None:
    for sql in (
        "select " + "[" * 500 + "1" + "]" * 500,
        "select list(repeat('x', 100000)) from range(100000)",
        "select " + "abs(" * 1500 + "1" + ")" * 1500,
        "select 1 " + "union all select 1 " * 500,
    ):
        answer = ask(service, companies[0], sql)
        assert answer.status_code in {200, 422}
        assert service.http.get("/healthz").status_code == 200
    assert ask(service, companies[0], "select 1").status_code == 200


def test_after_a_restart_queries_work_and_nothing_is_left(
    source: Source, companies: list[UUID], service: ServiceProcess
) -> None:
    ask(service, companies[0], "select 1")
    left = service.warehouse.parent / "query-left"
    left.mkdir()
    service.kill()
    service.start()
    service.wait_until_ready()
    assert not left.exists()
    assert ask(service, companies[0], "select count(*) from sessions").json()["rows"] == [[1]]
    metrics = service.http.get("/metrics").text
    assert 'abano_analytics_queries_total{outcome="done"} 1.0' in metrics
