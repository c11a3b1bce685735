"""The admin console in a browser: joining, the second factor, sessions, the audit log, visits, customers' rights."""

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pyotp
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect
from running_stack import EMAIL, PASSWORD, Stack

from abano.embedded_postgres import EmbeddedPostgres

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LETTER_SECONDS = 60
NEW_PASSWORD = "a password of my own"
expect.set_options(timeout=20_000)


def open_browser(browser: Browser, **options: object) -> BrowserContext:
    context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
    context.set_default_timeout(20_000)
    return context


def sign_in(page: Page, stack: Stack, email: str, password: str, to: str = "/admin/account") -> None:
    page.goto(f"{stack.origin}/admin/login?from={to}")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.fixture
def owner(browser: Browser, stack: Stack) -> Iterator[Page]:
    context = open_browser(browser)
    page = context.new_page()
    sign_in(page, stack, EMAIL, PASSWORD)
    expect(page.get_by_role("heading", name="Account settings")).to_be_visible()
    yield page
    context.close()


def letter_to(stack: Stack, address: str, subject: str) -> str:
    """The newest letter's text, once the worker has sent it."""
    deadline = time.monotonic() + LETTER_SECONDS
    while time.monotonic() < deadline:
        for path in sorted((stack.data_dir / "mail").glob("*.eml"), reverse=True):
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            body = letter.get_body(("plain",))
            if letter["to"] == address and subject in letter["subject"] and body is not None:
                return str(body.get_content())
        time.sleep(0.2)
    pytest.fail(f"No letter to {address} about {subject!r}: {sorted((stack.data_dir / 'mail').iterdir())}")


def path_of_link(letter: str) -> str:
    """Where a letter's link leads, without the host, which only the browser of a visitor resolves."""
    found = re.search(r"https?://[^/\s]+(/\S+#\S+)", letter)
    assert found, letter
    return found.group(1)


def invite(owner: Page, stack: Stack, email: str, role: str) -> str:
    """Answers the path that the letter links to."""
    owner.goto(f"{stack.origin}/admin/users")
    owner.get_by_role("button", name="Invite somebody").click()
    owner.get_by_label("Email").fill(email)
    owner.get_by_role("radio", name=role).check()
    owner.get_by_role("button", name="Send the invitation").click()
    expect(owner.get_by_text(f"{email} gets a link", exact=False).first).to_be_visible()
    expect(owner.get_by_role("listitem").filter(has_text=email).filter(has_text=role.lower())).to_be_visible()
    return path_of_link(letter_to(stack, email, "invit"))


def join(page: Page, stack: Stack, path: str, name: str) -> None:
    page.goto(stack.origin + path)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Once more").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name=f"Account of {name}").last).to_be_visible()


def set_up_second_factor(page: Page, stack: Stack) -> tuple[str, list[str]]:
    """Secret and recovery codes."""
    page.goto(f"{stack.origin}/admin/account")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_alt_text("QR code")).to_be_visible()
    expect(page.get_by_alt_text("QR code")).not_to_have_js_property("naturalWidth", 0)
    secret = page.get_by_role("dialog").locator("code").inner_text().replace(" ", "")
    page.get_by_label("Code", exact=True).fill(pyotp.TOTP(secret).now())
    page.get_by_role("button", name="Turn it on").click()
    expect(page.get_by_text("Keep these recovery codes")).to_be_visible()
    codes = page.get_by_role("status").filter(has_text="Keep these").get_by_role("listitem").all_inner_texts()
    assert len(codes) == 10
    assert Axe().run(page).response["violations"] == []
    return secret, codes


def test_from_an_invitation_to_a_second_factor_and_back_out(
    browser: Browser, stack: Stack, owner: Page
) -> None:
    email = f"tamar-{uuid4().hex[:6]}@example.com"
    path = invite(owner, stack, email, "Manager")
    theirs = open_browser(browser)
    page = theirs.new_page()
    join(page, stack, path, "Tamar")
    secret, codes = set_up_second_factor(page, stack)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("10 of 10 recovery codes left")).to_be_visible()

    # Another browser: the password, then the next code of the app; the last one is used up.
    other = open_browser(browser)
    phone = other.new_page()
    sign_in(phone, stack, email, PASSWORD)
    expect(phone.get_by_role("heading", name="One more step")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []
    phone.get_by_label("Code of your authenticator app").fill("000000")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    phone.get_by_label("Code of your authenticator app").fill(
        pyotp.TOTP(secret).at(datetime.now(UTC) + timedelta(seconds=30))
    )
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("heading", name="Account settings")).to_be_visible()

    # A third one with a recovery code, which is gone after that.
    third = open_browser(browser)
    borrowed = third.new_page()
    sign_in(borrowed, stack, email, PASSWORD)
    borrowed.get_by_role("button", name="Use a recovery code").click()
    borrowed.get_by_label("Recovery code").fill(codes[0])
    borrowed.get_by_role("button", name="Sign in").click()
    expect(borrowed.get_by_text("9 of 10 recovery codes left")).to_be_visible()

    page.reload()
    expect(page.get_by_role("button", name="Sign out everywhere else")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("Signed out everywhere else", exact=True)).to_be_visible()
    for signed_out in (phone, borrowed):
        signed_out.reload()
        expect(signed_out.get_by_role("heading", name="Sign in to")).to_be_visible()

    owner.goto(f"{stack.origin}/admin/audit-log?action=admin.")
    for deed in (
        "Tamar signed out everywhere else",
        "Tamar turned the second factor on",
        "Tamar accepted the invitation",
    ):
        expect(owner.get_by_role("listitem").filter(has_text=deed).first).to_be_visible()
    for context in (theirs, other, third):
        context.close()


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(
    browser: Browser, stack: Stack, owner: Page
) -> None:
    email = f"giorgi-{uuid4().hex[:6]}@example.com"
    theirs = open_browser(browser)
    page = theirs.new_page()
    join(page, stack, invite(owner, stack, email, "Analyst"), "Giorgi")
    asking = open_browser(browser, viewport=PHONE)
    phone = asking.new_page()
    phone.goto(f"{stack.origin}/admin/login")
    phone.get_by_role("link", name="Forgot your password?").click()
    phone.get_by_label("Email").fill(email)
    phone.get_by_role("button", name="Send the link").click()
    expect(phone.get_by_role("heading", name="Look into your mailbox")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []
    link = stack.origin + path_of_link(letter_to(stack, email, "password"))
    phone.goto(link)
    phone.get_by_label("New password").fill(NEW_PASSWORD)
    phone.get_by_label("Once more").fill("another one")
    phone.get_by_role("button", name="Set the password").click()
    expect(phone.get_by_text("Passwords don't match")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []
    phone.get_by_label("Once more").fill(NEW_PASSWORD)
    phone.get_by_role("button", name="Set the password").click()
    expect(phone.get_by_text("Your new password is set.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in to")).to_be_visible()
    sign_in(page, stack, email, PASSWORD)
    expect(page.get_by_text("Invalid email or password")).to_be_visible()
    sign_in(page, stack, email, NEW_PASSWORD)
    expect(page.get_by_role("heading", name="Account settings")).to_be_visible()
    again = asking.new_page()
    again.goto(link)
    again.get_by_label("New password").fill(NEW_PASSWORD)
    again.get_by_label("Once more").fill(NEW_PASSWORD)
    again.get_by_role("button", name="Set the password").click()
    expect(again.get_by_role("heading", name="This link has ended")).to_be_visible()
    for context in (theirs, asking):
        context.close()


def test_an_owner_changes_a_role_and_takes_access_away(browser: Browser, stack: Stack, owner: Page) -> None:
    email = f"nino-{uuid4().hex[:6]}@example.com"
    theirs = open_browser(browser)
    page = theirs.new_page()
    name = f"Nino {uuid4().hex[:4]}"
    join(page, stack, invite(owner, stack, email, "Analyst"), name)
    page.goto(f"{stack.origin}/admin/ip-tracking")
    expect(page.get_by_role("heading", name="This page is not for your role")).to_be_visible()
    owner.reload()
    owner.get_by_label(f"Role of {name}").select_option("manager")
    expect(owner.get_by_text(f"{name} is manager now", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Delete All IPs")).to_be_visible()
    owner.get_by_role("button", name=f"More for {name}").click()
    owner.get_by_role("menuitem", name="Take access away").click()
    owner.get_by_role("button", name="Take access away").click()
    expect(owner.get_by_text("No access")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in to")).to_be_visible()
    theirs.close()


def keep_visits(stack: Stack, network: str, count: int) -> None:
    with psycopg.connect(EmbeddedPostgres(stack.data_dir / "postgres").url("abano")) as conn:
        conn.execute(
            "insert into ip_visits (tenant_id, id, ip_address, visited_at, is_google_ads_traffic)"
            " select tenants.id, gen_random_uuid(), (%s || n)::inet, now() - n * interval '1 minute', n %% 2 = 0"
            " from tenants, generate_series(1, %s) as n where slug = 'georgia'",
            (network, count),
        )


def test_visits_are_filtered_deleted_one_by_one_and_all_after_a_question(stack: Stack, owner: Page) -> None:
    keep_visits(stack, "198.51.100.", 4)
    owner.goto(f"{stack.origin}/admin/ip-tracking")
    expect(owner.get_by_text(re.compile(r"Last refreshed \d\d:\d\d:\d\d"))).to_be_visible()
    owner.get_by_label("Address", exact=True).fill("198.51.100.0/24")
    rows = owner.get_by_role("row").filter(has_text="198.51.100.")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="Paid search")).to_have_count(2)
    owner.get_by_label("Came by").select_option("paid")
    expect(rows).to_have_count(2)
    owner.get_by_role("button", name="Delete the visit of 198.51.100.2").click()
    expect(rows).to_have_count(1)
    assert "traffic=paid" in owner.url
    keep_visits(stack, "198.51.100.10", 2)
    owner.get_by_role("button", name="Refresh").click()
    expect(rows).to_have_count(2)
    owner.get_by_role("button", name="Delete All IPs").click()
    question = owner.get_by_role("alertdialog")
    expect(question).to_contain_text(
        "Are you sure you want to delete ALL IP addresses? This cannot be undone."
    )
    question.get_by_role("button", name="Cancel").click()
    expect(rows).to_have_count(2)
    owner.route("**/api/ip/visits", lambda route: route.abort())
    owner.get_by_role("button", name="Delete All IPs").click()
    question.get_by_role("button", name="Delete all").click()
    expect(owner.get_by_text("Failed to delete IP visits", exact=True)).to_be_visible()
    owner.unroute("**/api/ip/visits")
    owner.get_by_role("button", name="Delete All IPs").click()
    question.get_by_role("button", name="Delete all").click()
    expect(owner.get_by_text("No visit is like that")).to_be_visible()
    owner.goto(f"{stack.origin}/admin/audit-log?action=visits.")
    expect(owner.get_by_text("deleted all visits").first).to_be_visible()


def test_new_visits_arrive_by_themselves_within_half_a_minute(stack: Stack, owner: Page) -> None:
    owner.clock.install()
    owner.goto(f"{stack.origin}/admin/ip-tracking?address=198.51.101.")
    expect(owner.get_by_text("No visit is like that")).to_be_visible()
    keep_visits(stack, "198.51.101.", 1)
    owner.clock.run_for(29_000)
    expect(owner.get_by_text("No visit is like that")).to_be_visible()
    owner.clock.run_for(2_000)
    expect(owner.get_by_text("198.51.101.1")).to_be_visible()


def book(stack: Stack, name: str, email: str) -> None:
    pickup = datetime.now(UTC).date() + timedelta(days=40)
    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json={
            "customerName": name,
            "driverAge": "36",
            "groupSize": "2",
            "customerEmail": email,
            "customerPhone": "+44 20 7946 0123",
            "pickupLocation": "tbilisi",
            "dropoffLocation": "tbilisi",
            "pickupDate": pickup.isoformat(),
            "pickupTime": "09:00",
            "returnDate": (pickup + timedelta(days=7)).isoformat(),
            "returnTime": "09:00",
            "carType": "Toyota 4Runner",
            "insuranceType": "minimum",
            "totalPrice": "400",
        },
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
    expect(owner.get_by_text("erased a customer").first).to_be_visible()
    expect(owner.get_by_text("downloaded a customer's data").first).to_be_visible()


def violations(page: Page) -> list[Any]:
    """What axe finds on a page that is drawn: colours may still change in the frames after the last content."""
    found: list[Any] = []
    for _ in range(4):
        found = Axe().run(page).response["violations"]
        if all(item["id"] != "color-contrast" for item in found):
            break
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn, 100)))")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [DESK, PHONE], ids=["desk", "phone"])
def test_every_page_is_accessible_and_fits(
    browser: Browser, stack: Stack, width: dict[str, int], scheme: str
) -> None:
    keep_visits(stack, "2001:db8:1234:5678:9abc:def0:1234:", 3)
    context = open_browser(browser, viewport=width, color_scheme=scheme)
    page = context.new_page()
    sign_in(page, stack, EMAIL, PASSWORD)
    expect(page.get_by_role("heading", name="Account settings")).to_be_visible()
    problems: dict[str, object] = {}
    for path, ready in {
        "/admin/account": "This browser",
        "/admin/users": EMAIL,
        "/admin/audit-log": "The operator",
        "/admin/ip-tracking": "Excluded addresses",
        "/admin/customers": "Find a customer",
        "/admin/login": "Forgot your password?",
        "/admin/forgot-password": "Back to the sign-in",
        "/admin/reset-password": "This link is not complete.",
        "/admin/reset-password#unknown": "Once more",
        "/admin/accept-invitation#unknown": "This invitation has ended",
    }.items():
        page.goto("about:blank")
        page.goto(stack.origin + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("main").get_by_text(ready).first).to_be_visible()
        expect(page.get_by_role("status", name="Loading")).to_have_count(0)
        expect(page.locator(f'html[data-theme="{scheme}"]')).to_have_count(1)
        found = violations(page)
        if found:
            problems[path] = [(item["id"], item["nodes"][0]["html"][:200]) for item in found]
        assert page.evaluate("document.documentElement.scrollWidth") <= width["width"], path
    context.close()
    assert problems == {}


def test_an_away_server_is_told_on_every_page_and_another_try_helps(stack: Stack, owner: Page) -> None:
    for path, call in {
        "/admin/users": "**/api/admin/users",
        "/admin/audit-log": "**/api/admin/audit-log*",
        "/admin/ip-tracking": "**/api/ip/visits*",
        "/admin/account": "**/api/admin/account/sessions",
    }.items():
        owner.route(call, lambda route: route.abort())
        owner.goto(stack.origin + path)
        problem = owner.get_by_role("alert").filter(has_text="The server cannot be reached")
        expect(problem.first).to_be_visible()
        owner.unroute(call)
        problem.first.get_by_role("button", name="Try again").click()
        expect(problem).to_have_count(0)
