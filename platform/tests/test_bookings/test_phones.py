"""Phones of bookings: kept in E.164, refused only where no country can have given them out."""

import httpx
import pytest
from booking_form import book
from emptied_tables import empty_tables
from product_fixtures import AdminSql
from refusals import refused_fields

pytestmark = pytest.mark.anyio
MESSAGE = "Please enter a valid phone number with country code"


async def stored(client: httpx.AsyncClient, query_admin_sql: AdminSql, typed: str) -> tuple[str, list[str]]:
    answer = await book(client, customerPhone=typed)
    assert answer.status_code == 201, answer.text
    [(phone, reasons)] = query_admin_sql(
        "select customer_phone, review_reasons from bookings where id = %s", answer.json()["bookingId"]
    )
    return phone, reasons


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("+995 599 12 34 56", "+995599123456"),
        ("0599 12-34-56", "+995599123456"),
        ("+٩٩٥ ٥٩٩ ١٢٣٤٥٦", "+995599123456"),
        ("+44 (0)20 7946 0000", "+442079460000"),
        ("+44 20 7946 0000 ext. 7", "+442079460000 ext. 7"),
    ],
)
async def test_a_phone_is_kept_in_one_form(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, typed: str, kept: str
) -> None:
    assert await stored(client, query_admin_sql, typed) == (kept, [])


async def test_each_company_has_its_own_country(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    trip = {"pickupLocation": "chur", "dropoffLocation": "st-moritz", "carType": "VW Golf"}
    answer = await book(alps_client, customerPhone="079 555 12 34", **trip)
    assert answer.status_code == 201, answer.text
    phones = query_admin_sql("select customer_phone from bookings where id = %s", answer.json()["bookingId"])
    assert phones == [("+41795551234",)]


@pytest.mark.parametrize(
    "typed", ["+995 12345", "+99999999999", "1234567890", "not a number at all 1", "+995 599 123 456 789", "59912345"]
)  # fmt: skip
async def test_an_impossible_phone_is_reported_at_its_field(client: httpx.AsyncClient, typed: str) -> None:
    answer = await book(client, customerPhone=typed)
    assert (answer.status_code, refused_fields(answer)) == (
        422,
        [{"field": "customerPhone", "message": MESSAGE}],
    )


async def test_a_doubtful_phone_loses_no_customer(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert await stored(client, query_admin_sql, "+995 000 000 000") == (
        "+995000000000",
        ["unassigned_phone"],
    )
    [(message,)] = query_admin_sql(
        "select payload -> 'reviewReasons' from outbox_messages where kind = 'booking.created'"
        " order by created_at desc, id desc limit 1"
    )
    assert message == ["unassigned_phone"]


async def test_the_same_submit_may_write_its_phone_again(client: httpx.AsyncClient) -> None:
    first = await book(client, key="one-submit", customerPhone="+995 599 12 34 56")
    again = await book(client, key="one-submit", customerPhone="+995 599 12 34 56")
    assert again.json() == first.json()


async def test_the_desk_finds_a_phone_however_it_was_written(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "bookings")
    await book(client, customerName="New Guest", customerPhone="+995 577 00 11 22")
    old = (await book(client, customerName="Old Guest")).json()["bookingId"]
    query_admin_sql("update bookings set customer_phone = '+995 577-00-11-33' where id = %s", old)
    for search, expected in (
        ("+995 577 00 11 22", {"New Guest"}),
        ("0577-001122", {"New Guest"}),
        ("٥٧٧٠٠١١٣٣", {"Old Guest"}),
        ("577 0011", {"New Guest", "Old Guest"}),
        ("+995577009999", set()),
    ):
        found = (await owner_client.get("/api/admin/bookings", params={"search": search})).json()["bookings"]
        assert {one["customerName"] for one in found} == expected, search


async def test_the_chat_dials_the_number_without_its_extension(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booked = (await book(client, customerPhone="+995 599 12 34 56 ext. 7")).json()["bookingId"]
    detail = (await owner_client.get(f"/api/admin/bookings/{booked}")).json()["booking"]
    assert "995599123456?" in detail["chatUrl"]


async def test_the_console_shows_a_number_as_people_read_it(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booked = (await book(client, customerPhone="+995599123456")).json()["bookingId"]
    detail = (await owner_client.get(f"/api/admin/bookings/{booked}")).json()["booking"]
    assert detail["customerPhone"] == "+995 599 12 34 56"
