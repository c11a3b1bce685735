"""The stage of a recording: the product with its demo year, a browser, a signed-in user."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from loadtests.local_product import EMAIL, PASSWORD, LocalProduct
from loadtests.recordings.recorder import Recording

DESK: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
PATIENCE_MILLISECONDS = 45_000


@dataclass(frozen=True)
class Stage:
    """A running product and a browser beside it."""

    product: LocalProduct
    browser: Browser

    def page(self, size: ViewportSize = DESK, **options: Any) -> Page:
        """A new visitor's page: nothing is remembered from another."""
        options = {"has_touch": True, "device_scale_factor": 2} | options if size is PHONE else options
        context = self.browser.new_context(viewport=size, reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        return context.new_page()

    def owner(self, size: ViewportSize = DESK, **options: Any) -> Page:
        """A page of the company's owner, signed in."""
        page = self.page(size, **options)
        self.open(page, "/admin/login?from=/admin/account")
        page.get_by_label("Email").fill(EMAIL)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Account settings").wait_for()
        return page

    def open(self, page: Page, path: str) -> None:
        page.goto(self.product.origin + path)

    def rows(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """What the database says, for choosing what a recording is about."""
        with psycopg.connect(self.product.database_url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), parameters)
            return cursor.fetchall() if cursor.description else []

    def recording(self, name: str, page: Page) -> Recording:
        viewport = page.viewport_size
        return Recording(name, page, touch=viewport is not None and viewport["width"] == PHONE["width"])


@contextmanager
def stage(folder: Path, settings: Mapping[str, str]) -> Iterator[Stage]:
    """Start everything for the block, with the demo companies' fleet and year."""
    product = LocalProduct(folder, {"ABANO_DEMO_FLEET": "true", **settings})
    try:
        product.start()
        with sync_playwright() as playwright:
            chromium = os.environ.get("ABANO_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            yield Stage(product, browser)
            browser.close()
    finally:
        product.stop()
