"""Public pages beyond the wizard: old URLs, the gallery, and a company's bot check."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from browser_visitors import until
from console_steps import SCHEMES, show
from playwright.sync_api import Browser, Page, Route, expect
from psycopg.types.json import Jsonb
from running_stack import WAIT_SECONDS, Stack, walk

from abano.core.colors import Color
from abano.ops.local.embedded_postgres import EmbeddedPostgres

PROVIDER = """
window.grecaptcha = {
  ready: (go) => go(),
  execute: (key, {action}) => Promise.resolve(`token for ${action} by ${key}`),
};
"""


@contextmanager
def integrations(stack: Stack, **values: str) -> Iterator[None]:
    """Settings of the second company, restored at the end."""
    change = (
        "update tenant_settings set integrations = integrations || %s"
        " where tenant_id = (select id from tenants where slug = 'alps')"
    )

    def apply(settings: dict[str, str]) -> None:
        with psycopg.connect(EmbeddedPostgres(stack.data_dir / "postgres").url("abano")) as conn:
            conn.execute(change, (Jsonb(settings),))

    apply(values)
    try:
        yield
    finally:
        apply(dict.fromkeys(values, ""))


def open_when_configured(page: Page, address: str, mark: str) -> None:
    """Settings apply within seconds: reload the page until it contains ``mark``."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        page.goto(address)
        if mark in (page.locator("#site-config").text_content() or ""):
            return
    raise AssertionError(f"{mark} never reached the page")


def test_old_addresses_in_the_browser(browser: Browser, stack: Stack) -> None:
    page = browser.new_page()
    page.goto(f"{stack.origin}/car-rental-tbilisi?utm_term=4x4#showcase")
    expect(page).to_have_url(f"{stack.origin}/?utm_term=4x4#showcase")
    page.goto(f"{stack.origin}/car-rental-tbilisi#gclid=abc")
    expect(page.get_by_role("heading", name="Choose your car")).to_be_visible()
    assert page.url.startswith(f"{stack.origin}/car-rental-tbilisi")
    page.goto(f"{stack.origin}/nowhere?ref=1")
    page.get_by_role("link", name="Go to Homepage").click()
    expect(page).to_have_url(f"{stack.origin}/?ref=1")
    expect(page).to_have_title(re.compile("4x4"))
    page.context.close()


def test_gallery_by_keyboard_locks_the_page_and_leads_to_the_form(browser: Browser, stack: Stack) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(stack.origin)
    opener = page.get_by_role("button", name="Photos and details: Toyota FJ Cruiser")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Toyota FJ Cruiser")
    expect(dialog.get_by_text("1 / 5")).to_be_visible()
    expect(page.locator("body")).to_have_css("overflow", "hidden")
    before = page.evaluate("window.scrollY")
    page.mouse.move(20, 20)
    page.mouse.wheel(0, 1500)
    page.keyboard.press("ArrowLeft")
    expect(dialog.get_by_text("5 / 5")).to_be_visible()
    # Much less than a wheel step: a font still loading may move the page by a line.
    assert abs(page.evaluate("window.scrollY") - before) < 200
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    # Anywhere on the card, here beside its name.
    page.get_by_role("article").filter(has_text="Hyundai Elantra").click(position={"x": 200, "y": 190})
    note_animations(page)
    page.get_by_role("button", name="Book This Vehicle").click()
    until(page, SHAKEN)
    expect(page.locator("select[name=pickupLocation]")).to_be_focused()
    page.context.close()


@pytest.mark.slow
def test_page_opens_at_its_top_and_the_way_back_leads_to_where_one_was(
    browser: Browser, stack: Stack
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(stack.origin)
    page.locator("select[name=pickupLocation]").select_option("tbilisi")
    page.locator("select[name=dropoffLocation]").select_option("batumi")
    page.locator("input[name=pickupDate]").fill("2030-06-10")
    page.locator("input[name=returnDate]").fill("2030-06-17")
    page.get_by_role("button", name="Check Price").first.click()
    card = page.get_by_role("article").filter(has_text="Toyota 4Runner")
    card.get_by_role("button", name="Book Now").click()
    expect(page.get_by_role("heading", name="Booking Details")).to_be_in_viewport()
    page.go_back()
    expect(card).to_be_in_viewport()
    expect(card.get_by_text("Total for 7 days")).to_be_attached()
    page.get_by_role("contentinfo").get_by_role("link", name="Terms").click()
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    page.goto("about:blank")
    page.goto(f"{stack.origin}/#showcase")
    expect(page.get_by_role("heading", name="Choose your car")).to_be_in_viewport()
    page.context.close()


SHAKEN = "animations.includes('shake')"


def note_animations(page: Page) -> None:
    """The form shakes only briefly, so polling may miss it."""
    page.evaluate(
        "window.animations = []; addEventListener('animationstart', event => animations.push(event.animationName))"
    )


def search(page: Page, pickup: str, dropoff: str, pickup_date: str, return_date: str) -> None:
    page.locator("select[name=pickupLocation]").select_option(pickup)
    page.locator("select[name=dropoffLocation]").select_option(dropoff)
    page.locator("input[name=pickupDate]").fill(pickup_date)
    page.locator("input[name=returnDate]").fill(return_date)
    page.locator("form#search button[type=submit]").click()


@pytest.mark.slow
def test_search_says_at_its_fields_what_is_wrong_and_lives_in_the_address(
    browser: Browser, stack: Stack
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    # A link from last year.
    page.goto(f"{stack.origin}/?pickup=tbilisi&dropoff=batumi&pickupDate=2020-01-01&returnDate=2020-01-09")
    expect(page.get_by_label("Pickup date")).to_have_accessible_description(re.compile("has passed"))
    expect(page.get_by_role("button", name="Book Now")).to_have_count(0)
    page.goto(f"{stack.origin}/?utm_source=letter")
    note_animations(page)
    page.locator("form#search button[type=submit]").click()
    until(page, SHAKEN)
    pickup = page.get_by_label("Pick up in")
    expect(pickup).to_have_accessible_description("Choose a pickup location.")
    expect(pickup).to_have_attribute("aria-invalid", "true")
    expect(pickup).to_be_focused()
    search(page, "tbilisi", "tbilisi", "2030-06-10", "2030-06-12")
    expect(page.get_by_label("Return date")).to_have_accessible_description(
        re.compile("The shortest rental is 3 days: return on Thu,? 13 Jun or later.")
    )
    assert "pickup=" not in page.url
    page.get_by_label("Return date").fill("2030-06-13")
    expect(page.get_by_text("The shortest rental")).to_be_hidden()

    search(page, "tbilisi", "batumi", "2030-06-10", "2030-06-17")
    total = page.get_by_role("article").filter(has_text="Hyundai Elantra").get_by_text("€352")
    expect(total).to_be_visible()
    expect(page).to_have_url(
        f"{stack.origin}/?utm_source=letter&pickup=tbilisi&dropoff=batumi"
        "&pickupDate=2030-06-10&pickupTime=09%3A00&returnDate=2030-06-17&returnTime=09%3A00"
    )
    shared = page.url
    page.reload()
    expect(total).to_be_visible()
    expect(page.locator("input[name=returnDate]")).to_have_value("2030-06-17")
    search(page, "tbilisi", "tbilisi", "2030-06-10", "2030-06-13")
    expect(page.get_by_text("Total for 3 days").first).to_be_visible()
    page.go_back()
    expect(total).to_be_visible()
    expect(page.locator("select[name=dropoffLocation]")).to_have_value("batumi")
    page.context.close()
    friend = browser.new_page()
    friend.goto(shared)
    expect(friend.get_by_text("Total for 7 days").first).to_be_visible()
    friend.context.close()


@pytest.mark.slow
def test_way_back_closes_the_gallery(browser: Browser, stack: Stack) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{stack.origin}/terms-of-service")
    page.goto(stack.origin)
    opener = page.get_by_role("button", name="Photos and details: Toyota FJ Cruiser")
    dialog = page.get_by_role("dialog", name="Toyota FJ Cruiser")
    opener.click()
    expect(dialog).to_be_visible()
    where = page.evaluate("window.scrollY")
    page.go_back()
    expect(dialog).to_be_hidden()
    assert abs(page.evaluate("window.scrollY") - where) < 50
    # Closing it with the button leaves no history entry: Back leads to the previous page.
    opener.click()
    linked = page.url
    page.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(f"{stack.origin}/")
    page.go_back()
    expect(page).to_have_url(f"{stack.origin}/terms-of-service")
    page.goto(linked)
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(f"{stack.origin}/")
    page.context.close()


@pytest.mark.slow
def test_second_company_has_no_page_of_the_firsts_guide(browser: Browser, stack: Stack) -> None:
    guide = "/vashlovani-national-park-guide"
    page = browser.new_page()
    answer = page.goto(f"{stack.alps}{guide}")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()
    page.get_by_role("link", name="Go to Homepage").click()
    expect(page.locator(f'a[href="{guide}"]')).to_have_count(0)
    expect(page.get_by_role("contentinfo")).not_to_contain_text("Vashlovani")
    walk(page, guide)
    expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()
    page.goto(f"{stack.origin}{guide}")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Vashlovani"))
    page.context.close()


@pytest.mark.slow
def test_footer_links_are_large_enough_for_a_thumb(browser: Browser, stack: Stack) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = context.new_page()
    for path in ("/", "/terms-of-service"):
        page.goto(stack.origin + path)
        links = page.get_by_role("contentinfo").get_by_role("link")
        expect(links.first).to_be_visible()
        boxes = [link.bounding_box() for link in links.all()]
        assert len(boxes) >= 5
        assert [box for box in boxes if box is None or box["height"] < 44 or box["width"] < 44] == []
    context.close()


@pytest.mark.slow
def test_consoles_theme_is_the_companys(browser: Browser, stack: Stack) -> None:
    """Each company's own colours result in readable contrast in the browser."""
    read = """() => {
      const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
      const bytes = (color) => {
        canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
        return '#' + [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
          .map((part) => part.toString(16).padStart(2, '0')).join('');
      };
      const button = getComputedStyle(document.querySelector('button[type=submit]'));
      const page = getComputedStyle(document.body);
      return [button.color, button.backgroundColor, page.color, page.backgroundColor].map(bytes);
    }"""
    painted = set()
    page = browser.new_page()
    for origin in (stack.origin, stack.alps):
        page.goto(f"{origin}/admin/login")
        expect(page.locator("button[type=submit]")).to_be_visible()
        for scheme in SCHEMES:
            show(page, scheme)
            colors = [Color.parse(text) for text in page.evaluate(read)]
            assert colors[0].contrast(colors[1]) >= 4.5
            assert colors[2].contrast(colors[3]) >= 7
            assert (colors[3].luminance < 0.1) is (scheme == "dark")
            painted.add((scheme, colors[1]))
    page.context.close()
    # Each company has its own button in each scheme.
    assert len(painted) == 4


def test_bot_check_asks_its_provider_and_blocks_no_one(browser: Browser, stack: Stack) -> None:
    page = browser.new_page()
    asked: list[Any] = []
    violations: list[str] = []
    page.on(
        "console",
        lambda message: violations.append(message.text) if "Content Security" in message.text else None,
    )
    page.route(
        "https://www.google.com/recaptcha/**",
        lambda route: route.fulfill(body=PROVIDER, content_type="text/javascript"),
    )

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json={"success": False, "error": "reCAPTCHA verification failed"})

    page.route("**/api/recaptcha/verify", refuse)
    with integrations(stack, recaptchaSiteKey="site-key-1", recaptchaSecret="secret"):
        open_when_configured(page, stack.alps, "site-key-1")
        page.locator("select[name=pickupLocation]").select_option("chur")
        page.locator("select[name=dropoffLocation]").select_option("chur")
        page.locator("input[name=pickupDate]").fill("2030-06-10")
        page.locator("input[name=returnDate]").fill("2030-06-17")
        with page.expect_request("**/api/recaptcha/verify"):
            page.locator("form#search button[type=submit]").click()
        expect(page.get_by_text("Total for 7 days").first).to_be_visible()
    assert asked == [
        {
            "token": "token for header_form_submission by site-key-1",
            "action": "header_form_submission",
        }
    ]
    assert violations == []
    page.context.close()
