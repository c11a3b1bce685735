"""Money: payments in parts, deposits, invoices, the till, and what vehicles earned in a month."""

import re
from datetime import date
from decimal import Decimal

from playwright.sync_api import Locator, Page

from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage

# A confirmed booking for which nothing was paid yet.
UNPAID = """
select b.id, b.customer_name
from bookings b
where b.tenant_id = (select id from tenants where slug = 'georgia') and b.status = 'confirmed'
  and not exists (select from journal_entries j where (j.tenant_id, j.booking_id) = (b.tenant_id, b.id))
  and not exists (select from invoices i where (i.tenant_id, i.booking_id) = (b.tenant_id, b.id))
order by b.pickup_at limit 1
"""


def shown(amount: Locator) -> Decimal:
    """An amount as the page shows it, in euros."""
    return Decimal(re.sub(r"[^-\d.]", "", amount.inner_text()))


def issue_invoice(film: Recording, page: Page, panel: Locator) -> None:
    """From the dialog with its lines, which is open, to its number."""
    dialog = page.get_by_role("dialog")
    film.read(dialog.get_by_text("Total"), words=4)
    film.click(dialog.get_by_role("button", name="Issue invoice"))
    film.read(panel.get_by_role("link", name=re.compile("Invoice INV-")), words=4)


def credit(film: Recording, page: Page, panel: Locator, reason: str, amount: str = "") -> None:
    """A credit note for the whole invoice, or for an amount of it."""
    dialog = page.get_by_role("dialog")
    film.click(panel.get_by_role("button", name="Credit…"))
    if amount:
        film.choose(dialog.get_by_label("What to credit"), "An amount")
        film.type(dialog.get_by_label("Amount"), amount)
    film.type(dialog.get_by_label("Reason"), reason)
    film.click(dialog.get_by_role("button", name="Issue credit note"))
    film.read(panel.get_by_role("link", name=re.compile("Credit note CN-")), words=6)


def _unpaid(stage: Stage) -> tuple[Page, Locator]:
    """The page of a new booking, and its money panel."""
    [(booking, name)] = stage.rows(UNPAID)
    page = stage.owner()
    stage.open(page, f"/admin/bookings/{booking}")
    page.get_by_role("heading", level=1, name=name).wait_for()
    panel = page.get_by_role("region", name="Money")
    panel.get_by_test_id("due").wait_for()
    return page, panel


def part_payment(stage: Stage) -> Recording:
    """A customer pays a part by card and the rest by bank transfer."""
    page, panel = _unpaid(stage)
    film = stage.recording("part-payment", page)
    dialog = page.get_by_role("dialog")
    film.step("Take a hundred by card")
    film.click(panel.get_by_role("button", name="Take a payment"))
    film.type(dialog.get_by_label("Amount"), "100")
    film.click(dialog.get_by_role("button", name="Take €100"))
    film.act(0, lambda: dialog.wait_for(state="detached"))
    film.step("Read what is left, and take it by bank transfer")
    film.read(panel.get_by_test_id("due"), words=6)
    film.click(panel.get_by_role("button", name="Take a payment"))
    film.click(dialog.get_by_text("Bank transfer", exact=True))
    film.click(dialog.get_by_role("button", name=re.compile("^Take €")))
    film.read(panel.get_by_text("Paid in full"), words=3)
    return film


def deposit_back(stage: Stage) -> Recording:
    """A deposit goes back but for a scratch."""
    page, panel = _unpaid(stage)
    dialog = page.get_by_role("dialog")
    panel.get_by_role("button", name="Take a deposit").click()
    dialog.get_by_label("Amount").fill("200")
    dialog.get_by_role("button", name="Take €200 as a deposit").click()
    back = panel.get_by_role("button", name="Refund deposit")
    back.wait_for()
    film = stage.recording("deposit-back", page)
    film.step("Keep thirty for a scratch, say why, and give the rest back")
    film.click(back)
    film.type(dialog.get_by_label("Keep"), "30")
    film.type(dialog.get_by_label("Reason for keeping it"), "A scratch on the door")
    film.read(dialog.get_by_role("status"), words=8)
    film.click(dialog.get_by_role("button", name="Settle deposit"))
    film.act(0, lambda: dialog.wait_for(state="detached"))
    film.read(panel.get_by_role("list", name="Payments and deposits"), words=10)
    return film


def invoice_credit_note(stage: Stage) -> Recording:
    """An invoice is issued, found to name the wrong customer, and voided by a credit note."""
    page, panel = _unpaid(stage)
    film = stage.recording("invoice-credit-note", page)
    film.step("Issue the invoice")
    film.click(panel.get_by_role("button", name="Issue invoice…"))
    issue_invoice(film, page, panel)
    film.step("Void it with a reason")
    credit(film, page, panel, "Wrong name")
    return film


def till(stage: Stage) -> Recording:
    """Cash is taken, and the till counted in the evening with half a euro too little."""
    page, panel = _unpaid(stage)
    film = stage.recording("till", page)
    dialog = page.get_by_role("dialog")
    film.step("Take fifty in cash")
    film.click(panel.get_by_role("button", name="Take a payment"))
    film.type(dialog.get_by_label("Amount"), "50")
    film.click(dialog.get_by_text("Cash", exact=True))
    film.click(dialog.get_by_role("button", name="Take €50"))
    film.act(0, lambda: dialog.wait_for(state="detached"))
    film.step("Count the till, say why it differs, close it")
    film.click(page.get_by_role("link", name="Till", exact=True))
    expected = page.get_by_test_id("expected")
    film.read(expected, words=4)
    film.click(page.get_by_role("button", name="Count and close"))
    film.type(dialog.get_by_label("Counted"), f"{shown(expected) - Decimal('0.5')}")
    film.type(dialog.get_by_label("Why it differs"), "Change given wrong")
    film.click(dialog.get_by_role("button", name="Close the till"))
    film.read(page.get_by_role("button", name="Open my till"), words=4)
    return film


def month_revenue(stage: Stage) -> Recording:
    """What each vehicle earned in a month, and the rentals behind the best one."""
    page = stage.owner()
    stage.open(page, "/admin/today")
    link = page.get_by_role("link", name="Reports")
    link.wait_for()
    film = stage.recording("month-revenue", page)
    film.step("Open the reports, choose this month, and cut its table by vehicle")
    film.click(link)
    month = str(date.today().month)  # noqa: DTZ011 - the same in every zone but for a night
    film.choose(page.get_by_role("combobox", name="Month"), month)
    film.act(0, lambda: page.wait_for_url(f"**month={month}*"))
    film.read(page.get_by_test_id("Revenue"), words=8)
    film.click(page.get_by_role("button", name="Vehicle", exact=True))
    # The rows before are those of another cut.
    film.read(page.get_by_role("columnheader", name="Vehicle", exact=True), words=1)
    table = page.get_by_role("table").filter(has=page.get_by_role("button", name="Revenue", exact=True))
    film.click(table.get_by_role("button", name="Revenue", exact=True))
    film.step("Read the best vehicle and the rentals behind its figures")
    film.click(table.locator("tbody").get_by_role("button").first)
    film.read(page.get_by_role("dialog").get_by_role("listitem"), words=20)
    return film
