"""Each company's languages: a whole booking, the quiz, language switches, and data for search engines."""

import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from browser_visitors import until
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect
from running_stack import Stack, query_stack
from wizard_steps import TRIP

PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 360, "height": 740}
PERSON = {
    "firstName": "Nino",
    "lastName": "Beridze",
    "customerPhone": "+44 20 7946 0000",
    "driverAge": "36",
    "groupSize": "2",
}
# URL prefix, and characters or words that only occur in this language's pages.
REFERENCE = re.compile(r"^[0-9A-Z]{3}-[0-9A-Z]{4}$")
GEORGIA = {"en": ("", "Book"), "ka": ("/ka", "[ა-ჰ]{4}"), "ru": ("/ru", "[а-яё]{4}")}


@pytest.fixture(autouse=True)
def _no_clicks(stack: Stack) -> Iterator[None]:
    """A click is matched by device and IP: the next visitor of these tests has another one."""
    yield
    query_stack(stack, "delete from click_records")
    query_stack(stack, "delete from ip_visits")
    query_stack(stack, "update quiz_sessions set gclid = null where gclid is not null")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def proceed(page: Page) -> None:
    page.locator("form button[type=submit]").click()


def fill_person(page: Page, email: str) -> None:
    for name, value in (PERSON | {"customerEmail": email}).items():
        page.locator(f"input[name={name}]").fill(value)


def to_contact(page: Page) -> None:
    """From the trip through the extras."""
    expect(page.locator("input[name=pickupDate]")).to_be_visible()
    proceed(page)
    expect(page.locator("input[name=pickupDate]")).to_have_count(0)
    proceed(page)
    expect(page.locator("input[name=firstName]")).to_be_visible()


def confirm(page: Page, email: str) -> None:
    """From the contact details to the thank-you page, by language-independent selectors."""
    fill_person(page, email)
    expect(page.locator("[data-total=checked]").first).to_be_attached()
    proceed(page)
    expect(page).to_have_url(re.compile("/thank-you"))


def test_a_whole_booking_in_georgian_with_refused_fields_and_dates(page: Page, stack: Stack) -> None:
    language = "ka"
    prefix, letters = GEORGIA[language]
    email = f"visitor-{language}@example.com"
    page.goto(f"{stack.origin}{prefix}/booking?{TRIP}")
    # Dates are Georgian in a browser that knows no Georgian.
    expect(page.locator("aside").first).to_contain_text(re.compile("10 ივნ.*17 ივნ"))
    to_contact(page)
    country = page.locator("select[autocomplete=tel-country-code] option[value=DE]")
    expect(country).to_have_text("გერმანია (+49)")
    proceed(page)
    alerts = page.locator("form [role=alert]")
    expect(alerts).to_have_count(6)
    for text in alerts.all_inner_texts():
        assert re.search("[ა-ჰ]", text), text
    expect(page.locator("input[name=firstName]")).to_be_focused()
    confirm(page, email)
    assert urlsplit(page.url).path == f"{prefix}/thank-you"
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("main")).to_contain_text(re.compile(letters))
    # The previous step stays until the confirmation has loaded, and has its own list.
    reference = page.locator("dd").first
    expect(reference).to_have_text(REFERENCE)
    stored = query_stack(
        stack,
        "select customer_email, language from bookings where reference = %s",
        reference.inner_text(),
    )
    assert stored == [(email, language)]
    # Back home in the same language.
    page.locator("header a").first.click()
    expect(page).to_have_url(f"{stack.origin}{prefix}/")


@pytest.mark.slow
def test_a_whole_booking_in_german(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.alps}/de/")
    site = json.loads(page.locator("#site-config").text_content() or "")
    code, car = site["locations"][0]["code"], site["cars"][0]["name"]
    trip = f"pickup={code}&dropoff={code}&pickupDate=2030-06-10&returnDate=2030-06-17&carType={car}"
    page.goto(f"{stack.alps}/de/booking?{trip}")
    to_contact(page)
    confirm(page, "besucherin@example.com")
    assert urlsplit(page.url).path == "/de/thank-you"
    statement = "select language from bookings where customer_email = 'besucherin@example.com'"
    assert query_stack(stack, statement) == [("de",)]


def languages_of(page: Page) -> Locator:
    """The header's language menu, in any language of the page."""
    return page.locator("header details:has(a[hreflang]) summary")


def choose(page: Page, language: str) -> None:
    languages_of(page).click()
    page.locator(f"header details a[hreflang={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    # Rendered, and not only loading.
    expect(languages_of(page)).to_be_visible()


@pytest.mark.slow
def test_draft_search_and_click_ids_survive_the_way_to_another_language(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/booking?{TRIP}&gclid=survives_1")
    page.locator("input[name=returnTime]").fill("10:30")
    choose(page, "ka")
    parts = urlsplit(page.url)
    assert parts.path == "/ka/booking"
    assert "gclid=survives_1" in parts.query
    expect(page.locator("input[name=returnTime]")).to_have_value("10:30")
    to_contact(page)
    fill_person(page, "moving@example.com")
    choose(page, "ru")
    expect(page.locator("input[name=customerEmail]")).to_have_value("moving@example.com")
    expect(page.locator("[data-total=checked]").first).to_be_attached()
    proceed(page)
    expect(page).to_have_url(re.compile("/ru/thank-you"))
    stored = query_stack(
        stack, "select gclid, language from bookings where customer_email = 'moving@example.com'"
    )
    assert stored == [("survives_1", "ru")]


@pytest.mark.slow
def test_a_search_keeps_its_answer(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/?{TRIP}#showcase")
    total = page.locator("article .text-2xl").first
    before = re.sub(r"\D", "", total.inner_text())
    choose(page, "ru")
    parts = urlsplit(page.url)
    assert (parts.path, parts.fragment) == ("/ru/", "showcase")
    expect(total).to_have_text(re.compile(before))


@pytest.mark.slow
def test_paid_visitors_keep_their_language_through_the_quiz(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/ka/?gclid=paid_ka_1")
    expect(page).to_have_url(f"{stack.origin}/ka/black?gclid=paid_ka_1")
    page.locator("main > div button").last.click()
    answers = page.locator("main fieldset button")
    expect(answers.first).to_contain_text(re.compile("[ა-ჰ]"))
    first_question = page.locator("#quiz-question").inner_text()
    answers.first.click()
    expect(page.locator("#quiz-question")).not_to_have_text(first_question)
    # The link to the same page in Russian: the quiz continues with its second question.
    second = page.locator("#quiz-position").inner_text()
    page.goto(page.url.replace("/ka/", "/ru/"))
    expect(page.locator("#quiz-question")).to_contain_text(re.compile("[а-яё]"))
    assert re.findall(r"\d+", page.locator("#quiz-position").inner_text()) == re.findall(r"\d+", second)
    with page.expect_response(re.compile("/api/quiz/session/complete$")):
        while True:
            position = page.locator("#quiz-position").inner_text()
            number, count = re.findall(r"\d+", position)
            page.locator("main fieldset button").last.click()
            if number == count:
                break
            expect(page.locator("#quiz-position")).not_to_have_text(position)
            expect(page.locator("main fieldset")).to_have_attribute("aria-busy", "false")
    expect(page).to_have_url(re.compile(r"/ru/\?.*quiz_completed=true"))
    # By its code, in any language.
    answers_kept = query_stack(
        stack,
        "select value from quiz_answers join quiz_sessions using (tenant_id, session_id) where gclid = 'paid_ka_1'",
    )
    assert len(answers_kept) >= 2
    assert all(re.fullmatch(r"[a-z0-9+_-]+", value) for (value,) in answers_kept)


@pytest.mark.slow
def test_a_chosen_language_is_offered_and_never_forced(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/")
    choose(page, "ka")
    page.goto(f"{stack.origin}/")
    expect(page).to_have_url(f"{stack.origin}/")
    offer = page.locator("section[lang=ka]")
    expect(offer).to_contain_text(re.compile("[ა-ჰ]"))
    offer.locator("button").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator("#search")).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.slow
def test_pages_within_the_site_stay_below_their_prefix(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.origin}/ka/")
    page.locator("footer a[href$='/privacy-policy']").click()
    expect(page).to_have_url(f"{stack.origin}/ka/privacy-policy")
    expect(page).to_have_title(re.compile("^კონფიდენციალურობის"))
    title = page.title()
    expect(page.locator("h1")).to_contain_text(re.compile("[ა-ჰ]"))
    canonical = page.locator("link[rel=canonical]")
    expect(canonical).to_have_attribute("href", re.compile("/ka/privacy-policy$"))
    page.reload()
    assert page.title() == title
    page.locator("main a").last.click()
    expect(page).to_have_url(f"{stack.origin}/ka/")
    expect_refusal("GET", "/ka/no-such-page", 404)
    page.goto(f"{stack.origin}/ka/no-such-page?utm_medium=mail")
    page.locator("main a").click()
    expect(page).to_have_url(f"{stack.origin}/ka/?utm_medium=mail")


@pytest.mark.slow
def test_each_language_names_all_and_itself(stack: Stack) -> None:
    for path in ("/", "/booking", "/terms-of-service"):
        heads = {}
        for language, (prefix, _) in GEORGIA.items():
            html = httpx.get(f"{stack.origin}{prefix}{path}").text
            assert f'<html lang="{language}">' in html
            links = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"', html))
            heads[language] = links
            canonical = re.search(r'<link rel="canonical" href="([^"]+)"', html)
            assert canonical is not None
            assert canonical[1] == links[language]
            assert urlsplit(links[language]).path == prefix + path
        assert heads["en"] == heads["ka"] == heads["ru"]
        assert heads["en"]["x-default"] == heads["en"]["en"]


LOOKED_AT_BY_AXE = ("/", f"/booking?{TRIP}", "/black")
PAGES = ["/", f"/?{TRIP}", f"/booking?{TRIP}", "/black", "/thank-you", "/terms-of-service", "/no-such-page"]


@pytest.mark.slow
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(page: Page, stack: Stack) -> None:
    found = {}
    for language in ("ka", "ru"):
        expect_refusal("GET", f"/{language}/no-such-page$", 404)
        for path in [*PAGES, "/vashlovani-national-park-guide"]:
            page.set_viewport_size(NARROW)
            page.goto(f"{stack.origin}/{language}{path}", wait_until="networkidle")
            page.evaluate("document.fonts.ready")
            for size in (NARROW, PHONE):
                page.set_viewport_size(size)
                expect_fitting(page, path, size)
            # axe's checks are the same in every language: each kind of page once. English has its own test.
            if language != "ka" or path not in LOOKED_AT_BY_AXE:
                continue
            if languages_of(page).count():
                languages_of(page).click()
            violations = Axe().run(page).response["violations"]
            if violations:
                found[path] = [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in violations]
    assert found == {}


def expect_fitting(page: Page, path: str, size: ViewportSize) -> None:
    until(page, f"screen.width === {size['width']}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
    cut = """buttons => buttons.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""
    buttons = page.locator("main button:visible, main a.button:visible")
    assert buttons.evaluate_all(cut) == [], (path, size)


@pytest.mark.slow
def test_own_letters_come_with_the_page(page: Page, stack: Stack) -> None:
    """Georgian uses the site's font, which is requested before any script has run."""
    html = httpx.get(f"{stack.origin}/ka/").text
    fonts = re.findall(r'<link rel="preload" as="font"[^>]* href="([^"]+)"', html)
    assert "mkhedruli" in fonts[0]
    cyrillic = httpx.get(f"{stack.origin}/ru/").text
    assert re.search(r'as="font"[^>]* href="[^"]*cyrillic', cyrillic)
    page.goto(f"{stack.origin}/ka/", wait_until="networkidle")
    assert page.evaluate("document.fonts.check('16px \"Noto Sans Georgian Variable\"', 'ქართული')")
