"""Few unconfirmed bookings at once for one IP, email or phone: the site refuses more, and the desk learns of it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import psycopg
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from fleet_steps import staff_rental
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
Book = Callable[..., Awaitable[httpx.Response]]
PENDING = "select count(*) from bookings where status = 'pending'"
REFUSAL_MESSAGES = "select count(*) from outbox_messages where kind = 'booking.refused'"


@pytest.fixture(autouse=True)
def _limits(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "bookings", "outbox_messages")
    query_admin_sql(
        "update tenant_settings set availability = false, unconfirmed_per_ip = 10, unconfirmed_per_contact = 3"
    )


@pytest.fixture
async def book(app: FastAPI) -> AsyncIterator[Book]:
    """A booking of the n-th visitor, whose email and phone are their own, from an IP."""
    async with AsyncExitStack() as opened:

        async def make(number: int, ip: str = "192.0.2.1", key: str = "", **more: Any) -> httpx.Response:
            transport = httpx.ASGITransport(app=app, client=(ip, 50000))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            opened.push_async_callback(client.aclose)
            own = {
                "customerEmail": f"visitor{number}@example.com",
                "customerPhone": f"+995 599 1{number:05d}",
            }
            headers = {"Idempotency-Key": key} if key else {}
            while True:
                answer = await client.post("/api/bookings", json=booking_form(**own | more), headers=headers)
                # More at once than there are connections: nothing was stored.
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    return answer

        yield make


async def test_94_concurrent_bookings_of_one_ip_are_ten(book: Book, query_admin_sql: AdminSql) -> None:
    answers = await asyncio.gather(*(book(number) for number in range(94)))
    statuses = sorted(each.status_code for each in answers)
    assert statuses == [201] * 10 + [429] * 84
    assert query_admin_sql(PENDING) == [(10,)]
    refused = next(each.json() for each in answers if each.status_code == 429)
    assert refused["code"] == "TooManyUnconfirmedOfIp"
    assert "Contact us" in refused["message"]
    # Guests of a hotel with another connection, and the same guests once the desk has confirmed.
    assert (await book(200, "192.0.2.2")).status_code == 201
    query_admin_sql("update bookings set status = 'confirmed'")
    assert (await book(201)).status_code == 201


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ({"customerEmail": "Eve@Example.com"}, {"customerEmail": "eve@example.com"}),
        ({"customerPhone": "+995 599 12 34 56"}, {"customerPhone": "+995599123456 ext. 7"}),
    ],
)
async def test_an_email_or_phone_has_three_from_wherever(
    book: Book, mine: dict[str, str], other: dict[str, str]
) -> None:
    of_one = [book(number, f"192.0.2.{number}", **(mine if number % 2 else other)) for number in range(12)]
    answers = await asyncio.gather(*of_one)
    assert sorted(each.status_code for each in answers) == [201] * 3 + [429] * 9
    assert {each.json()["code"] for each in answers if each.status_code == 429} == {
        "TooManyUnconfirmedOfContact"
    }
    assert (await book(100, "192.0.2.100")).status_code == 201


async def test_a_changed_contact_counts_as_it_is_now(book: Book, query_admin_sql: AdminSql) -> None:
    for number in range(3):
        assert (await book(number)).status_code == 201
    query_admin_sql("update bookings set customer_email = 'Eve@example.com'")
    assert (await book(10, customerEmail="eve@Example.com")).status_code == 429
    query_admin_sql("update bookings set customer_email = '', customer_phone = ''")
    assert (await book(10, customerEmail="eve@Example.com")).status_code == 201
    assert query_admin_sql("select count(*) from bookings where email_key like '%%eve%%'") == [(1,)]


async def test_the_limits_look_up_few_of_many_pending_bookings(
    book: Book, query_admin_sql: AdminSql, database_url: str, georgia: Tenant
) -> None:
    assert (await book(1)).status_code == 201
    columns = ", ".join(
        name
        for (name,) in query_admin_sql(
            "select column_name::text from information_schema.columns where table_schema = 'public'"
            " and table_name = 'bookings'"
            " and column_name not in ('id', 'reference', 'customer_email', 'customer_phone', 'email_key',"
            " 'phone_key', 'ip_hash')"
        )
    )
    query_admin_sql(
        f"insert into bookings ({columns}, id, reference, customer_email, customer_phone, ip_hash)"
        f" select {columns}, gen_random_uuid(), 'R' || n, n || '@example.com', '+99559' || n, sha256(n::text::bytea)"
        " from bookings, generate_series(1, 5000) as n"
    )
    query_admin_sql("analyze bookings")
    read = "select sum(idx_tup_fetch + seq_tup_read) from pg_stat_xact_user_tables where relname = 'bookings'"
    with psycopg.connect(database_url) as conn:
        conn.execute("set local role abano_app")
        conn.execute("select set_config('abano.tenant_id', %s, true)", (str(georgia.id),))
        [one] = conn.execute("select b from bookings b where reference = 'R77'").fetchall()
        [(before,)] = conn.execute(read).fetchall()
        for _ in range(8):
            conn.execute(
                "select require_few_unconfirmed(b.tenant_id, b.ip_hash, b.email_key, b.phone_key, 10, 3)"
                " from bookings b where b.reference = 'R77'",
                prepare=True,
            )
        [(after,)] = conn.execute(read).fetchall()
    assert one
    assert after - before < 8 * 20


async def test_a_repeated_submit_is_answered_as_before_and_staff_book_without_a_limit(
    book: Book, owner_client: httpx.AsyncClient
) -> None:
    mine = {"customerEmail": "eve@example.com"}
    taken = [await book(number, key=f"submit {number}", **mine) for number in range(3)]
    assert (await book(0, key="submit 0", **mine)).json() == taken[0].json()
    assert (await book(0, key="another", **mine)).status_code == 429
    for _ in range(2):
        body = staff_rental(source="phone", customerName="Eve", customerPhone="+995 599 1 00001", **mine)
        answer = await owner_client.post("/api/admin/bookings", json=body)
        assert answer.status_code == 201, answer.text


async def test_the_desk_learns_of_refusals_once_a_day_and_sets_the_limits(
    book: Book, query_admin_sql: AdminSql, db: Database, georgia: Tenant, client_of: ClientFactory,
    sign_in: SignIn,
) -> None:  # fmt: skip
    owner = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    assert (await owner.get("/api/admin/today")).json()["bookingsRefusedAt"] is None
    mine = {"customerEmail": "eve@example.com"}
    statuses = [(await book(number, **mine)).status_code for number in range(6)]
    assert statuses == [201] * 3 + [429] * 3
    assert query_admin_sql(REFUSAL_MESSAGES) == [(1,)]
    assert (await owner.get("/api/admin/today")).json()["bookingsRefusedAt"] is not None
    rental = (await owner.get("/api/admin/settings")).json()["rental"]
    assert (rental["unconfirmedPerIp"], rental["unconfirmedPerContact"]) == (10, 3)
    changed = await owner.put("/api/admin/settings/rental", json=rental | {"unconfirmedPerContact": 0})
    assert changed.status_code == 200, changed.text
    assert query_admin_sql(
        "select unconfirmed_per_contact from tenant_settings where tenant_id = %s", georgia.id
    ) == [(0,)]
