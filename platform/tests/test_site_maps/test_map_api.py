"""The site's maps over HTTP."""

import gzip

import httpx
import pytest

pytestmark = pytest.mark.anyio
URL = "/api/site/map"


async def test_map_has_the_places_of_the_company_and_no_other(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    answer = await client.get(URL)
    alps = (await alps_client.get(URL)).json()["map"]

    shown = answer.json()["map"]
    points = {point["key"]: point for point in shown["points"]}
    assert set(points) == {"tbilisi", "kutaisi", "batumi"}
    assert points["batumi"]["x"] < points["kutaisi"]["x"] < points["tbilisi"]["x"] < shown["width"]
    assert [country["code"] for country in shown["countries"] if country["isHome"]] == ["GE"]
    assert len(gzip.compress(answer.content)) < 8_000
    assert len(answer.content) < 15_000
    places = {place["code"] for place in (await alps_client.get("/api/site")).json()["site"]["locations"]}
    assert {point["key"] for point in alps["points"]} <= places
    assert "CH" in {country["code"] for country in alps["countries"] if country["isHome"]}


async def test_map_that_is_known_is_not_sent_again(client: httpx.AsyncClient) -> None:
    tag = (await client.get(URL)).headers["etag"]

    assert (await client.get(URL, headers={"If-None-Match": tag})).status_code == 304
