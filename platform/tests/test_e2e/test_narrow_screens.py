"""Every public page: accessible, and fitting the narrowest phones with text at twice its size."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from browser_visitors import PHONE
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, turn_to

SEARCH = "pickup=tbilisi&dropoff=batumi&pickupDate=2031-07-01&returnDate=2031-07-08"
ALPINE = "pickup=chur&dropoff=st-moritz&pickupDate=2031-07-01&returnDate=2031-07-08"
PATHS = [
    "/",
    f"/?{SEARCH}",
    f"/cars/chevrolet-suburban?{SEARCH}",
    f"/places/tbilisi?{SEARCH}",
    f"/cars?{SEARCH}",
    "/places",
    "/guides",
    "/help",
    f"/booking?{SEARCH}&carType=Chevrolet+Suburban",
    "/vashlovani-national-park-guide",
    "/my-booking",
    "/thank-you",
    "/terms-of-service",
    "/privacy-policy",
    "/black",
    "/affiliate-register",
    "/affiliate-login",
    "/admin/login",
    "/no-such-page",
]
LANGUAGES = ("/ka", "/ru")
# Pages of a company that tracks no availability: they say nothing of it.
WITHOUT_PROMISES = {
    "/",
    f"/?{SEARCH}",
    f"/booking?{SEARCH}&carType=Chevrolet+Suburban",
    "/black",
    "/thank-you",
    "/terms-of-service",
    "/privacy-policy",
}
# Before sign-in my booking asks whether one is open.
REFUSED = {"/my-booking": ("/api/my-booking$", 401), "/no-such-page": ("/no-such-page$", 404)}
TWICE = "html { font-size: 200% !important }"
# Elements that overflow, are clipped, or wrap into single letters. Scrollable ones may be wider.
FAULTS = """() => {
  const faults = [];
  const name = (element) => `${element.tagName} "${(element.innerText || "").slice(0, 40)}"`;
  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if (overflowX === "auto" || overflowX === "scroll") return true;
      if (at.getAttribute("aria-hidden") === "true" || at.matches(".sr-only, .skip-link, [inert]")) return true;
      if (position === "fixed") return false;
    }
    return false;
  };
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (!text || !element.checkVisibility({ visibilityProperty: true }) || scrolls(element)) continue;
    if (element.closest("script, style, select, noscript")) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (boxes.some(({ left, right }) => left < -1 || right > width + 1)) faults.push(`outside: ${name(element)}`);
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    if (lines > 2 && text.length / lines < 3) faults.push(`letter by letter: ${name(element)}`);
    const isFigure = /^[^\\p{L}\\s]*\\d[^\\p{L}\\s]*$/u.test(text);
    if (lines > 1 && isFigure) faults.push(`broken: ${name(element)}`);
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (overflowX !== "visible" && boxes.some(({ right }) => right > box.right + 1)) {
        faults.push(`cut off: ${name(element)}`);
        break;
      }
    }
  }
  return [...new Set(faults)];
}"""


def faults_of(page: Page) -> list[str]:
    found: Any = page.evaluate(FAULTS)
    return [str(each) for each in found]


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found]


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.add_style_tag(content=TWICE)
    expect(page.locator("#content, main, form").first).to_be_attached()
    page.wait_for_load_state("networkidle")


@pytest.mark.slow
def test_every_public_page_is_accessible_and_fits_a_narrow_screen_with_large_text(
    stack: Stack, browser: Browser
) -> None:
    for refused in REFUSED.values():
        expect_refusal("GET", *refused)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    problems: dict[tuple[str, int], list[str]] = {}
    # The last one has another brand, and the consent bar.
    for address in [*(stack.origin + path for path in PATHS), f"{stack.alps}/"]:
        page.goto(address, wait_until="networkidle")
        expect(page.locator("#content, main, form").first).to_be_attached()
        if address.removeprefix(stack.origin) in WITHOUT_PROMISES:
            shown = re.sub(r"<script.*?</script>", "", page.content(), flags=re.DOTALL)
            assert not re.search("availab", shown, re.IGNORECASE), address
        for width, height in ((390, 844), (1440, 900)):
            turn_to(page, width, height)
            problems[address, width] = violations(page)
        if address.startswith(stack.origin) and not address.endswith("/admin/login"):
            page.add_style_tag(content=TWICE)
            for width in (360, 320):
                turn_to(page, width, 740)
                problems[address, width] = faults_of(page)
    context.close()
    assert {place: found for place, found in problems.items() if found} == {}
    # The first is for developers alone; the other is asked only by a company that promises it.
    of_company = [url for url in asked if url.startswith(stack.origin)]
    assert [url for url in of_company if re.search("rapidoc|availab", url)] == []


@pytest.mark.slow
def test_results_fit_a_narrow_screen_in_each_language(stack: Stack, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    for origin, path in (
        *((stack.origin, f"{language}/?{SEARCH}") for language in LANGUAGES),
        (stack.alps, f"/?{ALPINE}"),
    ):
        opened(page, origin + path)
        assert faults_of(page) == [], path
    context.close()


@pytest.mark.slow
def test_steps_of_a_booking_fit_a_narrow_screen_with_large_text(stack: Stack, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 740})
    for language in LANGUAGES:
        # A tab of its own: it begins at the first step.
        page = context.new_page()
        opened(page, f"{stack.origin}{language}/booking?{SEARCH}&carType=Chevrolet+Suburban")
        expect(page.locator("input[name=pickupTime]")).to_be_visible()
        assert faults_of(page) == [], (language, "trip")
        page.locator("form button[type=submit]").click()
        expect(page.locator("input[name=pickupTime]")).to_have_count(0)
        assert faults_of(page) == [], (language, "extras")
        page.locator("form button[type=submit]").click()
        expect(page.locator("input[name=firstName]")).to_be_visible()
        assert faults_of(page) == [], (language, "confirm")
    context.close()


@pytest.mark.slow
def test_pages_phone_and_reviews_are_found_at_every_size(stack: Stack, browser: Browser) -> None:
    expect_refusal("GET", *REFUSED["/my-booking"])
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{stack.origin}/?{SEARCH}")
    for width in (360, 1440):
        turn_to(page, width, 740)
        links = page.get_by_role("navigation", name="Menu")
        for name in ("Cars", "Places", "Guides", "Help", "My booking"):
            # The header stays in sight.
            page.mouse.wheel(0, 2000)
            if width < 1280:
                page.locator("header summary").last.click()
            expect(links.locator("a[href^='tel:+']")).to_be_visible()
            links.get_by_role("link", name=name).click()
            expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
        footer = page.get_by_role("contentinfo")
        expect(footer.get_by_role("link", name="My booking")).to_be_visible()
        expect(footer.locator("a[href^='tel:+']")).to_be_visible()
        page.go_back()
        page.get_by_role("link", name="Abano Georgia").first.click()
        reviews = page.locator("section", has=page.locator("#reviews-title"))
        reviews.scroll_into_view_if_needed()
        expect(reviews.get_by_text("4.9 from 387 reviews by our guests")).to_be_visible()
        expect(reviews.get_by_role("listitem").first).to_be_visible()
    context.close()
