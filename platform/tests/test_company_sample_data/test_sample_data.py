"""Sample data of a new company: added beside what it has, and removed without what has become its own."""

from collections.abc import Callable
from typing import Any

import catalog_steps
import httpx
import pytest
from console_people import signed_in_person
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.company.sample_data import service
from abano.company.sample_data.rules import removable, with_samples, without_items
from abano.company.settings.samples import samples_of
from abano.core import ttl_cache
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.ops.seeds.demo import create_from_template
from abano.ops.seeds.samples import sample_catalog
from abano.team.users.users import create_admin
from abano.tenancy.directory.creation import NEUTRAL, Choices
from abano.tenancy.directory.tenant import Tenant, TenantCache

pytestmark = pytest.mark.anyio
SETUP = "/api/admin/setup"
SAMPLES = f"{SETUP}/sample-data"
PASSWORD = "a password for a fresh company"
CARS = {"VW Golf", "Škoda Octavia Combi", "VW Multivan"}
# Everything of the company that sample data could be in.
CONTENT = """
select jsonb_build_object(
  'cars', (select count(*) from cars where tenant_id = t.id),
  'rates', (select count(*) from car_rates where tenant_id = t.id),
  'places', (select count(*) from locations where tenant_id = t.id),
  'handover', (select count(*) from handover_places where tenant_id = t.id),
  'fees', (select count(*) from delivery_fees where tenant_id = t.id),
  'times', (select count(*) from driving_times where tenant_id = t.id),
  'insurance', (select count(*) from insurance_options where tenant_id = t.id),
  'services', (select count(*) from services where tenant_id = t.id),
  'seasons', (select count(*) from seasons where tenant_id = t.id),
  'media', (select count(*) from media_items where tenant_id = t.id),
  'files', (select count(*) from media_files where tenant_id = t.id),
  'sample', (select sample_version from tenant_settings where tenant_id = t.id)
) from tenants t where slug = %s
"""


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Past every cache, each time."""
    real, moved = ttl_cache.now, {"seconds": 0.0}
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move() -> None:
        moved["seconds"] += 3600.0

    return move


class Fresh:
    """A company that was just made, with its owner's console."""

    def __init__(self, slug: str, console: httpx.AsyncClient, tenant: Tenant, sql: AdminSql) -> None:
        self.slug, self.console, self.tenant, self._sql = slug, console, tenant, sql

    def content(self) -> dict[str, Any]:
        [(found,)] = self._sql(CONTENT, self.slug)
        return dict(found)

    def audited(self) -> list[str]:
        query = "select action from audit_log where tenant_id = %s and action like 'sample%%' order by id"
        return [action for (action,) in self._sql(query, self.tenant.id)]

    async def state(self) -> dict[str, Any]:
        return dict((await self.console.get(SETUP)).json())

    async def add(self) -> None:
        answer = await self.console.post(SAMPLES)
        assert answer.status_code == 200, answer.text

    async def remove(self) -> list[dict[str, str]]:
        answer = await self.console.delete(SAMPLES)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["kept"])


@pytest.fixture
async def fresh(
    settings: Settings, db: Database, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> Fresh:
    slug = f"fresh-{new_id().hex[-10:]}"
    host, email = f"{slug}.localhost", f"owner@{slug}.example"
    tenant_id = await create_from_template(
        settings, slug=slug, name="Fresh Cars", domain=host, template=NEUTRAL, is_open=False,
        choices=Choices(currency="JPY", languages=("en", "de")),
    )  # fmt: skip
    await create_admin(
        db, tenant_id, email=email, password=PASSWORD, name="Nino", role="owner", clock=SystemClock()
    )
    console = client_of(host)
    await sign_in(console, email, PASSWORD)
    return Fresh(slug, console, await TenantCache(db, allow_header=False).find(host), query_admin_sql)


async def test_a_new_site_shows_sample_data_until_one_click_removes_it(
    fresh: Fresh, client_of: ClientFactory, later: Callable[[], None]
) -> None:
    before, state = fresh.content(), await fresh.state()
    assert state["sampleState"] == "offered"
    done = [step["code"] for step in state["steps"] if step["isDone"]]
    await fresh.add()
    after = fresh.content()
    assert (after["cars"], after["places"], after["seasons"], after["media"]) == (
        3,
        3,
        1,
        before["media"] + 9,
    )
    later()
    for language, title in (("en", "Compact and easy to park"), ("de", "Kompakt und leicht zu parken")):
        site = (await fresh.console.get("/api/site", params={"lang": language})).json()["site"]
        assert {car["name"] for car in site["cars"]} == CARS
        golf = next(car for car in site["cars"] if car["slug"] == "vw-golf")
        assert golf["title"] == title
        assert len(golf["images"]) == 3
        assert all(image["src"] and image["alt"] for image in golf["images"])
    # Amounts are about right in the company's currency.
    catalog = await catalog_steps.draft(fresh.console)
    assert catalog_steps.entry(catalog, "cars", "vw-golf")["item"]["baseRate"] == 4500
    # It is a step to take, and counts for no other.
    state = await fresh.state()
    assert state["sampleState"] == "added"
    assert [step["code"] for step in state["steps"] if step["isDone"]] == done
    assert state["steps"][0] == {"code": "sample", "isDone": False, "count": None, "needed": None}
    # Strangers see nothing of it.
    assert (await client_of(f"{fresh.slug}.localhost").get("/api/site")).status_code == 503
    # The same again changes nothing.
    await fresh.add()
    assert fresh.content() == after
    assert await fresh.remove() == []
    assert fresh.content() == before
    assert await fresh.remove() == []
    assert fresh.audited() == ["sample_data.added", "sample_data.removed"]
    later()
    site = (await fresh.console.get("/api/site")).json()["site"]
    assert site["cars"] == []
    assert (await fresh.state())["sampleState"] == "offered"
    # And once more, after it was removed; a car that was taken out by hand leaves nothing, too.
    await fresh.add()
    assert fresh.content()["cars"] == 3
    state = await catalog_steps.draft(fresh.console)
    revision = catalog_steps.entry(state, "cars", "vw-golf")["revision"]
    url = f"/api/admin/catalog/draft/cars/vw-golf?revision={revision}"
    assert (await fresh.console.delete(url)).status_code == 200
    await catalog_steps.publish(fresh.console)
    assert await fresh.remove() == []
    assert fresh.content() == before


async def test_a_site_opens_with_sample_data_only_for_an_owner_who_was_told(fresh: Fresh) -> None:
    await fresh.add()
    missing = [step["code"] for step in (await fresh.state())["steps"] if not step["isDone"]]
    unseen = await fresh.console.post(
        f"{SETUP}/open", json={"despite": [code for code in missing if code != "sample"]}
    )
    assert unseen.status_code == 409
    assert "sample" in unseen.json()["details"]["missing"]
    assert (await fresh.console.post(f"{SETUP}/open", json={"despite": missing})).status_code == 200
    assert (await fresh.state())["sampleState"] == "added"
    assert await fresh.remove() == []


async def test_what_the_company_made_or_changed_stays(fresh: Fresh) -> None:
    await fresh.add()
    console = fresh.console
    await catalog_steps.change(console, {"title": "Mine now"}, "cars", "vw-golf")
    office = {"code": "hotel", "location": "airport", "kind": "office", "name": "Our desk"}
    assert (
        await console.post("/api/admin/catalog/draft/handoverPlaces", json={"item": office})
    ).status_code == 201
    own = {
        "slug": "lada-niva", "name": "Lada Niva", "baseRate": 30, "seats": 4, "transmission": "Manual",
        "fuelType": "Petrol", "driveWheels": "4x4",
    }  # fmt: skip
    assert (await console.post("/api/admin/catalog/draft/cars", json={"item": own})).status_code == 201
    await catalog_steps.publish(console)
    # In the draft alone.
    fees = [*catalog_steps.entry(await catalog_steps.draft(console), "deliveryFees", "all")["item"]]
    changed = [{**fee, "fee": fee["fee"] + 100} for fee in fees]
    await catalog_steps.change(console, changed, "deliveryFees", "all")
    await catalog_steps.change(console, {"price": 7}, "services", "childSeat")
    # An edited car counts for the checklist again.
    cars = next(step for step in (await fresh.state())["steps"] if step["code"] == "cars")
    assert cars["count"] == 1
    kept = await fresh.remove()
    assert {(each["part"], each["label"], each["reason"]) for each in kept} == {
        ("cars", "VW Golf", "changed"),
        ("services", "Child seat", "changed"),
        ("locations", "Airport", "used"),
    }
    state = await catalog_steps.draft(console)
    left = {(item["part"], item["key"]) for item in state["items"]}
    assert {("cars", "vw-golf"), ("cars", "lada-niva"), ("handoverPlaces", "hotel")} <= left
    assert {("cars", "vw-multivan"), ("locations", "city-centre"), ("seasons", "summer")} & left == set()
    assert catalog_steps.entry(state, "services", "childSeat")["item"]["price"] == 7
    # The pictures of the car that stays, too.
    images = catalog_steps.entry(state, "cars", "vw-golf")["item"]["images"]
    for image in images:
        assert (await console.get(f"/api/admin/media/{image['mediaId']}")).status_code == 200
    assert (await fresh.state())["sampleState"] == "none"
    # The draft can still be published: it names no place that is gone.
    await catalog_steps.publish(console)


async def test_a_booked_car_leaves_the_site_and_stays_with_its_booking(
    fresh: Fresh, query_admin_sql: AdminSql, later: Callable[[], None]
) -> None:
    await fresh.add()
    later()
    # The test booking of the checklist.
    form = booking_form(carType="VW Golf", pickupLocation="office", dropoffLocation="airport")
    booked = await fresh.console.post("/api/bookings", json=form)
    assert booked.status_code == 201, booked.text
    kept = await fresh.remove()
    assert [(each["label"], each["reason"]) for each in kept] == [
        ("VW Golf", "booked"),
        ("Airport", "booked"),
    ]
    query = "select slug, is_active from cars where tenant_id = %s"
    assert query_admin_sql(query, fresh.tenant.id) == [("vw-golf", False)]
    query = "select code from locations where tenant_id = %s and not is_active"
    assert query_admin_sql(query, fresh.tenant.id) == [("airport",)]
    shown = await fresh.console.get(f"/api/admin/bookings/{booked.json()['bookingId']}")
    assert (shown.status_code, "VW Golf" in shown.text) == (200, True)
    assert (await fresh.state())["sampleState"] == "none"
    refused = await fresh.console.post(SAMPLES)
    assert (refused.status_code, refused.json()["error"]) == (409, "HasOwnData")


async def test_sample_data_is_for_empty_companies_with_a_closed_site(
    fresh: Fresh, owner_client: httpx.AsyncClient
) -> None:
    refused = await owner_client.post(SAMPLES)
    assert (refused.status_code, refused.json()["error"]) == (409, "SiteIsOpen")
    missing = [step["code"] for step in (await fresh.state())["steps"] if not step["isDone"]]
    assert (await fresh.console.post(f"{SETUP}/open", json={"despite": missing})).status_code == 200
    assert (await fresh.state())["sampleState"] == "none"
    assert (await fresh.console.post(SAMPLES)).json()["error"] == "SiteIsOpen"
    assert (await fresh.console.post(f"{SETUP}/close")).status_code == 200
    own = {
        "slug": "lada-niva", "name": "Lada Niva", "baseRate": 30, "seats": 4, "transmission": "Manual",
        "fuelType": "Petrol", "driveWheels": "4x4",
    }  # fmt: skip
    # A draft is enough.
    assert (await fresh.console.post("/api/admin/catalog/draft/cars", json={"item": own})).status_code == 201
    assert (await fresh.console.post(SAMPLES)).json()["error"] == "HasOwnData"


async def test_only_the_companys_own_owner_adds_and_removes(
    fresh: Fresh, owner_client: httpx.AsyncClient, client_of: ClientFactory, sign_in: SignIn, db: Database
) -> None:
    await fresh.add()
    before = fresh.content()
    # Another company's owner: at her own host nothing happens, and at this one she is a stranger.
    assert (await owner_client.delete(SAMPLES)).json()["kept"] == []
    stranger = client_of(f"{fresh.slug}.localhost")
    stranger.cookies.update(owner_client.cookies)
    for client in (stranger, client_of(f"{fresh.slug}.localhost")):
        assert (await client.delete(SAMPLES)).status_code == 401
        assert (await client.post(SAMPLES)).status_code == 401
    manager = await signed_in_person(db, fresh.tenant, "manager", client_of, sign_in)
    assert (await manager.client.delete(SAMPLES)).status_code == 403
    assert fresh.content() == before


async def test_a_fault_in_the_middle_leaves_nothing_half_done(
    fresh: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: object, **_named: object) -> None:
        raise RuntimeError("fault")

    before = fresh.content()
    with monkeypatch.context() as broken:
        broken.setattr(service, "record", fail)
        assert (await fresh.console.post(SAMPLES)).status_code == 500
    assert fresh.content() == before
    await fresh.add()
    added = fresh.content()
    with monkeypatch.context() as broken:
        broken.setattr(service, "record", fail)
        assert (await fresh.console.delete(SAMPLES)).status_code == 500
    assert fresh.content() == added
    assert await fresh.remove() == []
    assert fresh.content() == before


def test_a_company_whose_first_language_is_another_gets_its_texts_in_it() -> None:
    catalog = sample_catalog(new_id(), ["de", "en"], 1)  # type: ignore[arg-type]
    golf = catalog["cars"][0]
    assert golf["title"] == "Kompakt und leicht zu parken"
    assert golf["translations"]["en"]["title"] == "Compact and easy to park"
    assert set(golf["translations"]) == {"en"}


EMPTY: dict[str, Any] = {
    "cars": [], "locations": [], "handoverPlaces": [], "deliveryFees": [], "drivingTimes": [], "insurance": [],
    "services": [], "seasons": [], "priceRules": {"weekend": None, "lastMinute": None},
}  # fmt: skip


def test_moving_an_item_in_its_list_is_no_change() -> None:
    season = {"code": "summer", "name": "Summer", "starts": "2026-06-01", "ends": "2026-06-30", "position": 0}
    after = {**EMPTY, "seasons": [season]}
    moved = {**EMPTY, "seasons": [{**season, "position": 4}]}
    renamed = {**EMPTY, "seasons": [{**season, "name": "Our summer"}]}
    assert set(samples_of(EMPTY, after, moved, {}).untouched["seasons"]) == {"summer"}
    assert samples_of(EMPTY, after, renamed, {}).untouched["seasons"] == {}
    drafted = {"seasons": {"summer": {"item": {**season, "percent": 5}}}}
    assert samples_of(EMPTY, after, after, drafted).untouched["seasons"] == {}


def test_a_place_goes_with_its_fees_and_an_own_item_keeps_what_it_names() -> None:
    place = {"code": "airport", "name": "Airport"}
    meeting = {"code": "desk", "location": "airport"}
    fee = {"pickup": "airport", "dropoff": "airport", "fee": 5}
    document = {**EMPTY, "locations": [place], "handoverPlaces": [meeting], "deliveryFees": [fee]}
    untouched = {"locations": {"airport": place}, "handoverPlaces": {"desk": meeting}}
    assert removable(untouched, (), [document]) == {("locations", "airport"), ("handoverPlaces", "desk")}
    assert removable(untouched, [("locations", "airport")], [document]) == {("handoverPlaces", "desk")}
    assert removable({"locations": {"airport": place}}, (), [document]) == set()
    left = without_items(document, {("locations", "airport"), ("handoverPlaces", "desk")})
    assert (left["locations"], left["handoverPlaces"], left["deliveryFees"]) == ([], [], [])


def test_own_keys_come_before_those_of_the_sample() -> None:
    live = {**EMPTY, "locations": [{"code": "airport", "name": "Own airport", "position": 3}]}
    sample = {**EMPTY, "locations": [{"code": "airport"}, {"code": "centre"}], "deliveryFees": [
        {"pickup": "centre", "dropoff": "airport", "fee": 5}, {"pickup": "office", "dropoff": "centre", "fee": 5},
    ]}  # fmt: skip
    taken: dict[str, dict[str, Any]] = {part: {} for part in EMPTY} | {"locations": {"airport": {}}}
    merged = with_samples(live, taken, sample)
    assert [(place["code"], place["position"]) for place in merged["locations"]] == [
        ("airport", 3),
        ("centre", 4),
    ]
    assert merged["deliveryFees"] == sample["deliveryFees"][:1]
