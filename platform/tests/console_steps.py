"""What people of the console do in a browser: sign in, invite and join, and read their emails."""

import re
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from typing import Any, Literal

import psycopg
import pytest
from loadtests.local_product import EMAIL, PASSWORD
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from running_stack import WAIT_SECONDS, Stack

from abano.ops.local.embedded_postgres import EmbeddedPostgres

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def open_browser(browser: Browser, **options: Any) -> BrowserContext:
    return browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})


def sign_in(page: Page, stack: Stack, email: str, password: str, to: str = "/admin/account") -> None:
    page.goto(f"{stack.origin}/admin/login?from={to}")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def show(page: Page, scheme: Scheme) -> None:
    """Change to the colours that the system asks for; pages need not be loaded for it."""
    page.emulate_media(color_scheme=scheme)
    expect(page.locator(f'html[data-theme="{scheme}"]')).to_have_count(1)


def enter(page: Page, stack: Stack, path: str = "") -> None:
    """Sign the demo owner in without the form, for tests that are not about it; with a path, open it."""
    answer = page.request.post(
        f"{stack.origin}/api/admin/login",
        data={"email": EMAIL, "password": PASSWORD},
        headers={"Origin": stack.origin},
    )
    assert answer.ok, answer.text()
    if path:
        page.goto(stack.origin + path)


@pytest.fixture
def owner(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The demo owner's page, signed in, on no page yet."""
    context = open_browser(browser)
    page = context.new_page()
    enter(page, stack)
    yield page
    context.close()


def letter_to(stack: Stack, address: str, subject: str) -> str:
    """The newest email's text, once the worker has sent it."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        for path in sorted((stack.data_dir / "mail").glob("*.eml"), reverse=True):
            email = message_from_bytes(path.read_bytes(), policy=policy.default)
            body = email.get_body(("plain",))
            if email["to"] == address and subject in email["subject"] and body is not None:
                return str(body.get_content())
        time.sleep(0.2)
    pytest.fail(f"No email to {address} about {subject!r}: {sorted((stack.data_dir / 'mail').iterdir())}")


def path_of_link(email: str) -> str:
    """Where a email's link leads, without the host, which only the browser of a visitor resolves."""
    found = re.search(r"https?://[^/\s]+(/\S+#\S+)", email)
    assert found, email
    return found.group(1)


def invite(owner: Page, stack: Stack, email: str, role: str) -> str:
    """Answers the path that the email links to."""
    owner.goto(f"{stack.origin}/admin/users")
    owner.get_by_role("button", name="Invite someone").click()
    owner.get_by_label("Email").fill(email)
    owner.get_by_role("radio", name=role).check()
    owner.get_by_role("button", name="Send invitation").click()
    expect(owner.get_by_text(f"We sent {email} a link", exact=False).first).to_be_visible()
    expect(owner.get_by_role("row").filter(has_text=email).filter(has_text=role)).to_be_visible()
    return path_of_link(letter_to(stack, email, "invit"))


def join(page: Page, stack: Stack, path: str, name: str) -> None:
    page.goto(stack.origin + path)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name=f"Account of {name}").last).to_be_visible()


def keep_visits(stack: Stack, network: str, count: int) -> None:
    with psycopg.connect(EmbeddedPostgres(stack.data_dir / "postgres").url("abano")) as conn:
        conn.execute(
            "insert into ip_visits (tenant_id, id, ip_address, visited_at, is_google_ads_traffic)"
            " select tenants.id, gen_random_uuid(), (%s || n)::inet, now() - n * interval '1 minute', n %% 2 = 0"
            " from tenants, generate_series(1, %s) as n where slug = 'georgia'",
            (network, count),
        )
