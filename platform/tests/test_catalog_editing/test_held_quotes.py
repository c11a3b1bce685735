"""A quote names its version and holds for an hour, also while others are published."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from catalog_steps import change, entry, publish
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.core import ttl_cache
from abano.core.api_model import MAX_VERSION
from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
RENTAL = {
    "carType": "Hyundai Elantra",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "batumi",
    "days": 7,
    "insuranceType": "standard",
    "services": ["prepaidFuel"],
}
PUBLISHINGS = 6
READERS = 4


@pytest.fixture(autouse=True)
def many_writes(query_admin_sql: AdminSql) -> Iterator[None]:
    """A quote is faster than the limit of one IP allows."""
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    yield
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")


@pytest.fixture
def uncached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call reads what is stored: the edge between two versions is met often."""
    seconds = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(ttl_cache, "now", lambda: float(next(seconds)))


async def publish_price(console: httpx.AsyncClient, step: int) -> dict[str, Any]:
    """Four parts at once, so that a mixture of two versions has a price that none of them has."""
    state = await change(console, {"rates": [{"minDays": 1, "dailyRate": 100 * step}]})
    fees = [
        {**fee, "fee": 10 * step} if fee["dropoff"] == "batumi" else fee
        for fee in entry(state, "deliveryFees", "all")["item"]
    ]
    await change(console, fees, "deliveryFees", "all")
    await change(console, {"dailyRate": step}, "insurance", "standard")
    await change(console, {"price": 3 * step}, "services", "prepaidFuel")
    return await publish(console)


def price(step: int) -> float:
    return 7 * 100 * step + 10 * step + 7 * step + 3 * step


@pytest.mark.usefixtures("uncached")
async def test_an_edit_under_many_quotes_never_gives_a_mixed_price(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    first = (await publish_price(owner_client, 1))["version"]
    expected = {first: price(1)}
    answers: list[dict[str, Any]] = []
    done = asyncio.Event()

    async def read() -> None:
        while not done.is_set():
            answer = await client.post("/api/quotes", json=RENTAL)
            answers.append(answer.json())

    readers = [asyncio.create_task(read()) for _ in range(READERS)]
    try:
        for step in range(2, 2 + PUBLISHINGS):
            expected[(await publish_price(owner_client, step))["version"]] = price(step)
    finally:
        done.set()
        await asyncio.gather(*readers)
    answers.append((await client.post("/api/quotes", json=RENTAL)).json())
    assert {answer["catalogVersion"] for answer in answers} >= {first, first + PUBLISHINGS}
    wrong = [answer for answer in answers if answer["totalPrice"] != expected[answer["catalogVersion"]]]
    assert wrong == []


async def test_a_booking_has_the_price_of_its_quote_for_an_hour(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    async def book(**more: Any) -> tuple[float, int]:
        answer = await client.post(
            "/api/bookings",
            json=booking_form() | RENTAL | {"insuranceType": "standard", "promoCode": ""} | more,
        )
        assert answer.status_code == 201, answer.text
        [(version,)] = query_admin_sql(
            "select catalog_version from bookings where id = %s", answer.json()["bookingId"]
        )
        return answer.json()["totalPrice"], version

    quoted = (await publish_price(owner_client, 1))["version"]
    moved["seconds"] += 60
    before = await book(catalogVersion=quoted)
    await publish_price(owner_client, 2)
    moved["seconds"] += 60
    assert await book(catalogVersion=quoted) == before
    # Requested again before the booking, the quote is the same; without its version it is the current one.
    again = (await client.post("/api/quotes", json=RENTAL | {"catalogVersion": quoted})).json()
    assert (again["totalPrice"], again["catalogVersion"]) == (price(1), quoted)
    assert again["validUntil"] == "2026-06-10T10:00:00Z"
    present = (await client.post("/api/quotes", json=RENTAL)).json()
    assert (present["totalPrice"], present["catalogVersion"]) == (price(2), quoted + 1)
    assert (await book())[1] == quoted + 1
    assert (await book(catalogVersion=999))[1] == quoted + 1
    assert (await book(catalogVersion="none"))[1] == quoted + 1
    clock.move(hours=1, minutes=2)
    moved["seconds"] += 60
    late = (await client.post("/api/quotes", json=RENTAL | {"catalogVersion": quoted})).json()
    assert late["catalogVersion"] == quoted + 1
    total, version = await book(catalogVersion=quoted)
    assert (version, total > before[0]) == (quoted + 1, True)


async def test_a_company_that_never_published_has_its_first_version(client: httpx.AsyncClient) -> None:
    answer = (await client.post("/api/quotes", json=RENTAL)).json()
    assert answer["catalogVersion"] >= 1
    assert answer["validUntil"] > "2026-06-10T09:59"


@pytest.mark.parametrize("number", [MAX_VERSION, MAX_VERSION + 1, 10**30])
async def test_a_version_beyond_all_is_none(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, number: int
) -> None:
    looked = await owner_client.get(f"/api/admin/catalog/versions/{number}")
    assert looked.status_code in {404, 422}
    quoted = await client.post("/api/quotes", json=RENTAL | {"catalogVersion": number})
    assert quoted.status_code == 200, quoted.text
