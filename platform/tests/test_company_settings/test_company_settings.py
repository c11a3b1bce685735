"""The company's settings as its owner changes them, and what the site and its messages make of them."""

import asyncio
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/settings"


@pytest.fixture(autouse=True)
def as_before(query_admin_sql: AdminSql) -> Any:
    """Each test begins with what the seeds say."""
    keep = "drop table if exists kept; create temporary table kept as select * from tenant_settings"
    for statement in keep.split("; "):
        query_admin_sql(statement)
    yield
    query_admin_sql(
        "update tenant_settings s set contacts = k.contacts, integrations = k.integrations,"
        " timezone = k.timezone, minimum_days = k.minimum_days, retention_days = k.retention_days"
        " from kept k where k.tenant_id = s.tenant_id"
    )


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Past every cache."""
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 3600.0)


async def read(console: httpx.AsyncClient) -> dict[str, Any]:
    answer = await console.get(URL)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def change(console: httpx.AsyncClient, section: str, path: str, **values: Any) -> httpx.Response:
    now = (await read(console))[section]
    return await console.put(f"{URL}/{path}", json={**now, **values})


@pytest.mark.usefixtures("later")
async def test_changes_are_shown_on_the_site(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    contacts = {
        "email": "Office@abano.example",
        "phone": "+995 555 111 222",
        "address": "1 Long Street",
        "addresses": {"ka": "გრძელი ქუჩა 1"},
        "chatNumber": "+995 (555) 111-222",
        "publicOrigin": "https://Cars.example.com/",
    }
    assert (await change(owner_client, "contacts", "contacts", **contacts)).status_code == 200
    assert (await change(owner_client, "rental", "rental", minimumDays=2)).status_code == 200
    terms = {"deposit": 150.5, "mileageUnlimited": False, "kilometresADay": 300, "sameFuelLevel": False}
    late = {"lateAfterMinutes": 45, "lateFee": 12.5, "lateHourPercent": 20}
    own = {"pickupDocuments": {"en": "", "ka": "  პასპორტი და ბარათი "}}
    assert (await change(owner_client, "terms", "terms", **terms, **late, **own)).status_code == 200
    site = (await client.get("/api/site", params={"lang": "ka"})).json()["site"]
    shown = site["contacts"]
    assert shown["email"] == "Office@abano.example"
    assert (shown["chatNumber"], shown["publicOrigin"]) == ("995555111222", "https://cars.example.com")
    assert shown["address"] == "გრძელი ქუჩა 1"
    rental = site["rental"]
    assert rental["minimumDays"] == 2
    assert (rental["terms"]["deposit"], rental["terms"]["kilometresADay"]) == (150.5, 300)
    assert rental["terms"]["fuel"] is None
    assert rental["terms"]["pickupDocuments"] == "პასპორტი და ბარათი"
    english = (await client.get("/api/site", params={"lang": "en"})).json()["site"]["rental"]["terms"]
    assert english["pickupDocuments"] is None
    assert rental["punctuality"] == {"minutes": 45, "fee": 12.5, "hourPercent": 20}


async def test_a_young_driver_fee_needs_its_age_and_a_free_second_driver_has_no_fee(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    fees = {"youngDriverFee": 10, "additionalDriverFee": 5, "secondDriverFree": None}
    refused = await change(owner_client, "terms", "terms", **fees)
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "youngDriverUnder")
    assert (await change(owner_client, "terms", "terms", **fees, youngDriverUnder=25)).status_code == 200
    shown = (await client.get("/api/site")).json()["site"]["rental"]["terms"]
    assert (shown["youngDriverUnder"], shown["youngDriverFee"], shown["additionalDriverFee"]) == (25, 10, 5)
    assert (await change(owner_client, "terms", "terms", secondDriverFree=True)).status_code == 200
    terms = (await owner_client.get("/api/admin/settings")).json()["terms"]
    assert (terms["additionalDriverFee"], terms["youngDriverFee"]) == (None, 10)


async def test_incomplete_bookings_turned_off_saves_no_contact_details_before_a_booking(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved = "select count(*) from personal_info_drafts where payload ->> 'firstName' = 'Hedy'"

    async def enter() -> tuple[bool, int]:
        before = ttl_cache.now
        monkeypatch.setattr(ttl_cache, "now", lambda: before() + 3600.0)
        site = (await client.get("/api/site", params={"lang": "en"})).json()["site"]
        details = {"firstName": "Hedy", "customerEmail": "hedy@example.com"}
        assert (await client.post("/api/personal-info-step", json=details)).json() == {"success": True}
        return site["tracking"]["saveIncompleteBookings"], query_admin_sql(saved)[0][0]

    off = await change(owner_client, "privacy", "privacy", saveIncompleteBookings=False)
    assert off.status_code == 200, off.text
    assert await enter() == (False, 0)
    assert (await change(owner_client, "privacy", "privacy", saveIncompleteBookings=True)).status_code == 200
    assert await enter() == (True, 1)


async def test_of_two_concurrent_editors_the_second_learns_who_was_first(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    seen = (await read(owner_client))["privacy"]
    colleague = await signed_in_person(db, georgia, "owner", client_of, sign_in)
    first = await colleague.client.put(f"{URL}/privacy", json={**seen, "retentionDays": 30})
    assert first.status_code == 200, first.text
    # Another section is no one's concern.
    assert (await change(owner_client, "rental", "rental", groupMaximum=21)).status_code == 200
    second = await owner_client.put(f"{URL}/privacy", json={**seen, "retentionDays": 60})
    assert second.status_code == 409
    assert second.json()["details"]["changedBy"] == "Nino"
    assert "Nino" in second.json()["message"]
    assert (await read(owner_client))["privacy"]["retentionDays"] == 30


@pytest.mark.parametrize(
    ("section", "path", "values", "field"),
    [
        ("contacts", "contacts", {"email": "no one"}, "email"),
        ("contacts", "contacts", {"mapsUrl": "http://maps.example.com"}, "mapsUrl"),
        ("contacts", "contacts", {"publicOrigin": "https://a.example/path"}, "publicOrigin"),
        ("contacts", "contacts", {"chatNumber": "call me"}, "chatNumber"),
        ("rental", "rental", {"driverMinimumAge": 40, "driverMaximumAge": 30}, "driverMaximumAge"),
        ("rental", "rental", {"unknownCarDailyRate": 1.005}, "unknownCarDailyRate"),
        (
            "rental",
            "rental",
            {"lengthDiscounts": [{"minDays": 7, "percent": 5}, {"minDays": 7, "percent": 6}]},
            "lengthDiscounts.1.minDays",
        ),
        ("privacy", "privacy", {"clickIdDomains": ["localhost"]}, "clickIdDomains.0"),
        ("addressServices", "address-services", {"services": ["javascript:alert(1)"]}, "services.0"),
        *(
            ("embed", "embed", {"allowedOrigins": ["https://a.example.com", origin]}, "allowedOrigins.1")
            for origin in (
                "http://blog.example.com",
                "https://blog.example.com/path",
                "https://blog.example.com?a=1",
                "https://*",
                "https://*.com",
                "https://a.*.example.com",
                "https://10.0.0.8",
                "'self'",
                "*",
                "null",
                "https://a.example.com; script-src *",
                "https://me@blog.example.com",
                "https://",
                "",
                "http://localhost.example.com",
                "http://localhost:8000/path",
                "data:text/html,a",
            )
        ),
        (
            "embed",
            "embed",
            {"allowedOrigins": [f"https://a{n}.example.com" for n in range(21)]},
            "allowedOrigins",
        ),
        ("clock", "clock", {"timezone": "Mars/Olympus"}, "timezone"),
        ("notifications", "notifications", {"chatWebhookUrl": "http://chat.example.com"}, "chatWebhookUrl"),
        ("notifications", "notifications", {"chatWebhookUrl": "https://10.0.0.8/hook"}, "chatWebhookUrl"),
        ("notifications", "notifications", {"chatWebhookUrl": "https://[::1]/hook"}, "chatWebhookUrl"),
    ],
)
async def test_bad_values_are_refused_by_field(
    owner_client: httpx.AsyncClient, section: str, path: str, values: dict[str, Any], field: str
) -> None:
    before = await read(owner_client)
    answer = await change(owner_client, section, path, **values)
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert await read(owner_client) == before


@pytest.mark.usefixtures("later")
async def test_secrets_are_sealed_and_never_shown_and_stay_when_left_out(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """One stored in plain text is encrypted with the next change of its section."""
    old = '{"recaptchaSecret": "the old secret", "recaptchaSiteKey": "the-site-key"}'
    query_admin_sql("update tenant_settings set integrations = integrations || %s::jsonb", old)
    for values in ({"siteKey": "the-site-key"}, {"siteKey": "the-site-key", "secret": "the new secret"}):
        assert (await change(owner_client, "botCheck", "bot-check", **values)).status_code == 200
    hook = "https://hooks.example.com/very-secret-path"
    saved = await change(owner_client, "notifications", "notifications", chatWebhookUrl=hook)
    assert saved.json()["notifications"]["chatHost"] == "hooks.example.com"
    stored, log = (
        str(query_admin_sql(f"select {what}"))
        for what in (
            "contacts || integrations from tenant_settings order by currency desc limit 1",
            "json_agg(audit_log)::text from audit_log",
        )
    )
    for secret in ("the old secret", "the new secret", "very-secret-path"):
        assert secret not in stored
        assert secret not in log
        assert secret not in saved.text
    assert (await client.get("/api/recaptcha/site-key")).json()["siteKey"] == "the-site-key"
    kept = await change(owner_client, "notifications", "notifications", email="team@abano.example")
    assert kept.json()["notifications"]["chatHost"] == "hooks.example.com"
    gone = await change(owner_client, "notifications", "notifications", chatWebhookUrl="")
    assert gone.json()["notifications"]["chatHost"] is None


async def test_the_time_zone_stays_while_a_rental_is_ahead(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update bookings set status = 'cancelled'")
    assert (await read(owner_client))["canChangeTimezone"] is True
    assert (await change(owner_client, "clock", "clock", timezone="Europe/Paris")).status_code == 200
    taken = await owner_client.post("/api/bookings", json=booking_form())
    assert taken.status_code in {200, 201}, taken.text
    assert (await read(owner_client))["canChangeTimezone"] is False
    refused = await change(owner_client, "clock", "clock", timezone="Asia/Tbilisi")
    assert refused.status_code == 422
    assert refused.json()["fields"][0]["code"] == "rentals_ahead"


async def test_a_test_message_says_what_became_of_it(
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    """The email arrives. A chat in the installation's own network receives nothing, and is not tried again."""
    received: list[bytes] = []

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received.append(await reader.read(100))
        writer.close()

    server = await asyncio.start_server(respond, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    # As an operator or an older release may have stored it.
    query_admin_sql(
        "update tenant_settings set integrations = integrations || jsonb_build_object('chatWebhookUrl', %s::text)",
        f"http://localhost:{port}/hook",
    )
    context = TaskContext(db, settings, clock)
    states = {}
    for channel in ("email", "chat"):
        started = await owner_client.post(f"{URL}/notifications/tests", json={"channel": channel})
        assert started.status_code == 202, started.text
        outcome = f"{URL}/notifications/tests/{started.json()['id']}"
        assert (await owner_client.get(outcome)).json()["state"] == "waiting"
        await run_for_all(deliver, context)
        states[channel] = (await owner_client.get(outcome)).json()
    server.close()
    assert states["email"] == {"success": True, "state": "sent", "problem": None}
    assert states["chat"]["state"] == "failed"
    assert "public internet" in states["chat"]["problem"]
    assert received == []
    assert query_admin_sql("select count(*) from outbox_messages where dead_at is not null") == [(0,)]
