"""Reports over HTTP, with the real process."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from conftest import Source, fresh_database
from service_process import SECRET, ServiceProcess

from abano.ops.local.embedded_postgres import EmbeddedPostgres

KNOWN = {"Authorization": f"Bearer {SECRET}"}
JUNE = {"first": "2026-06-01", "last": "2026-06-30"}
REPORT = JUNE | {"beforeFirst": "2026-05-01", "beforeLast": "2026-05-31", "cut": "place"}
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("", {**REPORT, "cut": "weather"}, "cut"),
    ("", {**REPORT, "first": "2026-07-01"}, "last"),
    ("", {**REPORT, "last": "2030-01-01"}, "last"),
    ("", {**REPORT, "beforeLast": "2026-04-01"}, "beforeLast"),
    ("", {**REPORT, "first": "1999-12-31"}, "first"),
    ("", {**REPORT, "place": "x" * 201}, "place"),
    ("", {**REPORT, "answer": "hiking"}, "question"),
    ("/list", {**JUNE, "state": "lost"}, "state"),
    ("/list", {**JUNE, "offset": "-1"}, "offset"),
]


@pytest.fixture(scope="module")
def source(analytics_postgres: EmbeddedPostgres) -> Iterator[Source]:
    url = fresh_database(analytics_postgres)
    with psycopg.connect(url, autocommit=True) as conn:
        yield Source(conn, url)


@pytest.fixture(scope="module")
def company(source: Source) -> UUID:
    tenant = source.tenant()
    for day in (10, 12):
        source.booking(tenant, None, datetime(2026, 6, day, 10, tzinfo=UTC), status="confirmed")
    source.booking(source.tenant("alps"), None, datetime(2026, 6, 10, 10, tzinfo=UTC), status="confirmed")
    return tenant


@pytest.fixture(scope="module")
def service(
    source: Source, company: UUID, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServiceProcess]:
    process = ServiceProcess(source.url, tmp_path_factory.mktemp("service") / "warehouse.duckdb")
    process.start()
    process.wait_until_ready()
    yield process
    process.close()


def ask(
    service: ServiceProcess, tenant: UUID, given: dict[str, Any], what: str = "", **headers: str
) -> httpx.Response:
    path = f"/internal/tenants/{tenant}/reports/rentals{what}"
    return service.http.get(path, params=given, headers=KNOWN | headers)


def test_a_report_and_what_is_behind_it(service: ServiceProcess, company: UUID) -> None:
    body = ask(service, company, REPORT).json()
    assert (body["totals"]["revenue"], body["totals"]["booked"], body["currency"]) == (800, 800, "EUR")
    assert [row["key"] for row in body["rows"]] == ["tbilisi"]
    assert body["realTimeMetadata"]["stale"] is False
    listed = ask(service, company, {**JUNE, "place": "tbilisi"}, "/list").json()
    assert (listed["count"], listed["amount"], len(listed["rentals"])) == (2, 800, 2)
    assert listed["counted"] == body["totals"]["rentals"]
    assert ask(service, company, {**JUNE, "offset": 1}, "/list").json()["rentals"] == listed["rentals"][1:]


def test_the_earliest_report_is_compared_too(service: ServiceProcess, company: UUID) -> None:
    earliest = {
        "first": "2000-01-01",
        "last": "2002-12-31",
        "beforeFirst": "1997-01-01",
        "beforeLast": "1999-12-31",
    }
    answer = ask(service, company, REPORT | earliest)
    assert (answer.status_code, answer.json()["totals"]["revenue"]) == (200, 0)


def test_what_changes_no_report_changes_no_tag(
    source: Source, service: ServiceProcess, company: UUID
) -> None:
    first = ask(service, company, REPORT)
    source.session(company, "visit")
    deadline = time.monotonic() + 240
    while service.ask(company).json()["analytics"]["totalSessions"] == 0:
        assert time.monotonic() < deadline
    again = ask(service, company, REPORT, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = ask(service, company, {**REPORT, "cut": "source"}, **{"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200


@pytest.mark.parametrize(("what", "given", "field"), BAD)
def test_bad_queries_name_the_field(
    service: ServiceProcess, company: UUID, what: str, given: dict[str, Any], field: str
) -> None:
    answer = ask(service, company, given, what)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


def test_request_without_the_secret_is_refused(service: ServiceProcess, company: UUID) -> None:
    for what in ("", "/list"):
        path = f"/internal/tenants/{company}/reports/rentals{what}"
        assert (
            service.http.get(path, params=REPORT, headers={"Authorization": "Bearer no"}).status_code == 401
        )
    assert ask(service, uuid4(), REPORT).json()["error"] == "UnknownTenant"
