"""Whose a booking is: given to its customer by the worker, or at once when staff take it."""

import asyncio
from uuid import UUID

import httpx
import pytest
from customer_steps import CUSTOMERS, assign, book, customer_named, customers, forget_customers
from fleet_steps import staff_rental
from product_fixtures import AdminSql

from abano.bookings.customers.merging import assign_booking
from abano.bookings.customers.tasks import CustomerAssigner
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PHONE, OTHER_PHONE = "+995 555 014 285", "+995 555 014 286"


@pytest.fixture(autouse=True)
def no_one(query_admin_sql: AdminSql) -> None:
    forget_customers(query_admin_sql)


async def test_the_same_address_and_number_is_one_customer_however_written(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    await book(client, "Ada Lovelace", "ada@example.com", PHONE)
    await book(client, "ADA  LOVELACE", "Ada+rental@Example.com", "+995555014285")
    await book(client, "Ada Byron", "ada@example.com", PHONE)
    assert await assign(db, georgia) == 3
    [ada] = await customers(owner_client)
    assert ada["bookings"] == 3
    assert await assign(db, georgia) == 0


async def test_the_same_name_with_a_new_number_is_the_same_customer_and_another_name_is_not(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    await book(client, "Ada Lovelace", "ada@example.com", PHONE)
    await book(client, "ada lovelace", "ada@example.com", OTHER_PHONE)
    await book(client, "William King", "ada@example.com", "+995 555 014 287")
    await assign(db, georgia)
    assert {each["name"]: each["bookings"] for each in await customers(owner_client)} == {
        "Ada Lovelace": 2,
        "William King": 1,
    }
    ada = await customer_named(owner_client, "Ada Lovelace")
    assert sorted(ada["phones"]) == ["+995 555 01 42 85", "+995 555 01 42 86"]


async def test_staff_bookings_have_their_customer_at_once_and_a_typing_mistake_leaves_no_one(
    owner_client: httpx.AsyncClient,
) -> None:
    body = staff_rental(
        customerName="Grace Hopper", customerEmail="grase@example.com", source="phone", confirm=False
    )
    taken = await owner_client.post("/api/admin/bookings", json=body)
    assert taken.status_code == 201, taken.text
    booking = taken.json()["booking"]
    assert booking["customer"]["name"] == "Grace Hopper"
    change = staff_rental(
        customerName="Grace Hopper",
        customerEmail="grace@example.com",
        price="agreed",
        seenAt=booking["updatedAt"],
    )
    changed = await owner_client.put(f"/api/admin/bookings/{booking['id']}", json=change)
    assert changed.status_code == 200, changed.text
    [grace] = await customers(owner_client)
    assert grace["email"] == "grace@example.com"
    assert changed.json()["booking"]["customer"]["customerId"] == grace["id"]


async def test_who_comes_without_an_address_is_known_by_their_number(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    async def walk_in(name: str, phone: str) -> None:
        body = staff_rental(customerName=name, customerPhone=phone, source="walk_in", confirm=False)
        assert (await owner_client.post("/api/admin/bookings", json=body)).status_code == 201

    await book(client, "Ada Lovelace", "ada@example.com", PHONE)
    await assign(db, georgia)
    await walk_in("Ada Lovelace", PHONE)
    await walk_in("A. Lovelace", PHONE)
    await walk_in("No Contact", "")
    # Two with one number: the name says who came.
    await book(client, "William King", "william@example.com", PHONE)
    await assign(db, georgia)
    await walk_in("William King", PHONE)
    assert {each["name"]: each["bookings"] for each in await customers(owner_client)} == {
        "Ada Lovelace": 3,
        "William King": 2,
    }


async def test_many_at_once_make_one_customer(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
) -> None:
    bookings = [await book(client, "Ada Lovelace", "ada@example.com", PHONE) for _ in range(5)]

    async def give(booking: str) -> None:
        async with db.uow(georgia.id) as uow:
            await assign_booking(uow, UUID(booking))

    await asyncio.gather(*map(give, bookings))
    [ada] = await customers(owner_client)
    assert ada["bookings"] == 5


async def test_the_past_is_filled_whole_and_later_rounds_look_only_at_what_is_new(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    old = await book(client, "Ada Lovelace", "ada@example.com", PHONE)
    query_admin_sql("update bookings set created_at = created_at - interval '2 years' where id = %s", old)
    assigner = CustomerAssigner()
    assert await assigner.assign_new(db, georgia.id) == 1
    await book(client, "Grace Hopper", "grace@example.com", OTHER_PHONE)
    assert await assigner.assign_new(db, georgia.id) == 1
    # Also what bears an earlier time, such as a booking that was imported.
    imported = await book(client, "Edith Clarke", "edith@example.com", "+995 555 44 55 66")
    query_admin_sql("update bookings set created_at = created_at - interval '1 year' where id = %s", imported)
    assert await assigner.assign_new(db, georgia.id) == 1
    assert await assigner.assign_new(db, georgia.id) == 0
    assert len(await customers(owner_client)) == 3


async def test_another_company_has_its_own_customers(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, alps: Tenant
) -> None:
    await book(client, "Ada Lovelace", "ada@example.com", PHONE)
    assert await assign(db, alps) == 0
    assert await assign(db, georgia) == 1
    assert (await owner_client.get(f"{CUSTOMERS}?search=no one")).json()["customers"] == []
