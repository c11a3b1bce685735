"""What the whole console owes its users: a title for each page, and the focus back where a dialog was opened."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from console_steps import PHONE
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Locator, Page, expect
from running_stack import Stack

TITLES = {
    "/admin/bookings": "Bookings",
    "/admin/affiliates": "Affiliates",
    "/admin/affiliates/payouts": "Payouts",
    "/admin/affiliates/promo-codes": "Promo codes",
    "/admin/reports": "Reports",
    "/admin/quiz-analytics": "Quiz analytics",
    "/admin/quiz-contacts": "Quiz contacts",
    "/admin/quiz-test": "Quiz test",
    "/admin/conversions": "Conversions",
    "/admin/ip-tracking": "Visits",
    "/admin/customers": "Customers",
    "/admin/customers/by-email": "Copies and erasure",
    "/admin/users": "Users",
    "/admin/audit-log": "Audit log",
    "/admin/account": "Account settings",
    "/admin/help": "Help",
    "/admin/login": "Sign in",
    "/admin/forgot-password": "Forgotten password",
    "/admin/reset-password": "New password",
    "/admin/accept-invitation": "Invitation",
}
# A page, the button that opens its dialog, and the menu in which that button is, if it is in one.
DIALOGS = [
    ("/admin/users", "Invite someone"),
    ("/admin/affiliates/promo-codes", "New code"),
    ("/admin/account", "Set up"),
    ("/admin/ip-tracking", "Delete All IPs"),
]


def test_every_page_is_named_in_the_tab_when_loaded_and_when_one_walks_there(
    stack: Stack, owner: Page
) -> None:
    company = httpx.get(f"{stack.origin}/api/site").json()["site"]["tenant"]["name"]
    for path, title in TITLES.items():
        owner.goto(stack.origin + path)
        expect(owner).to_have_title(f"{title} · {company}")
    owner.goto(f"{stack.origin}/admin/users")
    for name in ("Audit log", "Customers", "Bookings"):
        owner.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(owner).to_have_title(f"{name} · {company}")
    owner.go_back()
    expect(owner).to_have_title(f"Customers · {company}")


def test_a_bookings_page_is_named_by_its_reference(stack: Stack, owner: Page) -> None:
    booked = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(UTC).date() + timedelta(days=40)), customerName="Tina Title"
        ),
    ).json()
    for _ in range(2):
        # The second time it is in memory already, and comes with its page.
        owner.goto(f"{stack.origin}/admin/bookings?search={booked['reference']}")
        owner.get_by_role("link", name=booked["reference"]).click()
        expect(owner).to_have_title(re.compile(f"^{booked['reference']} · Booking · "))
        owner.get_by_role("link", name="All bookings").click()
        expect(owner).to_have_title(re.compile("^Bookings · "))
        owner.get_by_role("link", name=booked["reference"]).click()
        expect(owner).to_have_title(re.compile(f"^{booked['reference']} · Booking · "))


@pytest.mark.parametrize(("path", "button"), DIALOGS)
def test_a_closed_dialog_gives_the_focus_back_to_what_opened_it(
    stack: Stack, owner: Page, path: str, button: str
) -> None:
    owner.goto(stack.origin + path)
    opener = owner.get_by_role("button", name=button).first
    ways: tuple[Callable[[], None], ...] = (opener.click, lambda: opener.press("Enter"))
    for open_it in ways:
        open_it()
        dialog = owner.get_by_role("dialog").or_(owner.get_by_role("alertdialog"))
        expect(dialog).to_be_visible()
        has_focus_within(dialog)
        owner.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()


def test_the_phones_navigation_gives_the_focus_back(stack: Stack, owner: Page) -> None:
    owner.set_viewport_size(PHONE)
    owner.goto(f"{stack.origin}/admin/account")
    opener = owner.get_by_role("button", name="Open navigation")
    opener.click()
    expect(owner.get_by_role("dialog")).to_be_visible()
    owner.keyboard.press("Escape")
    expect(opener).to_be_focused()


def has_focus_within(dialog: Locator) -> None:
    expect(dialog.locator(":focus")).to_have_count(1)
