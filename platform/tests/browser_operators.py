"""Helpers for browser tests of the operator console: operators who sign in, and owners of separate companies."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime

import pyotp
from browser_faults import expect_refusal
from browser_visitors import Company
from loadtests import local_product as demo
from operator_console import PASSWORD
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from running_stack import Product, turn_to

from abano.core.config import Settings
from abano.operators.console.accounts import add_operator
from abano.operators.console.database import OperatorDatabase
from abano.ops.local.embedded_postgres import EmbeddedPostgres


def open_operator_console(product: Product, page: Page, email: str) -> str:
    """As a new operator up to the second step of signing in. The key of the second factor."""
    settings = Settings(database_url=EmbeddedPostgres(product.data_dir / "postgres").url("abano"))

    async def add() -> None:
        db = OperatorDatabase(settings)
        await db.open()
        await add_operator(db, email=email, name="Olga", password=PASSWORD, now=datetime.now(UTC))
        await db.close()

    # In a thread: Playwright keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, add()).result()
    expect_refusal("GET", r"/api/operator/me", 401)
    page.goto(product.origin.replace("localhost", "operators.localhost"))
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    return page.get_by_label("Key to enter instead").input_value()


def give_first_code(page: Page, key: str) -> list[str]:
    """Returns the recovery codes: a code of the app is accepted once in 30 seconds."""
    page.get_by_label("Code", exact=True).fill(pyotp.TOTP(key).now())
    page.get_by_role("button", name="Continue").click()
    listed = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    page.get_by_role("button", name="I saved them").click()
    return codes


def search_company(page: Page, slug: str) -> None:
    """The console's list of companies can be a minute old."""
    row = page.get_by_text(f"{slug} · {slug}.localhost")
    for _ in range(20):
        page.get_by_label("Search companies").fill(slug)
        with suppress(PlaywrightTimeout):
            row.wait_for(timeout=5000)
            return
        page.reload()
    expect(row).to_be_visible()


def sign_in_owner(company: Company, page: Page) -> None:
    """As the demo's owner, who becomes one of this company, too."""
    company.rows(
        "insert into admins (tenant_id, id, email, name, role, password_hash, created_at)"
        " select %s, gen_random_uuid(), email, name, role, password_hash, created_at from admins"
        " where email = %s limit 1",
        demo.EMAIL,
    )
    page.goto(f"{company.origin}/admin/login")
    page.get_by_label("Email").fill(demo.EMAIL)
    page.get_by_label("Password", exact=True).fill(demo.PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Settings").first.wait_for()


def expect_no_sideways_scroll(page: Page) -> None:
    """On a phone and on a desktop."""
    for width, height in ((390, 844), (1440, 900)):
        turn_to(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
