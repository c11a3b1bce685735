"""axe finds nothing in any state of the wizard, the quiz and the gallery."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_visitors import PHONE
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack
from wizard_steps import fill_person, next_step, past_extras

TRIP = "pickup=tbilisi&dropoff=batumi&pickupDate=2030-06-10&returnDate=2030-06-17&carType=Subaru+Forester"


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found]


@pytest.mark.slow
def test_states_of_wizard_quiz_and_gallery(browser: Browser, stack: Stack) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    problems = {}
    page.goto(f"{stack.origin}/booking?{TRIP}", wait_until="networkidle")
    problems["wizard trip"] = violations(page)
    next_step(page, "Extras")
    problems["wizard extras"] = violations(page)
    next_step(page, "Complete Your Booking")
    confirm = page.get_by_role("button", name="Confirm Booking")
    confirm.click()
    problems["wizard errors"] = violations(page)
    fill_person(page)
    expect(confirm).to_be_enabled()
    problems["wizard summary"] = violations(page)
    context.set_offline(True)
    page.get_by_text("You are offline.").wait_for()
    problems["wizard offline"] = violations(page)
    context.set_offline(False)
    page.get_by_role("button", name="Confirm Booking").click()
    page.get_by_label("Your booking").wait_for()
    problems["thank-you with a booking"] = violations(page)
    page.goto(f"{stack.origin}/booking?car=lada+niva&pickup=yerevan&pickupDate=2020-01-01&returnDate=soon")
    page.get_by_text("is not in our fleet").wait_for()
    page.get_by_label("Return date").fill("2030-06-17")
    problems["wizard link in vain"] = violations(page)
    page.goto(f"{stack.origin}/booking?{TRIP}")
    past_extras(page)
    page.get_by_label("Group size").fill("9")
    page.get_by_text("Two cars would fit").wait_for()
    problems["wizard seats"] = violations(page)
    page.goto(f"{stack.origin}/black", wait_until="networkidle")
    page.get_by_role("button", name="Start Quiz").click()
    page.get_by_text("Question 1 of").wait_for()
    problems["quiz question"] = violations(page)
    page.goto(f"{stack.origin}/", wait_until="networkidle")
    page.get_by_role("button", name="Photos and details: Subaru Forester").click()
    page.get_by_role("dialog").wait_for()
    problems["gallery"] = violations(page)
    context.close()
    assert {name: found for name, found in problems.items() if found} == {}
