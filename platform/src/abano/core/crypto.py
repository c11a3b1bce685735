"""Encryption of small secrets at rest, with keys derived from the installation's secret key."""

import hashlib
import hmac
import secrets
from datetime import datetime
from functools import lru_cache

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
