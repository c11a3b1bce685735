"""The owner reads an imported calendar, is told that it is lost, renames it and deletes it with its blocks."""

from collections.abc import Iterator

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack

VEHICLE = """
insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
select t.id, gen_random_uuid(), c.id, 'IMP-001', 'IMP001', l.code, now(), now()
from tenants t join cars c on c.tenant_id = t.id join locations l on l.tenant_id = t.id
where t.slug = 'georgia' limit 1
"""
# Its URL was sealed elsewhere, so that it can't be read.
CALENDAR = """
insert into imported_calendars (tenant_id, id, name, vehicle_id, sealed_url, host, due_at, read_at, created_at)
select tenant_id, gen_random_uuid(), 'Turo', id, '', 'calendars.example.com', now() + interval '1 day',
  now() - interval '12 minutes', now()
from vehicles where plate_key = 'IMP001'
"""
BLOCK = """
insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, title, starts_at, ends_at,
  blocked_until, created_at, imported_calendar_id)
select c.tenant_id, gen_random_uuid(), v.id, v.number, 'other', c.name, now() + interval '1 day',
  now() + interval '2 days', now() + interval '2 days', now(), c.id
from imported_calendars c join vehicles v on v.tenant_id = c.tenant_id and v.id = c.vehicle_id
"""


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no calendar is left for other tests."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    for statement in (VEHICLE, CALENDAR, BLOCK):
        query_stack(stack, statement)
    yield page
    page.context.close()
    for table in ("imported_calendars", "vehicle_reservations", "vehicle_events"):
        query_stack(
            stack,
            f"delete from {table} where vehicle_id in (select id from vehicles where plate_key = 'IMP001')",
        )
    query_stack(stack, "delete from vehicles where plate_key = 'IMP001'")


def test_a_calendar_is_read_renamed_and_deleted(page: Page) -> None:
    page.goto("/admin/settings/calendar-feeds")
    row = page.get_by_role("row").filter(has_text="calendars.example.com")
    expect(row.get_by_text("Read 12 min ago")).to_be_visible()

    page.get_by_role("button", name="Import calendar").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Import calendar").click()
    expect(dialog.get_by_text("Enter the calendar's URL")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()

    row.get_by_role("button", name="Read Turo now").click()
    expect(row.get_by_text("its blocks are kept")).to_be_visible()
    expect(row.get_by_text("Its URL is not known here")).to_be_visible()
    # The notification stays as long as the mouse is over it, and covers the row's buttons.
    page.get_by_label("Notifications").get_by_role("button", name="Close").click()

    row.get_by_role("button", name="Rename Turo").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Name").fill("Getaround")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(row.get_by_text("Getaround")).to_be_visible()

    page.goto("/admin/calendar")
    expect(page.get_by_text("Getaround: reserved").first).to_be_visible()

    page.goto("/admin/settings/calendar-feeds")
    row.get_by_role("button", name="Delete Getaround").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No imported calendars yet")).to_be_visible()
