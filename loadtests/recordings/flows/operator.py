"""An operator: a company asks for help, its owner lets the operator look, and reads what was looked at."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pyotp
from playwright.sync_api import Page

from abano.core.config import Settings
from abano.operators.console.accounts import add_operator
from abano.operators.console.database import OperatorDatabase
from loadtests.local_product import PASSWORD
from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage

HOST = "operators.localhost"
OPERATOR = "olga@operators.example"
REASON = "You cannot find a booking"


def support_session(stage: Stage) -> Recording:
    """From the owner's call to what she reads about it, on both people's pages."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, _add_operator(stage)).result()
    page = stage.page()
    film = stage.recording("support-session", page)
    code = _sign_in(stage, film)
    _ask(film, code)
    owner = stage.owner()
    _accept(stage, film, owner)
    _look(film, page)
    _read(stage, film, owner)
    return film


async def _add_operator(stage: Stage) -> None:
    db = OperatorDatabase(Settings(database_url=stage.product.database_url))
    await db.open()
    await add_operator(db, email=OPERATOR, name="Olga", password=PASSWORD, now=datetime.now(UTC))
    await db.close()


def _sign_in(stage: Stage, film: Recording) -> str:
    """Returns a recovery code: one of the app is taken once in 30 seconds."""
    page, port = film.page, stage.product.ports.platform
    page.goto(f"http://{HOST}:{port}")
    film.step("Sign in with a second factor, for the first time")
    film.type(page.get_by_label("Email"), OPERATOR)
    film.type(page.get_by_label("Password"), PASSWORD)
    film.click(page.get_by_role("button", name="Sign in"))
    key = page.get_by_label("Key to enter instead").input_value()
    film.type(page.get_by_label("Code", exact=True), pyotp.TOTP(key).now())
    film.click(page.get_by_role("button", name="Continue"))
    codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    film.read(codes, words=10)
    code = codes.first.inner_text()
    film.click(page.get_by_role("button", name="I saved them"))
    return code


def _ask(film: Recording, code: str) -> None:
    page = film.page
    film.step("Find the company and ask to see its console")
    film.type(page.get_by_label("Search companies"), "georgia")
    film.click(page.get_by_role("table", name="Companies").get_by_role("link").first)
    film.click(page.get_by_role("button", name="Ask for access"))
    dialog = page.get_by_role("dialog")
    film.type(dialog.get_by_label("Reason"), REASON)
    film.type(dialog.get_by_label("Code"), code)
    film.click(dialog.get_by_role("button", name="Ask for access"))
    film.read(page.get_by_text("Waiting for the owner"), words=4)


def _accept(stage: Stage, film: Recording, owner: Page) -> None:
    film.step("The owner reads who asks and why, and accepts")
    operator, film.page = film.page, owner
    stage.open(owner, "/admin/settings/support")
    film.read(owner.get_by_text(REASON), words=20)
    film.click(owner.get_by_role("button", name="Accept"))
    owner.get_by_text("Request accepted", exact=True).wait_for()
    film.page = operator


def _look(film: Recording, page: Page) -> None:
    film.step("Open the console, look for the booking, end it")
    page.reload()
    film.click(page.get_by_role("button", name="Create link"))
    with page.context.expect_page() as opened:
        film.click(page.get_by_role("link", name=re.compile("^Open the console of")))
    film.page = console = opened.value
    film.click(console.get_by_role("button", name="Open the console"))
    banner = console.get_by_role("region", name="Support access")
    film.read(banner, words=15)
    film.click(console.get_by_role("link", name="Bookings").first)
    film.read(console.get_by_role("table"), words=20)
    film.click(banner.get_by_role("button", name="End"))
    film.read(console.get_by_role("heading", name="Support access has ended"), words=6)


def _read(stage: Stage, film: Recording, owner: Page) -> None:
    film.step("The owner reads what was looked at")
    film.page = owner
    stage.open(owner, "/admin/settings/support")
    film.click(owner.get_by_role("button", name="What they looked at"))
    film.read(owner.get_by_role("dialog").get_by_text("GET /api/admin/bookings"), words=20)
