"""An experiment from its start to its end, as its owner sees it."""

from collections.abc import Iterator

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()


@pytest.fixture
def second_version(stack: Stack) -> Iterator[None]:
    """Kept aside: no one is asked it. What other tests' visitors are asked stays as it was."""
    query_stack(
        stack,
        "insert into quiz_definitions (tenant_id, version, definition, is_current)"
        " select tenant_id, 'v2', jsonb_set(definition, '{version}', '\"v2\"'), false from quiz_definitions d"
        " where is_current and exists (select from tenants t where t.id = d.tenant_id and slug = 'georgia')",
    )
    yield
    query_stack(stack, "delete from experiments")
    query_stack(stack, "delete from quiz_definitions where version = 'v2'")


def test_an_experiment_begins_is_named_by_the_figures_and_ends(page: Page, second_version: None) -> None:
    page.goto("/admin/quiz")
    other = page.get_by_role("button", name="Make current")
    expect(other).to_have_count(1)
    page.get_by_role("button", name="Start an experiment").click()
    dialog = page.get_by_role("dialog", name="Start an experiment")
    dialog.get_by_label("What it tries out").fill("Fewer questions")
    dialog.get_by_role("button", name="Start it").click()
    expect(dialog).to_be_hidden()
    arms = page.get_by_role("table", name="Versions of the experiment")
    for version in ("v1", "v2"):
        expect(arms.get_by_role("row").filter(has_text=version)).to_contain_text("50%")
    expect(page.get_by_role("note").filter(has_text="no other version can be asked")).to_be_visible()
    expect(other).to_have_count(0)

    page.goto("/admin/quiz-analytics")
    running = page.get_by_role("region", name="Experiment", exact=True)
    expect(running).to_contain_text("The experiment Fewer questions is running")
    running.get_by_role("link", name="v1 beside v2").click()
    # Both pictures over time are there, each with its own name for what it draws.
    expect(page.get_by_label("Metric of the comparison", exact=True)).to_be_visible()
    expect(page.get_by_label("Metric", exact=True)).to_be_visible()

    running.get_by_role("link", name="Results").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Stop").click()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Fewer questions"))
    expect(card).to_contain_text("Stopped")
    expect(other).to_have_count(1)
    page.goto("/admin/quiz-analytics")
    expect(page.get_by_test_id("Total Sessions")).to_be_visible()
    expect(running).to_have_count(0)
