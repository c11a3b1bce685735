"""Encryption of small secrets at rest and tokens of links, with keys derived from the installation's secret key."""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


class CannotUnseal(ValueError):
    """The stored value was sealed with another secret or has been altered."""


class Sealer:
    """AES-256-GCM with one key per ``purpose``. ``bound_to``: the associated data, such as the owner's id."""

    def __init__(self, secret: str, purpose: str) -> None:
        self._cipher = AESGCM(_key(secret, purpose))

    def seal(self, text: str, bound_to: str) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, text.encode(), bound_to.encode())

    def unseal(self, sealed: bytes, bound_to: str) -> str:
        """Raises CannotUnseal."""
        nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, rest, bound_to.encode()).decode()
        except (InvalidTag, ValueError) as error:
            raise CannotUnseal from error


@lru_cache(maxsize=32)
def _key(secret: str, purpose: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"abano {purpose}".encode()).derive(
        secret.encode()
    )


@dataclass(frozen=True, slots=True)
class SignedTokens:
    """The tokens of one kind of link: a payload and its MAC, bound to a company, in Base64 for URLs.

    They are stored nowhere and cannot be made without the installation's secret. ``payload_bytes`` and
    ``mac_bytes`` add up to a multiple of three, so that there is no padding.
    """

    purpose: str
    payload_bytes: int
    mac_bytes: int

    @property
    def length(self) -> int:
        """Of a token, in characters."""
        return (self.payload_bytes + self.mac_bytes) // 3 * 4

    def sign(self, secret: str, tenant_id: UUID, payload: bytes, bound_to: str = "") -> str:
        """The token of ``payload``. ``bound_to``: what ends the link when it changes."""
        key = hashlib.sha256(f"abano {self.purpose}\0{secret}".encode()).digest()
        mac = hmac.digest(key, tenant_id.bytes + payload + bound_to.encode(), "sha256")
        return base64.urlsafe_b64encode(payload + mac[: self.mac_bytes]).decode()

    def read(self, secret: str, tenant_id: UUID, token: str) -> bytes | None:
        """The payload of a genuine token, else None."""
        payload = self.unverified(token)
        if payload is None:
            return None
        genuine = self.sign(secret, tenant_id, payload)
        return payload if hmac.compare_digest(token.encode(), genuine.encode()) else None

    def unverified(self, token: str) -> bytes | None:
        """What a token says it is of; None if it has another form."""
        if len(token) != self.length or not token.isascii():
            return None
        try:
            content = base64.urlsafe_b64decode(token)
        except ValueError:
            return None
        return content[: self.payload_bytes] if len(content) == self.payload_bytes + self.mac_bytes else None


# Bodies that another service signed with a shared secret.

# Between the sender's clock and ours, as Stripe's own libraries allow.
TOLERANCE_SECONDS = 300
MAX_SIGNATURES = 10


class BadSignature(ValueError):
    """The body was not signed with this secret, or not now."""


def verify_signature(payload: bytes, header: str, secret: str, now: datetime) -> None:
    """Check a header of the form ``t=<seconds>,v1=<HMAC-SHA256 in hex>`` over the seconds, a full stop and the body.

    As Stripe signs (https://docs.stripe.com/webhooks#verify-manually). Raises BadSignature.
    """
    stated, signatures = "", []
    for part in header.split(",")[: MAX_SIGNATURES + 1]:
        name, _, value = part.strip().partition("=")
        if name == "t":
            stated = value
        elif name == "v1":
            signatures.append(value)
    if not stated.isascii() or not stated.isdigit() or len(stated) > 12:
        raise BadSignature
    if abs(now.timestamp() - int(stated)) > TOLERANCE_SECONDS:
        raise BadSignature
    wanted = hmac.new(secret.encode(), stated.encode() + b"." + payload, hashlib.sha256).hexdigest()
    if not any(hmac.compare_digest(wanted.encode(), each.encode()) for each in signatures):
        raise BadSignature
