"""The editors of settings, brand, quiz and photos: two people at once, unsaved work, a draft that is kept."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import PHONE, enter, open_browser
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack


@pytest.fixture
def colleague(browser: Browser) -> Iterator[Page]:
    context = open_browser(browser)
    yield context.new_page()
    context.close()


@pytest.fixture
def contacts(stack: Stack) -> Iterator[None]:
    """Left as they were."""
    of_company = "where tenant_id = (select id from tenants where slug = 'georgia')"
    [(before,)] = query_stack(stack, f"select contacts::text from tenant_settings {of_company}")
    yield
    query_stack(stack, f"update tenant_settings set contacts = %s::jsonb {of_company}", before)


def test_two_people_change_the_same_settings_and_no_change_is_lost(
    owner: Page, colleague: Page, stack: Stack, contacts: None
) -> None:
    expect_refusal("PUT", "/api/admin/settings/contacts$", 409)
    owner.goto(f"{stack.origin}/admin/settings")
    enter(colleague, stack, "/admin/settings")
    ours, theirs = owner.locator("#contacts"), colleague.locator("#contacts")
    expect(theirs.get_by_label("Email", exact=True)).to_be_visible()

    ours.get_by_label("Email", exact=True).fill("desk@example.com")
    ours.get_by_role("button", name="Save").click()
    expect(ours.get_by_role("button", name="Discard changes")).to_have_count(0)

    theirs.get_by_label("Email", exact=True).fill("office@example.com")
    theirs.get_by_label("Phone", exact=True).fill("+995 322 00 00 00")
    theirs.get_by_role("button", name="Save").click()
    conflict = colleague.get_by_role("dialog")
    expect(conflict).to_contain_text("saved first")
    expect(conflict.get_by_role("radio")).to_have_count(4)
    conflict.get_by_role("group", name="Email").get_by_role("radio").first.check()
    conflict.get_by_role("button", name="Save").click()
    expect(conflict).to_be_hidden()
    colleague.reload()
    expect(theirs.get_by_label("Email", exact=True)).to_have_value("desk@example.com")
    expect(theirs.get_by_label("Phone", exact=True)).to_have_value("+995 322 00 00 00")

    # What is not saved is not left by accident.
    phone = ours.get_by_label("Phone", exact=True)
    phone.fill("+995 1")
    owner.get_by_role("link", name="Bookings").click()
    question = owner.get_by_role("alertdialog", name="Leave without saving?")
    question.get_by_role("button", name="Keep editing").click()
    expect(phone).to_have_value("+995 1")
    owner.get_by_role("link", name="Bookings").click()
    question.get_by_role("button", name="Leave").click()
    expect(owner.get_by_role("heading", level=1, name="Bookings")).to_be_visible()


@pytest.mark.slow
def test_a_dialog_with_typed_text_is_not_closed_by_accident(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/affiliates")
    owner.get_by_role("link", name="Promo codes").click()
    owner.get_by_role("button", name="New code").click()
    dialog = owner.get_by_role("dialog", name="New promo code")
    owner.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    owner.get_by_role("button", name="New code").click()
    uses = dialog.get_by_label("Maximum uses")
    question = owner.get_by_role("alertdialog", name="Leave without saving?")
    uses.fill("12")
    ways: tuple[Callable[[], object], ...] = (
        lambda: owner.keyboard.press("Escape"),
        lambda: dialog.get_by_role("button", name="Close").click(),
        lambda: owner.mouse.click(5, 5),
        lambda: owner.evaluate("history.back()"),
    )
    for leave in ways:
        leave()
        expect(question).to_be_visible()
        assert Axe().run(owner).response["violations"] == []
        # A press beside the question is no answer to it.
        owner.mouse.click(5, 5)
        owner.keyboard.press("Shift+Tab")
        expect(question.locator(":focus")).to_have_count(1)
        question.get_by_role("button", name="Keep editing").press("Enter")
        expect(question).to_have_count(0)
        expect(uses).to_be_focused()
        expect(uses).to_have_value("12")
    owner.set_viewport_size(PHONE)
    owner.keyboard.press("Escape")
    expect(question).to_be_visible()
    assert owner.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    owner.keyboard.press("Escape")
    dialog.get_by_label("Code", exact=True).fill("KEPT5")
    dialog.get_by_role("button", name="Create code").click()
    expect(owner.get_by_text("Promo code made", exact=True)).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(question).to_have_count(0)

    owner.get_by_role("button", name="New code").click()
    uses.fill("12")
    owner.keyboard.press("Escape")
    question.get_by_role("button", name="Leave").click()
    expect(dialog).to_have_count(0)
    expect(owner.get_by_role("button", name="New code")).to_be_focused()
    query_stack(stack, "delete from promo_codes where code = 'KEPT5'")


@pytest.fixture
def brand_kept(stack: Stack) -> Iterator[None]:
    of_company = "where tenant_id = (select id from tenants where slug = 'georgia')"
    [(before,)] = query_stack(stack, f"select brand::text from tenant_settings {of_company}")
    yield
    query_stack(
        stack,
        "update tenant_settings set brand = %s::jsonb, brand_draft = null, brand_history = '[]' "
        + of_company,
        before,
    )


def test_a_brand_is_kept_as_a_draft_discarded_and_published_to_the_site(
    owner: Page, colleague: Page, stack: Stack, brand_kept: None
) -> None:
    def ground() -> str:
        return str(colleague.evaluate("getComputedStyle(document.body).backgroundColor"))

    colleague.emulate_media(color_scheme="light")
    colleague.goto(stack.origin)
    light = ground()
    colleague.emulate_media(color_scheme="dark")
    assert ground() != light
    owner.goto(f"{stack.origin}/admin/brand")
    accent = owner.get_by_label("Primary button", exact=True)
    published = accent.input_value()
    accent.fill("#a03010")
    owner.get_by_role("button", name="Save draft").click()
    expect(owner.get_by_role("button", name="Discard draft")).to_be_visible()
    owner.reload()
    expect(accent).to_have_value("#a03010")
    owner.get_by_role("button", name="Discard draft").click()
    expect(accent).to_have_value(published)
    owner.get_by_role("radio", name="Editorial").check()
    owner.get_by_role("radio", name="Always light").check()
    # The previews have it before anyone else.
    preview = owner.frame_locator("iframe[title='Home']").locator("html")
    expect(preview).to_have_attribute("data-layout", "editorial")
    owner.get_by_role("button", name="Publish", exact=True).click()
    owner.get_by_role("alertdialog").get_by_role("button", name="Publish").click()
    expect(owner.get_by_text("This is what visitors see.")).to_be_visible()
    for _ in range(20):
        colleague.goto(stack.origin)
        if colleague.locator("html[data-layout='editorial']").count():
            break
        colleague.wait_for_timeout(500)
    expect(colleague.locator("html")).to_have_attribute("data-layout", "editorial")
    assert ground() == light
    # The text is beside its picture, not on it.
    text, picture = (colleague.locator(name).bounding_box() for name in (".hero h1", ".hero .scene"))
    assert text is not None
    assert picture is not None
    assert text["x"] + text["width"] <= picture["x"]


def test_a_question_of_the_quiz_is_reworded_in_a_draft(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/quiz")
    owner.get_by_role("button", name="Change it").first.click()
    question = owner.get_by_label("Question", exact=True)
    published = question.input_value()
    question.fill("When would you like to travel?")
    expect(owner.get_by_role("status").filter(has_text="Not saved yet")).to_be_visible()
    owner.get_by_role("button", name="Save draft").click()
    expect(owner.get_by_role("status").filter(has_text="Draft saved")).to_be_visible()
    owner.reload()
    expect(question).to_have_value("When would you like to travel?")
    owner.get_by_role("button", name="Discard").click()
    owner.get_by_role("alertdialog").get_by_role("button", name="Discard").click()
    owner.get_by_role("button", name="Change it").first.click()
    expect(question).to_have_value(published)


@pytest.mark.slow
def test_a_photo_gets_a_title_and_a_description(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/media")
    picture = owner.get_by_role("main").get_by_role("listitem").get_by_role("button").first
    title = picture.locator(".font-semibold").first.inner_text()
    picture.click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("Title", exact=True).fill("Looked at twice")
    dialog.get_by_label("English").fill("A car by a lake")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_have_count(0)
    owner.reload()
    owner.get_by_role("button", name="Looked at twice").click()
    expect(dialog.get_by_label("English")).to_have_value("A car by a lake")
    dialog.get_by_label("Title", exact=True).fill(title)
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_have_count(0)
