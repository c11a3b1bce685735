"""The desk enters the second driver of a booking."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from emptied_tables import empty_tables
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
DRIVER = {"name": "Charles Babbage", "born": "1991-12-26", "licence": "BAB 1791"}


@pytest.fixture
async def path(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> str:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(query_admin_sql, "bookings")
    answer = await client.post("/api/bookings", json=booking_form())
    assert answer.status_code == 201, answer.text
    return f"/api/admin/bookings/{answer.json()['bookingId']}"


async def put(client: httpx.AsyncClient, path: str, driver: dict[str, Any] | None) -> httpx.Response:
    """Set it as someone who has just looked."""
    seen = (await client.get(f"{path}/by-customer")).json().get("detailsUpdatedAt")
    return await client.put(f"{path}/second-driver", json={"secondDriver": driver, "seenAt": seen})


async def test_the_desk_adds_changes_and_removes_a_second_driver_and_the_log_does_not_name_them(
    owner_client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("delete from audit_log where action = 'booking.second_driver_changed'")
    added = await put(owner_client, path, DRIVER)
    assert added.status_code == 200, added.text
    assert added.json()["secondDriver"] == DRIVER | {"licenceExpiresOn": None}
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


async def test_what_the_customer_saved_meanwhile_is_not_overwritten_and_keeps_the_expiry(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, path: str, clock: FixedClock
) -> None:
    expiring = DRIVER | {"licenceExpiresOn": "2030-05-01"}
    first = (await put(owner_client, path, expiring)).json()
    assert first["secondDriver"] == expiring
    booking = (await owner_client.get(path)).json()["booking"]
    opening = {"reference": booking["reference"], "email": booking["customerEmail"]}
    assert (await client.post("/api/my-booking/sign-in", json=opening)).status_code == 200
    clock.move(minutes=5)
    driver: dict[str, Any] = DRIVER | {"name": "Charles B. Babbage"}
    own = {"flightNumber": "TK 386", "secondDriver": driver}
    assert (await client.put("/api/my-booking/details", json=own)).status_code == 200
    late = {"secondDriver": expiring | {"name": "Someone Else"}, "seenAt": first["detailsUpdatedAt"]}
    refused = await owner_client.put(f"{path}/second-driver", json=late)
    assert (refused.status_code, refused.json()["error"]) == (409, "DetailsChanged")
    shown = (await owner_client.get(f"{path}/by-customer")).json()["secondDriver"]
    # The customer does not enter the expiry: it stays with the same licence, and goes with another one.
    assert shown == expiring | {"name": "Charles B. Babbage"}
    driver["licence"] = "BAB 1792"
    assert (await client.put("/api/my-booking/details", json=own)).status_code == 200
    shown = (await owner_client.get(f"{path}/by-customer")).json()["secondDriver"]
    assert shown["licenceExpiresOn"] is None


async def test_the_fee_of_the_second_driver_is_added_once_and_not_proposed_again(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    assert (await put(owner_client, path, DRIVER)).status_code == 200
    handover = f"{path}/handover"
    assert (await owner_client.get(handover)).json()["driverFees"] == []
    query_admin_sql("update bookings set agreed_terms = '{\"additionalDriverFee\": 1000}'")
    before = (await owner_client.get(path)).json()["booking"]
    [fee] = (await owner_client.get(handover)).json()["driverFees"]
    assert fee == {"kind": "driver", "quantity": before["days"], "amount": 10 * before["days"]}
    wrong = await owner_client.post(f"{path}/second-driver/fee", json={"amount": fee["amount"] + 1})
    assert (wrong.status_code, wrong.json()["error"]) == (409, "DriverFeeChanged")
    sends = (owner_client.post(f"{path}/second-driver/fee", json={"amount": fee["amount"]}) for _ in range(3))
    answers = await asyncio.gather(*sends)
    assert sorted(each.status_code for each in answers) == [200, 409, 409]
    after = (await owner_client.get(path)).json()["booking"]
    assert after["totalPrice"] == before["totalPrice"] + fee["amount"]
    shown = (await owner_client.get(handover)).json()
    assert shown["driverFees"] == []
    [line] = shown["lines"]
    assert (line["state"], line["decidedAmount"]) == ("accepted", fee["amount"])
    undone = await owner_client.post(
        f"{path}/proposed-lines/{line['id']}/reversal", json={"reason": "By mistake"}
    )
    assert undone.status_code == 200, undone.text
    assert (await owner_client.get(path)).json()["booking"]["totalPrice"] == before["totalPrice"]
    assert undone.json()["driverFees"] == [fee]


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
    others = [{**DRIVER, "name": f"Charles Babbage {letter}", "licenceExpiresOn": None} for letter in "ABCD"]
    sends = (
        owner_client.put(f"{path}/second-driver", json={"secondDriver": each, "seenAt": None})
        for each in others
    )
    answers = await asyncio.gather(*sends)
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]
    shown = (await owner_client.get(f"{path}/by-customer")).json()
    assert shown["secondDriver"] in others


async def test_only_the_desk_of_the_company_sets_a_second_driver(
    client: httpx.AsyncClient, path: str
) -> None:
    client.cookies.clear()
    assert (await put(client, path, DRIVER)).status_code == 401
