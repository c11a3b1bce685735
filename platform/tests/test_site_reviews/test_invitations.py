"""The review that a customer is invited to: one a rental, by a signed link, changed until someone decides."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from emptied_tables import empty_tables
from fleet_steps import staff_rental
from product_fixtures import NOW, AdminSql

from abano.booking_record.links import REVIEW_TOKENS
from abano.core.config import Settings
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.service import render
from abano.site.reviews.invitations import OPEN_AFTER_RETURN
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

URL = "/api/reviews/own"
LONG_AGO = NOW - OPEN_AFTER_RETURN


@pytest.fixture
async def booking(owner_client: httpx.AsyncClient, query_admin_sql: AdminSql) -> UUID:
    """A rental that is over."""
    empty_tables(query_admin_sql, "reviews")
    query_admin_sql("delete from outbox_messages")
    rental = staff_rental(
        customerName="Ada Lovelace", customerEmail="ada@example.com", source="phone", confirm=True
    )
    made = await owner_client.post("/api/admin/bookings", json=rental)
    assert made.status_code == 201, made.text
    booking = UUID(made.json()["booking"]["id"])
    query_admin_sql(
        "update bookings set status = 'completed', return_at = %s, pickup_at = %s where id = %s",
        NOW - timedelta(days=2), NOW - timedelta(days=5), booking,
    )  # fmt: skip
    return booking


@pytest.fixture
def token(booking: UUID, georgia: Tenant, settings: Settings) -> str:
    return REVIEW_TOKENS.sign(settings.secret_key.get_secret_value(), georgia.id, booking.bytes)


def written(token: str, **changes: Any) -> dict[str, Any]:
    return {"token": token, "rating": 4, "text": "A fine car.", "author": "Ada", "language": "en"} | changes


async def test_a_review_is_written_once_changed_and_closed_by_the_decision(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql
) -> None:
    form = (await client.post(f"{URL}/link", json={"token": token})).json()
    assert (form["author"], form["rating"], form["isWritten"], form["isOpen"]) == ("Ada", 0, False, True)
    assert (await client.put(URL, json=written(token))).status_code == 200
    changed = await client.put(URL, json=written(token, rating=2, text="On second thought …"))
    assert (changed.json()["rating"], changed.json()["isWritten"]) == (2, True)
    [(review, revision, car)] = query_admin_sql("select id, revision, car_id from reviews")
    assert (revision, car is not None) == (2, True)
    # Who read the first text does not publish the second.
    path = f"/api/admin/reviews/{review}/publish"
    assert (await owner_client.post(path, json={"revision": 1})).status_code == 409
    assert (await owner_client.post(path, json={"revision": 2})).status_code == 200
    closed = await client.put(URL, json=written(token, text="Too late"))
    assert (closed.status_code, closed.json()["code"]) == (409, "ReviewDecided")
    assert not (await client.post(f"{URL}/link", json={"token": token})).json()["isOpen"]
    [shown] = (await client.get("/api/reviews")).json()["reviews"]
    assert (shown["text"], shown["isVerified"], shown["source"]) == ("On second thought …", True, "")


async def test_the_team_gets_one_message_per_review(
    client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql
) -> None:
    for rating in (4, 2):
        assert (await client.put(URL, json=written(token, rating=rating))).status_code == 200
    [(payload,)] = query_admin_sql("select payload from outbox_messages where kind = 'review.received'")
    company = Recipient("Abano", "team@example.com", "", "https://abano.example")
    text = render("review.received", payload, company)
    assert (text.to, "4 of 5 stars" in text.subject) == (None, True)
    assert "https://abano.example/admin/reviews" in text.body
    assert 'href="https://abano.example/admin/reviews"' in text.html


async def test_what_is_wrong_names_its_field(
    client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql
) -> None:
    for changes, field in (
        ({"rating": 6}, "rating"),
        ({"text": "  "}, "text"),
        ({"author": ""}, "author"),
        ({"author": "www.example.com"}, "author"),
        ({"language": "xx"}, "language"),
    ):
        refused = await client.put(URL, json=written(token, **changes))
        assert (refused.status_code, [each["field"] for each in refused.json()["fields"]]) == (422, [field])
    assert query_admin_sql("select count(*) from reviews") == [(0,)]


async def test_a_link_opens_its_own_rental_alone(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, token: str, booking: UUID, settings: Settings,
    alps: Tenant,
) -> None:  # fmt: skip
    secret = settings.secret_key.get_secret_value()
    forged = [
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        "x",
        REVIEW_TOKENS.sign("other", alps.id, booking.bytes),
    ]
    for wrong in (*forged, REVIEW_TOKENS.sign(secret, alps.id, booking.bytes)):
        for answer in (
            await client.post(f"{URL}/link", json={"token": wrong}),
            await client.put(URL, json=written(wrong)),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "ReviewLinkExpired")
    assert (await alps_client.post(f"{URL}/link", json={"token": token})).status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        "status = 'cancelled'",
        "status = 'cancelled', no_show = true",
        "status = 'active'",
        # Erased, or gone after the retention days.
        "customer_email = ''",
        f"pickup_at = '{LONG_AGO - timedelta(days=3)}', return_at = '{LONG_AGO}'",
    ],
)
async def test_no_review_without_a_rental_that_ended(
    client: httpx.AsyncClient, token: str, booking: UUID, query_admin_sql: AdminSql, change: str
) -> None:
    query_admin_sql(f"update bookings set {change} where id = %s", booking)
    assert (await client.put(URL, json=written(token))).status_code == 404
