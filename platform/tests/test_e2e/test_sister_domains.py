"""Two hosts in one browser: a click id reaches the sister site through a hidden frame, and no stranger's site."""

from pathlib import Path

import pytest
from browser_visitors import (
    Company,
    keeps,
    open_company,
    returning_visitor,
    stored,
    tracked,
    visitor,
)
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

AD = "?gclid=TeSter-1&gbraid=b-1&quiz_completed=true"


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    port = stack.origin.rpartition(":")[2]
    domains = [f"rent4x4.localhost:{port}", f"strangers.localhost:{port}", f"sisters.localhost:{port}"]
    company = open_company(stack, "sisters", click_id_domains=domains)
    company.rows("insert into tenant_domains (tenant_id, host) values (%s, 'rent4x4.localhost')")
    open_company(stack, "strangers")
    return company


def at(company: Company, host: str) -> str:
    return company.origin.replace("sisters.localhost", host)


def cookies_of(page: Page, origin: str) -> dict[str, str]:
    return {str(item.get("name")): str(item.get("value")) for item in page.context.cookies(origin)}


def test_the_sister_site_takes_the_id_as_its_own_cookie(
    browser: Browser, company: Company, tmp_path: Path
) -> None:
    sister, stranger = at(company, "rent4x4.localhost"), at(company, "strangers.localhost")
    with returning_visitor(browser, tmp_path) as page:
        answers: dict[str, int] = {}
        page.on("response", lambda answer: answers.update({answer.url.split("?")[0]: answer.status}))
        with (
            page.expect_response(f"{sister}/click-sync?*"),
            page.expect_response(f"{stranger}/click-sync?*"),
        ):
            tracked(page, f"{company.origin}/{AD}")
        assert answers[f"{sister}/click-sync"] == 200
        assert answers[f"{stranger}/click-sync"] == 403
        assert f"{company.origin}/click-sync" not in answers
        assert cookies_of(page, sister) == {"cross_domain_gclid": "TeSter-1", "cross_domain_gbraid": "b-1"}
        assert cookies_of(page, stranger) == {}
        [cookie, _] = page.context.cookies(sister)
        assert (cookie["domain"], cookie["sameSite"], cookie["secure"]) == ("rent4x4.localhost", "None", True)

        # There the page finds it, puts it into the address and keeps it in the other two places as well.
        tracked(page, f"{sister}/thank-you")
        assert page.url == f"{sister}/thank-you?gclid=TeSter-1&gbraid=b-1"
        keeps(page, "gclid", "TeSter-1")
        tracked(page, f"{stranger}/thank-you")
        assert page.url == f"{stranger}/thank-you"
        assert stored(page, "gclid") == [None] * 3


# How long each frame is on the page, seen from within: a busy machine looks too late.
WATCH_FRAMES = """
window.syncFrames = [];
new MutationObserver((changes) => {
  for (const { addedNodes, removedNodes } of changes) {
    for (const frame of addedNodes)
      if (frame.src?.includes("/click-sync?"))
        syncFrames.push({ frame, isShown: frame.checkVisibility(), since: performance.now() });
    for (const each of syncFrames)
      if ([...removedNodes].includes(each.frame)) each.milliseconds = performance.now() - each.since;
  }
}).observe(document, { childList: true, subtree: true });
"""


@pytest.mark.slow
def test_the_frames_are_hidden_and_gone_after_five_seconds(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.add_init_script(WATCH_FRAMES)
        page.route("**/click-sync?*", lambda _: None)  # a sister site that never answers
        page.goto(f"{company.origin}/{AD}", wait_until="domcontentloaded")
        page.wait_for_function("() => syncFrames.filter((each) => each.milliseconds).length === 2")
        seen = page.evaluate("() => syncFrames.map(({ isShown, milliseconds }) => [isShown, milliseconds])")
        assert [is_shown for is_shown, _ in seen] == [False, False]
        # The timer began just before the frame was on the page.
        assert all(milliseconds > 4_500 for _, milliseconds in seen), seen


@pytest.mark.slow
def test_a_sister_site_that_fails_disturbs_no_one(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.route("**/click-sync?*", lambda route: route.fulfill(status=500))
        tracked(page, f"{company.origin}/{AD}")
        expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
        keeps(page, "gclid", "TeSter-1")
        assert cookies_of(page, at(company, "rent4x4.localhost")) == {}
        assert problems == []


@pytest.mark.slow
def test_where_other_sites_cookies_are_blocked_the_sister_site_is_given_no_id(
    browser: Browser, company: Company, tmp_path: Path
) -> None:
    sister = at(company, "rent4x4.localhost")
    with returning_visitor(browser, tmp_path, takes_others=False) as page:
        with page.expect_response(f"{sister}/click-sync?*"):
            tracked(page, f"{company.origin}/{AD}")
        assert cookies_of(page, sister) == {}
        # This visitor is indistinguishable from another one at the same IP.
        tracked(page, f"{sister}/thank-you")
        assert page.url == f"{sister}/thank-you"
        assert stored(page, "gclid") == [None] * 3
