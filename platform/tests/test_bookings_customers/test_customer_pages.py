"""The list and the page of customers: search, notes, details, the blacklist and its warnings."""

import csv
import io
from typing import Any, get_args

import httpx
import pytest
from console_people import audited, signed_in_person
from customer_steps import CUSTOMERS, assign, book, customer_named, customers, forget_customers
from fleet_steps import read, staff_rental
from loadtests.forms import booking_form
from paged_lists import assert_sorted, assert_sorts_checked
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.bookings.customers.schemas import CustomerSort
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PHONE, OTHER_PHONE = "+995 555 014 285", "+995 555 014 286"


@pytest.fixture(autouse=True)
async def ada(client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql) -> str:
    """Ada booked twice, Grace once; answers Ada's first booking."""
    forget_customers(query_admin_sql)
    query_admin_sql("delete from audit_log")
    booking = await book(client, "Ada Lovelace", "ada@example.com", PHONE, language="en")
    await book(client, "Ada Lovelace", "ada@example.com", PHONE)
    await book(client, "Grace Hopper", "grace_hopper@example.com", OTHER_PHONE, language="ka")
    await assign(db, georgia)
    return booking


async def blacklist(
    client: httpx.AsyncClient, customer: str, reason: str = "Left the car in a river"
) -> None:
    answer = await client.put(
        f"{CUSTOMERS}/{customer}/blacklist", json={"isBlacklisted": bool(reason), "reason": reason}
    )
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("lovelace", ["Ada Lovelace"]),
        ("LOVE ada", ["Ada Lovelace"]),
        ("grace_hopper@", ["Grace Hopper"]),
        ("555 014 286", ["Grace Hopper"]),
        ("0555014", ["Ada Lovelace", "Grace Hopper"]),
        ("%", []),
        ("no one", []),
    ],
)
async def test_search_finds_by_name_address_and_number(
    owner_client: httpx.AsyncClient, typed: str, found: list[str]
) -> None:
    assert sorted(each["name"] for each in await customers(owner_client, search=typed)) == found


async def test_search_finds_by_the_reference_of_a_booking(
    owner_client: httpx.AsyncClient, ada: str, query_admin_sql: AdminSql
) -> None:
    [(reference,)] = query_admin_sql("select reference from bookings where id = %s", ada)
    for typed in (reference, reference.lower(), reference.replace("-", "")):
        assert [each["name"] for each in await customers(owner_client, search=typed)] == ["Ada Lovelace"]


async def test_filters_and_pages(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    assert [each["name"] for each in await customers(owner_client, language="ka")] == ["Grace Hopper"]
    assert await customers(owner_client, blacklisted=True) == []
    query_admin_sql(
        "insert into customers (tenant_id, id, name, search_text, last_booked_at, created_at, updated_at)"
        " select %s, gen_random_uuid(), 'Many ' || n, 'many ' || n, %s - n / 3 * interval '1 day', %s, %s"
        " from generate_series(1, 101) as n",
        georgia.id, NOW, NOW, NOW,
    )  # fmt: skip
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = await read(owner_client, CUSTOMERS, **({"cursor": cursor} if cursor else {}))
        seen += [each["id"] for each in page["customers"]]
        cursor = page["nextCursor"]
    assert len(seen) == len(set(seen)) == 103
    answer = await owner_client.get(CUSTOMERS, params={"cursor": "nonsense"})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "cursor")


async def test_sorts_keep_every_customer_when_many_share_a_value(
    owner_client: httpx.AsyncClient,
    alps: Tenant,
    ada: str,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("abano.bookings.customers.service.PAGE", 2)
    monkeypatch.setattr("abano.bookings.customers.service.EXPORT_BATCH", 2)
    query_admin_sql("update bookings set status = 'confirmed' where id = %s", ada)
    for tenant in (georgia, alps):
        query_admin_sql(
            "insert into customers (tenant_id, id, name, search_text, last_booked_at, created_at, updated_at)"
            " select %s, gen_random_uuid(), (array['bea', 'Bea'])[mod(n, 2) + 1], 'bea', %s, %s, %s"
            " from generate_series(1, 4) as n",
            tenant.id, NOW, NOW, NOW,
        )  # fmt: skip
    # Grace is shown as one of the others: her booking counts there.
    query_admin_sql(
        "update customers set merged_into = (select id from customers where tenant_id = %s and name = 'bea' limit 1)"
        " where name = 'Grace Hopper'",
        georgia.id,
    )  # fmt: skip
    orders: dict[str, list[Any]] = {
        "bookings": [0, 0, 0, 1, 2],
        "spent": [0, 0, 0, 0, 485],
        "lastBookedAt": ["2026-06-10T09:00:00Z"] * 5,
    }
    for sort, expected in orders.items():
        await assert_sorted(owner_client, CUSTOMERS, "customers", sort, expected)
    monkeypatch.setattr("abano.bookings.customers.service.PAGE", 4)
    assert [each["name"].lower() for each in await customers(owner_client, sort="name")] == [
        "ada lovelace", "bea", "bea", "bea",
    ]  # fmt: skip
    await assert_sorts_checked(owner_client, CUSTOMERS, get_args(CustomerSort))
    answer = await owner_client.get(f"{CUSTOMERS}/export.csv", params={"sort": "-bookings"})
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["Bookings"] for row in rows] == ["2", "1", "0", "0", "0"]


async def test_the_page_counts_bookings_and_spend(
    owner_client: httpx.AsyncClient, ada: str, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update bookings set status = 'confirmed' where id = %s", ada)
    assert (await customer_named(owner_client, "Ada Lovelace"))["balance"] == 485
    query_admin_sql("update bookings set status = 'completed' where id = %s", ada)
    shown = await customer_named(owner_client, "Ada Lovelace")
    assert (shown["bookings"], shown["cancelled"], shown["spent"], shown["balance"]) == (2, 0, 485, 0)
    query_admin_sql("update bookings set status = 'cancelled', no_show = true where id = %s", ada)
    shown = await customer_named(owner_client, "Ada Lovelace")
    assert (shown["bookings"], shown["cancelled"], shown["noShows"], shown["spent"]) == (1, 1, 1, 0)
    assert {each["reference"] for each in shown["bookingList"]} == {
        row[0]
        for row in query_admin_sql("select reference from bookings where customer_name = 'Ada Lovelace'")
    }


async def test_the_desk_notes_and_changes_what_is_known(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    desk = await signed_in_person(db, georgia, "desk", client_of, sign_in)
    shown = await customer_named(desk.client, "Ada Lovelace")
    path = f"{CUSTOMERS}/{shown['id']}"
    noted = await desk.client.post(f"{path}/notes", json={"text": " Wants a child seat,\nalways "})
    [note] = noted.json()["customer"]["notes"]
    assert (note["text"], note["adminName"]) == ("Wants a child seat,\nalways", "Nino")
    body = {
        "name": "Ada Byron", "language": "de", "licenceNumber": "GB 123", "licenceExpiresOn": "2031-05-01",
        "seenAt": shown["updatedAt"],
    }  # fmt: skip
    changed = await desk.client.put(path, json=body)
    assert changed.status_code == 200, changed.text
    now = changed.json()["customer"]
    assert (now["name"], now["language"], now["licenceExpiresOn"]) == ("Ada Byron", "de", "2031-05-01")
    assert now["history"][0]["fields"] == ["language", "licence_expires_on", "licence_number", "name"]
    # Found by the new name and, through her address, as before.
    assert [each["name"] for each in await customers(desk.client, search="byron")] == ["Ada Byron"]
    assert [each["name"] for each in await customers(desk.client, search="ada@example.com")] == ["Ada Byron"]
    stale = await desk.client.put(path, json=body | {"seenAt": "2026-06-01T09:00:00Z"})
    assert (stale.status_code, stale.json()["error"]) == (409, "CustomerChanged")
    assert audited(query_admin_sql, "customer.changed") == 1
    assert "Byron" not in str(query_admin_sql("select before, after from audit_log"))
    refused = await desk.client.put(path, json=body | {"name": "", "licenceExpiresOn": "1500-01-01"})
    assert {each["field"] for each in refused.json()["fields"]} == {"name", "licenceExpiresOn"}


async def test_a_blacklisted_customer_warns_the_desk_and_no_one_else(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    known = await customer_named(owner_client, "Ada Lovelace")
    refused = await owner_client.put(
        f"{CUSTOMERS}/{known['id']}/blacklist", json={"isBlacklisted": True, "reason": " "}
    )
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "reason")
    before = (await client.post("/api/bookings", json=form("Ada Lovelace", "ada@example.com"))).json()
    await blacklist(owner_client, known["id"])
    # With another address, but the same number; the worker has not looked yet.
    answer = await client.post("/api/bookings", json=form("A. Byron", "byron@example.com"))
    assert answer.status_code == 201
    assert answer.json().keys() == before.keys()
    booking = answer.json()["bookingId"]
    shown = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]
    assert shown["blacklisted"] == {
        "customerId": known["id"], "name": "Ada Lovelace", "reason": "Left the car in a river", "by": "phone",
    }  # fmt: skip
    query_admin_sql("update bookings set pickup_at = %s, status = 'confirmed' where id = %s", NOW, booking)
    today = await read(owner_client, "/api/admin/today")
    assert {each["blacklisted"] for each in today["tasks"] if each["bookingId"] == booking} == {True}
    quote = staff_rental(customerEmail="ADA@example.com", customerPhone="555 014 999")
    quoted = (await owner_client.post("/api/admin/bookings/quotes", json=quote)).json()
    assert (quoted["customer"]["name"], quoted["blacklisted"]["by"]) == ("Ada Lovelace", "email")
    grace = staff_rental(customerEmail="grace_hopper@example.com")
    quoted = (await owner_client.post("/api/admin/bookings/quotes", json=grace)).json()
    assert (quoted["customer"]["name"], quoted["blacklisted"]) == ("Grace Hopper", None)
    assert [each["name"] for each in await customers(owner_client, blacklisted=True)] == ["Ada Lovelace"]
    await blacklist(owner_client, known["id"], reason="")
    shown = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]
    assert shown["blacklisted"] is None
    history = (await customer_named(owner_client, "Ada Lovelace"))["history"]
    assert [each["kind"] for each in history] == ["unblacklisted", "blacklisted"]


def form(name: str, email: str) -> dict[str, Any]:
    return booking_form(customerName=name, customerEmail=email, customerPhone=PHONE)


async def test_the_search_over_everything_finds_customers(owner_client: httpx.AsyncClient) -> None:
    found = await read(owner_client, "/api/admin/search", q="grace")
    assert [each["name"] for each in found["customers"]] == ["Grace Hopper"]


async def test_the_list_as_a_file_is_for_managers_and_noted(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    desk = await signed_in_person(db, georgia, "desk", client_of, sign_in)
    assert (await desk.client.get(f"{CUSTOMERS}/export.csv")).status_code == 403
    answer = await owner_client.get(f"{CUSTOMERS}/export.csv", params={"search": "ada"})
    assert answer.status_code == 200
    lines = answer.text.strip().splitlines()
    assert len(lines) == 2
    assert "ada@example.com,+995 555 01 42 85" in lines[1]
    assert audited(query_admin_sql, "customer.list_exported") == 1


async def test_another_company_sees_no_one(
    db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn, owner_client: httpx.AsyncClient
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    known = await customer_named(owner_client, "Ada Lovelace")
    assert await customers(stranger.client, search="ada") == []
    assert (await read(stranger.client, "/api/admin/search", q="ada"))["customers"] == []
    for path in ("look", "export", "erase"):
        answer = await stranger.client.post(f"{CUSTOMERS}/{path}", json={"customerId": known["id"]})
        assert answer.status_code == 404, answer.text
