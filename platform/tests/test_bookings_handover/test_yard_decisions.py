"""Return costs decided in the yard: before the customer signs, by role, and never on an amount no one saw."""

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn
from yard_steps import DUE, YARD, coming_back, handover, move_to, record, rental, stay_signed_in

from abano.bookings.handover.rules import Decision, Proposal, decide_in_yard
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
TERMS = {"fuelEighth": 10, "cleaning": 30, "damage": 150}


@pytest.fixture
async def booking(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> str:
    """A rental on the road, at the time of its return."""
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE)
    return booking


@pytest.fixture
async def driver(
    booking: str,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> httpx.AsyncClient:
    person = await signed_in_person(db, georgia, "driver", client_of, sign_in)
    stay_signed_in(query_admin_sql)
    return person.client


def accept(kind: str, shown: float, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "decision": "accept", "shown": shown, **more}


def refuse(kind: str, shown: float, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "decision": "refuse", "shown": shown, **more}


async def states(console: httpx.AsyncClient, booking: str) -> dict[str, tuple[str, float | None]]:
    answer = await console.get(f"/api/admin/bookings/{booking}/handover")
    return {each["kind"]: (each["state"], each["decidedAmount"]) for each in answer.json()["lines"]}


async def test_what_the_customer_signed_for_is_charged_and_due_at_once(
    driver: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    booking: str,
) -> None:
    before = (await driver.get(f"{YARD}/bookings/{booking}/money")).json()["due"]
    dent = str(uuid4())
    body = coming_back(
        clock, fuelEighths=6, isClean=False, damages=[{"id": dent, "kind": "dent", "x": 1, "y": 1}]
    )
    shown = (await driver.post(f"{YARD}/bookings/{booking}/costs", json=body)).json()["costs"]
    assert [(each["kind"], each["amount"], each["damageId"]) for each in shown] == [
        ("fuel", 20, None), ("damage", 150, dent), ("cleaning", 30, None),
    ]  # fmt: skip
    body["decisions"] = [accept("fuel", 20), accept("damage", 150, damageId=dent)]
    for _ in range(2):
        assert (await record(driver, booking, body)).status_code == 200
    assert await states(owner_client, booking) == {
        "fuel": ("accepted", 20), "damage": ("accepted", 150), "cleaning": ("proposed", None),
    }  # fmt: skip
    assert (await driver.get(f"{YARD}/bookings/{booking}/money")).json()["due"] == before + 170
    # The desk sees who decided, and only what is still open on Today.
    lines = (await owner_client.get(f"/api/admin/bookings/{booking}/handover")).json()["lines"]
    assert {each["decidedBy"] for each in lines if each["state"] == "accepted"} == {"Nino"}
    audited = "select count(*) from audit_log where action = 'booking.line_decided'"
    assert query_admin_sql(audited) == [(2,)]


async def test_a_driver_neither_changes_nor_waives_costs_unless_the_company_allows_it(
    driver: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, booking: str
) -> None:
    decisions = [refuse("fuel", 20, reason="Gauge was broken"), accept("cleaning", 30, amount="10.50")]
    assert not (await driver.get(f"{YARD}/bookings/{booking}")).json()["booking"]["mayChangeCosts"]
    body = coming_back(clock, fuelEighths=6, isClean=False, decisions=decisions)
    assert (await record(driver, booking, body)).status_code == 200
    assert await states(owner_client, booking) == {"fuel": ("proposed", None), "cleaning": ("proposed", None)}
    clock.move(minutes=1)
    back = {"fromStatus": "completed", "toStatus": "active", "reason": "Again"}
    stepped = await owner_client.post(f"/api/admin/bookings/{booking}/step-back", json=back)
    assert stepped.status_code == 200, stepped.text
    allowed = await owner_client.put("/api/admin/handover/terms", json=TERMS | {"driversMayChange": True})
    assert allowed.json()["driversMayChange"] is True
    assert (await driver.get(f"{YARD}/bookings/{booking}")).json()["booking"]["mayChangeCosts"]
    body = coming_back(clock, fuelEighths=6, isClean=False, decisions=decisions)
    assert (await record(driver, booking, body)).status_code == 200
    assert await states(owner_client, booking) == {"fuel": ("refused", None), "cleaning": ("accepted", 10.5)}


async def test_an_amount_no_one_saw_is_left_to_the_desk(
    owner_client: httpx.AsyncClient, clock: FixedClock, booking: str
) -> None:
    body = coming_back(clock, fuelEighths=5, decisions=[accept("fuel", 20), accept("late", 15)])
    assert (await record(owner_client, booking, body)).status_code == 200
    assert await states(owner_client, booking) == {"fuel": ("proposed", None)}


@pytest.mark.parametrize(
    ("decision", "field"),
    [
        (accept("fuel", -1), "decisions.0.shown"),
        (accept("fuel", 10, amount="1.234"), "decisions.0.amount"),
        (accept("towing", 10), "decisions.0.kind"),
        (refuse("fuel", 10, reason="x" * 501), "decisions.0.reason"),
    ],
)
async def test_a_bad_decision_names_its_field(
    owner_client: httpx.AsyncClient, clock: FixedClock, booking: str, decision: dict[str, Any], field: str
) -> None:
    answer = await record(owner_client, booking, coming_back(clock, decisions=[decision]))
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)


async def test_the_receipt_of_a_payment_in_the_yard_is_emailed(
    driver: httpx.AsyncClient, query_admin_sql: AdminSql, booking: str
) -> None:
    money = (await driver.get(f"{YARD}/bookings/{booking}/money")).json()
    assert money["hasEmail"] is True
    body = {"amount": 40, "method": "card", "emailReceipt": True}
    taken = await driver.post(
        f"{YARD}/bookings/{booking}/payments", json=body, headers={"Idempotency-Key": "card-in-the-yard"}
    )
    assert taken.status_code == 201, taken.text
    waiting = (
        "select payload ->> 'document' from outbox_messages where payload ? 'document' and booking_id = %s"
    )
    assert query_admin_sql(waiting, booking) == [("receipt",)]
    query_admin_sql("update bookings set customer_email = '' where id = %s", booking)
    refused = await driver.post(f"{YARD}/bookings/{booking}/payments", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "CustomerWithoutEmail")
    assert (await driver.get(f"{YARD}/bookings/{booking}/money")).json()["paid"] == 40


def test_only_a_signed_acceptance_of_the_shown_amount_counts_for_anyone() -> None:
    damage = UUID(int=1)
    proposals = [Proposal("fuel", 1, 1_000), Proposal("damage", 1, 5_000, damage)]
    as_shown = Decision("fuel", None, True, 1_000, 1_000)
    changed = Decision("damage", damage, True, 5_000, 2_000)
    assert decide_in_yard(proposals, [as_shown, changed], may_change=False, is_signed=True) == [
        as_shown,
        None,
    ]
    assert decide_in_yard(proposals, [as_shown, changed], may_change=False, is_signed=False) == [None, None]
    assert decide_in_yard(proposals, [as_shown, changed], may_change=True, is_signed=False) == [
        as_shown,
        changed,
    ]
    other = Decision("damage", UUID(int=2), True, 5_000, 5_000)
    assert decide_in_yard(proposals, [other], may_change=True, is_signed=True) == [None, None]
