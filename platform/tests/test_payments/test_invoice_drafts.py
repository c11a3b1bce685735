"""Drafts of invoices: saved, found, issued and discarded; they never change money. Payment terms by language."""

import asyncio
from email import message_from_bytes, policy
from functools import partial
from typing import Any

import httpx
import pypdfium2
import pytest
from background_tasks import run_for_all
from console_people import audited, signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, money, pay, post
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant
from abano.worker import COMPOSERS

pytestmark = pytest.mark.anyio
INVOICES = "/api/admin/invoices"
DRAFTS = "/api/admin/invoice-drafts"
COMPANY = {"name": "Kontor GmbH", "address": "Elbchaussee 1", "country": "DE", "vatNumber": "DE136695976"}
DRAFT = {
    "revision": 0, "language": "en", "dueOn": "2026-07-01", "orderNumber": "PO-4711",
    "note": "Thank you\nfor your order", "billTo": COMPANY,
}  # fmt: skip
SPAN = "from=2026-01-01&to=2026-12-31"
# What no draft may change.
FIGURES = (
    f"/api/admin/reports/vat?{SPAN}", f"/api/admin/reports/vat/export.csv?{SPAN}",
    "/api/admin/reports/receivables", "/api/admin/reports/receivables/export.csv",
    INVOICES, "/api/admin/invoices.csv", "/api/admin/balances-due",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false, languages = '{en,ka,ru,de}'")
    empty_money(query_admin_sql)


async def save(client: httpx.AsyncClient, booking: str, **changes: Any) -> dict[str, Any]:
    answer = await client.put(f"{BOOKINGS}/{booking}/invoice-draft", json=DRAFT | changes)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()["preview"]
    return shown


async def preview(client: httpx.AsyncClient, booking: str) -> dict[str, Any]:
    answer = await client.get(f"{BOOKINGS}/{booking}/invoice-preview")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()["preview"]
    return shown


async def drafts(client: httpx.AsyncClient, **query: str) -> list[dict[str, Any]]:
    answer = await client.get(DRAFTS, params=query)
    assert answer.status_code == 200, answer.text
    listed: list[dict[str, Any]] = answer.json()["drafts"]
    return listed


async def text_of(client: httpx.AsyncClient, path: str) -> str:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(answer.content))


async def test_a_draft_is_saved_found_and_issued_with_what_it_says(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    assert (await preview(owner_client, booking))["draft"] is None
    shown = await save(owner_client, booking)
    assert (shown["draft"]["revision"], shown["draft"]["isChanged"]) == (1, False)
    assert shown["draft"]["savedTotal"] == shown["total"]
    assert (shown["orderNumber"], shown["dueOn"]) == ("PO-4711", "2026-07-01")
    assert shown["billTo"] == COMPANY
    assert await preview(owner_client, booking) == shown
    [listed] = await drafts(owner_client)
    assert (listed["bookingId"], listed["customerName"], listed["total"]) == (
        booking,
        "Kontor GmbH",
        shown["total"],
    )
    assert [len(await drafts(owner_client, search=each)) for each in ("kontor", "petria", "stranger")] == [
        1,
        1,
        0,
    ]
    assert (await money(owner_client, booking))["hasInvoiceDraft"] is True
    # No number is drawn.
    assert query_admin_sql("select * from invoice_counters") == []
    text = await text_of(owner_client, f"{BOOKINGS}/{booking}/invoice-preview/file")
    for expected in ("DRAFT", "PO-4711", "for your order", "Kontor GmbH"):
        assert expected in text
    seen = {"total": shown["total"], "revision": 1}
    issued = (await post(owner_client, f"{BOOKINGS}/{booking}/invoices", seen))["document"]
    assert (issued["number"], issued["customerName"]) == ("INV-2026-00001", "Kontor GmbH")
    text = await text_of(owner_client, f"{INVOICES}/{issued['id']}/file")
    for expected in ("INV-2026-00001", "PO-4711", "for your order", "1 July 2026"):
        assert expected in text
    assert await drafts(owner_client) == []
    assert (await money(owner_client, booking))["hasInvoiceDraft"] is False
    assert audited(query_admin_sql, "invoice.draft_saved") > 0
    # The customer's next draft is to the same company.
    second = await add_booking(owner_client)
    suggested = (await preview(owner_client, second))["billTo"]
    assert suggested == COMPANY
    await save(owner_client, second, billTo=suggested)
    assert [each["customerName"] for each in await drafts(owner_client)] == ["Kontor GmbH"]


async def test_a_draft_changes_no_figure_to_the_cent(owner_client: httpx.AsyncClient) -> None:
    """Reports, exports, receivables and the list are the same bytes before and after."""
    seller = {"legalName": "Abano", "vatPercent": 18, "paymentDays": 14}
    assert (await owner_client.put("/api/admin/seller", json=seller)).is_success
    await post(owner_client, f"{BOOKINGS}/{await add_booking(owner_client)}/invoices")
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 33.33)

    async def figures() -> list[str]:
        answers = [await owner_client.get(path) for path in FIGURES]
        assert [each.status_code for each in answers] == [200] * len(FIGURES)
        return [each.text for each in answers]

    before, balance = await figures(), await money(owner_client, booking)
    await save(owner_client, booking, billTo={})
    assert await figures() == before
    after = await money(owner_client, booking)
    assert after | {"hasInvoiceDraft": False} == balance
    preparing = {"from": "2026-06-01", "to": "2026-06-09"}
    assert (await owner_client.post("/api/admin/accounting/exports", json=preparing)).status_code == 409
    assert (await owner_client.delete(f"{BOOKINGS}/{booking}/invoice-draft")).status_code == 204
    assert await figures() == before


async def test_a_draft_follows_its_booking_and_says_so(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    total = (await save(owner_client, booking))["total"]
    # A payment changes nothing on the lines.
    await pay(owner_client, booking, 10)
    assert (await preview(owner_client, booking))["draft"]["isChanged"] is False
    line = '[{"code": "manual", "label": "Fuel", "quantity": 1, "unitPrice": 500, "amount": 500}]'
    query_admin_sql(
        "update bookings set total_minor = total_minor + 500, price_lines = price_lines || %s::jsonb where id = %s",
        line, booking,
    )  # fmt: skip
    shown = await preview(owner_client, booking)
    assert (shown["total"], shown["draft"]["savedTotal"], shown["draft"]["isChanged"]) == (
        total + 5,
        total,
        True,
    )
    [listed] = await drafts(owner_client)
    assert listed["total"] == total + 5
    seen = {"total": total, "revision": 1}
    refused = await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json=seen)
    assert (refused.status_code, refused.json()["code"]) == (409, "InvoiceChanged")
    # Saved again, it is up to date.
    assert (await save(owner_client, booking, revision=1))["draft"]["isChanged"] is False


async def test_two_people_do_not_overwrite_each_others_draft(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}/invoice-draft"
    answers = await asyncio.gather(
        *(owner_client.put(path, json=DRAFT | {"note": note}) for note in ("one", "two", "three"))
    )
    assert sorted(each.status_code for each in answers) == [200, 409, 409]
    assert {each.json()["code"] for each in answers if each.status_code == 409} == {"DraftChanged"}
    assert query_admin_sql("select count(*) from invoice_drafts") == [(1,)]
    # A new recipient is a change of the draft as well.
    assert (await owner_client.put(f"{BOOKINGS}/{booking}/bill-to", json={})).is_success
    late = await owner_client.put(path, json=DRAFT | {"revision": 1})
    assert late.status_code == 409
    for revision in (0, 1):
        refused = await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={"revision": revision})
        assert (refused.status_code, refused.json()["code"]) == (409, "DraftChanged")
    # Two at once issue one invoice.
    both = await asyncio.gather(
        *(owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={"revision": 2}) for _ in range(2))
    )
    assert sorted(each.status_code for each in both) == [201, 409]
    stands = await owner_client.put(path, json=DRAFT)
    assert (stands.status_code, stands.json()["code"]) == (409, "InvoiceStands")


async def test_a_draft_of_a_cancelled_booking_follows_its_fee_and_can_be_discarded(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    await save(owner_client, booking)
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booking)
    nothing = await owner_client.get(f"{BOOKINGS}/{booking}/invoice-preview")
    assert (nothing.status_code, nothing.json()["code"]) == (409, "NothingToInvoice")
    [listed] = await drafts(owner_client)
    assert listed["total"] == 0
    query_admin_sql("update bookings set cancellation_fee_minor = 5000 where id = %s", booking)
    shown = await preview(owner_client, booking)
    assert (shown["total"], shown["draft"]["isChanged"]) == (50, True)
    assert [each["total"] for each in await drafts(owner_client)] == [50]
    assert (await owner_client.delete(f"{BOOKINGS}/{booking}/invoice-draft")).status_code == 204
    assert (await owner_client.delete(f"{BOOKINGS}/{booking}/invoice-draft")).status_code == 404
    assert audited(query_admin_sql, "invoice.draft_discarded") > 0


async def test_erasing_a_customer_removes_the_draft(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    await save(owner_client, booking)
    asked = {"email": "ana@example.com"}
    copy = (await owner_client.post("/api/admin/customers/export", json=asked)).json()
    assert copy["invoiceDrafts"][0]["order_number"] == "PO-4711"
    assert (await owner_client.post("/api/admin/customers/erase", json=asked)).status_code == 200
    assert query_admin_sql("select * from invoice_drafts") == []


async def test_a_due_date_that_passed_is_refused(
    owner_client: httpx.AsyncClient, clock: FixedClock, sign_in: SignIn
) -> None:
    booking = await add_booking(owner_client)
    for day in ("2026-06-09", "2027-12-01"):
        refused = await owner_client.put(f"{BOOKINGS}/{booking}/invoice-draft", json=DRAFT | {"dueOn": day})
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "dueOn")
    await save(owner_client, booking, dueOn="2026-06-10")
    clock.move(hours=13)
    await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    late = await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={})
    assert (late.status_code, late.json()["code"]) == (409, "DueDatePassed")
    await save(owner_client, booking, dueOn=None, revision=1)
    assert (await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={})).status_code == 201


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"language": "fr"}, "language"),
        ({"language": "x" * 21}, "language"),
        ({"orderNumber": "x" * 61}, "orderNumber"),
        ({"note": "x" * 1001}, "note"),
        ({"note": "\ufdfa" * 100}, "note"),
        ({"revision": -1}, "revision"),
        ({"billTo": COMPANY | {"vatNumber": "DE1"}}, "billTo.vatNumber"),
        ({"billTo": COMPANY | {"name": "x" * 201}}, "billTo.name"),
    ],
)
async def test_what_is_wrong_in_a_draft_names_its_field(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, changes: dict[str, Any], field: str
) -> None:
    path = f"{BOOKINGS}/{await add_booking(owner_client)}/invoice-draft"
    answer = await owner_client.put(path, json=DRAFT | changes)
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert query_admin_sql("select * from invoice_drafts") == []
    assert query_admin_sql("select * from booking_bill_to") == []


async def test_drafts_are_their_companys_and_the_desks(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}/invoice-draft"
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    await save(desk, booking)
    assert len(await drafts(desk)) == 1
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.put(path, json=DRAFT | {"revision": 1})).status_code == 404
    assert (await stranger.delete(path)).status_code == 404
    assert await drafts(stranger) == []
    for client, status in (
        (client_of(georgia.primary_host), 401),
        ((await signed_in_person(db, georgia, "analyst", client_of, sign_in)).client, 403),
    ):
        assert (await client.put(path, json=DRAFT)).status_code == status
        assert (await client.delete(path)).status_code == status
        assert (await client.get(DRAFTS)).status_code == status
    assert (await desk.delete(path)).status_code == 204


TERMS = {"en": "Please pay within {days} days, by {due_date}.", "de": "Zahlbar bis {due_date} ({days} Tage)."}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Please pay within 14 days, by 24 June 2026."),
        ("de", "Zahlbar bis 24. Juni 2026 (14 Tage)."),
        # Not written in Russian: in the company's first language, its date too.
        ("ru", "Please pay within 14 days, by 24 June 2026."),
    ],
)
async def test_payment_terms_are_in_the_invoices_language(
    owner_client: httpx.AsyncClient,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    language: str,
    expected: str,
) -> None:
    seller = {"legalName": "Abano", "paymentDays": 14, "paymentTerms": TERMS}
    saved = await owner_client.put("/api/admin/seller", json=seller)
    assert saved.json()["seller"]["paymentTerms"] == TERMS
    booking = await add_booking(owner_client, language="en")
    shown = await save(owner_client, booking, language=language, dueOn=None)
    written = shown["terms"]
    assert (shown["language"], written) == (language, expected)
    issued = (await post(owner_client, f"{BOOKINGS}/{booking}/invoices", {"email": True}))["document"]
    text = " ".join((await text_of(owner_client, f"{INVOICES}/{issued['id']}/file")).split())
    assert written in text
    await run_for_all(partial(deliver, composers=COMPOSERS), TaskContext(db, settings, clock))
    files = [file.read_bytes() for file in (settings.data_dir / "mail").glob("*.eml")]
    messages = [message_from_bytes(each, policy=policy.default) for each in files]
    bodies = [each.get_body(("plain",)) for each in messages if issued["number"] in each["Subject"]]
    assert any(body and written in " ".join(body.get_content().split()) for body in bodies)
    # A credit note asks for no payment.
    note = await post(owner_client, f"{INVOICES}/{issued['id']}/credit-note", {"reason": "x"})
    assert written not in " ".join(
        (await text_of(owner_client, f"{INVOICES}/{note['document']['id']}/file")).split()
    )


async def test_without_terms_or_a_balance_the_products_sentence_is_printed(
    owner_client: httpx.AsyncClient,
) -> None:
    booking = await add_booking(owner_client)
    assert (await preview(owner_client, booking))["terms"] == ""
    path = f"{BOOKINGS}/{booking}/invoice-preview/file"
    assert "Payment due by" in await text_of(owner_client, path)
    assert (await owner_client.put("/api/admin/seller", json={"paymentTerms": TERMS})).is_success
    assert "Please pay within 0 days" in await text_of(owner_client, path)
    await pay(owner_client, booking, (await money(owner_client, booking))["due"])
    assert (await preview(owner_client, booking))["terms"] == ""


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"en": "By {date}"}, "unknown_terms_placeholder"),
        ({"en": "x" * 501}, "string_too_long"),
        ({"fr": "Net"}, "invoice_language_not_offered"),
    ],
)
async def test_bad_payment_terms_name_their_field(
    owner_client: httpx.AsyncClient, terms: dict[str, str], code: str
) -> None:
    answer = await owner_client.put("/api/admin/seller", json={"paymentTerms": terms})
    assert answer.status_code == 422
    [field] = answer.json()["fields"]
    assert field["field"] == f"paymentTerms.{next(iter(terms))}"
    if code != "string_too_long":
        assert field["code"] == code
