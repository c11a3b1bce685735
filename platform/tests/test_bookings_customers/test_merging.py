"""The same person twice: proposals, a merge with its preview, and taking it back."""

from typing import Any

import httpx
import pytest
from console_people import audited, signed_in_person
from customer_steps import CUSTOMERS, assign, book, customer_named, customers, forget_customers
from fleet_steps import read
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PHONE = "+995 555 014 285"


@pytest.fixture(autouse=True)
async def both(client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql) -> None:
    """Ada booked twice with one address and once with another; Grace has nothing of hers."""
    forget_customers(query_admin_sql)
    for name, email, phone in (
        ("Ada Lovelace", "ada@example.com", PHONE),
        ("Ada Lovelace", "ada@example.com", PHONE),
        ("Ada Byron", "byron@example.com", PHONE),
        ("Grace Hopper", "grace@example.com", "+995 555 014 286"),
    ):
        await book(client, name, email, phone)
    await assign(db, georgia)


async def merge(client: httpx.AsyncClient, kept: str, other: str, **changes: Any) -> dict[str, Any]:
    answer = await client.post(f"{CUSTOMERS}/{kept}/merge", json={"otherId": other, **changes})
    assert answer.status_code == 200, answer.text
    merged: dict[str, Any] = answer.json()
    return merged


async def undo(client: httpx.AsyncClient, customer: str, event: str) -> httpx.Response:
    return await client.post(f"{CUSTOMERS}/{customer}/unmerge", json={"eventId": event})


async def test_the_same_number_with_another_address_is_proposed(owner_client: httpx.AsyncClient) -> None:
    [proposal] = (await read(owner_client, f"{CUSTOMERS}/proposals"))["proposals"]
    assert (proposal["by"], proposal["kept"]["name"], proposal["other"]["name"]) == (
        "phone", "Ada Lovelace", "Ada Byron",
    )  # fmt: skip
    page = await read(owner_client, f"{CUSTOMERS}/{proposal['other']['id']}")
    assert [each["kept"]["name"] for each in page["proposals"]] == ["Ada Lovelace"]


async def test_the_same_email_with_another_name_is_proposed_until_marked_distinct(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    await book(client, "Howard Aiken", "grace@example.com", "+995 555 014 287")
    await assign(db, georgia)
    proposals = (await read(owner_client, f"{CUSTOMERS}/proposals"))["proposals"]
    [by_email] = [each for each in proposals if each["by"] == "email"]
    kept, other = by_email["kept"]["id"], by_email["other"]["id"]
    response = await owner_client.post(f"{CUSTOMERS}/{kept}/tell-apart", json={"otherId": other})
    assert (response.status_code, response.json()["proposals"]) == (200, [])
    proposals = (await read(owner_client, f"{CUSTOMERS}/proposals"))["proposals"]
    assert [each["by"] for each in proposals] == ["phone"]


async def test_a_merge_is_shown_first_then_done_and_then_taken_back(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    ada = await customer_named(owner_client, "Ada Lovelace")
    byron = await customer_named(owner_client, "Ada Byron")
    path = f"{CUSTOMERS}/{byron['id']}"
    body = {
        "name": "Ada Byron",
        "language": "de",
        "licenceNumber": "GB 123",
        "licenceExpiresOn": "2031-05-01",
    }
    assert (await owner_client.put(path, json=body | {"seenAt": byron["updatedAt"]})).status_code == 200
    assert (await owner_client.post(f"{path}/notes", json={"text": "Likes the Forester"})).status_code == 200
    listed = {"isBlacklisted": True, "reason": "Left the car in a river"}
    assert (await owner_client.put(f"{path}/blacklist", json=listed)).status_code == 200
    before = query_admin_sql("select to_jsonb(c) - 'updated_at' from customers c order by c.id")

    plan = await merge(owner_client, ada["id"], byron["id"], onlyPlan=True)
    assert (plan["bookings"], plan["emails"]) == (3, ["ada@example.com", "byron@example.com"])
    assert plan["fields"] == [
        "blacklist_reason", "is_blacklisted", "language", "licence_expires_on", "licence_number",
    ]  # fmt: skip
    assert query_admin_sql("select to_jsonb(c) - 'updated_at' from customers c order by c.id") == before

    await merge(owner_client, ada["id"], byron["id"])
    assert {each["name"] for each in await customers(owner_client)} == {"Ada Lovelace", "Grace Hopper"}
    # Found by either address, and the old page leads to the new one.
    assert [each["id"] for each in await customers(owner_client, search="byron@")] == [ada["id"]]
    shown = (await read(owner_client, path))["customer"]
    assert (shown["id"], shown["bookings"], shown["isBlacklisted"]) == (ada["id"], 3, True)
    assert (shown["licenceNumber"], shown["notes"][0]["text"]) == ("GB 123", "Likes the Forester")
    event = shown["history"][0]
    assert (event["kind"], event["other"], event["canUndo"]) == ("merged", "Ada Byron", True)
    assert (await read(owner_client, f"{CUSTOMERS}/proposals"))["proposals"] == []

    undone = await undo(owner_client, ada["id"], event["id"])
    assert undone.status_code == 200, undone.text
    assert undone.json()["customer"]["history"][0]["kind"] == "unmerged"
    assert query_admin_sql("select to_jsonb(c) - 'updated_at' from customers c order by c.id") == before
    again = await undo(owner_client, ada["id"], event["id"])
    assert (again.status_code, again.json()["fields"][0]["field"]) == (422, "eventId")
    assert (audited(query_admin_sql, "customer.merged"), audited(query_admin_sql, "customer.unmerged")) == (
        1,
        1,
    )


async def test_a_merge_of_a_merge_is_taken_back_from_the_inside(owner_client: httpx.AsyncClient) -> None:
    ada, byron, grace = [
        (await customer_named(owner_client, name))["id"]
        for name in ("Ada Lovelace", "Ada Byron", "Grace Hopper")
    ]
    await merge(owner_client, byron, ada)
    await merge(owner_client, grace, byron)
    shown = (await read(owner_client, f"{CUSTOMERS}/{ada}"))["customer"]
    assert (shown["id"], shown["bookings"]) == (grace, 4)
    inner = next(each for each in shown["history"] if each["other"] == "Ada Lovelace")
    assert (await undo(owner_client, grace, inner["id"])).status_code == 200
    assert {each["name"]: each["bookings"] for each in await customers(owner_client)} == {
        "Ada Lovelace": 2,
        "Grace Hopper": 2,
    }
    # The outer one still can be, and gives back who is left of it.
    outer = next(
        each
        for each in (await read(owner_client, f"{CUSTOMERS}/{grace}"))["customer"]["history"]
        if each["other"] == "Ada Byron"
    )
    assert (await undo(owner_client, grace, outer["id"])).status_code == 200
    assert {each["name"]: each["bookings"] for each in await customers(owner_client)} == {
        "Ada Lovelace": 2,
        "Ada Byron": 1,
        "Grace Hopper": 1,
    }


async def test_what_someone_changed_since_is_not_given_back(owner_client: httpx.AsyncClient) -> None:
    ada = await customer_named(owner_client, "Ada Lovelace")
    byron = await customer_named(owner_client, "Ada Byron")
    listed = {"isBlacklisted": True, "reason": "Left the car in a river"}
    path = f"{CUSTOMERS}/{byron['id']}/blacklist"
    assert (await owner_client.put(path, json=listed)).status_code == 200
    await merge(owner_client, ada["id"], byron["id"])
    path = f"{CUSTOMERS}/{ada['id']}/blacklist"
    assert (await owner_client.put(path, json=listed | {"reason": "And again"})).status_code == 200
    shown = (await read(owner_client, f"{CUSTOMERS}/{ada['id']}"))["customer"]
    merged = next(each for each in shown["history"] if each["kind"] == "merged")
    assert (await undo(owner_client, ada["id"], merged["id"])).status_code == 200
    after = await customer_named(owner_client, "Ada Lovelace")
    assert after["blacklisting"]["reason"] == "And again"


async def test_no_one_is_merged_with_themselves_or_with_another_companys_customer(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    ada = (await customer_named(owner_client, "Ada Lovelace"))["id"]
    itself = await owner_client.post(f"{CUSTOMERS}/{ada}/merge", json={"otherId": ada})
    assert (itself.status_code, itself.json()["fields"][0]["field"]) == (422, "otherId")
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    await book(stranger.client, "Heidi Meier", "heidi@example.com", "+41 44 668 18 00",
               carType="VW Golf", pickupLocation="chur", dropoffLocation="chur")  # fmt: skip
    await assign(db, alps)
    heidi = (await customer_named(stranger.client, "Heidi Meier"))["id"]
    for path, body in (("merge", {"otherId": heidi}), ("tell-apart", {"otherId": heidi})):
        answer = await owner_client.post(f"{CUSTOMERS}/{ada}/{path}", json=body)
        assert answer.status_code == 404, path


async def test_erasing_one_of_two_merged_erases_both_and_one_who_shares_an_address_keeps_it(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    ada = (await customer_named(owner_client, "Ada Lovelace"))["id"]
    await merge(owner_client, ada, (await customer_named(owner_client, "Ada Byron"))["id"])
    # Howard books under Grace's address: erasing him from his page leaves her.
    await book(client, "Howard Aiken", "grace@example.com", "+995 555 014 287")
    await assign(db, georgia)
    howard = (await customer_named(owner_client, "Howard Aiken"))["id"]
    look = (await owner_client.post(f"{CUSTOMERS}/look", json={"customerId": howard})).json()
    assert (look["emails"], look["counts"]["bookings"]) == ([], 1)
    assert (await owner_client.post(f"{CUSTOMERS}/erase", json={"customerId": howard})).status_code == 200
    erased = await owner_client.post(f"{CUSTOMERS}/erase", json={"customerId": ada})
    assert erased.json()["counts"]["customers"] == 2
    assert [each["name"] for each in await customers(owner_client)] == ["Grace Hopper"]
    assert {row[0] for row in query_admin_sql("select customer_name from bookings")} == {
        "Grace Hopper", "Erased customer",
    }  # fmt: skip
    assert await assign(db, georgia) == 0
    assert (await owner_client.get(f"{CUSTOMERS}/{ada}")).status_code == 404
