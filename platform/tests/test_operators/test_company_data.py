"""Operators have a company exported for its owners, not for themselves, and delete it after the grace period."""

from typing import Any

import httpx
import pyotp
import pytest
from console_people import PASSWORD, Person, signed_in_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from fastapi.routing import APIRoute
from operator_console import EMAIL, add, client_at, give_password
from product_fixtures import AdminSql, ClientFactory, SignIn
from support_access import Helper, helper

from abano.accounts.access.principals import OPERATOR
from abano.company.leaving.exports import work_on_exports
from abano.company.leaving.service import request_deletion_by_operator
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.operators.console import companies
from abano.operators.console.company_data_endpoints import router
from abano.operators.console.database import OperatorDatabase
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PATH = "/api/operator/companies/alps/data"
REASON = "The owner asked by phone"
CALLS = (("GET", ""), ("POST", "/exports"), ("POST", "/deletion"), ("POST", "/deletion/undo"))


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts", "company_exports", "tenant_deletions")
    query_admin_sql("update tenants set deletes_at = null, is_being_removed = false")
    query_admin_sql("delete from outbox_messages where kind = 'company.export_ready'")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)


@pytest.fixture
async def operator(operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock) -> Helper:
    return await helper(operator_app, operator_db, clock)


@pytest.fixture
async def owner(db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, alps, "owner", client_of, sign_in)


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


def code_of(operator: Helper) -> str:
    """A new one each time: a code is accepted once."""
    operator.clock.move(seconds=31)
    return pyotp.TOTP(operator.secret).at(operator.clock.now())


async def ask(operator: Helper, call: str, **change: str) -> httpx.Response:
    body = {"reason": REASON, "companyName": "Alps Rent", "code": code_of(operator)}
    return await operator.client.post(f"{PATH}/{call}", json=body | change)


async def shown_name(operator: Helper) -> str:
    return str((await operator.client.get(PATH)).json()["companyName"])


async def entries(operator: Helper) -> list[tuple[str, str, dict[str, Any]]]:
    """The newest first, without those of signing in."""
    listed = (await operator.client.get("/api/operator/audit-log")).json()["entries"]
    return [
        (each["action"], each["operator"], each["details"])
        for each in listed
        if each["action"].startswith("company.")
    ]


def whys(query_admin_sql: AdminSql, action: str) -> list[str]:
    rows = query_admin_sql(
        "select after ->> 'why' from audit_log where action = %s and actor = 'operator' order by id", action
    )
    return [row[0] for row in rows]


async def test_an_export_is_for_the_owners_alone(
    operator: Helper,
    owner: Person,
    alps: Tenant,
    context: TaskContext,
    query_admin_sql: AdminSql,
) -> None:
    wrong = await ask(operator, "exports", code="000000")
    assert (wrong.status_code, wrong.json()["fields"][0]["field"]) == (422, "code")
    assert (await ask(operator, "exports", reason=" ")).status_code == 422
    assert await entries(operator) == []
    asked = await ask(operator, "exports")
    assert asked.status_code == 202, asked.text
    assert [each["state"] for each in asked.json()["exports"]] == ["pending"]
    again = await ask(operator, "exports")
    assert (again.status_code, again.json()["error"]) == (409, "ExportPending")
    await work_on_exports(context, alps.id)
    [ready] = (await operator.client.get(PATH)).json()["exports"]
    assert ready["state"] == "ready"
    assert ready["bytes"] > 0
    assert await entries(operator) == [("company.export_requested", EMAIL, {"reason": REASON})]
    assert whys(query_admin_sql, "company.export_requested")[-1:] == [REASON]
    # No call of the console answers with the file, and the company's own takes no operator.
    file = f"/api/admin/company-data/exports/{ready['id']}/file"
    for path in (f"{PATH}/exports/{ready['id']}/file", f"{PATH}/exports/{ready['id']}"):
        assert (await operator.client.get(path)).status_code == 404
    assert "gzip" not in (await operator.client.get(file)).headers["content-type"]
    downloaded = await owner.client.get(file)
    assert (downloaded.status_code, len(downloaded.content)) == (200, ready["bytes"])
    # Owners are told, each once.
    told = query_admin_sql(
        "select payload ->> 'to' from outbox_messages where kind = 'company.export_ready' and tenant_id = %s",
        alps.id,
    )
    owners = query_admin_sql(
        "select email from admins where tenant_id = %s and role = 'owner' and disabled_at is null", alps.id
    )
    assert sorted(told) == sorted(owners)
    assert (owner.email,) in told


async def test_an_owner_is_not_emailed_about_an_own_export(
    owner: Person, alps: Tenant, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    asked = await owner.client.post("/api/admin/company-data/exports", json={"currentPassword": PASSWORD})
    assert asked.status_code == 202
    await work_on_exports(context, alps.id)
    assert query_admin_sql("select count(*) from outbox_messages where kind = 'company.export_ready'") == [
        (0,)
    ]


async def test_three_exports_are_kept(operator: Helper, alps: Tenant, context: TaskContext) -> None:
    for _ in range(3):
        assert (await ask(operator, "exports")).status_code == 202
        await work_on_exports(context, alps.id)
    full = await ask(operator, "exports")
    assert full.status_code == 409
    assert full.json()["message"].startswith("There are three exports already. An owner can delete one")
    assert len(await entries(operator)) == 3


async def test_a_deletion_needs_name_reason_and_code_and_can_be_undone(
    operator: Helper, operator_app: FastAPI, query_admin_sql: AdminSql
) -> None:
    name = await shown_name(operator)
    site = client_at(operator_app, "alps.localhost")
    assert (await site.get("/api/site")).status_code == 200
    for change, field in (
        ({"companyName": "Georgia"}, "companyName"),
        ({"companyName": name, "reason": ""}, "reason"),
        ({"companyName": name, "code": "000000"}, "code"),
    ):
        refused = await ask(operator, "deletion", **change)
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, field)
    assert (await operator.client.get(PATH)).json()["deletesAt"] is None
    asked = await ask(operator, "deletion", companyName=f" {name.upper()} ")
    assert asked.status_code == 201, asked.text
    body = asked.json()
    assert (body["requestedBy"], body["hasBegun"], body["graceDays"]) == ("operator", False, 14)
    assert (await site.get("/api/site")).status_code == 410
    # Asked again, nothing changes.
    again = await ask(operator, "deletion", companyName=name)
    assert (again.status_code, again.json()["deletesAt"]) == (201, body["deletesAt"])
    company = (await operator.client.get("/api/operator/companies/alps")).json()["company"]
    assert company["deletesAt"] == body["deletesAt"]
    assert (await operator.client.post(f"{PATH}/deletion/undo", json={"reason": " "})).status_code == 422
    kept = await operator.client.post(f"{PATH}/deletion/undo", json={"reason": "A mistake"})
    assert (kept.status_code, kept.json()["deletesAt"]) == (200, None)
    assert (await site.get("/api/site")).status_code == 200
    none = await operator.client.post(f"{PATH}/deletion/undo", json={"reason": "Again"})
    assert (none.status_code, none.json()["error"]) == (409, "NoDeletion")
    assert await entries(operator) == [
        ("company.deletion_undone", EMAIL, {"reason": "A mistake"}),
        ("company.deletion_requested", EMAIL, {"reason": REASON}),
    ]
    assert whys(query_admin_sql, "company.deletion_requested")[-1:] == [REASON]
    assert whys(query_admin_sql, "company.deletion_undone")[-1:] == ["A mistake"]


async def test_a_removal_that_began_is_not_undone(
    operator: Helper, db: Database, alps: Tenant, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    await request_deletion_by_operator(db, alps.id, OPERATOR, now=clock.now())
    query_admin_sql("update tenant_deletions set began_at = now() where id = %s", alps.id)
    query_admin_sql("update tenants set is_being_removed = true where id = %s", alps.id)
    assert (await operator.client.get(PATH)).json()["hasBegun"] is True
    late = await operator.client.post(f"{PATH}/deletion/undo", json={"reason": "Too late"})
    assert (late.status_code, late.json()["message"]) == (409, "The removal has begun. It cannot be undone.")
    assert await entries(operator) == []


async def test_only_operators_with_both_factors_reach_it(
    operator_app: FastAPI, operator_db: OperatorDatabase, operator: Helper, owner: Person
) -> None:
    routes = {
        (method, route.path.removeprefix("/api/operator/companies/{slug}/data"))
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert routes == set(CALLS)
    await add(operator_db, "half@example.com")
    half = client_at(operator_app)
    await give_password(half, "half@example.com")
    body = {"reason": REASON, "companyName": "Alps", "code": "000000"}
    for method, call in CALLS:
        for client in (client_at(operator_app), half):
            assert (await client.request(method, f"{PATH}{call}", json=body)).status_code == 401
        # On a company's host there is no such page, for anyone.
        for client in (client_at(operator_app, "alps.localhost"), owner.client):
            assert (await client.request(method, f"{PATH}{call}", json=body)).status_code == 404
        missing = await operator.client.request(
            method, f"/api/operator/companies/none/data{call}", json=body | {"code": code_of(operator)}
        )
        assert missing.status_code == 404
