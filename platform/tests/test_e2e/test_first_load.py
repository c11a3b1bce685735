"""The first visit: size of the scripts, and a first screen without layout shifts."""

import json
import re
from typing import cast

import httpx
import pytest
from loadtests.local_product import FRONTEND
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_SECONDS, Stack, turn_to

# Kilobytes (1000 bytes) of JavaScript on a first visit, compressed for a current browser.
HOME_LIMIT = 130.0
# Forms, prices and a library for data that changes.
FORM_LIMIT = 150.0
LIMITS = {
    "/": HOME_LIMIT,
    "/vashlovani-national-park-guide": HOME_LIMIT,
    "/booking": FORM_LIMIT,
    "/black": FORM_LIMIT,
    "/my-booking": FORM_LIMIT,
    "/thank-you": FORM_LIMIT,
    "/reviews": FORM_LIMIT,
}


LANGUAGES = ("en", "ka", "ru", "de")


def scripts_of(path: str, language: str = "en") -> list[str]:
    """Files loaded by a page of a language: its code and texts."""
    html = (FRONTEND / "index.html").read_text()
    always = re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', html)
    build = json.loads((FRONTEND / "first-load.json").read_text())
    routes: dict[str, list[str]] = build["routes"]
    texts: dict[str, list[str]] = build["catalogues"][language]
    return [*always, *routes[path], *texts[path]]


def compressed_size(file: str) -> int:
    plain = FRONTEND / file.lstrip("/")
    twin = plain.with_name(f"{plain.name}.br")
    return (twin if twin.exists() else plain).stat().st_size


def test_first_load_javascript_stays_small() -> None:
    too_large = {}
    for path, limit in LIMITS.items():
        for language in LANGUAGES:
            files = scripts_of(path, language)
            assert len(files) > 3, "the build names no scripts: this test would count nothing"
            sizes = {file: compressed_size(file) for file in files}
            if sum(sizes.values()) / 1000 > limit:
                too_large[path, language] = sizes
    assert too_large == {}


def test_base_script_asks_to_be_compiled_while_it_loads() -> None:
    (base,) = (FRONTEND / "assets").glob("base-*.js")
    # Compiled at their first call, its functions would block the page of a slow phone.
    assert base.read_text().startswith("//# allFunctionsCalledOnLoad\n")


def test_page_names_every_file_it_will_need(stack: Stack) -> None:
    html = httpx.get(f"{stack.origin}/", timeout=WAIT_SECONDS).text
    for file in scripts_of("/"):
        assert f'"{file}"' in html
    brand = httpx.get(f"{stack.origin}/api/site", timeout=WAIT_SECONDS).json()["site"]["brand"]
    for picture in ("hero", "heroPortrait"):
        address = re.escape(brand[picture]["src"])
        assert re.search(rf'<link rel="preload" as="image" href="{address}" media="[^"]+"', html)
    assert 'as="font"' in html


GUIDE = "/vashlovani-national-park-guide"
# What the home page, the wizard and a guide show before and after their scripts have come.
HEADER = ["header img", "[aria-label='Chat with us']"]
FORM = [f"main form{part}" for part in ("", " select >> nth=1", " input >> nth=1", " button")]
PLACES = {
    "/": [*HEADER, "h1", "main ul:not(header *)", *FORM],
    "/booking": [*HEADER, "main ol", "main .bg-panel"],
    GUIDE: [*HEADER, "h1", "h1 + p", "main button"],
}
Box = dict[str, float] | None
WIDTHS = (390, 1440)


def boxes(page: Page, path: str, *, scripts: bool) -> dict[tuple[int, str], Box]:
    """Where each of these parts is, at each width."""
    found = {}
    for width in WIDTHS:
        if scripts:
            turn_to(page, width, 900)
        else:
            page.set_viewport_size({"width": width, "height": 900})
        for place in PLACES[path]:
            found[width, place] = cast(Box, page.locator(place).first.bounding_box())
    return found


def times_of_files(page: Page) -> tuple[float, list[float]]:
    """When the styles had come, and when each script was asked for."""
    styled, scripts = page.evaluate(
        """() => {
          const files = performance.getEntriesByType("resource");
          const named = (pattern) => files.filter(({ name }) => pattern.test(name));
          return [
            Math.max(...named(/\\/index-[^/]*\\.css$/).map(({ responseEnd }) => responseEnd)),
            named(/\\/(?!after-paint)[^/]*\\.js$/).map(({ startTime }) => startTime),
          ];
        }"""
    )
    return styled, scripts


@pytest.mark.slow
@pytest.mark.parametrize("path", PLACES)
def test_scripts_wait_for_the_first_screen_and_do_not_shift_it(
    stack: Stack, browser: Browser, path: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(stack.origin + path)
    before = boxes(page, path, scripts=False)
    context.close()
    context = browser.new_context(viewport={"width": 390, "height": 900})
    page = context.new_page()
    page.goto(stack.origin + path)
    expect(page.get_by_role("contentinfo")).to_be_attached()
    styled, scripts = times_of_files(page)
    assert len(scripts) > 3
    # Nothing is painted before its styles are there.
    assert min(scripts) > styled
    after = boxes(page, path, scripts=True)
    context.close()
    for (width, place), one in before.items():
        other = after[width, place]
        assert one is not None, (width, place)
        assert other is not None, (width, place)
        # The height of the wizard's step, and of the summary above it on a phone, depends on the visitor's trip.
        sides = ["x", "width"] if place == "main .bg-panel" else ["x", "y", "width", "height"]
        found = [round(one[side]) for side in sides]
        assert found == [round(other[side]) for side in sides], (width, place)


@pytest.mark.slow
def test_page_in_the_background_starts_without_being_painted(stack: Stack, browser: Browser) -> None:
    context = browser.new_context()
    # As in a tab that was opened in the background: it has no frames.
    context.add_init_script(
        "Object.defineProperty(document, 'hidden', { value: true }); window.requestAnimationFrame = () => 0;"
    )
    page = context.new_page()
    page.goto(stack.origin)
    page.wait_for_function("document.querySelector('script[type=module]') !== null")
    context.close()


@pytest.mark.slow
def test_first_screen_needs_no_letters_of_other_languages(stack: Stack, browser: Browser) -> None:
    asked: list[str] = []
    for path, others in (
        ("/", "mkhedruli|georgian|cyrillic"),
        (GUIDE, "mkhedruli|georgian|cyrillic"),
        # Guests' reviews are in several languages.
        ("/ru/", "mkhedruli|georgian"),
        ("/ka/", "cyrillic"),
    ):
        context = browser.new_context(viewport={"width": 390, "height": 844})
        page = context.new_page()
        asked.clear()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(stack.origin + path, wait_until="networkidle")
        expect(page.get_by_role("contentinfo")).to_be_attached()
        assert [url for url in asked if re.search(others, url)] == []
        # The footer names each language in its own letters, and is there for who comes to it.
        english = page.get_by_role("contentinfo").get_by_role("link", name="English")
        english.scroll_into_view_if_needed()
        expect(english).to_be_in_viewport()
        context.close()


@pytest.mark.slow
def test_without_scripts_each_company_shows_its_own_first_screen(stack: Stack, browser: Browser) -> None:
    for address, words in (
        (stack.origin, ["Abano Georgia", "Your 4x4 for Georgia", "No deposit"]),
        (stack.alps, ["Alpenrad Mietwagen", "A car for the high valleys", "Ready for winter"]),
    ):
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{address}/")
        root = page.locator("#root")
        for text in words:
            expect(root).to_contain_text(text)
        # Nothing of the template is left, and nothing can be typed that would be lost.
        assert not re.search(r"\{[{%]", root.inner_html())
        expect(root.locator("[inert] form")).to_be_attached()
        context.close()
