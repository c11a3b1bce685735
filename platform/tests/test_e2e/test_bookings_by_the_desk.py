"""The desk takes, changes and confirms bookings on their own screens: from a WhatsApp message to a no-show."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import PHONE
from loadtests.forms import booking_form, days_from
from playwright.sync_api import FilePayload, Page, expect
from running_stack import WAIT_SECONDS, Stack, query_stack
from yard_steps import photograph

from abano.core.ids import new_id

CAR, OTHER_CAR = "Toyota FJ Cruiser", "Toyota 4Runner"
FIRST = datetime.now(UTC).date() + timedelta(days=60)


@pytest.fixture
def fleet(stack: Stack) -> Iterator[None]:
    """Two vehicles of one car and one of another. Other tests book these cars without vehicles: they leave again."""
    before = query_stack(stack, "select tenant_id, availability, turn_round_minutes from tenant_settings")
    query_stack(stack, "update tenant_settings set availability = true")
    for plate, car, home in (
        ("DD-1", CAR, "tbilisi"),
        ("DD-2", CAR, "batumi"),
        ("DD-3", OTHER_CAR, "tbilisi"),
    ):
        query_stack(
            stack,
            "insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)"
            " select c.tenant_id, %s, c.id, %s, %s, %s, now(), now() from cars c join tenants t"
            " on t.id = c.tenant_id where t.slug = 'georgia' and c.name = %s",
            new_id(), plate, f"{plate}{uuid4().hex[:12]}".upper(), home, car,
        )  # fmt: skip
    wait_for_promise(stack)
    yield
    query_stack(stack, "delete from vehicle_reservations")
    query_stack(stack, "update vehicles set state = 'sold'")
    for tenant, availability, minutes in before:
        query_stack(
            stack,
            "update tenant_settings set availability = %s, turn_round_minutes = %s where tenant_id = %s",
            availability, minutes, tenant,
        )  # fmt: skip


def wait_for_promise(stack: Stack) -> None:
    """Wait until the site tracks availability for the company."""
    asked = {
        "pickupDate": FIRST,
        "pickupTime": "09:00",
        "returnDate": FIRST + timedelta(days=7),
        "returnTime": "09:00",
    }
    query = {name: str(value) for name, value in asked.items()}
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        answer = httpx.get(f"{stack.origin}/api/availability", params=query).json()
        if any(each["car"] == OTHER_CAR and each["left"] for each in answer.get("cars", [])):
            return
        time.sleep(0.2)
    pytest.fail("The site does not promise vehicles.")


def booked(stack: Stack, name: str, first: date = FIRST) -> str:
    """A booking of the car as the site sends it; answers its id."""
    form = booking_form(
        **days_from(first), customerName=name, customerEmail="desk-screens@example.com", carType=CAR
    )
    answer = httpx.post(f"{stack.origin}/api/bookings", json=form)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


def plate_of(stack: Stack, booking: str) -> str | None:
    """The vehicle that the booking has for sure."""
    rows = query_stack(
        stack,
        "select v.plate from vehicle_reservations r join vehicles v on v.id = r.vehicle_id"
        " where r.booking_id = %s and r.is_firm",
        booking,
    )
    return str(rows[0][0]) if rows else None


def violations(page: Page) -> list[str]:
    # A price that is asked for again is paler meanwhile.
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in Axe().run(page).response["violations"]
    ]


def type_rental(page: Page, stack: Stack, name: str) -> None:
    """What someone asks for on the telephone: a week with the car."""
    page.goto(f"{stack.origin}/admin/bookings/new")
    page.get_by_label("Pickup day").fill(FIRST.isoformat())
    page.get_by_role("button", name="7", exact=True).click()
    page.get_by_label("Car", exact=True).select_option(CAR)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Driver's age").fill("36")


@pytest.mark.usefixtures("fleet")
def test_a_whatsapp_booking_and_a_clash_refused_with_an_alternative_taken(owner: Page, stack: Stack) -> None:
    query_stack(stack, "update vehicles set state = 'workshop' where plate = 'DD-2'")
    type_rental(owner, stack, "Whatsapp Guest")
    owner.get_by_role("radio", name="WhatsApp").check(force=True)
    expect(owner.get_by_label("Vehicle", exact=True)).to_contain_text("DD-1, best match")
    assert violations(owner) == []
    owner.get_by_role("button", name="Create and confirm booking").click()
    expect(owner.get_by_role("heading", name="Whatsapp Guest")).to_be_visible()
    expect(owner.get_by_text("Created by your team: WhatsApp.")).to_be_visible()
    booking = owner.url.rpartition("/")[2]
    assert plate_of(stack, booking) == "DD-1"
    assert query_stack(stack, "select source from bookings where id = %s", booking) == [("whatsapp",)]

    type_rental(owner, stack, "Second Caller")
    owner.set_viewport_size(PHONE)
    expect(owner.get_by_text("No vehicle of this car is free for these dates.")).to_be_visible()
    expect(owner.get_by_role("button", name="Create and confirm booking")).to_be_disabled()
    assert owner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(owner) == []
    owner.get_by_role("button", name=OTHER_CAR).press("Enter")
    expect(owner.get_by_label("Vehicle", exact=True)).to_contain_text("DD-3, best match")
    owner.get_by_role("button", name="Create and confirm booking").press("Enter")
    expect(owner.get_by_role("heading", name="Second Caller")).to_be_visible()
    assert plate_of(stack, owner.url.rpartition("/")[2]) == "DD-3"


@pytest.mark.usefixtures("fleet")
def test_dates_change_a_vehicle_is_chosen_and_a_customer_who_did_not_come_frees_it(
    owner: Page, stack: Stack
) -> None:
    booking = booked(stack, "Never Came")
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    owner.get_by_role("link", name="Change", exact=True).click()
    owner.get_by_role("button", name="14", exact=True).click()
    expect(owner.get_by_text("The new price is", exact=False)).to_be_visible()
    owner.get_by_role("button", name="Save changes").click()
    expect(owner.get_by_text("Choose which price to use")).to_be_visible()
    assert violations(owner) == []
    owner.get_by_role("radio", name="Use new price").check()
    owner.get_by_label("Email the customer").check()
    owner.get_by_role("button", name="Save changes").click()
    card = owner.locator("section").filter(has=owner.get_by_role("heading", name="Source and changes"))
    expect(card).to_contain_text("customer notified")
    expect(card.get_by_role("listitem").filter(has_text=re.compile("^Days"))).to_contain_text("→ 14")
    assert violations(owner) == []
    changes = query_stack(
        stack,
        "select kind, is_notified, after ->> 'days' from booking_changes where booking_id = %s",
        booking,
    )
    assert changes == [("changed", True, "14")]

    owner.get_by_role("button", name="Confirm booking").click()
    dialog = owner.get_by_role("dialog", name="Choose a vehicle")
    expect(dialog.get_by_label("Vehicle")).to_contain_text("DD-1, best match")
    dialog.get_by_label("Vehicle").select_option(label="DD-2, from Batumi")
    expect(dialog.get_by_text("Must be transferred from Batumi")).to_be_visible()
    assert violations(owner) == []
    dialog.get_by_role("button", name="Confirm booking").click()
    expect(owner.get_by_role("link", name="DD-2")).to_be_visible()
    assert plate_of(stack, booking) == "DD-2"

    expect(owner.get_by_role("button", name="Hand over the car")).to_be_visible()
    expect(owner.get_by_role("button", name="No-show")).to_have_count(0)
    query_stack(stack, "update bookings set pickup_at = now() - interval '1 day' where id = %s", booking)
    owner.reload()
    owner.get_by_role("button", name="No-show").click()
    dialog = owner.get_by_role("dialog", name="Mark Never Came as no-show?")
    dialog.get_by_label("What happened (optional)").fill("Missed the flight")
    dialog.get_by_label("Email the customer").check()
    expect(dialog.get_by_label("Text")).to_have_value(re.compile("Dear Never Came"))
    assert violations(owner) == []
    dialog.get_by_role("button", name="Mark as no-show").click()
    expect(owner.get_by_text("Missed the flight")).to_be_visible()
    assert plate_of(stack, booking) is None
    assert query_stack(stack, "select status, no_show from bookings where id = %s", booking) == [
        ("cancelled", True)
    ]


@pytest.mark.slow
def test_the_desk_enters_a_second_driver_and_scans_a_licence_on_a_phone(owner: Page, stack: Stack) -> None:
    expect_refusal("PUT", "/second-driver$", 422)
    owner.set_viewport_size(PHONE)
    booking = booked(stack, "Two Drivers")
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    owner.get_by_role("button", name="Add second driver").click()
    dialog = owner.get_by_role("dialog", name="Add second driver")
    dialog.get_by_label("Full name").fill("Charles Babbage")
    dialog.get_by_label("Date of birth").fill("2020-12-26")
    dialog.get_by_label("Driving licence number").fill("BAB 1791")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("A driver must be at least")).to_be_visible()
    assert violations(owner) == []
    dialog.get_by_label("Date of birth").fill("1991-12-26")
    dialog.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("Charles Babbage, born 26 Dec 1991, licence BAB 1791")).to_be_visible()
    assert owner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    owner.get_by_role("button", name="Remove second driver").click()
    owner.get_by_role("dialog").get_by_role("button", name="Remove second driver").click()
    expect(owner.get_by_text("No second driver.")).to_be_visible()

    owner.goto("about:blank")
    owner.goto(f"{stack.origin}/admin/bookings/{booking}#documents")
    # The address leads to the card.
    expect(owner.get_by_role("heading", name="Drivers' documents")).to_be_in_viewport()
    assert owner.get_by_label("Take photo").get_attribute("capture") == "environment"
    pdf = b"%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n"
    pages: list[FilePayload] = [
        {"name": "front.jpg", "mimeType": "image/jpeg", "buffer": photograph()},
        {"name": "back.pdf", "mimeType": "application/pdf", "buffer": pdf},
    ]
    owner.get_by_label("Upload files").set_input_files(pages)
    links = owner.get_by_role("link", name="Driving licence, Main driver")
    expect(links).to_have_count(2)
    expect(owner.get_by_text("Deleted on")).to_be_visible()
    assert violations(owner) == []
    assert owner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    picture = owner.request.get(f"{stack.origin}{links.first.get_attribute('href')}")
    assert picture.headers["content-type"] == "image/jpeg"
    owner.get_by_role("button", name="Delete: Driving licence, Main driver").last.click()
    dialog = owner.get_by_role("dialog", name="Delete this document?")
    dialog.get_by_label("Reason").fill("Uploaded twice")
    assert violations(owner) == []
    dialog.get_by_role("button", name="Delete document").click()
    expect(links).to_have_count(1)
    expect(owner.get_by_text("Uploaded twice")).to_be_visible()


@pytest.mark.slow
def test_an_owner_sets_the_turn_round_and_is_asked_before_promising_no_vehicles(
    owner: Page, stack: Stack, fleet: None
) -> None:
    owner.goto(f"{stack.origin}/admin/fleet-settings")
    owner.get_by_role("button", name="3 h").click()
    owner.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("Fleet settings saved").first).to_be_visible()
    settings = (
        "select availability, turn_round_minutes from tenant_settings s join tenants t on t.id = s.tenant_id"
        " where t.slug = 'georgia'"
    )
    assert query_stack(stack, settings) == [(True, 180)]
    assert violations(owner) == []
    owner.get_by_label("Track availability").uncheck()
    owner.get_by_role("button", name="Save").press("Enter")
    dialog = owner.get_by_role("alertdialog", name="Turn off availability?")
    dialog.get_by_role("button", name="Cancel").click()
    assert query_stack(stack, settings) == [(True, 180)]
    owner.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Turn off").click()
    expect(dialog).to_have_count(0)
    assert query_stack(stack, settings) == [(False, 180)]
