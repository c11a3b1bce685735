"""A company with one object of each kind, so that calls can refer to existing objects.

The objects are read back through the API, including those that earlier calls changed, closed or erased.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import httpx

from loadtests.forms import booking_form, days_from

AFFILIATE_PASSWORD = "a password for affiliates"  # noqa: S105 - of made-up affiliates
BOOKINGS = 3
# Number of objects per kind; with more, each would be used too rarely.
MAX_PER_TENANT = 12
Json = dict[str, Any]
Known = dict[str, list[str]]


def furnish(owner: httpx.Client, owner_email: str) -> Known:
    """Create the objects and return their identifiers by parameter and field name.

    An object whose call is refused is omitted: a company attacked before may have no car left to book.
    """
    mark = secrets.token_hex(4)
    token = _visit_and_affiliate(owner, mark)
    affiliates = _ids(_ask(owner, "GET", "/api/admin/affiliates"), "affiliates")
    codes = [one["code"] for one in _ask(owner, "GET", "/api/admin/promo-codes").get("codes", [])]
    cars = [one["name"] for one in _ask(owner, "GET", "/api/site").get("site", {}).get("cars", [])]
    booked = [_booked(owner, mark, car, codes[:1]) for car in cars[:BOOKINGS]]
    for booking in filter(None, booked[:1]):
        _ask(owner, "POST", f"/api/admin/commissions/{booking}/release", {})
    # So that an amount is payable: the bookings of this company have not been completed.
    _ask(owner, "PUT", "/api/admin/settings/commission", {"percent": 20, "payableOn": "booking"})
    for affiliate in affiliates[:MAX_PER_TENANT]:
        _ask(owner, "POST", f"/api/admin/pay-commission/{affiliate}", {})
    invited = {"email": f"invited-{mark}@example.com", "role": "analyst"}
    _ask(owner, "POST", "/api/admin/users/invitations", invited)
    people = _ask(owner, "GET", "/api/admin/users")
    own = [one["id"] for one in people.get("users", []) if one["email"] == owner_email]
    others = [one["id"] for one in people.get("users", []) if one["id"] not in own]
    url = _ask(owner, "POST", "/api/admin/conversions/file-urls").get("urls", {}).get("clicks", "")
    listed = _ids(_ask(owner, "GET", "/api/admin/bookings"), "bookings")
    bookings = list(dict.fromkeys([*filter(None, booked), *listed]))
    known = {
        "booking_id": bookings,
        "affiliate_id": affiliates,
        "affiliateId": affiliates,
        "affiliate": affiliates,
        "payout_id": _ids(_ask(owner, "GET", "/api/admin/payouts"), "payouts"),
        "code": codes,
        "promoCode": codes,
        # Not the owner, in whose name the calls are made.
        "user_id": others,
        "own_id": own,
        "adminId": others,
        "invitation_id": _ids(people, "invitations"),
        "visit_id": _ids(_ask(owner, "GET", "/api/ip/visits"), "visits"),
        "secret": url.split("/")[-2:-1],
        "subjectId": [*bookings[:3], *affiliates[:3]],
        "sessionId": [f"session-{mark}"],
        "quizSessionId": [f"session-{mark}"],
        "gclid": [f"click-{mark}"],
        "deviceFingerprint": [_device(mark)],
        "carType": cars,
        "email": [
            f"customer-{mark}@example.com",
            f"affiliate-{mark}@example.com",
            f"invited-{mark}@example.com",
        ],
        "password": [AFFILIATE_PASSWORD],
        "authorization": [f"Bearer {token}"] if token else [],
    }
    return {name: values[:MAX_PER_TENANT] for name, values in known.items() if values}


def _device(mark: str) -> str:
    """A fingerprint in the site's format."""
    return hashlib.sha256(mark.encode()).hexdigest()[:16]


def _visit_and_affiliate(visitor: httpx.Client, mark: str) -> str:
    """A click, an answered quiz and an affiliate; the affiliate's token, empty without one."""
    click = {"gclid": f"click-{mark}", "deviceFingerprint": _device(mark), "consentState": "granted"}
    session = {"sessionId": f"session-{mark}"}
    visitor.get("/", params={"gclid": click["gclid"]}, headers={"Accept": "text/html"})
    _ask(visitor, "POST", "/api/gclid/save", {**click, "sourceUrl": "https://example.com/"})
    _ask(visitor, "POST", "/api/quiz/session/start", {**session, **click, "utmCampaign": "spring"})
    questions = _ask(visitor, "GET", "/api/quiz/definition").get("questions", [])
    answers = [
        {"questionId": one["id"], "value": one["options"][0]["value"], "sequence": place}
        for place, one in enumerate(questions[:2], start=1)
    ]
    _ask(visitor, "POST", "/api/quiz/answers", {**session, "answers": answers})
    affiliate = {"email": f"affiliate-{mark}@example.com", "password": AFFILIATE_PASSWORD}
    about = {"name": f"Affiliate {mark}", "paypalEmail": affiliate["email"]}
    _ask(visitor, "POST", "/api/referrers/register", {**affiliate, **about})
    return str(_ask(visitor, "POST", "/api/referrers/login", affiliate).get("token", ""))


def _booked(visitor: httpx.Client, mark: str, car: str, codes: list[str]) -> str:
    booking = booking_form(
        **days_from(datetime.now(UTC).date() + timedelta(days=30)),
        customerEmail=f"customer-{mark}@example.com",
        carType=car,
        quizSessionId=f"session-{mark}",
        **({"promoCode": codes[0]} if codes else {}),
    )
    return str(_ask(visitor, "POST", "/api/bookings", booking).get("bookingId", ""))


def _ask(client: httpx.Client, method: str, path: str, body: Json | None = None) -> Json:
    """The response of a call; None when refused. Raises HTTPStatusError for a server error."""
    answer = client.request(method, path, json=body)
    if answer.is_server_error:
        answer.raise_for_status()
    return cast(Json, answer.json()) if answer.is_success and answer.content else {}


def _ids(reported: Json, name: str) -> list[str]:
    return [str(one["id"]) for one in reported.get(name, [])]
