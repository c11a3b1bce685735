"""Frames on another website: they follow their content's height, and lead to the booking form with the campaign."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from browser_faults import expect_refusal
from browser_visitors import PHONE, Company, everything_stored, keeps, open_company, until, visitor
from playwright.sync_api import Browser, FrameLocator, Page, ViewportSize, expect
from running_stack import Stack

AD = "?gclid=Embed-Click-1&utm_source=blog&utm_medium=cpc&utm_campaign=summer&ref=HOTEL-1&other=1"
CAMPAIGN = {
    "gclid": ["Embed-Click-1"], "utm_source": ["blog"], "utm_medium": ["cpc"], "utm_campaign": ["summer"],
    "ref": ["HOTEL-1"],
}  # fmt: skip
DESK: ViewportSize = {"width": 1440, "height": 900}
TOMORROW = datetime.now(UTC).date() + timedelta(days=30)
THEN = TOMORROW + timedelta(days=5)


@dataclass(frozen=True)
class Website:
    """A page of someone else with these elements. ``origin`` is allowed, ``stranger`` is another one of the same."""

    origin: str
    stranger: str


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    return open_company(stack, "embedding")


@pytest.fixture(scope="module")
def website(company: Company) -> Iterator[Website]:
    html = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title>'
        '<meta name="viewport" content="width=device-width"><h1>A blog</h1>'
        '<div id="search" data-abano="search" data-language="ka"></div>'
        '<div id="cars" data-abano="cars" data-title="Our cars"></div>'
        '<div id="car" data-abano="car" data-car="toyota-fj-cruiser" data-target="new"></div>'
        f'<script async src="{company.origin}/embed.js"></script>'
    ).encode()

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path.startswith("/blog") else 204)
            self.send_header("content-type", "text/html")
            self.end_headers()
            if self.path.startswith("/blog"):
                self.wfile.write(html)

        def log_message(self, *_: object) -> None:
            """Keep the output of tests quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        allow(company, f"http://127.0.0.1:{port}")
        yield Website(f"http://127.0.0.1:{port}", f"http://localhost:{port}")
        server.shutdown()


def allow(company: Company, *origins: str) -> None:
    company.rows(
        "with company as (select %s::uuid as id) update tenant_settings"
        " set integrations = integrations || %s::jsonb from company where tenant_id = company.id",
        json.dumps({"embedOrigins": origins}),
    )


def frame_of(page: Page, name: str) -> FrameLocator:
    frame = page.locator(f"#{name} iframe")
    frame.scroll_into_view_if_needed()
    return frame.content_frame


def follows_height(page: Page, name: str) -> None:
    """Wait until the frame is as high as what is in it."""
    inner = page.locator(f"#{name} iframe").element_handle().content_frame()
    assert inner is not None
    content = "document.querySelector('main').getBoundingClientRect().height"
    until(
        page,
        f"document.querySelector('#{name} iframe').offsetHeight === {inner.evaluate(f'Math.ceil({content})')}",
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_frames_are_as_high_as_their_content_and_store_nothing(
    browser: Browser, company: Company, website: Website, size: ViewportSize
) -> None:
    with visitor(browser, viewport=size) as page:
        calls: list[str] = []
        page.on("request", lambda request: calls.append(request.url))
        page.goto(f"{website.origin}/blog{AD}")
        cars = frame_of(page, "cars")
        expect(cars.get_by_role("link", name="Book Now").first).to_be_visible()
        follows_height(page, "cars")
        search = frame_of(page, "search")
        expect(search.locator("select[name=pickupLocation]")).to_be_visible()
        follows_height(page, "search")
        # Messages below the fields make it higher.
        search.locator("button[type=submit]").click()
        expect(search.locator("[aria-invalid=true]").first).to_be_focused()
        follows_height(page, "search")
        car = frame_of(page, "car")
        expect(car.get_by_text("a day")).to_be_visible()
        follows_height(page, "car")

        titles = [
            page.locator(f"#{name} iframe").get_attribute("title") for name in ("search", "cars", "car")
        ]
        assert titles == ["ავტომობილის ძებნა: Embedding Cars", "Our cars", "Book a car: Embedding Cars"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for frame in page.frames[1:]:
            assert frame.evaluate("document.querySelectorAll('header, footer').length") == 0
        # Browsers give these frames no storage; nor is it used where a browser would.
        page.goto(f"{company.origin}/embed/cars{AD}")
        expect(page.get_by_role("link", name="Book Now").first).to_be_visible()
        assert everything_stored(page) == []
        # No visit and no step of one: those begin on the company's site.
        assert not [url for url in calls if "/api/gclid" in url or "/api/journey" in url]


def test_a_search_leads_to_the_booking_form_with_its_campaign(
    browser: Browser, company: Company, website: Website
) -> None:
    company.forget_clicks()
    with visitor(browser) as page:
        page.goto(f"{website.origin}/blog{AD}")
        search = frame_of(page, "search")
        search.locator("select[name=pickupLocation]").select_option("tbilisi")
        search.locator("select[name=dropoffLocation]").select_option("batumi")
        search.locator("input[name=pickupDate]").fill(str(TOMORROW))
        search.locator("input[name=returnDate]").fill(str(THEN))
        with page.expect_response("**/api/gclid/save"):
            search.locator("button[type=submit]").click()
        found = urlsplit(page.url)
        assert f"{found.scheme}://{found.netloc}" == company.origin
        assert found.path == "/ka/cars"
        query = parse_qs(found.query)
        assert {name: query[name] for name in CAMPAIGN} == CAMPAIGN
        assert "other" not in query
        keeps(page, "gclid", "Embed-Click-1")
        [(gclid, url)] = company.rows("select gclid, source_url from click_records where tenant_id = %s")
        assert gclid == "Embed-Click-1"
        assert "utm_campaign=summer" in url
        assert company.rows("select is_google_ads_traffic from ip_visits where tenant_id = %s") == [(True,)]
        assert json.loads(page.evaluate("localStorage.getItem('referral_code')"))["code"] == "HOTEL-1"

        page.locator("article").first.get_by_role("button", name="დაჯავშნა", exact=True).click()
        page.wait_for_url("**/ka/booking?*")
        trip = parse_qs(urlsplit(page.url).query)
        assert (trip["pickup"], trip["dropoff"]) == (["tbilisi"], ["batumi"])
        assert (trip["pickupDate"], trip["returnDate"]) == ([str(TOMORROW)], [str(THEN)])
        assert trip["gclid"] == ["Embed-Click-1"]
        expect(page.locator("input[name=pickupDate]")).to_have_value(str(TOMORROW))


@pytest.mark.slow
def test_a_car_leads_to_its_booking_form_in_a_new_tab(
    browser: Browser, company: Company, website: Website
) -> None:
    with visitor(browser) as page:
        page.goto(f"{website.origin}/blog{AD}")
        car = frame_of(page, "car")
        with page.expect_popup() as opened:
            car.get_by_role("link", name="Book Now").click()
        tab = opened.value
        tab.wait_for_url(f"{company.origin}/booking?*")
        query = parse_qs(urlsplit(tab.url).query)
        assert {name: query[name] for name in CAMPAIGN} == CAMPAIGN
        assert query["carType"] == ["Toyota FJ Cruiser"]
        keeps(tab, "gclid", "Embed-Click-1")
        company.eventually(
            [("/booking", "summer", True)],
            "select distinct page, utm_campaign, has_click_id from journey_events"
            " where tenant_id = %s and step = 'landing' and page = '/booking'",
        )
        assert page.url.startswith(website.origin)


@pytest.mark.slow
def test_a_website_that_is_not_allowed_is_refused_by_the_browser(
    browser: Browser, company: Company, website: Website
) -> None:
    with visitor(browser) as page:
        with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
            page.goto(f"{website.stranger}/blog")
            page.locator("#cars iframe").scroll_into_view_if_needed()
        shown = [frame.url for frame in page.frames[1:]]
        assert "chrome-error://chromewebdata/" in shown
        assert not [url for url in shown if url.startswith(company.origin)]


@pytest.mark.slow
def test_the_owner_allows_a_website_and_copies_the_code(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/settings/embed")
    expect(owner.get_by_text("No website is allowed yet")).to_be_visible()
    websites = owner.get_by_label("Websites", exact=True)
    expect_refusal("PUT", "/api/admin/settings/embed", 422)
    websites.fill("https://www.example.com/page")
    owner.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("Please enter only the website's URL")).to_be_visible()
    websites.fill("https://www.example.com\nhttps://*.example.org")
    owner.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("Browsers show your search and cars only on these websites.")).to_be_visible()

    html = owner.get_by_label("HTML", exact=True)
    expect(html).to_have_value(
        re.compile(r'^<div data-abano="search" data-language="en"></div><script async src="')
    )
    owner.get_by_label("What to embed").select_option(label="Booking button of one car")
    owner.get_by_label("Car", exact=True).select_option(label="Toyota FJ Cruiser")
    owner.get_by_label("Language").select_option(label="ქართული")
    expect(html).to_have_value(
        re.compile(r'data-abano="car" data-car="toyota-fj-cruiser" data-language="ka"')
    )
    preview = owner.frame_locator("iframe[title=Preview]")
    expect(preview.get_by_role("link", name="დაჯავშნა", include_hidden=True)).to_be_visible()
    until(owner, "document.querySelector('iframe[title=Preview]').offsetHeight < 160")

    websites.fill("")
    owner.get_by_role("button", name="Save").click()
    expect(owner.get_by_text("No website is allowed yet")).to_be_visible()
