"""A Google service account's key file, and its signed assertions."""

from dataclasses import dataclass
from datetime import datetime

import jwt
import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

SCOPE = "https://www.googleapis.com/auth/datamanager"
LIFETIME_SECONDS = 3600
LONGEST_FILE = 10_000


class UnusableKey(ValueError):
    """This is not the key file of a service account. Choose the JSON file that Google gave when the key was made."""


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """``private_key`` is PEM. URLs in the key file are ignored: the sign-in URL is fixed."""

    client_email: str
    private_key_id: str
    private_key: str

    def assertion(self, audience: str, now: datetime) -> str:
        """A signed JWT assertion of this account (RFC 7523), valid for an hour."""
        issued = int(now.timestamp())
        claims = {
            "iss": self.client_email,
            "scope": SCOPE,
            "aud": audience,
            "iat": issued,
            "exp": issued + LIFETIME_SECONDS,
        }
        key = _rsa_key(self.private_key)
        return jwt.encode(claims, key, algorithm="RS256", headers={"kid": self.private_key_id})


def read_key_file(text: str) -> ServiceAccount:
    """Parse a key file. Raises UnusableKey."""
    try:
        data = orjson.loads(text[:LONGEST_FILE])
        if data["type"] != "service_account":
            raise UnusableKey
        account = ServiceAccount(
            client_email=str(data["client_email"]),
            private_key_id=str(data["private_key_id"]),
            private_key=str(data["private_key"]),
        )
        _rsa_key(account.private_key)
    except (ValueError, KeyError, TypeError, UnsupportedAlgorithm) as error:
        raise UnusableKey from error
    if not account.client_email.endswith(".gserviceaccount.com"):
        raise UnusableKey
    return account


def _rsa_key(pem: str) -> RSAPrivateKey:
    key = load_pem_private_key(pem.encode(), password=None)
    if not isinstance(key, RSAPrivateKey):
        raise UnusableKey
    return key
