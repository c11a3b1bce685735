"""What the wizard says of a link used in vain, of seats, of phone numbers, offline; and that it fits a phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack
from wizard_steps import TRIP, fill_person, next_step, past_extras


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The narrowest phone that is still about."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        device_scale_factor=3,
        is_mobile=True,
        has_touch=True,
    )
    yield context.new_page()
    context.close()


def expect_fitting(page: Page) -> None:
    """Nothing overflows the screen, and no focused control is clipped or covered by the bar."""
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    cut = """controls => controls.filter(one => {
        const { left, right } = one.getBoundingClientRect();
        const isSqueezed = one.matches("input[type=date], input[type=time]") && one.scrollWidth > one.clientWidth;
        return left < 0 || right > window.innerWidth || isSqueezed;
    }).map(one => one.outerHTML)"""
    assert (
        page.locator("main :is(input:not([aria-hidden]), select, button, a):visible").evaluate_all(cut) == []
    )
    covered = """controls => controls.filter(one => {
        one.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !(found && (one.contains(found) || found.contains(one)));
    }).map(one => one.outerHTML)"""
    fields = page.locator("main :is(input:not([aria-hidden]), select, [role=radio]):visible")
    assert fields.evaluate_all(covered) == []


@pytest.mark.slow
def test_every_step_fits_a_narrow_phone(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    expect_fitting(page)
    page.get_by_label("Pickup time").fill("10:00")
    page.get_by_label("Return time").fill("22:00")
    page.get_by_label("Return time").blur()
    expect_fitting(page)
    page.get_by_label("Car", exact=True).select_option("")
    page.get_by_label("Return date").fill("")
    page.get_by_role("button", name="Next Step").click()
    expect(page.get_by_text("Please select return date")).to_be_visible()
    expect_fitting(page)
    page.get_by_label("Car", exact=True).select_option("Chevrolet Suburban")
    page.get_by_label("Return date").fill("2030-06-17")
    next_step(page, "Extras")
    expect_fitting(page)
    next_step(page, "Complete Your Booking")
    fill_person(page, **{"Group size": "9"})
    expect_fitting(page)


@pytest.mark.slow
def test_invalid_link_parameters_are_reported_at_their_field(page: Page, stack: Stack) -> None:
    page.goto(
        f"{stack.origin}/booking?car=lada+niva&pickup=YEREVAN&dropoff=batumi"
        "&pickupDate=2020-07-01&returnDate=someday&ref=NO_ONE7"
    )
    for label, words in [
        ("Car", "“Lada Niva” is not in our fleet."),
        ("Pickup location", "Your link says “YEREVAN”, where we have no cars."),
        ("Pickup date", "Your link's date, Wed 1 July 2020, has passed"),
        ("Return date", "Your link's “someday” is not a date"),
    ]:
        expect(page.get_by_label(label, exact=True)).to_have_accessible_description(re.compile(words))
    expect(page.get_by_label("Dropoff location")).to_have_accessible_description("")
    page.get_by_label("Pickup location").select_option("tbilisi")
    expect(page.get_by_label("Pickup location")).to_have_accessible_description("")
    page.get_by_label("Pickup date").fill("2030-06-10")
    page.get_by_label("Return date").fill("2030-06-17")
    past_extras(page)
    code = page.get_by_label("Promo code")
    expect(code).to_have_accessible_description(
        "The promo code NO_ONE7 in your link is no longer valid. The price doesn't include it."
    )
    expect(code).to_have_value("")
    page.reload()
    expect(code).to_have_accessible_description(re.compile("NO_ONE7"))
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()


@pytest.mark.slow
def test_phone_number_is_checked_early_and_a_large_group_is_offered_a_larger_car(
    page: Page, stack: Stack
) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}")
    past_extras(page)
    number = page.get_by_label("WhatsApp or phone number")
    expect(page.get_by_label("Country code")).to_have_value("GE")
    number.fill("0599 12 34")
    number.blur()
    expect(number).to_have_accessible_description("A number has 9 digits after +995; this one has 7")
    with page.expect_request("**/api/personal-info-step") as step:
        fill_person(page, **{"WhatsApp or phone number": "0599 12 34 56", "Group size": "6"})
        page.get_by_label("Group size").blur()
    sent = step.value.post_data_json
    assert sent is not None
    # As the world dials it.
    assert sent["customerPhone"] == "+995599123456"
    words = "The Subaru Forester has 5 seats for your 6 people. The Chevrolet Suburban has 7."
    expect(page.get_by_text(words)).to_be_visible()
    page.get_by_role("button", name="Choose Chevrolet Suburban").click()
    expect(page.get_by_label("Booking summary")).to_contain_text("Chevrolet Suburban")
    expect(page.get_by_text("seats for your")).to_have_count(0)
    expect(page.get_by_label("Your trip")).to_contain_text("Chevrolet Suburban")
    page.get_by_label("Group size").fill("9")
    expect(page.get_by_text("Two cars would fit: book this one")).to_be_visible()
    # It is not refused.
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()


@pytest.mark.slow
def test_offline_is_shown_once_on_every_step_and_a_booking_that_waits_is_not_sent_once_changed(
    page: Page, stack: Stack
) -> None:
    email = "changed.mind@example.com"
    page.goto(f"{stack.origin}/booking?{TRIP}", wait_until="networkidle")
    words = page.get_by_text(re.compile("offline|reached|failed", re.IGNORECASE))
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline.")).to_be_in_viewport()
    page.get_by_role("radio", name="Full Insurance").click()
    expect(page.get_by_label("Your trip")).to_contain_text("€695")
    expect(page.get_by_label("Your trip")).to_contain_text("not confirmed yet")
    past_extras(page)
    fill_person(page, **{"Email address": email})
    page.get_by_label("Promo code").fill("CAUCASUS10")
    expect(page.get_by_label("Promo code")).to_have_accessible_description("Checked when you are back.")
    expect(words).to_have_count(1)
    page.context.set_offline(False)
    expect(words).to_have_count(0)
    expect(page.get_by_label("Price summary")).to_contain_text("€625.50")
    confirm = page.get_by_role("button", name="Confirm Booking")
    expect(confirm).to_be_enabled()

    page.context.set_offline(True)
    confirm.click()
    expect(page.get_by_text("we send your booking as soon as you are back")).to_be_visible()
    page.get_by_label("Group size").fill("3")
    expect(page.get_by_text("we send your booking")).to_have_count(0)
    page.context.set_offline(False)
    expect(confirm).to_be_enabled()
    assert query_stack(stack, "select 1 from bookings where customer_email = %s", email) == []
