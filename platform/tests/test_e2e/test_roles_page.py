"""The owner makes a role, invites a colleague with it, who sees its pages alone, and takes a right away."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from console_steps import invite, join, open_browser
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack


@pytest.fixture(autouse=True)
def _no_roles_left(stack: Stack) -> Iterator[None]:
    yield
    query_stack(stack, "update admins set role = 'analyst', role_id = null where role = 'custom'")
    query_stack(stack, "delete from admin_invitations where role = 'custom'")
    query_stack(stack, "delete from custom_roles")


def duplicate_and_delete(owner: Page) -> None:
    """A built-in role is duplicated; one that no one has is deleted."""
    owner.get_by_role("button", name="Duplicate Desk").click()
    dialog = owner.get_by_role("dialog")
    expect(dialog.get_by_label("Name")).to_have_value("Copy of Desk")
    expect(dialog.get_by_role("checkbox", checked=True)).to_have_count(5)
    dialog.get_by_role("button", name="Create role").click()
    row = owner.get_by_role("listitem").filter(has_text="Copy of Desk")
    expect(row).to_contain_text("5 permissions")
    row.get_by_text("5 permissions").click()
    expect(row.get_by_text("Today's handovers and returns")).to_be_visible()
    row.get_by_role("button", name="Delete Copy of Desk").click()
    owner.get_by_role("button", name="Delete role").click()
    expect(row).to_have_count(0)


def test_a_colleague_sees_the_pages_of_an_own_role(owner: Page, stack: Stack, browser: Browser) -> None:
    owner.goto(f"{stack.origin}/admin/users")
    owner.get_by_role("button", name="New role").click()
    dialog = owner.get_by_role("dialog")
    create = dialog.get_by_role("button", name="Create role")
    dialog.get_by_label("Name").fill("Bookkeeper")
    expect(create).to_be_disabled()
    # What builds on another permission brings it.
    payments = dialog.get_by_role("checkbox", name="Payments, invoices and own till", exact=True)
    refunds = dialog.get_by_role("checkbox", name="Refunds, credit notes and all tills")
    refunds.check()
    expect(payments).to_be_checked()
    payments.uncheck()
    expect(refunds).not_to_be_checked()
    dialog.get_by_label("Profit, VAT and payment reports").check()
    dialog.get_by_label("Vehicle costs").check()
    create.click()
    expect(dialog).to_have_count(0)
    row = owner.get_by_role("listitem").filter(has_text="Bookkeeper")
    expect(row).to_contain_text("2 permissions")

    email = f"books-{uuid4().hex[:8]}@example.com"
    path = invite(owner, stack, email, "Bookkeeper")
    context = open_browser(browser)
    colleague = context.new_page()
    join(colleague, stack, path, "Books")
    colleague.goto(f"{stack.origin}/admin")
    expect(colleague.get_by_role("heading", name="Vehicle costs")).to_be_visible()
    nav = colleague.get_by_role("navigation", name="Admin")
    for shown in ("Vehicles", "Invoices", "Reports"):
        expect(nav.get_by_role("link", name=shown)).to_be_visible()
    for hidden in ("Bookings", "Yard", "Catalogue", "Settings"):
        expect(nav.get_by_role("link", name=hidden, exact=True)).to_have_count(0)
    nav.get_by_role("link", name="Reports").click()
    expect(colleague.get_by_role("heading", name="Profit", level=1)).to_be_visible()
    colleague.goto(f"{stack.origin}/admin/bookings")
    expect(colleague.get_by_text("You are signed in as Bookkeeper.", exact=False)).to_be_visible()

    # Who has the role keeps it from being deleted.
    owner.reload()
    expect(row).to_contain_text("1 person")
    row.get_by_role("button", name="Edit Bookkeeper").click()
    owner.get_by_role("dialog").get_by_label("Vehicle costs").uncheck()
    owner.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(row).to_contain_text("1 permission")
    colleague.goto(f"{stack.origin}/admin")
    expect(colleague.get_by_role("heading", name="Invoices", level=1)).to_be_visible()
    expect(colleague.get_by_role("link", name="Vehicles")).to_have_count(0)
    context.close()
    duplicate_and_delete(owner)
