"""Encryption of small secrets at rest, with keys derived from the installation's secret key."""

import secrets
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


class CannotUnseal(ValueError):
    """The stored value was sealed with another secret or has been altered."""


class Sealer:
    """AES-256-GCM. Each ``purpose`` has its own key; ``bound_to`` is the associated data, such as the owner's id."""

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
