"""Customers in the console: found, merged and taken apart, warned of, given a copy and erased."""

import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import enter, open_browser
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack


def book(stack: Stack, name: str, email: str, phone: str) -> str:
    """Answers the booking's id."""
    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(UTC).date() + timedelta(days=40)),
            customerName=name,
            customerEmail=email,
            customerPhone=phone,
            dropoffLocation="tbilisi",
            carType="Toyota 4Runner",
        ),
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


def someone() -> tuple[str, str]:
    """An address and a number that no one else has."""
    return f"{uuid4().hex[:12]}@example.com", f"+995 555 {uuid4().int % 1_000_000:06}"


def open_customer(stack: Stack, page: Page, booking: str) -> None:
    """Through the booking's page, once the worker has matched the customer."""
    page.goto(f"{stack.origin}/admin/bookings/{booking}")
    page.get_by_role("link", name="Customer with").click()
    expect(page.get_by_role("heading", name="Contact and licence")).to_be_visible()


def test_the_same_person_is_merged_and_taken_apart_again(stack: Stack, owner: Page) -> None:
    expect_refusal("POST", "/api/admin/customers/[^/]+/merge$", 422)
    email, phone = someone()
    other, _ = someone()
    surname = f"Hamilton{uuid4().hex[:12]}"
    booking = book(stack, f"Margaret {surname}", email, phone)
    # Whose it is, first: who came first is kept.
    open_customer(stack, owner, booking)
    second = book(stack, f"Meg {surname}", other, phone)
    open_customer(stack, owner, second)
    owner.get_by_role("button", name="Merge…").click()
    dialog = owner.get_by_role("dialog")
    expect(dialog).to_contain_text("Together 2 bookings")
    assert Axe().run(owner).response["violations"] == []
    dialog.get_by_role("button", name="Merge", exact=True).click()
    expect(owner.get_by_role("heading", name=f"Margaret {surname}")).to_be_visible()
    expect(owner.get_by_role("link", name=other)).to_be_visible()
    expect(owner.get_by_text(f"Meg {surname} was merged into this customer")).to_be_visible()
    assert Axe().run(owner).response["violations"] == []
    owner.get_by_role("button", name="Undo the merge").click()
    expect(owner.get_by_text(f"Meg {surname} was removed")).to_be_visible()
    expect(owner.get_by_role("link", name=other)).to_have_count(0)
    owner.get_by_role("link", name="All customers").click()
    owner.get_by_label("Search customers").fill(surname)
    expect(owner.get_by_role("main").get_by_role("link", name=surname)).to_have_count(2)


@pytest.mark.slow
def test_who_is_on_the_blacklist_is_warned_of(browser: Browser, stack: Stack, owner: Page) -> None:
    email, phone = someone()
    other, _ = someone()
    name = f"Jean Bartik {uuid4().hex[:12]}"
    open_customer(stack, owner, book(stack, name, email, phone))
    owner.get_by_role("button", name="Blacklist").click()
    owner.get_by_role("button", name="Put on the blacklist").click()
    expect(owner.get_by_text("Enter a reason.")).to_be_visible()
    owner.get_by_label("Reason").fill("Left the car in a river")
    owner.get_by_role("button", name="Put on the blacklist").click()
    expect(owner.get_by_role("region", name="Blacklist")).to_contain_text("Left the car in a river")
    # Under another name and address, but with the same number.
    booking = book(stack, "Betty Snyder", other, phone)
    context = open_browser(browser)
    page = context.new_page()
    enter(page, stack, f"/admin/bookings/{booking}")
    warning = page.get_by_role("alert").filter(has_text="On the blacklist")
    expect(warning).to_contain_text(name)
    expect(warning).to_contain_text("Left the car in a river")
    assert Axe().run(page).response["violations"] == []
    # Also while the desk types a booking of theirs.
    page.goto(f"{stack.origin}/admin/bookings/new")
    page.get_by_role("textbox", name="Phone").fill(phone)
    expect(warning).to_contain_text("Left the car in a river")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search everything").fill(email)
    found = page.get_by_role("dialog").get_by_role("option", name=re.compile(f"{name}.*Blacklisted"))
    found.click()
    page.get_by_role("alertdialog", name="Leave without saving?").get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Take off the blacklist").click()
    expect(page.get_by_role("region", name="Blacklist")).to_have_count(0)
    context.close()


def test_a_customer_gets_a_copy_and_is_erased(stack: Stack, owner: Page, tmp_path: Path) -> None:
    expect_refusal("GET", "/api/admin/customers/[^/]+$", 404)
    email, phone = someone()
    name = f"Katharine Blodgett {uuid4().hex[:12]}"
    open_customer(stack, owner, book(stack, name, email, phone))
    owner.get_by_label("Note for the team").fill("Invented glass that cannot be seen")
    owner.get_by_role("button", name="Add note").click()
    expect(owner.get_by_role("listitem").filter(has_text="Invented glass")).to_be_visible()
    owner.get_by_role("button", name="See what is kept").click()
    with owner.expect_download() as download:
        owner.get_by_role("button", name="Download a copy").click()
    download.value.save_as(tmp_path / "copy.zip")
    with zipfile.ZipFile(tmp_path / "copy.zip") as files:
        copy = json.loads(files.read("customer.json"))
    assert copy["bookings"][0]["customer_name"] == name
    assert copy["customerNotes"][0]["body"] == "Invented glass that cannot be seen"
    owner.get_by_role("button", name="Erase this customer").click()
    question = owner.get_by_role("alertdialog")
    expect(question).to_contain_text("One booking is not over yet")
    assert Axe().run(owner).response["violations"] == []
    question.get_by_role("button", name="Erase permanently").click()
    expect(owner.get_by_text("The customer is erased", exact=True)).to_be_visible()
    expect(owner).to_have_url(f"{stack.origin}/admin/customers")
    owner.get_by_label("Search customers").fill(email)
    expect(owner.get_by_text("No customers match these filters")).to_be_visible()
    owner.goto(f"{stack.origin}/admin/audit-log?action=customer.")
    expect(owner.get_by_text(re.compile("erased customer [0-9a-f]{16}")).first).to_be_visible()
    expect(
        owner.get_by_text(re.compile("downloaded the data of customer [0-9a-f]{16}")).first
    ).to_be_visible()


@pytest.mark.slow
def test_who_never_booked_is_found_by_address(stack: Stack, owner: Page) -> None:
    expect_refusal("POST", "/api/admin/customers/look$", 404)
    email, _ = someone()
    started = {
        "firstName": "Ruth", "lastName": "Teitelbaum", "customerEmail": email,
        "bookingDetails": {"selectedCar": "Not selected"},
    }  # fmt: skip
    assert httpx.post(f"{stack.origin}/api/personal-info-step", json=started).status_code == 200
    owner.goto(f"{stack.origin}/admin/customers")
    owner.get_by_role("link", name="Copies and erasure").click()
    owner.get_by_label("Email").fill("unknown-name@example.com")
    owner.get_by_role("button", name="Find").click()
    expect(owner.get_by_text("No data is stored for this email address.")).to_be_visible()
    owner.get_by_label("Email").fill(email)
    owner.get_by_role("button", name="Find").click()
    expect(owner.get_by_role("heading", name=email)).to_be_visible()
    assert Axe().run(owner).response["violations"] == []
    owner.get_by_role("button", name="Erase this customer").click()
    owner.get_by_role("alertdialog").get_by_role("button", name="Erase permanently").click()
    expect(owner.get_by_text("The customer is erased", exact=True)).to_be_visible()
