"""Vehicles in the console: what is due, the history, files, and blocks whose bookings move."""

from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, read, vehicle_of
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn
from sent_statements import sent_statements

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
VEHICLES = "/api/admin/vehicles"
GOLF = {
    "plate": "aa-001 bb",
    "car": "Subaru Forester",
    "homeLocation": "tbilisi",
    "mileageKm": 9500,
    "year": 2021,
}


@pytest.fixture(autouse=True)
def _no_fleet(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(
        query_admin_sql, "bookings", "booking_events", "vehicle_reservations", "vehicle_events", "vehicles"
    )


async def add(owner: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    answer = await owner.post(VEHICLES, json=GOLF | changes)
    assert answer.status_code == 201, answer.text
    vehicle: dict[str, Any] = answer.json()["vehicle"]
    return vehicle


async def test_a_vehicle_has_documents_and_service_that_warn_and_a_history(
    owner_client: httpx.AsyncClient,
) -> None:
    path = f"{VEHICLES}/{(await add(owner_client))['id']}"
    # The clock says 10 June 2026.
    for day in ("2026-06-09", "2026-06-10", "2026-07-10", "2026-07-11"):
        document = {"kind": "insurance", "expiresOn": day}
        assert (await owner_client.post(f"{path}/documents", json=document)).status_code == 201
    for work in ({"dueMileageKm": 10_000}, {"dueMileageKm": 10_901}, {"dueOn": "2026-06-09"}):
        answer = await owner_client.post(f"{path}/services", json={"title": "Oil", **work})
        assert answer.status_code == 201, answer.text
    vehicle = answer.json()["vehicle"]
    assert [each["state"] for each in vehicle["documents"]] == ["expired", "expiring", "expiring", "valid"]
    assert sorted(each["state"] for each in vehicle["services"]) == ["overdue", "planned", "soon"]
    assert vehicle["warnings"] == 5
    overdue = next(each["id"] for each in vehicle["services"] if each["state"] == "overdue")
    done = {"doneOn": "2026-06-10", "doneMileageKm": 9_800}
    vehicle = (await owner_client.post(f"{path}/services/{overdue}/done", json=done)).json()["vehicle"]
    assert (vehicle["mileageKm"], vehicle["warnings"]) == (9_800, 4)
    kinds = [each["kind"] for each in vehicle["history"]]
    assert kinds == ["service_done", *["service_planned"] * 3, *["document_added"] * 4, "created"]
    answer = await owner_client.post(f"{path}/services", json={"title": "Oil"})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "dueOn")


async def test_one_plate_is_one_vehicle_however_it_is_spelt(owner_client: httpx.AsyncClient) -> None:
    first = await add(owner_client)
    for bad, field in (
        ({"plate": "AA001BB"}, "plate"),
        ({"plate": " - "}, "plate"),
        ({"car": "Lada Niva"}, "car"),
        ({"homeLocation": "chur"}, "homeLocation"),
        ({"year": 1900}, "year"),
        ({"state": "lost"}, "state"),
    ):
        answer = await owner_client.post(VEHICLES, json=GOLF | {"plate": "CC-1"} | bad)
        assert answer.status_code == 422, answer.text
        assert [each["field"] for each in answer.json()["fields"]] == [field]
    answer = await owner_client.put(
        f"{VEHICLES}/{first['id']}", json=GOLF | {"color": "red", "reason": "Painted"}
    )
    history = answer.json()["vehicle"]["history"]
    assert (history[0]["before"], history[0]["after"]) == ({"color": ""}, {"color": "red"})
    assert (history[0]["reason"], history[0]["adminName"]) == ("Painted", "Demo owner")


async def test_the_export_is_imported_again_and_a_bad_line_stops_the_file(
    owner_client: httpx.AsyncClient,
) -> None:
    await add(owner_client, color="=1+1")
    text = (await owner_client.get(f"{VEHICLES}/export.csv")).text
    assert "'=1+1" in text
    again = await owner_client.post(f"{VEHICLES}/import", json={"csv": text})
    assert again.json() == {"success": True, "added": 0, "changed": 0, "unchanged": 1}
    more = "Plate;Car;Home location;Year\nAA 001 BB;Subaru Forester;batumi;2022\nNEW-1;Hyundai Elantra;kutaisi;\n"
    checked = await owner_client.post(f"{VEHICLES}/import", json={"csv": more, "onlyCheck": True})
    assert checked.json() == {"success": True, "added": 1, "changed": 1, "unchanged": 0}
    assert len((await read(owner_client, VEHICLES))["vehicles"]) == 1
    assert (await owner_client.post(f"{VEHICLES}/import", json={"csv": more})).status_code == 200
    bad = (
        more
        + "new 1;Lada Niva;kutaisi;2020\nNEW-2;Lada Niva;kutaisi;2020\nNEW-3;Hyundai Elantra;kutaisi;soon\n"
    )
    refused = await owner_client.post(f"{VEHICLES}/import", json={"csv": bad})
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["fields"]] == ["line 4: plate", "line 6: year"]
    refused = await owner_client.post(
        f"{VEHICLES}/import", json={"csv": more + "NEW-2;Lada Niva;kutaisi;2020\n"}
    )
    assert [each["field"] for each in refused.json()["fields"]] == ["line 4: car"]
    assert len((await read(owner_client, VEHICLES))["vehicles"]) == 2
    refused = await owner_client.post(f"{VEHICLES}/import", json={"csv": "Plates\nA"})
    assert [each["field"] for each in refused.json()["fields"]] == ["csv"]


async def test_a_file_of_many_vehicles_takes_as_many_statements_as_one_of_few(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    async def send(lines: list[str]) -> tuple[dict[str, Any], int]:
        text = "\n".join(["Plate,Car,Home location,Year", *lines])
        with sent_statements() as sent:
            answer = await owner_client.post(f"{VEHICLES}/import", json={"csv": text})
        assert answer.status_code == 200, answer.text
        return answer.json(), len(sent)

    plates = [f"MANY-{number}" for number in range(45)]
    await send(["FIRST,Subaru Forester,batumi,2020"])
    _, of_few = await send([f"FEW-{number},Subaru Forester,batumi,2020" for number in range(3)])
    added, of_many = await send([f"{plate},Subaru Forester,batumi,2020" for plate in plates])
    assert (added["added"], of_many) == (45, of_few)
    changed, of_changes = await send([f"{plate},Subaru Forester,kutaisi,2021" for plate in plates])
    assert (changed["changed"], changed["added"]) == (45, 0)
    assert of_changes <= of_few
    # Each has its own history, and its own entry of the audit log.
    vehicles = (await read(owner_client, VEHICLES))["vehicles"]
    chosen = next(each for each in vehicles if each["plate"] == "MANY-44")
    history = (await read(owner_client, f"{VEHICLES}/{chosen['id']}"))["vehicle"]["history"]
    assert [(each["kind"], each["reason"]) for each in history] == [
        ("changed", "Imported from a file"),
        ("created", "Imported from a file"),
    ]
    assert history[0]["before"] == {"year": 2020, "homeLocation": "batumi"}
    logged = query_admin_sql("select action from audit_log where subject_id = %s order by id", chosen["id"])
    assert logged == [("vehicle.added",), ("vehicle.changed",)]


async def test_a_vehicle_goes_to_the_workshop_and_its_bookings_to_others(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    first = add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    booking = (await client.post("/api/bookings", json=booking_form())).json()["bookingId"]
    body = {
        "kind": "workshop",
        "title": "Brakes",
        "startsAt": "2026-07-03T08:00:00Z",
        "endsAt": "2026-07-04T08:00:00Z",
    }
    path = f"{VEHICLES}/{first}/blocks"
    refused = await owner_client.post(path, json=body | {"moveBookings": True})
    assert (refused.status_code, refused.json()["error"]) == (409, "VehicleTaken")
    assert refused.json()["details"]["bookings"][0]["toPlate"] is None
    second = add_vehicle(query_admin_sql, georgia, "AA-2", home="batumi")
    plan = (await owner_client.post(path, json=body | {"onlyPlan": True})).json()
    assert (plan["blockId"], plan["bookings"][0]["toPlate"]) == (None, "AA-2")
    assert plan["bookings"][0]["transferFrom"] == "batumi"
    assert vehicle_of(query_admin_sql, booking) == first
    # No one moves a booking unasked.
    assert (await owner_client.post(path, json=body)).status_code == 409
    done = await owner_client.post(path, json=body | {"moveBookings": True})
    assert done.status_code == 200, done.text
    assert vehicle_of(query_admin_sql, booking) == second
    calendar = await read(owner_client, "/api/admin/calendar", **{"from": "2026-07-01", "days": 10})
    assert [(bar["kind"], bar["title"]) for bar in calendar["bars"]] == [
        ("workshop", "Brakes"),
        ("booking", ""),
    ]
    gone = await owner_client.delete(f"{path}/{done.json()['blockId']}")
    assert gone.status_code == 204
    sold = await owner_client.put(f"{VEHICLES}/{second}", json=GOLF | {"plate": "AA-2", "state": "sold"})
    assert (sold.status_code, sold.json()["error"]) == (409, "VehicleHasBookings")


async def test_a_booking_moves_on_the_calendar_and_back(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    first, second = (add_vehicle(query_admin_sql, georgia, plate) for plate in ("AA-1", "AA-2"))
    other = add_vehicle(query_admin_sql, georgia, "BB-1", "Hyundai Elantra")
    promise(query_admin_sql, georgia)
    bookings = [
        (await client.post("/api/bookings", json=booking_form())).json()["bookingId"] for _ in range(2)
    ]
    assert [vehicle_of(query_admin_sql, booking) for booking in bookings] == [first, second]

    async def move(booking: str, has: Any, to: Any, **more: Any) -> httpx.Response:
        body = {
            "bookingId": booking,
            "fromVehicleId": has and str(has),
            "toVehicleId": to and str(to),
            **more,
        }
        return await owner_client.post("/api/admin/calendar/moves", json=body)

    for answer, error in (
        (await move(bookings[0], first, second), "VehicleAlreadyBooked"),
        (await move(bookings[0], second, other), "VehicleChanged"),
        (await move(bookings[0], first, other), "OtherCar"),
    ):
        assert (answer.status_code, answer.json()["error"]) == (409, error)
    moved = await move(bookings[0], first, other, acceptOtherCar=True)
    assert moved.status_code == 200, moved.text
    shown = await read(owner_client, "/api/admin/calendar", **{"from": "2026-07-01", "days": 8})
    assert [bar["isOtherCar"] for bar in shown["bars"] if bar["bookingId"] == bookings[0]] == [True]
    undone = await owner_client.post("/api/admin/calendar/moves", json=moved.json()["undo"])
    assert undone.status_code == 200, undone.text
    assert vehicle_of(query_admin_sql, bookings[0]) == first
    # Without a vehicle it is still shown.
    assert (await move(bookings[0], first, None)).status_code == 200
    shown = await read(owner_client, "/api/admin/calendar", **{"from": "2026-07-01", "days": 8})
    assert [each["bookingId"] for each in shown["unassigned"]] == [bookings[0]]


async def test_the_desk_works_with_the_fleet_and_sees_no_settings(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    analyst = (await signed_in_person(db, georgia, "analyst", client_of, sign_in)).client
    assert (await desk.get(VEHICLES)).status_code == 200
    assert (await desk.get("/api/admin/fleet/settings")).status_code == 403
    assert (await analyst.get(VEHICLES)).status_code == 403
