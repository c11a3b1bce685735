"""A tourist on a phone chooses: narrows and compares, opens a car's page, takes days from the calendar, and books."""

import re

import pytest
from browser_visitors import PHONE
from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack

TRIP = "pickup=tbilisi&dropoff=tbilisi&pickupDate=2030-06-10&returnDate=2030-06-17"


def cards(page: Page) -> Locator:
    """The cars' cards; reviews are articles, too."""
    return page.get_by_role("article").filter(has=page.get_by_role("button", name="Book Now"))


def names(page: Page) -> list[str]:
    return cards(page).get_by_role("heading", level=3).all_inner_texts()


def test_choice_lives_in_the_address(browser: Browser, stack: Stack) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{stack.origin}/?{TRIP}&seats=7")
    expect(cards(page)).to_have_count(1)
    assert names(page) == ["Chevrolet Suburban"]
    # No saloon seats seven: one click removes a filter.
    page.get_by_role("combobox", name="Kind").select_option("sedan")
    expect(page.get_by_text("No car matches all filters. Remove one:")).to_be_visible()
    page.get_by_role("button", name=re.compile("7 seats or more")).click()
    expect(cards(page)).to_have_count(1)
    assert names(page) == ["Hyundai Elantra"]
    page.get_by_role("combobox", name="Kind").select_option("")
    page.get_by_role("combobox", name="Order").select_option("consumption")
    expect(cards(page).first).to_contain_text("Hyundai Elantra")
    # Back removes one filter at a time.
    page.go_back()
    expect(page.get_by_role("combobox", name="Order")).not_to_have_value("consumption")
    page.go_forward()
    expect(page.get_by_role("combobox", name="Order")).to_have_value("consumption")
    page.get_by_role("checkbox", name=re.compile("Hyundai Elantra")).check()
    page.get_by_role("checkbox", name=re.compile("Toyota 4Runner")).check()
    expect(page).to_have_url(re.compile("sort=consumption.*compare=hyundai-elantra%2Ctoyota-4runner"))
    # A link shows the same to someone else.
    page.goto(page.url)
    page.get_by_role("button", name="Compare").click()
    dialog = page.get_by_role("dialog", name="Side by side")
    expect(dialog.get_by_role("columnheader")).to_have_count(2)
    expect(dialog).to_contain_text("6.9 l/100 km")
    dialog.get_by_role("link", name="Toyota 4Runner").click()
    expect(page).to_have_url(re.compile(f"/cars/toyota-4runner\\?{TRIP}"))
    expect(page.get_by_role("heading", level=1, name="Toyota 4Runner")).to_be_visible()


@pytest.mark.slow
def test_days_from_the_calendar_by_keyboard(browser: Browser, stack: Stack) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{stack.origin}/cars/subaru-forester")
    page.get_by_label("Pick up in").select_option("tbilisi")
    page.get_by_label("Drop off in").select_option("tbilisi")
    page.get_by_role("button", name="Choose dates on a price calendar").press("Enter")
    dialog = page.get_by_role("dialog", name="Pickup and return")
    status = dialog.locator("p[role=status]")
    expect(status).to_have_text("Choose the day of pickup")
    dialog.get_by_role("button", name="Next month").press("Enter")
    first = dialog.get_by_role("gridcell").get_by_role("button", disabled=False).first
    first.focus()
    page.keyboard.press("Enter")
    # The shortest rental is three days: the next two cannot be chosen.
    expect(status).to_contain_text("now the day of return")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("days")
    dialog.get_by_role("button", name="Use these dates").press("Enter")
    page.get_by_role("button", name=re.compile("^Check")).first.click()
    expect(page.get_by_text(re.compile("Total for \\d+ days"))).to_be_visible()
    page.get_by_role("button", name="Book Now").click()
    expect(page).to_have_url(re.compile("/booking\\?.*carType=Subaru"))
