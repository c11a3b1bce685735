"""The owner has empty languages filled by machine translation and checks one text; the others stay marked."""

import os
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import DESK, PHONE, SCHEMES, enter, open_browser, show
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

FAULT = "The translation service can't be reached. Nothing was changed. Try again later."


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no draft is left for other tests."""
    page = open_browser(browser, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    stack.translator.answer = None
    page.request.post(
        "/api/admin/catalog/draft/discard", data={"items": None}, headers={"Origin": stack.origin}
    )
    page.context.close()


def look(page: Page, name: str) -> None:
    """Without violations, in both colours and widths; pictures where a folder is named."""
    folder = os.environ.get("ABANO_TEST_PICTURES")
    for scheme in SCHEMES:
        show(page, scheme)
        assert [each["id"] for each in Axe().run(page).response["violations"]] == []
        for width, size in (("phone", PHONE), ("desk", DESK)):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            if folder:
                page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
    show(page, "light")


def test_a_text_of_the_site_is_translated_and_marked_until_it_is_checked(page: Page, stack: Stack) -> None:
    page.goto("/admin/content/landing")
    page.get_by_role("button", name=re.compile("^ქართული")).click()
    page.get_by_role("button", name="First screen").click()
    title = page.get_by_label("Headline", exact=True)
    title.fill("")
    page.get_by_role("button", name="Propose translation").click()
    expect(page.get_by_text("Translations added. Check them before you publish.", exact=True)).to_be_visible()
    expect(title).to_have_value(re.compile("^ka: "))
    page.get_by_role("button", name="Save draft").click()
    marks = page.get_by_role("region", name="Machine translation – check")
    expect(marks.get_by_text("Headline", exact=True)).to_be_visible()
    look(page, "content-proposals")
    page.reload()
    page.get_by_role("button", name=re.compile("^ქართული")).click()
    expect(marks.get_by_text("Headline", exact=True)).to_be_visible()
    marks.get_by_role("button", name="Confirm Headline").click()
    expect(marks.get_by_role("button", name="Confirm Headline")).to_have_count(0)
    discarded = page.request.delete(
        "/api/admin/content/texts/landing/draft", headers={"Origin": stack.origin}
    )
    assert discarded.ok, discarded.text()


@pytest.mark.slow
def test_empty_languages_are_filled_and_marked_until_someone_checks_them(page: Page, stack: Stack) -> None:
    draft = page.request.get("/api/admin/catalog/draft").json()
    car = next(each for each in draft["items"] if each["key"] == "toyota-camry")
    title = "Quiet on long roads"
    emptied = page.request.patch(
        "/api/admin/catalog/draft/cars/toyota-camry",
        data={"revision": car["revision"], "item": {"title": title, "translations": {}}},
        headers={"Origin": stack.origin},
    )
    assert emptied.ok, emptied.text()
    page.goto("/admin/catalog/cars/toyota-camry")
    propose = page.get_by_role("button", name="Propose translation")
    stack.translator.answer = (500, {})
    expect_refusal("POST", "/api/admin/translations$", 503)
    propose.click()
    expect(page.get_by_text(FAULT, exact=True)).to_be_visible()
    stack.translator.answer = None
    propose.click()
    expect(page.get_by_text("Translations added. Check them before you publish.", exact=True)).to_be_visible()
    # Nothing is missing any more.
    expect(propose).to_have_count(0)
    georgian = page.get_by_role("button", name=re.compile("^ქართული"))
    georgian.click()
    field = page.get_by_label("Title", exact=True)
    expect(field).to_have_value(f"ka: {title}")
    marks = page.get_by_text("Machine translation – check")
    count = marks.count()
    assert count >= 2
    look(page, "proposals")
    page.get_by_role("button", name="Confirm Title").click()
    expect(marks).to_have_count(count - 1)
    page.get_by_label("Short facts, one a line").fill("ჩემი ტექსტი")
    expect(marks).to_have_count(count - 2)
    page.get_by_role("button", name="Save to the draft").click()
    expect(page.get_by_role("button", name="Save to the draft")).to_be_disabled()
    page.reload()
    georgian.click()
    expect(page.get_by_label("Short facts, one a line")).to_have_value("ჩემი ტექსტი")
    expect(marks).to_have_count(count - 2)
    page.get_by_role("button", name=re.compile("^Русский")).click()
    expect(marks).to_have_count(count)
