"""Pure rules of API keys: their form and checksum, scopes, and lifetimes."""

import re
import secrets
import string
import zlib
from collections.abc import Iterable
from datetime import timedelta
from typing import Literal, get_args

from typing_extensions import TypeAliasType

# By resource and read or write. A write scope includes reading the same resource.
ApiScope = TypeAliasType(
    "ApiScope",
    Literal[
        "analytics:read",
        "bookings:read",
        "bookings:write",
        "customers:read",
        "payments:read",
        "reports:read",
        "vehicles:read",
        "vehicles:write",
        "webhooks:read",
        "webhooks:write",
    ],
)
SCOPES: tuple[str, ...] = get_args(ApiScope.__value__)
# What keys of a channel may do, with the bookings of their channel.
CHANNEL_SCOPES: tuple[ApiScope, ...] = ("bookings:read", "bookings:write")
# Scanners of secrets find keys by the prefix, and check them without us by the last six characters.
PREFIX = "abano_"
RANDOM_LENGTH, CHECKSUM_LENGTH = 32, 6
SHOWN_LENGTH = 4
DIGITS = string.digits + string.ascii_letters
_FORM = re.compile("abano_[0-9A-Za-z]{38}")
DEFAULT_DAYS = 365
MAX_DAYS = 3650
DEFAULT_REQUESTS_PER_MINUTE, MAX_REQUESTS_PER_MINUTE = 300, 3000
# For how long the key before a rotation is accepted.
OVERLAP = timedelta(hours=24)
USE_NOTED_EVERY = timedelta(minutes=1)
MAX_KEYS = 100


def new_api_token() -> str:
    """A key of 190 random bits, with the CRC-32 of what is before it in base 62 at its end."""
    body = PREFIX + "".join(secrets.choice(DIGITS) for _ in range(RANDOM_LENGTH))
    return body + checksum(body)


def is_well_formed(token: str) -> bool:
    """Whether it has the form and the checksum of a key. Needs no database."""
    if not _FORM.fullmatch(token):
        return False
    return secrets.compare_digest(checksum(token[:-CHECKSUM_LENGTH]), token[-CHECKSUM_LENGTH:])


def checksum(body: str) -> str:
    """The CRC-32 in base 62, six characters."""
    number = zlib.crc32(body.encode())
    signs = []
    for _ in range(CHECKSUM_LENGTH):
        number, digit = divmod(number, len(DIGITS))
        signs.append(DIGITS[digit])
    return "".join(reversed(signs))


def allows(scopes: Iterable[str], wanted: ApiScope) -> bool:
    """Whether the scopes include ``wanted``, or writing what it reads."""
    return bool({wanted, wanted.replace(":read", ":write")}.intersection(scopes))
