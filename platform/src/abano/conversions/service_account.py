"""A Google service account's key: reading the file that Google gives, and proving to be that account."""

import base64
from dataclasses import dataclass
from datetime import datetime

import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

SCOPE = "https://www.googleapis.com/auth/datamanager"
LIFETIME_SECONDS = 3600
LONGEST_FILE = 10_000


class UnusableKey(ValueError):
    """This is not the key file of a service account. Choose the JSON file that Google gave when the key was made."""


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """``private_key`` is PEM. Addresses that the file names are not used: where to sign in is Google's alone."""

    client_email: str
    private_key_id: str
    private_key: str

    def assertion(self, audience: str, now: datetime) -> str:
        """A signed claim to be this account (RFC 7523), good for an hour."""
        issued = int(now.timestamp())
        header = {"alg": "RS256", "typ": "JWT", "kid": self.private_key_id}
        claims = {
            "iss": self.client_email,
            "scope": SCOPE,
            "aud": audience,
            "iat": issued,
            "exp": issued + LIFETIME_SECONDS,
        }
        signed = b".".join(_base64url(orjson.dumps(part)) for part in (header, claims))
        signature = _rsa_key(self.private_key).sign(signed, PKCS1v15(), SHA256())
        return b".".join((signed, _base64url(signature))).decode()


def read_key_file(text: str) -> ServiceAccount:
    """Raises UnusableKey."""
    try:
        found = orjson.loads(text[:LONGEST_FILE])
        if found["type"] != "service_account":
            raise UnusableKey
        account = ServiceAccount(
            client_email=str(found["client_email"]),
            private_key_id=str(found["private_key_id"]),
            private_key=str(found["private_key"]),
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


def _base64url(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
