"""Costs of vehicles through the API: adding, changing, filters, sorting, CSV, receipts, roles and failures."""

import base64
import csv
import io
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import COST, add_cost, add_vehicle, read
from product_fixtures import AdminSql, ClientFactory, SignIn
from yard_steps import photograph, picture

from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

COSTS = "/api/admin/vehicle-costs"
PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@pytest.fixture(autouse=True)
def _no_costs(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "vehicle_costs")


@pytest.fixture
def vehicle(query_admin_sql: AdminSql, georgia: Tenant) -> UUID:
    return add_vehicle(query_admin_sql, georgia, uuid4().hex[:12])


@pytest.fixture
async def console(client: httpx.AsyncClient, sign_in: SignIn, settings: Settings) -> httpx.AsyncClient:
    await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
    return client


async def added(console: httpx.AsyncClient, vehicle: UUID, **changes: Any) -> str:
    answer = await console.post(f"/api/admin/vehicles/{vehicle}/costs", json=COST | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["costId"])


async def test_a_cost_is_added_changed_and_removed(
    console: httpx.AsyncClient, vehicle: UUID, query_admin_sql: AdminSql
) -> None:
    cost = await added(console, vehicle, amount=1200.5)
    listed = await read(console, COSTS, vehicle=str(vehicle))
    [shown] = listed["costs"]
    assert shown | {"plate": "", "car": ""} == {
        "id": cost, "vehicleId": str(vehicle), "plate": "", "car": "", "kind": "insurance", "spentOn": "2026-06-01",
        "amount": 1200.5, "total": 1200.5, "currency": listed["currency"], "months": 12, "supplier": "Insurer",
        "note": "", "hasReceipt": False, "adminName": shown["adminName"],
    }  # fmt: skip
    assert shown["adminName"]

    lease = COST | {"kind": "lease", "amount": 300, "months": 24, "note": "until 2028"}
    assert (await console.put(f"{COSTS}/{cost}", json=lease)).status_code == 200
    listed = await read(console, COSTS, vehicle=str(vehicle))
    assert [(each["kind"], each["amount"], each["total"]) for each in listed["costs"]] == [
        ("lease", 300, 7200)
    ]
    assert listed["totals"] == [{"currency": listed["currency"], "count": 1, "total": 7200}]
    changed = query_admin_sql("select before, after from audit_log where action = 'vehicle.cost_changed'")
    assert (changed[0][0]["kind"], changed[0][1]["kind"]) == ("insurance", "lease")
    assert changed[0][1]["notes"] == "redacted"

    assert (await console.delete(f"{COSTS}/{cost}")).status_code == 204
    assert (await read(console, COSTS))["costs"] == []
    assert (await console.delete(f"{COSTS}/{cost}")).status_code == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"amount": 0}, "amount"),
        ({"amount": -1}, "amount"),
        ({"amount": 1.005}, "amount"),
        ({"amount": 100_000_000.01}, "amount"),
        ({"kind": "bribe"}, "kind"),
        ({"spentOn": "1999-12-31"}, "spentOn"),
        ({"spentOn": "soon"}, "spentOn"),
        ({"kind": "purchase", "months": None}, "months"),
        ({"months": 0}, "months"),
        ({"months": 241}, "months"),
        ({"supplier": "x" * 121}, "supplier"),
        ({"note": "x" * 501}, "note"),
    ],
)
async def test_bad_input_names_the_field(
    console: httpx.AsyncClient, vehicle: UUID, changes: dict[str, Any], field: str
) -> None:
    answer = await console.post(f"/api/admin/vehicles/{vehicle}/costs", json=COST | changes)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_filters_sorting_and_pages(
    console: httpx.AsyncClient, vehicle: UUID, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    other = add_vehicle(query_admin_sql, georgia, uuid4().hex[:12])
    for day in range(1, 29):
        for each in (vehicle, other):
            add_cost(query_admin_sql, georgia, each, spent_on=f"2026-05-{day:02}", amount_minor=day * 100)
    add_cost(query_admin_sql, georgia, vehicle, kind="toll", spent_on="2026-06-01", amount_minor=1)

    first = await read(console, COSTS, sort="spentOn")
    second = await read(console, COSTS, sort="spentOn", cursor=first["nextCursor"])
    days = [each["spentOn"] for page in (first, second) for each in page["costs"]]
    assert len(first["costs"]) == 50
    assert days == sorted(days)
    assert len({each["id"] for page in (first, second) for each in page["costs"]}) == len(days) == 57
    assert second["nextCursor"] is None

    own = await read(console, COSTS, **{"vehicle": str(vehicle), "from": "2026-05-28", "sort": "amount"})
    assert [each["amount"] for each in own["costs"]] == [0.01, 28]
    assert own["totals"][0]["total"] == 28.01
    assert len((await read(console, COSTS, kind="toll"))["costs"]) == 1
    assert (await read(console, COSTS, to="2026-04-30"))["costs"] == []

    wrong = await console.get(COSTS, params={"cursor": first["nextCursor"], "sort": "amount"})
    assert wrong.status_code == 422

    file = await console.get(f"{COSTS}.csv", params={"vehicle": str(vehicle), "sort": "-spentOn"})
    rows = list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert len(rows) == 29
    assert (rows[0]["Date"], rows[0]["Kind"], rows[0]["Amount"]) == ("2026-06-01", "Toll", "0.01")


async def test_a_file_runs_no_formula(console: httpx.AsyncClient, vehicle: UUID) -> None:
    await added(console, vehicle, supplier="=1+1")
    file = await console.get(f"{COSTS}.csv")
    assert "'=1+1" in file.text


async def test_a_receipt_is_kept_replaced_and_goes_with_its_cost(
    console: httpx.AsyncClient, vehicle: UUID, query_admin_sql: AdminSql
) -> None:
    cost = await added(console, vehicle)
    receipt = f"{COSTS}/{cost}/receipt"
    assert (await console.get(receipt)).status_code == 404
    assert (await console.put(receipt, json=picture(photograph()))).status_code == 200
    photo = await console.get(receipt)
    assert photo.headers["content-type"] == "image/jpeg"
    assert (await read(console, COSTS))["costs"][0]["hasReceipt"] is True

    pdf = {"content": base64.b64encode(PDF).decode()}
    assert (await console.put(receipt, json=pdf)).status_code == 200
    file = await console.get(receipt)
    assert (file.content, file.headers["content-type"]) == (PDF, "application/pdf")
    assert file.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in file.headers["content-security-policy"]
    assert file.headers["cache-control"] == "no-store"
    stored = "select count(*) from media_files f join vehicle_costs c on c.tenant_id = f.tenant_id"
    assert query_admin_sql(f"{stored} where f.id = c.receipt_id") == [(1,)]
    before = query_admin_sql("select count(*) from media_files")[0][0]
    assert (await console.delete(f"{COSTS}/{cost}")).status_code == 204
    assert query_admin_sql("select count(*) from media_files")[0][0] == before - 1


@pytest.mark.parametrize("content", [b"<html>", b"%PDF-1.7 without an end", b"\xff\xd8\xff broken"])
async def test_what_is_no_receipt_is_refused(
    console: httpx.AsyncClient, vehicle: UUID, content: bytes
) -> None:
    cost = await added(console, vehicle)
    body = {"content": base64.b64encode(content).decode()}
    answer = await console.put(f"{COSTS}/{cost}/receipt", json=body)
    assert answer.status_code == 422
    assert answer.json()["fields"] == [
        {"field": "content", "code": "not_a_document", "message": answer.json()["message"]}
    ]


async def test_the_desk_adds_and_no_more(
    db: Database, georgia: Tenant, vehicle: UUID, client_of: ClientFactory, sign_in: SignIn
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    cost = await added(desk, vehicle)
    assert (await desk.put(f"{COSTS}/{cost}/receipt", json=picture())).status_code == 200
    assert (await desk.get(COSTS)).status_code == 403
    assert (await desk.get(f"{COSTS}/{cost}/receipt")).status_code == 403
    assert (await desk.put(f"{COSTS}/{cost}", json=COST)).status_code == 403
    assert (await desk.delete(f"{COSTS}/{cost}")).status_code == 403


async def test_a_vehicle_of_another_company_has_no_costs_here(
    console: httpx.AsyncClient, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    theirs = add_vehicle(query_admin_sql, alps, uuid4().hex[:12], "VW Golf", "chur")
    cost = add_cost(query_admin_sql, alps, theirs)
    assert (await console.post(f"/api/admin/vehicles/{theirs}/costs", json=COST)).status_code == 404
    assert (await console.put(f"{COSTS}/{cost}", json=COST)).status_code == 404
    assert (await console.delete(f"{COSTS}/{cost}")).status_code == 404
    assert (await read(console, COSTS, vehicle=str(theirs)))["costs"] == []
