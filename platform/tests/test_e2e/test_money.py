"""The desk and the money of a booking: paid in parts, a deposit, an invoice and its credit note, the till closed."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import PHONE
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Page, expect
from running_stack import Stack

AXE = {"resultTypes": ["violations"]}


def booked(stack: Stack, name: str) -> str:
    """A booking of 485 euro as the site sends it; answers its id."""
    days = days_from(datetime.now(UTC).date() + timedelta(days=50))
    form = booking_form(**days, customerName=name, customerEmail="money@example.com")
    answer = httpx.post(f"{stack.origin}/api/bookings", json=form)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


def typed(text: str | None) -> float:
    return float(re.sub(r"[^\d.]", "", text or ""))


def close_till(owner: Page, stack: Stack) -> None:
    """Counted against what should be there."""
    owner.goto(f"{stack.origin}/admin/till")
    expect(owner.get_by_test_id("expected")).to_have_text("€150.50")
    owner.get_by_role("button", name="Count and close").click()
    owner.get_by_role("dialog").get_by_label("Counted").fill("150")
    expect(owner.get_by_role("dialog").get_by_role("status")).to_contain_text("Missing")
    owner.get_by_role("dialog").get_by_label("Why it differs").fill("Change given wrong")
    owner.get_by_role("dialog").get_by_role("button", name="Close the till").click()
    expect(owner.get_by_role("button", name="Open my till")).to_be_visible()
    expect(owner.get_by_text("€0.50 short").first).to_be_visible()
    assert Axe().run(owner, options=AXE).response["violations"] == []


def test_a_booking_is_paid_in_parts_and_the_till_closed(owner: Page, stack: Stack) -> None:
    owner.set_viewport_size(PHONE)
    booking = booked(stack, "Money Phone")
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    money = owner.get_by_role("region", name="Money")
    total = typed(money.get_by_test_id("due").text_content())

    # A part in cash, for which the till is opened right there.
    money.get_by_role("button", name="Take a payment").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("Amount").fill("100,50")
    dialog.get_by_text("Cash", exact=True).click()
    dialog.get_by_label("Cash in till").fill("50")
    dialog.get_by_role("button", name="Open till").click()
    dialog.get_by_role("button", name="Take €100.50").click()
    expect(dialog).to_have_count(0)
    expect(money.get_by_test_id("due")).to_have_text(f"€{total - 100.5:.2f}")
    money.get_by_role("button", name="Take a payment").click()
    dialog.get_by_role("button", name=re.compile("^Take €")).click()
    expect(money.get_by_text("Paid in full")).to_be_visible()
    payments = money.get_by_role("list", name="Payments and deposits").get_by_role("listitem")
    expect(payments).to_have_count(2)
    expect(payments.first.get_by_role("link", name=re.compile("Receipt R-"))).to_be_visible()

    # A deposit, of which a part is kept.
    money.get_by_role("button", name="Take a deposit").click()
    dialog.get_by_label("Amount").fill("200")
    dialog.get_by_role("button", name="Take €200 as a deposit").click()
    money.get_by_role("button", name="Refund deposit").click()
    dialog.get_by_label("Keep").fill("30")
    expect(dialog.get_by_role("status")).to_contain_text("€170")
    settle = dialog.get_by_role("button", name="Settle deposit")
    expect(settle).to_be_disabled()
    dialog.get_by_label("Reason for keeping it").fill("A scratch on the door")
    assert Axe().run(owner, options=AXE).response["violations"] == []
    settle.click()
    expect(payments).to_have_count(5)

    # An invoice, and the credit note that voids it.
    money.get_by_role("button", name="Issue invoice…").click()
    expect(dialog.get_by_text("Kept from the deposit: A scratch on the door")).to_be_visible()
    assert Axe().run(owner, options=AXE).response["violations"] == []
    dialog.get_by_role("button", name="Issue invoice").click()
    invoices = money.get_by_role("list", name="Invoices")
    link = invoices.get_by_role("link", name=re.compile("Invoice INV-"))
    file = owner.request.get(f"{stack.origin}{link.get_attribute('href')}")
    assert file.body().startswith(b"%PDF")
    invoices.get_by_role("button", name="Credit…").click()
    dialog.get_by_label("Reason").fill("Wrong name")
    dialog.get_by_role("button", name="Issue credit note").click()
    expect(invoices.get_by_role("link", name=re.compile("Credit note CN-"))).to_be_visible()
    expect(invoices.get_by_text("void", exact=True)).to_be_visible()
    assert Axe().run(owner, options=AXE).response["violations"] == []

    close_till(owner, stack)


@pytest.mark.slow
def test_invoices_are_found_and_show_the_seller(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/money")
    owner.get_by_label("Registered name").fill("Abano Georgia LLC")
    owner.get_by_label("VAT included in prices, %").fill("51")
    save = owner.get_by_role("button", name="Save").first
    save.click()
    expect(owner.get_by_role("alert")).to_be_visible()
    owner.get_by_label("VAT included in prices, %").fill("18")
    save.click()
    expect(owner.get_by_text("Shown on documents from now on.", exact=True)).to_be_visible()
    assert Axe().run(owner, options=AXE).response["violations"] == []
    booking = booked(stack, "Findable Person")
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    owner.get_by_role("button", name="Issue invoice…").click()
    owner.get_by_role("dialog").get_by_role("button", name="Issue invoice").click()
    expect(owner.get_by_role("link", name=re.compile("Invoice INV-"))).to_be_visible()
    owner.goto(f"{stack.origin}/admin/invoices?kind=invoice")
    owner.get_by_label("Search documents").fill("findable")
    expect(owner.get_by_role("row").filter(has_text="Findable Person")).to_have_count(1)
    expect(owner).to_have_url(re.compile("search=findable"))
    assert Axe().run(owner, options=AXE).response["violations"] == []


@pytest.mark.slow
def test_a_draft_is_saved_found_and_issued_with_the_next_number(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/money")
    numbers = owner.get_by_role("form", name="Invoices")
    series = "RE"
    numbers.get_by_label("Series").fill(series)
    numbers.get_by_label("Format").fill("{series}{year}")
    expect(numbers.get_by_role("status")).to_contain_text("–")
    numbers.get_by_role("button", name="Save").click()
    expect(numbers.get_by_text("Include the placeholder of the number").first).to_be_visible()
    numbers.get_by_label("Format").fill("{series}{year}-{number:4}")
    upcoming = numbers.get_by_role("status").text_content() or ""
    assert re.fullmatch(rf"{series}\d{{4}}-\d{{4}}", upcoming)
    assert Axe().run(owner, options=AXE).response["violations"] == []
    numbers.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("Saved", exact=True).first).to_be_visible()

    booking = booked(stack, "Draft Desk")
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    owner.get_by_role("button", name="Issue invoice…").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_role("button", name="Edit details…").click()
    dialog.get_by_label("Company").fill("Kontor GmbH")
    dialog.get_by_label("Country").select_option("DE")
    dialog.get_by_label("VAT number").fill("DE1")
    dialog.get_by_label("Customer's order number").fill("PO-4711")
    dialog.get_by_label("Note on the invoice").fill("Thank you for your order")
    dialog.get_by_role("button", name="Save draft").click()
    expect(dialog.get_by_text("Please check the marked fields.")).to_be_visible()
    dialog.get_by_label("VAT number").fill("DE136695976")
    dialog.get_by_role("button", name="Save draft").click()
    expect(dialog.get_by_text("PO-4711")).to_be_visible()
    expect(dialog.get_by_text("Draft", exact=True)).to_be_visible()
    assert Axe().run(owner, options=AXE).response["violations"] == []

    owner.goto(f"{stack.origin}/admin/invoices?kind=draft")
    drafts = owner.get_by_role("region", name="Drafts")
    expect(drafts.get_by_text("Kontor GmbH")).to_be_visible()
    assert Axe().run(owner, options=AXE).response["violations"] == []
    drafts.get_by_role("button", name="Open the draft invoice").click()
    expect(dialog.get_by_text("Thank you for your order")).to_be_visible()
    dialog.get_by_role("button", name="Issue invoice").click()
    expect(owner.get_by_text("No drafts", exact=True)).to_be_visible()
    owner.goto(f"{stack.origin}/admin/invoices?search=kontor")
    expect(owner.get_by_role("link", name=upcoming)).to_be_visible()
