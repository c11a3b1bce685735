"""The map of places: found by finger and keyboard, its labels apart, with driving times on a place's page."""

from itertools import combinations

import pytest
from browser_visitors import PHONE
from playwright.sync_api import Browser, FloatRect, Page, expect
from running_stack import Stack

MIN_TARGET = 44


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


@pytest.mark.parametrize("language", ["", "/ka", "/ru"])
def test_places_on_the_map_are_targets_with_labels_apart(
    browser: Browser, stack: Stack, language: str
) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{stack.origin}{language}/places")
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
    page.close()


def test_place_is_opened_from_the_map_by_keyboard(browser: Browser, stack: Stack) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{stack.origin}/places")
    places = page.get_by_role("navigation", name="Places on the map")

    places.get_by_role("link", name="Batumi").press("Enter")

    expect(page.get_by_role("heading", level=1, name="Batumi")).to_be_visible()
    expect(places.get_by_role("link", name="Batumi")).to_have_attribute("aria-current", "page")
    drives = page.get_by_role("listitem").filter(has_text="Tbilisi").filter(has_text="min")
    expect(drives).to_contain_text("5 h 30 min, 380 km")
    page.get_by_label("Drop off in").select_option("tbilisi")
    expect(page.get_by_text("Batumi → Tbilisi · 5 h 30 min, 380 km")).to_be_visible()
    page.close()
