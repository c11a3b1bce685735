"""Channels: an owner adds and changes them, their keys search and book, and bookings carry channel and commission."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest
from api_key_steps import KEYS, create_key
from api_steps import BOOKING, V1, bearer, book
from channel_steps import CHANNEL, CHANNELS, add_channel, open_channel
from fleet_steps import add_vehicle
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
WHEN = {
    "pickup_location": "tbilisi", "dropoff_location": "batumi", "pickup_at": "2026-07-01T10:00:00",
    "return_at": "2026-07-08T10:00:00", "driver_age": "24",
}  # fmt: skip


async def search(client: httpx.AsyncClient, token: str, **changes: Any) -> dict[str, Any]:
    answer = await client.get(f"{V1}/search", params=WHEN | changes, headers=bearer(token))
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def offer_of(found: dict[str, Any], slug: str = "subaru-forester") -> dict[str, Any]:
    return next(dict(offer) for offer in found["offers"] if offer["slug"] == slug)


async def test_an_owner_adds_changes_and_turns_off_a_channel(
    owner_client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    channel, token = await open_channel(owner_client, hiddenCars=["hyundai-elantra"])
    listed = (await owner_client.get(CHANNELS)).json()
    [shown] = [each for each in listed["channels"] if each["id"] == str(channel)]
    assert (shown["commissionPercent"], shown["hiddenCars"]) == (12.5, ["hyundai-elantra"])
    assert {"slug": "subaru-forester", "name": "Subaru Forester", "acrissCode": "IFBV"} in listed["cars"]

    off = {key: value for key, value in shown.items() if key != "id"} | {"isActive": False}
    assert (await owner_client.put(f"{CHANNELS}/{channel}", json=off)).status_code == 200

    refused = await owner_client.get(f"{V1}/search", params=WHEN, headers=bearer(token))
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "channel_turned_off")
    assert (await owner_client.put(f"{CHANNELS}/{uuid4()}", json=CHANNEL)).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"kind": "friend"}, "kind"),
        ({"rateBasis": "free"}, "rateBasis"),
        ({"commissionPercent": 101}, "commissionPercent"),
        ({"commissionPercent": 1.005}, "commissionPercent"),
        ({"hiddenCars": ["Not a slug"]}, "hiddenCars.0"),
        ({"hiddenCars": ["a"] * 501}, "hiddenCars"),
    ],
)
async def test_bad_input_names_the_field(
    owner_client: httpx.AsyncClient, wrong: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(CHANNELS, json=CHANNEL | wrong)

    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_a_name_is_used_once(owner_client: httpx.AsyncClient) -> None:
    name = uuid4().hex
    await open_channel(owner_client, name=name)

    again = await owner_client.post(CHANNELS, json=CHANNEL | {"name": name.upper()})

    assert (again.status_code, again.json()["code"]) == (409, "ChannelNameTaken")


async def test_channels_are_limited(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    [(count,)] = query_admin_sql("select count(*) from channels where tenant_id = %s", georgia.id)
    added = [add_channel(query_admin_sql, georgia) for _ in range(100 - count)]

    answer = await owner_client.post(CHANNELS, json=CHANNEL | {"name": uuid4().hex})

    assert (answer.status_code, answer.json()["code"]) == (409, "TooManyChannels")
    query_admin_sql("delete from channels where id = any(%s)", added)


async def test_a_channel_of_another_company_is_not_there(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, alps: Tenant
) -> None:
    foreign = add_channel(query_admin_sql, alps)

    key = {"name": "Key", "scopes": ["bookings:read"], "channelId": str(foreign)}
    refused = await owner_client.post(KEYS, json=key)

    assert (await owner_client.put(f"{CHANNELS}/{foreign}", json=CHANNEL)).status_code == 404
    assert [each["field"] for each in refused.json()["fields"]] == ["channelId"]
    assert str(foreign) not in (await owner_client.get(CHANNELS)).text


async def test_a_key_of_a_channel_has_scopes_of_bookings_only(owner_client: httpx.AsyncClient) -> None:
    channel, _ = await open_channel(owner_client)

    key = {"name": "Key", "scopes": ["bookings:read", "customers:read"], "channelId": str(channel)}
    refused = await owner_client.post(KEYS, json=key)

    assert (refused.status_code, [each["field"] for each in refused.json()["fields"]]) == (422, ["scopes"])


async def test_the_total_found_is_that_of_the_booking_by_key_and_by_link(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    channel, token = await open_channel(owner_client, rateBasis="net")
    found = await search(client, token)
    offer = offer_of(found)

    booked = await book(client, token, **WHEN | {"driver_age": 24, "insurance": found["insurance"]})
    link = {key: value for key, [value] in parse_qs(urlsplit(offer["booking_url"]).query).items()}
    form = booking_form(
        carType=link["car"],
        pickupLocation=link["pickup"],
        dropoffLocation=link["dropoff"],
        insuranceType=link["insurance"],
        driverAge=link["age"],
        channel=link["channel"],
        **{name: link[name] for name in ("pickupDate", "pickupTime", "returnDate", "returnTime")},
    )
    by_link = await client.post("/api/bookings", json=form)

    assert offer["total"] == booked["total"] == f"{by_link.json()['totalPrice']:.2f}"
    commission = Decimal(booked["channel_commission"])
    eighth = (Decimal(offer["total"]) / 8).quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert Decimal(offer["commission"]) == commission == eighth
    assert Decimal(offer["net"]) == Decimal(offer["total"]) - commission
    shown = (await owner_client.get(f"/api/admin/bookings/{by_link.json()['bookingId']}")).json()["booking"]
    assert shown["channel"]["id"] == str(channel)
    assert Decimal(str(shown["channelCommission"])) == commission


async def test_a_handover_place_is_in_the_total_the_link_and_the_booking(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    _, token = await open_channel(owner_client)
    usual = offer_of(await search(client, token))

    found = await search(client, token, pickup_place="tbilisi-address")
    offer = offer_of(found)
    booked = await book(
        client,
        token,
        **WHEN | {"driver_age": 24, "insurance": found["insurance"], "pickup_place": "tbilisi-address"},
    )

    catalog = (await client.get(f"{V1}/catalog", headers=bearer(token))).json()
    [tbilisi] = [each for each in catalog["locations"] if each["code"] == "tbilisi"]
    [place] = [each for each in tbilisi["places"] if each["code"] == "tbilisi-address"]
    assert Decimal(offer["total"]) - Decimal(usual["total"]) == Decimal(place["fee"]) == 10
    assert booked["total"] == offer["total"]
    assert parse_qs(urlsplit(offer["booking_url"]).query)["pickupPlace"] == ["tbilisi-address"]
    shown = (await owner_client.get(f"/api/admin/bookings/{booked['id']}")).json()["booking"]
    assert shown["pickupPlace"]["name"] == place["name"]


async def test_a_commission_stays_as_agreed(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    channel, token = await open_channel(owner_client)
    booked = await book(client, token)

    change = CHANNEL | {"name": uuid4().hex, "commissionPercent": 50}
    assert (await owner_client.put(f"{CHANNELS}/{channel}", json=change)).status_code == 200
    longer = {"return_at": "2026-07-09T10:00:00"}
    changed = await client.patch(f"{V1}/bookings/{booked['id']}", json=longer, headers=bearer(token))

    assert changed.json()["total"] != booked["total"]
    assert changed.json()["channel_commission"] == booked["channel_commission"]


async def test_a_link_of_a_channel_that_is_unknown_or_off_books_without_one(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, alps: Tenant
) -> None:
    off, _ = await open_channel(owner_client)
    change = CHANNEL | {"name": uuid4().hex, "isActive": False}
    assert (await owner_client.put(f"{CHANNELS}/{off}", json=change)).status_code == 200

    for channel in (off, add_channel(query_admin_sql, alps), uuid4(), "no id"):
        answer = await client.post(
            "/api/bookings",
            json=booking_form(channel=str(channel), customerEmail=f"{uuid4().hex}@example.com"),
        )
        assert answer.status_code in {200, 201}, answer.text
        stored = query_admin_sql(
            "select channel_id, channel_commission_minor from bookings where id = %s",
            answer.json()["bookingId"],
        )
        assert stored == [(None, None)]


async def test_a_channel_offers_its_cars_with_a_code(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    _, token = await open_channel(owner_client, hiddenCars=["subaru-forester"])

    found = await search(client, token, driver_age="30")

    assert found["warnings"] == []
    assert {offer["slug"] for offer in found["offers"]} == {
        "hyundai-elantra", "chevrolet-suburban", "toyota-fj-cruiser", "toyota-4runner",
    }  # fmt: skip
    elantra = offer_of(found, "hyundai-elantra")
    assert elantra["acriss_code"] == "IDAV"
    assert elantra["image_url"].startswith("http")
    assert elantra["net"] is None
    assert elantra["is_available"] is None
    assert elantra["mileage"].keys() == {"kilometres_a_day", "extra_kilometre"}


async def test_a_channel_sees_and_changes_its_own_bookings_alone(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    everything = await create_key(owner_client)
    _, token = await open_channel(owner_client)
    _, other = await open_channel(owner_client)
    own = await book(client, token)
    others = [await book(client, everything), await book(client, other)]

    listed = (await client.get(f"{V1}/bookings", headers=bearer(token))).json()["data"]
    assert [each["id"] for each in listed] == [own["id"]]
    for booking in others:
        at = f"{V1}/bookings/{booking['id']}"
        for answer in (
            await client.get(at, headers=bearer(token)),
            await client.patch(at, json={"group_size": 3}, headers=bearer(token)),
            await client.post(f"{at}/confirm", headers=bearer(token)),
            await client.post(f"{at}/cancel", json={"reason": "No"}, headers=bearer(token)),
        ):
            assert answer.status_code == 404
    cancelled = await client.post(
        f"{V1}/bookings/{own['id']}/cancel", json={"reason": "Changed plans"}, headers=bearer(token)
    )
    assert cancelled.json()["status"] == "cancelled"
    for path in ("customers", "payments", "vehicles", "webhooks", "invoices"):
        assert (await client.get(f"{V1}/{path}", headers=bearer(token))).status_code == 403


async def test_a_channel_cannot_keep_a_price_for_another_rental(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    _, token = await open_channel(owner_client)
    booked = await book(client, token)

    longer = {"return_at": "2026-07-20T10:00:00", "price": "keep"}
    answer = await client.patch(f"{V1}/bookings/{booked['id']}", json=longer, headers=bearer(token))

    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "price")


async def test_the_desk_filters_by_channel(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    channel, token = await open_channel(owner_client)
    booked = await book(client, token)

    listed = (await owner_client.get(f"/api/admin/bookings?channel={channel}")).json()["bookings"]
    choices = (await owner_client.get("/api/admin/bookings/filters")).json()["channels"]

    assert [each["id"] for each in listed] == [booked["id"]]
    assert str(channel) in {each["id"] for each in choices}
    assert (await owner_client.get("/api/admin/bookings?channel=none")).status_code == 422


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"pickup_location": "rome"}, "pickup_location"),
        ({"dropoff_location": "rome"}, "dropoff_location"),
        ({"pickup_at": "tomorrow"}, "pickup_at"),
        ({"return_at": "2026-06-30T10:00:00"}, "return_at"),
        ({"driver_age": "7"}, "driver_age"),
        ({"insurance": "none"}, "insurance"),
        ({"pickup_place": "batumi-station"}, "pickup_place"),
        ({"dropoff_place": "moon"}, "dropoff_place"),
        ({"currency": "USD"}, "currency"),
    ],
)
async def test_a_bad_search_names_the_parameter(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, wrong: dict[str, str], field: str
) -> None:
    _, token = await open_channel(owner_client)

    answer = await client.get(f"{V1}/search", params=WHEN | wrong, headers=bearer(token))

    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field), answer.text


async def test_a_rental_that_the_company_refuses_has_no_offers(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    _, token = await open_channel(owner_client)

    past = await search(client, token, pickup_at="2026-01-01T10:00:00", return_at="2026-01-08T10:00:00")
    young = await search(client, token, driver_age="17")

    assert (past["offers"], past["warnings"]) == ([], ["pickup_in_the_past"])
    assert (young["offers"], young["warnings"]) == ([], ["age_out_of_range"])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"driver_age": 17}, "driver_age"),
        ({"group_size": 99}, "group_size"),
        ({"pickup_at": "2026-01-01T10:00:00"}, "pickup_at"),
        ({"car": "Hyundai Elantra"}, "car"),
        ({"car": "Renault Duster"}, "car"),
    ],
)
async def test_a_channel_books_nothing_that_its_search_would_not_offer(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, wrong: dict[str, Any], field: str
) -> None:
    _, token = await open_channel(owner_client, hiddenCars=["hyundai-elantra"])
    booked = await book(client, token)

    made = await client.post(f"{V1}/bookings", json=BOOKING | wrong, headers=bearer(token))
    changed = await client.patch(f"{V1}/bookings/{booked['id']}", json=wrong, headers=bearer(token))

    assert (made.status_code, made.json()["error"]["field"]) == (422, field)
    assert (changed.status_code, changed.json()["error"]["field"]) == (422, field)


async def test_a_car_that_is_taken_is_said_to_be(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    # Before the catalogue is read, which is kept for a while.
    query_admin_sql("update tenant_settings set availability = true where tenant_id = %s", georgia.id)
    _, token = await open_channel(owner_client)
    add_vehicle(query_admin_sql, georgia, uuid4().hex[:8])
    when = {
        "pickup_at": "2026-09-01T10:00:00",
        "return_at": "2026-09-04T10:00:00",
        "dropoff_location": "tbilisi",
    }

    free = offer_of(await search(client, token, **when))
    while offer_of(await search(client, token, **when))["left"]:
        await book(client, token, **when, confirm=True)
    taken = offer_of(await search(client, token, **when))

    assert (free["is_available"], taken["is_available"]) == (True, False)
    query_admin_sql("update tenant_settings set availability = false where tenant_id = %s", georgia.id)


async def test_the_report_has_value_and_commission_of_bookings_that_stand(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    channel, token = await open_channel(owner_client, name="=Broker")
    stands, gone = await book(client, token), await book(client, token)
    await client.post(
        f"{V1}/bookings/{gone['id']}/cancel", json={"reason": "Changed plans"}, headers=bearer(token)
    )
    day = stands["created_at"][:10]

    report = (await owner_client.get(f"/api/admin/reports/channels?from={day}&to={day}")).json()
    file = await owner_client.get(f"/api/admin/reports/channels/export.csv?from={day}&to={day}")

    [row] = [each for each in report["rows"] if each["channelId"] == str(channel)]
    assert (row["bookings"], row["cancelled"]) == (1, 1)
    assert f"{row['value']:.2f}" == stands["total"]
    assert f"{row['commission']:.2f}" == stands["channel_commission"]
    assert f"'=Broker,1,1,{stands['total']},{stands['channel_commission']},EUR" in file.text
    assert (await alps_client.get("/api/admin/reports/channels")).status_code == 401
