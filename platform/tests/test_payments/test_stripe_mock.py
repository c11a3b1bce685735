"""Our calls against Stripe's own mock, which refuses what the published API does not have.

``make test`` builds it where Go is there. Without it these tests say so; recorded answers are in
``test_online_payments.py``.
"""

import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from loadtests.local_product import free_ports

from abano.payments.online.rules import read_intent, read_session
from abano.payments.online.stripe import Checkout, Stripe, StripeFailed

pytestmark = pytest.mark.anyio
WAIT_SECONDS = 60.0
CHECKOUT = Checkout(
    reference="K7M-4QXD", title="Booking K7M-4QXD", amount=10_050, currency="EUR", email="ana@example.com",
    language="de", return_url="https://example.com/payment#token", expires_at=1_800_000_000,
    metadata={"payment": "1", "booking": "K7M-4QXD"},
)  # fmt: skip


def find_mock() -> str | None:
    """Where the project's set-up builds it, or on the path."""
    built = sorted((Path(__file__).parents[3] / "build" / "tools").glob("stripe-mock-*/stripe-mock"))
    return str(built[-1]) if built else shutil.which("stripe-mock")


@pytest.fixture(scope="module")
def mock() -> Iterator[str]:
    program = find_mock()
    if program is None:
        pytest.skip("stripe-mock is not there: `make test` builds it where Go is installed")
    port, other = free_ports(2)
    process = subprocess.Popen([program, "-http-port", str(port), "-https-port", str(other)])
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                httpx.get(url)
                break
            except httpx.TransportError:
                assert process.poll() is None, "stripe-mock ended"
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield url
    finally:
        process.kill()
        process.wait()


async def test_a_session_is_made_and_read(mock: str) -> None:
    stripe = Stripe(mock, "sk_test_123")
    made = await stripe.create_session(CHECKOUT, uuid4().hex)
    assert read_session(made).session_id.startswith("cs_")
    again = await stripe.get_session(made["id"])
    assert again["object"] == "checkout.session"


async def test_a_refund_is_taken(mock: str) -> None:
    refund = await Stripe(mock, "sk_test_123").refund("pi_123", 500, {"entry": "1"}, uuid4().hex)
    assert refund["object"] == "refund"


async def test_a_hold_is_placed_read_captured_and_released(mock: str) -> None:
    stripe = Stripe(mock, "sk_test_123", "acct_123")
    made = await stripe.create_session(replace(CHECKOUT, hold_text="Held, not charged."), uuid4().hex)
    assert made["object"] == "checkout.session"
    for intent in (
        await stripe.get_intent("pi_123"),
        await stripe.capture("pi_123", 500, uuid4().hex),
        await stripe.cancel_intent("pi_123", uuid4().hex),
    ):
        assert read_intent(intent).intent_id.startswith("pi_")


async def test_an_account_is_made_and_onboarded(mock: str) -> None:
    stripe = Stripe(mock, "sk_test_123")
    account = await stripe.create_account("owner@example.com", "alps", uuid4().hex)
    assert account["object"] == "account"
    back = "https://example.com/admin/money?stripe=x"
    link = await stripe.create_account_link(account["id"], back, back)
    assert link["url"].startswith("https://")
    assert isinstance((await stripe.get_account(account["id"]))["charges_enabled"], bool)


async def test_a_wrong_key_is_reported(mock: str) -> None:
    with pytest.raises(StripeFailed) as failed:
        await Stripe(mock, "no key").get_session("cs_123")
    assert failed.value.sentence.code == "stripe_key_refused"
