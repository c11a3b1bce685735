"""The desk's list: newest first, pages, search, filters, and the CSV of what they show."""

import csv
import io
from typing import Any, get_args

import httpx
import pytest
from booking_form import book
from emptied_tables import empty_tables
from loadtests.forms import ALPINE
from paged_lists import assert_sorted, assert_sorts_checked
from product_fixtures import AdminSql

from abano.bookings.desk.schemas import BookingSort
from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
LIST = "/api/admin/bookings"


@pytest.fixture(autouse=True)
def _no_bookings(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql,
        "bookings",
        "booking_events",
        "booking_notes",
        "idempotency_keys",
        "outbox_messages",
        "audit_log",
    )


async def listed(client: httpx.AsyncClient, **query: Any) -> dict[str, Any]:
    answer = await client.get(LIST, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def names(client: httpx.AsyncClient, **query: Any) -> list[str]:
    return [booking["customerName"] for booking in (await listed(client, **query))["bookings"]]


async def test_newest_first_with_what_threatens_each(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await book(client, customerName="First Guest", gclid="Click-1")
    clock.move(minutes=5)
    await book(client, customerName="Second Guest", promoCode="NOMAD15")
    found = await listed(owner_client)
    second, first = found["bookings"]
    assert (second["customerName"], first["customerName"]) == ("Second Guest", "First Guest")
    assert found["pendingCount"] == 2
    assert found["nextCursor"] is None
    assert first["hasClickId"] is True
    assert second["hasClickId"] is False
    assert first["createdAt"] == "2026-06-10T09:00:00Z"
    assert first["cancelsAt"] == "2026-06-11T09:00:00Z"
    assert first["totalPrice"] == 485
    assert second["promoCode"] == "NOMAD15"
    assert second["referrer"] is not None


async def test_pages_hold_every_booking_once_also_while_new_ones_arrive(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    for number in range(112):
        # Pairs share a moment: the id decides between them.
        clock.move(seconds=number % 2)
        await book(client, customerName=f"Guest {number:03}")
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = await listed(owner_client, **({"cursor": cursor} if cursor else {}))
        seen += [booking["customerName"] for booking in page["bookings"]]
        cursor = page["nextCursor"]
        await book(client, customerName="Newcomer")
    older = [name for name in seen if name != "Newcomer"]
    assert len(older) == len(set(older)) == 112


async def test_sorts_keep_every_booking_when_many_share_a_value(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("abano.bookings.desk.service.PAGE", 2)
    for number in range(7):
        answer = await book(client, customerName=f"Guest 0{number}")
        query_admin_sql(
            "update bookings set customer_name = %s, car_name = %s, total_minor = %s,"
            " created_at = created_at + %s * interval '1 day', pickup_at = pickup_at + %s * interval '1 day',"
            " return_at = return_at - %s * interval '1 day' where id = %s",
            ("Bea", "ada", "Ada")[number % 3], ("Niva", "forester")[number % 2], (900, 10000)[number % 2],
            number % 2, number % 3, number % 2, answer.json()["bookingId"],
        )  # fmt: skip
    assert (await book(alps_client, **ALPINE)).status_code == 201
    orders: dict[str, list[Any]] = {
        "createdAt": ["2026-06-10T09:00:00Z"] * 4 + ["2026-06-11T09:00:00Z"] * 3,
        "pickupAt": [f"2026-07-0{day}T05:00:00Z" for day in (1, 1, 1, 2, 2, 3, 3)],
        "returnAt": ["2026-07-07T05:00:00Z"] * 3 + ["2026-07-08T05:00:00Z"] * 4,
        "carName": ["forester"] * 3 + ["Niva"] * 4,
        "totalPrice": [9] * 4 + [100] * 3,
    }
    for sort, expected in orders.items():
        await assert_sorted(owner_client, LIST, "bookings", sort, expected)
    last = (await listed(owner_client, sort="-customerName"))["bookings"]
    assert [each["customerName"] for each in last] == ["Bea", "Bea"]
    assert await names(owner_client) == await names(owner_client, sort="-createdAt")
    await assert_sorts_checked(owner_client, LIST, get_args(BookingSort))
    rows = await exported(owner_client, sort="customerName")
    assert [row["Customer"].lower() for row in rows] == ["ada"] * 4 + ["bea"] * 3


async def exported(client: httpx.AsyncClient, **query: str) -> list[dict[str, str]]:
    answer = await client.get(f"{LIST}/export.csv", params=query)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("ada", ["Ada Lovelace"]),
        ("LOVELACE ada@", ["Ada Lovelace"]),
        ("7946", ["Ada Lovelace"]),
        ("elantra", ["100% Sure"]),
        ("100%", ["100% Sure"]),
        ("%", ["100% Sure"]),
        ("_", []),
        ("\\", []),
        ("' or 1=1 --", []),
        ("no one", []),
    ],
)
async def test_search_means_its_words_literally(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, search: str, expected: list[str]
) -> None:
    await book(client)
    await book(
        client,
        customerName="100% Sure",
        customerEmail="sure@example.org",
        customerPhone="+995 599 00 00 00",
        carType="Hyundai Elantra",
    )
    assert await names(owner_client, search=search) == expected


async def test_search_finds_a_reference(client: httpx.AsyncClient, owner_client: httpx.AsyncClient) -> None:
    reference = (await book(client)).json()["reference"]
    await book(client, customerName="Someone Else")
    assert await names(owner_client, search=reference.lower()) == ["Ada Lovelace"]


async def test_filters_by_status_car_affiliate_and_mark(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await book(client, customerName="Plain Guest")
    await book(client, customerName="Odd Car", carType="Lada Niva")
    await book(client, customerName="Recommended Guest", promoCode="NOMAD15")
    query_admin_sql("update bookings set status = 'cancelled' where customer_name = 'Plain Guest'")
    assert await names(owner_client, status="cancelled") == ["Plain Guest"]
    assert await names(owner_client, car="Lada Niva") == ["Odd Car"]
    assert await names(owner_client, needsReview=True) == ["Odd Car"]
    choices = (await owner_client.get(f"{LIST}/filters")).json()
    assert choices["cars"] == ["Lada Niva", "Subaru Forester"]
    [affiliate] = choices["affiliates"]
    assert await names(owner_client, affiliate=affiliate["id"]) == ["Recommended Guest"]


async def test_pickup_days_are_the_companys_own(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    # 01:00 in Tbilisi is still the day before in UTC.
    await book(client, customerName="Night Owl", pickupDate="2026-07-02", pickupTime="01:00")
    await book(client, customerName="Early Bird", pickupDate="2026-07-01", pickupTime="23:30")
    assert await names(owner_client, pickupFrom="2026-07-02") == ["Night Owl"]
    assert await names(owner_client, pickupTo="2026-07-01") == ["Early Bird"]
    assert await names(owner_client, pickupFrom="2026-07-02", pickupTo="2026-07-02") == ["Night Owl"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"status": "lost"}, "status"),
        ({"affiliate": "someone"}, "affiliate"),
        ({"pickupFrom": "tomorrow"}, "pickupFrom"),
        ({"pickupFrom": "2026-07-02", "pickupTo": "2026-07-01"}, "pickupTo"),
        ({"pickupTo": "9999-12-31"}, "pickupTo"),
        ({"cursor": "nonsense"}, "cursor"),
        ({"cursor": "MjAyNi0wMS0wMVQwMDowMDowMHx4"}, "cursor"),
        ({"search": "a" * 101}, "search"),
        ({"search": "a\x00b"}, "search"),
        ({"needsReview": "perhaps"}, "needsReview"),
        ({"sort": "reference"}, "sort"),
    ],
)
async def test_bad_filters_are_named(
    owner_client: httpx.AsyncClient, query: dict[str, str], field: str
) -> None:
    answer = await owner_client.get(LIST, params=query)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_another_company_sees_nothing_of_it(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    assert (await book(alps_client, **ALPINE)).status_code == 201
    assert await names(owner_client) == []
    assert (await alps_client.get(LIST)).status_code == 401


async def test_csv_holds_what_the_filters_show_and_runs_no_formula(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("abano.bookings.desk.service.EXPORT_BATCH", 2)
    for number in range(5):
        assert (await book(client, customerName=f"Guest 0{number}")).status_code == 201
    formula = {"customerName": "=HYPERLINK(1) Name", "carType": "Toyota 4Runner"}
    assert (await book(client, **formula)).status_code == 201
    answer = await owner_client.get(f"{LIST}/export.csv", params={"car": "Subaru Forester"})
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="bookings-2026-06-10.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert sorted(row["Customer"] for row in rows) == [f"Guest 0{number}" for number in range(5)]
    assert rows[0]["Pickup at"] == "2026-07-01 09:00"
    assert rows[0]["Total price"] == "485.00"
    everything = (await owner_client.get(f"{LIST}/export.csv")).text
    assert ",'=HYPERLINK(1) Name," in everything
    assert query_admin_sql("select count(*) from audit_log where action = 'booking.exported'") == [(2,)]
