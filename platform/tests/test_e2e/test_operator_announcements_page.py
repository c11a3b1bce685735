"""An operator writes to the owners of a plan in the browser, sees the preview, and sends it once."""

from browser_operators import expect_no_sideways_scroll, give_first_code, open_operator_console
from playwright.sync_api import Browser, expect
from running_stack import Stack

EMAIL = "nora@operators.example"
BODY = "Dear owners,\n\nwe update everything on Sunday.\n\nYour operator"


def test_an_operator_writes_to_all_owners(stack: Stack, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    codes = give_first_code(page, open_operator_console(stack, page, EMAIL))
    page.get_by_role("link", name="Announcements").click()
    expect(page.get_by_role("heading", name="Announcements")).to_be_visible()
    expect_no_sideways_scroll(page)
    page.get_by_role("button", name="Write announcement").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("To")).to_contain_text("Owners of companies with the plan Standard")
    expect(dialog.get_by_role("status")).to_contain_text("get it.")
    dialog.get_by_role("button", name="Preview").click()
    expect(dialog.get_by_text("Enter a subject.")).to_be_visible()
    dialog.get_by_label("Subject").fill("Maintenance on Sunday")
    dialog.get_by_label("Text").fill(BODY)
    expect_no_sideways_scroll(page)
    dialog.get_by_role("button", name="Preview").click()
    preview = dialog.get_by_role("region", name="Preview")
    expect(preview).to_contain_text("we update everything on Sunday.")
    # Back, nothing that was typed is lost.
    dialog.get_by_role("button", name="Edit").click()
    expect(dialog.get_by_label("Text")).to_have_value(BODY)
    dialog.get_by_role("button", name="Preview").click()
    expect_no_sideways_scroll(page)
    dialog.get_by_label("Code").fill(codes[0])
    dialog.get_by_role("button", name="Send").dblclick()
    expect(dialog).to_have_count(0)
    row = page.get_by_role("listitem").filter(has_text="Maintenance on Sunday")
    expect(row).to_have_count(1)
    expect(row.get_by_text("Sent", exact=True)).to_be_visible(timeout=90_000)
    row.get_by_text("Maintenance on Sunday").click()
    expect(row.get_by_text("Your operator")).to_be_visible()
    expect_no_sideways_scroll(page)
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("Announcement sent")
    context.close()
