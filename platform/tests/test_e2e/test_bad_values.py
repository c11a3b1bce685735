"""What a visitor reads beside a field that cannot be right, and in messages that pass by."""

import re
from collections.abc import Iterator

import pytest
from browser_faults import expect_refusal
from playwright.sync_api import Browser, Page, Route, expect
from running_stack import Stack
from wizard_steps import TRIP, past_extras, to_last_step


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


AGE = "Driver age must be between 23 and 70 years old"
GROUP = "Group size must be between 1 and 20 people"
# All values that are refused are in link.test.ts.
PERSON_FIELDS = [
    ("First name", ["A"], "First name must be at least 2 characters", "Ada"),
    ("Last name", [""], "Last name must be at least 2 characters", "Lovelace"),
    ("Email address", ["a@b"], "Please enter a valid email address", "ada@example.com"),
    (
        "WhatsApp or phone number",
        ["12", "abc"],
        "Please enter a valid phone number with country code",
        "599123456",
    ),
    ("Driver's age", [""], "Please enter your age", "36"),
    ("Driver's age", ["71"], AGE, "23"),
    ("Group size", [""], "Please enter the number of people in your group", "1"),
    ("Group size", ["1.5"], GROUP, "20"),
]


@pytest.mark.slow
def test_each_field_of_a_person_says_what_is_wrong_when_it_is_left(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    past_extras(page)
    for label, values, message, good in PERSON_FIELDS:
        field = page.get_by_label(label)
        for value in values:
            field.fill(good)
            field.blur()
            expect(field).to_have_attribute("aria-invalid", "false")
            field.fill(value)
            field.blur()
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(field).to_have_accessible_description(message)
        field.fill(good)
        expect(page.get_by_text(message, exact=True)).to_be_hidden()
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))


DETAIL_FIELDS = [
    ("Car", "Please select a car type"),
    ("Pickup location", "Please select pickup location"),
    ("Dropoff location", "Please select dropoff location"),
    ("Pickup date", "Please select pickup date"),
    ("Pickup time", "Please select pickup time"),
    ("Return date", "Please select return date"),
    ("Return time", "Please select return time"),
]


@pytest.mark.slow
def test_each_field_of_a_trip_says_what_is_missing(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    for label, message in DETAIL_FIELDS:
        field = page.get_by_label(label, exact=True)
        if label in {"Car", "Pickup location", "Dropoff location"}:
            field.select_option("")
        else:
            field.fill("")
        page.get_by_role("button", name="Next Step").click()
        expect(field).to_have_accessible_description(message)
    page.reload()
    page.get_by_role("button", name="Next Step").click()
    for _, message in DETAIL_FIELDS:
        expect(page.get_by_text(message, exact=True)).to_be_visible()
    # The first of them has the focus, clear of the bar with the way on.
    expect(page.get_by_label("Car", exact=True)).to_be_focused()
    expect(page.get_by_label("Car", exact=True)).to_be_in_viewport()


@pytest.mark.slow
def test_messages_come_one_at_a_time_and_go_by_time_or_by_swiping(page: Page, stack: Stack) -> None:
    def refuse(route: Route) -> None:
        body = {"success": False, "error": "DatabaseUnavailable", "message": "Please try again in a moment."}
        route.fulfill(status=503, json=body, headers={"Retry-After": "1"})

    to_last_step(page, f"{stack.origin}/booking?{TRIP}", "messages@example.com")
    expect_refusal("POST", "/api/bookings$", 503)
    page.route("**/api/bookings", refuse)
    confirm = page.get_by_role("button", name="Confirm Booking")
    shown = page.get_by_role("region", name="Notifications").get_by_role("listitem")
    confirm.click()
    expect(shown).to_have_count(1)
    confirm.click()
    expect(confirm).to_be_enabled()
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("There was an error processing your booking. Please try again.")
    box = shown.bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 320, box["y"] + 22, steps=8)
    page.mouse.up()
    expect(shown).to_have_count(0)
    confirm.click()
    expect(shown).to_have_count(1)
    page.mouse.move(10, 700)
    confirm.blur()
    expect(shown).to_have_count(0)
