"""The booking wizard survives what people do on their phones."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect
from running_stack import Stack
from wizard_steps import TRIP, fill_person, next_step, past_extras, stored_bookings, to_last_step

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def test_reload_and_back_button_keep_what_was_typed(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    page.get_by_label("Return time").fill("10:30")
    page.get_by_role("radio", name="Full Insurance").click()
    page.reload()
    expect(page.get_by_label("Return time")).to_have_value("10:30")
    expect(page.get_by_role("radio", name="Full Insurance")).to_be_checked()
    next_step(page, "Extras")
    page.get_by_label("Baby seat").check()
    page.reload()
    expect(page.get_by_label("Baby seat")).to_be_checked()
    next_step(page, "Complete Your Booking")
    fill_person(page)
    page.reload()
    expect(page.get_by_label("First name")).to_have_value("Ada")
    expect(page.get_by_label("Booking summary")).to_contain_text("Mon 17 June 2030, 10:30")

    page.go_back()
    expect(page.get_by_role("heading", name="Extras")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Return time")).to_have_value("10:30")
    page.go_forward()
    expect(page.get_by_label("Baby seat")).to_be_checked()
    next_step(page, "Complete Your Booking")
    expect(page.get_by_label("WhatsApp or phone number")).to_have_value("20 7946 0000")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("heading", name="Extras")).to_be_visible()


def test_booking_made_offline_is_sent_later_and_once(
    context: BrowserContext, page: Page, stack: Stack
) -> None:
    to_last_step(page, f"{stack.origin}/booking?{TRIP}", "offline@example.com")
    context.set_offline(True)
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page.get_by_text("we send your booking as soon as you are back")).to_be_visible()
    expect(page.get_by_text(re.compile("offline(?!@)|reached|failed", re.IGNORECASE))).to_have_count(1)
    assert stored_bookings(stack.data_dir, "offline@example.com") == []
    context.set_offline(False)
    expect(page).to_have_url(re.compile("/thank-you"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert len(stored_bookings(stack.data_dir, "offline@example.com")) == 1
    # The form became the booking.
    page.go_back()
    expect(page).to_have_url(re.compile("/my-booking"))


def test_answer_lost_on_the_way_makes_no_second_booking(page: Page, stack: Stack) -> None:
    keys: list[str] = []

    def lose_first_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()  # the server took it
            route.abort()
        else:
            route.continue_()

    to_last_step(page, f"{stack.origin}/booking?{TRIP}", "lost@example.com")
    page.route("**/api/bookings", lose_first_answer)
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page.get_by_text("We could not be reached.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert len(stored_bookings(stack.data_dir, "lost@example.com")) == 1


@pytest.mark.slow
def test_an_unreachable_server_shows_a_message(page: Page, stack: Stack) -> None:
    to_last_step(page, f"{stack.origin}/booking?{TRIP}", "unreachable@example.com")
    page.route("**/api/quotes", lambda route: route.abort())
    page.get_by_label("Promo code").fill("CAUCASUS10")
    expect(page.get_by_text("The price could not be confirmed.")).to_be_visible()
    confirm = page.get_by_role("button", name="Confirm Booking")
    expect(confirm).to_be_disabled()
    page.unroute("**/api/quotes")
    page.get_by_role("button", name="Try again").click()
    expect(confirm).to_be_enabled()

    sentence = "We cannot reach our records just now. Please try again in a moment."
    body = {"success": False, "error": "DatabaseUnavailable", "message": sentence}
    page.route(
        "**/api/bookings", lambda route: route.fulfill(status=503, json=body, headers={"Retry-After": "2"})
    )
    confirm.click()
    expect(page.get_by_text(f"{sentence} Everything you entered is still here.")).to_be_visible()
    expect(page.get_by_label("Promo code")).to_have_value("CAUCASUS10")
    expect(confirm).to_be_enabled()


@pytest.mark.slow
def test_refused_fields_are_shown_where_they_were_chosen_or_typed(page: Page, stack: Stack) -> None:
    def refuse(route: Route) -> None:
        fields = [
            {"field": "insuranceType", "message": "This insurance is not offered any more"},
            {
                "field": "customerName",
                "code": "last_name_too_short",
                "message": "Last name must be at least 2 characters",
                "params": {"min": 2},
            },
        ]
        body = {"success": False, "error": "InvalidInput", "message": "Please check the marked fields."}
        route.fulfill(status=422, json={**body, "fields": fields})

    # The browser takes an address that ends in .test; the server does not.
    to_last_step(page, f"{stack.origin}/booking?{TRIP}", "ada@mail.test", "Baby seat")
    confirm = page.get_by_role("button", name="Confirm Booking")
    confirm.click()
    email = page.get_by_label("Email address")
    message = page.get_by_text("Please enter a valid email address")
    expect(message).to_be_visible()
    expect(email).to_be_focused()
    expect(email).to_be_in_viewport()
    expect(email).to_have_value("ada@mail.test")
    expect(page.get_by_label("WhatsApp or phone number")).to_have_value("20 7946 0000")
    confirm.click()
    expect(message, "the same text again").to_be_visible()

    # Two at once, of which the first is on another step.
    email.fill("ada.refused@example.com")
    page.route("**/api/bookings", refuse)
    expect(confirm).to_be_enabled()
    confirm.click()
    expect(page.get_by_text("This insurance is not offered any more")).to_be_visible()
    # The chosen card, where the arrow keys go on.
    chosen = page.get_by_role("radiogroup", name="Insurance").get_by_role("radio", checked=True)
    expect(chosen).to_be_focused()
    expect(chosen).to_be_in_viewport()
    page.get_by_role("radio", name="Full Insurance").click()
    next_step(page, "Extras")
    page.get_by_role("button", name="Next Step").click()
    expect(page.get_by_text("Last name must be at least 2 characters")).to_be_visible()
    last_name = page.get_by_label("Last name")
    expect(last_name).to_be_focused()
    page.unroute("**/api/bookings")

    last_name.fill("Byron")
    expect(page.get_by_label("Price summary")).to_contain_text("Baby seat")
    expect(confirm).to_be_enabled()
    confirm.click()
    expect(page).to_have_url(re.compile("/thank-you"))
    [stored] = stored_bookings(stack.data_dir, "ada.refused@example.com")
    assert stored["customer_phone"] == "+442079460000"


@pytest.mark.slow
def test_link_without_dates_and_with_a_car_no_one_knows_and_a_phone_number_in_any_form(
    page: Page, stack: Stack
) -> None:
    page.goto(f"{stack.origin}/booking?car=lada+niva&pickup=TBILISI&pickupDate=soon")
    expect(page.get_by_label("Car", exact=True)).to_have_value("Lada Niva")
    expect(page.get_by_label("Pickup location")).to_have_value("tbilisi")
    forward = page.get_by_role("button", name="Next Step")
    forward.click()
    for message in ("dropoff location", "pickup date", "return date"):
        expect(page.get_by_text(f"Please select {message}")).to_be_visible()
    page.get_by_label("Dropoff location").select_option("tbilisi")
    page.get_by_label("Pickup date").fill("2030-06-10")
    page.get_by_label("Return date").fill("2030-06-09")
    forward.click()
    expect(page.get_by_text("The return must be after the pickup")).to_be_visible()
    page.get_by_label("Return date").fill("2030-06-12")
    forward.click()
    expect(page.get_by_text("The shortest rental is 3 days")).to_be_visible()
    page.get_by_label("Return date").fill("2030-06-13")
    past_extras(page)
    expect(page.get_by_label("Price summary")).to_contain_text("€180")
    chat = page.get_by_role("link", name="Chat with us").get_attribute("href") or ""
    assert "Lada%20Niva" in chat
    assert "Mon%2010%20June%202030" in chat

    number = page.get_by_label("WhatsApp or phone number")
    country = page.get_by_label("Country code")
    for text, region, shown in [
        ("+995 (599) 12-34-56", "GE", "599 12 34 56"),
        ("00447911123456", "GB", "7911123456"),
        ("tel:+49-1512-3456789", "DE", "1512 3456789"),
        ("599 12 34 56", "DE", "599 12 34 56"),
    ]:
        number.fill(text)
        number.blur()
        expect(country).to_have_value(region)
        expect(number).to_have_value(shown)
    country.focus()
    page.keyboard.type("Arm")
    expect(country).to_have_value("AM")
    assert number.get_attribute("autocomplete") == "tel"
    assert page.get_by_label("Email address").get_attribute("autocomplete") == "email"
    assert page.get_by_label("First name").get_attribute("autocomplete") == "given-name"
