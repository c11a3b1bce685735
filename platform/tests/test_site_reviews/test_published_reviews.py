"""What visitors read of reviews: lists, averages, and what search engines are told."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - pages are served with these files
from emptied_tables import empty_tables
from fleet_steps import staff_rental
from product_fixtures import NOW, AdminSql
from review_steps import add_review

from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.site.reviews.rules import Ratings, digest_of
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

CAR = "subaru-forester"


@pytest.fixture
def later(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Moves the clock, and every cache with it."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move() -> None:
        clock.move(minutes=1)
        moved["seconds"] += 3600.0

    return move


@pytest.fixture(autouse=True)
def _no_reviews(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "reviews")


async def listed(client: httpx.AsyncClient, **query: str) -> dict[str, Any]:
    answer = await client.get("/api/reviews", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def rented(owner: httpx.AsyncClient) -> str:
    rental = staff_rental(customerName="Grace Hopper", source="phone", confirm=True)
    answer = await owner.post("/api/admin/bookings", json=rental)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["booking"]["id"])


async def test_visitors_read_what_is_published_and_nothing_else(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    for number in range(13):
        written_on = NOW.date() - timedelta(days=number)
        add_review(query_admin_sql, georgia, author=f"Guest {number}", written_on=written_on)
    add_review(query_admin_sql, georgia, author="Of the car", car=CAR, written_on=NOW.date())
    add_review(query_admin_sql, georgia, author="Waiting", state="new")
    add_review(query_admin_sql, georgia, author="Hidden", state="hidden")
    first = await listed(client)
    second = await listed(client, cursor=first["nextCursor"])
    authors = [each["author"] for each in [*first["reviews"], *second["reviews"]]]
    assert (len(first["reviews"]), second["nextCursor"]) == (12, None)
    assert sorted(authors) == sorted(["Of the car", *(f"Guest {number}" for number in range(13))])
    [review] = (await listed(client, car=CAR))["reviews"]
    assert (review["author"], review["car"], review["isVerified"]) == ("Of the car", CAR, False)
    # Of a car that the site does not show.
    assert (await client.get("/api/reviews", params={"car": "lada"})).status_code == 404
    assert (await listed(alps_client))["reviews"] == []


async def test_averages_count_what_is_published(
    client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, later: Callable[[], None]
) -> None:
    later()
    before = (await client.get("/api/site")).json()["site"]
    assert (before["reviews"], [car["rating"] for car in before["cars"]]) == (
        [],
        [None] * len(before["cars"]),
    )
    assert "/reviews</loc>" not in (await client.get("/sitemap.xml")).text
    for rating, state in ((5, "published"), (4, "published"), (1, "hidden"), (1, "new")):
        add_review(query_admin_sql, georgia, rating=rating, state=state, car=CAR)
    add_review(query_admin_sql, georgia, author="Гость", language="ru", written_on=NOW.date())
    later()
    site = (await client.get("/api/site")).json()["site"]
    assert {car["slug"]: car["rating"] for car in site["cars"] if car["rating"]} == {
        CAR: {"average": 4.5, "count": 2}
    }
    # Those in the language of the page come first.
    assert [review["language"] for review in site["reviews"]] == ["en", "en", "ru"]
    russian = (await client.get("/api/site", params={"lang": "ru"})).json()["site"]
    assert russian["reviews"][0]["language"] == "ru"
    assert "/reviews</loc>" in (await client.get("/sitemap.xml")).text


async def test_search_engines_are_told_of_reviews_by_own_customers_alone(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    later: Callable[[], None],
) -> None:
    add_review(query_admin_sql, georgia, rating=1, car=CAR, source="Elsewhere")
    later()
    assert "aggregateRating" not in (await client.get(f"/cars/{CAR}")).text
    booking = await rented(owner_client)
    add_review(query_admin_sql, georgia, rating=4, car=CAR, booking=booking, author="Grace")
    later()
    html = (await client.get(f"/cars/{CAR}")).text
    blocks = re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', html, re.DOTALL)
    data = [item for block in blocks for item in _items(json.loads(block))]
    [car] = [item for item in data if "aggregateRating" in item]
    assert (car["aggregateRating"]["ratingValue"], car["aggregateRating"]["reviewCount"]) == (4, 1)
    assert [review["author"]["name"] for review in car["review"]] == ["Grace"]
    assert "aggregateRating" not in (await client.get("/")).text
    [verified] = [each for each in (await listed(client, car=CAR))["reviews"] if each["isVerified"]]
    assert verified["author"] == "Grace"


def test_an_average_is_rounded_half_up() -> None:
    assert [Ratings(total, count).average for total, count in ((0, 0), (9, 2), (19, 4), (47, 9), (5, 1))] == [
        0.0, 4.5, 4.8, 5.2, 5.0,
    ]  # fmt: skip


def test_the_same_review_is_known_whatever_its_spaces_and_case() -> None:
    day = NOW.date()
    assert digest_of("Google", "Ada", day, "A  good\ncar") == digest_of("google ", "ADA", day, "a good car")
    assert digest_of("Google", "Ada", day, "A good car") != digest_of("Google", "Ada", day, "A bad car")


def _items(block: Any) -> list[dict[str, Any]]:
    return block if isinstance(block, list) else block.get("@graph", [block])
