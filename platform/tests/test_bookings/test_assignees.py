"""Who brings a vehicle: assigned at the desk, shown on Today and in the yard; fees and holds that Today shows."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import read, staff_rental
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.core.ids import new_id
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _no_bookings(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "bookings")


async def take(owner: httpx.AsyncClient, query_admin_sql: AdminSql, hours: int, **values: Any) -> str:
    """A booking whose pickup is so many hours from NOW."""
    taken = await owner.post(
        "/api/admin/bookings", json=staff_rental(customerName="Ada Lovelace", source="phone")
    )
    assert taken.status_code == 201, taken.text
    booking = str(taken.json()["booking"]["id"])
    pickup = NOW + timedelta(hours=hours)
    row = {"status": "confirmed", "pickup_at": pickup, "return_at": pickup + timedelta(days=3)} | values
    columns = ", ".join(f"{name} = %s" for name in row)
    query_admin_sql(f"update bookings set {columns} where id = %s", *row.values(), booking)
    return booking


async def task_of(owner: httpx.AsyncClient, kind: str) -> dict[str, Any] | None:
    tasks = (await read(owner, "/api/admin/today"))["tasks"]
    return next((each for each in tasks if each["kind"] == kind), None)


async def test_a_driver_is_assigned_and_sees_what_is_theirs(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    booking = await take(owner_client, query_admin_sql, 2)
    await take(owner_client, query_admin_sql, 3)
    driver = await signed_in_person(db, georgia, "driver", client_of, sign_in)
    url = f"/api/admin/bookings/{booking}/assignees"
    body = {"kind": "handover", "adminId": str(driver.id)}
    assert (await owner_client.put(url, json=body)).status_code == 204
    shown = await read(owner_client, url)
    assert (shown["handover"]["adminId"], shown["return"]) == (str(driver.id), None)
    assert str(driver.id) in {each["adminId"] for each in shown["staff"]}
    task = await task_of(owner_client, "pickup")
    assert task is not None
    assert (task["bookingId"], task["assignee"]["adminId"]) == (booking, str(driver.id))
    assert task["isMine"] is False
    items = (await read(driver.client, "/api/admin/yard"))["items"]
    assert [(each["bookingId"] == booking, each["isMine"]) for each in items] == [
        (True, True),
        (False, False),
    ]
    assert not any(each["isMine"] for each in (await read(owner_client, "/api/admin/yard"))["items"])

    assert (await owner_client.put(url, json=body | {"adminId": None})).status_code == 204
    assert (await read(owner_client, url))["handover"] is None


async def test_no_one_outside_the_team_is_assigned(
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    booking = await take(owner_client, query_admin_sql, 2)
    url = f"/api/admin/bookings/{booking}/assignees"
    analyst = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    [(stranger,)] = query_admin_sql("select id from admins where tenant_id = %s limit 1", alps.id)
    for admin in (analyst.id, stranger, new_id()):
        refused = await owner_client.put(url, json={"kind": "return", "adminId": str(admin)})
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "adminId")
    unknown = f"/api/admin/bookings/{new_id()}/assignees"
    assert (await owner_client.put(unknown, json={"kind": "return", "adminId": None})).status_code == 404


async def test_an_undecided_fee_is_on_the_list_until_someone_decides(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    terms = '{"noShowDays": 1, "freeCancellationHours": 48, "lateCancellationDays": 2}'
    booking = await take(
        owner_client, query_admin_sql, -2, status="cancelled", no_show=True, agreed_terms=terms
    )
    rate = query_admin_sql("select daily_rate_minor from bookings where id = %s", booking)[0][0]
    task = await task_of(owner_client, "fee")
    assert task is not None
    assert (task["bookingId"], task["costsAmount"] * 100) == (booking, rate)
    due = (await read(owner_client, "/api/admin/today/count"))["dueToday"]
    decided = await owner_client.put(f"/api/admin/bookings/{booking}/cancellation-fee", json={"amount": 0})
    assert decided.is_success, decided.text
    assert await task_of(owner_client, "fee") is None
    assert (await read(owner_client, "/api/admin/today/count"))["dueToday"] == due - 1


async def test_a_cancellation_without_a_fee_asks_nothing(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """In good time, of a request, and by terms that say nothing."""
    late = '{"freeCancellationHours": 48, "lateCancellationDays": 2}'
    await take(owner_client, query_admin_sql, 100, status="cancelled", agreed_terms=late)
    await take(owner_client, query_admin_sql, 2, status="cancelled", agreed_terms="{}", no_show=True)
    assert await task_of(owner_client, "fee") is None


async def test_what_visitors_hold_is_shown_until_it_expires(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    for number, minutes in enumerate((8, 3, -1)):
        query_admin_sql(
            "insert into car_holds (tenant_id, token_hash, car_id, starts_at, blocked_until, expires_at)"
            " select tenant_id, %s, id, %s, %s, %s from cars where tenant_id = %s and name = 'Subaru Forester'",
            bytes([number]) * 32, NOW, NOW + timedelta(days=2), NOW + timedelta(minutes=minutes), georgia.id,
        )  # fmt: skip
    holds = (await read(owner_client, "/api/admin/today"))["holds"]
    assert [each["car"] for each in holds] == ["Subaru Forester", "Subaru Forester"]
    assert holds[0]["expiresAt"] < holds[1]["expiresAt"]
