"""The vehicles that visitors see on a car's page: only those that are shown, and nothing that names one."""

import httpx
import pytest
from emptied_tables import empty_tables
from fleet_steps import read
from media_steps import upload
from product_fixtures import AdminSql

from abano.fleet.vehicles.rules import rounded_kilometres

pytestmark = pytest.mark.anyio
VEHICLES = "/api/admin/vehicles"
SHOWN = "/api/cars/subaru-forester/vehicles"
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path d="M0 0h8v5z"/></svg>'
FORESTER = {"plate": "AA-001-BB", "car": "Subaru Forester", "homeLocation": "tbilisi", "mileageKm": 64_999}


@pytest.fixture(autouse=True)
def _no_fleet(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql, "bookings", "booking_events", "vehicle_reservations", "vehicle_events", "vehicles"
    )


def test_a_mileage_is_rounded_down() -> None:
    assert [rounded_kilometres(each) for each in (0, 999, 1_000, 64_999)] == [0, 0, 1_000, 64_000]


async def test_visitors_see_the_vehicles_that_are_shown(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
) -> None:
    picture = (await upload(owner_client, DRAWING, "Our Forester.svg"))["id"]
    description = {
        "title": "Our Forester",
        "altTexts": {"en": "A green Forester"},
        "focusX": 500,
        "focusY": 500,
    }
    assert (await owner_client.put(f"/api/admin/media/{picture}", json=description)).status_code == 200
    body = FORESTER | {"year": 2021, "isShown": True, "pictureId": picture}
    added = (await owner_client.post(VEHICLES, json=body)).json()["vehicle"]
    assert (added["isShown"], added["pictureId"]) == (True, picture)
    for other in (
        {"plate": "CC-1"},
        {"plate": "CC-2", "isShown": True, "state": "workshop"},
        {"plate": "CC-3", "isShown": True, "state": "sold"},
        {"plate": "CC-4", "isShown": True, "car": "Hyundai Elantra"},
        {"plate": "CC-5", "isShown": True, "year": 2023},
    ):
        assert (await owner_client.post(VEHICLES, json=FORESTER | other)).status_code == 201
    newer, older = (await read(client, SHOWN, lang="en"))["vehicles"]
    assert newer == {"year": 2023, "mileageKm": 64_000, "picture": None}
    assert set(older) == {"year", "mileageKm", "picture"}
    shown = older["picture"]
    assert (older["year"], shown["mediaId"]) == (2021, None)
    assert shown["alt"] == "A green Forester"
    assert (await client.get(shown["src"])).status_code == 200
    answer = await client.get(SHOWN)
    again = await client.get(SHOWN, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    # Another company has no such car, and no page for it.
    assert (await alps_client.get(SHOWN)).status_code == 404
    assert (await client.get("/api/cars/nothing/vehicles")).status_code == 404

    # The picture is in use, and a file of vehicles leaves what is shown as it was.
    refused = await owner_client.delete(f"/api/admin/media/{picture}")
    assert (refused.status_code, refused.json()["error"]) == (409, "MediaInUse")
    text = (await owner_client.get(f"{VEHICLES}/export.csv")).text
    await owner_client.post(f"{VEHICLES}/import", json={"csv": text.replace("64999", "65000")})
    assert [each["mileageKm"] for each in (await read(client, SHOWN))["vehicles"]] == [65_000, 65_000]
    path = f"{VEHICLES}/{added['id']}"
    changed = (await owner_client.put(path, json=body | {"isShown": False, "pictureId": None})).json()
    event = changed["vehicle"]["history"][0]["after"]
    assert (event["isShown"], event["pictureId"]) == (False, None)
    assert [each["year"] for each in (await read(client, SHOWN))["vehicles"]] == [2023]
    after = await owner_client.put(path, json=FORESTER | {"pictureId": "none"})
    assert (after.status_code, after.json()["fields"][0]["field"]) == (422, "pictureId")
