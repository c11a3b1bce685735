"""Fines and tolls through the API: importing, charging to customers, keeping as costs, notices and failures."""

import asyncio
import base64
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import FINE, add_fine, add_vehicle, read, staff_rental
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from yard_steps import picture

from abano.core.ids import new_id
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

FINES = "/api/admin/fines"
HEADING = "Plate,Date,Time,Amount,Currency,Kind,Reference,Note\n"
PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@pytest.fixture(autouse=True)
def _no_fines(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "vehicle_fines")


@pytest.fixture
def plate() -> str:
    return uuid4().hex[:10].upper()


@pytest.fixture
def vehicle(query_admin_sql: AdminSql, georgia: Tenant, plate: str) -> UUID:
    return add_vehicle(query_admin_sql, georgia, plate)


async def rent(
    owner: httpx.AsyncClient, query_admin_sql: AdminSql, vehicle: UUID, hours: tuple[int, int], status: str
) -> str:
    """A booking that has the vehicle for these hours from NOW on."""
    taken = await owner.post(
        "/api/admin/bookings", json=staff_rental(customerName="Ada Lovelace", source="phone", confirm=True)
    )
    assert taken.status_code == 201, taken.text
    booking = str(taken.json()["booking"]["id"])
    times = [NOW + timedelta(hours=each) for each in hours]
    query_admin_sql(
        "update bookings set pickup_at = %s, return_at = %s, status = %s where id = %s",
        *times,
        status,
        booking,
    )
    query_admin_sql("delete from vehicle_reservations where booking_id = %s", booking)
    query_admin_sql(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at,"
        " ends_at, blocked_until, created_at) select tenant_id, %s, id, number, 'booking', %s, %s, %s, %s, %s"
        " from vehicles where id = %s",
        booking, booking, *times, times[1], NOW, vehicle,
    )  # fmt: skip
    return booking


async def upload(owner: httpx.AsyncClient, *lines: str, only_check: bool = False) -> dict[str, Any]:
    answer = await owner.post(
        f"{FINES}/import", json={"csv": HEADING + "\n".join(lines), "onlyCheck": only_check}
    )
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_a_file_is_checked_then_imported_and_never_twice(
    owner_client: httpx.AsyncClient, vehicle: UUID, plate: str, query_admin_sql: AdminSql
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -24), "completed")
    # Tbilisi is four hours ahead: 9 June, 13:00 there is a day before NOW, the last moment of the rental.
    lines = (
        f"{plate.lower()},2026-06-09,13:00,50,GEL,fine,F-1,",
        f"{plate},2026-06-09,13:01,2.50,EUR,toll,F-2,",
        "NOBODYS,2026-06-09,10:00,5,EUR,toll,F-3,",
        f"{plate},2026-06-09,10:00,5,EUR,bribe,F-4,",
        f"{plate},2026-06-09,13:00,50,GEL,fine,F-1,",
    )
    checked = await upload(owner_client, *lines, only_check=True)
    assert checked["imported"] == 0
    outcomes = [each["outcome"] for each in checked["lines"]]
    assert outcomes == ["matched", "unmatched", "unknown_plate", "bad", "known"]
    assert checked["lines"][0]["booking"]["id"] == booking
    assert [each["column"] for each in checked["lines"][3]["problems"]] == ["Kind"]
    assert (await read(owner_client, FINES))["fines"] == []

    assert (await upload(owner_client, *lines))["imported"] == 2
    again = await upload(owner_client, *lines)
    assert again["imported"] == 0
    assert [each["outcome"] for each in again["lines"]][:2] == ["known", "known"]
    fines = (await read(owner_client, FINES, state="open"))["fines"]
    assert [(each["reference"], each["booking"] is None) for each in fines] == [("F-2", True), ("F-1", False)]
    assert (await read(owner_client, FINES, booking=booking))["fines"][0]["currency"] == "GEL"


async def test_recorded_times_go_before_planned_ones(
    owner_client: httpx.AsyncClient,
    vehicle: UUID,
    plate: str,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    """Handed over an hour late and returned two hours late, by the records of the yard."""
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -24), "completed")
    for kind, hours in (("handover", -71), ("return", -22)):
        query_admin_sql(
            "insert into handover_records (tenant_id, id, booking_id, vehicle_id, kind, recorded_at, created_at,"
            " request_hash, mileage_km, fuel_eighths, language) values (%s, %s, %s, %s, %s, %s, %s, %s, 1, 8, 'en')",
            georgia.id, new_id(), booking, vehicle, kind, NOW + timedelta(hours=hours), NOW, b"x" * 32,
        )  # fmt: skip
    # Half past the planned handover, half past the recorded one, and as much before and after the recorded return.
    times = ("2026-06-07,13:30", "2026-06-07,14:30", "2026-06-09,14:30", "2026-06-09,15:30")
    checked = await upload(owner_client, *(f"{plate},{each},5,EUR,toll,," for each in times), only_check=True)
    assert [each["outcome"] for each in checked["lines"]] == ["unmatched", "matched", "matched", "unmatched"]


async def test_a_late_rental_still_has_its_vehicle(
    owner_client: httpx.AsyncClient, vehicle: UUID, plate: str, query_admin_sql: AdminSql
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -24), "active")
    checked = await upload(owner_client, f"{plate},2026-06-10,12:00,5,EUR,toll,,", only_check=True)
    assert checked["lines"][0]["booking"]["id"] == booking


async def test_a_charge_is_part_of_the_price_with_its_fee(
    owner_client: httpx.AsyncClient,
    vehicle: UUID,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -1), "completed")
    fine = add_fine(query_admin_sql, georgia, vehicle, booking)
    money = f"/api/admin/bookings/{booking}/money"
    before = (await read(owner_client, money))["due"]
    charged = await owner_client.post(f"{FINES}/{fine}/charge", json={"amount": 50, "handlingFee": 12.5})
    assert charged.status_code == 200, charged.text
    assert (await read(owner_client, money))["due"] == before + 62.5
    lines = query_admin_sql("select price_lines from bookings where id = %s", booking)[0][0]
    assert [(each["charge"], each["label"].partition(",")[0]) for each in lines[-2:]] == [
        ("damage", "Fine"), ("service", "Handling fee · Fine"),
    ]  # fmt: skip
    [shown] = (await read(owner_client, FINES, state="charged"))["fines"]
    assert (shown["charged"], shown["handlingFee"], shown["chargedCurrency"]) == (50, 12.5, georgia.currency)
    # The company pays the authority: the vehicle's profit has both sides.
    cost = query_admin_sql("select kind, amount_minor from vehicle_costs where vehicle_id = %s", vehicle)
    assert cost == [("fine", 5_000)]
    again = await owner_client.post(f"{FINES}/{fine}/charge", json={"amount": 50, "handlingFee": 0})
    assert (again.status_code, again.json()["code"]) == (409, "FineDecided")
    assert (await owner_client.delete(f"{FINES}/{fine}")).status_code == 409


async def test_a_charge_by_mistake_is_reversed_and_the_fine_is_open_again(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    vehicle: UUID,
    georgia: Tenant,
    alps: Tenant,
    db: Database,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -1), "completed")
    fine = add_fine(query_admin_sql, georgia, vehicle, booking)
    money = f"/api/admin/bookings/{booking}/money"
    before = (await read(owner_client, money))["due"]
    url, body = f"{FINES}/{fine}/reversal", {"reason": "Another customer"}
    early = await owner_client.post(url, json=body)
    assert (early.status_code, early.json()["code"]) == (409, "FineNotDecided")
    await owner_client.post(f"{FINES}/{fine}/charge", json={"amount": 50, "handlingFee": 12.5})
    assert (await client.post(url, json=body)).status_code == 401
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.post(url, json=body)).status_code == 404
    long = await owner_client.post(url, json={"reason": "x" * 501})
    assert (long.status_code, long.json()["fields"][0]["field"]) == (422, "reason")
    answers = await asyncio.gather(*(owner_client.post(url, json=body) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]
    # The bill has both: what was charged, and what takes it off, with the same VAT.
    assert (await read(owner_client, money))["due"] == before
    lines = query_admin_sql("select price_lines from bookings where id = %s", booking)[0][0][-4:]
    assert [each["amount"] for each in lines] == [5_000, 1_250, -5_000, -1_250]
    assert [each["charge"] for each in lines] == ["damage", "service", "damage", "service"]
    assert lines[2]["label"] == f"Reversed: {lines[0]['label']}"
    assert query_admin_sql("select count(*) from vehicle_costs where vehicle_id = %s", vehicle) == [(0,)]
    [shown] = (await read(owner_client, FINES, vehicle=vehicle))["fines"]
    assert (shown["state"], shown["charged"], shown["booking"]["id"]) == ("open", None, booking)
    # It is decided again, as if for the first time; a cost of the company is undone, too.
    assert (await owner_client.post(f"{FINES}/{fine}/keep", json={"amount": 50})).status_code == 200
    assert (await owner_client.post(url, json={})).status_code == 200
    assert query_admin_sql("select count(*) from vehicle_costs where vehicle_id = %s", vehicle) == [(0,)]
    audited = "select count(*) from audit_log where action = 'fine.reversed' and subject_id = %s"
    reference = query_admin_sql("select reference from bookings where id = %s", booking)[0][0]
    assert query_admin_sql(audited, reference) == [(1,)]


async def test_of_ten_decisions_at_once_one_counts(
    owner_client: httpx.AsyncClient, vehicle: UUID, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -1), "completed")
    fine = add_fine(query_admin_sql, georgia, vehicle, booking)
    before = (await read(owner_client, f"/api/admin/bookings/{booking}/money"))["due"]
    calls = [("charge", {"amount": 50, "handlingFee": 0}), ("keep", {"amount": 50})] * 5
    answers = await asyncio.gather(
        *(owner_client.post(f"{FINES}/{fine}/{call}", json=body) for call, body in calls)
    )
    assert sorted(each.status_code for each in answers) == [200] + [409] * 9
    [shown] = (await read(owner_client, FINES, vehicle=vehicle))["fines"]
    charged = 50 if shown["state"] == "charged" else 0
    assert (await read(owner_client, f"/api/admin/bookings/{booking}/money"))["due"] == before + charged
    cost = query_admin_sql(
        "select count(*), sum(amount_minor) from vehicle_costs where vehicle_id = %s", vehicle
    )
    assert cost == [(1, 5_000)]


async def test_one_without_a_booking_is_assigned_by_hand_or_kept(
    owner_client: httpx.AsyncClient, vehicle: UUID, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -1), "completed")
    fine = add_fine(query_admin_sql, georgia, vehicle)
    url = f"{FINES}/{fine}/charge"
    for reference, code in (("", "fine_booking_missing"), ("NOTHING", "fine_booking_unknown")):
        refused = await owner_client.post(
            url, json={"amount": 5, "handlingFee": 0, "bookingReference": reference}
        )
        assert refused.status_code == 422
        assert [(each["field"], each["code"]) for each in refused.json()["fields"]] == [
            ("bookingReference", code)
        ]
    reference = query_admin_sql("select reference from bookings where id = %s", booking)[0][0]
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booking)
    body = {"amount": 5, "handlingFee": 0, "bookingReference": reference.lower()}
    refused = await owner_client.post(url, json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "BookingNotChargeable")
    query_admin_sql("update bookings set status = 'completed' where id = %s", booking)
    assert (await owner_client.post(url, json=body)).status_code == 200

    query_admin_sql("delete from vehicle_fines")
    query_admin_sql("delete from vehicle_costs where vehicle_id = %s", vehicle)
    kept = add_fine(query_admin_sql, georgia, vehicle)
    assert (await owner_client.post(f"{FINES}/{kept}/keep", json={"amount": 40})).status_code == 200
    costs = (await read(owner_client, "/api/admin/vehicle-costs", vehicle=str(vehicle)))["costs"]
    assert [(each["kind"], each["amount"], each["spentOn"]) for each in costs] == [("fine", 40, "2026-06-09")]
    # A cost that is deleted takes nothing else with it.
    assert (await owner_client.delete(f"/api/admin/vehicle-costs/{costs[0]['id']}")).status_code == 204
    assert [each["state"] for each in (await read(owner_client, FINES))["fines"]] == ["kept"]


@pytest.mark.parametrize(
    ("call", "body", "field"),
    [
        ("charge", {"amount": 0, "handlingFee": 0}, "amount"),
        ("charge", {"amount": 5, "handlingFee": -1}, "handlingFee"),
        ("charge", {"amount": 5.001, "handlingFee": 0}, "amount"),
        ("keep", {"amount": 0}, "amount"),
    ],
)
async def test_bad_input_names_the_field(
    owner_client: httpx.AsyncClient, call: str, body: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(f"{FINES}/{new_id()}/{call}", json=body)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_a_notice_is_stored_shown_and_removed_with_an_open_fine(
    owner_client: httpx.AsyncClient, vehicle: UUID, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    fine = add_fine(query_admin_sql, georgia, vehicle)
    url = f"{FINES}/{fine}/notice"
    stored = await owner_client.put(url, json={"content": base64.b64encode(PDF).decode()})
    assert stored.status_code == 200, stored.text
    shown = await owner_client.get(url)
    assert (shown.content, shown.headers["content-type"]) == (PDF, "application/pdf")
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert (await owner_client.put(url, json=picture())).status_code == 200
    assert (await owner_client.get(url)).headers["content-type"] == "image/jpeg"
    refused = await owner_client.put(url, json={"content": base64.b64encode(b"MZ").decode()})
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, "not_a_document")
    file = query_admin_sql("select notice_id from vehicle_fines where id = %s", fine)[0][0]
    assert (await owner_client.delete(f"{FINES}/{fine}")).status_code == 204
    assert query_admin_sql("select 1 from media_files where id = %s", file) == []
    assert (await owner_client.get(url)).status_code == 404


async def test_the_handling_fees_are_settings_of_the_company(owner_client: httpx.AsyncClient) -> None:
    url = "/api/admin/handover/terms"
    terms = await read(owner_client, url)
    assert (await read(owner_client, FINES))["fees"] == {"fine": 0, "toll": 0, "parking": 0}
    names = ("fuelEighth", "cleaning", "damage", "driversMayChange")
    body = {name: terms[name] for name in names} | {"fineFee": 15, "tollFee": 2.5}
    assert (await owner_client.put(url, json=body)).status_code == 200
    assert (await read(owner_client, FINES))["fees"] == {"fine": 15, "toll": 2.5, "parking": 0}
    refused = await owner_client.put(url, json=body | {"parkingFee": -1})
    assert [each["field"] for each in refused.json()["fields"]] == ["parkingFee"]


async def test_a_single_one_is_added_and_matched_and_never_twice(
    owner_client: httpx.AsyncClient, vehicle: UUID, plate: str, query_admin_sql: AdminSql
) -> None:
    booking = await rent(owner_client, query_admin_sql, vehicle, (-72, -24), "completed")
    # Tbilisi is four hours ahead.
    body = FINE | {
        "plate": plate.lower(),
        "happenedOn": "2026-06-08",
        "happenedAt": "15:30",
        "reference": "P-7",
    }
    answer = await owner_client.post(FINES, json=body)
    assert answer.status_code == 201, answer.text
    [kept] = (await read(owner_client, FINES, vehicle=vehicle))["fines"]
    assert (kept["id"], kept["booking"]["id"], kept["state"]) == (answer.json()["fineId"], booking, "open")
    assert (kept["happenedAt"], kept["amount"], kept["currency"]) == ("2026-06-08T11:30:00Z", 5, "EUR")
    again = await owner_client.post(FINES, json=body)
    assert (again.status_code, again.json()["code"]) == (409, "FineKnown")
    before = await owner_client.post(FINES, json=body | {"happenedOn": "2026-01-08"})
    assert before.status_code == 201
    listed = (await read(owner_client, FINES, vehicle=vehicle, sort="happenedAt"))["fines"]
    assert [each["booking"] is None for each in listed] == [True, False]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("plate", "NOBODYS"),
        ("plate", ""),
        ("kind", "bribe"),
        ("happenedOn", "2026-06-11"),
        ("happenedAt", "25:00"),
        ("amount", 0),
        ("amount", 0.001),
        ("currency", "euro"),
        ("reference", "x" * 81),
        ("note", "x" * 501),
    ],
)
async def test_what_is_wrong_of_a_single_one_is_named(
    owner_client: httpx.AsyncClient, vehicle: UUID, plate: str, field: str, value: object
) -> None:
    answer = await owner_client.post(FINES, json=FINE | {"plate": plate, field: value})
    assert answer.status_code == 422, answer.text
    expected = "happenedAt" if field == "happenedOn" else field
    assert [each["field"] for each in answer.json()["fields"]] == [expected]
    assert (await read(owner_client, FINES, vehicle=vehicle))["fines"] == []
