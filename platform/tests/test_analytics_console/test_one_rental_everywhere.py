"""One rental from the phone call to the credit note: every place has the same figures, to the cent."""

import csv
import io
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import count
from typing import Any

import httpx
import pypdfium2
import pytest
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, read, staff_rental, vehicle_of
from payment_steps import BOOKINGS, empty_money, money, open_till, post
from product_fixtures import AdminSql, SignIn
from report_steps import console, earned, wait_for
from yard_steps import DUE, PICKUP, YARD, coming_back, handover, move_to, record, stay_signed_in

from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.payments.accounting.rules import DEFAULTS
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
REPORTS = "/api/admin/reports"
JULY = "from=2026-07-01&to=2026-07-31"
MONTHS = "from=2026-06-01&to=2026-07-31"
CALLER = {
    "customerName": "Nina Albrecht",
    "customerEmail": "nina@example.com",
    "customerPhone": "+49301234567",
}
COMPANY = {"name": "Albrecht GmbH", "address": "Kaiserkai 1\n20457 Hamburg", "country": "DE", "vatNumber": ""}
CREDITED, OPENING = Decimal("20.35"), 50
SKR03 = DEFAULTS["skr03"]


@dataclass(frozen=True)
class Rental:
    """What it came to: the agreed price, and what was received in cash and by card."""

    booking: str
    agreed: Decimal
    cash: Decimal
    card: Decimal
    invoice: dict[str, Any]
    note: dict[str, Any]


@pytest.fixture(autouse=True)
def _no_rentals(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_money(query_admin_sql)
    empty_tables(
        query_admin_sql,
        "booking_events",
        "vehicle_reservations",
        "vehicle_events",
        "vehicles",
        "handover_terms",
    )
    # Changed settings apply at once.
    real, reads = ttl_cache.now, count()
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 10.0 * next(reads))


@pytest.fixture
async def owner(
    own_analytics_process: Any,
    analytics_settings: Callable[[str], Settings],
    clock: FixedClock,
    sign_in: SignIn,
    settings: Settings,
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's console with the real analytics service behind it."""
    async with console(analytics_settings(own_analytics_process.url), clock) as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        before = (await read(client, "/api/admin/settings"))["terms"]
        yield client
        await set_terms(client, **before)


async def set_terms(client: httpx.AsyncClient, **changes: Any) -> None:
    settings = await read(client, "/api/admin/settings")
    body = settings["terms"] | changes | {"revision": settings["terms"]["revision"]}
    answer = await client.put("/api/admin/settings/terms", json=body)
    assert answer.status_code == 200, answer.text


async def rows(client: httpx.AsyncClient, path: str) -> list[dict[str, str]]:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def exact(amount: float) -> Decimal:
    return Decimal(str(amount)).quantize(Decimal("0.01"))


async def due(client: httpx.AsyncClient, booking: str) -> Decimal:
    """What the yard and the desk say is due."""
    yard = exact((await read(client, f"{YARD}/bookings/{booking}/money"))["due"])
    assert yard == exact((await money(client, booking))["due"])
    return yard


async def take_back(owner: httpx.AsyncClient, clock: FixedClock, booking: str) -> dict[str, Decimal]:
    """Three hours late with less fuel and a scratch; returns the proposed costs.

    The customer signs for two of them. The desk charges the scratch and takes that back: it was an old one.
    """
    path = f"{BOOKINGS}/{booking}"
    scratch = {"id": "5f0c6c0e-6d5c-4c57-9d2c-4b6a0c8f1a12", "kind": "scratch", "x": 500, "y": 500}
    body = coming_back(clock, fuelEighths=6, damages=[scratch])
    shown = (await owner.post(f"{YARD}/bookings/{booking}/costs", json=body)).json()["costs"]
    costs = {each["kind"]: exact(each["amount"]) for each in shown}
    assert (costs["fuel"], costs["damage"]) == (Decimal(20), Decimal(150))
    signed = [
        {"kind": kind, "decision": "accept", "shown": float(costs[kind]), "damageId": None}
        for kind in ("late", "fuel")
    ]
    assert (await record(owner, booking, body | {"decisions": signed})).status_code == 200
    [line] = [
        each for each in (await read(owner, f"{path}/handover"))["lines"] if each["state"] == "proposed"
    ]
    decided = f"{path}/proposed-lines/{line['id']}"
    await post(owner, decided, {"decision": "accept", "amount": "99.55"})
    assert await due(owner, booking) == costs["late"] + costs["fuel"] + Decimal("99.55")
    await post(owner, f"{decided}/reversal", {"reason": "An old scratch"})
    await post(owner, decided, {"decision": "refuse", "reason": "An old scratch"})
    return costs


async def compare_documents(owner: httpx.AsyncClient, rental: Rental) -> None:
    """Money, the price and its lines, invoice and credit note in the list, its export and on paper."""
    summed = await money(owner, rental.booking)
    names = ("agreed", "paid", "due", "held")
    assert [exact(summed[name]) for name in names] == [rental.agreed, rental.agreed, 0, 0]
    final = (await read(owner, f"{BOOKINGS}/{rental.booking}"))["booking"]
    assert exact(final["totalPrice"]) == rental.agreed
    assert sum(exact(each["amount"]) for each in final["priceLines"]) == rental.agreed
    invoiced = rental.agreed + CREDITED
    documents = {rental.invoice["number"]: invoiced, rental.note["number"]: -CREDITED}
    listed = (await read(owner, "/api/admin/invoices"))["documents"]
    own = {each["number"]: exact(each["total"]) for each in listed if each["kind"] != "receipt"}
    assert own == documents
    exported = {row["Number"]: Decimal(row["Total"]) for row in await rows(owner, "/api/admin/invoices.csv")}
    assert {number: exported[number] for number in documents} == documents
    for document, total in ((rental.invoice, invoiced), (rental.note, CREDITED)):
        file = await owner.get(f"/api/admin/invoices/{document['id']}/file")
        pages = pypdfium2.PdfDocument(file.content)
        paper = "".join(page.get_textpage().get_text_bounded() for page in pages)
        # Whole amounts have no decimals.
        assert f"€{total:,.2f}".removesuffix(".00") in paper
        assert "Albrecht GmbH" in paper


async def compare_reports(owner: httpx.AsyncClient, rental: Rental, till: str) -> None:
    """VAT, payments by method, receivables, the till, and the rental report by vehicle and as a list."""
    [vat] = (await read(owner, f"{REPORTS}/vat?{MONTHS}"))["currencies"]
    assert exact(vat["total"]["gross"]) == rental.agreed
    [methods] = (await read(owner, f"{REPORTS}/payments?{MONTHS}"))["currencies"]
    changes = {row["method"]: exact(row["change"]) for row in methods["methods"]}
    assert changes == {"cash": rental.cash, "card": rental.card}
    assert rental.cash + rental.card == rental.agreed
    assert (await read(owner, f"{REPORTS}/receivables"))["currencies"] == []
    tills = (await read(owner, "/api/admin/tills"))["tills"]
    assert [exact(each["expected"]) for each in tills if each["id"] == till] == [OPENING + rental.cash]
    report = f"{REPORTS}/rentals?{JULY}&cut=vehicle"
    found = (await wait_for(owner, report, earned(float(rental.agreed)))).json()
    assert {row["label"]: exact(row["revenue"]) for row in found["rows"]} == {"ONE-1": rental.agreed}
    listed = await read(owner, f"{REPORTS}/rentals/list?{JULY}")
    assert (exact(listed["amount"]), listed["counted"]) == (rental.agreed, 1)


async def compare_books(owner: httpx.AsyncClient, rental: Rental) -> None:
    """The postings: nothing is owed, revenue and VAT are the documents, cash and card the payments."""
    [vat] = (await read(owner, f"{REPORTS}/vat?{MONTHS}"))["currencies"]
    made = await post(owner, "/api/admin/accounting/exports", {"from": "2026-06-01", "to": "2026-07-31"})
    number = made["exports"][0]["number"]
    accounts: dict[str, Decimal] = defaultdict(Decimal)
    for row in await rows(owner, f"/api/admin/accounting/exports/{number}/journal.csv"):
        accounts[row["Debit account"]] += Decimal(row["Amount"])
        accounts[row["Credit account"]] -= Decimal(row["Amount"])
    assert accounts[SKR03["customers"]] == 0
    assert -accounts[SKR03["vat"]] == exact(vat["total"]["vat"])
    earned_there = [accounts[SKR03[name]] for name in ("revenue", "revenue_untaxed", "vat")]
    assert -sum(earned_there) == rental.agreed
    assert (accounts[SKR03["cash"]], accounts[SKR03["card"]]) == (rental.cash, rental.card)


async def test_one_rental_has_the_same_figures_everywhere(
    owner: httpx.AsyncClient, clock: FixedClock, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    assert (await owner.put("/api/admin/seller", json={"legalName": "Abano", "vatPercent": 18})).is_success
    await set_terms(owner, lateAfterMinutes=59, lateFee=0, lateHourPercent=20)
    vehicle = add_vehicle(query_admin_sql, georgia, "ONE-1")
    promise(query_admin_sql, georgia)

    # By phone, then three days more at a fresh price.
    taken = (await post(owner, BOOKINGS, staff_rental(source="phone", **CALLER)))["booking"]
    booking, path = taken["id"], f"{BOOKINGS}/{taken['id']}"
    assert vehicle_of(query_admin_sql, booking) == vehicle
    clock.move(minutes=1)
    longer = staff_rental(**CALLER, returnDate="2026-07-11") | {
        "seenAt": taken["updatedAt"],
        "price": "fresh",
    }
    answer = await owner.put(path, json=longer)
    assert answer.status_code == 200, answer.text
    changed = answer.json()["booking"]
    agreed = exact(changed["totalPrice"])
    assert (changed["days"], agreed > exact(taken["totalPrice"])) == (10, True)
    assert await due(owner, booking) == agreed

    # Handed over; the balance is paid in cash in the yard.
    move_to(clock, PICKUP)
    stay_signed_in(query_admin_sql)
    till = await open_till(owner, OPENING)
    assert (await record(owner, booking, handover(clock))).status_code == 200
    cash = agreed
    await post(owner, f"{YARD}/bookings/{booking}/payments", {"amount": float(cash), "method": "cash"})
    assert await due(owner, booking) == 0

    move_to(clock, DUE + timedelta(days=3), hours=2, minutes=10)
    costs = await take_back(owner, clock, booking)
    assert costs["late"] == exact(changed["dailyRate"]) * 3 * 20 / 100
    agreed += costs["late"] + costs["fuel"]
    card = await due(owner, booking)
    assert card == costs["late"] + costs["fuel"]
    await post(owner, f"{YARD}/bookings/{booking}/payments", {"amount": float(card), "method": "card"})
    assert await due(owner, booking) == 0

    # The invoice goes to a company; a part is credited and given back in cash.
    assert (await owner.put(f"{path}/bill-to", json=COMPANY)).is_success
    issued = (await post(owner, f"{path}/invoices"))["document"]
    assert exact(issued["total"]) == agreed
    why = "The air conditioning failed"
    credit = {"reason": why, "amount": float(CREDITED)}
    note = (await post(owner, f"/api/admin/invoices/{issued['id']}/credit-note", credit))["document"]
    assert await due(owner, booking) == -CREDITED
    refund = {"amount": float(CREDITED), "method": "cash", "reason": why, "lowersPrice": False}
    await post(owner, f"{path}/refunds", refund)
    rental = Rental(booking, agreed - CREDITED, cash - CREDITED, card, issued, note)

    await compare_documents(owner, rental)
    await compare_reports(owner, rental, till)
    move_to(clock, DUE + timedelta(days=30))
    await compare_books(owner, rental)
