"""A booking keeps the version of the terms that its customer agreed to."""

from typing import Any

import httpx
import pytest
from loadtests.forms import booking_form

pytestmark = pytest.mark.anyio
TERMS = "/api/admin/content/texts/terms-of-service"


async def agreed(client: httpx.AsyncClient, console: httpx.AsyncClient, **claim: Any) -> int | None:
    """The version that the desk reads of a new booking."""
    taken = await client.post("/api/bookings", json=booking_form(**claim))
    assert taken.status_code == 201, taken.text
    booking = (await console.get(f"/api/admin/bookings/{taken.json()['bookingId']}")).json()["booking"]
    return booking["termsVersion"]  # type: ignore[no-any-return]


async def publish(console: httpx.AsyncClient) -> int:
    text = (await console.get(TERMS)).json()
    body = {
        "language": "en",
        "revision": text["revision"],
        "parts": {"effective": f"After {text['revision']}"},
    }
    saved = (await console.patch(TERMS, json=body)).json()
    published = await console.post(f"{TERMS}/publication", json={"revision": saved["revision"]})
    return int(published.json()["versions"][0]["number"])


async def test_a_booking_keeps_the_version_that_its_page_named(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    shown = (await client.get("/api/site")).json()["site"]["termsVersion"]
    assert await agreed(client, owner_client, termsVersion=shown) == shown
    newest = await publish(owner_client)
    assert newest == shown + 1
    # A page that was opened before says what its visitor read.
    assert await agreed(client, owner_client, termsVersion=shown) == shown
    # What names no version that there is, was shown today's.
    for claim in (newest, 999, 0, "x", 10**12, None):
        assert await agreed(client, owner_client, termsVersion=claim) == newest
