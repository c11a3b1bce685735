"""The desk enters the second driver of a booking."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from loadtests.forms import booking_form
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
DRIVER = {"name": "Charles Babbage", "born": "1991-12-26", "licence": "BAB 1791"}


@pytest.fixture
async def path(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> str:
    query_admin_sql("update tenant_settings set availability = false")
    query_admin_sql("truncate bookings cascade")
    answer = await client.post("/api/bookings", json=booking_form())
    assert answer.status_code == 201, answer.text
    return f"/api/admin/bookings/{answer.json()['bookingId']}"


async def put(client: httpx.AsyncClient, path: str, driver: dict[str, Any] | None) -> httpx.Response:
    return await client.put(f"{path}/second-driver", json={"secondDriver": driver})


async def test_the_desk_adds_changes_and_removes_a_second_driver_and_the_log_does_not_name_them(
    owner_client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("delete from audit_log where action = 'booking.second_driver_changed'")
    added = await put(owner_client, path, DRIVER)
    assert added.status_code == 200, added.text
    assert added.json()["secondDriver"] == DRIVER
    # It is not something that the customer did.
    assert added.json()["actions"] == []
    assert (await put(owner_client, path, DRIVER)).status_code == 200
    in_yard = await owner_client.get(path.replace("/bookings/", "/yard/bookings/"))
    assert in_yard.json()["booking"]["secondDriver"] == "Charles Babbage"
    removed = await put(owner_client, path, None)
    assert removed.json()["secondDriver"] is None
    entries = query_admin_sql(
        "select before, after from audit_log where action = 'booking.second_driver_changed' order by id"
    )
    with_one, without = {"has_second_driver": True}, {"has_second_driver": False}
    assert [tuple(each) for each in entries] == [(without, with_one), (with_one, without)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "C"}, "secondDriver.name"),
        ({"name": "C" * 161}, "secondDriver.name"),
        ({"name": "See https://example.com"}, "secondDriver.name"),
        ({"born": "2015-01-01"}, "secondDriver.born"),
        ({"born": "1850-01-01"}, "secondDriver.born"),
        ({"born": "2090-01-01"}, "secondDriver.born"),
        ({"licence": " "}, "secondDriver.licence"),
        ({"licence": "B" * 61}, "secondDriver.licence"),
    ],
)
async def test_a_driver_who_cannot_be_one_is_refused_at_the_field(
    owner_client: httpx.AsyncClient, path: str, change: dict[str, str], field: str
) -> None:
    answer = await put(owner_client, path, DRIVER | change)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]
    shown = (await owner_client.get(f"{path}/by-customer")).json()
    assert shown["secondDriver"] is None


async def test_a_finished_or_unknown_booking_takes_no_second_driver(
    owner_client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update bookings set status = 'cancelled'")
    late = await put(owner_client, path, DRIVER)
    assert (late.status_code, late.json()["error"]) == (409, "BookingIsOver")
    unknown = await put(owner_client, f"/api/admin/bookings/{uuid4()}", DRIVER)
    assert unknown.status_code == 404


async def test_two_colleagues_at_once_leave_one_driver(owner_client: httpx.AsyncClient, path: str) -> None:
    others = [DRIVER | {"name": f"Charles Babbage {letter}"} for letter in "ABCD"]
    answers = await asyncio.gather(*(put(owner_client, path, each) for each in others))
    assert {each.status_code for each in answers} == {200}
    shown = (await owner_client.get(f"{path}/by-customer")).json()
    assert shown["secondDriver"] in others


async def test_only_the_desk_of_the_company_sets_a_second_driver(
    client: httpx.AsyncClient, path: str
) -> None:
    client.cookies.clear()
    assert (await put(client, path, DRIVER)).status_code == 401
