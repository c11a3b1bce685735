"""One total on every step of the wizard: the server's, never an older one, and marked until confirmed."""

import json
import random
import re
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect
from running_stack import Stack, query_stack, turn_to, walk
from wizard_steps import (
    TRIP,
    fill_person,
    next_step,
    past_extras,
    shown_totals,
    stored_bookings,
    to_last_step,
)

SEED = 20301122
# The rules themselves have their vectors, which both sides compute: vectors.test.ts.
CHOICES = 8
PATIENCE_SECONDS = 60
PERSON = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "customerEmail": "ada@example.com",
    "customerPhone": "+44 2079460000",
    "driverAge": "36",
    "groupSize": "2",
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


@pytest.fixture
def desktop(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(timezone_id="Pacific/Auckland")
    yield context.new_page()
    context.close()


def expect_total(page: Page, total: str) -> None:
    """Every visible total has this value, confirmed by the server."""
    figures = page.locator("[data-total]:visible")
    expect(figures.first).to_have_text(total)
    expect(page.locator("[data-total=checked]:visible").first).to_be_visible()
    assert shown_totals(page) == {total}


def expect_total_everywhere(page: Page, total: str) -> None:
    """On a desktop, too, which shows totals in other places."""
    expect_total(page, total)
    turn_to(page, 1440, 740)
    expect_total(page, total)
    turn_to(page, 360, 740)


def test_one_total_on_every_step_with_what_is_chosen(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    expect_total_everywhere(page, "€485")
    page.get_by_role("radio", name=re.compile("^Standard Dependable")).click()
    expect_total_everywhere(page, "€555")
    page.get_by_label("Pickup time").fill("14:00")
    page.get_by_label("Return time").fill("16:00")
    expect_total_everywhere(page, "€620")
    main = page.get_by_role("main")
    expect(main).to_contain_text(
        "8 days, because you return later in the day than you pick up. Return by 14:00 for 7 days."
    )
    expect(main).not_to_contain_text("7 days,")
    page.get_by_label("Return time").fill("14:00")
    expect_total_everywhere(page, "€555")
    expect(main).not_to_contain_text("because you return later")
    # The step-2 estimate adds a day here; it is sent and not displayed.
    page.get_by_label("Return time").fill("09:00")
    expect_total_everywhere(page, "€555")
    expect(main).not_to_contain_text("stimate")
    next_step(page, "Extras")
    expect_total_everywhere(page, "€555")
    page.get_by_label("Baby seat").check()
    expect_total_everywhere(page, "€576")
    next_step(page, "Complete Your Booking")
    expect_total_everywhere(page, "€576")
    page.get_by_label("Promo code").fill("CAUCASUS10")
    expect_total_everywhere(page, "€518.40")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("heading", name="Extras")).to_be_visible()
    expect_total_everywhere(page, "€518.40")
    page.go_back()
    expect(page.get_by_role("heading", name="Booking Details")).to_be_visible()
    expect_total_everywhere(page, "€518.40")


@pytest.mark.slow
def test_total_of_the_search_is_the_total_of_the_wizard(desktop: Page, stack: Stack) -> None:
    desktop.goto(stack.origin)
    desktop.locator("select[name=pickupLocation]").select_option("kutaisi")
    desktop.locator("select[name=dropoffLocation]").select_option("batumi")
    pickup, dropoff = "2030-06-10", "2030-06-23"
    desktop.locator("input[name=pickupDate]").fill(pickup)
    desktop.locator("input[name=returnDate]").fill(dropoff)
    desktop.locator("form#search button[type=submit]").click()
    cards = desktop.get_by_role("article").filter(has=desktop.get_by_role("button", name="Book Now"))
    expect(cards.first).to_be_visible()
    for card in (cards.first, cards.last):
        total = card.locator("p", has_text="Total for").locator("span").last.inner_text()
        name = card.get_by_role("heading").inner_text()
        link = {"pickup": "kutaisi", "dropoff": "batumi", "carType": name}
        link |= {"pickupDate": pickup, "returnDate": dropoff}
        wizard = desktop.context.new_page()
        wizard.goto(f"{stack.origin}/booking?{urlencode(link)}")
        expect_total(wizard, total)
        wizard.close()


@pytest.mark.slow
def test_total_is_marked_until_it_is_confirmed_and_a_late_answer_is_not_shown(
    desktop: Page, stack: Stack
) -> None:
    desktop.route("**/api/quotes", lambda route: route.abort())
    desktop.goto(f"{stack.origin}/booking?{TRIP}")
    expect(desktop.get_by_label("Your trip")).to_contain_text("not confirmed")
    assert shown_totals(desktop) == {"€485"}
    desktop.unroute("**/api/quotes")
    desktop.get_by_role("radio", name="Full Insurance").click()
    expect_total(desktop, "€695")
    next_step(desktop, "Extras")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "babySeat" in (route.request.post_data or "") and not held:
            held.append(route)
        else:
            route.continue_()

    desktop.route("**/api/quotes", hold)
    with desktop.expect_request("**/api/quotes"):
        desktop.get_by_label("Baby seat").check()
        expect(desktop.get_by_label("Your trip")).to_contain_text("checking…")
        # The page's own price is correct immediately.
        assert shown_totals(desktop) == {"€716"}
    expect(desktop.get_by_label("Baby seat")).to_be_checked()
    desktop.get_by_label("Prepaid fuel").check()
    expect_total(desktop, "€766")
    with desktop.expect_response("**/api/quotes"):
        held[0].continue_()
    expect_total(desktop, "€766")
    desktop.get_by_label("Prepaid fuel").uncheck()
    expect_total(desktop, "€716")


def test_price_that_changed_meanwhile_is_shown_and_not_booked(desktop: Page, stack: Stack) -> None:
    email = "changed@example.com"
    to_last_step(desktop, f"{stack.alps}/booking?{ALPS_TRIP}", email)
    before, quoted = shown_totals(desktop), quoted_total(stack)
    raise_rates = (
        "update car_rates set daily_rate_minor = daily_rate_minor {} 1000 where tenant_id ="
        " (select id from tenants where slug = 'alps')"
    )
    query_stack(stack, raise_rates.format("+"))
    try:
        wait_for_new_prices(stack, quoted)
        desktop.get_by_role("button", name="Confirm Booking").click()
        expect(
            desktop.get_by_text("Nothing was booked. Check the new price and confirm again.")
        ).to_be_visible()
        after = shown_totals(desktop)
        assert len(after) == 1
        assert after != before
        assert stored_bookings(stack.data_dir, email) == []
        # From now on the page treats its own prices as outdated, and waits for the server's.
        desktop.get_by_role("button", name="Confirm Booking").click()
        expect(desktop).to_have_url(f"{stack.alps}/thank-you")
        [booking] = stored_bookings(stack.data_dir, email)
        assert after == {f"CHF {booking['total_minor'] / 100:g}"}
    finally:
        query_stack(stack, raise_rates.format("-"))


ALPS = {"pickup": "chur", "dropoff": "chur", "pickupDate": "2030-06-10", "returnDate": "2030-06-17"}
ALPS_TRIP = urlencode(ALPS | {"carType": "VW Golf"})


def api_of(stack: Stack, company: str) -> httpx.Client:
    """The company's API by the browser's host name: not every system resolves names below localhost."""
    host = getattr(stack, company).removeprefix("http://")
    return httpx.Client(base_url=stack.origin, headers={"Host": host}, timeout=PATIENCE_SECONDS)


def quoted_total(stack: Stack) -> float:
    """The server's price of the trip, without any protection."""
    body = {"carType": "VW Golf", "pickupLocation": "chur", "dropoffLocation": "chur", "days": 7}
    with api_of(stack, "alps") as api:
        return float(api.post("/api/quotes", json=body).json()["totalPrice"])


def wait_for_new_prices(stack: Stack, before: float) -> None:
    """Wait until the server's copy of the catalogue has been replaced."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if quoted_total(stack) != before:
            return
        time.sleep(0.1)
    pytest.fail("The catalogue was not loaded again.")


def choice_of(random_: random.Random, site: dict[str, Any]) -> dict[str, Any]:
    pickup = date(2030, 1, 2) + timedelta(days=random_.randrange(700))
    times = [f"{hour:02}:{random_.choice(['00', '30'])}" for hour in random_.choices(range(7, 22), k=2)]
    places = [place["code"] for place in random_.choices(site["locations"], k=2)]
    return {
        "details": {
            "pickupLocation": places[0],
            "dropoffLocation": places[1],
            "pickupDate": pickup.isoformat(),
            "returnDate": (pickup + timedelta(days=random_.randrange(3, 33))).isoformat(),
            "pickupTime": times[0],
            "returnTime": times[1],
            "carType": random_.choice([*(car["name"] for car in site["cars"]), "Lada Niva"]),
            "insuranceType": random_.choice(site["insurance"])["code"],
        },
        "services": [item["code"] for item in site["services"] if random_.random() < 0.4],
    }


@pytest.mark.slow
@pytest.mark.parametrize("company", ["origin", "alps"])
def test_total_that_the_page_computes_is_the_one_that_the_server_books(
    desktop: Page, stack: Stack, company: str
) -> None:
    """Some choices: the page's offline price against the real API's price and booking."""
    origin = getattr(stack, company)
    random_ = random.Random(f"{SEED} {company}")  # noqa: S311 - the same choices in each run
    desktop.goto(f"{origin}/thank-you")
    site = desktop.evaluate("fetch('/api/site').then(answer => answer.json())")["site"]
    desktop.route("**/api/quotes", lambda route: route.abort())
    with api_of(stack, company) as api:
        for number in range(CHOICES):
            choice = choice_of(random_, site)
            draft = {
                "search": "",
                "order": "tripFirst",
                "step": 1,
                "personal": PERSON,
                "promoCode": "",
                **choice,
            }
            kept = f"sessionStorage.setItem('booking_draft', {json.dumps(json.dumps(draft))})"
            # By links within the site: the wizard restarts without 40 page loads.
            walk(desktop, "/thank-you")
            expect(desktop.get_by_role("heading", name="Booking Details")).to_have_count(0)
            desktop.evaluate(kept)
            walk(desktop, "/booking")
            expect(desktop.get_by_role("heading", name="Booking Details")).to_be_visible()
            [shown] = shown_totals(desktop)
            kept_services = json.loads(desktop.evaluate("sessionStorage.getItem('booking_draft')"))[
                "services"
            ]
            car = choice["details"]["carType"].lower()
            hidden = {
                item["code"]
                for item in site["services"]
                if any(part.lower() in car for part in item["hiddenForCars"])
            }
            body = {**choice["details"], "services": [code for code in kept_services if code not in hidden]}
            quoted = api.post("/api/quotes", json=body).json()
            booking = api.post("/api/bookings", json=body | person(number, company)).json()
            figures = {"quoted": quoted["totalPrice"], "booked": booking["totalPrice"]}
            amount = float("".join(letter for letter in shown if letter.isdigit() or letter == "."))
            assert figures == {"quoted": amount, "booked": amount}, choice


def person(number: int, company: str) -> dict[str, str]:
    return {
        "customerName": "Ada Lovelace",
        "customerEmail": f"many-{company}-{number}@example.com",
        "customerPhone": "+442079460000",
        "driverAge": "36",
        "groupSize": "2",
    }


@pytest.mark.slow
def test_days_over_the_end_of_summer_time_are_those_on_the_companys_clock(
    browser: Browser, stack: Stack
) -> None:
    context = browser.new_context(timezone_id="America/New_York")
    page = context.new_page()
    email = "clock@example.com"
    # Zurich's clocks change on the 27th.
    trip = {**ALPS, "pickupDate": "2030-10-25", "returnDate": "2030-10-29", "carType": "VW Golf"}
    page.goto(f"{stack.alps}/booking?{urlencode(trip)}")
    for label in ("Pickup time", "Return time"):
        page.get_by_label(label).fill("10:00")
    past_extras(page)
    fill_person(page, **{"Email address": email})
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()
    expect(page.get_by_label("Your trip")).to_contain_text("4 days")
    expect(page.get_by_label("Booking summary")).to_contain_text("Fri 25 October 2030, 10:00")
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))
    [booking] = stored_bookings(stack.data_dir, email)
    assert booking["days"] == 4
    assert booking["pickup_at"].isoformat() == "2030-10-25T08:00:00+00:00"
    assert booking["return_at"].isoformat() == "2030-10-29T09:00:00+00:00"
    context.close()
