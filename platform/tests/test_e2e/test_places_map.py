"""Maps: of places, by finger and keyboard, with driving times on a place's page; of a guide's route."""

import re
from itertools import combinations

import pytest
from browser_visitors import PHONE
from playwright.sync_api import Browser, FloatRect, Page, expect
from running_stack import Stack, turn_to

MIN_TARGET = 44
ROUTE_MAP = re.compile("/api/site/documents/[^/]+/map")


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).bounding_box()
    assert found is not None, selector
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def expect_targets_with_labels_apart(page: Page) -> None:
    codes = ("tbilisi", "kutaisi", "batumi")
    expect(page.locator("nav [data-label]")).to_have_count(len(codes))
    expect(page.locator("nav [data-label]:visible")).to_have_count(len(codes))
    frame = box(page, "nav:has([data-label])")
    labels = [box(page, f"nav [data-label={code}]") for code in codes]
    assert not any(overlap(one, other) for one, other in combinations(labels, 2))
    for code, label in zip(codes, labels, strict=True):
        target = box(page, f"nav a[href$='/places/{code}']")
        assert min(target["width"], target["height"]) >= MIN_TARGET
        assert label["x"] >= frame["x"]
        assert label["x"] + label["width"] <= frame["x"] + frame["width"]


def test_places_on_the_map_are_targets_in_each_language_and_lead_to_their_cars_by_keyboard(
    browser: Browser, stack: Stack
) -> None:
    page = browser.new_page(viewport=PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for language in ("/ka", "/ru", ""):
        page.goto(f"{stack.origin}{language}/places")
        expect_targets_with_labels_apart(page)
    places = page.get_by_role("navigation", name="Places on the map")

    places.get_by_role("link", name="Batumi").press("Enter")

    expect(page.get_by_role("heading", level=1, name="Batumi")).to_be_visible()
    expect(page.get_by_text("Pickup and return here: €200 per rental")).to_be_visible()
    expect(places.get_by_role("link", name="Batumi")).to_have_attribute("aria-current", "page")
    drives = page.get_by_role("listitem").filter(has_text="Tbilisi").filter(has_text="min")
    expect(drives).to_contain_text("5 h 30 min, 380 km")
    page.get_by_label("Drop off in").select_option("tbilisi")
    expect(page.get_by_text("Batumi → Tbilisi · 5 h 30 min, 380 km")).to_be_visible()
    places.get_by_role("link", name="Tbilisi").click()
    expect(page.get_by_role("heading", level=1, name="Tbilisi")).to_be_visible()
    expect(page.get_by_role("link", name="OpenStreetMap")).to_be_visible()
    page.get_by_role("link", name="Subaru Forester").click()
    expect(page.get_by_role("heading", level=1, name="Subaru Forester")).to_be_visible()
    # The map is ours: no other site was asked for anything.
    assert [url for url in asked if not url.startswith((stack.origin, "data:", "blob:"))] == []
    page.close()


@pytest.mark.slow
def test_route_of_a_guide_leads_to_the_cars_that_it_needs(browser: Browser, stack: Stack) -> None:
    page = browser.new_page(viewport=PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{stack.alps}/guides/julier-in-winter")
    route = page.get_by_role("region", name="The route")
    route.scroll_into_view_if_needed()

    stops = route.get_by_role("list", name="Stops").get_by_role("listitem")
    expect(stops).to_have_text([re.compile("Chur"), *[re.compile(".")] * 3, re.compile("St. Moritz")])
    expect(route.get_by_text("Driving: 1 h 45 min, 75 km")).to_be_visible()
    for width, height in ((390, 844), (1440, 900)):
        turn_to(page, width, height)
        expect(route.locator("figure [data-label]:visible")).to_have_count(5)
        labels = [label.bounding_box() for label in route.locator("figure [data-label]").all()]
        shown = [label for label in labels if label is not None]
        assert not any(overlap(one, other) for one, other in combinations(shown, 2)), width
    cars = route.get_by_role("link", name=re.compile("cars, from CHF"))
    count = int((cars.text_content() or "").split()[0])
    cars.click()
    expect(page).to_have_url(re.compile(r"/cars\?drive=4x4$"))
    expect(page.locator("#cars article")).to_have_count(count)
    assert [url for url in asked if not url.startswith((stack.alps, "data:", "blob:"))] == []
    page.close()


@pytest.mark.slow
def test_route_holds_its_room_and_keeps_its_list_without_the_map(browser: Browser, stack: Stack) -> None:
    # Its worker would ask in the page's place.
    page = browser.new_page(viewport=PHONE, service_workers="block")
    page.route(ROUTE_MAP, lambda request: request.abort())
    page.goto(f"{stack.origin}/vashlovani-national-park-guide")
    page.get_by_role("contentinfo").wait_for()
    page.evaluate(
        """() => {
          window.shifted = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shifted += entry.value;
          }).observe({ type: "layout-shift" });
        }"""
    )
    route = page.get_by_role("region", name="The Route at a Glance")
    route.scroll_into_view_if_needed()

    expect(route.get_by_role("list", name="Stops").get_by_role("listitem")).to_have_count(4)
    expect(route.get_by_role("button", name="Try again")).to_be_visible(timeout=30_000)
    assert page.evaluate("window.shifted") < 0.02
    page.unroute(ROUTE_MAP)
    route.get_by_role("button", name="Try again").click()
    expect(route.locator("figure [data-label]:visible")).to_have_count(4)
    page.close()
