"""Support access: asked for, decided by an owner, opened once, read-only, recorded in both logs, ended."""

from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
from console_people import PASSWORD, add_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import EMAIL, client_at
from product_fixtures import AdminSql, SignIn
from support_access import COOKIE, Helper, decide, helper, open_session
from support_steps import ACCESS, REASON, SESSION

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.operators.console import companies
from abano.operators.console.accounts import disable_operator
from abano.operators.console.database import OperatorDatabase
from abano.team.support.policy import LINK_LIFETIME, WAITS
from abano.tenancy.directory.tenant import Tenant, TenantCache

pytestmark = pytest.mark.anyio
HOST = "alps.localhost"
BOOKINGS = "/api/admin/bookings"


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts", "support_sessions")
    empty_tables(query_admin_sql, "sign_in_failures", "public_write_counts")
    query_admin_sql("delete from outbox_messages where kind = 'support.notice'")
    query_admin_sql("update tenant_settings set support_access = 'ask'")
    query_admin_sql("update tenants set status = 'active', suspension_reason = '', deletes_at = null")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)


@pytest.fixture
async def asked(operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock) -> Helper:
    return await helper(operator_app, operator_db, clock)


@pytest.fixture
async def owner(operator_app: FastAPI, db: Database, alps: Tenant, sign_in: SignIn) -> httpx.AsyncClient:
    _, email = await add_person(db, alps, "owner")
    client = client_at(operator_app, HOST)
    await sign_in(client, email, PASSWORD)
    return client


@pytest.fixture
def forget(operator_app: FastAPI) -> Callable[[], None]:
    """Applies a change of ``tenants`` at once, which processes notice within seconds."""
    tenants: TenantCache = operator_app.state.tenants
    return tenants.clear


async def set_access(owner: httpx.AsyncClient, access: str) -> None:
    assert (await owner.put(ACCESS, json={"access": access})).status_code == 200


def emails(query_admin_sql: AdminSql) -> list[tuple[str, str]]:
    return query_admin_sql(
        "select payload ->> 'what', payload ->> 'reason' from outbox_messages where kind = 'support.notice'"
        " order by created_at, id"
    )


async def test_an_owner_is_asked_first_and_the_operator_sees_nothing_before(
    operator_app: FastAPI, asked: Helper, owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await owner.get(ACCESS)).json() == {
        "success": True, "access": "ask", "isOffered": True, "sessions": [],
    }  # fmt: skip
    answer = await asked.ask("alps")
    assert answer.status_code == 201, answer.text
    assert [each["state"] for each in answer.json()["sessions"]] == ["waiting"]
    owners = query_admin_sql(
        "select count(*) from admins a join tenants t on t.id = a.tenant_id"
        " where slug = 'alps' and role = 'owner' and disabled_at is null"
    )[0][0]
    assert emails(query_admin_sql) == [("requested", REASON)] * owners
    # Nothing opens it, and no second request floods the owner.
    assert (await asked.link("alps")).status_code == 409
    assert (await asked.ask("alps")).status_code == 409
    assert (await decide(owner, accept=False)).json()["sessions"][0]["state"] == "declined"
    assert (await asked.link("alps")).status_code == 409
    again = await decide(owner)
    assert (again.status_code, again.json()["error"]) == (409, "SupportDecided")


async def test_a_request_needs_a_reason_and_the_second_factor(operator_app: FastAPI, asked: Helper) -> None:
    for reason in ("", "  ", "too short", "x" * 501):
        refused = await asked.ask("alps", reason)
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "reason")
    body = {"reason": REASON, "code": "000000"}
    wrong = await asked.client.post("/api/operator/companies/alps/support", json=body)
    assert (wrong.status_code, wrong.json()["fields"][0]["field"]) == (422, "code")
    stranger = client_at(operator_app)
    assert (await stranger.post("/api/operator/companies/alps/support", json=body)).status_code == 401
    assert (await asked.ask("none")).status_code == 404
    assert await asked.sessions("alps") == []


async def test_it_shows_the_console_and_changes_nothing(
    operator_app: FastAPI, asked: Helper, owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    browser = await open_session(operator_app, asked, owner, "alps", HOST)
    me = (await browser.get("/api/admin/me")).json()["admin"]
    assert (me["email"], me["role"], me["support"]["reason"]) == (EMAIL, "custom", REASON)
    assert not {"payments", "refunds", "exports", "team", "integrations", "company"} & set(me["rights"])
    assert (await browser.get(BOOKINGS)).status_code == 200
    assert (await browser.get(BOOKINGS, params={"search": "Ada"})).status_code == 200
    assert (await browser.get("/api/site")).status_code == 200
    for method, path in (
        ("PUT", "/api/admin/settings/rental"),
        ("POST", "/api/admin/catalog/draft/cars"),
        ("GET", f"{BOOKINGS}/export.csv"),
        ("GET", "/api/admin/users"),
        ("GET", "/api/admin/audit-log"),
        ("GET", ACCESS),
        ("POST", "/api/bookings"),
        ("POST", "/api/quiz/session/start"),
        ("GET", "/api/v1/vehicles"),
        ("GET", "/api/none"),
    ):
        refused = await browser.request(method, path, json={})
        assert (refused.status_code, refused.json()["error"]) == (403, "SupportReadsOnly"), path
    # What was looked at is in both logs, once for each path, and without the search.
    session = (await owner.get(ACCESS)).json()["sessions"][0]
    calls = (await owner.get(f"{ACCESS}/{session['id']}/calls")).json()["calls"]
    assert [each["call"] for each in calls if each["kind"] == "read"] == [f"GET {BOOKINGS}"]
    assert sum(each["kind"] == "blocked" for each in calls) == 10
    assert "Ada" not in str(calls)
    logged = query_admin_sql(
        "select actor, admin_id, host(ip_address), after from audit_log where action = 'support.read'"
    )
    assert logged == [("operator", None, "192.0.2.30", {"call": f"GET {BOOKINGS}"})]
    theirs = (await asked.client.get("/api/operator/audit-log")).json()["entries"]
    assert {each["action"] for each in theirs} >= {
        "support.requested", "support.link_made", "support.opened", "support.read", "support.blocked",
    }  # fmt: skip
    assert [each["details"]["call"] for each in theirs if each["action"] == "support.read"] == [
        f"GET {BOOKINGS}"
    ]
    assert emails(query_admin_sql)[-1] == ("began", REASON)


async def test_the_link_works_once_for_a_minute_at_the_company_alone(
    operator_app: FastAPI, asked: Helper, owner: httpx.AsyncClient, clock: FixedClock
) -> None:
    await set_access(owner, "allowed")
    assert (await asked.ask("alps")).json()["sessions"][0]["state"] == "ready"

    async def opened(url: str, host: str = HOST) -> int:
        token = url.partition("#")[2]
        return (await client_at(operator_app, host).post(SESSION, json={"token": token})).status_code

    url = (await asked.link("alps")).json()["url"]
    assert url.startswith(f"http://{HOST}:")
    assert "/admin/support#" in url
    assert await opened(url, "localhost") == 401
    assert await opened(url) == 200
    assert await opened(url) == 401
    late = (await asked.link("alps")).json()["url"]
    clock.move(seconds=LINK_LIFETIME.total_seconds())
    assert await opened(late) == 401
    replaced, newest = [(await asked.link("alps")).json()["url"] for _ in range(2)]
    assert [await opened(replaced), await opened(newest)] == [401, 200]


async def test_another_operator_cannot_open_it_and_another_company_has_no_part_in_it(
    operator_app: FastAPI, operator_db: OperatorDatabase, asked: Helper, owner: httpx.AsyncClient
) -> None:
    browser = await open_session(operator_app, asked, owner, "alps", HOST)
    colleague = await helper(operator_app, operator_db, asked.clock, "pia@example.com")
    assert (await colleague.link("alps")).status_code == 404
    elsewhere = client_at(operator_app, "localhost")
    elsewhere.cookies.set(COOKIE, browser.cookies[COOKIE])
    refused = await elsewhere.get(BOOKINGS)
    assert (refused.status_code, refused.json()["error"]) == (401, "SupportAccessEnded")
    # Any operator can end it.
    assert (await colleague.end("alps")).json()["sessions"][0]["state"] == "ended"
    assert (await browser.get(BOOKINGS)).status_code == 401


async def test_it_ends_after_half_an_hour_and_is_not_prolonged(
    operator_app: FastAPI, asked: Helper, owner: httpx.AsyncClient, clock: FixedClock
) -> None:
    browser = await open_session(operator_app, asked, owner, "alps", HOST)
    clock.move(minutes=29, seconds=30)
    assert (await browser.get(BOOKINGS)).status_code == 200
    # Opening it again gives no new half hour.
    url = (await asked.link("alps")).json()["url"]
    second = client_at(operator_app, HOST)
    assert (await second.post(SESSION, json={"token": url.partition("#")[2]})).status_code == 200
    assert (await browser.get(BOOKINGS)).json()["error"] == "SupportAccessEnded"
    assert (await second.get(BOOKINGS)).status_code == 200
    clock.move(seconds=31)
    for path in (BOOKINGS, "/api/admin/me"):
        refused = await second.get(path)
        assert (refused.status_code, refused.json()["error"]) == (401, "SupportAccessEnded")
    assert (await asked.link("alps")).status_code == 409
    # As any visitor from then on.
    assert (await second.get("/api/site")).status_code == 200
    assert (await second.delete(SESSION)).status_code == 200
    assert COOKIE not in second.cookies


@pytest.mark.parametrize("how", ["operator", "browser", "owner", "forbidden", "disabled"])
async def test_everyone_concerned_can_end_it_at_once(
    how: str,
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    asked: Helper,
    owner: httpx.AsyncClient,
) -> None:
    browser = await open_session(operator_app, asked, owner, "alps", HOST)
    cookie = browser.cookies[COOKIE]
    if how == "operator":
        assert (await asked.end("alps")).status_code == 200
    elif how == "browser":
        assert (await browser.delete(SESSION)).status_code == 200
    elif how == "owner":
        session = (await owner.get(ACCESS)).json()["sessions"][0]["id"]
        assert (await owner.post(f"{ACCESS}/end", json={"sessionId": session})).status_code == 200
    elif how == "forbidden":
        await set_access(owner, "forbidden")
        assert (await asked.ask("alps")).status_code == 409
    else:
        await disable_operator(operator_db, EMAIL, asked.clock.now())
    browser.cookies.set(COOKIE, cookie)
    assert (await browser.get(BOOKINGS)).json()["error"] == "SupportAccessEnded"


async def test_drafts_may_be_changed_only_where_the_owner_grants_it(
    operator_app: FastAPI, asked: Helper, owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    text, saved = "/api/admin/content/texts/landing", {"language": "en", "revision": 1000, "parts": {}}
    await set_access(owner, "allowed")
    # The setting allows to look; more is asked for each time.
    assert (await asked.ask("alps", drafts=True)).json()["sessions"][0]["state"] == "waiting"
    assert (await decide(owner, drafts=False)).status_code == 200
    url = (await asked.link("alps")).json()["url"]
    browser = client_at(operator_app, HOST)
    await browser.post(SESSION, json={"token": url.partition("#")[2]})
    saved["parts"] = {"headline": "By support"}
    assert (await browser.patch(text, json=saved)).status_code == 403
    await asked.end("alps")
    browser = await open_session(operator_app, asked, owner, "alps", HOST, drafts=True)
    done = await browser.patch(text, json=saved)
    assert done.status_code == 200, done.text
    assert (await browser.post(f"{text}/publication", json={"revision": 1})).status_code == 403
    noted = query_admin_sql(
        "select actor, admin_id from audit_log where action in ('content.drafted', 'support.changed')"
    )
    assert noted == [("operator", None)] * 2


async def test_a_request_expires_after_a_day(
    asked: Helper, owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await asked.ask("alps")
    query_admin_sql("update support_sessions set requested_at = requested_at - %s", WAITS)
    assert [each["state"] for each in await asked.sessions("alps")] == ["expired"]
    assert (await decide(owner)).json()["error"] == "SupportDecided"
    # It is no obstacle to another one.
    assert (await asked.ask("alps")).status_code == 201


async def test_a_suspended_company_can_be_looked_at_and_its_owner_still_decides(
    operator_app: FastAPI,
    asked: Helper,
    owner: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    forget: Callable[[], None],
) -> None:
    query_admin_sql("update tenants set status = 'suspended', suspension_reason = 'x' where slug = 'alps'")
    forget()
    browser = await open_session(operator_app, asked, owner, "alps", HOST, drafts=True)
    assert (await browser.get(BOOKINGS)).status_code == 200
    body = {"language": "en", "revision": 1000, "parts": {"headline": "x"}}
    refused = await browser.patch("/api/admin/content/texts/landing", json=body)
    assert (refused.status_code, refused.json()["error"]) == (403, "CompanySuspended")
    await set_access(owner, "forbidden")
    assert (await browser.get(BOOKINGS)).status_code == 401
    assert (await browser.delete(SESSION)).status_code == 200


async def test_a_company_that_is_being_deleted_is_closed_to_support(
    operator_app: FastAPI,
    asked: Helper,
    owner: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    forget: Callable[[], None],
) -> None:
    browser = await open_session(operator_app, asked, owner, "alps", HOST)
    url = (await asked.link("alps")).json()["url"]
    deletes_at = clock.now() + timedelta(days=14)
    query_admin_sql("update tenants set deletes_at = %s where slug = 'alps'", deletes_at)
    forget()
    assert (await browser.get(BOOKINGS)).json()["error"] == "SupportAccessEnded"
    assert (await browser.post(SESSION, json={"token": url.partition("#")[2]})).status_code == 401
    assert (await asked.link("alps")).status_code == 409
    await asked.end("alps")
    assert (await asked.ask("alps")).status_code == 409


async def test_without_an_operator_console_no_link_opens_anything(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await client.post(SESSION, json={"token": "x"})).status_code == 401
    client.cookies.set(COOKIE, "x")
    assert (await client.get(BOOKINGS)).json()["error"] == "SignInRequired"
    assert (await client.delete(SESSION)).status_code == 200


async def test_nothing_is_shown_that_could_not_be_recorded(
    operator_app: FastAPI, asked: Helper, owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    browser = await open_session(operator_app, asked, owner, "alps", HOST)
    for table in ("audit_log", "operator_audit_log"):
        query_admin_sql(f"alter table {table} rename to hidden")
        try:
            refused = await browser.get(f"{BOOKINGS}/filters")
        finally:
            query_admin_sql(f"alter table hidden rename to {table}")
        assert refused.status_code >= 500
    assert (await browser.get(f"{BOOKINGS}/filters")).status_code == 200
