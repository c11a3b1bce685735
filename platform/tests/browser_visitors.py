"""Helpers for browser tests of visitors: separate companies, database access, network failures."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
from browser_faults import expect_refusal, watch
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, ViewportSize, expect
from running_stack import CHROMIUM_FLAGS, WAIT_MILLISECONDS, WAIT_SECONDS, Stack, whole_chromium
from wizard_steps import fill_person, past_extras

from abano.core.config import Settings
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.ops.seeds.demo import create_from_template

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}

# Four questions with both kinds of skip rule: enough for every rule, quick to answer.
SHORT_QUIZ = {
    "version": "v1",
    "questions": [
        {
            "id": "who",
            "text": "Who travels?",
            "options": [{"value": "solo", "label": "Just me"}, {"value": "group", "label": "A group"}],
        },
        {
            "id": "bed",
            "text": "Where do you sleep?",
            "options": [
                {"value": "hotel", "label": "Hotel"},
                {"value": "flat", "label": "Flat"},
                {"value": "tent", "label": "Tent"},
            ],
        },
        {
            "id": "share",
            "text": "Share the car?",
            "options": [{"value": "yes", "label": "Gladly"}, {"value": "no", "label": "Rather not"}],
            "skipWhen": [{"questionId": "who", "values": ["solo"]}],
        },
        {
            "id": "gear",
            "text": "Bring camping gear?",
            "options": [{"value": "yes", "label": "Please"}, {"value": "no", "label": "No need"}],
            "skipWhen": [{"questionId": "bed", "values": ["hotel", "flat"]}],
        },
    ],
    "encouragements": [{"atPercent": 50, "text": "Half of it done!"}],
}


@dataclass(frozen=True)
class Company:
    """A company of one test module. ``origin`` is its site."""

    slug: str
    origin: str
    database_url: str

    def rows(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Run SQL with this company's id as the first parameter, bypassing row-level security."""
        with psycopg.connect(self.database_url, autocommit=True) as conn:
            [tenant] = conn.execute("select id from tenants where slug = %s", (self.slug,)).fetchone() or [
                None
            ]
            cursor = conn.execute(statement.encode(), (tenant, *parameters))
            return cursor.fetchall() if cursor.description else []

    def eventually(self, expected: list[tuple[Any, ...]], statement: str, *parameters: Any) -> None:
        """Wait until the query returns the expected rows."""
        deadline = time.monotonic() + WAIT_SECONDS
        while (found := self.rows(statement, *parameters)) != expected and time.monotonic() < deadline:
            time.sleep(0.05)
        assert found == expected

    def clicks(self) -> list[tuple[Any, ...]]:
        return self.rows(
            "select gclid, gbraid, wbraid from click_records where tenant_id = %s order by created_at"
        )

    def forget_clicks(self) -> None:
        self.rows("delete from click_records where tenant_id = %s")
        self.rows("delete from ip_visits where tenant_id = %s")


def open_company(stack: Stack, slug: str, *, quiz: dict[str, Any] | None = None, **settings: Any) -> Company:
    """Create a company at SLUG.localhost, so that no other test's visitors are in its figures.

    ``settings`` are columns of tenant_settings.
    """
    url = EmbeddedPostgres(stack.data_dir / "postgres").url("abano")
    platform = Settings.model_validate({"database_url": url, "data_dir": stack.data_dir})
    creating = create_from_template(
        platform, slug=slug, name=f"{slug.title()} Cars", domain=f"{slug}.localhost", template="georgia"
    )
    # In a thread: Playwright keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, creating).result()
    company = Company(slug, stack.origin.replace("localhost", f"{slug}.localhost"), url)
    lifted = {"public_writes_per_minute": 1_000_000, "unconfirmed_per_ip": 0, "unconfirmed_per_contact": 0}
    for column, value in {**lifted, **settings}.items():
        change = f"update tenant_settings set {column} = %s where tenant_id = %s"
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute(change.encode(), (value, company.rows("select %s")[0][0]))
    if quiz is not None:
        company.rows(
            "with company as (select %s::uuid as id) update quiz_definitions set definition = %s::jsonb"
            " from company where tenant_id = company.id",
            json.dumps(quiz),
        )
    return company


@contextmanager
def visitor(browser: Browser, **options: Any) -> Iterator[Page]:
    """A new person with a phone: empty storage, no cookies."""
    context = browser.new_context(
        **{"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce", **options}
    )
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def returning_visitor(browser: Browser, profile: Path, *, takes_others: bool = True) -> Iterator[Page]:
    """A person whose browser accepts or blocks third-party cookies."""
    (profile / "Default").mkdir(parents=True)
    mode = 0 if takes_others else 1
    (profile / "Default" / "Preferences").write_text(json.dumps({"profile": {"cookie_controls_mode": mode}}))
    context = browser.browser_type.launch_persistent_context(
        profile,
        args=CHROMIUM_FLAGS,
        executable_path=whole_chromium(),
        viewport=PHONE,
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAIT_MILLISECONDS)
    watch(context)
    try:
        yield context.new_page()
    finally:
        context.close()


def fail_calls(page: Page | BrowserContext, pattern: str | re.Pattern[str], how: int | str) -> None:
    """Make calls to ``pattern`` fail: with a status, 'broken' (no response) or 'hanging' (never one)."""

    def answer(route: Route) -> None:
        if how == "hanging":
            return
        if how == "broken":
            route.abort()
        else:
            expect_refusal(route.request.method, f"^{re.escape(route.request.url)}$", int(how))
            route.fulfill(status=int(how), headers={"Retry-After": "1"} if how == 429 else {}, json={})

    page.route(pattern, answer)


def hold_calls(page: Page, pattern: str) -> list[Route]:
    """Block calls; returns the list of blocked ones, to continue them."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(pattern, hold)
    return held


class Calls:
    """The API calls of a page in order: method and path."""

    def __init__(self, page: Page) -> None:
        self.made: list[str] = []

        def note(request: Request) -> None:
            if "/api/" in request.url:
                path = request.url.split("/api/", 1)[1]
                self.made.append(f"{request.method} {path.partition('?')[0]}")

        page.on("request", note)

    def count(self, call: str) -> int:
        return self.made.count(call)


def stored(page: Page, key: str) -> list[str | None]:
    """A click id's values in local storage, session storage and the cookie."""
    found = page.evaluate("key => [localStorage.getItem(key), sessionStorage.getItem(key)]", key)
    wanted = f"cross_domain_{key}"
    cookies = {item.get("name"): item.get("value") for item in page.context.cookies(page.url)}
    return [*found, cookies.get(wanted)]


def keeps(page: Page, key: str, value: str | None, *, cookie: bool = True) -> None:
    """Wait until local storage, session storage and, with ``cookie``, the cookie hold a click id.

    A page stores it after rendering, so visible content does not mean that it is stored.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    places = 3 if cookie else 2
    while (found := stored(page, key)[:places]) != [value] * places:
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def everything_stored(page: Page) -> list[str]:
    """The keys of everything the browser stores for this site."""
    names = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    return [*names, *(str(item.get("name")) for item in page.context.cookies())]


def tracked(page: Page, address: str) -> None:
    """Open a URL and wait until its click was recorded."""
    with page.expect_response("**/api/gclid/save"):
        page.goto(address)


def until(page: Page, expression: str, meanwhile: Callable[[], None] | None = None) -> None:
    """Wait for a page's expression to be true. (The page's CSP forbids Playwright's way, which uses eval.)"""
    deadline = time.monotonic() + WAIT_SECONDS
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        if meanwhile:
            meanwhile()
        time.sleep(0.05)


def begin(page: Page) -> None:
    page.get_by_role("button", name="Start Quiz").click()
    expect(page.get_by_text("Question 1 of")).to_be_visible()


def choose(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def question(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1, name=text)).to_be_visible()


def session_id(page: Page) -> str:
    return str(page.evaluate("localStorage.getItem('quiz_session_id')"))


def book(page: Page) -> None:
    """From the search on the home page to the thank-you page, in a company with the first one's prices."""
    pickup = datetime.now(UTC).date() + timedelta(days=30)
    page.locator("select[name=pickupLocation]").select_option("tbilisi")
    page.locator("select[name=dropoffLocation]").select_option("batumi")
    page.locator("input[name=pickupDate]").fill(pickup.isoformat())
    page.locator("input[name=returnDate]").fill((pickup + timedelta(days=7)).isoformat())
    page.get_by_role("button", name="Check Price").first.click()
    card = page.get_by_role("article").filter(has_text="Subaru Forester")
    expect(card.get_by_text("Total for 7 days")).to_be_visible()
    expect(card.get_by_text("€485")).to_be_visible()
    card.get_by_role("button", name="Book Now").click()

    expect(page).to_have_url(re.compile(r"/booking\?.*carType=Subaru\+Forester"))
    past_extras(page)
    fill_person(page)
    expect(page.get_by_label("Price summary")).to_contain_text("€485")
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page).to_have_url(re.compile("/thank-you"))
    expect(page.get_by_role("heading", name="STOP! Your booking isn't finished yet!")).to_be_visible()
