"""Only the host and the session decide whose figures are returned; the analytics service is real."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import httpx
import pytest
from analytics_process import FIGURES, AnalyticsProcess, all_counted, sessions_counted
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
FOREIGN = "foreign-figures"
ASKED = (
    "overview",
    "answers",
    "page?figures=funnel",
    "page?figures=campaigns",
    "page?figures=choices",
    "export?table=sessions",
    "export?table=campaigns",
)


@pytest.fixture
def settings(settings: Settings, analytics_process: AnalyticsProcess) -> Settings:
    return settings.model_copy(update={"analytics_url": analytics_process.url})


@pytest.fixture
async def foreign(query_admin_sql: AdminSql, alps: Tenant) -> Tenant:
    """The other company, with a session of this year."""
    now = datetime(2026, 6, 10, 8, tzinfo=UTC)
    query_admin_sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at, utm_source,"
        " utm_campaign) values (%s, %s, 'v1', %s, %s, %s, %s)",
        alps.id, f"{FOREIGN}-{uuid4().hex}", now, now, FOREIGN, FOREIGN,
    )  # fmt: skip
    return alps


def tags(answer: httpx.Response) -> Any:
    """What names the content of an answer: of a page, by figure."""
    return answer.json()["tags"] if "/page?" in str(answer.url) else answer.headers.get("etag")


async def test_no_parameter_header_or_path_asks_for_another_company(
    db: Database, georgia: Tenant, foreign: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    victim = (await signed_in_person(db, foreign, "analyst", client_of, sign_in)).client
    await sessions_counted(victim, 1)
    attacker = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    ids = (str(foreign.id), foreign.slug)
    forged = [
        {"params": {name: value}} for name in ("tenant_id", "tenantId", "tenant", "host") for value in ids
    ] + [
        {"headers": {name: value}}
        for name in ("x-tenant-id", "x-forwarded-host", "x-original-url", "forwarded")
        for value in (*ids, foreign.primary_host, f"/internal/tenants/{foreign.id}/figures")
    ]
    for path in ASKED:
        figures = await all_counted(victim, f"{FIGURES}{path}")
        own = await all_counted(attacker, f"{FIGURES}{path}")
        assert (figures.status_code, own.status_code) == (200, 200)
        for more in forged:
            url = httpx.URL(f"{FIGURES}{path}").copy_merge_params(more.get("params", {}))
            answer = await all_counted(attacker, url, headers=more.get("headers"))
            assert answer.status_code == 200
            assert FOREIGN not in answer.text
            # What is asked beside it changes nothing at all.
            assert tags(answer) == tags(own), more
    for path in ("page?figures=campaigns", "page?figures=choices", "export?table=sessions"):
        assert FOREIGN in (await victim.get(f"{FIGURES}{path}")).text


async def test_at_the_other_company_the_sign_in_is_none(
    db: Database, georgia: Tenant, foreign: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    attacker = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    for headers in ({"host": foreign.primary_host}, {"x-abano-tenant": foreign.slug}):
        for path in ASKED:
            answer = await attacker.get(f"{FIGURES}{path}", headers=headers)
            assert answer.status_code == 401
            assert FOREIGN not in answer.text


@pytest.mark.parametrize(
    "inner",
    [
        "../../internal/warehouse", "..%2f..%2f..%2fwarehouse", "%2e%2e/overview", "overview/../../export/sessions",
        "overview%3fyear=2026", "overview%00", "overview%23", "warehouse/rebuild", "overview%0d%0ax: y",
    ],
)  # fmt: skip
async def test_no_path_of_the_platform_reaches_past_the_figures(
    owner_client: httpx.AsyncClient, foreign: Tenant, inner: str
) -> None:
    url = httpx.URL("http://localhost").copy_with(raw_path=f"{FIGURES}{inner}".encode())
    for method in ("GET", "POST"):
        answer = await owner_client.request(method, url, headers={"origin": "http://localhost"})
        assert answer.status_code < 500
        assert "storeId" not in answer.text
        assert FOREIGN not in answer.text


@pytest.mark.parametrize(
    "hostile", ["a&year=2025", "a#b", "a\r\nx: y", "' or 1=1 --", "(none)&utmSource=b", "%26year=1"]
)
async def test_a_filter_reaches_the_service_as_one_text(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, hostile: str
) -> None:
    now = datetime(2026, 6, 10, 8, tzinfo=UTC)
    campaign = f"{hostile} {uuid4().hex}"
    query_admin_sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at, utm_campaign)"
        " values (%s, %s, 'v1', %s, %s, %s)",
        georgia.id, uuid4().hex, now, now, campaign,
    )  # fmt: skip
    await sessions_counted(
        owner_client,
        query_admin_sql("select count(*) from quiz_sessions where tenant_id = %s", georgia.id)[0][0],
    )
    answer = await owner_client.get(f"{FIGURES}overview", params={"utmCampaign": campaign})
    assert answer.json()["analytics"]["totalSessions"] == 1
    other = await owner_client.get(f"{FIGURES}overview", params={"utmCampaign": hostile})
    assert other.json()["analytics"]["totalSessions"] == 0 or hostile == "(none)"


@pytest.mark.parametrize("tag", ['"', "W/*", "x" * 501, "é", '"a", "b"', "*", "\t"])
async def test_odd_tags_are_no_fault(owner_client: httpx.AsyncClient, tag: str) -> None:
    answer = await owner_client.get(f"{FIGURES}overview", headers={b"if-none-match": tag.encode("latin-1")})
    assert answer.status_code in {200, 422}
