"""The catalogue's draft: changed item by item, compared, published, planned and taken back."""

from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from catalog_steps import TAKE_BACK, URL, change, draft, entry, publish
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.catalog.editing import tasks
from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.ops.seeds.loader import load_template
from abano.storage.service import Media
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ELANTRA = f"{URL}/draft/cars/hyundai-elantra"
WEEK = {"carType": "Hyundai Elantra", "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi", "days": 7}


@pytest.fixture
def later(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the clock, and lets every cache forget."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move(**delta: float) -> None:
        clock.move(**delta)
        moved["seconds"] += 3600.0

    return move


@pytest.fixture(autouse=True)
def unpublished(query_admin_sql: AdminSql) -> None:
    """Each test begins without a draft."""
    query_admin_sql("delete from catalog_drafts")


def rates(first: float) -> dict[str, Any]:
    return {"rates": [{"minDays": 1, "dailyRate": first}, {"minDays": 7, "dailyRate": first - 2}]}


async def quoted(client: httpx.AsyncClient) -> tuple[float, int]:
    answer = (await client.post("/api/quotes", json=WEEK)).json()
    return answer["totalPrice"], answer["catalogVersion"]


async def test_what_is_no_cover_cannot_be_recommended(owner_client: httpx.AsyncClient) -> None:
    option = entry(await draft(owner_client), "insurance", "minimum")
    url = f"{URL}/draft/insurance/minimum"
    answer = await owner_client.patch(
        url, json={"revision": option["revision"], "item": {"recommended": True}}
    )
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["fields"]] == ["recommended"]
    # With nothing left to pay it is a cover.
    await change(owner_client, {"recommended": True, "excess": 0}, "insurance", "minimum")


async def test_a_change_stays_in_the_draft_until_it_is_published(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, later: Any
) -> None:
    before, version = await quoted(client)
    state = await change(owner_client, rates(50))
    assert (state["changes"], state["version"]) == (1, version)
    changed = entry(state, "cars", "hyundai-elantra")
    assert (changed["state"], changed["changedBy"]) == ("changed", "Demo owner")
    assert changed["live"]["rates"][0]["dailyRate"] == 38
    [shown] = (await owner_client.get(f"{URL}/draft/changes")).json()["changes"]
    assert (shown["label"], [field["field"] for field in shown["fields"]]) == ("Hyundai Elantra", ["rates"])
    later(minutes=1)
    assert await quoted(client) == (before, version)
    preview = (await owner_client.post(f"{URL}/preview", json=WEEK)).json()
    assert (preview["live"]["totalPrice"], preview["draft"]["totalPrice"]) == (before, 7 * 48)

    state = await publish(owner_client, note="Autumn")
    assert (state["changes"], state["version"]) == (0, version + 1)
    later(minutes=1)
    assert await quoted(client) == (7 * 48, version + 1)
    newest, *_ = (await owner_client.get(f"{URL}/versions")).json()["versions"]
    assert (newest["number"], newest["publishedBy"], newest["note"]) == (version + 1, "Demo owner", "Autumn")
    site = (await client.get("/api/site")).json()["site"]
    assert site["catalogVersion"] == version + 1


async def test_second_save_returns_the_conflict_and_loses_nothing(
    owner_client: httpx.AsyncClient,
) -> None:
    loaded = entry(await draft(owner_client), "cars", "subaru-forester")
    await change(owner_client, {"title": "Hers"}, key="subaru-forester")
    late = {"revision": loaded["revision"], "item": {"title": "His"}}
    answer = await owner_client.patch(f"{URL}/draft/cars/subaru-forester", json=late)
    assert answer.status_code == 409
    body = answer.json()
    assert body["error"] == "ItemChangedMeanwhile"
    details = body["details"]
    assert (details["by"], details["theirs"]["title"], details["yours"]["title"]) == (
        "Demo owner",
        "Hers",
        "His",
    )
    for item in ({"title": "Hers"}, {"title": "Hers", "name": loaded["label"]}, {}):
        same = {"item": item, "revision": loaded["revision"]}
        refused = await owner_client.patch(f"{URL}/draft/cars/subaru-forester", json=same)
        assert (refused.status_code, refused.json()["error"]) == (409, "ItemChangedMeanwhile"), item
    again = {"revision": details["revision"], "item": {"title": "His"}}
    answer = await owner_client.patch(f"{URL}/draft/cars/subaru-forester", json=again)
    assert entry(answer.json(), "cars", "subaru-forester")["item"]["title"] == "His"


@pytest.mark.parametrize(
    ("item", "field"),
    [
        ({"rates": [{"minDays": 1, "dailyRate": "much"}]}, "rates.0.dailyRate"),
        ({"rates": [{"minDays": 1, "dailyRate": 3.001}]}, "rates.0.dailyRate"),
        ({"rates": [{"minDays": 2, "dailyRate": 3}, {"minDays": 2, "dailyRate": 4}]}, "rates"),
        ({"seats": 0}, "seats"),
        ({"name": "Subaru  FORESTER"}, "name"),
        ({"slug": "another"}, "slug"),
        ({"colour": "red"}, "colour"),
        ({"description": "x" * 4001}, "description"),
    ],
)
async def test_a_bad_value_is_refused_at_its_field(
    owner_client: httpx.AsyncClient, item: dict[str, Any], field: str
) -> None:
    revision = entry(await draft(owner_client), "cars", "hyundai-elantra")["revision"]
    answer = await owner_client.patch(ELANTRA, json={"revision": revision, "item": item})
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert (await draft(owner_client))["changes"] == 0


async def test_items_come_and_go_and_bookings_keep_what_they_name(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    later: Any,
    db: Database,
    georgia: Tenant,
    settings: Settings,
    query_admin_sql: AdminSql,
) -> None:
    place = {"code": "kazbegi", "name": "Kazbegi"}
    assert (await owner_client.post(f"{URL}/draft/locations", json={"item": place})).status_code == 201
    again = await owner_client.post(f"{URL}/draft/locations", json={"item": place})
    assert [each["field"] for each in again.json()["fields"]] == ["code"]
    revision = entry(await draft(owner_client), "locations", "kutaisi")["revision"]
    answer = await owner_client.delete(f"{URL}/draft/locations/kutaisi", params={"revision": revision})
    assert answer.status_code == 200, answer.text
    await publish(owner_client)
    later(minutes=1)
    site = (await client.get("/api/site")).json()["site"]
    codes = [item["code"] for item in site["locations"]]
    assert "kazbegi" in codes
    assert "kutaisi" not in codes
    assert not [fee for fee in site["deliveryFees"] if "kutaisi" in (fee["pickup"], fee["dropoff"])]
    found = query_admin_sql(
        "select is_active from locations join tenants t on t.id = tenant_id"
        " where code = 'kutaisi' and t.slug = 'georgia'"
    )
    assert found == [(False,)]
    # A template that is loaded again, as with each start, brings nothing back.
    async with db.uow(georgia.id) as uow:
        await load_template(uow, "georgia", Media(settings))
    later(minutes=1)
    again = (await client.get("/api/site")).json()["site"]
    assert again["deliveryFees"] == site["deliveryFees"]


async def test_two_cars_change_their_names_for_each_others(owner_client: httpx.AsyncClient) -> None:
    first, second = [item for item in (await draft(owner_client))["items"] if item["part"] == "cars"][-2:]
    await change(owner_client, {"name": "Between"}, key=first["key"])
    await change(owner_client, {"name": first["label"]}, key=second["key"])
    await change(owner_client, {"name": second["label"]}, key=first["key"])
    state = await publish(owner_client)
    assert entry(state, "cars", first["key"])["label"] == second["label"]
    assert entry(state, "cars", second["key"])["label"] == first["label"]


async def test_what_a_version_changed_is_taken_back_and_the_draft_stays(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, later: Any
) -> None:
    before, _ = await quoted(client)
    await change(owner_client, rates(70))
    number = (await publish(owner_client))["version"]
    await change(owner_client, {"title": "Not yet"}, key="subaru-forester")
    later(minutes=1)
    assert (await quoted(client))[0] != before
    [shown] = (await owner_client.get(f"{URL}/versions/{number}")).json()["changes"]
    assert shown["key"] == "hyundai-elantra"
    answer = await owner_client.post(f"{URL}/versions/{number}/restore", json=TAKE_BACK)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["version"], answer.json()["changes"]) == (number + 1, 1)
    later(minutes=1)
    assert await quoted(client) == (before, number + 1)
    for body, fields in ((b"{}", {"items", "to"}), (b"", {"body"})):
        refused = await owner_client.post(
            f"{URL}/versions/{number}/restore", content=body, headers={"content-type": "application/json"}
        )
        named = {each["field"] for each in refused.json()["fields"]}
        assert (refused.status_code, named) == (422, fields)
    nothing = await owner_client.post(f"{URL}/versions/{number}/restore", json=TAKE_BACK)
    assert (nothing.status_code, nothing.json()["error"]) == (409, "CatalogUnchanged")


async def test_a_planned_draft_is_published_by_the_worker_once(
    owner_client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock
) -> None:
    context = TaskContext(db, settings, clock)
    await change(owner_client, {"title": "From tomorrow"})
    past = {"revision": (await draft(owner_client))["revision"], "day": "2025-01-01"}
    refused = await owner_client.post(f"{URL}/draft/publish", json=past)
    assert [each["field"] for each in refused.json()["fields"]] == ["day"]
    # The company is four hours before UTC, the session lasts some hours.
    state = await publish(owner_client, day=clock.now().date().isoformat(), time="15:00")
    assert state["publishesBy"] == "Demo owner"
    await run_for_all(tasks.publish, context)
    assert (await draft(owner_client))["version"] == state["version"]
    clock.move(hours=3)
    await run_for_all(tasks.publish, context)
    await run_for_all(tasks.publish, context)
    done = await draft(owner_client)
    assert (done["version"], done["changes"], done["publishesAt"]) == (state["version"] + 1, 0, None)
    [newest, *_] = (await owner_client.get(f"{URL}/versions")).json()["versions"]
    assert newest["publishedBy"] == "Demo owner"
    # The end of a day is an hour of opening, and no moment to publish at.
    midnight = past | {"day": "2031-01-01", "time": "24:00"}
    refused = await owner_client.post(f"{URL}/draft/publish", json=midnight)
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["fields"]] == ["time"]


async def test_publishing_what_one_did_not_look_at_is_refused(owner_client: httpx.AsyncClient) -> None:
    await change(owner_client, {"title": "One"})
    looked_at = (await draft(owner_client))["revision"]
    await change(owner_client, {"title": "Two"})
    answer = await owner_client.post(f"{URL}/draft/publish", json={"revision": looked_at})
    assert (answer.status_code, answer.json()["error"]) == (409, "DraftChangedMeanwhile")
    names = {"items": [{"part": "cars", "key": "hyundai-elantra"}]}
    assert (await owner_client.post(f"{URL}/draft/discard", json=names)).json()["changes"] == 0


async def test_another_company_sees_and_changes_its_own_alone(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    state = await change(owner_client, {"title": "Ours"})
    theirs = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await draft(theirs))["changes"] == 0
    revision = entry(state, "cars", "hyundai-elantra")["revision"]
    answer = await theirs.patch(ELANTRA, json={"revision": revision, "item": {"title": "Theirs"}})
    assert (answer.status_code, answer.json()["error"]) == (404, "UnknownCatalogItem")
