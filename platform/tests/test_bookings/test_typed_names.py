"""Names with letters that no one sees: one car, one place, one code, one price; and no customer is lost."""

from typing import Any

import httpx
import pytest
from booking_form import book
from loadtests.forms import booking_form
from product_fixtures import AdminSql
from refusals import refused_fields

pytestmark = pytest.mark.anyio
# As links are mangled by chat programs, editors and translations on their way.
MANGLED: dict[str, Any] = {
    "carType": "Subaru \u200bFores\u00adter\ufeff",
    "pickupLocation": "tbi\u200blisi",
    "dropoffLocation": "ＢＡＴＵＭＩ\u00a0",
    "insuranceType": "stand\u2060ard",
    "promoCode": "nomad\u200d15",
    "services": ["baby\u200bSeat", "babySeat", "BABYSEAT"],
    "customerName": "Ada\u2003Love\u200blace",
    "customerEmail": "ａｄａ@münchen.de",
}
PLAIN: dict[str, Any] = {
    "carType": "Subaru Forester",
    "insuranceType": "standard",
    "promoCode": "NOMAD15",
    "services": ["babySeat"],
}


async def test_a_mangled_name_costs_what_the_name_costs(client: httpx.AsyncClient) -> None:
    trip = {
        name: booking_form()[name]
        for name in ("pickupDate", "returnDate", "pickupLocation", "dropoffLocation")
    }
    plain = await client.post("/api/quotes", json=trip | PLAIN)
    mangled = await client.post("/api/quotes", json=trip | MANGLED)
    assert mangled.status_code == 200, mangled.text
    assert mangled.json() == plain.json()


async def test_a_booking_is_stored_by_the_companys_own_names(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    plain = (await book(client, **PLAIN)).json()
    answer = await book(client, **MANGLED)
    assert answer.status_code == 201, answer.text
    assert answer.json()["totalPrice"] == plain["totalPrice"]
    [stored] = query_admin_sql(
        "select car_name, car_id is not null, pickup_location, dropoff_location, insurance_code, promo_code,"
        " service_codes, customer_name, customer_email, needs_review from bookings where id = %s",
        answer.json()["bookingId"],
    )
    assert stored == (
        "Subaru Forester", True, "tbilisi", "batumi", "standard", "NOMAD15", ["babySeat"], "Ada Lovelace",
        "ada@xn--mnchen-3ya.de", False,
    )  # fmt: skip


async def test_an_unknown_car_is_still_taken_and_looked_at(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await book(client, carType="Lada\u200b Niva")
    assert answer.status_code == 201, answer.text
    # 57 a day for the seven days, and the way to Batumi.
    assert answer.json()["totalPrice"] == 57 * 7 + 100
    stored = query_admin_sql(
        "select car_name, needs_review, review_reasons from bookings where id = %s",
        answer.json()["bookingId"],
    )
    assert stored == [("Lada Niva", True, ["unknown_car"])]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("carType", "Please select a car type"),
        ("pickupLocation", "Please select pickup location"),
        ("insuranceType", "Please select an insurance option"),
        ("customerName", "First name must be at least 2 characters"),
        ("customerEmail", "Please enter a valid email address"),
    ],
)
async def test_what_is_empty_to_the_eye_is_empty(client: httpx.AsyncClient, field: str, message: str) -> None:
    answer = await book(client, **{field: "\u200b\u3164\u2060 \u00ad"})
    assert answer.status_code == 422
    assert {"field": field, "message": message} in refused_fields(answer)


async def test_the_desk_finds_what_is_searched_for_as_it_is_seen(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    answer = (await book(client, customerName="Grace Hopper")).json()
    for search in ("gra\u200bce HOPPER", "Ｇｒａｃｅ", answer["reference"] + "\ufeff"):
        found = await owner_client.get("/api/admin/bookings", params={"search": search})
        assert [one["customerName"] for one in found.json()["bookings"]] == ["Grace Hopper"], search
