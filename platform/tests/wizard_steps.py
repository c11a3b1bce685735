"""What a traveller does in the booking wizard, for browser tests; and what the database then says."""

from pathlib import Path
from typing import Any

import psycopg
from playwright.sync_api import Page, expect
from psycopg.rows import dict_row

from abano.ops.local.embedded_postgres import EmbeddedPostgres

TRIP = "pickup=tbilisi&dropoff=batumi&pickupDate=2030-06-10&returnDate=2030-06-17&carType=Subaru+Forester"
PERSON = {
    "First name": "Ada",
    "Last name": "Lovelace",
    "Email address": "ada@example.com",
    "WhatsApp or phone number": "+44 20 7946 0000",
    "Driver's age": "36",
    "Group size": "2",
}


def fill_person(page: Page, **changes: str) -> None:
    for label, value in {**PERSON, **changes}.items():
        page.get_by_label(label).fill(value)


def next_step(page: Page, heading: str) -> None:
    page.get_by_role("button", name="Next Step").click()
    # Screen readers announce what follows.
    expect(page.get_by_role("heading", name=heading)).to_be_focused()


def past_extras(page: Page, *extras: str) -> None:
    """From the trip to the last step; ``extras`` are labels of what is chosen between the two."""
    next_step(page, "Extras")
    for extra in extras:
        page.get_by_label(extra).check()
    next_step(page, "Complete Your Booking")


def to_last_step(page: Page, address: str, email: str, *extras: str) -> None:
    """Through the wizard up to a price in sight and all fields filled in."""
    page.goto(address)
    past_extras(page, *extras)
    fill_person(page, **{"Email address": email})
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()


def shown_totals(page: Page) -> set[str]:
    """Every total in sight on a step, as a visitor reads it. One and the same, if the page is true."""
    figures = page.locator("[data-total]:visible")
    return {text.replace("\xa0", " ") for text in figures.all_inner_texts()}


def stored_bookings(data_dir: Path, email: str) -> list[dict[str, Any]]:
    with psycopg.connect(EmbeddedPostgres(data_dir / "postgres").url("abano"), row_factory=dict_row) as conn:
        return conn.execute("select * from bookings where customer_email = %s", (email,)).fetchall()
