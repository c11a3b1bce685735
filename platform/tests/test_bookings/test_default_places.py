"""A booking that names no handover place gets the default one of its location, with its fee."""

from dataclasses import replace

import httpx
import pytest
from booking_form import book
from fleet_steps import staff_rental
from loadtests.forms import booking_form
from product_fixtures import AdminSql
from seed_catalog import catalog_of

from abano.catalog.pricing.handover import default_place
from abano.catalog.published.handover import HandoverPlace

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"


@pytest.fixture(autouse=True)
def _fee_in_batumi(query_admin_sql: AdminSql) -> None:
    """The only place there costs something, before the catalogue is read for the first time."""
    query_admin_sql("update tenant_settings set availability = false")
    query_admin_sql("update handover_places set fee_minor = 1500 where location = 'batumi'")


async def test_a_fee_cannot_be_left_out_of_quote_booking_and_change(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    quote = (await client.post("/api/quotes", json=booking_form())).json()
    assert (quote["lines"][-1]["code"], quote["totalPrice"]) == ("handover:return:batumi-station", 485 + 15)
    booked = (await book(client, dropoffPlace="")).json()
    assert booked["totalPrice"] == quote["totalPrice"]
    shown = (await owner_client.get(f"/api/admin/bookings/{booked['bookingId']}")).json()["booking"]
    assert (shown["pickupPlace"]["code"], shown["dropoffPlace"]["code"]) == (
        "tbilisi-airport",
        "batumi-station",
    )
    sign_in = {"reference": booked["reference"], "email": "ada@example.com"}
    assert (await client.post(f"{MINE}/sign-in", json=sign_in)).status_code == 200
    rental = staff_rental(dropoffPlace="", services=[])
    for name in ("car", "driverAge", "groupSize"):
        del rental[name]
    kept = await client.post(f"{MINE}/quotes", json=rental)
    assert kept.json()["fresh"]["totalPrice"] == 500, kept.text
    # Another city has its own default place; the desk alone agrees on none.
    moved = await client.post(f"{MINE}/quotes", json=rental | {"pickupLocation": "batumi"})
    assert "handover:pickup:batumi-station" in [line["code"] for line in moved.json()["fresh"]["lines"]]
    at_desk = staff_rental(dropoffPlace="", bookingId=booked["bookingId"])
    fresh = (await owner_client.post("/api/admin/bookings/quotes", json=at_desk)).json()["fresh"]
    assert fresh["totalPrice"] == 485


def test_the_default_place_is_the_first_of_the_cheapest() -> None:
    hotel, airport, office = (
        HandoverPlace(code, "tbilisi", "office", code, fee=fee)
        for code, fee in (("hotel", 10), ("airport", 0), ("office", 0))
    )
    catalog = replace(catalog_of("georgia"), handover_places=(hotel, airport, office))
    assert default_place(catalog, "Tbilisi") == airport
    assert default_place(catalog, "tbilisi", office) == office
    assert default_place(catalog, "tbilisi", hotel) == airport
    assert default_place(catalog, "batumi") is None
    closed = replace(catalog, handover_places=(hotel, replace(airport, is_active=False)))
    assert default_place(closed, "tbilisi") == hotel
