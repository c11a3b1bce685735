"""Client of Google's Data Manager API: authenticate with a service account key, send events, query status.

Requests are accepted or rejected as a whole: one invalid event fails the request, and the response names the
event. See https://developers.google.com/data-manager/api.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

import httpx
import jwt
import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from abano.core.errors import Message, Sentence
from abano.core.public_ip import tls_context

# A Google service account's key file, and its signed assertions.

SCOPE = "https://www.googleapis.com/auth/datamanager"
LIFETIME_SECONDS = 3600
MAX_FILE_LENGTH = 10_000


class UnusableKey(ValueError):
    """This is not the key file of a service account. Choose the JSON file that Google gave when the key was made."""


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """``private_key`` is PEM. URLs in the key file are ignored: the sign-in URL is fixed."""

    client_email: str
    private_key_id: str
    private_key: str

    def assertion(self, audience: str, now: datetime, scope: str = SCOPE) -> str:
        """A signed JWT assertion of this account for ``scope`` (RFC 7523), valid for an hour."""
        issued = int(now.timestamp())
        claims = {
            "iss": self.client_email,
            "scope": scope,
            "aud": audience,
            "iat": issued,
            "exp": issued + LIFETIME_SECONDS,
        }
        key = _rsa_key(self.private_key, is_checked=True)
        return jwt.encode(claims, key, algorithm="RS256", headers={"kid": self.private_key_id})


def read_key_file(text: str, *, is_checked: bool = False) -> ServiceAccount:
    """Parse a key file. Raises UnusableKey. ``is_checked``: it is one that this accepted before."""
    try:
        data = orjson.loads(text[:MAX_FILE_LENGTH])
        if data["type"] != "service_account":
            raise UnusableKey
        account = ServiceAccount(
            client_email=str(data["client_email"]),
            private_key_id=str(data["private_key_id"]),
            private_key=str(data["private_key"]),
        )
        _rsa_key(account.private_key, is_checked=is_checked)
    except (ValueError, KeyError, TypeError, UnsupportedAlgorithm) as error:
        raise UnusableKey from error
    if not account.client_email.endswith(".gserviceaccount.com"):
        raise UnusableKey
    return account


def _rsa_key(pem: str, *, is_checked: bool) -> RSAPrivateKey:
    # Whether its numbers are primes takes a tenth of a second to find out: once is enough.
    key = load_pem_private_key(pem.encode(), password=None, unsafe_skip_rsa_key_validation=is_checked)
    if not isinstance(key, RSAPrivateKey):
        raise UnusableKey
    return key


API_URL = "https://datamanager.googleapis.com"
TOKEN_URL = "https://oauth2.googleapis.com/token"  # noqa: S105 - an address
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
TIMEOUT_SECONDS = 30.0
MAX_EVENTS = 2000
REASON_LENGTH = 200

_EVENT = re.compile(r"\bevents\[(\d+)\]")
Event = Mapping[str, object]
Read = TypeVar("Read")


ANSWER_UNREADABLE = Message("google_answer_unreadable", "Google's answer could not be read.")
UNREACHABLE = Message("google_unreachable", "Google could not be reached ({cause}).")
KEY_NOT_ACCEPTED = Message(
    "google_key_not_accepted",
    "Google does not accept the key: it was deleted, or belongs to another project.",
)
DESTINATION_REFUSED = Message(
    "google_destination_refused", "Google refuses the account or the conversion action: {reason}."
)
NOT_PERMITTED = Message(
    "google_not_permitted", "The service account has no access to this Google Ads account."
)
TOO_OFTEN = Message("google_too_often", "Google asks to send less often.")
ANSWERED = Message("google_answered", "Google answered {status}.")


class SendingFailed(Exception):
    """A request failed for a cause other than its events; ``sentence`` is for the admin."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence.text)
        self.sentence = sentence


class EventsRefused(Exception):
    """Google rejected a request because of the events in ``reasons``: index in the request → reason.

    Empty if the response names no event.
    """

    def __init__(self, reasons: Mapping[int, str]) -> None:
        super().__init__(f"{len(reasons)} named")
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class Destination:
    """The conversion action that receives the events. Account ids have ten digits."""

    account_id: str
    login_account_id: str | None
    conversion_action_id: str

    def as_json(self) -> dict[str, object]:
        body: dict[str, object] = {
            "operatingAccount": {"accountType": "GOOGLE_ADS", "accountId": self.account_id},
            "productDestinationId": self.conversion_action_id,
        }
        if self.login_account_id:
            body["loginAccount"] = {"accountType": "GOOGLE_ADS", "accountId": self.login_account_id}
        return body


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an accepted request. ``reasons`` is None when every event was accepted."""

    state: Literal["processing", "done", "partial", "failed", "unknown"]
    not_taken: int = 0
    reasons: str | None = None


class DataManager:
    """Calls of the API. Access tokens are cached for the lifetime of the object."""

    def __init__(self, api_url: str = API_URL, token_url: str = TOKEN_URL) -> None:
        self._api_url, self._token_url = api_url, token_url
        self._tokens: dict[str, str] = {}

    async def ingest(
        self, account: ServiceAccount, destination: Destination, events: Sequence[Event], now: datetime
    ) -> str:
        """Send at most 2,000 events. Returns Google's request id.

        Raises EventsRefused or SendingFailed; after the latter some may have arrived, and sending them again is
        harmless because of their transaction ids.
        """
        body: dict[str, object] = {"destinations": [destination.as_json()], "events": list(events)}
        if any("userData" in event for event in events):
            # Of the hashes in it.
            body["encoding"] = "HEX"
        answer = await self._call(account, now, "POST", "/v1/events:ingest", json=body)
        if answer.status_code == httpx.codes.BAD_REQUEST:
            raise _read(_refusal, answer)
        if not answer.is_success:
            raise _failure(answer)
        request_id = _json(answer).get("requestId")
        if not isinstance(request_id, str) or not request_id:
            raise SendingFailed(ANSWER_UNREADABLE())
        return request_id

    async def outcome(self, account: ServiceAccount, request_id: str, now: datetime) -> Outcome:
        """The outcome of a request. Raises SendingFailed."""
        params = {"requestId": request_id}
        answer = await self._call(account, now, "GET", "/v1/requestStatus:retrieve", params=params)
        if answer.status_code in {httpx.codes.BAD_REQUEST, httpx.codes.NOT_FOUND}:
            return Outcome("unknown")
        if not answer.is_success:
            raise _failure(answer)
        return _read(_outcome, answer)

    async def _call(
        self, account: ServiceAccount, now: datetime, method: str, path: str, **arguments: Any
    ) -> httpx.Response:
        async with httpx.AsyncClient(verify=tls_context(), timeout=TIMEOUT_SECONDS) as client:
            try:
                token = self._tokens.get(account.client_email) or await self._sign_in(client, account, now)
                headers = {"Authorization": f"Bearer {token}"}
                return await client.request(method, f"{self._api_url}{path}", headers=headers, **arguments)
            except httpx.HTTPError as error:
                raise SendingFailed(UNREACHABLE(cause=type(error).__name__)) from error

    async def _sign_in(self, client: httpx.AsyncClient, account: ServiceAccount, now: datetime) -> str:
        form = {"grant_type": GRANT, "assertion": account.assertion(TOKEN_URL, now)}
        answer = await client.post(self._token_url, data=form)
        token = _json(answer).get("access_token")
        if answer.is_server_error:
            raise _failure(answer)
        if not answer.is_success or not isinstance(token, str):
            raise SendingFailed(KEY_NOT_ACCEPTED())
        self._tokens[account.client_email] = token
        return token


def _read(reading: Callable[[Mapping[str, Any]], Read], answer: httpx.Response) -> Read:
    """Parse a response. Raises SendingFailed when it does not have the documented form."""
    try:
        return reading(_json(answer))
    except (AttributeError, TypeError, ValueError) as error:
        raise SendingFailed(ANSWER_UNREADABLE()) from error


def _json(answer: httpx.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _refusal(body: Mapping[str, Any]) -> Exception:
    """The error of a 400 response: bad events, a bad destination, or an unnamed cause."""
    error = body.get("error") or {}
    violations = [
        violation
        for detail in error.get("details") or []
        for violation in detail.get("fieldViolations") or []
    ]
    reasons: dict[int, str] = {}
    for violation in violations:
        field, reason = str(violation.get("field", "")), _reason(violation)
        if named := _EVENT.search(field):
            reasons.setdefault(int(named[1]), reason)
        elif "destination" in field:
            return SendingFailed(DESTINATION_REFUSED(reason=reason))
    return EventsRefused(reasons)


def _failure(answer: httpx.Response) -> SendingFailed:
    if answer.status_code in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        return SendingFailed(NOT_PERMITTED())
    if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return SendingFailed(TOO_OFTEN())
    return SendingFailed(ANSWERED(status=str(answer.status_code)))


def _outcome(body: Mapping[str, Any]) -> Outcome:
    """The outcome for the only destination. Google sends record counts as text."""
    status: Mapping[str, Any] = next(iter(body.get("requestStatusPerDestination") or []), {})
    counts = (status.get("errorInfo") or {}).get("errorCounts") or []
    not_taken = sum(int(count.get("recordCount", 0)) for count in counts)
    reasons = ", ".join(sorted({_reason(count) for count in counts}))[:REASON_LENGTH] or None
    match status.get("requestStatus"):
        case "SUCCESS":
            return Outcome("done")
        case "PARTIAL_SUCCESS":
            return Outcome("partial", not_taken, reasons)
        case "FAILED":
            return Outcome("failed", not_taken, reasons)
        case _:
            return Outcome("processing")


def _reason(entry: Mapping[str, Any]) -> str:
    """Google's code of a reason, never its description, which may repeat what was sent."""
    text = str(entry.get("reason") or "no reason given")
    return text.removeprefix("PROCESSING_ERROR_REASON_").replace("_", " ").lower()[:REASON_LENGTH]
