"""Seasons and price rules from the database to a quote, a booking, the desk and an invoice."""

from collections.abc import Iterator

import httpx
import pytest
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio

# Three ordinary days, then four of the high season.
TRIP = {
    "carType": "Subaru Forester",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "tbilisi",
    "pickupDate": "2027-06-12",
    "pickupTime": "09:00",
    "returnDate": "2027-06-19",
    "returnTime": "09:00",
    "insuranceType": "minimum",
}
BOOKING = TRIP | {
    "customerName": "Ada Lovelace",
    "customerEmail": "ada@example.com",
    "customerPhone": "+995555123456",
    "driverAge": "36",
    "groupSize": "2",
}


@pytest.fixture
def high_season(query_admin_sql: AdminSql) -> Iterator[None]:
    query_admin_sql(
        "insert into seasons (tenant_id, code, name, starts, ends, percent, translations)"
        " select id, 'high', 'High season', '2026-06-15', '2026-09-15', 20, %s from tenants where slug = 'georgia'",
        '{"ka": {"name": "ზაფხული"}}',
    )
    query_admin_sql(
        "insert into season_rates (tenant_id, season_code, car_id, min_days, daily_rate_minor)"
        " select tenant_id, 'high', id, 4, 6650 from cars where slug = 'subaru-forester'"
        " and tenant_id = (select id from tenants where slug = 'georgia')"
    )
    yield
    query_admin_sql("delete from seasons")


@pytest.mark.usefixtures("high_season")
async def test_a_rental_over_two_seasons_is_quoted_and_stored_in_two_lines(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    quote = (await client.post("/api/quotes", json=TRIP)).json()
    lines = [(line["code"], line["label"], line["quantity"], line["unitPrice"]) for line in quote["lines"]]
    assert lines == [
        ("car", "Subaru Forester", 3, 55),
        ("car:high", "Subaru Forester · High season", 4, 66.5),
    ]
    assert quote["lines"][1]["params"] == {"car": "Subaru Forester", "days": 4, "season": "High season"}
    assert (quote["baseTotal"], quote["totalPrice"], quote["dailyRate"]) == (431, 431, 66.5)

    assert (await client.post("/api/bookings", json=BOOKING)).status_code == 201
    stored = query_admin_sql("select daily_rate_minor, total_minor, id from bookings")
    assert stored[0][:2] == (6650, 43100)
    shown = (await owner_client.get(f"/api/admin/bookings/{stored[0][2]}")).json()["booking"]
    assert [line["code"] for line in shown["priceLines"]] == ["car", "car:high"]


@pytest.mark.usefixtures("high_season")
async def test_a_page_has_the_seasons_in_its_language_with_resolved_rates(client: httpx.AsyncClient) -> None:
    site = (await client.get("/api/site", params={"lang": "ka"})).json()["site"]
    assert site["seasons"] == [
        {
            "code": "high",
            "name": "ზაფხული",
            "starts": "2026-06-15",
            "ends": "2026-09-15",
            "everyYear": True,
        }
    ]
    rates = {car["name"]: car["seasonRates"]["high"] for car in site["cars"]}
    assert rates["Subaru Forester"] == [{"minDays": 1, "dailyRate": 66.5}]
    assert rates["Hyundai Elantra"][0] == {"minDays": 1, "dailyRate": 46}
    assert site["priceRules"] == {"weekend": None, "lastMinute": None}


@pytest.mark.usefixtures("high_season")
async def test_seasons_of_one_company_are_not_another_ones(alps_client: httpx.AsyncClient) -> None:
    assert (await alps_client.get("/api/site")).json()["site"]["seasons"] == []


async def test_a_pickup_out_of_hours_costs_the_fee_of_its_place(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "update locations set out_of_hours_fee_minor = 2500,"
        ' opening_hours = \'[{"weekday": 6, "opens": "10:00", "closes": "18:00"}]\' where code = \'tbilisi\''
    )
    quote = (await client.post("/api/quotes", json=TRIP | {"promoCode": "CAUCASUS10"})).json()
    # Saturday at nine is before it opens; a week later it is no different.
    assert [line["code"] for line in quote["lines"]] == [
        "car",
        "out-of-hours:pickup",
        "out-of-hours:return",
        "promo",
    ]
    assert quote["totalPrice"] == (55 * 7 + 50) * 0.9
