"""The short form of the load test: visitors and staff of two companies, every answer right, every row as reported."""

import http.client
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from loadtests.load.acknowledged import Acknowledged, Booking
from loadtests.load.compare import compare_all
from loadtests.load.plan import SHAPES, Plan
from loadtests.load.run import SETTINGS, run
from loadtests.local_product import LocalProduct, local_product
from running_stack import WAIT_SECONDS


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalProduct]:
    """A product that trusts one proxy: bookings are attributed by address, so each visitor needs a distinct IP."""
    with local_product(tmp_path_factory.mktemp("load-product"), **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def folder(product: LocalProduct, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of some seconds that passed."""
    folder = tmp_path_factory.mktemp("load")
    stages = SHAPES["steady"](6, 12)
    # In a thread: Playwright keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        report = thread.submit(run, product, "steady", stages, folder, pace=0.05, companies=2).result()
    assert report.passed, report.text()
    return folder


def test_the_report_shows_steps_stages_and_pictures(folder: Path) -> None:
    page = (folder / "report.html").read_text()
    for part in (
        "POST /api/quiz/answers",
        "POST /api/bookings",
        "By stage",
        "Stored as acknowledged",
        "<svg",
    ):
        assert part in page
    assert (folder / "locust.html").exists()


def test_lost_and_unreported_rows_are_found(product: LocalProduct, folder: Path) -> None:
    plan, reported = Plan.read(folder / "plan.json"), Acknowledged.read(folder / "acknowledged.json")
    assert reported.sessions, "no one began the quiz"
    began, session = next(iter(reported.sessions.items()))
    company = next(each for each in plan.companies if each.slug == session.company)

    def differing(changed: Acknowledged) -> set[str]:
        return {each.what for each in compare_all(product, (company,), changed, patience=0) if not each.equal}

    assert differing(reported) == set()
    booking = Booking(company.slug, "LOST-1", company.email("no one"), 100, "pending", "", promo=True)
    assert differing(replace(reported, bookings={**reported.bookings, "lost": booking})) == {
        "bookings: id, reference, customer, total, status",
        "the quiz session of each booking",
        "one message to the company a booking",
        "first events of bookings",
        "commissions earned, to the cent",
    }
    others = {key: each for key, each in reported.sessions.items() if key != began}
    assert "quiz sessions, completed or not" in differing(replace(reported, sessions=others))
    changed = replace(session, completed=not session.completed)
    assert differing(replace(reported, sessions={**reported.sessions, began: changed})) == {
        "quiz sessions, completed or not",
        "warehouse: sessions, completions, conversions, each answer's count",
    }
    paid = replace(reported, payouts={**reported.payouts, company.slug: {"lost": 1.0}})
    assert "payouts" in differing(paid)


def test_a_connection_outlives_a_pause_for_thought(product: LocalProduct) -> None:
    # The server must not close it just when the next submit is on its way. Only time itself can show that.
    connection = http.client.HTTPConnection("127.0.0.1", product.ports.platform, timeout=WAIT_SECONDS)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    used = connection.sock
    time.sleep(7)
    connection.request("POST", "/api/quotes", body=b"{}", headers={"Content-Type": "application/json"})
    assert connection.getresponse().status == 422
    assert connection.sock is used
    connection.close()
