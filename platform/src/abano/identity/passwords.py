"""Passwords: argon2id, checked off the event loop."""

from functools import lru_cache

import anyio.to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()


def hash_password(password: str) -> str:
    """The argon2id hash to store. Takes some tens of milliseconds on purpose."""
    return _hasher.hash(password)


async def password_matches(stored_hash: str | None, password: str) -> bool:
    """Whether ``password`` belongs to ``stored_hash``. Without an account the same work is done, then refused."""
    return await anyio.to_thread.run_sync(_matches, stored_hash, password)


def _matches(stored_hash: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored_hash or _hash_of_nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored_hash is not None


@lru_cache(maxsize=1)
def _hash_of_nobody() -> str:
    return _hasher.hash("no account has this password")
