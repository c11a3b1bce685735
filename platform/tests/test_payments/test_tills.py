"""Tills: cash is expected as it came and went; what is closed does not change."""

from typing import Any

import httpx
import psycopg
import pytest
from console_people import signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, open_till, pay, post
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
TILLS = "/api/admin/tills"


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


def till_of(shown: dict[str, Any], till: str) -> dict[str, Any]:
    return next(each for each in shown["tills"] if each["id"] == till)


async def test_cash_is_expected_as_it_came_and_went(owner_client: httpx.AsyncClient) -> None:
    till = await open_till(owner_client, 50)
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 120, "cash")
    await pay(owner_client, booking, 80, "card")
    await post(owner_client, f"{BOOKINGS}/{booking}/deposits", {"amount": 200, "method": "cash"})
    refund = {"amount": 20.5, "method": "cash", "reason": "A day less"}
    await post(owner_client, f"{BOOKINGS}/{booking}/refunds", refund)
    lines = (await owner_client.get(f"{TILLS}/{till}/lines")).json()["lines"]
    assert [(each["kind"], each["amount"]) for each in lines] == [
        ("payment", 120),
        ("deposit_taken", 200),
        ("refund", -20.5),
    ]
    shown = till_of((await owner_client.get(TILLS)).json(), till)
    assert (shown["state"], shown["expected"], shown["counted"]) == ("open", 349.5, None)
    shown = till_of(await post(owner_client, f"{TILLS}/{till}/count", {"counted": 349.5}), till)
    assert (shown["state"], shown["difference"], shown["closedBy"]) == ("closed", 0, "Demo owner")


async def test_a_difference_needs_a_reason_and_is_in_the_journal(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    till = await open_till(owner_client, 50)
    answer = await owner_client.post(f"{TILLS}/{till}/count", json={"counted": 45})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "reason")
    shown = await post(owner_client, f"{TILLS}/{till}/count", {"counted": 45, "reason": "Change given wrong"})
    assert (till_of(shown, till)["state"], till_of(shown, till)["difference"]) == ("closed", -5)
    assert query_admin_sql("select kind, debit, credit, amount_minor from journal_entries") == [
        ("till_short", "till_differences", "cash", 500)
    ]


async def test_the_desk_counts_and_a_manager_closes_what_differs(
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    owner_client: httpx.AsyncClient,
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    till = await open_till(desk, 50)
    shown = await post(desk, f"{TILLS}/{till}/count", {"counted": 51, "reason": "Do not know"})
    assert till_of(shown, till)["state"] == "counted"
    assert (await desk.post(f"{TILLS}/{till}/difference", json={})).status_code == 403
    # The next payment needs a new till: nothing comes into a counted one.
    booking = await add_booking(owner_client)
    answer = await desk.post(f"{BOOKINGS}/{booking}/payments", json={"amount": 5, "method": "cash"})
    assert answer.json()["code"] == "TillNotOpen"
    shown = await post(owner_client, f"{TILLS}/{till}/difference", {"reason": "Rounding"})
    assert (till_of(shown, till)["state"], till_of(shown, till)["reason"]) == ("closed", "Rounding")
    again = await owner_client.post(f"{TILLS}/{till}/difference", json={})
    assert (again.status_code, again.json()["code"]) == (409, "TillIsClosed")


async def test_the_desk_sees_and_counts_its_own_till_alone(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, owner_client: httpx.AsyncClient
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    theirs, own = await open_till(owner_client), await open_till(desk)
    assert [each["id"] for each in (await desk.get(TILLS)).json()["tills"]] == [own]
    assert len((await owner_client.get(TILLS)).json()["tills"]) == 2
    assert (await desk.post(f"{TILLS}/{theirs}/count", json={"counted": 100})).status_code == 403
    assert (await desk.get(f"{TILLS}/{theirs}/lines")).status_code == 403
    twice = await desk.post(TILLS, json={"opening": 1})
    assert (twice.status_code, twice.json()["code"]) == (409, "TillAlreadyOpen")


async def test_closed_till_does_not_change_for_any_role(
    owner_client: httpx.AsyncClient, settings: Settings, georgia: Tenant
) -> None:
    till = await open_till(owner_client, 50)
    with psycopg.connect(settings.app_url, autocommit=True) as conn:
        conn.execute("select set_config('abano.tenant_id', %s, false)", (str(georgia.id),))
        # Without its difference in the journal it cannot be closed.
        with pytest.raises(psycopg.DatabaseError, match="does not add up") as wrong:
            conn.execute(
                "update tills set counted_at = now(), counted_by = admin_id, counted_minor = 4000, reason = 'x',"
                " closed_at = now(), closed_by = admin_id where id = %s",
                (till,),
            )
        assert wrong.value.sqlstate == "AB009"
        await post(owner_client, f"{TILLS}/{till}/count", {"counted": 50})
        reopened = "closed_at = null, closed_by = null"
        for change in ("counted_minor = 1", reopened, "reason = 'x'", "opening_minor = 1"):
            with pytest.raises(psycopg.DatabaseError) as refused:
                conn.execute(f"update tills set {change} where id = %s".encode(), (till,))
            assert refused.value.sqlstate == "AB007"


async def test_another_company_has_no_such_till(
    alps_client: httpx.AsyncClient, sign_in: SignIn, owner_client: httpx.AsyncClient
) -> None:
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    till = await open_till(owner_client)
    assert (await alps_client.post(f"{TILLS}/{till}/count", json={"counted": 1})).status_code == 404
    assert (await alps_client.get(TILLS)).json()["tills"] == []
