"""A stand-in of the Google Ads API that answers and refuses as its public description says.

https://developers.google.com/google-ads/api/rest/common/search, and its page about errors.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import jwt
from service_account import CLIENT_EMAIL, KEY

CUSTOMER, MANAGER = "1234567890", "9876543210"
PERIOD = re.compile(r"BETWEEN '(\d{4}-\d\d-\d\d)' AND '(\d{4}-\d\d-\d\d)'$")
FIELDS = (
    "customer.currency_code, campaign.id, campaign.name, segments.date, metrics.impressions, metrics.clicks,"
    " metrics.cost_micros, metrics.conversions"
)
Answer = tuple[int, dict[str, Any]]


@dataclass
class CampaignDay:
    """What Google knows of a campaign on a day."""

    campaign: str
    day: date
    micros: int
    clicks: int = 0
    impressions: int = 0
    conversions: float = 0
    campaign_id: str = "111"


@dataclass
class GoogleAdsStandIn:
    """``refusal``: what every search is answered with. ``meanwhile`` runs before a search is answered."""

    rows: list[CampaignDay] = field(default_factory=list)
    currency: str = "EUR"
    page_rows: int = 10_000
    refusal: Answer | None = None
    accepts_key: bool = True
    meanwhile: Callable[[], object] | None = None
    searches: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""

    def token(self, form: dict[str, list[str]]) -> Answer:
        claims = jwt.decode(
            form["assertion"][0],
            KEY.public_key(),
            ["RS256"],
            audience="https://oauth2.googleapis.com/token",
            # Tests have a clock of their own.
            options={"verify_exp": False, "verify_iat": False},
        )
        is_good = (
            self.accepts_key
            and form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
            and claims["iss"] == CLIENT_EMAIL
            and claims["scope"] == "https://www.googleapis.com/auth/adwords"
            and claims["exp"] - claims["iat"] == 3600
        )
        if not is_good:
            return 400, {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}
        return 200, {"access_token": "ads-token", "expires_in": 3599, "token_type": "Bearer"}

    def search(self, customer: str, headers: dict[str, str], body: dict[str, Any]) -> Answer:
        self.searches.append(body)
        self.headers.append(headers)
        if self.meanwhile:
            self.meanwhile()
        if self.refusal:
            return self.refusal
        if "developer-token" in headers:
            return refused(400, "INVALID_ARGUMENT", requestError="UNKNOWN")
        if customer != CUSTOMER:
            return refused(401, "UNAUTHENTICATED", authenticationError="CUSTOMER_NOT_FOUND")
        if headers.get("login-customer-id", MANAGER) != MANAGER:
            return refused(403, "PERMISSION_DENIED", authorizationError="USER_PERMISSION_DENIED")
        period = PERIOD.search(body["query"])
        if period is None or f"SELECT {FIELDS} FROM campaign WHERE" not in body["query"]:
            return refused(400, "INVALID_ARGUMENT", queryError="UNEXPECTED_INPUT")
        first, last = (date.fromisoformat(day) for day in period.groups())
        found = [row for row in self.rows if first <= row.day <= last]
        start = int(body.get("pageToken", "page-0").removeprefix("page-"))
        end = start + self.page_rows
        answer: dict[str, Any] = {
            "results": [self._shown(row) for row in found[start:end]],
            "fieldMask": FIELDS.replace(" ", ""),
            "queryResourceConsumption": "219",
        }
        if end < len(found):
            answer["nextPageToken"] = f"page-{end}"
        return 200, answer

    def _shown(self, row: CampaignDay) -> dict[str, Any]:
        """Whole numbers are text, parts of conversions are numbers."""
        customer = f"customers/{CUSTOMER}"
        return {
            "customer": {"resourceName": customer, "currencyCode": self.currency},
            "campaign": {
                "resourceName": f"{customer}/campaigns/{row.campaign_id}",
                "name": row.campaign,
                "id": row.campaign_id,
            },
            "metrics": {
                "clicks": str(row.clicks),
                "conversions": row.conversions,
                "costMicros": str(row.micros),
                "impressions": str(row.impressions),
            },
            "segments": {"date": row.day.isoformat()},
        }


def refused(status: int, name: str, *, details: dict[str, Any] | None = None, **code: str) -> Answer:
    """A refusal in Google's form: a status, and a failure with its own code."""
    error: dict[str, Any] = {"errorCode": code, "message": "As described."}
    if details:
        error["details"] = details
    return status, {
        "error": {
            "code": status,
            "message": "Request contains an invalid argument.",
            "status": name,
            "details": [
                {
                    "@type": "type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure",
                    "errors": [error],
                    "requestId": "unique_request_id",
                }
            ],
        }
    }


@contextmanager
def running_google_ads() -> Iterator[GoogleAdsStandIn]:
    """The stand-in at ``url`` for as long as the context is open."""
    google = GoogleAdsStandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            found = re.fullmatch(r"/v26/customers/(\d{10})/googleAds:search", self.path)
            if self.path == "/token":
                self._send(*google.token(parse_qs(content.decode())))
            elif found is None:
                self._send(404, {})
            elif self.headers["Authorization"] != "Bearer ads-token":
                self._send(*refused(401, "UNAUTHENTICATED", authenticationError="OAUTH_TOKEN_INVALID"))
            else:
                headers = {name.lower(): value for name, value in self.headers.items()}
                self._send(*google.search(found[1], headers, json.loads(content)))

        def _send(self, status: int, body: dict[str, Any]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=UTF-8")
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
