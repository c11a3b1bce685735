"""The owner sets account numbers, exports a period for the accountant, downloads both files, and exports the next."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from browser_faults import expect_refusal
from console_steps import PHONE, enter
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack, query_stack

TABLES = ("accounting_export_sources", "accounting_exports", "accounting_settings")


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no export is left for other tests."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    pay_before(page, stack, date((datetime.now(UTC) - timedelta(days=1)).year, 1, 1))
    yield page
    page.context.close()
    for table in TABLES:
        query_stack(stack, f"delete from {table}")


def pay_before(page: Page, stack: Stack, day: date) -> None:
    """A payment that was taken on this day."""
    form = booking_form(
        **days_from(datetime.now(UTC).date() + timedelta(days=55)), customerName="Paid Before"
    )
    booking = page.request.post("/api/bookings", data=form).json()["bookingId"]
    answer = page.request.post(
        f"/api/admin/bookings/{booking}/payments",
        data={"amount": 100, "method": "card"},
        headers={"Origin": stack.origin, "Idempotency-Key": booking},
    )
    assert answer.ok, answer.text()
    query_stack(
        stack, "update journal_entries set created_at = %s where booking_id = %s", f"{day} 12:00+04", booking
    )


def download(page: Page, row: Locator, file: str) -> str:
    with page.expect_download() as started:
        row.get_by_role("link", name=f"Download {file} for").click()
    return Path(started.value.path()).read_text("windows-1252" if file == "DATEV" else "utf-8-sig")


def test_two_periods_are_exported_one_after_the_other(page: Page) -> None:
    page.goto("/admin/money")
    page.get_by_label("DATEV consultant number").fill("29098")
    page.get_by_label("DATEV client number").fill("55003")
    books = page.locator("form").filter(has=page.get_by_label("Chart of accounts"))
    expect_refusal("PUT", "/api/admin/accounting/settings$", 422)
    page.get_by_label("Bank", exact=True).fill("12")
    books.get_by_role("button", name="Save").click()
    expect(books.get_by_text("Enter a number of 4 to 8 digits")).to_be_visible()
    page.get_by_label("Bank", exact=True).fill("12000")
    books.get_by_role("button", name="Save").click()
    expect(books.get_by_text("All account numbers must have the same number of digits")).to_be_visible()
    page.get_by_label("Bank", exact=True).fill("1201")
    books.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()

    page.goto("/admin/accounting")
    expect(page.get_by_text("No exports yet")).to_be_visible()
    page.get_by_role("button", name="Export period").click()
    dialog = page.get_by_role("dialog", name="Export period")
    last = dialog.get_by_label("Last day").input_value()
    expect_refusal("POST", "/api/admin/accounting/exports$", 422)
    dialog.get_by_label("First day").fill(last)
    dialog.get_by_label("Last day").fill(f"{int(last[:4]) - 1}{last[4:]}")
    dialog.get_by_role("button", name="Export period").click()
    expect(dialog.get_by_text("The last day must not be before the first")).to_be_visible()
    first = f"{last[:4]}-01-01"
    dialog.get_by_label("First day").fill(first)
    dialog.get_by_label("Last day").fill(f"{last[:8]}01")
    dialog.get_by_role("button", name="Export period").click()
    expect(dialog).to_be_hidden()

    row = page.get_by_role("row").filter(has_text="€")
    journal = list(csv.DictReader(io.StringIO(download(page, row, "CSV"))))
    datev = download(page, row, "DATEV").splitlines()
    assert datev[0].startswith('"EXTF";700;21;"Buchungsstapel"')
    # Two lines of heading.
    assert len(datev) - 2 == len(journal)
    expect(row.get_by_text(str(len(journal)), exact=True)).to_be_visible()
    accounts = {each[side] for each in journal for side in ("Debit account", "Credit account")}
    assert "1200" not in accounts

    # The next one begins on the day after, which cannot be changed.
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Export period").click()
    expect(dialog.get_by_label("First day")).to_have_value(f"{last[:8]}02")
    expect(dialog.get_by_label("First day")).not_to_be_editable()
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("link", name=re.compile("^Download DATEV for"))).to_be_visible()
