"""Callers of the internal port other than the platform, and hostile texts passed on by the platform."""

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from urllib.parse import urlencode
from uuid import UUID, uuid4

import psycopg
import pytest
from conftest import Source, fresh_database
from periods import resolved
from pydantic import SecretStr
from service_process import SECRET, ServiceProcess
from starlette.requests import Request

from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano_analytics.api import require_platform
from abano_shared.fair_turns import WEIGHT_HEADER

PERIOD = resolved({"year": 2026})
YEAR = urlencode(PERIOD)
KNOWN = {"Authorization": f"Bearer {SECRET}"}
HOSTILE = [
    "' or 1=1 --",
    "'; drop table quiz_sessions; --",
    "\"; attach '/tmp/x.db'; --",
    "$tenant",
    "${jndi:ldap://evil}",
    "../../../etc/passwd",
    "%00",
    "\x00",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "(none)",
    "%' like '%",
    "google' union select * from tenants --",
]


@pytest.fixture(scope="module")
def source(analytics_postgres: EmbeddedPostgres) -> Iterator[Source]:
    url = fresh_database(analytics_postgres)
    with psycopg.connect(url, autocommit=True) as conn:
        yield Source(conn, url)


@pytest.fixture(scope="module")
def company(source: Source) -> UUID:
    """A company with one session, created before the service starts."""
    tenant = source.tenant()
    source.session(tenant, "own-session", utm=("google", "cpc", "spring"))
    other = source.tenant("alps", "Europe/Vienna")
    source.session(other, "foreign-session", utm=("foreign-source", "foreign-medium", "foreign-campaign"))
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


def paths(tenant: UUID) -> list[tuple[str, str]]:
    figures = ("overview", "answers", "funnel", "campaigns", "choices")
    tables = ("answers", "funnel", "campaigns", "sessions", "responses")
    return [
        *(
            ("GET", f"/internal/tenants/{tenant}/figures?{YEAR}&figures={figure}&wait=8")
            for figure in figures
        ),
        *(("GET", f"/internal/tenants/{tenant}/export/{table}?{YEAR}&format=csv") for table in tables),
        ("GET", "/internal/warehouse"),
        ("POST", "/internal/warehouse/rebuild"),
        ("POST", f"/internal/tenants/{tenant}/files?format=csv"),
    ]


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer wrong",
        SECRET,
        f"bearer {SECRET}",
        f"Basic {SECRET}",
        f"Bearer {SECRET[:-1]}",
        f"Bearer {SECRET}x",
        f"Bearer  {SECRET}",
        f"Bearer {SECRET}, Bearer {SECRET}",
        b"Bearer \xff\xfe",
        "Bearer " + "x" * 8000,
    ],
)
def test_nothing_is_returned_without_the_secret(
    service: ServiceProcess, company: UUID, authorization: str | bytes | None
) -> None:
    raw = authorization.encode() if isinstance(authorization, str) else authorization
    headers = {} if raw is None else {b"Authorization": raw}
    for method, path in paths(company):
        answer = service.http.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (401, "SignInRequired"), path
        assert "own-session" not in answer.text


def test_the_secret_is_a_header_and_nothing_else(service: ServiceProcess, company: UUID) -> None:
    given = {
        "authorization": f"Bearer {SECRET}",
        "Authorization": f"Bearer {SECRET}",
        "internal_secret": SECRET,
    }
    for method, path in paths(company):
        address = path.split("?")[0]
        assert service.http.request(method, address, params=given).status_code == 401
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in given.items())}
        assert service.http.request(method, address, headers=cookie).status_code == 401


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_filter_is_a_text_and_never_a_statement(
    service: ServiceProcess, company: UUID, hostile: str
) -> None:
    for name in ("utmSource", "utmCampaign", "quizVersion"):
        for method, path in paths(company)[:10]:
            answer = service.http.request(method, path, params={name: hostile[:40]}, headers=KNOWN)
            assert answer.status_code in {200, 422}, (path, answer.text)
            assert "foreign" not in answer.text
            if "figures=overview" in path and answer.status_code == 200:
                body = answer.json()["figures"]["overview"]["body"]
                assert body["analytics"]["totalSessions"] == 0
    # And nothing was deleted.
    assert service.ask(company).json()["analytics"]["totalSessions"] == 1


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"since": "9" * 5000}, "since"),
        ({"until": "1e1"}, "until"),
        ({"since": "２０２５-12-31T20:00:00Z"}, "since"),
        ({"since": "-2026-01-01T00:00:00Z"}, "since"),
        ({"since": "2026-01-01T00:00:00Z; select 1"}, "since"),
        ({"since": "2026-01-01T00:00:00Z'--"}, "since"),
        ({"until": "+10000-01-01T00:00:00Z"}, "until"),
        ({"until": "2026-01-01T25:00:00Z"}, "until"),
        ({"utmSource": "x" * 3000}, "utmSource"),
        ({"utmCampaign": "\U0001f600" * 501}, "utmCampaign"),
        ({"quizVersion": "v" * 401}, "quizVersion"),
        ({"device": "phone' or 'a'='a"}, "device"),
        ({"format": "xlsx"}, "format"),
        ({"format": "csv', header) to '/tmp/x"}, "format"),
        ({"format": None}, "format"),
    ],
)
def test_odd_parameters_are_refused_by_name(
    service: ServiceProcess, company: UUID, given: dict[str, str | None], field: str
) -> None:
    asked = {name: value for name, value in (PERIOD | {"format": "csv"} | given).items() if value is not None}
    answer = service.http.get(f"/internal/tenants/{company}/export/sessions", params=asked, headers=KNOWN)
    assert answer.status_code == 422, answer.text
    assert [item["field"] for item in answer.json()["fields"]] == [field]
    # An error does not repeat the input.
    assert len(answer.content) < 2000


def test_rows_become_a_file_and_odd_ones_are_refused(service: ServiceProcess, company: UUID) -> None:
    path = f"/internal/tenants/{company}/files?format=csv"
    columns = b'{"columns": {"name": "text", "cost": "number", "clicks": "whole"}, "rows": '
    answer = service.http.post(path, content=columns + b'[["=1+1", 2.5, null], [null, 3, 4]]}', headers=KNOWN)
    assert answer.text == "\ufeffname,cost,clicks\n'=1+1,2.5,\n,3.0,4\n"
    for odd in (
        b"",
        b"[]",
        columns + b"[[1, 2]]}",
        columns + b'[["a", "b", "c"]]}',
        columns + b'[["a", 1, 99999999999999999999999]]}',
        columns.replace(b"name", b"na me") + b"[]}",
        columns.replace(b"whole", b"varchar") + b"[]}",
    ):
        refused = service.http.post(path, content=odd, headers=KNOWN)
        assert (refused.status_code, len(refused.content) < 2000) == (422, True), odd


@pytest.mark.parametrize(
    "tenant", ["none", "1", "' or 1=1 --", "..", "%2e%2e%2f", "00000000-0000-0000-0000-00000000000g"]
)
def test_a_company_is_named_by_an_id(service: ServiceProcess, tenant: str) -> None:
    for path in (f"/internal/tenants/{tenant}/figures", f"/internal/tenants/{tenant}/export/sessions"):
        answer = service.http.get(path, params=PERIOD | {"format": "csv"}, headers=KNOWN)
        assert answer.status_code in {404, 422}
        assert answer.json()["success"] is False


def test_a_given_company_cannot_be_replaced(service: ServiceProcess, company: UUID, source: Source) -> None:
    [(other,)] = source.run("select id from tenants where id <> %s and slug like 'alps-%%'", company)
    more = {
        "tenant_id": str(other),
        "tenantId": str(other),
        "tenant": str(other),
        "format": "csv",
        **PERIOD,
    }
    headers = {
        **KNOWN,
        "X-Abano-Tenant": "alps",
        "Host": "alps.localhost",
        "X-Forwarded-Host": "alps.localhost",
    }
    for method, path in paths(company)[:10]:
        refused = service.http.request(method, path.split("?")[0], params=more, headers=headers)
        assert refused.status_code == 422
        answer = service.http.request(method, path, headers=headers)
        assert answer.status_code == 200
        assert "foreign" not in answer.text
    assert (
        "foreign-session"
        in service.http.get(
            f"/internal/tenants/{other}/export/sessions?{YEAR}&format=csv", headers=KNOWN
        ).text
    )
    assert service.ask(uuid4()).status_code == 404


@pytest.mark.parametrize(
    ("weight", "noted"),
    [
        ("3", 3),
        ("100", 100),
        ("", None),
        ("0", None),
        ("-1", None),
        ("101", None),
        ("1e1", None),
        ("²", None),
    ],
)
def test_the_weight_of_a_companys_plan_is_a_small_whole_number(weight: str, noted: int | None) -> None:
    company = uuid4()
    weights: dict[UUID, int] = {}
    settings = SimpleNamespace(internal_secret=SecretStr(SECRET))
    state = SimpleNamespace(settings=settings, weights=weights)
    headers = KNOWN | {WEIGHT_HEADER: weight}
    scope = {
        "type": "http",
        "app": SimpleNamespace(state=state),
        "path_params": {"tenant_id": str(company)},
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
    }
    asyncio.run(require_platform(Request(scope)))
    assert weights.get(company) == noted
