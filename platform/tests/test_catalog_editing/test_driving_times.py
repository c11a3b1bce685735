"""Driving times between places: drafted, published, shown, and checked."""

import httpx
import pytest
from catalog_steps import URL, change, draft, entry, publish
from emptied_tables import empty_tables
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
WHOLE = {"part": "drivingTimes", "key": "all"}
LONG_WAY = {"start": "tbilisi", "end": "batumi", "minutes": 345, "kilometres": None}


@pytest.fixture(autouse=True)
def _no_draft(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "catalog_drafts")


async def refused(console: httpx.AsyncClient, *times: dict[str, object]) -> list[str]:
    revision = entry(await draft(console), "drivingTimes", "all")["revision"]
    answer = await console.patch(
        f"{URL}/draft/drivingTimes/all", json={"revision": revision, "item": list(times)}
    )
    assert answer.status_code == 422, answer.text
    return [each["field"] for each in answer.json()["fields"]]


async def test_times_are_published_in_the_order_of_their_codes_for_this_company_alone(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    count = "select count(*) from driving_times d join tenants t on t.id = d.tenant_id where t.slug = 'alps'"
    others = query_admin_sql(count)

    await change(owner_client, [LONG_WAY], **WHOLE)
    await publish(owner_client)

    [time] = entry(await draft(owner_client), "drivingTimes", "all")["item"]
    assert time == {"start": "batumi", "end": "tbilisi", "minutes": 345, "kilometres": None}
    assert query_admin_sql(count) == others


async def test_what_is_wrong_with_a_time_names_its_field(owner_client: httpx.AsyncClient) -> None:
    back = {"start": "batumi", "end": "tbilisi", "minutes": 330}

    assert await refused(owner_client, LONG_WAY | {"minutes": 0}) == ["0.minutes"]
    assert await refused(owner_client, LONG_WAY | {"minutes": None}) == ["0.minutes"]
    assert await refused(owner_client, LONG_WAY | {"end": "rome"}) == ["0.start"]
    assert await refused(owner_client, LONG_WAY | {"end": "tbilisi"}) == ["0.end"]
    assert await refused(owner_client, LONG_WAY, back) == ["1.end"]


async def test_a_place_that_is_removed_takes_its_times_along(owner_client: httpx.AsyncClient) -> None:
    revision = entry(await draft(owner_client), "locations", "kutaisi")["revision"]

    answer = await owner_client.delete(f"{URL}/draft/locations/kutaisi?revision={revision}")

    assert answer.status_code == 200, answer.text
    left = entry(await draft(owner_client), "drivingTimes", "all")["item"]
    assert all("kutaisi" not in (time["start"], time["end"]) for time in left)


async def test_the_site_has_the_times_of_its_own_company(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    for asking in (client, alps_client):
        site = (await asking.get("/api/site")).json()["site"]
        codes = {place["code"] for place in site["locations"]}
        assert site["drivingTimes"]
        assert {code for time in site["drivingTimes"] for code in (time["start"], time["end"])} <= codes
