"""Operators make plans, give them to companies, and export what companies used; all of it is audited."""

import csv
import io
from typing import Any

import httpx
import pytest
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import EMAIL, client_at, give_password, signed_in
from plan_steps import take_plans
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.operators.console import companies, usage
from abano.operators.console.database import OperatorDatabase
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.plans.rules import MEASURES, STANDARD

pytestmark = pytest.mark.anyio
PLANS = "/api/operator/plans"
SMALL: dict[str, Any] = {
    "name": "Small",
    "weight": 2,
    "limits": {"vehicles": {"softLimit": 8, "hardLimit": 10}, "emails": {"hardLimit": 500}},
}
JUNE = {"first": "2026-06-01", "last": "2026-06-30"}


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts")
    take_plans(query_admin_sql)
    query_admin_sql("update plans set name = 'Standard', weight = 1")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)


@pytest.fixture
async def operators(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> httpx.AsyncClient:
    return await signed_in(operator_app, operator_db, clock)


async def create(operators: httpx.AsyncClient, **changes: Any) -> str:
    answer = await operators.post(PLANS, json=SMALL | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["planId"])


async def plan_named(operators: httpx.AsyncClient, name: str) -> dict[str, Any]:
    plans = (await operators.get(PLANS)).json()["plans"]
    return next(each for each in plans if each["name"] == name)


async def newest(operators: httpx.AsyncClient) -> dict[str, Any]:
    entry: dict[str, Any] = (await operators.get("/api/operator/audit-log")).json()["entries"][0]
    assert entry["operator"] == EMAIL
    return entry


async def test_every_company_has_the_unlimited_plan_at_first(
    operators: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    [(tenants,)] = query_admin_sql("select count(*)::int from tenants")
    plan = await plan_named(operators, "Standard")
    assert (plan["id"], plan["companies"], plan["weight"]) == (str(STANDARD), tenants, 1)
    assert plan["limits"] == {each: {"softLimit": None, "hardLimit": None} for each in MEASURES}


async def test_a_plan_is_created_changed_and_deleted(operators: httpx.AsyncClient) -> None:
    plan_id = await create(operators)
    plan = await plan_named(operators, "Small")
    assert (plan["weight"], plan["companies"], plan["limits"]["vehicles"]) == (
        2, 0, {"softLimit": 8, "hardLimit": 10},
    )  # fmt: skip
    changed = SMALL | {"name": "Smaller", "limits": {"vehicles": {"hardLimit": 5}}}
    assert (await operators.post(f"{PLANS}/{plan_id}", json=changed)).is_success
    plan = await plan_named(operators, "Smaller")
    assert plan["limits"]["emails"] == {"softLimit": None, "hardLimit": None}
    entry = await newest(operators)
    assert (entry["action"], entry["details"]["before"]["name"]) == ("plan.changed", "Small")
    # The same again is no change, and no entry.
    assert (await operators.post(f"{PLANS}/{plan_id}", json=changed)).is_success
    assert (await newest(operators))["id"] == entry["id"]
    assert (await operators.post(f"{PLANS}/{plan_id}/delete")).is_success
    assert (await newest(operators))["action"] == "plan.deleted"
    assert (await operators.post(f"{PLANS}/{plan_id}/delete")).status_code == 404
    assert (await operators.post(f"{PLANS}/{plan_id}", json=changed)).status_code == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "Standard"}, "name"),
        ({"name": " "}, "name"),
        ({"weight": 0}, "weight"),
        ({"weight": 101}, "weight"),
        ({"limits": {"vehicles": {"softLimit": 11, "hardLimit": 10}}}, "limits.vehicles.softLimit"),
        ({"limits": {"vehicles": {"hardLimit": -1}}}, "limits.vehicles.hardLimit"),
        ({"limits": {"vehicles": {"hardLimit": 2**51}}}, "limits.vehicles.hardLimit"),
    ],
)
async def test_what_is_no_plan_is_refused_at_its_field(
    operators: httpx.AsyncClient, changes: dict[str, Any], field: str
) -> None:
    answer = await operators.post(PLANS, json=SMALL | changes)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)
    assert len((await operators.get(PLANS)).json()["plans"]) == 1


async def test_an_unknown_measure_is_refused(operators: httpx.AsyncClient) -> None:
    answer = await operators.post(PLANS, json=SMALL | {"limits": {"bookings": {"hardLimit": 1}}})
    assert answer.status_code == 422


async def test_a_company_gets_a_plan_that_cannot_be_deleted_then(operators: httpx.AsyncClient) -> None:
    plan_id = await create(operators)
    path = "/api/operator/companies/alps/plan"
    before = (await operators.get(path)).json()
    assert (before["plan"], len(before["usage"])) == ("Standard", len(MEASURES))
    after = (await operators.post(path, json={"planId": plan_id})).json()
    vehicles = next(each for each in after["usage"] if each["measure"] == "vehicles")
    assert (after["plan"], vehicles["softLimit"], vehicles["hardLimit"]) == ("Small", 8, 10)
    entry = await newest(operators)
    assert (entry["action"], entry["subject"], entry["details"]) == (
        "company.plan_changed", "alps", {"before": "Standard", "after": "Small"},
    )  # fmt: skip
    listed = (await operators.get("/api/operator/companies", params={"sort": "plan"})).json()["companies"]
    assert [each["plan"] for each in listed] == ["Small", "Standard"]
    # Once more changes nothing.
    await operators.post(path, json={"planId": plan_id})
    assert (await newest(operators))["id"] == entry["id"]
    in_use = await operators.post(f"{PLANS}/{plan_id}/delete")
    assert (in_use.status_code, in_use.json()["error"]) == (409, "PlanInUse")
    standard = await operators.post(f"{PLANS}/{STANDARD}/delete")
    assert (standard.status_code, standard.json()["error"]) == (409, "StandardPlanStays")
    assert (await operators.post(path, json={"planId": str(STANDARD)})).is_success
    assert (await operators.post(f"{PLANS}/{plan_id}/delete")).is_success
    unknown = await operators.post("/api/operator/companies/none/plan", json={"planId": str(STANDARD)})
    assert unknown.status_code == 404
    assert (await operators.post(path, json={"planId": plan_id})).status_code == 404


async def test_usage_is_listed_and_exported_by_company_and_day(
    operators: httpx.AsyncClient,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for tenant, day, measure, value, over in (
        (georgia, "2026-06-09", "emails", 40, 0),
        (georgia, "2026-06-10", "emails", 60, 10),
        (georgia, "2026-06-10", "api_calls", 100, 0),
        (alps, "2026-06-10", "emails", 7, 0),
        (alps, "2026-05-31", "emails", 5, 0),
    ):
        query_admin_sql(
            "insert into usage_days (tenant_id, day, measure, value, over_limit) values (%s, %s, %s, %s, %s)",
            tenant.id, day, measure, value, over,
        )  # fmt: skip
    monkeypatch.setattr(usage, "PAGE", 2)
    rows: list[dict[str, Any]] = []
    after: str | None = ""
    while after is not None:
        body = (await operators.get("/api/operator/usage", params=JUNE | {"after": after})).json()
        rows += body["usage"]
        after = body["after"]
    assert [(each["day"], each["company"], each["measure"], each["value"]) for each in rows] == [
        ("2026-06-09", "georgia", "emails", 40),
        ("2026-06-10", "alps", "emails", 7),
        ("2026-06-10", "georgia", "api_calls", 100),
        ("2026-06-10", "georgia", "emails", 60),
    ]
    file = await operators.get("/api/operator/usage.csv", params=JUNE)
    assert file.headers["content-type"].startswith("text/csv")
    read = list(csv.DictReader(io.StringIO(file.text)))
    assert [
        {"company": each["company"], "day": each["day"], "measure": each["measure"], "value": str(each["value"]),
         "over_limit": str(each["overLimit"])} for each in rows
    ] == read  # fmt: skip
    own = (await operators.get("/api/operator/usage", params=JUNE | {"company": "alps"})).json()["usage"]
    assert [each["value"] for each in own] == [7]
    listed = (
        await operators.get("/api/operator/companies", params={"sort": "emails_today", "descending": True})
    ).json()["companies"]
    assert [(each["slug"], each["usage"]["emailsToday"]) for each in listed] == [("georgia", 60), ("alps", 7)]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"last": "2026-05-31"}, "last"),
        ({"last": "2027-06-02"}, "last"),
        ({"after": "x/alps/emails"}, "after"),
        ({"first": "June"}, "first"),
    ],
)
async def test_a_period_that_is_none_is_refused(
    operators: httpx.AsyncClient, changes: dict[str, str], field: str
) -> None:
    answer = await operators.get("/api/operator/usage", params=JUNE | changes)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", PLANS),
        ("POST", PLANS),
        ("POST", f"{PLANS}/{STANDARD}"),
        ("POST", f"{PLANS}/{STANDARD}/delete"),
        ("GET", "/api/operator/companies/alps/plan"),
        ("POST", "/api/operator/companies/alps/plan"),
        ("GET", "/api/operator/usage?first=2026-06-01&last=2026-06-30"),
        ("GET", "/api/operator/usage.csv?first=2026-06-01&last=2026-06-30"),
    ],
)
async def test_no_one_without_both_factors_reaches_plans(
    operator_app: FastAPI, operators: httpx.AsyncClient, method: str, path: str
) -> None:
    body = SMALL | {"planId": str(STANDARD)}
    stranger = client_at(operator_app)
    assert (await stranger.request(method, path, json=body)).status_code == 401
    await give_password(stranger)
    assert (await stranger.request(method, path, json=body)).status_code == 401
    site = client_at(operator_app, "alps.localhost")
    assert (await site.request(method, path, json=body)).status_code == 404
