"""Availability for a visitor's dates, and two visitors who want the last car."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_visitors import PHONE, Company, fail_calls, open_company, visitor
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Browser, Page, ViewportSize, expect
from running_stack import Stack, turn_to
from wizard_steps import fill_person, past_extras, to_last_step

DESK: ViewportSize = {"width": 1440, "height": 900}
PICKUP = datetime.now(UTC).date() + timedelta(days=30)
DAYS = days_from(PICKUP)
PLACES = {"pickup": "tbilisi", "dropoff": "batumi"}
SEARCH = f"/?{urlencode(PLACES | DAYS)}"
# After the previous rental and the turnaround time, a vehicle is free from here on.
NEXT = PICKUP + timedelta(days=8)


def wizard(car: str) -> str:
    return f"/booking?{urlencode({**PLACES, **DAYS, 'carType': car})}"


def add_vehicles(company: Company, car: str, count: int) -> None:
    for _ in range(count):
        company.rows(
            "with company as (select %s::uuid as id) insert into vehicles"
            " (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)"
            " select c.tenant_id, v.id, c.id, left(v.id::text, 8), left(v.id::text, 8), 'tbilisi', now(), now()"
            " from cars c join company on c.tenant_id = company.id, lateral (select gen_random_uuid() as id) v"
            " where c.name = %s",
            car,
        )


@pytest.fixture(scope="module")
def scarce(stack: Stack) -> Company:
    """A company that tracks availability, with few cars."""
    company = open_company(stack, "scarce", availability=True)
    for car, count in (
        ("Subaru Forester", 2),
        ("Toyota FJ Cruiser", 5),
        ("Toyota 4Runner", 2),
        ("Hyundai Elantra", 1),
    ):
        add_vehicles(company, car, count)
    return company


@pytest.fixture(autouse=True)
def _no_one_was_here(scarce: Company) -> None:
    scarce.rows("delete from vehicle_reservations where tenant_id = %s")
    scarce.rows("delete from car_holds where tenant_id = %s")
    book(scarce, "Hyundai Elantra")


def book(company: Company, car: str) -> None:
    form = booking_form(**DAYS, carType=car)
    origin = httpx.URL(company.origin)
    # Only browsers resolve SLUG.localhost.
    answer = httpx.post(
        f"http://localhost:{origin.port}/api/bookings", json=form, headers={"Host": origin.netloc.decode()}
    )
    assert answer.status_code == 201, answer.text


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visitor(browser) as page:
        yield page


def violations(page: Page) -> list[str]:
    """On a phone, and on a desktop, to which the page turns for a moment."""
    found = []
    for size in (DESK, PHONE):
        turn_to(page, size["width"], size["height"])
        found += Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found]


def test_a_search_shows_each_cars_availability_and_books_later_dates(scarce: Company, page: Page) -> None:
    page.goto(scarce.origin + SEARCH)
    expect(page.get_by_text("3 cars are free then.")).to_be_visible()
    # Reviews are articles, too.
    cards = page.get_by_role("article").filter(has=page.get_by_role("heading", level=3))
    for car, words in (
        ("Subaru Forester", "2 left for your dates"),
        ("Toyota FJ Cruiser", "Available"),
        ("Hyundai Elantra", "Booked then: from"),
    ):
        expect(cards.filter(has_text=car)).to_contain_text(words)
    # The company has no vehicles of this one, so no availability is shown.
    expect(cards.filter(has_text="Chevrolet Suburban").locator("[data-availability]")).to_have_count(0)
    booked = cards.last
    expect(booked).to_contain_text("Hyundai Elantra")
    expect(booked).to_contain_text("€352")
    assert violations(page) == []
    booked.get_by_role("button", name="Book from").click()
    expect(page).to_have_url(re.compile(f"pickupDate={NEXT}&returnDate={NEXT + timedelta(days=7)}&.*car"))


@pytest.mark.slow
@pytest.mark.parametrize("how", [503, "hanging"])
def test_a_page_that_cannot_ask_claims_nothing_and_books_all_the_same(
    scarce: Company, browser: Browser, how: int | str
) -> None:
    with visitor(browser) as page:
        fail_calls(page, "**/api/availability**", how)
        page.goto(scarce.origin + SEARCH)
        sentence = "Checking which cars are free…" if how == "hanging" else "Couldn't check availability"
        expect(page.get_by_text(sentence)).to_be_visible()
        expect(page.locator("[data-availability]")).to_have_count(0)
        card = page.get_by_role("article").filter(has_text="Subaru Forester")
        expect(card).to_contain_text("€485")
        card.get_by_role("button", name="Book Now").click()
        past_extras(page)
        fill_person(page)
        sentence = "Checking whether the" if how == "hanging" else "We check again when you confirm."
        expect(page.get_by_text(sentence)).to_be_visible()
        page.get_by_role("button", name="Confirm Booking").click()
        expect(page).to_have_url(re.compile("/thank-you"))


def test_the_last_car_goes_to_one_and_the_other_is_offered_others_and_types_nothing_again(
    scarce: Company, browser: Browser, page: Page
) -> None:
    book(scarce, "Subaru Forester")
    to_last_step(page, scarce.origin + wizard("Subaru Forester"), "first@example.com", "Baby seat")
    expect(page.get_by_text("held for you until")).to_be_visible()

    with visitor(browser) as quicker:
        quicker.goto(scarce.origin + SEARCH)
        wanted = quicker.get_by_role("article").filter(has_text="Subaru Forester")
        expect(wanted).to_contain_text("Someone is booking the last one")
        to_last_step(quicker, scarce.origin + wizard("Subaru Forester"), "quicker@example.com")
        expect(quicker.get_by_text("Confirm soon to get it.")).to_be_visible()
        quicker.get_by_role("button", name="Confirm Booking").click()
        expect(quicker).to_have_url(re.compile("/thank-you"))

    page.get_by_role("button", name="Confirm Booking").click()
    offer = page.get_by_role("region", name="Someone else has just booked the last Subaru Forester")
    expect(offer).to_be_in_viewport()
    expect(offer.get_by_role("button", name="Subaru Forester, later")).to_be_visible()
    assert violations(page) == []
    offer.get_by_role("button", name=re.compile("^Toyota 4Runner")).click()
    expect(page.get_by_text("The Toyota 4Runner is held for you until")).to_be_visible()
    # A reload in between loses nothing either.
    page.reload()
    expect(page.get_by_text("The Toyota 4Runner is held for you until")).to_be_visible()
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))
    stored = scarce.rows(
        "select car_name, customer_email, customer_name, service_codes from bookings where tenant_id = %s"
        " and customer_email = 'first@example.com' order by created_at desc limit 1"
    )
    assert [row[:3] for row in stored] == [("Toyota 4Runner", "first@example.com", "Ada Lovelace")]
    assert "baby" in str(stored[0][3])
    # After the booking the visitor holds nothing.
    assert scarce.rows("select count(*) from car_holds where tenant_id = %s") == [(0,)]


@pytest.mark.slow
def test_a_hold_ends_when_another_car_is_chosen_and_is_never_in_ones_own_way(
    scarce: Company, page: Page
) -> None:
    held = "select c.name from car_holds h join cars c on c.id = h.car_id where h.tenant_id = %s"
    book(scarce, "Subaru Forester")
    to_last_step(page, scarce.origin + wizard("Subaru Forester"), "own@example.com")
    expect(page.get_by_text("held for you until")).to_be_visible()
    scarce.eventually([("Subaru Forester",)], held)
    page.get_by_role("button", name="Change dates, car or insurance").click()
    page.get_by_label("Car", exact=True).select_option("Toyota 4Runner")
    scarce.eventually([], held)
    past_extras(page)
    expect(page.get_by_text("The Toyota 4Runner is held for you until")).to_be_visible()
    scarce.eventually([("Toyota 4Runner",)], held)
    # The visitor's own hold does not reduce the displayed number.
    page.goto(scarce.origin + SEARCH)
    card = page.get_by_role("article").filter(has_text="Toyota 4Runner")
    expect(card).to_contain_text("2 left for your dates")


@pytest.mark.slow
def test_a_visitor_who_is_too_late_is_warned_before_confirming(scarce: Company, page: Page) -> None:
    to_last_step(page, scarce.origin + wizard("Hyundai Elantra"), "late@example.com")
    offer = page.get_by_role("region", name="The Hyundai Elantra is booked for your dates")
    assert violations(page) == []
    offer.get_by_role("button", name="Hyundai Elantra, later").click()
    expect(page.get_by_text("The Hyundai Elantra is held for you until")).to_be_visible()
    expect(page.get_by_label("Booking summary")).to_contain_text(str(NEXT.day))
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))


PAGES = (
    "/",
    SEARCH,
    wizard("Subaru Forester"),
    "/black",
    "/thank-you",
    "/terms-of-service",
    "/privacy-policy",
)


@pytest.mark.slow
def test_switched_off_nothing_on_the_site_promises_it(stack: Stack, browser: Browser) -> None:
    with visitor(browser) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "availab" in request.url else None)
        for path in PAGES:
            # Server-rendered content without scripts: head, first screen, texts for search engines.
            html = re.sub(r"<script.*?</script>", "", httpx.get(stack.origin + path).text, flags=re.DOTALL)
            assert not re.search("availab", html, re.IGNORECASE), path
        page.goto(stack.origin + wizard("Subaru Forester"))
        past_extras(page)
        expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()
        assert not re.search("availab|held for you", page.locator("#root").inner_html(), re.IGNORECASE)
        assert asked == []


@pytest.mark.slow
def test_switched_on_the_first_screen_says_so_too(scarce: Company, stack: Stack, browser: Browser) -> None:
    for origin, words, other in (
        (scarce.origin, "Check Price & Availability", "Check Price"),
        (stack.origin, "Check Price", "Check Price & Availability"),
    ):
        context = browser.new_context(java_script_enabled=False, viewport=PHONE)
        page = context.new_page()
        page.goto(origin)
        expect(page.locator("form").get_by_text(words, exact=True)).to_be_visible()
        expect(page.locator("form").get_by_text(other, exact=True)).to_have_count(0)
        context.close()
