"""The fleet in the console: a vehicle with its papers, a file of vehicles, bookings moved between them."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import PHONE
from loadtests.forms import booking_form, days_from
from playwright.sync_api import FilePayload, Page, expect
from running_stack import Stack, query_stack

CAR = "Toyota Camry"
COLUMNS = "Plate,Car,Year,Colour,Mileage (km),Home location,State"


@pytest.fixture
def fleet(stack: Stack) -> Iterator[None]:
    """Other tests of this stack book this car without vehicles: what was added leaves the fleet again."""
    yield
    query_stack(stack, "delete from vehicle_reservations")
    query_stack(stack, "update vehicles set state = 'sold'")


def book(stack: Stack, name: str) -> str:
    """A booking of the car as the site sends it; answers its reference."""
    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(UTC).date() + timedelta(days=40)),
            customerName=name,
            customerEmail="calendar@example.com",
            carType=CAR,
        ),
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["reference"])


def plate_of(stack: Stack, reference: str) -> str | None:
    """The vehicle that the booking has."""
    rows = query_stack(
        stack,
        "select v.plate from vehicle_reservations r join vehicles v on v.id = r.vehicle_id"
        " join bookings b on b.id = r.booking_id where b.reference = %s",
        reference,
    )
    return str(rows[0][0]) if rows else None


def violations(page: Page) -> list[str]:
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in Axe().run(page).response["violations"]
    ]


@pytest.mark.usefixtures("fleet")
def test_vehicles_are_added_imported_and_given_to_bookings_in_the_calendar(owner: Page, stack: Stack) -> None:
    reference = book(stack, "Calendar Guest")

    owner.goto(f"{stack.origin}/admin/vehicles")
    owner.get_by_role("button", name="Add a vehicle").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_role("button", name="Add the vehicle").click()
    expect(owner.get_by_text("Please enter the plate")).to_be_visible()
    dialog.get_by_label("Plate", exact=True).fill("EE-100-AA")
    dialog.get_by_label("Car").select_option(CAR)
    dialog.get_by_label("Home location").select_option("tbilisi")
    dialog.get_by_label("Mileage, km").fill("48000")
    dialog.get_by_role("button", name="Add the vehicle").click()
    expect(owner.get_by_role("heading", level=1, name="EE-100-AA")).to_be_visible()

    edit(owner)
    owner.get_by_role("button", name="Add a document").click()
    expiry = datetime.now(UTC).date() + timedelta(days=9)
    dialog.get_by_label("Last day").fill(expiry.isoformat())
    dialog.get_by_role("button", name="Add the document").click()
    expect(owner.get_by_text("Expires soon")).to_be_visible()
    assert violations(owner) == []

    owner.goto(f"{stack.origin}/admin/vehicles")
    row = owner.get_by_role("row").filter(has_text="EE-100-AA")
    expect(row).to_contain_text("1 due")
    owner.get_by_role("button", name="Import CSV").click()
    bad = f"{COLUMNS}\nEE-200-AA,No such car,2020,,1000,tbilisi,in_service\n"
    choose_file(owner, bad)
    expect(owner.get_by_text("Line 2:")).to_be_visible()
    choose_file(owner, f"{COLUMNS}\nEE-200-AA,{CAR},2020,,1000,tbilisi,in_service\n")
    owner.get_by_role("button", name="Import 1 vehicle").click()
    expect(owner.get_by_role("link").filter(has_text="EE-200-AA")).to_be_visible()
    assert violations(owner) == []

    first = datetime.now(UTC).date() + timedelta(days=38)
    owner.goto(f"{stack.origin}/admin/calendar?from={first}")
    owner.get_by_role("button", name="Calendar Guest").click()
    dialog.get_by_label("Another vehicle").select_option(label="EE-100-AA · Toyota Camry · Tbilisi")
    owner.get_by_role("button", name="Assign vehicle").click()
    expect(owner.get_by_text(f"EE-100-AA is assigned to {reference}.")).to_be_visible()
    assert plate_of(stack, reference) == "EE-100-AA"
    bar = owner.get_by_role("button", name=f"Calendar Guest, {reference}")
    expect(bar).to_be_visible()
    assert violations(owner) == []
    bar.press("Alt+ArrowDown")
    expect(owner.get_by_text(f"EE-200-AA is assigned to {reference}.")).to_be_visible()
    expect(bar).to_be_focused()
    assert plate_of(stack, reference) == "EE-200-AA"
    owner.get_by_role("button", name="Undo").click()
    expect(owner.get_by_text("Undone.")).to_be_visible()
    assert plate_of(stack, reference) == "EE-100-AA"

    expect_on_phone(owner, stack, first + timedelta(days=2))


def edit(owner: Page) -> None:
    """On the page of the vehicle."""
    dialog = owner.get_by_role("dialog")
    owner.get_by_role("button", name="Edit", exact=True).click()
    dialog.get_by_label("Colour").fill("Graphite")
    dialog.get_by_label("Mileage, km").fill("48500")
    dialog.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("Vehicle changed", exact=True).first).to_be_visible()
    owner.reload()
    owner.get_by_role("button", name="Edit", exact=True).click()
    expect(dialog.get_by_label("Colour")).to_have_value("Graphite")
    expect(dialog.get_by_label("Mileage, km")).to_have_value("48500")
    owner.keyboard.press("Escape")


def expect_on_phone(owner: Page, stack: Stack, day: date) -> None:
    """The day's list has the booking with its vehicle."""
    owner.set_viewport_size(PHONE)
    owner.goto(f"{stack.origin}/admin/calendar?from={day}")
    expect(owner.get_by_role("button", name="Calendar Guest")).to_contain_text("EE-100-AA")
    assert owner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(owner) == []


def choose_file(page: Page, text: str) -> None:
    file = FilePayload(name="vehicles.csv", mimeType="text/csv", buffer=text.encode())
    page.get_by_label("File").set_input_files(file)
