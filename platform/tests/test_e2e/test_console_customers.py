"""A customer's rights in the console: a copy of what is kept, and erasure."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import httpx
from axe_playwright_python.sync_playwright import Axe
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Page, expect
from running_stack import Stack


def book(stack: Stack, name: str, email: str) -> None:
    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(UTC).date() + timedelta(days=40)),
            customerName=name,
            customerEmail=email,
            dropoffLocation="tbilisi",
            carType="Toyota 4Runner",
        ),
    )
    assert answer.status_code == 201, answer.text


def test_a_customer_gets_a_copy_and_is_erased(stack: Stack, owner: Page, tmp_path: Path) -> None:
    email = f"katharine-{uuid4().hex[:6]}@example.com"
    book(stack, "Katharine Burr Blodgett", email)
    owner.goto(f"{stack.origin}/admin/customers")
    owner.get_by_label("Email").fill("nobody-of-that-name@example.com")
    owner.get_by_role("button", name="Find").click()
    expect(owner.get_by_text("Nothing is kept about this e-mail address.")).to_be_visible()
    owner.get_by_label("Email").fill(email)
    owner.get_by_role("button", name="Find").click()
    expect(owner.get_by_role("heading", name=email)).to_be_visible()
    assert Axe().run(owner).response["violations"] == []
    with owner.expect_download() as download:
        owner.get_by_role("button", name="Download a copy").click()
    download.value.save_as(tmp_path / "copy.json")
    copy = json.loads((tmp_path / "copy.json").read_text())
    assert copy["bookings"][0]["customer_name"] == "Katharine Burr Blodgett"
    owner.get_by_role("button", name="Erase this customer").click()
    question = owner.get_by_role("alertdialog")
    expect(question).to_contain_text("One booking is not over yet")
    assert Axe().run(owner).response["violations"] == []
    question.get_by_role("button", name="Erase for good").click()
    expect(owner.get_by_text("The customer is erased", exact=True)).to_be_visible()
    owner.get_by_role("button", name="Find").click()
    expect(owner.get_by_text("Nothing is kept about this e-mail address.")).to_be_visible()
    owner.goto(f"{stack.origin}/admin/audit-log?action=customer.")
    expect(owner.get_by_text(re.compile("erased customer [0-9a-f]{16}")).first).to_be_visible()
    expect(
        owner.get_by_text(re.compile("downloaded the data of customer [0-9a-f]{16}")).first
    ).to_be_visible()
