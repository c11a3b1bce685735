"""Refused calls and script errors in browser tests: each fails its test unless the test announced it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Response, WebError


@dataclass(frozen=True, slots=True)
class Expected:
    """A refused call (method, pattern of the URL, status) or, with ``method`` "error", a script error's text."""

    method: str
    pattern: re.Pattern[str]
    status: int = 0


# Modules of browser tests that do not announce yet what they provoke: take them out one by one.
NOT_ANNOUNCED = frozenset(
    [
        "test_described_calls",
        "test_money",
        "test_own_booking_page",
        "test_paid_visitor",
        "test_public_site",
        "test_quiz_analytics_page",
        "test_quiz_network",
        "test_quiz_rules",
        "test_reports_by_mail_page",
        "test_reports_page",
        "test_running_total",
        "test_sessions_and_views",
        "test_shown_currency",
        "test_sister_domains",
        "test_two_quizzes",
        "test_vehicles_and_calendar",
        "test_visitor_availability",
        "test_wizard",
        "test_wizard_words",
        "test_yard",
    ]
)

# Of the running test.
_expected: list[Expected] = []
_faults: list[tuple[str, str, int]] = []


def watch(context: BrowserContext) -> None:
    """Record what goes wrong on every page of this context."""

    def note_response(response: Response) -> None:
        if response.status >= 400:
            _faults.append((response.request.method, response.url, response.status))

    def note_error(raised: WebError) -> None:
        _faults.append(("error", f"{raised.page.url if raised.page else 'a page'}: {raised.error}", 0))

    context.on("response", note_response)
    context.on("weberror", note_error)


def expect_refusal(method: str, url: str, status: int) -> None:
    """Announce responses with this status to calls whose URL contains ``url`` (a regular expression)."""
    _expected.append(Expected(method, re.compile(url), status))


def expect_error(text: str) -> None:
    """Announce script errors that contain ``text`` (a regular expression)."""
    _expected.append(Expected("error", re.compile(text)))


def take_faults() -> list[str]:
    """What went wrong since the last time and was not announced."""
    found = [
        f"{method} {what}{f': {status}' if status else ''}"
        for method, what, status in dict.fromkeys(_faults)
        if not any(
            (each.method, each.status) == (method, status) and each.pattern.search(what) for each in _expected
        )
    ]
    _faults.clear()
    _expected.clear()
    return found


@pytest.fixture(autouse=True)
def no_faults(request: pytest.FixtureRequest) -> Iterator[None]:
    """Import into a conftest: no call is refused and no script fails unless the test announced it."""
    yield
    found = take_faults()
    if found and request.path.stem not in NOT_ANNOUNCED:
        pytest.fail("Not announced: " + "; ".join(found), pytrace=False)
