"""Reports in the console: what a vehicle earned in a month, the bookings behind it, and the file."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import PHONE
from playwright.sync_api import Page, expect
from running_stack import WAIT_SECONDS, Stack, query_stack

# A month that no other test books in.
MONTH = datetime.now(UTC).replace(day=5, hour=9, minute=0, second=0, microsecond=0) + timedelta(days=200)
PERIOD = f"from={MONTH:%Y-%m}-01&to={MONTH:%Y-%m}-28"
VEHICLE = """
    insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
    select c.tenant_id, gen_random_uuid(), c.id, 'RE-100-RE', 'RE100RE', 'tbilisi', now(), now()
    from cars c join tenants t on t.id = c.tenant_id where t.is_default and c.name = 'Toyota Camry'
"""
BOOKING = """
    insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
      group_size, car_id, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency,
      days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
    select tenant_id, gen_random_uuid(), %s, 'confirmed', 'Report Guest', 'report@example.com', '+995', 40, 2, car_id,
      'Toyota Camry', 'tbilisi', 'tbilisi', %s, %s, 'minimum', 'EUR', 4, 10000, 40000, '[]', now(), now()
    from vehicles where plate = 'RE-100-RE'
"""
RESERVATION = """
    insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at, ends_at,
      blocked_until, created_at)
    select b.tenant_id, b.id, v.id, v.number, 'booking', b.id, b.pickup_at, b.return_at, b.return_at, b.created_at
    from bookings b, vehicles v where b.reference = %s and v.plate = 'RE-100-RE'
"""


@pytest.fixture
def rentals(stack: Stack) -> Iterator[None]:
    """A vehicle with one rental, and one rental without a vehicle; four days for 400 EUR each."""
    query_stack(stack, VEHICLE)
    for reference, day in (("REP-1001", 0), ("REP-1002", 6)):
        pickup = MONTH.replace(day=5) + timedelta(days=day)
        query_stack(stack, BOOKING, reference, pickup, pickup + timedelta(days=4))
    query_stack(stack, RESERVATION, "REP-1001")
    yield
    query_stack(stack, "delete from vehicle_reservations")
    query_stack(stack, "update vehicles set state = 'sold', updated_at = now()")
    query_stack(stack, "update bookings set status = 'cancelled' where reference like 'REP-%%'")


def violations(page: Page) -> list[str]:
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in Axe().run(page).response["violations"]
    ]


@pytest.mark.usefixtures("rentals")
def test_what_a_vehicle_earned_and_the_bookings_behind_it(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/reports?cut=vehicle&{PERIOD}")
    expect(owner.get_by_role("heading", level=1, name="Reports")).to_be_visible()
    row = owner.get_by_role("row").filter(has=owner.get_by_role("button", name="RE-100-RE"))
    # The warehouse catches up; the page polls once a minute.
    deadline = time.monotonic() + WAIT_SECONDS
    while not row.count() and time.monotonic() < deadline:
        owner.reload()
        owner.get_by_test_id("Revenue").or_(owner.get_by_role("alert")).wait_for()
    expect(row).to_contain_text("€400")
    expect(owner.get_by_test_id("Revenue")).to_have_text("€800")
    expect(owner.get_by_role("row").filter(has_text="No vehicle assigned")).to_contain_text("€400")
    assert violations(owner) == []

    with owner.expect_download() as download:
        owner.get_by_role("link", name="CSV").click()
    assert "RE-100-RE,Toyota Camry,400.00" in download.value.path().read_text(encoding="utf-8")

    owner.goto(f"{stack.origin}/admin/reports?year={MONTH.year}")
    chart = owner.get_by_role("application", name=re.compile("^Revenue by month"))
    chart.focus()
    owner.keyboard.press("ArrowRight")
    expect(chart.locator("..")).to_contain_text("Driven: €")

    owner.goto(f"{stack.origin}/admin/reports?cut=vehicle&{PERIOD}")
    row.get_by_role("button", name="RE-100-RE").click()
    dialog = owner.get_by_role("dialog", name="RE-100-RE")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    expect(dialog).to_contain_text("4 of 4 days")
    assert "behind=" in owner.url
    dialog.get_by_role("link", name="REP-1001").click()
    expect(owner.get_by_role("heading", level=1, name="Report Guest")).to_be_visible()

    owner.set_viewport_size(PHONE)
    owner.go_back()
    expect(owner.get_by_role("dialog", name="RE-100-RE")).to_be_visible()
    owner.keyboard.press("Escape")
    expect(owner.get_by_test_id("Revenue")).to_have_text("€800")
    assert owner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
