"""The full stack for browser tests: the processes that `make run` starts, and Chromium."""

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from browser_faults import watch
from google_ads_stand_in import GoogleAdsStandIn, running_google_ads
from loadtests.local_product import local_product
from phone_steps import Providers, running_providers
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from stripe_stand_in import PLATFORM_KEY, PLATFORM_SECRET, StripeStandIn, running_stripe
from translation_steps import TranslationService, running_translations

from abano.ops.local.embedded_postgres import EmbeddedPostgres

# How long a test waits for an event before it fails. No test measures durations (the benches do), so this is
# only for machines that are busy with other work.
WAIT_SECONDS = 240
WAIT_MILLISECONDS = WAIT_SECONDS * 1000
expect.set_options(timeout=WAIT_MILLISECONDS)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # More threads than cores paint no faster.
    "--num-raster-threads=1",
]


@dataclass(frozen=True)
class Product:
    """A running product. ``origin`` is the first company's site."""

    origin: str
    data_dir: Path


@dataclass(frozen=True)
class Stack(Product):
    """That of all browser tests. ``alps`` is the second company's site; it calls ``stripe``, and ``phones`` for
    WhatsApp and SMS, ``translator``, and ``google_ads`` for costs.
    """

    alps: str
    stripe: StripeStandIn
    phones: Providers
    translator: TranslationService
    google_ads: GoogleAdsStandIn


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """`abano up` on free ports with a fresh data folder, once for all browser tests of this process."""
    with (
        running_stripe() as stripe,
        running_providers() as phones,
        running_translations() as translator,
        running_google_ads() as google_ads,
        local_product(
            tmp_path_factory.mktemp("stack"),
            ABANO_POOL_WAIT_SECONDS=str(WAIT_SECONDS),
            ABANO_STATEMENT_SECONDS=str(WAIT_SECONDS),
            ABANO_TRANSLATION_SERVICE="libretranslate",
            ABANO_TRANSLATION_URL=translator.url,
            ABANO_OPERATOR_HOST="operators.localhost",
            ABANO_SITE_DOMAIN="rent.localhost",
            ABANO_SIGN_UP="open",
            ABANO_WHATSAPP_API_URL=phones.url,
            ABANO_TWILIO_API_URL=phones.url,
            ABANO_STRIPE_API_URL=stripe.url,
            ABANO_GOOGLE_ADS_API_URL=google_ads.url,
            ABANO_STRIPE_CONNECT_KEY=PLATFORM_KEY,
            ABANO_STRIPE_CONNECT_WEBHOOK_SECRET=PLATFORM_SECRET,
        ) as product,
    ):
        lift_write_limit(product.data_dir)
        port = product.ports.platform
        yield Stack(
            f"http://localhost:{port}",
            product.data_dir,
            f"http://alps.localhost:{port}",
            stripe,
            phones,
            translator,
            google_ads,
        )


def lift_write_limit(data_dir: Path) -> None:
    """All visitors of these tests share one IP, unlike real traffic."""
    with psycopg.connect(EmbeddedPostgres(data_dir / "postgres").url("abano")) as conn:
        conn.execute(
            "update tenant_settings set public_writes_per_minute = 1000000, unconfirmed_per_ip = 0,"
            " unconfirmed_per_contact = 0"
        )


def query_stack(stack: Stack, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """Run SQL in the running product's database, bypassing row-level security."""
    url = EmbeddedPostgres(stack.data_dir / "postgres").url("abano")
    with psycopg.connect(url, autocommit=True) as conn:
        cursor = conn.execute(statement.encode(), parameters)
        return cursor.fetchall() if cursor.description else []


# The same engine without window rendering takes a third less CPU time.
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def system_chromium(names: Iterable[str] = BROWSERS) -> str | None:
    """The system's browser; without one, Playwright uses its own."""
    found = (shutil.which(name) for name in names)
    return os.environ.get("ABANO_CHROMIUM") or next(filter(None, found), None)


def whole_chromium() -> str | None:
    """The full browser with settings; the headless shell has none."""
    return system_chromium(BROWSERS[1:])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            args=CHROMIUM_FLAGS, executable_path=system_chromium(), timeout=WAIT_MILLISECONDS
        )
        new_context = chromium.new_context

        def patient_context(**options: Any) -> BrowserContext:
            # What pulses and fades costs processor time, and no test looks at it.
            context = new_context(**{"reduced_motion": "reduce", **options})
            context.set_default_timeout(WAIT_MILLISECONDS)
            watch(context)
            return context

        # All contexts and pages are created here; Playwright has no defaults for a whole browser.
        chromium.new_context = patient_context  # type: ignore[method-assign]
        chromium.new_page = lambda **options: patient_context(**options).new_page()  # type: ignore[method-assign]
        yield chromium
        chromium.close()


def turn_to(page: Page, width: int, height: int) -> None:
    """Resize the page and wait two frames: much cheaper than opening it again."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def walk(page: Page, path: str) -> None:
    """Navigates within the site, without a server request: much cheaper than loading the page."""
    page.evaluate(
        "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
    )
