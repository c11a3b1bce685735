"""The files over HTTP: by hand, and from the secret address."""

import hashlib
from datetime import timedelta

import httpx
import pytest
from ad_bookings import booked
from loadtests.forms import ALPINE
from product_fixtures import OWNER_EMAIL, AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.team.users.users import add_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PAGE = "/api/admin/conversions"
PASSWORD = "long enough password"
SIX_HOURS = timedelta(hours=6)
ORDER_ID = 5


async def rows(client: httpx.AsyncClient, kind: str) -> list[list[str]]:
    answer = await client.get(f"{PAGE}/{kind}.csv")
    assert answer.status_code == 200, answer.text
    lines = answer.text.splitlines()
    assert lines[0] == "Parameters:TimeZone=Asia/Tbilisi"
    return [line.split(",") for line in lines[2:]]


async def test_a_booking_is_reported_once_its_click_is_six_hours_old_and_retracted_when_cancelled(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    reference = await booked(client, gclid="TeSter-files-1")
    app = await booked(client, wbraid="wbraid-1")
    await booked(client)
    await booked(client, gclid="=HYPERLINK(1)")
    assert [row for kind in ("clicks", "app-clicks") for row in await rows(owner_client, kind)] == []
    counts = (await owner_client.get(PAGE)).json()["counts"]
    assert (counts["tooYoung"], counts["unreadable"]) == (2, 1)

    clock.move(hours=6)
    expected = ["Booking", "2026-06-10 13:00:00", "485.00", "EUR"]
    assert await rows(owner_client, "clicks") == [["TeSter-files-1", *expected, reference, "", ""]]
    assert await rows(owner_client, "app-clicks") == [["", "wbraid-1", *expected, app, "", ""]]
    file = await owner_client.get(f"{PAGE}/clicks.csv")
    assert file.headers["content-disposition"] == 'attachment; filename="google-ads-clicks-2026-06-10.csv"'
    assert file.headers["cache-control"] == "no-store"
    for personal in ("Ada", "Lovelace", "example.com", "7946"):
        assert personal not in file.text

    [(booking,)] = query_admin_sql("select id from bookings where reference = %s", reference)
    cancelled = await owner_client.post(
        f"/api/admin/bookings/{booking}/status",
        json={"fromStatus": "pending", "toStatus": "cancelled", "reason": "asked to"},
        headers={"Origin": "http://localhost"},
    )
    assert cancelled.status_code == 200, cancelled.text
    assert await rows(owner_client, "clicks") == []
    assert await rows(owner_client, "retractions") == [
        [reference, "Booking", "2026-06-10 19:00:00", "RETRACT"]
    ]


async def test_a_restored_booking_is_uploaded_again_under_another_order_id_after_a_retraction(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    reference = await booked(client, gclid="TeSter-restored-1")
    [(booking,)] = query_admin_sql("select id from bookings where reference = %s", reference)

    async def to(path: str, before: str, after: str) -> None:
        clock.move(minutes=1)
        body = {"fromStatus": before, "toStatus": after, "reason": "By mistake"}
        answer = await owner_client.post(f"/api/admin/bookings/{booking}/{path}", json=body)
        assert answer.status_code == 200, answer.text

    async def order_ids(kind: str) -> list[str]:
        column = 0 if kind == "retractions" else ORDER_ID
        return [row[column] for row in await rows(owner_client, kind) if reference in row[column]]

    clock.move(hours=6)
    assert await order_ids("clicks") == [reference]
    # Taken back before anyone fetched the retraction: nothing has happened.
    await to("status", "pending", "cancelled")
    await to("step-back", "cancelled", "pending")
    assert (await order_ids("clicks"), await order_ids("retractions")) == ([reference], [])

    await to("status", "pending", "cancelled")
    for _ in range(2):
        assert (await order_ids("clicks"), await order_ids("retractions")) == ([], [reference])
    await to("step-back", "cancelled", "pending")
    again = f"{reference}-2"
    assert (await order_ids("clicks"), await order_ids("retractions")) == ([again], [])
    await to("status", "pending", "cancelled")
    assert (await order_ids("clicks"), await order_ids("retractions")) == ([], [again])
    await to("step-back", "cancelled", "pending")
    assert await order_ids("clicks") == [f"{reference}-3"]


async def test_the_first_visit_of_a_click_is_its_age(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    now = clock.now()
    young = await booked(client, gclid="TeSter-age-young")
    await booked(client, gclid="TeSter-age-old")
    for gclid, seen in (("TeSter-age-young", now - SIX_HOURS), ("TeSter-age-old", now - timedelta(days=91))):
        query_admin_sql(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, gclid, started_at, updated_at)"
            " values (%s, %s, 'v1', %s, %s, %s)",
            georgia.id,
            f"quiz_{gclid}",
            gclid,
            seen,
            seen,
        )
    assert [row[ORDER_ID] for row in await rows(owner_client, "clicks")] == [young]
    assert (await owner_client.get(PAGE)).json()["counts"]["tooOld"] == 1


async def test_without_consent_nothing_is_uploaded(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    reference = await booked(client, gclid="TeSter-consent")
    query_admin_sql("update bookings set consent_state = 'refused' where reference = %s", reference)
    clock.move(hours=6)
    assert reference not in [row[ORDER_ID] for row in await rows(owner_client, "clicks")]


async def test_the_secret_address_works_until_it_is_renewed_and_only_for_its_company(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    reference = await booked(client, gclid="TeSter-secret")
    await booked(alps_client, gclid="TeSter-alps", **ALPINE)
    clock.move(hours=6)
    origin = {"Origin": "http://localhost"}
    made = await owner_client.post(f"{PAGE}/file-urls", headers=origin)
    first = httpx.URL(made.json()["urls"]["clicks"]).path
    fetched = await client.get(first)
    assert fetched.status_code == 200
    assert fetched.headers["cache-control"] == "no-store"
    assert fetched.headers["x-robots-tag"] == "noindex"
    assert reference in fetched.text
    assert "TeSter-alps" not in fetched.text
    for kind in ("appClicks", "retractions"):
        path = httpx.URL(made.json()["urls"][kind]).path
        assert (await client.get(path)).status_code == 200
    assert (await owner_client.get(PAGE)).json()["fileUrls"]["fetchedAt"] == "2026-06-10T15:00:00Z"
    # Another company's host knows nothing of it; neither does a guess.
    assert (await alps_client.get(first)).status_code == 404
    assert (await client.get("/api/conversions/guess/clicks.csv")).status_code == 404
    # What is stored is no secret.
    secret = first.split("/")[3]
    [(stored,)] = query_admin_sql("select secret_hash from conversion_settings where secret_hash is not null")
    assert bytes(stored) == hashlib.sha256(secret.encode()).digest()
    assert secret not in str(query_admin_sql("select * from audit_log"))

    again = await owner_client.post(f"{PAGE}/file-urls", headers=origin)
    assert (await client.get(first)).status_code == 404
    second = httpx.URL(again.json()["urls"]["clicks"]).path
    assert (await client.get(second)).status_code == 200
    assert (await owner_client.delete(f"{PAGE}/file-urls", headers=origin)).status_code == 204
    assert (await client.get(second)).status_code == 404


async def test_the_name_is_that_of_the_conversion_action(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    origin = {"Origin": "http://localhost"}
    for bad in ("", "   ", "=1+1", "a\nb", "x" * 101):
        answer = await owner_client.put(PAGE, json={"conversionName": bad}, headers=origin)
        assert answer.status_code == 422, bad
        assert answer.json()["fields"][0]["field"] == "conversionName"
    renamed = await owner_client.put(PAGE, json={"conversionName": " Car rental "}, headers=origin)
    assert renamed.status_code == 204
    await booked(client, gclid="TeSter-name")
    clock.move(hours=6)
    assert {row[1] for row in await rows(owner_client, "clicks")} == {"Car rental"}


@pytest.mark.parametrize("role", ["manager", "analyst"])
async def test_who_may(
    client_of: ClientFactory,
    sign_in: SignIn,
    settings: Settings,
    client: httpx.AsyncClient,
    georgia: Tenant,
    role: str,
) -> None:
    email = f"{role}-{OWNER_EMAIL}"
    await add_admin(settings, tenant_slug=georgia.slug, email=email, role=role, name="", password=PASSWORD)
    colleague = client_of("localhost")
    await sign_in(colleague, email, PASSWORD)
    origin = {"Origin": "http://localhost"}
    expected = 200 if role == "manager" else 403
    for path in (PAGE, f"{PAGE}/clicks.csv", f"{PAGE}/retractions.csv"):
        assert (await colleague.get(path)).status_code == expected
        assert (await client.get(path)).status_code == 401
    # The address is the owner's.
    assert (await colleague.post(f"{PAGE}/file-urls", headers=origin)).status_code == 403
    assert (await colleague.delete(f"{PAGE}/file-urls", headers=origin)).status_code == 403
