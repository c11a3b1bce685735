"""Pure rules of agreements: the link, its lifetime, and what counts as the same agreement."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from abano.core.crypto import SignedTokens
from abano.core.errors import Conflict, Message, TooManyRequests

# In the fragment of the link, which browsers do not send to servers: /my-booking#sign=…
PREFIX = "sign="
TOKENS = SignedTokens("agreement link", 16, 32)
LIFETIME = timedelta(days=14)
# A customer may also sign at the counter, when they are late.
AFTER_PICKUP = timedelta(days=1)
# Each sends an email.
MAX_REQUESTS = 20
MAX_REQUESTS_AN_HOUR = 5
MAX_USER_AGENT_LENGTH = 300
# Bookings whose agreement can be signed online: later, it is signed at the handover.
SIGNABLE = frozenset({"confirmed"})


class AgreementNotRequestable(Conflict):
    """Only the agreement of a confirmed booking can be signed online, before the pickup."""


class AgreementNeedsEmail(Conflict):
    """This booking has no email address to send the link to."""


class AgreementSigned(Conflict):
    """This agreement is already signed."""


class AgreementNotOpen(Conflict):
    """This agreement can't be signed online any more. Contact us for a new link."""


class AgreementChanged(Conflict):
    """Your booking has changed, so nothing was signed. Read the agreement again."""


class TooManyAgreementRequests(TooManyRequests):
    """Too many links were sent for this booking. Try again in an hour."""


TOO_MANY_POINTS = Message("signature_too_long", "This signature is too long. Please sign again")
OWN_SIGNATURE_MISSING = Message("own_signature_missing", "Please sign in the box")
OWN_NAME_MISSING = Message("own_name_missing", "Please enter your name")


@dataclass(frozen=True, slots=True)
class BookingFacts:
    """What an agreement is about. A change of any of it makes a signature outdated.

    ``lines``: code and amount (minor units) of each. ``terms``: the version of the company's terms of service.
    """

    customer: str
    car: str
    pickup: tuple[datetime, str, str]
    dropoff: tuple[datetime, str, str]
    addresses: tuple[str, str]
    insurance: str
    services: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    total: int
    currency: str
    agreed_terms: Mapping[str, int]
    second_driver: tuple[str, date | None, str]
    terms: str

    def digest(self) -> bytes:
        """SHA-256."""
        return hashlib.sha256(
            orjson.dumps(asdict(self), option=orjson.OPT_SORT_KEYS | orjson.OPT_UTC_Z)
        ).digest()


def digest_of_content(content: Mapping[str, Any]) -> str:
    """SHA-256 of what was read and signed, which its document names."""
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()


def version_of(facts: BookingFacts, content: Mapping[str, Any]) -> str:
    """Names what a customer reads, so that nothing else is signed."""
    return hashlib.sha256(facts.digest() + digest_of_content(content).encode()).hexdigest()


def expires_at(pickup_at: datetime, now: datetime) -> datetime:
    return min(now + LIFETIME, max(pickup_at, now) + AFTER_PICKUP)


def make_token(secret: str, tenant_id: UUID, request_id: UUID, bound_to: Sequence[object]) -> str:
    """The token of a request's link. It is stored nowhere, and cannot be made without the installation's secret.

    ``bound_to``: what ends the link when it changes, such as the customer's email address.
    """
    return TOKENS.sign(secret, tenant_id, request_id.bytes, "\0".join(map(str, bound_to)))


def request_of(token: str) -> UUID | None:
    """Which request a token is of, if it is one. ``is_token_of`` decides whether it is genuine."""
    payload = TOKENS.unverified(token)
    return UUID(bytes=payload) if payload else None


def is_token_of(
    token: str, secret: str, tenant_id: UUID, request_id: UUID, bound_to: Sequence[object]
) -> bool:
    genuine = make_token(secret, tenant_id, request_id, bound_to)
    return hmac.compare_digest(token.encode(), genuine.encode())
