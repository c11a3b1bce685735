"""The price engine over HTTP: what it refuses, what it tolerates, and whose prices it returns."""

from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.anyio

QUOTE = {
    "carType": "Subaru Forester",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "batumi",
    "pickupDate": "2026-07-01",
    "pickupTime": "09:00",
    "returnDate": "2026-07-08",
    "returnTime": "10:00",
}


async def test_days_come_from_the_dates_and_lines_add_up(client: httpx.AsyncClient) -> None:
    answer = (await client.post("/api/quotes", json=QUOTE | {"promoCode": " caucasus10 "})).json()
    # Eight started days at 55 and 100 for the way, less 10 %.
    assert (answer["days"], answer["dailyRate"], answer["baseTotal"], answer["deliveryFee"]) == (
        8,
        55,
        440,
        100,
    )
    assert (answer["totalPrice"], answer["currency"]) == (486, "EUR")
    assert sum(line["amount"] for line in answer["lines"]) == 486
    assert answer["promo"] == {
        "code": "CAUCASUS10",
        "valid": True,
        "percentage": 10,
        "referrer": "Caucasus Trails",
    }


async def test_price_request_of_the_product_text_is_enough(client: httpx.AsyncClient) -> None:
    body = {
        "carType": "Hyundai Elantra",
        "pickupLocation": "Kutaisi",
        "dropoffLocation": "Batumi",
        "days": 3,
        "pickupDate": "2026-07-01",
        "babySeat": True,
        "crossBorderArmenia": True,
    }
    answer = (await client.post("/api/quotes", json=body)).json()
    assert answer["totalPrice"] == 38 * 3 + 120 + 9 + 90
    assert answer["promo"] is None


async def test_promo_code_that_is_not_valid_leaves_the_price(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/quotes", json=QUOTE | {"promoCode": "No one"})
    assert answer.status_code == 200
    assert answer.json()["totalPrice"] == 540
    assert answer.json()["promo"]["valid"] is False


async def test_companies_have_their_own_prices_codes_and_currency(alps_client: httpx.AsyncClient) -> None:
    body = {"carType": "vw golf", "pickupLocation": "chur", "dropoffLocation": "st-moritz", "days": 7}
    extras = {"services": ["snowChains", "skiRack"], "insuranceType": "standard"}
    answer = (await alps_client.post("/api/quotes", json=body | extras | {"promoCode": "CAUCASUS10"})).json()
    assert answer["promo"]["valid"] is False
    assert (answer["totalPrice"], answer["currency"]) == (66 * 7 + 65 + 35 + 8 * 7 + 14 * 7, "CHF")


async def test_a_first_price_has_the_protection_that_a_booking_begins_with(
    alps_client: httpx.AsyncClient,
) -> None:
    body = {"carType": "vw golf", "pickupLocation": "chur", "dropoffLocation": "chur", "days": 7}
    insurance = (await alps_client.get("/api/site")).json()["site"]["insurance"]
    [preselected] = [option for option in insurance if option["preselected"]]
    assert preselected["dailyRate"] > 0
    first = (await alps_client.post("/api/quotes", json=body)).json()
    chosen = (
        await alps_client.post("/api/quotes", json=body | {"insuranceType": preselected["code"]})
    ).json()
    assert (first["totalPrice"], first["lines"]) == (chosen["totalPrice"], chosen["lines"])
    assert f"insurance:{preselected['code']}" in {line["code"] for line in first["lines"]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"carType": ""}, "carType"),
        ({"carType": "x" * 200}, "carType"),
        ({"pickupLocation": "paris"}, "pickupLocation"),
        ({"insuranceType": "gold"}, "insuranceType"),
        ({"services": ["helicopter"]}, "services"),
        ({"returnDate": "2026-07-01", "returnTime": "08:00"}, "returnDate"),
        ({"returnDate": "2028-07-01"}, "returnDate"),
        ({"pickupTime": "25:00"}, "pickupTime"),
        ({"returnDate": None}, "days"),
        ({"returnDate": None, "days": 0}, "days"),
        ({"babySeat": "perhaps"}, "babySeat"),
    ],
)
async def test_bad_values_are_named(client: httpx.AsyncClient, change: dict[str, Any], field: str) -> None:
    answer = await client.post("/api/quotes", json=QUOTE | change)
    assert answer.status_code == 422, answer.text
    assert [item["field"] for item in answer.json()["fields"]] == [field]
