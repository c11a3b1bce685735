"""Cash that moves between tills and the bank: in the journal on both sides, never more than there is, reversible."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from console_people import signed_in_person
from payment_steps import empty_money, open_till, post, transfer_body
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
TILLS = "/api/admin/tills"
TRANSFERS = f"{TILLS}/transfers"


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


@pytest.fixture
async def desk(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> httpx.AsyncClient:
    return (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client


async def expected(client: httpx.AsyncClient, till: str) -> float:
    shown = (await client.get(TILLS)).json()["tills"]
    return float(next(each["expected"] for each in shown if each["id"] == till))


async def lines(client: httpx.AsyncClient, till: str) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = (await client.get(f"{TILLS}/{till}/lines")).json()["lines"]
    return shown


def between(source: str | None, target: str | None, amount: float, **more: Any) -> dict[str, Any]:
    return transfer_body(source or "", amount) | {"fromTill": source, "toTill": target} | more


async def test_cash_goes_to_the_bank_to_a_colleague_and_comes_from_the_bank(
    owner_client: httpx.AsyncClient, desk: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    own, theirs = await open_till(owner_client, 100), await open_till(desk, 50)
    yesterday = str(NOW.date() - timedelta(days=1))
    await post(owner_client, TRANSFERS, between(own, None, 30.5, note="Evening", movedOn=yesterday))
    await post(owner_client, TRANSFERS, between(own, theirs, 20))
    await post(owner_client, TRANSFERS, between(None, own, 5))
    assert (await expected(owner_client, own), await expected(desk, theirs)) == (54.5, 70)
    assert query_admin_sql(
        "select kind, debit, credit, amount_minor from journal_entries order by created_at, kind, till_id"
    ) == [
        ("cash_from_bank", "cash", "bank", 500),
        ("cash_in", "cash", "transfers", 2000),
        ("cash_out", "transfers", "cash", 2000),
        ("cash_to_bank", "bank", "cash", 3050),
    ]
    [first, second, third] = sorted(await lines(owner_client, own), key=lambda each: each["amount"])
    assert (first["kind"], first["amount"], first["note"]) == ("cash_to_bank", -30.5, "Evening")
    assert (first["transfer"]["toName"], first["transfer"]["movedOn"]) == (None, yesterday)
    assert (second["kind"], second["transfer"]["toName"] is None) == ("cash_out", False)
    assert third["transfer"]["fromName"] is None
    [received] = await lines(desk, theirs)
    assert (received["kind"], received["transfer"]["fromName"]) == ("cash_in", "Demo owner")
    report = (await owner_client.get(f"/api/admin/reports/payments?year={NOW.year}")).json()
    [currency] = report["currencies"]
    assert {row["method"]: (row["transfers"], row["change"]) for row in currency["methods"]} == {
        "cash": (-25.5, -25.5),
        "bank": (25.5, 25.5),
    }
    assert (currency["received"], currency["change"]) == (0, 0)
    # Counting expects what is left.
    counted = await post(owner_client, f"{TILLS}/{own}/count", {"counted": 54.5})
    assert next(each["state"] for each in counted["tills"] if each["id"] == own) == "closed"


async def test_no_more_than_is_in_the_till_and_nothing_without_one(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    till = await open_till(owner_client, 40)
    for body, field in (
        (between(till, None, 40.01), "amount"),
        (between(till, None, 0), "amount"),
        (between(None, None, 1), "fromTill"),
        (between(till, till, 1), "toTill"),
        (between(till, None, 1, movedOn=str(NOW.date() + timedelta(days=2))), "movedOn"),
        (between(till, None, 1, note="x" * 501), "note"),
    ):
        answer = await owner_client.post(TRANSFERS, json=body)
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field), body
    assert (await owner_client.post(TRANSFERS, json=between(str(uuid4()), None, 1))).status_code == 404
    assert query_admin_sql("select * from cash_transfers") == []
    # Two at once: one of them finds the till empty.
    answers = await asyncio.gather(
        *(owner_client.post(TRANSFERS, json=between(till, None, 30)) for _ in range(2))
    )
    assert sorted(each.status_code for each in answers) == [201, 422]
    assert await expected(owner_client, till) == 10
    # Repeated with its key, it moves once.
    for _ in range(2):
        await post(owner_client, TRANSFERS, between(till, None, 10), key="again")
    assert await expected(owner_client, till) == 0
    await post(owner_client, f"{TILLS}/{till}/count", {"counted": 0})
    closed = await owner_client.post(TRANSFERS, json=between(None, till, 10))
    assert (closed.status_code, closed.json()["code"]) == (409, "TillIsClosed")


async def test_a_transfer_is_reversed_once_by_a_manager_and_both_entries_stay(
    owner_client: httpx.AsyncClient, desk: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    own, theirs = await open_till(owner_client, 100), await open_till(desk, 0)
    await post(owner_client, TRANSFERS, between(own, theirs, 20))
    [line] = await lines(owner_client, own)
    path = f"{TRANSFERS}/{line['transfer']['id']}/reversal"
    assert (await desk.post(path, json={"reason": "Mine"})).status_code == 403
    assert (await owner_client.post(path, json={"reason": ""})).status_code == 422
    await post(owner_client, path, {"reason": "Wrong till"})
    assert (await expected(owner_client, own), await expected(desk, theirs)) == (100, 0)
    first, second = await lines(owner_client, own)
    assert (first["transfer"]["isReversed"], second["transfer"]["isReversal"]) == (True, True)
    assert (second["kind"], second["note"]) == ("cash_in", "Wrong till")
    for transfer, code in ((first, "TransferReversed"), (second, "ReversalStays")):
        again = await owner_client.post(
            f"{TRANSFERS}/{transfer['transfer']['id']}/reversal", json={"reason": "Again"}
        )
        assert (again.status_code, again.json()["code"]) == (409, code)
    assert len(query_admin_sql("select * from journal_entries")) == 4


async def test_what_the_other_till_has_spent_cannot_be_taken_back(
    owner_client: httpx.AsyncClient, desk: httpx.AsyncClient
) -> None:
    own, theirs = await open_till(owner_client, 100), await open_till(desk, 0)
    await post(owner_client, TRANSFERS, between(own, theirs, 20))
    await post(desk, TRANSFERS, between(theirs, None, 15))
    [line] = await lines(owner_client, own)
    answer = await owner_client.post(
        f"{TRANSFERS}/{line['transfer']['id']}/reversal", json={"reason": "Wrong till"}
    )
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "amount")


async def test_the_desk_gives_from_its_own_till_alone(
    owner_client: httpx.AsyncClient, desk: httpx.AsyncClient
) -> None:
    own, theirs = await open_till(owner_client, 100), await open_till(desk, 50)
    shown = (await desk.get(TILLS)).json()
    assert {each["id"] for each in shown["openTills"]} == {own, theirs}
    for body in (between(own, theirs, 1), between(own, None, 1), between(None, theirs, 1)):
        assert (await desk.post(TRANSFERS, json=body)).status_code == 403, body
    await post(desk, TRANSFERS, between(theirs, own, 1))
    await post(desk, TRANSFERS, between(theirs, None, 1))
    assert await expected(desk, theirs) == 48


async def test_another_company_and_no_one_move_nothing(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    settings: Settings,
    georgia: Tenant,
) -> None:
    till = await open_till(owner_client, 100)
    await post(owner_client, TRANSFERS, between(till, None, 10))
    [line] = await lines(owner_client, till)
    path = f"{TRANSFERS}/{line['transfer']['id']}/reversal"
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.post(TRANSFERS, json=between(till, None, 1))).status_code == 404
    assert (await stranger.post(path, json={"reason": "Mine"})).status_code == 404
    assert (await stranger.get(TILLS)).json()["openTills"] == []
    client.cookies.clear()
    assert (await client.post(TRANSFERS, json=between(till, None, 1))).status_code == 401
    assert (await client.post(path, json={"reason": "Mine"})).status_code == 401
    # What was moved does not change, for any role.
    with psycopg.connect(settings.app_url, autocommit=True) as conn:
        conn.execute("select set_config('abano.tenant_id', %s, false)", (str(georgia.id),))
        for change in ("update cash_transfers set amount_minor = 1", "delete from cash_transfers"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(change.encode())
