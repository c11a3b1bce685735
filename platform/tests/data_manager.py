"""A stand-in of Google's Data Manager API that refuses what Google refuses, as its documentation describes it."""

import base64
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from product_fixtures import AdminSql
from service_account import CLIENT_EMAIL, KEY

from abano.core.clock import FixedClock

ACCOUNT, MANAGER, ACTION = "1234567890", "9876543210", "7712337565"
EVENT_FIELDS = {
    "transactionId",
    "eventTimestamp",
    "adIdentifiers",
    "conversionValue",
    "currency",
    "eventSource",
    "consent",
    "userData",
}
CURRENCIES = {"EUR", "CHF", "GEL", "USD"}
Answer = tuple[int, dict[str, Any]]


class Google:
    """``conversions`` counts by transaction id what Google would show; ``received`` every event that arrived.

    ``bad_clicks`` are well formed ids that Google nevertheless refuses at once.
    """

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.conversions: dict[str, dict[str, Any]] = {}
        self.received: Counter[str] = Counter()
        self.requests: list[dict[str, Any]] = []
        self.statuses: dict[str, dict[str, Any]] = {}
        self.bad_clicks: set[str] = set()
        self.names_events = True
        self.is_down = False
        self.loses_answers = False
        self.url = ""
        self._lock = threading.Lock()

    def token(self, form: dict[str, list[str]]) -> Answer:
        refused = (400, {"error": "invalid_grant", "error_description": "Invalid JWT Signature."})
        if form.get("grant_type") != ["urn:ietf:params:oauth:grant-type:jwt-bearer"]:
            return 400, {"error": "unsupported_grant_type"}
        header, claims, signature = form["assertion"][0].split(".")
        try:
            KEY.public_key().verify(_decoded(signature), f"{header}.{claims}".encode(), PKCS1v15(), SHA256())
        except InvalidSignature:
            return refused
        token_header, claim = json.loads(_decoded(header)), json.loads(_decoded(claims))
        issued, ends = (datetime.fromtimestamp(claim[name], UTC) for name in ("iat", "exp"))
        is_good = (
            token_header == {"alg": "RS256", "typ": "JWT", "kid": "key-1"}
            and claim["iss"] == CLIENT_EMAIL
            and claim["aud"] == "https://oauth2.googleapis.com/token"
            and claim["scope"] == "https://www.googleapis.com/auth/datamanager"
            and issued <= self.now < ends <= issued + timedelta(hours=1)
        )
        return (
            (200, {"access_token": "the-token", "expires_in": 3599, "token_type": "Bearer"})
            if is_good
            else refused
        )

    def ingest(self, body: dict[str, Any]) -> Answer:
        with self._lock:
            self.requests.append(body)
            if self.is_down:
                return 503, {"error": {"code": 503, "status": "UNAVAILABLE"}}
            events = body.get("events", [])
            self.received.update(str(event.get("transactionId")) for event in events)
            [destination] = body["destinations"]
            if destination["operatingAccount"] != {"accountType": "GOOGLE_ADS", "accountId": ACCOUNT}:
                return 403, {"error": {"code": 403, "status": "PERMISSION_DENIED"}}
            violations = self._violations(body)
            if violations:
                details = [
                    {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": violations}
                ]
                error = {"code": 400, "status": "INVALID_ARGUMENT", "message": "There was a problem."}
                if self.names_events:
                    error["details"] = details
                return 400, {"error": error}
            for event in events:
                # The same transaction id again restates a conversion, it adds none.
                self.conversions[event["transactionId"]] = event
            request_id = f"request-{len(self.requests)}"
            self.statuses[request_id] = {"requestStatus": "PROCESSING"}
            return 200, {"requestId": request_id}

    def _violations(self, body: dict[str, Any]) -> list[dict[str, str]]:
        [destination], events = body["destinations"], body["events"]
        found = []
        if unknown := set(body) - {"destinations", "events", "consent", "validateOnly", "encoding"}:
            found.append(_violation("", f"UNKNOWN_NAME {unknown}"))
        if destination.get("productDestinationId") != ACTION:
            found.append(_violation("destinations[0].product_destination_id", "INVALID_CONVERSION_ACTION_ID"))
        if not 1 <= len(events) <= 2000:
            found.append(_violation("events", "TOO_MANY_EVENTS"))
        if any("userData" in event for event in events) and body.get("encoding") != "HEX":
            found.append(_violation("encoding", "REQUIRED_FIELD_MISSING"))
        for number, event in enumerate(events):
            found += [
                _violation(f"events.events[{number}].{field}", reason)
                for field, reason in self._problems(event)
            ]
        return found

    def _problems(self, event: dict[str, Any]) -> Iterator[tuple[str, str]]:
        # Whatever else were in an event could be about a person.
        if unknown := set(event) - EVENT_FIELDS:
            yield str(unknown), "UNKNOWN_NAME"
        if not event.get("transactionId"):
            yield "transaction_id", "REQUIRED_FIELD_MISSING"
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", event.get("eventTimestamp", "")):
            yield "event_timestamp", "INVALID_FORMAT"
        elif not self.now - timedelta(days=90) <= datetime.fromisoformat(event["eventTimestamp"]) <= self.now:
            yield "event_timestamp", "EVENT_TIME_INVALID"
        ids = event.get("adIdentifiers", {})
        if len(ids) != 1 or not set(ids) <= {"gclid", "gbraid", "wbraid"}:
            yield "ad_identifiers", "NO_IDENTIFIERS_PROVIDED"
        elif self.bad_clicks & set(ids.values()):
            yield "ad_identifiers.gclid", "INVALID_FORMAT"
        if event.get("currency") not in CURRENCIES:
            yield "currency", "INVALID_CURRENCY_CODE"
        if not isinstance(event.get("conversionValue"), float | int) or event["conversionValue"] < 0:
            yield "conversion_value", "INVALID_NUMBER_FORMAT"
        if event.get("eventSource") not in {"WEB", "APP", "IN_STORE", "PHONE", "OTHER"}:
            yield "event_source", "INVALID_ENUM_VALUE"
        identifiers = event.get("userData", {"userIdentifiers": []})["userIdentifiers"]
        if any(
            set(one) != {"emailAddress"} or not re.fullmatch("[0-9a-f]{64}", one["emailAddress"])
            for one in identifiers
        ):
            yield "user_data.user_identifiers", "INVALID_HEX_ENCODING"
        consent = event.get("consent", {})
        if not set(consent.values()) <= {"CONSENT_GRANTED", "CONSENT_DENIED"}:
            yield "consent", "INVALID_ENUM_VALUE"

    def status(self, request_id: str) -> Answer:
        if request_id not in self.statuses:
            return 400, {"error": {"code": 400, "status": "INVALID_ARGUMENT"}}
        return 200, {"requestStatusPerDestination": [self.statuses[request_id]]}


def _violation(field: str, reason: str) -> dict[str, str]:
    return {"field": field, "description": "As described.", "reason": reason}


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@contextmanager
def serving(google: Google) -> Iterator[Google]:
    """``google`` at ``google.url`` for as long as the context is open."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path == "/token":
                self._send(*google.token(parse_qs(body.decode())))
            elif self._may() and self.path == "/v1/events:ingest":
                answer = google.ingest(json.loads(body))
                if google.loses_answers:
                    self.close_connection = True
                else:
                    self._send(*answer)

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if self._may() and parts.path == "/v1/requestStatus:retrieve":
                self._send(*google.status(parse_qs(parts.query)["requestId"][0]))

        def _may(self) -> bool:
            if self.headers["Authorization"] == "Bearer the-token":
                return True
            self._send(401, {"error": {"code": 401, "status": "UNAUTHENTICATED"}})
            return False

        def _send(self, status: int, body: dict[str, Any]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    google.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield google
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def google(clock: FixedClock) -> Iterator[Google]:
    with serving(Google(clock.now())) as google:
        yield google


@pytest.fixture
def _no_ad_bookings(query_admin_sql: AdminSql) -> None:
    """A clean sheet: nothing was sent, and no booking came by an advertisement."""
    for table in ("conversion_events", "conversion_requests", "conversion_senders"):
        query_admin_sql(f"delete from {table}")
    query_admin_sql("update bookings set gclid = null, gbraid = null, wbraid = null")
