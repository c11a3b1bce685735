"""Public ids, booking references and secret tokens."""

import hashlib
import secrets
from uuid import UUID

import uuid_utils.compat

# Without characters that are confused on the phone: 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V.
SPEAKABLE = "34679ACDEFGHJKMNPQRTWXY"


def new_id() -> UUID:
    """A time-ordered UUID (version 7)."""
    return uuid_utils.compat.uuid7()


def new_booking_reference() -> str:
    """A short reference that can be read out on the phone, such as ``K7M-4QXD``: 23⁷, about 3.4 billion."""
    number = secrets.randbelow(len(SPEAKABLE) ** 7)
    letters = "".join(SPEAKABLE[number // len(SPEAKABLE) ** place % len(SPEAKABLE)] for place in range(7))
    return f"{letters[:3]}-{letters[3:]}"


def code_key(typed: str) -> str:
    """A reference or number as it is searched for: without separators, in capitals."""
    return "".join(sign for sign in typed if sign.isalnum()).upper()


def new_token() -> str:
    """An unguessable token of 256 bits for cookies and links. Store only its ``token_hash``."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """The hash under which a token is stored. Tokens are random, so SHA-256 needs no salt."""
    return hashlib.sha256(token.encode()).digest()
