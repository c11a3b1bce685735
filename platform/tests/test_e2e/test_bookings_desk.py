"""An owner at the bookings desk: live updates, status changes, reverts, notes and emails."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import DESK, PHONE, enter
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, turn_to

# The desk uses days in the company's time zone.
COMPANY_ZONE = ZoneInfo("Asia/Tbilisi")


def book(stack: Stack, name: str, car: str = "Subaru Forester", days: int = 40) -> str:
    """A booking as sent by the site; returns its reference."""
    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(COMPANY_ZONE).date() + timedelta(days=days)),
            customerName=name,
            customerEmail="desk@example.com",
            carType=car,
        ),
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["reference"])


@pytest.fixture
def desk(browser: Browser, stack: Stack) -> Iterator[Page]:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    enter(page, stack)
    yield page
    context.close()


def open_booking(page: Page, stack: Stack, reference: str) -> None:
    page.goto(f"{stack.origin}/admin/bookings?search={reference}")
    page.get_by_role("link", name=reference).click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def expect_accessible_on_a_phone(page: Page) -> None:
    turn_to(page, PHONE["width"], PHONE["height"])
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    turn_to(page, DESK["width"], DESK["height"])


def test_a_booking_arrives_live_and_is_found(desk: Page, stack: Stack) -> None:
    desk.goto(f"{stack.origin}/admin/bookings")
    expect(desk.get_by_role("heading", name="Bookings")).to_be_visible()
    reference = book(stack, "Newly Arrived")
    row = desk.get_by_role("row").filter(has_text=reference)
    expect(row).to_be_visible()
    expect(row).to_contain_text("left to confirm")
    desk.get_by_label("Search bookings").fill("no one of that name")
    expect(desk.get_by_text("No bookings match these filters")).to_be_visible()
    desk.get_by_label("Search bookings").fill("newly arrived")
    expect(row).to_be_visible()
    assert "search=newly+arrived" in desk.url
    desk.goto(f"{stack.origin}/admin/bookings?status=pending&needsReview=false&search=newly+arrived")
    expect(desk.get_by_role("link", name=reference)).to_be_visible()
    expect_accessible_on_a_phone(desk)


@pytest.mark.slow
def test_bookings_are_sorted_by_pickup_on_the_server(desk: Page, stack: Stack) -> None:
    later, sooner, latest = (book(stack, "Sorted Person", days=days) for days in (50, 45, 55))
    desk.goto(f"{stack.origin}/admin/bookings?search=sorted+person")
    references = desk.get_by_role("rowheader")
    expect(references).to_contain_text([latest, sooner, later])
    pickup = desk.get_by_role("columnheader", name="Pickup")
    for sort, order in (("pickupAt", [sooner, later, latest]), ("-pickupAt", [latest, later, sooner])):
        with desk.expect_request(re.compile(rf"/api/admin/bookings\?(.*&)?sort={sort}(&|$)")):
            pickup.get_by_role("button").click()
        expect(references).to_contain_text(order)
    export = desk.get_by_role("link", name="Download CSV").get_attribute("href")
    assert export
    assert "sort=-pickupAt" in export
    # The order is not a filter.
    desk.goto(f"{stack.origin}/admin/bookings?sort=-pickupAt")
    expect(desk.get_by_text("More filters", exact=True)).to_be_visible()


def test_from_request_to_handover_with_a_note_and_an_email(desk: Page, stack: Stack) -> None:
    reference = book(stack, "Grace Hopper", car="Lada Niva")
    open_booking(desk, stack, reference)
    desk.get_by_role("button", name="Mark as reviewed").click()
    expect(desk.get_by_text("isn't in your catalogue")).to_be_hidden()
    # Without a network nothing typed is lost.
    desk.route("**/notes", lambda route: route.abort())
    desk.get_by_label("Note for the team").fill("Lands at 23:10")
    desk.get_by_role("button", name="Add note").click()
    expect(desk.get_by_text("Couldn't save the note", exact=True)).to_be_visible()
    expect(desk.get_by_label("Note for the team")).to_have_value("Lands at 23:10")
    desk.unroute("**/notes")
    desk.get_by_role("button", name="Add note").click()
    expect(desk.get_by_text("Lands at 23:10")).to_be_visible()
    expect(desk.get_by_label("Note for the team")).to_have_value("")
    desk.get_by_role("button", name="Confirm booking").click()
    expect(desk.get_by_role("button", name="Hand over the car")).to_be_visible()
    desk.get_by_role("button", name="Email", exact=True).click()
    expect(desk.get_by_label("Subject")).to_have_value(f"Your booking {reference} is confirmed")
    assert Axe().run(desk).response["violations"] == []
    desk.get_by_role("button", name="Send email").click()
    expect(desk.get_by_text("On its way", exact=True)).to_be_visible()
    expect(desk.get_by_text("emailed the customer")).to_be_visible()
    assert Axe().run(desk).response["violations"] == []


def test_of_two_admins_the_second_sees_the_conflict_and_the_current_state(desk: Page, stack: Stack) -> None:
    reference = book(stack, "Marie Curie")
    open_booking(desk, stack, reference)
    second = desk.context.new_page()
    expect_refusal("POST", "/api/admin/bookings/[^/]+/status$", 409)
    open_booking(second, stack, reference)
    # From here on it gets no updates: its polls fail, its own changes succeed.
    second.route(
        "**/api/admin/bookings/*",
        lambda route: route.abort() if route.request.method == "GET" else route.continue_(),
    )
    second.get_by_role("button", name="Cancel booking").click()
    second.get_by_label("Reason").fill("The car is in repair")
    desk.get_by_role("button", name="Confirm booking").click()
    expect(desk.get_by_role("button", name="Hand over the car")).to_be_visible()
    # The second page does not show it yet; the server has it.
    second.get_by_role("button", name="Cancel booking").click()
    expect(second.get_by_text("while you looked at it").first).to_be_visible()
    second.unroute("**/api/admin/bookings/*")
    expect(second.get_by_role("button", name="Hand over the car")).to_be_visible()


@pytest.mark.slow
def test_a_second_click_on_one_spot_meets_nothing(desk: Page, stack: Stack) -> None:
    """Confirm and Hand over were in one place: two clicks made a booking active three weeks early."""
    # The second of two fast clicks is sent too, and refused.
    expect_refusal("POST", "/api/admin/bookings/[^/]+/status$", 409)
    for width in (1440, 390):
        desk.set_viewport_size({"width": width, "height": 900})
        reference = book(stack, f"Double Click {width}")
        open_booking(desk, stack, reference)
        confirm = desk.get_by_role("button", name="Confirm booking")
        box = confirm.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        desk.mouse.dblclick(x, y)
        handover = desk.get_by_role("button", name="Hand over the car")
        expect(handover).to_be_visible()
        # The pressed button is gone, so the focus is on its result.
        expect(desk.get_by_role("status").filter(has_text="Confirmed.")).to_be_focused()
        desk.mouse.click(x, y)
        desk.keyboard.press("Enter")
        expect(desk.get_by_role("dialog")).to_have_count(0)
        expect(desk.get_by_text("changed it to confirmed")).to_be_visible()
        expect(desk.get_by_text("changed it to active")).to_have_count(0)
        after = handover.bounding_box()
        assert after
        apart = after["x"] >= box["x"] + box["width"] or after["y"] >= box["y"] + box["height"]
        assert apart, (box, after)
        assert after["height"] >= 44


@pytest.mark.slow
def test_an_early_handover_asks_and_one_step_back_undoes_it(desk: Page, stack: Stack) -> None:
    reference = book(stack, "Ekaterine Early")
    open_booking(desk, stack, reference)
    desk.get_by_role("button", name="Confirm booking").click()
    # A double click opens the dialog and does not confirm it.
    desk.get_by_role("button", name="Hand over the car").dblclick()
    dialog = desk.get_by_role("dialog", name="Hand the car over before its day?")
    expect(dialog.get_by_text("in 40 days.", exact=False)).to_be_visible()
    assert Axe().run(desk).response["violations"] == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(desk.get_by_role("button", name="Hand over the car")).to_be_focused()
    desk.keyboard.press("Enter")
    dialog.get_by_label("Reason (optional)").fill("They came early")
    dialog.get_by_role("button", name="Hand over early").click()
    status = desk.get_by_role("status").filter(has_text="The customer has the car.")
    expect(status).to_be_focused()
    expect(desk.get_by_text("40 days before the pickup day.")).to_be_visible()
    expect(desk.get_by_text("They came early")).to_be_visible()

    desk.get_by_role("button", name="Revert").click()
    back = desk.get_by_role("dialog", name=f"Revert {reference}?")
    back.get_by_role("button", name="Revert to confirmed").click()
    expect(back.get_by_text("Enter a reason.")).to_be_visible()
    back.get_by_label("Reason").fill("It was the wrong booking")
    back.get_by_role("button", name="Revert to confirmed").click()
    expect(desk.get_by_text("reverted it from active to confirmed")).to_be_visible()
    expect(desk.get_by_text("It was the wrong booking")).to_be_visible()
    expect(desk.get_by_role("button", name="Revert")).to_be_focused()
    desk.goto(f"{stack.origin}/admin/audit-log?action=booking.stepped_back")
    entry = desk.get_by_role("row").filter(has_text=f"reverted booking {reference} from active to confirmed")
    entry.get_by_role("link", name=reference).click()
    expect(desk).to_have_title(re.compile(r"^Bookings · "))
    expect(desk.get_by_role("link", name=reference)).to_be_visible()


@pytest.mark.slow
def test_a_mistaken_cancellation_is_reverted_and_the_customer_can_be_notified(
    desk: Page, stack: Stack
) -> None:
    reference = book(stack, "Mikheil Mistake")
    open_booking(desk, stack, reference)
    desk.get_by_role("button", name="Cancel booking").click()
    expect_accessible_on_a_phone(desk)
    desk.get_by_label("Reason").fill("The car is in repair")
    desk.get_by_role("button", name="Cancel booking").click()
    expect(desk.get_by_role("status").filter(has_text="Cancelled on")).to_be_focused()
    desk.get_by_role("button", name="Undo cancellation").click()
    expect(desk.get_by_text("It is pending again")).to_be_visible()
    assert Axe().run(desk).response["violations"] == []
    desk.get_by_label("Reason").fill("Another car is free")
    desk.get_by_role("button", name="Revert to pending").click()
    expect(desk.get_by_role("button", name="Confirm booking")).to_be_visible()
    expect(desk.get_by_text("undid the cancellation: it's pending again")).to_be_visible()
    desk.get_by_role("button", name="Email", exact=True).click()
    expect(desk.get_by_label("Subject")).to_have_value(f"Your booking {reference} is reinstated")
