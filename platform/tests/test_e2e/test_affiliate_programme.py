"""From registration to payout: an affiliate shares a link, a guest books, the owner pays."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from loadtests.local_product import EMAIL, PASSWORD
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from running_stack import Stack, query_stack
from wizard_steps import fill_person, past_extras

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# A4 without its margins, in CSS pixels.
SHEET: ViewportSize = {"width": 718, "height": 1047}
AFFILIATE_PASSWORD = "a password of mine"


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found]


def context_of(browser: Browser, stack: Stack, size: ViewportSize) -> BrowserContext:
    return browser.new_context(
        viewport=size,
        base_url=stack.origin,
        permissions=["clipboard-read", "clipboard-write"],
    )


def register(page: Page, email: str) -> str:
    """Fill in the form, read the success screen, and continue to the dashboard. Returns the promo code."""
    page.goto("/affiliate-register")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Company/Name must be at least 2 characters")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Company/Name").fill("Nomad Tales")
    page.get_by_label("Email address", exact=True).fill(email)
    page.get_by_label("PayPal email address").fill(f"pay-{email}")
    page.get_by_label("Password", exact=True).fill(AFFILIATE_PASSWORD)
    page.get_by_label("Confirm password").fill("another one")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Passwords don't match")).to_be_visible()
    page.get_by_label("Confirm password").fill(AFFILIATE_PASSWORD)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Registration Successful!", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="You're in!")).to_be_visible()
    expect(page).to_have_url(re.compile("/affiliate-dashboard$"))
    expect(page.get_by_role("heading", name="Affiliate dashboard")).to_be_visible()
    page.get_by_role("button", name="Copy: Your promo code").click()
    expect(page.get_by_text("Copied!", exact=True)).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def book_by_link(page: Page, link: str) -> None:
    """Follow the share link, and find the code filled in at the third step."""
    page.goto(link)
    pickup = datetime.now(UTC).date() + timedelta(days=30)
    trip = (
        f"pickup=tbilisi&dropoff=batumi&pickupDate={pickup}&returnDate={pickup + timedelta(days=7)}"
        "&carType=Subaru+Forester"
    )
    page.goto(f"/booking?{trip}")
    past_extras(page)
    fill_person(page)
    expect(page.get_by_text("Recommended by Nomad Tales")).to_be_visible()
    expect(page.get_by_label("Price summary")).to_contain_text("€436.50")
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))


def expect_paper(page: Page) -> None:
    """The page fills a printed sheet, black on white, without navigation."""
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.emulate_media(media="print")
    page.set_viewport_size(SHEET)
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)
    box = page.get_by_role("article").bounding_box()
    assert box is not None
    assert box["width"] > SHEET["width"] * 0.9
    background = "getComputedStyle(document.querySelector('article')).backgroundColor"
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.set_viewport_size(DESKTOP)
    page.evaluate("document.documentElement.dataset.theme = 'light'")


def limit_by_a_separate_code(page: Page) -> None:
    """The owner creates a code with a limit, and disables it."""
    page.goto("/admin/affiliates/promo-codes")
    page.get_by_role("button", name="New code").click()
    dialog = page.get_by_role("dialog", name="New promo code")
    dialog.get_by_role("textbox", name="Code").fill("fair.2030")
    dialog.get_by_label("Discount, %").fill("120")
    dialog.get_by_label("Maximum uses").fill("3")
    dialog.get_by_role("button", name="Create code").click()
    expect(dialog.get_by_text("Please enter 0 to 100 percent, or leave it empty")).to_be_visible()
    assert violations(page) == []
    dialog.get_by_label("Discount, %").fill("12,5")
    dialog.get_by_role("button", name="Create code").click()
    row = page.get_by_role("row").filter(has_text="FAIR.2030")
    expect(row).to_contain_text("12.5% off")
    expect(row).to_contain_text("at any time")
    expect(row).to_contain_text("0 of 3 uses")
    row.get_by_role("button", name="Change FAIR.2030").click()
    dialog = page.get_by_role("dialog", name="Change FAIR.2030")
    dialog.get_by_label("Can be used").uncheck()
    dialog.get_by_role("button", name="Save the terms").click()
    expect(row).to_contain_text("Switched off")
    assert violations(page) == []


def pay(page: Page, stack: Stack, code: str) -> None:
    """The owner finds the affiliate, pays once the rental is completed, and sees a zero balance."""
    page.goto("/admin/affiliates?search=Nomad+Tales")
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("row").filter(has_text="Nomad Tales")).to_contain_text("€87.30")
    assert violations(page) == []
    page.get_by_role("button", name="Pay Nomad Tales").click()
    expect(page.get_by_text("No Payment Needed", exact=True)).to_be_visible()
    expect(
        page.get_by_text(
            "Nothing is payable yet: a commission becomes payable when the rental is completed.", exact=True
        )
    ).to_be_visible()
    query_stack(stack, "update bookings set status = 'completed' where promo_code = %s", code)
    page.reload()
    page.get_by_role("button", name="Pay Nomad Tales").click()
    expect(page.get_by_role("alertdialog")).to_contain_text(
        "less than 14 days ago. Check with the affiliate before"
    )
    assert violations(page) == []
    page.get_by_role("button", name="Record payout of €87.30").click()
    expect(page.get_by_text("Payment Processed", exact=True)).to_be_visible()
    expect(page.get_by_text("€87.30 paid to Nomad Tales", exact=True)).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Nomad Tales").get_by_text("€0")).to_be_visible()
    page.get_by_role("button", name="Pay Nomad Tales").click()
    expect(page.get_by_text("No Payment Needed", exact=True)).to_be_visible()
    expect(page.get_by_text("This affiliate has no unpaid commissions", exact=True)).to_be_visible()
    page.get_by_role("link", name="Nomad Tales").click()
    expect(page.get_by_role("heading", name="Payouts")).to_be_visible()
    expect(page.get_by_text("less than 14 days ago")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Statement").click()
    expect(page.get_by_role("cell", name="Payout", exact=True)).to_be_visible()
    assert violations(page) == []
    expect_paper(page)
    page.goto("/admin/affiliates/payouts")
    # Other tests of this process pay, too.
    expect(page.get_by_text(re.compile(r"^\d+ payouts?, €"))).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Nomad Tales")).to_contain_text("€87.30")
    assert violations(page) == []


def move_payouts(page: Page) -> None:
    """The affiliate changes the payout email; a wrong password keeps the input."""
    section = page.get_by_role("region", name="Payout email")
    section.get_by_role("button", name="Change").click()
    dialog = page.get_by_role("dialog", name="Change your payout email")
    dialog.get_by_label("New PayPal email address").fill("moved@nomad.example.com")
    dialog.get_by_label("Your password").fill("not my password")
    dialog.get_by_role("button", name="Change the address").click()
    expect(dialog.get_by_text("This is not your current password")).to_be_visible()
    expect(dialog.get_by_label("New PayPal email address")).to_have_value("moved@nomad.example.com")
    assert violations(page) == []
    dialog.get_by_label("Your password").fill(AFFILIATE_PASSWORD)
    dialog.get_by_role("button", name="Change the address").click()
    expect(page.get_by_text("Payout email changed", exact=True)).to_be_visible()
    expect(section).to_contain_text("moved@nomad.example.com")


def exported(page: Page) -> tuple[str, list[list[str]]]:
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export CSV").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    return waiting.value.suggested_filename, list(csv.reader(io.StringIO(text)))


def test_from_registration_to_the_money(browser: Browser, stack: Stack) -> None:
    email = f"{uuid4().hex}@nomad.example.com"
    own = context_of(browser, stack, PHONE)
    page = own.new_page()
    for method, path, status in (
        ("PUT", "/api/referrers/payout-address$", 422),
        ("POST", "/api/referrers/login$", 401),
        ("GET", "/api/admin/me$", 401),
    ):
        expect_refusal(method, path, status)
    code = register(page, email)
    assert re.fullmatch(r"NOMADTALES-[0-9A-Z]{5}", code)
    page.get_by_role("button", name="Export CSV").click()
    expect(page.get_by_text("No Data", exact=True)).to_be_visible()
    expect(page.get_by_text("No bookings to export", exact=True)).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Copy: Your link fills it in").click()
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert parse_qs(urlsplit(link).query) == {"ref": [code]}

    guest = context_of(browser, stack, PHONE)
    book_by_link(guest.new_page(), link)
    guest.close()

    page.reload()
    expect(page.get_by_test_id("Commission owed")).to_have_text("€87.30")
    expect(page.get_by_text("Pending", exact=True)).to_be_visible()
    expect(page.get_by_text("becomes payable when the rental is completed")).to_be_visible()
    expect(
        page.get_by_text(re.compile("^Payable when the rental is completed, planned for "))
    ).to_be_visible()
    assert violations(page) == []

    move_payouts(page)
    owner = context_of(browser, stack, DESKTOP)
    page_of_owner = owner.new_page()
    pay(page_of_owner, stack, code)
    limit_by_a_separate_code(page_of_owner)
    owner.close()

    page.reload()
    expect(page.get_by_test_id("Commission paid")).to_have_text("€87.30")
    expect(page.get_by_test_id("Commission owed")).to_have_text("€0")
    expect(page.get_by_role("cell", name="Paid", exact=True)).to_be_visible()
    name, rows = exported(page)
    assert re.fullmatch(r"affiliate-bookings-\d{4}-\d{2}-\d{2}\.csv", name)
    assert rows[0] == [
        "Date", "Booking ID", "Car", "Route", "Total Price", "Commission", "Commission Status",
    ]  # fmt: skip
    assert rows[1][2:] == ["Subaru Forester", "Tbilisi – Batumi", "436.50", "87.30", "Paid"]
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("Logged Out", exact=True)).to_be_visible()
    page.goto("/affiliate-dashboard")
    expect(page).to_have_url(re.compile("/affiliate-login$"))
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password").fill("wrong password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Login Failed", exact=True)).to_be_visible()
    page.get_by_label("Password").fill(AFFILIATE_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Login Successful!", exact=True)).to_be_visible()
    expect(page.get_by_test_id("Commission paid")).to_have_text("€87.30")
    own.close()


@pytest.mark.slow
def test_dashboard_that_cannot_be_loaded_says_so_and_an_ended_sign_in_leads_to_the_login(
    browser: Browser, stack: Stack
) -> None:
    context = context_of(browser, stack, PHONE)
    page = context.new_page()
    expect_refusal("GET", "/api/referrers/dashboard$", 401)
    page.goto("/affiliate-login")
    page.evaluate("localStorage.setItem('affiliate_token', 'ended')")
    page.goto("/affiliate-dashboard")
    expect(page).to_have_url(re.compile("/affiliate-login$"))
    assert page.evaluate("localStorage.getItem('affiliate_token')") is None

    page.evaluate("localStorage.setItem('affiliate_token', 'any')")
    page.route("**/api/referrers/dashboard", lambda route: route.abort())
    page.goto("/affiliate-dashboard")
    expect(page.get_by_text("Error", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Retry")).to_be_visible()
    assert page.get_by_text("Failed to load dashboard data").count() >= 1
    assert violations(page) == []
    page.unroute("**/api/referrers/dashboard")
    page.get_by_role("button", name="Retry").click()
    expect(page).to_have_url(re.compile("/affiliate-login$"))
    for path in ("/affiliate-login", "/affiliate-forgot-password", "/affiliate-reset-password#token"):
        page.goto(path)
        expect(page.get_by_role("main").get_by_role("button").first).to_be_visible()
        assert violations(page) == []
    context.close()


@pytest.mark.slow
def test_registration_that_fails_keeps_what_was_typed(browser: Browser, stack: Stack) -> None:
    context = context_of(browser, stack, PHONE)
    page = context.new_page()
    page.goto("/affiliate-register")
    page.get_by_label("Company/Name").fill("Nomad Tales")
    page.get_by_label("Email address", exact=True).fill("offline@nomad.example.com")
    page.get_by_label("PayPal email address").fill("pay@nomad.example.com")
    page.get_by_label("Password", exact=True).fill(AFFILIATE_PASSWORD)
    page.get_by_label("Confirm password").fill(AFFILIATE_PASSWORD)
    page.route("**/api/referrers/register", lambda route: route.abort())
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Registration Failed", exact=True)).to_be_visible()
    expect(
        page.get_by_text("An error occurred during registration. Please try again.", exact=True)
    ).to_be_visible()
    expect(page.get_by_label("Email address", exact=True)).to_have_value("offline@nomad.example.com")
    page.unroute("**/api/referrers/register")
    # The account opens, but the login after it fails: the success screen stays, with its links.
    page.route("**/api/referrers/login", lambda route: route.abort())
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", name="You're in!")).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    assert violations(page) == []
    context.close()
