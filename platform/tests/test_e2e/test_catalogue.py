"""An owner edits each part of the catalogue; a colleague meets a change, and the history takes it back."""

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import PHONE, enter, open_browser
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_SECONDS, Stack, query_stack

CAR = "Toyota Camry"
PAGE = "/admin/catalog/cars/toyota-camry"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = open_browser(browser, viewport=PHONE)
    yield context.new_page()
    context.close()


@pytest.fixture
def colleague(browser: Browser) -> Iterator[Page]:
    context = open_browser(browser)
    yield context.new_page()
    context.close()


def price_of(stack: Stack) -> float:
    rental = {"carType": CAR, "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi", "days": 1}
    return float(httpx.post(f"{stack.origin}/api/quotes", json=rental).json()["totalPrice"])


def price_becomes(stack: Stack, price: float) -> bool:
    """Whether visitors get it soon: every server process follows within seconds."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if price_of(stack) == price:
            return True
        time.sleep(0.2)
    return False


def test_a_price_is_changed_by_phone_met_by_a_colleague_and_taken_back(
    phone: Page, colleague: Page, stack: Stack
) -> None:
    before = price_of(stack)
    expect_refusal("PATCH", "/api/admin/catalog/draft/cars/toyota-camry$", 409)
    for page in (phone, colleague):
        enter(page, stack, PAGE)
    theirs = colleague.get_by_label("Title", exact=True)
    expect(theirs).to_be_visible()

    phone.get_by_label("Base daily rate", exact=True).fill("97.5")
    phone.get_by_label("Title", exact=True).fill("Quiet and quick")
    assert Axe().run(phone).response["violations"] == []
    phone.get_by_role("button", name="Save to the draft").click()
    expect(phone.get_by_text("1 change not yet published")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    theirs.fill("Another title")
    colleague.get_by_role("button", name="Save to the draft").click()
    dialog = colleague.get_by_role("dialog")
    expect(dialog).to_contain_text("saved first")
    expect(dialog).to_contain_text("Quiet and quick")
    expect(dialog).to_contain_text("Another title")
    with colleague.expect_response(lambda response: response.request.method == "PATCH" and response.ok):
        dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(theirs).to_have_value("Another title")
    # Only what was changed is sent: the price of the first is not lost.
    expect(colleague.get_by_label("Base daily rate", exact=True)).to_have_value("97.5")

    phone.reload()
    phone.get_by_role("button", name="Publish…").click()
    phone.get_by_role("dialog").get_by_role("button", name="Publish now").click()
    expect(
        phone.get_by_text("Published. Visitors see the changes within seconds.", exact=True)
    ).to_be_visible()
    expect(phone.get_by_role("button", name="Publish…")).to_be_hidden()
    assert price_becomes(stack, 97.5)

    phone.goto(f"{stack.origin}/admin/catalog/history")
    phone.get_by_role("button", name="Changes: Version").first.click()
    phone.get_by_role("button", name="Revert").first.click()
    expect(phone.get_by_text("Reverted. Visitors see the change within seconds.", exact=True)).to_be_visible()
    assert price_becomes(stack, before)


@pytest.fixture
def no_draft(stack: Stack) -> Iterator[None]:
    """Nothing of the draft is left for other tests."""
    yield
    query_stack(stack, "delete from catalog_drafts")


@pytest.mark.slow
def test_places_a_protection_an_extra_and_a_season_are_edited_in_the_draft(
    owner: Page, stack: Stack, no_draft: None
) -> None:
    edits: tuple[tuple[str, str | None, str, str], ...] = (
        ("places/tbilisi", None, "Address", "Rustaveli Avenue 1"),
        ("places/tbilisi/handover/tbilisi-airport", None, "Fee", "12.5"),
        ("insurance", "Standard Dependable", "Daily rate", "19"),
        ("services", "Baby seat", "Price", "8"),
    )
    for path, item, label, value in edits:
        query_stack(stack, "delete from catalog_drafts")
        opener = owner.get_by_role("button", name=re.compile(f"^{item}"))
        field = owner.get_by_label(label, exact=True)
        owner.goto(f"{stack.origin}/admin/catalog/{path}")
        if item:
            opener.click()
        field.fill(value)
        owner.get_by_role("button", name="Save to the draft").click()
        expect(owner.get_by_text("1 change not yet published")).to_be_visible()
        owner.reload()
        if item:
            opener.click()
        expect(field).to_have_value(value)

    owner.goto(f"{stack.origin}/admin/catalog/seasons")
    owner.get_by_role("button", name="Add a season").click()
    dialog = owner.get_by_role("dialog", name="Add a season")
    dialog.get_by_label("Name").fill("Grape harvest")
    dialog.get_by_label("First day").fill("2027-09-10")
    dialog.get_by_label("Last day").fill("2027-10-20")
    dialog.get_by_role("button", name="Add to the draft").click()
    owner.wait_for_url("**/admin/catalog/seasons/grape-harvest")
    owner.get_by_label("Percent", exact=True).fill("15")
    owner.get_by_role("button", name="Save to the draft").click()
    expect(owner.get_by_role("button", name="Discard changes")).to_have_count(0)
    owner.reload()
    expect(owner.get_by_label("Percent", exact=True)).to_have_value("15")
    expect(owner.get_by_label("Price change")).to_have_value("more")
