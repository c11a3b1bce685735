"""Passwords: argon2id, made and checked off the event loop."""

import re

import anyio
import anyio.to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from abano.errors import InvalidInput
from abano.identity.rules import (
    FEWEST_GUESSES,
    GUESSED_LETTERS,
    PASSWORD_TOO_EASY,
    PASSWORD_TOO_SHORT,
    SHORTEST_PASSWORD,
)

_hasher = PasswordHasher()
# A hash takes 64 MB and all cores it can get on purpose. So many at once; others wait their turn, or a flood of
# sign-ins would take the memory, and the threads that send visitors their files.
AT_ONCE = 2
_turns = anyio.CapacityLimiter(AT_ONCE)
# Checked where there is no account: the same work as for a real one, from the first time on. A test compares the
# parameters with those of new hashes.
HASH_OF_NOBODY = (
    "$argon2id$v=19$m=65536,t=3,p=4$HkNbzD0ZwlZbUyUrKiEQ1Q$DAVU3wDHjkq76/GDAFofwcgqPAiQakIg9IcQtC35kvk"
)


async def hash_password(password: str) -> str:
    """The argon2id hash to store. Takes some tens of milliseconds on purpose."""
    return await anyio.to_thread.run_sync(_hasher.hash, password, limiter=_turns)


async def password_matches(stored_hash: str | None, password: str) -> bool:
    """Whether ``password`` belongs to ``stored_hash``. Without an account the same work is done, then refused."""
    return await anyio.to_thread.run_sync(_matches, stored_hash, password, limiter=_turns)


def check_new_password(password: str, field: str, *about: str) -> None:
    """Raises InvalidInput for a password that is too short, or easily guessed by who knows ``about`` its owner."""
    if len(password) < SHORTEST_PASSWORD:
        raise InvalidInput.of(field, PASSWORD_TOO_SHORT)
    words = [
        "abano",
        *(word for text in about for word in re.split(r"[\W_]+", text.lower()) if len(word) > 2),
    ]
    # Guessing takes the longer the more letters there are; these many tell a weak one from a strong one.
    if zxcvbn(password[:GUESSED_LETTERS], user_inputs=words)["guesses"] < FEWEST_GUESSES:
        raise InvalidInput.of(field, PASSWORD_TOO_EASY)


def _matches(stored_hash: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored_hash or HASH_OF_NOBODY, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored_hash is not None
