"""The visits page in a browser: filtered, deleted, and new ones that arrive live."""

import re

import pytest
from console_steps import keep_visits
from playwright.sync_api import Page, expect
from running_stack import Stack


def test_visits_are_filtered_deleted_one_by_one_and_all_after_a_question(stack: Stack, owner: Page) -> None:
    keep_visits(stack, "198.51.100.", 4)
    owner.goto(f"{stack.origin}/admin/ip-tracking")
    expect(owner.get_by_text(re.compile(r"Last refreshed \d\d:\d\d:\d\d"))).to_be_visible()
    owner.get_by_label("IP address", exact=True).fill("198.51.100.0/24")
    rows = owner.get_by_role("row").filter(has_text="198.51.100.")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="Paid search")).to_have_count(2)
    owner.get_by_label("Came by").select_option("paid")
    expect(rows).to_have_count(2)
    owner.get_by_role("button", name="Delete the visit of 198.51.100.2").click()
    expect(rows).to_have_count(1)
    assert "traffic=paid" in owner.url
    keep_visits(stack, "198.51.100.10", 4)
    owner.get_by_role("button", name="Refresh").click()
    expect(rows).to_have_count(3)
    owner.get_by_role("columnheader", name="IP address").get_by_role("button").click()
    addresses = owner.get_by_role("rowheader")
    expect(addresses).to_have_text(["198.51.100.4", "198.51.100.102", "198.51.100.104"])
    for row in rows.filter(has_text="198.51.100.10").all():
        row.get_by_role("checkbox", name="Select row").check()
    selected = owner.get_by_role("group", name="Selected rows")
    expect(selected).to_contain_text("2 selected")
    selected.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)
    expect(selected).to_have_count(0)
    keep_visits(stack, "198.51.100.20", 2)
    owner.get_by_role("button", name="Refresh").click()
    expect(rows).to_have_count(2)
    owner.get_by_role("button", name="Delete All IPs").click()
    question = owner.get_by_role("alertdialog")
    expect(question).to_contain_text(
        "Are you sure you want to delete ALL IP addresses? This cannot be undone."
    )
    question.get_by_role("button", name="Cancel").click()
    expect(rows).to_have_count(2)
    owner.route("**/api/ip/visits", lambda route: route.abort())
    owner.get_by_role("button", name="Delete All IPs").click()
    question.get_by_role("button", name="Delete all").click()
    expect(owner.get_by_text("Failed to delete IP visits", exact=True)).to_be_visible()
    owner.unroute("**/api/ip/visits")
    owner.get_by_role("button", name="Delete All IPs").click()
    question.get_by_role("button", name="Delete all").click()
    expect(owner.get_by_text("No visits match these filters")).to_be_visible()
    owner.goto(f"{stack.origin}/admin/audit-log?action=visits.")
    expect(owner.get_by_text("deleted all visits").first).to_be_visible()


@pytest.mark.slow
def test_new_visits_arrive_live_within_half_a_minute(stack: Stack, owner: Page) -> None:
    owner.clock.install()
    owner.goto(f"{stack.origin}/admin/ip-tracking?ip=198.51.101.")
    expect(owner.get_by_text("No visits match these filters")).to_be_visible()
    keep_visits(stack, "198.51.101.", 1)
    owner.clock.run_for(29_000)
    expect(owner.get_by_text("No visits match these filters")).to_be_visible()
    owner.clock.run_for(2_000)
    expect(owner.get_by_text("198.51.101.1")).to_be_visible()
