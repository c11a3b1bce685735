"""The desk's day: pickups and returns, tasks, leads with a status, and the global search."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, read, staff_rental
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from yard_steps import add_scan

from abano.core.clock import FixedClock
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
BOOKINGS = "/api/admin/bookings"


@pytest.fixture(autouse=True)
def _no_fleet(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(
        query_admin_sql,
        "bookings",
        "booking_events",
        "vehicle_reservations",
        "vehicles",
        "personal_info_drafts",
    )


async def take(owner: httpx.AsyncClient, name: str, **changes: Any) -> str:
    body = staff_rental(source="phone", customerName=name, customerPhone="+995 599 12 34 56") | changes
    answer = await owner.post(BOOKINGS, json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["booking"]["id"])


async def tasks_of(owner: httpx.AsyncClient, *kinds: str) -> list[dict[str, Any]]:
    """The tasks of these kinds, in list order."""
    return [each for each in (await read(owner, "/api/admin/today"))["tasks"] if each["kind"] in kinds]


async def test_the_day_has_pickups_returns_and_what_is_late(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-1")
    add_vehicle(query_admin_sql, georgia, "AA-2")
    promise(query_admin_sql, georgia)
    path = f"/api/admin/vehicles/{vehicle}/documents"
    assert (await owner_client.post(path, json={"kind": "insurance", "expiresOn": "2026-07-20"})).is_success
    pickup = await take(owner_client, "Pickup Today", pickupDate="2026-07-01", pickupTime="18:00")
    back = await take(
        owner_client, "Return Today", pickupDate="2026-06-20", returnDate="2026-07-01", returnTime="20:00"
    )
    # With the other vehicle: they overlap.
    late = await take(owner_client, "Overdue Yesterday", pickupDate="2026-06-12", returnDate="2026-06-21")
    for booking in (back, late):
        query_admin_sql("update bookings set status = 'active' where id = %s", booking)
    # 21:00 on the previous evening, in Tbilisi.
    clock.move(days=20, hours=22)
    waiting = (
        await client.post(
            "/api/bookings", json=booking_form(pickupDate="2026-07-20", returnDate="2026-07-25")
        )
    ).json()
    await owner_client.post(
        "/api/admin/login", json={"email": "owner@abano.localhost", "password": "correct horse battery"}
    )
    shown = await read(owner_client, "/api/admin/today")
    assert shown["day"] == "2026-07-01"
    # Overdue tasks first, then decisions, then pickups and returns. What a late return owes is shown with it.
    assert [(each["urgency"], each["kind"], each["bookingId"]) for each in shown["tasks"]] == [
        ("now", "late_return", late),
        ("today", "confirm", waiting["bookingId"]),
        ("today", "transfer", pickup),
        ("today", "payment", back),
        ("today", "documents", pickup),
        ("today", "pickup", pickup),
        ("today", "return", back),
    ]
    [item] = [each for each in shown["tasks"] if each["kind"] == "pickup"]
    assert (item["plate"], item["place"]) == ("AA-1", "tbilisi")
    # Listed from the first minute, with the remaining time.
    [pending] = [each for each in shown["tasks"] if each["kind"] == "confirm"]
    assert pending["status"] == "pending"
    assert datetime.fromisoformat(pending["dueAt"]) == clock.now() + timedelta(hours=24)
    counts = {each["kind"]: each["count"] for each in shown["counts"]}
    assert (counts["late_return"], counts["payment"], counts["pickup"]) == (1, 1, 1)
    assert shown["dueToday"] == 5
    count = await read(owner_client, "/api/admin/today/count")
    assert (count["dueToday"], count["lateReturns"]) == (5, 1)
    assert datetime.fromisoformat(count["newestBookingAt"]) == clock.now()
    assert [(each["plate"], each["state"]) for each in shown["due"]] == [("AA-1", "expiring")]
    # At the hour of the pickup, the customer has not arrived.
    clock.move(hours=20)
    await owner_client.post(
        "/api/admin/login", json={"email": "owner@abano.localhost", "password": "correct horse battery"}
    )
    [missed] = await tasks_of(owner_client, "late_pickup", "pickup")
    assert (missed["bookingId"], missed["kind"]) == (pickup, "late_pickup")


async def test_cars_to_bring_from_elsewhere_are_listed(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    here = {"pickupDate": "2026-06-11", "returnDate": "2026-06-15", "dropoffLocation": "batumi"}
    near = await take(owner_client, "From Home", **here | {"pickupLocation": "kutaisi"})
    await take(owner_client, "Later", pickupDate="2026-06-20", returnDate="2026-06-25")
    shown = await tasks_of(owner_client, "transfer")
    assert [(each["bookingId"], each["plate"], each["place"], each["bringFrom"]) for each in shown] == [
        (near, "AA-1", "kutaisi", "tbilisi")
    ]


async def test_undecided_costs_stay_on_the_list_until_they_are_decided(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    booking = await take(owner_client, "Brought Back")
    record, lines = new_id(), (new_id(), new_id())
    query_admin_sql(
        "insert into handover_records (tenant_id, id, booking_id, kind, recorded_at, request_hash, mileage_km,"
        " fuel_eighths, accessories, signature, language, created_at)"
        " values (%s, %s, %s, 'return', now(), decode(repeat('00', 32), 'hex'), 1, 8, '[]', '[]', 'en', now())",
        georgia.id, record, booking,
    )  # fmt: skip
    for line, kind in zip(lines, ("fuel", "cleaning"), strict=True):
        query_admin_sql(
            "insert into proposed_lines (tenant_id, id, record_id, booking_id, kind, quantity, amount_minor,"
            " created_at) values (%s, %s, %s, %s, %s, 1, 2050, now())",
            georgia.id, line, record, booking, kind,
        )  # fmt: skip
    query_admin_sql("update bookings set status = 'completed' where id = %s", booking)
    [shown] = await tasks_of(owner_client, "costs")
    assert (shown["bookingId"], shown["customerName"]) == (booking, "Brought Back")
    assert (shown["costs"], shown["costsAmount"]) == (2, 41)
    for line, decision in zip(lines, ("accept", "refuse"), strict=True):
        path = f"{BOOKINGS}/{booking}/proposed-lines/{line}"
        assert (await owner_client.post(path, json={"decision": decision})).is_success
    assert await tasks_of(owner_client, "costs") == []


async def test_a_handed_over_rental_is_to_be_paid(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await take(owner_client, "Has The Car")
    query_admin_sql("update bookings set pickup_at = '2026-06-10 10:00+04' where id = %s", booking)
    # Amounts due at the pickup are listed with the pickup.
    assert await tasks_of(owner_client, "payment") == []
    query_admin_sql("update bookings set status = 'active' where id = %s", booking)
    [shown] = await tasks_of(owner_client, "payment")
    assert (shown["bookingId"], shown["balance"] > 0) == (booking, True)
    paid = {"amount": shown["balance"], "method": "card", "note": ""}
    assert (await owner_client.post(f"{BOOKINGS}/{booking}/payments", json=paid)).is_success
    assert await tasks_of(owner_client, "payment") == []


async def test_licences_and_vehicles_that_are_missing_are_listed(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    without = await take(owner_client, "Without", pickupDate="2026-06-11", returnDate="2026-06-14")
    far = await take(owner_client, "Far", pickupDate="2026-06-20", returnDate="2026-06-25")
    assert await tasks_of(owner_client, "no_vehicle") == []
    query_admin_sql("delete from vehicle_reservations")
    assert [each["bookingId"] for each in await tasks_of(owner_client, "no_vehicle")] == [without, far]
    # The licence is requested shortly before, until it was sent or is known.
    assert [each["bookingId"] for each in await tasks_of(owner_client, "documents")] == [without]
    file = add_scan(query_admin_sql, georgia.id, without, NOW)
    assert await tasks_of(owner_client, "documents") == []
    # A passport, or the licence of the second driver, is another document.
    for change in ("document = 'passport'", "is_second_driver = true, document = 'licence'"):
        query_admin_sql(f"update customer_actions set {change} where file_id = %s", file)
        assert [each["bookingId"] for each in await tasks_of(owner_client, "documents")] == [without]
    query_admin_sql("update customer_actions set is_second_driver = false where file_id = %s", file)
    assert await tasks_of(owner_client, "documents") == []


async def test_a_lead_is_followed_up_and_won_by_its_booking(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    drafts = (("ada", "ada@example.com"), ("grace", "grace@example.com"), ("joan", "joan@example.com"))
    for name, email in drafts:
        draft = {"firstName": name, "lastName": "Lead", "customerEmail": email}
        assert (await client.post("/api/personal-info-step", json=draft)).is_success
    leads = {each["name"]: each for each in (await read(owner_client, "/api/admin/leads"))["leads"]}
    assert {each["state"] for each in leads.values()} == {"new"}
    path = f"/api/admin/leads/{leads['grace Lead']['id']}"
    changed = await owner_client.patch(path, json={"state": "contacted"})
    assert (changed.json()["lead"]["state"], changed.json()["lead"]["stateBy"]) == ("contacted", "Demo owner")
    assert (await owner_client.patch(path, json={"state": "happy"})).status_code == 422
    assert (await client.post("/api/bookings", json=booking_form(customerEmail="Ada@example.com"))).is_success
    await take(owner_client, "Joan Lead", customerEmail="joan@example.com")
    states = {each["name"]: each["state"] for each in (await read(owner_client, "/api/admin/leads"))["leads"]}
    assert states == {"ada Lead": "won", "grace Lead": "contacted", "joan Lead": "won"}
    # The message for a won lead is not sent.
    assert query_admin_sql(
        "select count(*) from outbox_messages where kind = 'personal_info.received'"
        " and payload ->> 'firstName' = 'ada'"
    ) == [(0,)]
    # A customer who starts again is a new lead.
    again = {"firstName": "ada", "lastName": "Lead", "customerEmail": "ada@example.com", "groupSize": "4"}
    assert (await client.post("/api/personal-info-step", json=again)).is_success
    won = (await read(owner_client, "/api/admin/leads", state="won"))["leads"]
    assert [each["name"] for each in won] == ["joan Lead"]
    assert len((await read(owner_client, "/api/admin/today"))["leads"]) == 2


async def test_the_search_finds_bookings_vehicles_and_leads(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-123-BB")
    session = {"sessionId": "quiz_search", "utmCampaign": "summer-hikes"}
    assert (await client.post("/api/quiz/session/start", json=session)).is_success
    form = booking_form(
        customerName="Tamar Kipiani", customerPhone="+995 599 12 34 56", quizSessionId="quiz_search"
    )
    booked = (await client.post("/api/bookings", json=form)).json()
    draft = {"firstName": "Nino", "lastName": "Beridze", "customerEmail": "nino@example.com"}
    assert (await client.post("/api/personal-info-step", json=draft)).is_success

    async def find(typed: str) -> tuple[list[str], list[str], list[str]]:
        body = await read(owner_client, "/api/admin/search", q=typed)
        return (
            [each["bookingId"] for each in body["bookings"]],
            [each["plate"] for each in body["vehicles"]],
            [each["name"] for each in body["leads"]],
        )

    mine = [booked["bookingId"]]
    for typed in ("kipiani", "599 12 34", booked["reference"].lower(), "SUMMER-h", "ada@EXAMPLE"):
        assert await find(typed) == (mine, [], []), typed
    assert await find("aa 123") == ([], ["AA-123-BB"], [])
    assert await find("berid") == ([], [], ["Nino Beridze"])
    loose = booked["reference"].replace("-", "").lower()
    for typed in (loose, f"{loose[:2]} {loose[2:]}", loose[2:5]):
        assert await find(typed) == (mine, [], []), typed
    assert (await find("forester"))[1] == ["AA-123-BB"]
    found = await read(owner_client, "/api/admin/search", q="forest")
    assert [each["slug"] for each in found["cars"]] == ["subaru-forester"]
    issued = await owner_client.post(f"/api/admin/bookings/{mine[0]}/invoices", json={})
    number = issued.json()["document"]["number"]
    for typed in (number, number.lower(), number.replace("-", " "), number.replace("-", "")[2:]):
        found = await read(owner_client, "/api/admin/search", q=typed)
        assert [(each["number"], each["bookingId"]) for each in found["invoices"]] == [(number, mine[0])]
        listed = await read(owner_client, "/api/admin/invoices", search=typed)
        assert [each["number"] for each in listed["documents"]] == [number]
    # A special character and one letter of the reference do not match that letter alone.
    for nothing in ("%", "_", f"{loose[0]}\\", ""):
        assert await find(nothing) == ([], [], []), nothing


async def test_the_desk_sees_no_commissions(
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
) -> None:
    code = query_admin_sql("select code from promo_codes where affiliate_id is not null limit 1")[0][0]
    form = booking_form(promoCode=code, gclid="a-paid-click", customerEmail="held@example.com")
    assert (await client.post("/api/bookings", json=form)).is_success
    shown = {}
    for role in ("manager", "desk"):
        person = await signed_in_person(db, georgia, role, client_of, sign_in)
        shown[role] = (await read(person.client, "/api/admin/today"))["heldCommissions"]
    assert shown["desk"] is None
    assert shown["manager"]["amount"] > 0
