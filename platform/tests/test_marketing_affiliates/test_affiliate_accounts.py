"""Affiliates' accounts: registration, sign-in, dashboard, and what another company sees of them."""

import asyncio
import time
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory
from refusals import refused_fields

from abano.accounts.access.passwords import DUMMY_HASH
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.marketing.affiliates.service import delete_expired

pytestmark = pytest.mark.anyio
FORM: dict[str, Any] = {
    "name": "Nomad Tales",
    "email": "Hello@Nomad.example.com",
    "paypalEmail": "pay@nomad.example.com",
    "phone": "+995 555 12 34 56",
    "website": "https://nomad.example.com",
    "password": "a long password",
    "notes": "A blog",
}
URL = "/api/referrers"


async def register(client: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    return await client.post(f"{URL}/register", json=FORM | changes)


async def log_in(client: httpx.AsyncClient, email: str, password: str = FORM["password"]) -> httpx.Response:
    return await client.post(f"{URL}/login", json={"email": email, "password": password})


async def token_of(client: httpx.AsyncClient, email: str) -> dict[str, str]:
    answer = await log_in(client, email)
    assert answer.status_code == 200, answer.text
    return {"authorization": f"Bearer {answer.json()['token']}"}


async def test_registration_gives_a_code_that_works_at_once(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await register(client)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["success"], body["message"]) == (
        True,
        "Welcome to the affiliate programme of Abano Georgia.",
    )
    code = body["referrer"]["promoCode"]
    assert code.startswith("NOMADTALES-")
    for typed in (code, f" {code.lower()} "):
        promo = (await client.post("/api/promo-codes/validate", json={"promoCode": typed})).json()
        assert (promo["valid"], promo["referrer"], promo["discount"]) == (
            True, {"name": "Nomad Tales"}, {"percentage": 10},
        )  # fmt: skip
    abroad = await alps_client.post("/api/promo-codes/validate", json={"promoCode": code})
    assert abroad.json()["valid"] is False
    [(email, paypal, hashed)] = query_admin_sql(
        "select email, paypal_email, password_hash from affiliates where name = 'Nomad Tales'"
    )
    assert (email, paypal) == ("hello@nomad.example.com", "pay@nomad.example.com")
    assert hashed.startswith("$argon2id$")
    messages = query_admin_sql("select payload from outbox_messages where kind = 'affiliate.registered'")
    assert [(payload["name"], payload["promoCode"]) for (payload,) in messages] == [("Nomad Tales", code)]


async def test_one_account_an_address_in_each_company(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    answers = await asyncio.gather(*(register(client, email="twice@example.com") for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert "log in instead" in refused.json()["message"]
    assert (await register(alps_client, email="twice@example.com")).status_code == 201


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", " N ", "Company/Name must be at least 2 characters"),
        ("name", "x" * 121, "Company/Name must be at least 2 characters"),
        ("email", "no one", "Please enter a valid email address"),
        ("email", None, "Please enter a valid email address"),
        ("paypalEmail", "", "Please enter a valid PayPal email address"),
        ("website", "nomad", "Please enter a valid website URL"),
        ("website", "javascript:alert(1)//a.b", "Please enter a valid website URL"),
        ("website", "http://[", "Please enter a valid website URL"),
        ("password", "1234567", "Password must be at least 8 characters"),
        ("password", 12345678, "Password must be at least 8 characters"),
        ("phone", "0" * 41, "Please enter a shorter phone number"),
        ("notes", "x" * 2001, "Please enter fewer than 2,000 characters"),
        ("notes", "a\0b", "Please enter fewer than 2,000 characters"),
    ],
)
async def test_bad_field_is_named_with_its_text(
    client: httpx.AsyncClient, field: str, value: object, message: str
) -> None:
    answer = await register(client, email="unused@example.com", **{field: value}) if field != "email" else (
        await register(client, email=value)
    )  # fmt: skip
    assert answer.status_code == 422
    assert refused_fields(answer) == [{"field": field, "message": message}]


async def test_optional_fields_may_be_left_out(client: httpx.AsyncClient) -> None:
    needed = {name: FORM[name] for name in ("name", "paypalEmail", "password")}
    answer = await client.post(f"{URL}/register", json=needed | {"email": "bare@example.com"})
    assert answer.status_code == 201


async def test_dashboard_shows_only_the_own_figures(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    codes = {}
    for name in ("one", "other"):
        codes[name] = (await register(client, email=f"{name}@dash.example.com")).json()["referrer"][
            "promoCode"
        ]
    own = await token_of(client, "ONE@dash.example.com")
    form = booking_form(promoCode=codes["one"])
    booked = (await client.post("/api/bookings", json=form)).json()
    answer = await client.get(f"{URL}/dashboard", headers=own)
    assert answer.headers["cache-control"] == "no-store"
    data = answer.json()["data"]
    # 485 less 10 % is 436.50, of which a fifth is 87.30.
    assert data["totals"] == {
        "totalCommissionOwed": 87.3, "totalCommissionPaid": 0, "totalCommissionPayable": 0,
        "totalCommissionPending": 87.3, "totalCommissionInReview": 0, "totalBookings": 1,
    }  # fmt: skip
    assert (data["promoCode"], data["referrerName"], data["currency"]) == (codes["one"], "Nomad Tales", "EUR")
    assert data["bookings"] == [
        {
            "bookingId": booked["bookingId"],
            "reference": booked["reference"],
            "carType": "Subaru Forester",
            "pickupLocation": "tbilisi",
            "dropoffLocation": "batumi",
            "bookingPrice": 436.5,
            "commissionAmount": 87.3,
            "commissionStatus": "pending",
            "bookingTimestamp": "2026-06-10T09:00:00Z",
            "rentalEndsAt": "2026-07-08T05:00:00Z",
            "refusalReason": None,
        }
    ]
    assert data["payableOn"] == "completion"
    other = await client.get(f"{URL}/dashboard", headers=await token_of(client, "other@dash.example.com"))
    assert other.json()["data"]["bookings"] == []
    assert (await alps_client.get(f"{URL}/dashboard", headers=own)).status_code == 401


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Bearer made-up", "Basic YTpi"])
async def test_without_a_token_there_is_no_dashboard(client: httpx.AsyncClient, header: str | None) -> None:
    headers = {} if header is None else {"authorization": header}
    assert (await client.get(f"{URL}/dashboard", headers=headers)).status_code == 401


async def test_token_ends_at_logout_and_after_thirty_days(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, db: Database, settings: Settings, clock: FixedClock
) -> None:
    await register(client, email="leaving@example.com")
    first, second = [await token_of(client, "leaving@example.com") for _ in range(2)]
    assert (await client.post(f"{URL}/logout", headers=first)).status_code == 200
    assert (await client.get(f"{URL}/dashboard", headers=first)).status_code == 401
    assert (await client.get(f"{URL}/dashboard", headers=second)).status_code == 200
    assert (await client.post(f"{URL}/logout")).status_code == 200
    stored = query_admin_sql("select token_hash from affiliate_sessions")
    assert all(second["authorization"].encode()[7:] not in bytes(row[0]) for row in stored)
    clock.move(days=30)
    assert (await client.get(f"{URL}/dashboard", headers=second)).status_code == 401
    await run_for_all(delete_expired, TaskContext(db, settings, clock))
    assert query_admin_sql("select 1 from affiliate_sessions") == []


async def test_five_failures_a_minute_make_an_account_wait(
    client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await register(client, email="guessed@example.com")
    for _ in range(5):
        wrong = await log_in(client, "guessed@example.com", "wrong")
        assert (wrong.status_code, wrong.json()["message"]) == (401, "Invalid email or password")
    waiting = await log_in(client, "guessed@example.com")
    assert waiting.status_code == 429
    assert 0 < int(waiting.headers["retry-after"]) <= 60
    clock.move(seconds=61)
    assert (await log_in(client, "guessed@example.com")).status_code == 200


async def test_account_without_a_password_cannot_be_entered(client: httpx.AsyncClient) -> None:
    """An affiliate that the company entered has an account once a password is set by email."""
    for password in ("", " ", "anything at all", DUMMY_HASH):
        answer = await log_in(client, "hello@nomad-diaries.example.com", password)
        assert answer.status_code in {401, 422}


@pytest.mark.usefixtures("costly_hashes")
async def test_sign_in_takes_as_long_without_an_account(
    client_of: ClientFactory, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await register(client, email="timed@example.com")

    async def fastest(email: str) -> float:
        times = []
        for _ in range(8):
            clock.move(minutes=2)
            started = time.process_time()
            assert (await log_in(client, email, "wrong password")).status_code == 401
            times.append(time.process_time() - started)
        return min(times)

    known, unknown = await fastest("timed@example.com"), await fastest("unknown@example.com")
    # Both hash a password, which takes most of the time; without that one of them would take a tenth.
    assert 0.5 < known / unknown < 2


async def test_paused_affiliate_still_sees_the_own_figures(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    code = (await register(client, email="paused@example.com")).json()["referrer"]["promoCode"]
    [(affiliate,)] = query_admin_sql("select id from affiliates where email = 'paused@example.com'")
    for _ in range(2):
        answer = await owner_client.post(f"/api/admin/affiliates/{affiliate}/paused")
        assert answer.status_code == 200
    promo = await client.post("/api/promo-codes/validate", json={"promoCode": code})
    assert promo.json()["valid"] is False
    dashboard = await client.get(f"{URL}/dashboard", headers=await token_of(client, "paused@example.com"))
    assert dashboard.json()["data"]["status"] == "paused"
    assert (await owner_client.post(f"/api/admin/affiliates/{affiliate}/active")).status_code == 200
    assert (await owner_client.post(f"/api/admin/affiliates/{affiliate}/gone")).status_code == 422
    audited = query_admin_sql(
        "select action from audit_log where subject_id = %s order by id", str(affiliate)
    )
    assert audited == [("affiliate.paused",), ("affiliate.resumed",)]
