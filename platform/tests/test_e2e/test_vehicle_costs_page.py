"""Costs in the console: one is added with its receipt at its vehicle, listed, changed, and part of the profit."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from running_stack import Stack, query_stack
from yard_steps import photograph

VEHICLE = """
    insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
    select c.tenant_id, gen_random_uuid(), c.id, 'CO-100-CO', 'CO100CO', 'tbilisi', now(), now()
    from cars c join tenants t on t.id = c.tenant_id where t.is_default and c.name = 'Toyota Camry' returning id
"""


@pytest.fixture
def vehicle(stack: Stack) -> str:
    return str(query_stack(stack, VEHICLE)[0][0])


def test_a_cost_with_its_receipt_and_what_it_leaves(owner: Page, stack: Stack, vehicle: str) -> None:
    owner.goto(f"{stack.origin}/admin/vehicles/{vehicle}")
    owner.get_by_role("button", name="Add cost").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("Kind").select_option("insurance")
    expect(dialog.get_by_label("Spread over months")).to_have_value("12")
    dialog.get_by_label("Amount").fill("1200")
    expect(dialog.get_by_text("About €100 a month for 12 months")).to_be_visible()
    dialog.get_by_label("Supplier").fill("Insurer")
    dialog.get_by_label("Receipt").set_input_files(
        {"name": "bill.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
    )
    dialog.get_by_role("button", name="Add cost").click()
    expect(dialog).to_be_hidden()
    owner.get_by_role("link", name="All costs: €1,200").click()

    expect(owner.get_by_role("heading", level=1, name="Vehicle costs")).to_be_visible()
    row = owner.get_by_role("row").filter(has_text="CO-100-CO")
    expect(row).to_contain_text("over 12 months")
    receipt = owner.request.get(
        f"{stack.origin}{row.get_by_role('link', name='Receipt').get_attribute('href')}"
    )
    assert receipt.headers["content-type"] == "image/jpeg"
    row.get_by_role("button", name="Edit").click()
    owner.get_by_role("dialog").get_by_label("Amount").fill("2400")
    owner.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(row).to_contain_text("€2,400")
    assert [each["id"] for each in Axe().run(owner).response["violations"]] == []

    # The company's month, which may be the next one already.
    now = datetime.now(ZoneInfo("Asia/Tbilisi"))
    owner.goto(f"{stack.origin}/admin/profit?year={now.year}&month={now.month}&cut=vehicle&vehicle={vehicle}")
    expect(owner.get_by_test_id("Costs")).to_have_text("€200")
    expect(owner.get_by_role("row").filter(has_text="CO-100-CO")).to_contain_text("-€200")
    assert [each["id"] for each in Axe().run(owner).response["violations"]] == []

    owner.go_back()
    row.get_by_role("button", name="Delete").click()
    owner.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
