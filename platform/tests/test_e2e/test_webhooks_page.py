"""The owner adds a webhook, sees its secret once, tries it out, looks at the delivery, replays and deletes it."""

import re
from collections.abc import Iterator

import pytest
from browser_faults import expect_refusal
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_MILLISECONDS, Stack, query_stack

URL = "https://hooks.invalid/abano"
SECRET = re.compile(r"^whsec_\S{44}$")


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no webhook is left for other tests."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()
    query_stack(stack, "delete from webhook_endpoints")


def test_a_webhook_is_refused_added_tried_out_replayed_and_deleted(page: Page) -> None:
    page.goto("/admin/settings/webhooks")
    page.get_by_role("button", name="Add webhook").click()
    dialog = page.get_by_role("dialog")
    expect_refusal("POST", "/api/admin/webhooks$", 422)
    dialog.get_by_label("URL").fill("https://169.254.169.254/")
    dialog.get_by_label("All events").check()
    dialog.get_by_role("button", name="Add webhook").click()
    expect(dialog.get_by_text("This host is not on the public internet")).to_be_visible()
    dialog.get_by_label("URL").fill(URL)
    expect(dialog.get_by_label("All events")).to_be_checked()
    dialog.get_by_role("button", name="Add webhook").click()
    secret = page.get_by_role("dialog", name="Signing secret").get_by_label("Signing secret")
    expect(secret).to_have_value(SECRET)
    first = secret.input_value()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("link", name=URL).click()

    page.get_by_role("button", name="Edit", exact=True).click()
    dialog.get_by_label("Description").fill("Our accounting")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Webhook saved", exact=True)).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(dialog.get_by_label("Description")).to_have_value("Our accounting")
    dialog.get_by_role("button", name="Cancel").click()

    page.get_by_role("button", name="Send test event").click()
    row = page.get_by_role("row").filter(has_text="webhook.test")
    # The name of this host is no one's, by RFC 2606: a test event is tried once.
    expect(row.get_by_text("Failed")).to_be_visible(timeout=WAIT_MILLISECONDS)
    row.get_by_role("button", name="Details of").click()
    expect(page.get_by_text('"type": "webhook.test"')).to_be_visible()

    page.get_by_role("button", name="Replay events").click()
    page.get_by_role("dialog").get_by_role("button", name="Replay", exact=True).click()
    expect(page.get_by_text("1 event is sent again", exact=True)).to_be_visible()
    expect(row.get_by_text("Failed")).to_be_visible(timeout=WAIT_MILLISECONDS)

    page.get_by_role("button", name="Rotate secret").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Rotate secret").click()
    expect(secret).to_have_value(SECRET)
    assert secret.input_value() != first
    page.get_by_role("button", name="Done").click()

    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete webhook").click()
    expect(page.get_by_text("No webhooks yet")).to_be_visible()
