"""Receipts, invoices and credit notes: numbered without gaps, as they were issued, printed in four languages."""

from email import message_from_bytes, policy
from functools import partial
from typing import Any, get_args

import httpx
import psycopg
import pypdfium2
import pytest
import pyvips
from background_tasks import run_for_all
from console_people import signed_in_person
from paged_lists import assert_sorted, assert_sorts_checked
from payment_steps import BOOKINGS, add_booking, empty_money, money, pay, post
from product_fixtures import AdminSql, ClientFactory, SignIn
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.payments.invoices.numbering import DEFAULTS
from abano.payments.invoices.schemas import InvoiceSort
from abano.payments.invoices.vat import tax_within
from abano.payments.invoices.vat_numbers import checked_vat_number
from abano.tenancy.directory.tenant import Tenant
from abano.worker import COMPOSERS

pytestmark = pytest.mark.anyio
INVOICES = "/api/admin/invoices"
SELLER = {
    "legalName": "Abano Georgia LLC", "registrationNumber": "404123456", "taxId": "GE404123456",
    "address": "12 Rustaveli Avenue\n0108 Tbilisi", "bankAccount": "GE29NB0000000101904917", "vatPercent": 18,
    "vatRates": {
        "rental": None, "insurance": None, "service": None, "delivery": None, "damage": None, "deposit": None,
    },
    "vatByItem": {}, "taxLabel": "", "paymentDays": 14, "paymentTerms": {},
    "footer": "Thank you for travelling with us.",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def invoice(client: httpx.AsyncClient, booking: str) -> dict[str, Any]:
    shown: dict[str, Any] = (await post(client, f"{BOOKINGS}/{booking}/invoices"))["document"]
    return shown


async def text_of(client: httpx.AsyncClient, document: str) -> str:
    answer = await client.get(f"{INVOICES}/{document}/file")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    file = pypdfium2.PdfDocument(answer.content)
    return "\n".join(page.get_textpage().get_text_bounded() for page in file)


def test_numbers_and_the_tax_within_a_price() -> None:
    assert DEFAULTS["invoice"].number(2026, 42) == "INV-2026-00042"
    assert tax_within(11_800, 1_800) == 1_800
    assert tax_within(-11_800, 1_800) == -1_800
    assert tax_within(100, 1_800) == 15
    assert tax_within(12_345, None) == 0


async def test_a_document_shows_the_logo_of_a_company_that_has_one(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    issued = await invoice(owner_client, await add_booking(owner_client))
    path = f"{INVOICES}/{issued['id']}/file"

    async def pictures() -> list[tuple[int, int]]:
        [page] = pypdfium2.PdfDocument((await owner_client.get(path)).content)
        return [each.get_px_size() for each in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE])]

    assert await pictures() == []
    logo: bytes = pyvips.Image.black(300, 80).pngsave_buffer()
    query_admin_sql(
        "insert into brand_images (tenant_id, name, content) values (%s, 'logo', %s)", georgia.id, logo
    )
    assert await pictures() == [(300, 80)]
    # The name is not lost with it.
    assert "Abano" in await text_of(owner_client, issued["id"])
    query_admin_sql("delete from brand_images")


async def test_an_invoice_is_valid_until_a_credit_note_voids_it(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    first = await invoice(owner_client, booking)
    assert first["number"] == "INV-2026-00001"
    again = await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={})
    assert (again.status_code, again.json()["code"]) == (409, "InvoiceStands")
    path = f"{INVOICES}/{first['id']}/credit-note"
    note = (await post(owner_client, path, {"reason": "Wrong name"}))["document"]
    assert (note["number"], note["total"], note["credits"]) == (
        "CN-2026-00001",
        -first["total"],
        first["number"],
    )
    twice = await owner_client.post(path, json={"reason": "Wrong name"})
    assert (twice.status_code, twice.json()["code"]) == (409, "AlreadyCredited")
    of_note = await owner_client.post(f"{INVOICES}/{note['id']}/credit-note", json={"reason": "no"})
    assert of_note.status_code == 409
    # A refused call takes no number.
    assert (await invoice(owner_client, booking))["number"] == "INV-2026-00002"
    shown = (await money(owner_client, booking))["documents"]
    assert [(each["number"], each["isVoid"], each["creditNotes"]) for each in shown] == [
        ("INV-2026-00001", True, ["CN-2026-00001"]),
        ("CN-2026-00001", False, []),
        ("INV-2026-00002", False, []),
    ]


async def test_a_service_and_a_protection_have_rates_of_their_own_before_those_of_their_kind(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    rates = {"vatRates": {"service": 10}, "vatByItem": {"babySeat": 5, "insurance:standard": 0}}
    seller = "/api/admin/seller"
    saved = await owner_client.put(seller, json=SELLER | rates)
    assert saved.status_code == 200, saved.text
    assert (await owner_client.get(seller)).json()["seller"]["vatByItem"] == rates["vatByItem"]
    for bad in ({"babySeat": 51}, {"babySeat": -1}, {"": 5}, {"x" * 81: 5}):
        refused = await owner_client.put(seller, json=SELLER | {"vatByItem": bad})
        assert (refused.status_code, refused.json()["fields"][0]["field"][:9]) == (422, "vatByItem")
    booking = await add_booking(
        owner_client, insuranceType="standard", services=["babySeat", "roadAssistance"]
    )
    document = await invoice(owner_client, booking)
    [(data,)] = query_admin_sql("select data from invoices where id = %s", document["id"])
    assert {line["code"]: line["vat"] for line in data["lines"] if line["code"] not in {"car", "delivery"}} == {
        "insurance:standard": 0, "babySeat": 500, "roadAssistance": 1000,
    }  # fmt: skip
    assert [part["basisPoints"] for part in data["vat"]] == [1800, 1000, 500, 0]
    assert sum(part["gross"] for part in data["vat"]) == round(document["total"] * 100)


async def test_a_part_is_credited_and_the_rest_stays_invoiced(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    rates = {"insurance": 5}
    assert (await owner_client.put("/api/admin/seller", json=SELLER | {"vatRates": rates})).is_success
    booking = await add_booking(owner_client)
    await post(owner_client, f"{BOOKINGS}/{booking}/deposits", {"amount": 100, "method": "card"})
    kept = {"returned": 0, "kept": 40, "applied": 0, "method": "card", "reason": "Scratch"}
    await post(owner_client, f"{BOOKINGS}/{booking}/deposits/settlement", kept)
    document = await invoice(owner_client, booking)
    path = f"{INVOICES}/{document['id']}/credit-note"
    assert document["total"] == 525
    text = await text_of(owner_client, document["id"])
    for expected in ("VAT rate", "18%", "Outside VAT", "Kept from the deposit: Scratch"):
        assert expected in text
    open_lines = (await owner_client.get(path)).json()
    assert open_lines["left"] == 525
    assert sum(each["left"] for each in open_lines["lines"]) == 525
    car = open_lines["lines"][0]
    body = {"reason": "A day less", "lines": [{"line": car["line"], "amount": 60.5}]}
    note = (await post(owner_client, path, body))["document"]
    assert (note["number"], note["total"]) == ("CN-2026-00001", -60.5)
    assert "is for a part of invoice INV-2026-00001" in await text_of(owner_client, note["id"])
    shown = await money(owner_client, booking)
    # The price follows: it is not owed again.
    assert (shown["agreed"], shown["paid"], shown["due"]) == (464.5, 40, 424.5)
    assert (shown["documents"][0]["credited"], shown["documents"][0]["isVoid"]) == (60.5, False)
    assert "VOID" not in await text_of(owner_client, document["id"])
    again = await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={})
    assert again.json()["code"] == "InvoiceStands"
    for bad, field in (
        ({"amount": 464.51}, "amount"),
        ({"lines": [{"line": car["line"], "amount": car["amount"]}]}, "lines.0.amount"),
        ({"lines": [{"line": 99, "amount": 1}]}, "lines.0.line"),
        ({"amount": 0}, "amount"),
    ):
        refused = await owner_client.post(path, json={"reason": "x"} | bad)
        assert refused.status_code == 422
        assert refused.json()["fields"][0]["field"] == field
    both = {"reason": "x", "amount": 1, "lines": [{"line": 0, "amount": 1}]}
    assert (await owner_client.post(path, json=both)).status_code == 422
    await post(owner_client, path, {"reason": "Goodwill", "amount": 64.5})
    # The rest voids it; no number was lost to a refused call, and the price stays for the next invoice.
    last = (await post(owner_client, path, {"reason": "Wrong name"}))["document"]
    assert (last["number"], last["total"]) == ("CN-2026-00003", -400)
    shown = await money(owner_client, booking)
    assert (shown["agreed"], shown["documents"][0]["isVoid"]) == (400, True)
    none = await owner_client.post(path, json={"reason": "x"})
    assert (none.status_code, none.json()["code"]) == (409, "AlreadyCredited")
    sums = query_admin_sql(
        "select (v ->> 'basisPoints')::int, sum((v ->> 'gross')::bigint), sum((v ->> 'tax')::bigint)"
        " from invoices, jsonb_array_elements(data -> 'vat') v where kind <> 'receipt' group by 1"
    )
    assert {(gross, tax) for _, gross, tax in sums} == {(0, 0)}
    assert (await invoice(owner_client, booking))["total"] == 400


async def test_a_refund_that_lowered_the_price_is_not_taken_off_twice(
    owner_client: httpx.AsyncClient,
) -> None:
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 485)
    document = await invoice(owner_client, booking)
    refund = {"amount": 20, "method": "card", "reason": "Late", "lowersPrice": True}
    await post(owner_client, f"{BOOKINGS}/{booking}/refunds", refund)
    await post(owner_client, f"{INVOICES}/{document['id']}/credit-note", {"reason": "Late", "amount": 20})
    shown = await money(owner_client, booking)
    assert (shown["agreed"], shown["paid"], shown["due"]) == (465, 465, 0)


async def test_a_preview_uses_no_number_and_a_changed_total_is_refused(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await owner_client.put("/api/admin/seller", json=SELLER)).is_success
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}"
    await pay(owner_client, booking, 100)
    preview = (await owner_client.get(f"{path}/invoice-preview")).json()["preview"]
    assert preview["paid"] == 100
    assert sum(each["gross"] for each in preview["vat"]) == preview["total"]
    assert [each["percent"] for each in preview["vat"]] == [18]
    assert (preview["total"], preview["due"]) == (485, 385)
    assert preview["dueOn"] == "2026-06-24"
    file = await owner_client.get(f"{path}/invoice-preview/file")
    text = "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file.content))
    assert "DRAFT" in text
    assert "INV-" not in text
    query_admin_sql("update bookings set total_minor = total_minor + 100 where id = %s", booking)
    stale = await owner_client.post(f"{path}/invoices", json={"total": preview["total"] + 5})
    assert (stale.status_code, stale.json()["code"]) == (409, "InvoiceChanged")
    assert query_admin_sql("select count(*) from invoices where kind = 'invoice'") == [(0,)]
    issued = (await post(owner_client, f"{path}/invoices", {"total": preview["total"]}))["document"]
    assert issued["number"] == "INV-2026-00001"
    assert (await owner_client.get(f"{path}/invoice-preview")).json()["code"] == "InvoiceStands"


async def test_an_invoice_names_the_bank_account_and_when_it_is_due(owner_client: httpx.AsyncClient) -> None:
    assert (await owner_client.put("/api/admin/seller", json=SELLER)).is_success
    booking = await add_booking(owner_client)
    text = await text_of(owner_client, (await invoice(owner_client, booking))["id"])
    assert "Bank account: GE29NB0000000101904917" in text
    assert "Payment due by 24 June 2026." in text
    paid = await add_booking(owner_client)
    await pay(owner_client, paid, (await money(owner_client, paid))["due"])
    assert "Payment due" not in await text_of(owner_client, (await invoice(owner_client, paid))["id"])


async def test_what_was_kept_of_a_cancelled_bookings_deposit_is_invoiced(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}"
    await post(owner_client, f"{path}/deposits", {"amount": 200, "method": "card"})
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booking)
    nothing = await owner_client.post(f"{path}/invoices", json={})
    assert (nothing.status_code, nothing.json()["code"]) == (409, "NothingToInvoice")
    body = {"returned": 150, "kept": 50, "applied": 0, "method": "card", "reason": "No-show"}
    shown = await post(owner_client, f"{path}/deposits/settlement", body)
    assert (shown["agreed"], shown["paid"], shown["due"], shown["held"]) == (0, 0, 0, 0)
    issued = await invoice(owner_client, booking)
    assert issued["total"] == 50
    assert "Kept from the deposit: No-show" in await text_of(owner_client, issued["id"])


async def test_a_document_is_emailed_to_the_customer(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    db: Database,
    clock: FixedClock,
) -> None:
    booking = await add_booking(owner_client)
    issued = (await post(owner_client, f"{BOOKINGS}/{booking}/invoices", {"email": True}))["document"]
    await post(owner_client, f"{INVOICES}/{issued['id']}/email")
    await run_for_all(partial(deliver, composers=COMPOSERS), TaskContext(db, settings, clock))
    files = [file.read_bytes() for file in (settings.data_dir / "mail").glob("*.eml")]
    messages = [message_from_bytes(each, policy=policy.default) for each in files if b"INV-2026" in each]
    assert [each["Subject"] for each in messages] == ["Invoice INV-2026-00001 from Abano Georgia"] * 2
    assert {each["To"] for each in messages} == {"ana@example.com"}
    [attached] = messages[0].iter_attachments()
    assert attached.get_filename() == "INV-2026-00001.pdf"
    assert attached.get_content().startswith(b"%PDF")
    query_admin_sql("update bookings set customer_email = '' where id = %s", booking)
    refused = await owner_client.post(f"{INVOICES}/{issued['id']}/email")
    assert (refused.status_code, refused.json()["code"]) == (409, "CustomerWithoutEmail")


async def test_a_reminder_names_what_is_open_and_is_refused_once_it_is_paid(
    owner_client: httpx.AsyncClient, settings: Settings, db: Database, clock: FixedClock
) -> None:
    assert (await owner_client.put("/api/admin/seller", json=SELLER)).is_success
    booking = await add_booking(owner_client, language="en")
    issued = await invoice(owner_client, booking)
    path = f"{INVOICES}/{issued['id']}/reminder"
    shown = await pay(owner_client, booking, 10.5)
    await post(owner_client, path)
    await run_for_all(partial(deliver, composers=COMPOSERS), TaskContext(db, settings, clock))
    files = [file.read_bytes() for file in (settings.data_dir / "mail").glob("*.eml")]
    messages = [message_from_bytes(each, policy=policy.default) for each in files]
    [reminder] = [each for each in messages if "reminder" in each["Subject"]]
    assert reminder["Subject"] == f"Payment reminder: invoice {issued['number']} from Abano Georgia"
    body = reminder.get_body(("plain",))
    assert body is not None
    assert f"{shown['due']:,.2f}" in body.get_content()
    [attached] = reminder.iter_attachments()
    assert attached.get_filename() == f"{issued['number']}.pdf"

    await pay(owner_client, booking, shown["due"])
    paid = await owner_client.post(path)
    assert (paid.status_code, paid.json()["code"]) == (409, "NothingToRemind")
    receipt = next(
        each for each in (await owner_client.get(INVOICES)).json()["documents"] if each["kind"] == "receipt"
    )
    refused = await owner_client.post(f"{INVOICES}/{receipt['id']}/reminder")
    assert (refused.status_code, refused.json()["code"]) == (409, "OnlyInvoicesAreReminded")


async def test_a_proforma_has_no_number_no_effect_and_is_emailed(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    client_of: ClientFactory,
    sign_in: SignIn,
    alps: Tenant,
) -> None:
    assert (await owner_client.put("/api/admin/seller", json=SELLER)).is_success
    booking = await add_booking(owner_client, language="en")
    path = f"{BOOKINGS}/{booking}/proforma"
    before = await money(owner_client, booking)
    answer = await owner_client.get(f"{path}/file")
    assert answer.headers["content-type"] == "application/pdf"
    page = pypdfium2.PdfDocument(answer.content)[0].get_textpage().get_text_bounded()
    assert "Proforma invoice" in page
    assert "PROFORMA" in page
    assert "not a tax invoice" in page
    assert "INV-" not in page
    assert (await owner_client.post(f"{path}/email")).status_code == 204
    assert query_admin_sql("select * from invoices") == []
    assert query_admin_sql("select * from invoice_counters") == []
    assert query_admin_sql("select * from journal_entries") == []
    assert await money(owner_client, booking) == before
    await run_for_all(partial(deliver, composers=COMPOSERS), TaskContext(db, settings, clock))
    files = [file.read_bytes() for file in (settings.data_dir / "mail").glob("*.eml")]
    messages = [message_from_bytes(each, policy=policy.default) for each in files]
    [sent] = [each for each in messages if "Proforma" in each["Subject"]]
    [attached] = sent.iter_attachments()
    assert (attached.get_filename() or "").startswith("proforma-")
    text = pypdfium2.PdfDocument(attached.get_content())[0].get_textpage().get_text_bounded()
    assert "PROFORMA" in text

    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(f"{path}/file")).status_code == 404
    assert (await stranger.post(f"{path}/email")).status_code == 404
    assert (await invoice(owner_client, booking))["number"] == "INV-2026-00001"
    refused = await owner_client.post(f"{path}/email")
    assert (refused.status_code, refused.json()["code"]) == (409, "InvoiceStands")


COMPANY = {
    "name": "Kontor GmbH", "address": "Elbchaussee 1\n20354 Hamburg", "country": "DE", "vatNumber": "DE 136.695.976",
}  # fmt: skip


async def test_an_invoice_is_issued_to_a_company_which_is_remembered_for_the_customer(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    db: Database,
    clock: FixedClock,
) -> None:
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}"
    kept = await owner_client.put(f"{path}/bill-to", json=COMPANY)
    assert kept.json()["billTo"] == COMPANY | {"vatNumber": "DE136695976"}
    preview = (await owner_client.get(f"{path}/invoice-preview")).json()["preview"]
    assert preview["billTo"] == kept.json()["billTo"]
    assert preview["customerName"] == "Ana Petriashvili"
    assert "GE" in preview["countries"]
    issued = (await post(owner_client, f"{path}/invoices", {"email": True}))["document"]
    assert issued["customerName"] == "Kontor GmbH"
    text = await text_of(owner_client, issued["id"])
    for expected in (
        "Bill to", "Kontor GmbH", "20354 Hamburg", "Germany", "VAT no. DE136695976", "Ana Petriashvili",
    ):  # fmt: skip
        assert expected in text
    await run_for_all(partial(deliver, composers=COMPOSERS), TaskContext(db, settings, clock))
    files = [file.read_bytes() for file in (settings.data_dir / "mail").glob("*.eml")]
    messages = [message_from_bytes(each, policy=policy.default) for each in files]
    bodies = [each.get_body(("plain",)) for each in messages]
    assert any("Bill to: Kontor GmbH" in body.get_content() for body in bodies if body)
    # Found by the company and by who booked.
    for typed in ("kontor", "petria"):
        found = (await owner_client.get(INVOICES, params={"search": typed})).json()["documents"]
        assert [each["number"] for each in found] == [issued["number"]]
    # The next booking of the same customer, then the customer again.
    second = f"{BOOKINGS}/{await add_booking(owner_client)}"
    preview = (await owner_client.get(f"{second}/invoice-preview")).json()["preview"]
    assert preview["billTo"]["name"] == "Kontor GmbH"
    assert (await owner_client.put(f"{second}/bill-to", json={})).is_success
    preview = (await owner_client.get(f"{second}/invoice-preview")).json()["preview"]
    assert preview["billTo"] is None
    stranger = await add_booking(
        owner_client, customerName="Zaza", customerEmail="zaza@example.com", customerPhone="+995 599 00 00 01"
    )
    preview = (await owner_client.get(f"{BOOKINGS}/{stranger}/invoice-preview")).json()["preview"]
    assert preview["billTo"] is None
    # Erased with the person; the issued document stays.
    asked = {"email": "ana@example.com"}
    look = (await owner_client.post("/api/admin/customers/look", json=asked)).json()
    assert look["counts"]["billTo"] == 2
    assert (await owner_client.post("/api/admin/customers/erase", json=asked)).is_success
    assert query_admin_sql("select * from booking_bill_to") == []
    assert "Kontor GmbH" in await text_of(owner_client, issued["id"])


@pytest.mark.parametrize(
    ("country", "number", "code"),
    [
        ("DE", "DE136695977", "vat_number_check_digit"),
        ("DE", "13669597", "vat_number_length"),
        ("GE", "12345678", "vat_number_format"),
        ("AM", "!!!", "vat_number_format"),
    ],
)
async def test_a_vat_number_that_cannot_be_right_is_refused_with_the_reason(
    owner_client: httpx.AsyncClient, country: str, number: str, code: str
) -> None:
    booking = await add_booking(owner_client)
    body = COMPANY | {"country": country, "vatNumber": number}
    answer = await owner_client.put(f"{BOOKINGS}/{booking}/bill-to", json=body)
    assert answer.status_code == 422
    [field] = answer.json()["fields"]
    assert (field["field"], field["code"]) == ("vatNumber", code)


@pytest.mark.parametrize(
    ("country", "typed", "expected"),
    [
        ("DE", "136 695 976", "DE136695976"),
        ("GR", "EL 094259216", "EL094259216"),
        ("GE", "GE404123456", "404123456"),
        ("CH", "CHE-107.787.577 IVA", "CHE107787577IVA"),
        ("CH", "CHE-107.787.577", "CHE107787577"),
        ("AM", "0123-4567", "01234567"),
        ("", "AB 1234", "AB1234"),
    ],
)
def test_vat_numbers_are_kept_without_separators(country: str, typed: str, expected: str) -> None:
    assert checked_vat_number(country, typed) == expected


async def test_each_year_and_company_counts_for_itself(
    owner_client: httpx.AsyncClient, clock: FixedClock, client_of: ClientFactory, sign_in: SignIn
) -> None:
    first = await add_booking(owner_client)
    assert (await invoice(owner_client, first))["number"] == "INV-2026-00001"
    second = await add_booking(owner_client)
    # The last evening of the year in Berlin is the next year in Tbilisi.
    clock.move(days=204, hours=12)
    await sign_in(owner_client, "owner@abano.localhost", "correct horse battery")
    assert clock.now().year == 2026
    assert (await invoice(owner_client, second))["number"] == "INV-2027-00001"


async def test_a_document_stays_as_it_was_issued(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await owner_client.put("/api/admin/seller", json=SELLER)).is_success
    booking = await add_booking(owner_client)
    document = (await invoice(owner_client, booking))["id"]
    before = await text_of(owner_client, document)
    query_admin_sql(
        "update bookings set customer_name = 'Someone Else', total_minor = 1 where id = %s", booking
    )
    assert (await owner_client.put("/api/admin/seller", json=SELLER | {"legalName": "New Name"})).is_success
    assert await text_of(owner_client, document) == before
    texts = ("Ana Petriashvili", "Abano Georgia LLC", "404123456", "Value added tax 18%", "€485", "Rustaveli")
    for expected in texts:
        assert expected in before
    await post(owner_client, f"{INVOICES}/{document}/credit-note", {"reason": "Test"})
    assert "VOID" in await text_of(owner_client, document)


@pytest.mark.parametrize("language", ["en", "ka", "ru", "de"])
async def test_documents_are_in_the_customers_language(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, language: str
) -> None:
    # Before anything reads the company's settings, which are kept for a while.
    query_admin_sql("update tenant_settings set languages = '{en,ka,ru,de}'")
    booking = await add_booking(owner_client)
    query_admin_sql("update bookings set language = %s where id = %s", language, booking)
    await pay(owner_client, booking, 85)
    document = await invoice(owner_client, booking)
    receipt = (await money(owner_client, booking))["entries"][0]["receiptId"]
    for each, number in ((document["id"], "INV-2026-00001"), (receipt, "R-2026-00001")):
        text = await text_of(owner_client, each)
        assert number in text
        assert "Ana Petriashvili" in text
    assert query_admin_sql("select distinct language from invoices") == [(language,)]


@pytest.mark.parametrize("language", ["en", "ka", "ru", "de"])
async def test_documents_call_the_tax_as_the_company_does(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, language: str
) -> None:
    query_admin_sql("update tenant_settings set languages = '{en,ka,ru,de}'")
    seller = SELLER | {"taxLabel": "GST"}
    assert (await owner_client.put("/api/admin/seller", json=seller)).json()["seller"] == seller
    booking = await add_booking(owner_client)
    query_admin_sql("update bookings set language = %s where id = %s", language, booking)
    preview = await owner_client.get(f"{BOOKINGS}/{booking}/invoice-preview")
    assert preview.json()["preview"]["taxLabel"] == "GST"
    one_rate = (await invoice(owner_client, booking))["id"]
    text = await text_of(owner_client, one_rate)
    assert "GST 18" in text
    assert "Value added tax" not in text
    # Several rates, and none at all, which is said with the company's word, too.
    for rental, percent in ((0, 18), (None, None)):
        changed = seller | {"vatPercent": percent, "vatRates": {"rental": rental}}
        assert (await owner_client.put("/api/admin/seller", json=changed)).is_success
        other = await add_booking(owner_client)
        query_admin_sql("update bookings set language = %s where id = %s", language, other)
        text = await text_of(owner_client, (await invoice(owner_client, other))["id"])
        assert "GST" in text
        assert "VAT" not in text.replace("INV", "")
    # What was issued stays as it was.
    assert (await owner_client.put("/api/admin/seller", json=seller | {"taxLabel": "HST"})).is_success
    assert "GST 18" in await text_of(owner_client, one_rate)


async def test_the_list_is_filtered_and_downloaded(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    other = await add_booking(owner_client, customerName="=HYPERLINK(1)")
    await pay(owner_client, booking, 10)
    await invoice(owner_client, booking)
    await invoice(owner_client, other)

    async def numbers(**query: str) -> list[str]:
        answer = await owner_client.get(INVOICES, params=query)
        assert answer.status_code == 200, answer.text
        return [each["number"] for each in answer.json()["documents"]]

    assert await numbers() == ["INV-2026-00002", "INV-2026-00001", "R-2026-00001"]
    assert await numbers(kind="receipt") == ["R-2026-00001"]
    assert await numbers(search="petria") == ["INV-2026-00001", "R-2026-00001"]
    assert await numbers(search="inv-2026-00002") == ["INV-2026-00002"]
    assert await numbers(**{"from": "2026-06-11"}) == []
    assert len(await numbers(to="2026-06-10")) == 3
    bad = await owner_client.get(INVOICES, params={"cursor": "x"})
    assert (bad.status_code, bad.json()["fields"][0]["field"]) == (422, "cursor")
    file = await owner_client.get("/api/admin/invoices.csv", params={"kind": "invoice"})
    assert file.status_code == 200
    lines = file.text.splitlines()
    assert len(lines) == 3
    assert "'=HYPERLINK" in lines[1]


async def test_sorts_keep_every_document_when_many_share_a_value(
    owner_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("abano.payments.invoices.endpoints.PAGE", 2)
    for name, paid in (("ana B", 10), ("Ana B", 10), ("Zaza C", 9)):
        booking = await add_booking(owner_client, customerName=name)
        await pay(owner_client, booking, paid)
        document = await invoice(owner_client, booking)
    total = document["total"]
    invoices = [f"INV-2026-0000{number}" for number in (1, 2, 3)]
    orders: dict[str, list[Any]] = {
        "issuedAt": ["2026-06-10T09:00:00Z"] * 6,
        "number": [*invoices, *(each.replace("INV", "R") for each in invoices)],
        "total": [9, 10, 10, total, total, total],
    }
    for sort, expected in orders.items():
        await assert_sorted(owner_client, INVOICES, "documents", sort, expected)
    await assert_sorts_checked(owner_client, INVOICES, get_args(InvoiceSort))
    answer = await owner_client.get(INVOICES, params={"sort": "-customerName"})
    assert [each["customerName"] for each in answer.json()["documents"]] == ["Zaza C"] * 2
    file = await owner_client.get("/api/admin/invoices.csv", params={"sort": "number"})
    assert [line.split(",")[0] for line in file.text.splitlines()[1:]] == [
        *invoices, *(each.replace("INV", "R") for each in invoices),
    ]  # fmt: skip


async def test_the_desk_issues_and_voids_nothing(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, owner_client: httpx.AsyncClient
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    document = await invoice(desk, await add_booking(owner_client))
    refused = await desk.post(f"{INVOICES}/{document['id']}/credit-note", json={"reason": "no"})
    assert refused.status_code == 403


async def test_another_company_has_no_such_document(
    alps_client: httpx.AsyncClient, sign_in: SignIn, owner_client: httpx.AsyncClient
) -> None:
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    document = await invoice(owner_client, await add_booking(owner_client))
    assert (await alps_client.get(f"{INVOICES}/{document['id']}/file")).status_code == 404
    assert (await alps_client.get(INVOICES)).json()["documents"] == []


async def test_bad_data_of_the_seller_names_its_field(owner_client: httpx.AsyncClient) -> None:
    for field, value in (
        ("vatPercent", 51),
        ("legalName", "x" * 201),
        ("taxLabel", "x" * 21),
        ("vatPercent", 0),
    ):
        answer = await owner_client.put("/api/admin/seller", json=SELLER | {field: value})
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert (await owner_client.put("/api/admin/seller", json=SELLER)).json()["seller"] == SELLER


async def test_the_application_role_changes_no_document_and_no_entry(
    owner_client: httpx.AsyncClient, settings: Any, georgia: Tenant
) -> None:
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 10)
    with psycopg.connect(settings.app_url, autocommit=True) as conn:
        conn.execute("select set_config('abano.tenant_id', %s, false)", (str(georgia.id),))
        for statement in (
            "update invoices set total_minor = 0",
            "delete from invoices",
            "update journal_entries set amount_minor = 1",
            "delete from journal_entries",
            "delete from tills",
            "delete from invoice_counters",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(statement.encode())
