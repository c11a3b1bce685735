"""One booking through Money, invoice, credit note, till, reports and exports: the same figures to the cent."""

import csv
import io
from decimal import Decimal
from typing import Any

import httpx
import pypdfium2
import pytest
from payment_steps import BOOKINGS, add_booking, empty_money, money, open_till, pay, post
from product_fixtures import NOW, AdminSql

pytestmark = pytest.mark.anyio
REPORTS = "/api/admin/reports"
YEAR = f"year={NOW.year}"
COMPANY = {"name": "Kontor GmbH", "address": "Kaiserkai 1\n20457 Hamburg", "country": "DE", "vatNumber": ""}


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def read(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def rows(client: httpx.AsyncClient, path: str) -> list[dict[str, str]]:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def exact(amount: float) -> Decimal:
    return Decimal(str(amount)).quantize(Decimal("0.01"))


async def test_one_booking_has_the_same_figures_everywhere(owner_client: httpx.AsyncClient) -> None:
    seller = {"legalName": "Abano", "vatPercent": 18}
    assert (await owner_client.put("/api/admin/seller", json=seller)).is_success
    till = await open_till(owner_client, 100)
    # A week for 485, by phone, billed to a company.
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}"
    assert (await owner_client.put(f"{path}/bill-to", json=COMPANY)).is_success
    await pay(owner_client, booking, 120.55, "cash")
    await pay(owner_client, booking, 200.01, "card")
    await post(owner_client, f"{path}/deposits", {"amount": 300, "method": "cash"})
    # It comes back with a scratch: a part of the deposit is kept, a part pays for the rental.
    settled = {"returned": 200.1, "kept": 50.25, "applied": 49.65, "method": "cash", "reason": "A scratch"}
    await post(owner_client, f"{path}/deposits/settlement", settled)
    issued = (await post(owner_client, f"{path}/invoices"))["document"]
    refund = {"amount": 30.4, "method": "card", "reason": "A day less", "lowersPrice": True}
    await post(owner_client, f"{path}/refunds", refund)
    note = (
        await post(
            owner_client,
            f"/api/admin/invoices/{issued['id']}/credit-note",
            {"reason": "A day less", "amount": 30.4},
        )
    )["document"]

    # By hand: 485 and what was kept, less the credited day.
    agreed = exact(485 + 50.25 - 30.4)
    paid = exact(120.55 + 200.01 + 50.25 + 49.65 - 30.4)
    shown = await money(owner_client, booking)
    assert [exact(shown[name]) for name in ("agreed", "paid", "due", "held")] == [
        agreed,
        paid,
        agreed - paid,
        0,
    ]

    # Invoice and credit note, in the list, its export and on paper.
    assert exact(issued["total"]) + exact(note["total"]) == agreed
    listed = (await read(owner_client, "/api/admin/invoices"))["documents"]
    own = {each["number"]: exact(each["total"]) for each in listed if each["kind"] != "receipt"}
    assert own == {issued["number"]: exact(535.25), note["number"]: exact(-30.4)}
    exported = {
        row["Number"]: Decimal(row["Total"]) for row in await rows(owner_client, "/api/admin/invoices.csv")
    }
    assert {number: exported[number] for number in own} == own
    file = await owner_client.get(f"/api/admin/invoices/{issued['id']}/file")
    paper = pypdfium2.PdfDocument(file.content)[0].get_textpage().get_text_bounded()
    assert "535.25" in paper
    assert "Kontor GmbH" in paper

    # VAT: the report, its documents and both exports.
    [vat] = (await read(owner_client, f"{REPORTS}/vat?{YEAR}"))["currencies"]
    assert exact(vat["total"]["gross"]) == agreed
    for name in ("export", "documents"):
        lines = await rows(owner_client, f"{REPORTS}/vat/{name}.csv?{YEAR}")
        assert sum(Decimal(line["Gross"]) for line in lines) == agreed, name
        assert sum(Decimal(line["VAT"]) for line in lines) == exact(vat["total"]["vat"]), name

    # Payments by method, and each entry: what came in less what went out.
    [methods] = (await read(owner_client, f"{REPORTS}/payments?{YEAR}"))["currencies"]
    change = {row["method"]: exact(row["change"]) for row in methods["methods"]}
    assert change == {"cash": exact(120.55 + 300 - 200.1), "card": exact(200.01 - 30.4)}
    assert sum(change.values()) == paid
    entries = await rows(owner_client, f"{REPORTS}/payments/entries.csv?{YEAR}")
    assert sum(Decimal(entry["Amount"]) for entry in entries) == paid
    assert {entry["Booking"] for entry in entries} == {shown_reference(listed)}

    # The till holds its opening and the cash.
    [own_till] = [
        each for each in (await read(owner_client, "/api/admin/tills"))["tills"] if each["id"] == till
    ]
    assert exact(own_till["expected"]) == 100 + change["cash"]
    moved = (await read(owner_client, f"/api/admin/tills/{till}/lines"))["lines"]
    assert sum(exact(line["amount"]) for line in moved) == change["cash"]

    # What is still owed is owed in the list of receivables, too.
    [open_] = (await read(owner_client, f"{REPORTS}/receivables"))["currencies"]
    assert exact(open_["total"]["total"]) == agreed - paid
    [line] = await rows(owner_client, f"{REPORTS}/receivables/export.csv")
    assert (Decimal(line["Open"]), line["Customer"]) == (agreed - paid, "Kontor GmbH")


def shown_reference(documents: list[dict[str, Any]]) -> str:
    [reference] = {str(each["reference"]) for each in documents}
    return reference
