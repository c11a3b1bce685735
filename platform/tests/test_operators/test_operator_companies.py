"""Operators see how much each company uses, suspend and resume it; the database shows them nothing else."""

import psycopg
import pytest
from console_people import PASSWORD, add_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import EMAIL, client_at, signed_in
from product_fixtures import NOW, OWNER_EMAIL, OWNER_PASSWORD, AdminSql, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings, acting_as
from abano.db.engine import Database
from abano.operators.console import companies
from abano.operators.console.database import OperatorDatabase
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts")
    query_admin_sql("update tenants set status = 'active', suspension_reason = ''")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)


async def test_companies_are_listed_with_what_they_use(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    body = (await client.get("/api/operator/companies")).json()
    listed = {each["slug"]: each for each in body["companies"]}
    assert body["total"] == len(listed) == query_admin_sql("select count(*) from tenants")[0][0]
    for slug, company in listed.items():
        [(tenant,)] = query_admin_sql("select id from tenants where slug = %s", slug)

        def count(statement: str, tenant: object = tenant) -> object:
            return query_admin_sql(statement, tenant)[0][0]

        usage = company["usage"]
        assert usage["vehicles"] == count(
            "select count(*) from vehicles where tenant_id = %s and state <> 'sold'"
        )
        assert usage["people"] == count(
            "select count(*) from admins where tenant_id = %s and disabled_at is null"
        )
        assert usage["storageBytes"] == count(
            "select coalesce(sum(bytes), 0)::bigint from media_files where tenant_id = %s"
        )
        recent = [
            created
            for (created,) in query_admin_sql("select created_at from bookings where tenant_id = %s", tenant)
            if 0 <= (NOW - created).total_seconds() < 30 * 86_400
        ]
        assert usage["bookings"] == len(recent)


async def test_search_sort_and_pages(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    body = (await client.get("/api/operator/companies", params={"search": "ALPS"})).json()
    assert [each["slug"] for each in body["companies"]] == ["alps"]
    every = (
        await client.get("/api/operator/companies", params={"sort": "storage_bytes", "descending": True})
    ).json()
    sizes = [each["usage"]["storageBytes"] for each in every["companies"]]
    assert sizes == sorted(sizes, reverse=True)
    monkeypatch.setattr(companies, "PAGE", 1)
    pages = [
        (await client.get("/api/operator/companies", params={"offset": offset})).json()["companies"]
        for offset in range(every["total"] + 1)
    ]
    assert [len(page) for page in pages] == [1] * every["total"] + [0]
    assert len({page[0]["slug"] for page in pages if page}) == every["total"]
    assert (await client.get("/api/operator/companies", params={"sort": "password_hash"})).status_code == 422


async def test_a_suspended_company_is_closed_and_both_logs_say_why(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    site = client_at(operator_app, "alps.localhost")
    assert (await site.get("/api/site")).status_code == 200
    for reason in ("", "  ", "x" * 501):
        answer = await client.post("/api/operator/companies/alps/suspend", json={"reason": reason})
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "reason")
    answer = await client.post("/api/operator/companies/alps/suspend", json={"reason": "Unpaid invoice 17"})
    assert answer.json()["company"]["suspensionReason"] == "Unpaid invoice 17"
    closed = await site.get("/api/site")
    assert (closed.status_code, "17" in closed.text) == (503, False)
    # Once more changes nothing, and is no entry.
    await client.post("/api/operator/companies/alps/suspend", json={"reason": "Again"})
    resumed = (await client.post("/api/operator/companies/alps/resume")).json()
    assert (resumed["company"]["status"], resumed["company"]["suspensionReason"]) == ("active", "")
    assert (await site.get("/api/site")).status_code == 200
    told = [(each["action"], each["operator"], each["details"]) for each in resumed["entries"]][:2]
    assert told == [
        ("company.resumed", EMAIL, {}),
        ("company.suspended", EMAIL, {"reason": "Unpaid invoice 17"}),
    ]
    every = (await client.get("/api/operator/audit-log")).json()["entries"]
    assert [each["action"] for each in every][:3] == [
        "company.resumed",
        "company.suspended",
        "operator.second_factor_enabled",
    ]
    assert (
        await client.post("/api/operator/companies/none/suspend", json={"reason": "x"})
    ).status_code == 404


async def test_the_people_of_a_suspended_company_read_the_reason_and_change_nothing(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    clock: FixedClock,
    db: Database,
    alps: Tenant,
    sign_in: SignIn,
) -> None:
    operators = await signed_in(operator_app, operator_db, clock)
    anyone, owner = (client_at(operator_app, "alps.localhost") for _ in range(2))
    neighbour = client_at(operator_app, "localhost")
    await sign_in(neighbour, OWNER_EMAIL, OWNER_PASSWORD)
    _, email = await add_person(db, alps, "owner")
    path = "/api/operator/companies/alps"
    await operators.post(f"{path}/suspend", json={"reason": "Unpaid invoice 17"})
    assert (await anyone.get("/api/admin/me")).status_code == 401
    assert "taking a break" in (await anyone.get("/booking")).text
    assert "taking a break" not in (await anyone.get("/admin/sign-in")).text
    await sign_in(owner, email, PASSWORD)
    me = (await owner.get("/api/admin/me")).json()
    assert me["tenant"]["suspensionReason"] == "Unpaid invoice 17"
    assert (await owner.get("/api/admin/bookings")).status_code == 200
    for method, url in (
        ("PUT", "/api/admin/account/language"),
        ("POST", "/api/admin/api-keys"),
        ("POST", "/api/quotes"),
    ):
        refused = await owner.request(method, url, json={"language": "de"})
        if not url.startswith("/api/admin/"):
            assert (refused.status_code, refused.json()["error"]) == (503, "TenantSuspended")
            continue
        assert (refused.status_code, refused.json()["error"]) == (403, "CompanySuspended")
    assert (await neighbour.get("/api/admin/me")).json()["tenant"]["suspensionReason"] is None
    await operators.post(f"{path}/resume")
    assert (await owner.get("/api/admin/me")).json()["tenant"]["suspensionReason"] is None
    assert (await owner.post("/api/admin/logout")).status_code == 200


@pytest.mark.parametrize(
    "statement",
    [
        "select customer_email from bookings",
        "select email from admins",
        "select password_hash from admins",
        "select token_hash from admin_sessions",
        "select brand from tenant_settings",
        "select recipient from outbox_messages",
        "select * from customers",
        "select * from audit_log",
        "update tenants set slug = 'x'",
        "update tenants set placement = 'x'",
        "delete from tenants",
        "insert into tenants (id, slug, name) values (gen_random_uuid(), 'xx', 'x')",
        "delete from operator_audit_log",
        "update operator_audit_log set subject = ''",
        "set role abano_app",
    ],
)
def test_the_operators_role_sees_no_contents(
    settings: Settings, statement: str, sign_ins: dict[str, str]
) -> None:
    with (
        psycopg.connect(sign_ins["database_operator_url"]) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        conn.execute(statement.encode())


@pytest.mark.parametrize("role", ["abano_app", "abano_reporting"])
@pytest.mark.parametrize(
    "table",
    [
        "operators",
        "operator_sessions",
        "operator_recovery_codes",
        "operator_attempts",
        "operator_audit_log",
        "announcements",
        "company_moves",
    ],
)
def test_no_other_role_reaches_operators(settings: Settings, role: str, table: str) -> None:
    with (
        psycopg.connect(acting_as(settings.database_url, role)) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        conn.execute(f"select * from {table}".encode())
