"""axe finds nothing on any page, at phone and desk width, light and dark."""

from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import SCHEMES, Scheme, enter, show
from playwright.sync_api import Browser, Page, ViewportSize, expect
from running_stack import Stack, turn_to
from wizard_steps import fill_person, next_step, past_extras

WIDTHS: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desk": {"width": 1440, "height": 900},
}
TRIP = "pickup=tbilisi&dropoff=batumi&pickupDate=2030-06-10&returnDate=2030-06-17&carType=Subaru+Forester"
PUBLIC = [
    "/",
    f"/booking?{TRIP}",
    f"/cars?{TRIP}",
    "/places",
    "/guides",
    "/help",
    "/black",
    "/thank-you",
    "/terms-of-service",
    "/privacy-policy",
    "/vashlovani-national-park-guide",
    "/no-such-page",
    "/admin/login",
]


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found]


def violations_in(page: Page, scheme: Scheme) -> list[str]:
    show(page, scheme)
    return violations(page)


def test_public_pages(browser: Browser, stack: Stack) -> None:
    context = browser.new_context(viewport=WIDTHS["phone"])
    page = context.new_page()
    expect_refusal("GET", "/no-such-page$", 404)
    problems = {}
    # The last one has another brand, and the consent bar.
    for address in [*(stack.origin + path for path in PUBLIC), f"{stack.alps}/"]:
        page.goto(address, wait_until="networkidle")
        for name, size in WIDTHS.items():
            turn_to(page, size["width"], size["height"])
            problems[f"{address} {name}"] = violations(page)
    context.close()
    assert {name: found for name, found in problems.items() if found} == {}


def test_states_of_wizard_quiz_and_gallery(browser: Browser, stack: Stack) -> None:
    context = browser.new_context(viewport=WIDTHS["phone"])
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


def test_admin(browser: Browser, stack: Stack) -> None:
    context = browser.new_context(viewport=WIDTHS["desk"])
    page = context.new_page()
    enter(page, stack, "/admin/quiz-analytics")
    page.get_by_test_id("Total Sessions").wait_for()
    problems = {f"analytics {scheme}": violations_in(page, scheme) for scheme in SCHEMES}
    page.get_by_role("link", name="Quiz", exact=True).click()
    page.get_by_role("link", name="Quiz test").click()
    page.get_by_text("Skipped when q4").wait_for()
    problems |= {f"checklist {scheme}": violations_in(page, scheme) for scheme in SCHEMES}
    context.close()
    assert {name: found for name, found in problems.items() if found} == {}
