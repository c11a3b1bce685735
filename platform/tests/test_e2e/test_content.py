"""The site's texts in a browser: written, looked at beside the form, published, read by a visitor."""

import time

import pytest
from browser_faults import expect_refusal
from console_steps import owner  # noqa: F401 - the fixture
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_SECONDS, Stack, query_stack

HEADLINE = "A car that waits for you"


def published(stack: Stack, kind: str) -> int:
    [(number,)] = query_stack(
        stack,
        "select max(number) from site_document_versions v join tenants t on t.id = v.tenant_id"
        " where t.is_default and v.kind = %s",
        kind,
    )
    return int(number or 0)


def read_as_visitor(browser: Browser, stack: Stack, path: str, text: str) -> Page:
    """The page once the visitor's copy of the site knows what was published."""
    page = browser.new_page()
    deadline = time.monotonic() + WAIT_SECONDS
    page.goto(f"{stack.origin}{path}")
    while page.get_by_text(text).count() == 0:
        assert time.monotonic() < deadline, f"{path} never showed {text!r}"
        page.reload()
        page.wait_for_load_state("networkidle")
    return page


def test_the_home_page_is_put_in_order_and_published(owner: Page, browser: Browser, stack: Stack) -> None:  # noqa: F811
    owner.goto(f"{stack.origin}/admin/content")
    owner.get_by_role("link", name="Home page").click()
    preview = owner.frame_locator("iframe[title=Preview]")
    owner.get_by_role("button", name="First screen").click()
    owner.get_by_label("Headline", exact=True).fill(HEADLINE)
    owner.get_by_role("button", name="Sections", exact=True).click()
    # By the keyboard: above the team, the steps and the company's story.
    up = owner.get_by_role("button", name="Move Questions and answers up")
    for _ in range(3):
        up.focus()
        owner.keyboard.press("Enter")
    expect(owner.get_by_text("Not saved")).to_be_visible()
    owner.get_by_role("button", name="Save draft").click()
    expect(preview.get_by_role("heading", name=HEADLINE)).to_be_visible()
    before = published(stack, "landing")
    owner.get_by_role("button", name="Publish").click()
    expect(owner.get_by_text(f"Version {before + 1}", exact=True)).to_be_visible()
    page = read_as_visitor(browser, stack, "/", HEADLINE)
    # Content below the fold renders later.
    page.locator("#faq-title").wait_for(state="attached")
    order = page.locator("main section [id$=title]").evaluate_all("found => found.map(({id}) => id)")
    assert order.index("faq-title") < order.index("about-title") < order.index("team-title")
    page.context.close()


@pytest.mark.slow
def test_a_page_of_ones_own_is_written_and_read(owner: Page, browser: Browser, stack: Stack) -> None:  # noqa: F811
    owner.goto(f"{stack.origin}/admin/content")
    owner.get_by_role("button", name="New page").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Svaneti by car")
    dialog.get_by_label("Address").fill("Svaneti")
    expect_refusal("POST", "/api/admin/content/pages$", 422)
    dialog.get_by_role("button", name="Begin the page").click()
    # Its address is looked at by the server, and nothing typed is lost.
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.get_by_label("Title")).to_have_value("Svaneti by car")
    dialog.get_by_label("Address").fill("svaneti")
    dialog.get_by_role("button", name="Begin the page").click()
    expect(owner.get_by_role("heading", name="Svaneti by car", level=1)).to_be_visible()
    owner.get_by_role("button", name="Text", exact=True).click()
    editor = owner.get_by_role("textbox", name="Text")
    editor.click()
    owner.keyboard.type("Four hours from Zugdidi, ")
    owner.get_by_role("button", name="Bold").click()
    owner.keyboard.type("all of it paved")
    expect_refusal("POST", "/api/admin/content/texts/guide.svaneti/publication$", 422)
    owner.get_by_role("button", name="Publish").click()
    # A page says what it is about, or no one finds it.
    owner.get_by_role("button", name="Search and menu").click()
    expect(owner.get_by_text("Please fill in this field")).to_be_visible()
    owner.get_by_label("Description").fill("How to drive to Svaneti.")
    owner.get_by_label("In the menu").fill("Svaneti")
    owner.get_by_role("button", name="Publish").click()
    expect(owner.get_by_text("Version 1", exact=True)).to_be_visible()
    # For some seconds the site does not know the page yet.
    expect_refusal("GET", "/guides/svaneti$", 404)
    page = read_as_visitor(browser, stack, "/guides/svaneti", "Four hours from Zugdidi,")
    expect(page.locator("strong", has_text="all of it paved")).to_be_visible()
    expect(page.get_by_role("navigation", name="Legal").get_by_role("link", name="Svaneti")).to_be_visible()
    page.context.close()
