"""The internal API over HTTP, with the real process."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from conftest import NOW, Source, Traits, fresh_database
from periods import resolved
from psycopg import sql
from service_process import ServiceProcess

from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano_analytics.store.file import FileStore


@pytest.fixture(scope="module")
def source(analytics_postgres: EmbeddedPostgres) -> Iterator[Source]:
    """One database for this module: each test creates its own companies."""
    url = fresh_database(analytics_postgres)
    with psycopg.connect(url, autocommit=True) as conn:
        yield Source(conn, url)


@pytest.fixture(scope="module")
def service(source: Source, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    process = ServiceProcess(source.url, tmp_path_factory.mktemp("service") / "warehouse.duckdb")
    process.start()
    process.wait_until_ready()
    yield process
    process.close()


def wait_for(ask: Callable[[], httpx.Response], accept: Callable[[httpx.Response], bool]) -> httpx.Response:
    answer = ask()
    deadline = time.monotonic() + 240
    while not accept(answer) and time.monotonic() < deadline:
        time.sleep(0.05)
        answer = ask()
    assert accept(answer), answer.text
    return answer


def sessions_are(count: int) -> Callable[[httpx.Response], bool]:
    return lambda answer: answer.status_code == 200 and answer.json()["analytics"]["totalSessions"] == count


def test_request_without_the_secret_is_refused(source: Source, service: ServiceProcess) -> None:
    path = f"/internal/tenants/{uuid4()}/figures?figures=overview&year=2026"
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "test-secret"}):
        answer = service.http.get(path, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["error"] == "SignInRequired"


JUNE = {"since": "2026-05-31T20:00:00Z", "until": "2026-06-30T20:00:00Z"}
BAD_QUERIES = [
    ({}, ["since", "until"]),
    ({"year": "2026"}, ["since", "until", "year"]),
    ({"since": JUNE["since"]}, ["until"]),
    ({"until": JUNE["until"]}, ["since"]),
    ({"since": JUNE["until"], "until": JUNE["since"]}, ["until"]),
    ({"since": JUNE["since"], "until": JUNE["since"]}, ["until"]),
    (JUNE | {"since": "1999-12-30T00:00:00Z"}, ["since"]),
    (JUNE | {"until": "2101-01-03T00:00:00Z"}, ["until"]),
    (JUNE | {"since": "2026-06-31T00:00:00Z"}, ["since"]),
    (JUNE | {"since": "2026-05-31T20:00:00"}, ["since"]),
    (JUNE | {"since": "2026-05-31"}, ["since"]),
    (JUNE | {"since": "1780000000"}, ["since"]),
    (JUNE | {"device": "fridge"}, ["device"]),
    (JUNE | {"utmSource": "x" * 501}, ["utmSource"]),
    (JUNE | {"utmCampaign": "x" * 501}, ["utmCampaign"]),
    (JUNE | {"quizVersion": "x" * 401}, ["quizVersion"]),
    (JUNE | {"utmSource": "a\x00b"}, ["utmSource"]),
    (JUNE | {"answer": "q1"}, ["answer"]),
    # A newer platform's parameter, or a typo: figures without that filter must not be shown.
    (JUNE | {"browser": "firefox"}, ["browser"]),
    (JUNE | {"utm_source": "google"}, ["utm_source"]),
]


def test_bad_queries(service: ServiceProcess) -> None:
    for parameters, fields in BAD_QUERIES:
        answer = service.query(uuid4(), parameters)
        assert answer.status_code == 422, parameters
        assert answer.json()["success"] is False
        assert [item["field"] for item in answer.json()["fields"]] == fields


def test_unknown_company_and_unknown_figure(service: ServiceProcess) -> None:
    assert service.ask(uuid4()).json()["error"] == "UnknownTenant"
    assert service.ask(uuid4(), "secrets").json()["fields"][0]["field"] == "figures"
    assert service.http.get("/nowhere").json()["error"] == "NotFound"


def test_polling_an_unchanged_figure_is_a_304_until_its_own_data_changes(
    source: Source, service: ServiceProcess
) -> None:
    georgia, alps = source.tenant(), source.tenant("alps", "Europe/Vienna")
    source.session(georgia, "s1")
    first = wait_for(lambda: service.ask(georgia), sessions_are(1))
    body = first.json()
    assert body["success"] is True
    assert body["realTimeMetadata"]["lastConversionUpdate"] is None
    assert body["realTimeMetadata"]["stale"] is False
    assert body["realTimeMetadata"]["dataThrough"].endswith("Z")
    tag = first.headers["etag"]
    # Another company's new data does not affect this one's figures.
    source.session(alps, "s1")
    wait_for(lambda: service.ask(alps), sessions_are(1))
    unchanged = service.ask(georgia, year=2026, tag=tag)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["etag"] == tag
    assert service.ask(georgia, year=2026, month=6, tag=tag).status_code == 200
    source.session(georgia, "s2")
    changed = wait_for(lambda: service.ask(georgia), sessions_are(2))
    assert changed.headers["etag"] != tag
    assert service.ask(georgia, year=2026, tag=tag).status_code == 200


def test_filters_choose_sessions_and_have_their_own_entity_tags(
    source: Source, service: ServiceProcess
) -> None:
    tenant = source.tenant()
    traits = Traits("suv", None, "/black", "ka", None, is_returning=True)
    source.session(tenant, "s1", utm=("google", "cpc", "spring"), device="phone", traits=traits)
    source.answer(tenant, "s1", "q1", "leisure")
    source.session(
        tenant, "s2", utm=("google", "cpc", "autumn"), device="desktop", quiz_version="v2", traits=traits
    )
    source.session(tenant, "s3", NOW.replace(day=11))
    wait_for(lambda: service.ask(tenant), sessions_are(3))
    day = {"from": "2026-06-10", "to": "2026-06-10"}
    tags = set()
    asked: list[tuple[dict[str, Any], int]] = [
        ({"year": "2026", "utmSource": "google"}, 2),
        ({"year": "2026", "utmSource": "(none)"}, 1),
        ({"year": "2026", "utmSource": "Google"}, 2),
        ({"year": "2026", "utmSource": "bing"}, 0),
        ({"year": "2026", "utmCampaign": "spring"}, 1),
        ({"year": "2026", "utmCampaign": "autumn"}, 1),
        ({"year": "2026", "quizVersion": "v2"}, 1),
        ({"year": "2026", "device": "phone"}, 2),
        ({"year": "2026", "utmTerm": "suv", "landingPage": "/black", "visitor": "returning"}, 2),
        ({"year": "2026", "language": "ka", "answer": ["q1:leisure", "q2:(none)"]}, 1),
        ({"year": "2026", "utmMedium": "cpc", "utmContent": "(none)", "answer": ["q1:(none)"]}, 1),
        (day, 2),
        (day | {"device": "phone"}, 1),
        (day | {"device": "phone", "utmSource": "(none)"}, 0),
    ]
    for parameters, sessions in asked:
        answer = service.query(tenant, resolved(parameters))
        assert answer.json()["analytics"]["totalSessions"] == sessions, parameters
        tags.add(answer.headers["etag"])
        assert service.query(tenant, resolved(parameters), tag=answer.headers["etag"]).status_code == 304
    # Two spellings of a source are one filter.
    assert len(tags) == 13
    # Options are of the sessions that the filters leave.
    asked_for = {"device": "phone", "utmTerm": "suv", "year": "2026"}
    choices = service.query(tenant, resolved(asked_for), figure="choices").json()["choices"]
    assert choices == {
        "utmSource": [{"value": "google", "sessions": 1}],
        "utmCampaign": [{"value": "spring", "sessions": 1}],
        "quizVersion": [{"value": "v1", "sessions": 1}],
        "device": [{"value": "phone", "sessions": 1}],
        "utmMedium": [{"value": "cpc", "sessions": 1}],
        "utmTerm": [{"value": "suv", "sessions": 1}],
        "utmContent": [{"value": "(none)", "sessions": 1}],
        "landingPage": [{"value": "/black", "sessions": 1}],
        "language": [{"value": "ka", "sessions": 1}],
        "country": [{"value": "(none)", "sessions": 1}],
        "visitor": [{"value": "returning", "sessions": 1}],
    }


def test_conversions_come_and_go(source: Source, service: ServiceProcess) -> None:
    tenant = source.tenant()
    source.session(tenant, "s1")
    booking = source.booking(tenant, "s1")

    def conversions(count: int) -> Callable[[httpx.Response], bool]:
        return lambda answer: (
            answer.status_code == 200 and answer.json()["analytics"]["conversionCount"] == count
        )

    converted = wait_for(lambda: service.ask(tenant), conversions(1)).json()
    assert converted["realTimeMetadata"]["lastConversionUpdate"] == "2026-06-10T09:00:00Z"
    source.set_status(tenant, booking, "cancelled", NOW.replace(hour=12))
    cancelled = wait_for(lambda: service.ask(tenant), conversions(0)).json()
    assert cancelled["realTimeMetadata"]["lastConversionUpdate"] == "2026-06-10T12:00:00Z"


def test_goes_on_serving_while_postgres_is_away(source: Source, service: ServiceProcess) -> None:
    tenant = source.tenant()
    source.session(tenant, "s1")
    wait_for(lambda: service.ask(tenant), sessions_are(1))
    name = source.run("select current_database()")[0][0]
    with psycopg.connect(source.url.replace(name, "postgres"), autocommit=True) as admin:
        allow = sql.SQL("alter database {} with allow_connections {}")
        admin.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        admin.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and application_name = %s",
            (name, "abano-analytics"),
        )
        time.sleep(0.3)
        assert service.ask(tenant).json()["analytics"]["totalSessions"] == 1
        # A copy started a minute later has the earlier figures, with their age.
        service.end()
        warehouse = FileStore(service.warehouse, memory_mb=64)
        warehouse.open()
        with warehouse.writing() as conn:
            conn.execute("update warehouse set data_through = data_through - interval 60 seconds")
        warehouse.close()
        service.start()
        service.wait_until_ready()
        old = service.ask(tenant)
        assert old.json()["analytics"]["totalSessions"] == 1
        assert old.json()["realTimeMetadata"]["stale"] is True
        assert service.http.get("/readyz").json() == {"success": True, "stale": True}
        admin.execute(allow.format(sql.Identifier(name), sql.SQL("true")))
    source.session(tenant, "s2")
    fresh = wait_for(lambda: service.ask(tenant, tag=old.headers["etag"], year=2026), sessions_are(2))
    assert fresh.json()["realTimeMetadata"]["stale"] is False


def test_health_and_metrics(source: Source, service: ServiceProcess) -> None:
    tenant: UUID = source.tenant()
    source.session(tenant, "s1")
    wait_for(lambda: service.ask(tenant), sessions_are(1))
    assert service.http.get("/healthz").json() == {"success": True}
    assert service.http.get("/readyz").json() == {"success": True, "stale": False}
    text = service.http.get("/metrics").text
    assert 'abano_ingest_rows_total{table="quiz_sessions"}' in text
    for name in (
        "abano_ingest_lag_seconds",
        "abano_analytics_watched_behind_seconds",
        "abano_warehouse_bytes",
        "abano_analytics_requests_total",
    ):
        assert name in text
    # Logs name events, never persons or secrets.
    assert "test-secret" not in service.log


def test_bad_settings_and_a_taken_warehouse_stop_the_start_with_a_sentence(
    source: Source, service: ServiceProcess, tmp_path: Path
) -> None:
    second = ServiceProcess(source.url, service.warehouse, log=tmp_path / "second.log")
    second.start()
    bad = ServiceProcess(source.url, tmp_path / "other.duckdb", ABANO_INGEST_SECONDS="often")
    bad.start()
    try:
        assert "is in use by another process" in second.failure()
        assert "abano-analytics: ABANO_INGEST_SECONDS cannot be used" in bad.failure()
        assert "Traceback" not in second.log + bad.log
    finally:
        second.close()
        bad.close()


def test_a_page_returns_only_what_has_changed(source: Source, service: ServiceProcess) -> None:
    tenant = source.tenant()
    source.session(tenant, "s1")
    wait_for(lambda: service.ask(tenant), sessions_are(1))

    def page(figures: str, tags: str = "") -> httpx.Response:
        return service.http.get(
            f"/internal/tenants/{tenant}/figures",
            params={**JUNE, "figures": figures},
            headers={"Authorization": "Bearer test-secret", "If-None-Match": tags},
        )

    def all_counted(answer: httpx.Response) -> bool:
        return answer.status_code == 200 and all("tag" in one for one in answer.json()["figures"].values())

    asked = "overview,funnel"
    body = wait_for(lambda: page(asked), all_counted).json()["figures"]
    assert body.keys() == {"overview", "funnel"}
    # Both from one state of the data: an ingest may end between them.
    alone = service.query(tenant, JUNE)

    def is_same(answer: httpx.Response) -> bool:
        nonlocal alone
        alone = service.query(tenant, JUNE)
        return all_counted(answer) and bool(answer.json()["figures"]["overview"]["body"] == alone.json())

    body = wait_for(lambda: page(asked), is_same).json()["figures"]
    assert body["overview"] == {"tag": alone.headers["etag"], "body": alone.json()}
    tags = ", ".join(one["tag"] for one in body.values())
    assert (page(asked, tags).status_code, page(asked, tags).content) == (304, b"")
    more = wait_for(lambda: page("overview,campaigns,journey", tags), all_counted).json()["figures"]
    assert more["journey"]["body"]["all"]["visits"] == 0
    assert more["overview"] == {"tag": body["overview"]["tag"]}
    assert more["campaigns"]["body"]["success"] is True
    source.session(tenant, "s2")
    newer = wait_for(
        lambda: page(asked, tags),
        lambda answer: answer.status_code == 200 and "body" in answer.json()["figures"].get("overview", {}),
    )
    assert newer.json()["figures"]["overview"]["body"]["analytics"]["totalSessions"] == 2
    refused = service.http.get(f"/internal/tenants/{tenant}/figures", params={**JUNE, "figures": "overview"})
    assert refused.status_code == 401
