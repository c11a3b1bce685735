"""Every unauthenticated write is rate-limited per IP, and one rule defines an IP."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from access_places import PUBLIC
from described import Json, Operation, operations
from fastapi import FastAPI
from product_fixtures import AdminSql

from abano.accounts.access import passwords

pytestmark = pytest.mark.anyio
ALLOWED = 3
WRITES = {one.name: one for one in operations() if one.name in PUBLIC and one.method != "GET"}
At = Callable[[str], httpx.AsyncClient]


@pytest.fixture
async def at(app: FastAPI) -> AsyncIterator[At]:
    """Browsers at public IPs."""
    async with AsyncExitStack() as opened:

        def make(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app=app, client=(address, 50000))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            opened.push_async_callback(client.aclose)
            return client

        yield make


class Knowing:
    """Accepts every password immediately: these tests count calls."""

    def hash(self, password: str) -> str:
        return password

    def verify(self, stored: str, password: str) -> bool:
        return stored == password


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(passwords, "_hasher", Knowing())
    query_admin_sql("delete from public_write_counts")
    query_admin_sql("delete from sign_in_failures")
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    yield
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")


def about(body: Json | None, number: int) -> Json | None:
    """The same body about another person: a limit per account does not limit an IP."""
    changed: Any = {
        name: f"someone-{number}@example.com" if name.lower().endswith("email") else value
        for name, value in (body or {}).items()
    }
    for name in ("token", "challenge"):
        if name in changed:
            changed[name] = f"none-{number}"
    return changed or None


OWN = "bookings_self_service/test_own_booking.py::"
# Beside the limit of an address: what bounds a write to one recipient, account or thing, and the test of it. A dash
# begins why there is nothing to bound.
OF_SUBJECT = {
    "POST /api/admin/invitations/accept": "team_users/test_users.py::test_an_invitation_makes_an_admin_once",
    "POST /api/admin/support-session": (
        "team_support/test_support_access.py::test_the_link_works_once_for_a_minute_at_the_company_alone"
    ),
    "DELETE /api/admin/support-session": "- it ends the session of its own cookie",
    "POST /api/admin/invitations/look": "- it changes nothing; the token has 256 bits",
    "POST /api/admin/login": "team_users/test_sign_in.py::test_guessing_in_parallel_gets_no_extra_tries",
    "POST /api/admin/login/code": (
        "team_users/test_second_factor.py::test_guessing_codes_in_parallel_is_stopped_after_five"
    ),
    "POST /api/admin/logout": "- it ends the caller's own session",
    "POST /api/admin/password-reset": (
        "team_users/test_password_reset.py::test_letters_to_one_person_are_limited_in_silence"
    ),
    "POST /api/admin/password-reset/confirm": (
        "team_users/test_password_reset.py::test_a_used_link_at_once_works_once"
    ),
    "POST /api/availability/holds": "fleet_vehicles/test_availability.py::test_an_address_holds_at_most_five",
    "POST /api/availability/holds/release": "- it ends the caller's own hold; the token has 256 bits",
    "POST /api/bookings": "bookings/test_unconfirmed_limits.py::test_an_email_or_phone_has_three_from_wherever",
    "POST /api/consent/ad-answers": (
        "marketing_traffic/test_ad_answers.py::test_a_withdrawal_leaves_other_visitors_alone"
    ),
    "POST /api/consent/refusal": "web_public_writes/test_no_id_is_left.py::test_a_refusal_leaves_others_alone",
    "POST /api/gclid/save": "- a statistic; no one is written to and nothing is reserved",
    "POST /api/journey": (
        "marketing_traffic/test_journeys.py::test_each_step_of_a_visit_is_stored_once_and_the_first_counts"
    ),
    "POST /api/messages/reports/{provider}": "- signed by the company's mail service",
    "POST /api/my-booking/agreement/signature": (
        "bookings_handover/test_signed_agreements.py::test_signing_twice_at_once_signs_once"
    ),
    "POST /api/my-booking/cancellation": "- a booking is cancelled once",
    "POST /api/my-booking/link": "- it changes nothing; the token is signed",
    "POST /api/my-booking/messages": f"{OWN}test_what_a_customer_may_do_to_one_booking_has_an_end",
    "POST /api/my-booking/card-hold": f"{OWN}test_concurrent_card_holds_of_one_booking_lead_to_one_session",
    "POST /api/my-booking/payments": f"{OWN}test_concurrent_payments_of_one_booking_lead_to_one_session",
    "POST /api/my-booking/quotes": "- it stores nothing",
    "POST /api/my-booking/sign-in": f"{OWN}test_tries_are_limited_for_a_reference_and_from_an_address",
    "POST /api/my-booking/sign-out": "- it ends the caller's own session",
    "POST /api/payments/online": "- it changes nothing; the token has 256 bits",
    "POST /api/personal-info-step": (
        "bookings_emails/test_customer_messages.py::test_the_team_gets_at_most_thirty_emails_an_hour_of_one_kind"
    ),
    "POST /api/promo-codes/validate": "- it changes nothing, and says of a code what the form says",
    "POST /api/quiz/answers": "- a statistic; no one is written to and nothing is reserved",
    "POST /api/quiz/question-view": "- a statistic; no one is written to and nothing is reserved",
    "POST /api/quiz/session/complete": "- a statistic; no one is written to and nothing is reserved",
    "POST /api/quiz/session/start": "- a statistic; no one is written to and nothing is reserved",
    "POST /api/quotes": "- it stores nothing",
    "POST /api/recaptcha/verify": "- it stores nothing",
    "POST /api/referrers/login": (
        "architecture/test_public_limits.py::test_guessing_at_one_account_from_a_whole_ipv6_line_is"
        "_guessing_from_one_address"
    ),
    "POST /api/referrers/logout": "- it ends the caller's own session",
    "POST /api/referrers/password-reset": (
        "marketing_affiliates/test_affiliate_password_reset.py::test_asking_is_limited_for_known_and_unknown_alike"
    ),
    "POST /api/referrers/password-reset/confirm": (
        "marketing_affiliates/test_affiliate_password_reset.py::test_link_sets_a_password_once_and_ends_every_session"
    ),
    "POST /api/referrers/register": (
        "bookings_emails/test_customer_messages.py::test_the_team_gets_at_most_thirty_emails_an_hour_of_one_kind"
    ),
    "POST /api/shared-figures": "analytics_saved_views/test_views_and_links.py::test_guessing_has_its_limit",
    "POST /api/stripe/connect/events": "- signed by Stripe for the platform; each event counts once",
    "POST /api/phone-messages/whatsapp": "- signed by Meta for the company; each event counts once",
    "POST /api/phone-messages/sms": "- signed by Twilio for the company; each event counts once",
    "POST /api/stripe/events": "- signed by Stripe for the company; each event counts once",
    "PUT /api/my-booking/details": "- the newest counts; the team's emails have a limit",
    "PUT /api/my-booking/licences": f"{OWN}test_what_a_customer_may_do_to_one_booking_has_an_end",
    "POST /api/reviews/own/link": "- it changes nothing; the token is signed",
    "PUT /api/reviews/own": (
        "site_reviews/test_invitations.py::test_a_review_is_written_once_changed_and_closed_by_the_decision"
    ),
    "PUT /api/my-booking/rental": f"{OWN}test_what_a_customer_may_do_to_one_booking_has_an_end",
    "PUT /api/referrers/payout-address": (
        "marketing_affiliates/test_payout_email.py::test_guessing_the_password_has_to_wait"
    ),
}


def test_every_public_write_says_what_bounds_it_for_one_recipient_or_thing() -> None:
    known = {one.name for one in operations() if one.name in PUBLIC and one.method != "GET"}
    assert known - OF_SUBJECT.keys() == set(), (
        "a new public write: what bounds it for one recipient or thing?"
    )
    assert OF_SUBJECT.keys() - known == set(), "there is no such public write any more"
    tests = Path(__file__).parents[1]
    for name, stated in OF_SUBJECT.items():
        if stated.startswith("- "):
            continue
        file, _, function = stated.partition("::")
        assert f"def {function}(" in (tests / f"test_{file}").read_text(encoding="utf-8"), name


def test_the_description_names_public_writes() -> None:
    assert len(WRITES) > 20
    assert "POST /api/admin/password-reset/confirm" in WRITES


@pytest.mark.parametrize("one", WRITES.values(), ids=list(WRITES))
async def test_every_public_write_has_a_limit_for_each_address(
    at: At, query_admin_sql: AdminSql, one: Operation
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = %s", ALLOWED)
    # All addresses of one IPv6 network count as one.
    answers = [
        await one.call(at(f"2001:db8:1:1::{number + 1:x}"), body=about(one.body, number))
        for number in range(ALLOWED + 1)
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses[-1] == 429, f"{one.name} has no limit for an address: {statuses}"
    assert 429 not in statuses[:-1]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    other = await one.call(at("2001:db8:1:2::1"), body=about(one.body, ALLOWED + 1))
    assert other.status_code != 429


@pytest.mark.parametrize(
    "name",
    [
        "POST /api/admin/login",
        "POST /api/admin/password-reset",
        "POST /api/referrers/login",
        "POST /api/referrers/password-reset",
    ],
)
async def test_guessing_at_one_account_from_a_whole_ipv6_line_is_guessing_from_one_address(
    at: At, name: str
) -> None:
    one = WRITES[name]
    statuses = [
        (await one.call(at(f"2001:db8:2:1:{number:x}::{number:x}"))).status_code for number in range(1, 8)
    ]
    assert statuses[5:] == [429, 429], statuses
    assert 429 not in statuses[:5]
    assert (await one.call(at("2001:db8:2:2::1"))).status_code != 429
    # The same IP in another notation, and the next IPv4 address.
    statuses = [(await one.call(at(f"::ffff:192.0.2.{7 + number // 5}"))).status_code for number in range(6)]
    assert 429 not in statuses
    assert (await one.call(at("192.0.2.7"))).status_code == 429


@pytest.mark.parametrize(
    ("names", "allowed"),
    [
        (["POST /api/admin/login", "POST /api/referrers/login"], 100),
        (["POST /api/admin/password-reset", "POST /api/referrers/password-reset"], 30),
        (["POST /api/referrers/register"], 20),
    ],
)
async def test_what_is_expensive_has_a_closer_limit_over_all_accounts(
    at: At, names: list[str], allowed: int
) -> None:
    statuses = []
    for number in range(allowed + 2):
        one = WRITES[names[number % len(names)]]
        answer = await one.call(at(f"2001:db8:3:1::{number + 1:x}"), body=about(one.body, number))
        statuses.append(answer.status_code)
    assert 429 not in statuses[:allowed]
    assert statuses[allowed:] == [429, 429]
    one = WRITES[names[0]]
    assert (await one.call(at("2001:db8:3:2::1"), body=about(one.body, allowed + 2))).status_code != 429
