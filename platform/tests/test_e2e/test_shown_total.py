"""The total that the page shows is the one the server quotes and stores: random bookings, two companies."""

import json
import random
import re
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack
from wizard_steps import shown_total, stored_bookings

SEED = 20300610
CASES = 3


@dataclass(frozen=True)
class Choice:
    link: dict[str, str]
    details: dict[str, str]
    services: list[str]


def choose(random_: random.Random, site: dict[str, object]) -> Choice:
    def codes(kind: str, name: str = "code") -> list[str]:
        return [item[name] for item in site[kind]]  # type: ignore[attr-defined]

    pickup = date(2030, 1, 2) + timedelta(days=random_.randrange(700))
    dates = {
        "pickupDate": pickup.isoformat(),
        "returnDate": (pickup + timedelta(days=random_.choice([3, 4, 6, 7, 13, 14, 30]))).isoformat(),
    }
    places = random_.choices(codes("locations"), k=2)
    car = random_.choice(codes("cars", "name"))
    link = {"pickup": places[0], "dropoff": places[1], **dates, "carType": car}
    times = [f"{hour:02}:{random_.choice(['00', '30'])}" for hour in random_.choices(range(7, 22), k=2)]
    details = {
        "pickupLocation": places[0],
        "dropoffLocation": places[1],
        **dates,
        "pickupTime": min(times),
        "returnTime": max(times),
        "carType": car,
        "insuranceType": random_.choice(codes("insurance")),
    }
    services = [code for code in codes("services") if random_.random() < 0.4]
    return Choice(link, details, services)


def open_last_step(page: Page, origin: str, choice: Choice, email: str) -> None:
    """The wizard as a visitor who went that far finds it after a reload."""
    search = f"?{urlencode(choice.link)}"
    person = {
        "firstName": "Ada",
        "lastName": "Lovelace",
        "customerEmail": email,
        "customerPhone": "+44 2079460000",
        "driverAge": "36",
        "groupSize": "2",
    }
    draft = {"search": search, "order": "tripFirst", "step": 3, "personal": person, "details": choice.details}
    text = json.dumps({**draft, "services": choice.services, "promoCode": ""})
    page.evaluate("text => sessionStorage.setItem('booking_draft', text)", text)
    page.goto(f"{origin}/booking{search}")
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()


@pytest.mark.parametrize("company", ["origin", "alps"])
def test_shown_total_is_the_quoted_and_the_stored_one(browser: Browser, stack: Stack, company: str) -> None:
    origin = getattr(stack, company)
    # A visitor far away: prices go by the company's clock, also over its daylight-saving changes.
    context = browser.new_context(timezone_id="Pacific/Auckland")
    page = context.new_page()
    random_ = random.Random(f"{SEED} {company}")  # noqa: S311 - the same bookings in each run
    page.goto(f"{origin}/thank-you")
    site = page.evaluate("fetch('/api/site').then(answer => answer.json())")["site"]
    for number in range(CASES):
        choice = choose(random_, site)
        email = f"total-{company}-{number}@example.com"
        with page.expect_response("**/api/quotes") as answer:
            open_last_step(page, origin, choice, email)
        quoted = round(answer.value.json()["totalPrice"] * 100)
        shown = round(float(shown_total(page).replace(",", "")) * 100)
        page.get_by_role("button", name="Confirm Booking").click()
        expect(page).to_have_url(re.compile("/thank-you"))
        [booking] = stored_bookings(stack.data_dir, email)
        assert (shown, booking["total_minor"]) == (quoted, quoted), choice
    context.close()


def test_days_over_the_end_of_summer_time_are_those_on_the_companys_clock(
    browser: Browser, stack: Stack
) -> None:
    context = browser.new_context(timezone_id="America/New_York")
    page = context.new_page()
    page.goto(f"{stack.alps}/thank-you")
    dates = {"pickupDate": "2030-10-25", "returnDate": "2030-10-29"}  # Zurich's clocks change on the 27th
    details = {"pickupLocation": "chur", "dropoffLocation": "chur", **dates, "pickupTime": "10:00"}
    details |= {"returnTime": "10:00", "carType": "VW Golf", "insuranceType": "minimum"}
    choice = Choice({"pickup": "chur", "dropoff": "chur", **dates, "carType": "VW Golf"}, details, [])
    open_last_step(page, stack.alps, choice, "clock@example.com")
    expect(page.get_by_label("Your trip")).to_contain_text("4 days")
    expect(page.get_by_label("Booking summary")).to_contain_text("Fri 25 October 2030, 10:00")
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))
    [booking] = stored_bookings(stack.data_dir, "clock@example.com")
    assert booking["days"] == 4
    assert booking["pickup_at"].isoformat() == "2030-10-25T08:00:00+00:00"
    assert booking["return_at"].isoformat() == "2030-10-29T09:00:00+00:00"
    context.close()
