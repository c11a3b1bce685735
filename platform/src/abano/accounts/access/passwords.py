"""Passwords: argon2id hashes, computed off the event loop, and the strength check."""

import re
from math import prod

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn
from zxcvbn.matching import L33T_TABLE

from abano.core.errors import InvalidInput, Message
from abano.core.expensive_work import BoundedWork

MIN_PASSWORD_LENGTH = 8
PASSWORD_TOO_SHORT = Message(
    "password_too_short",
    "Password must be at least {min, plural, one {# character} other {# characters}}",
)
PASSWORD_TOO_EASY = Message(
    "password_too_easy",
    "That password is easily guessed. Please choose one that is neither common nor made of your name",
)
WRONG_PASSWORD = Message("wrong_password", "This is not your current password")
# Average number of guesses of an attack that begins with common passwords, names, dates and keyboard rows.
MIN_GUESSES = 1_000_000
JUDGED_LENGTH = 40
MIN_JUDGED_LENGTH = 16
# Interpretations of look-alikes times the length squared: some tens of milliseconds.
MAX_GUESSING_WORK = 40 * 40 * 8

_hasher = PasswordHasher()
# A hash deliberately takes 64 MB and several cores. The limit keeps a flood of sign-ins from exhausting the memory
# and the threads that serve files.
AT_ONCE = 2
STAFF = BoundedWork(at_once=AT_ONCE, waiting=32)
# Registration and sign-in of affiliates are public. They use at most one of the slots, so that admins wait for at
# most one of their hashes.
AFFILIATES = BoundedWork(at_once=1, waiting=16, within=STAFF)
# One at a time: zxcvbn stores the user inputs in a module variable.
_guessing = BoundedWork(at_once=1, waiting=16)
# Verified when there is no account, for the same response time. A test compares the parameters with those of new
# hashes.
DUMMY_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$HkNbzD0ZwlZbUyUrKiEQ1Q$DAVU3wDHjkq76/GDAFofwcgqPAiQakIg9IcQtC35kvk"
)


async def hash_password(password: str, slots: BoundedWork = STAFF) -> str:
    """The argon2id hash to store. Deliberately takes some tens of milliseconds. Raises TooBusy."""
    return await slots.run(_hasher.hash, password)


async def password_matches(stored_hash: str | None, password: str, slots: BoundedWork = STAFF) -> bool:
    """Whether ``password`` matches ``stored_hash``. None takes the same time and never matches.

    Raises TooBusy.
    """
    return await slots.run(_matches, stored_hash, password)


async def check_new_password(password: str, field: str, *about: str) -> None:
    """Raises InvalidInput for a password that is too short, or easily guessed with the words ``about`` its owner.

    Expensive: callers first check that the caller may set a password. Raises TooBusy.
    """
    if len(password) < MIN_PASSWORD_LENGTH:
        raise InvalidInput.of(field, PASSWORD_TOO_SHORT(min=MIN_PASSWORD_LENGTH))
    if await _guessing.run(is_easily_guessed, password, *about):
        raise InvalidInput.of(field, PASSWORD_TOO_EASY())


def is_easily_guessed(password: str, *about: str) -> bool:
    """Whether it takes fewer than ``MIN_GUESSES`` with the words ``about`` its owner. Runs in a thread."""
    words = [
        "abano",
        *(word for text in about for word in re.split(r"[\W_]+", text.lower()) if len(word) > 2),
    ]
    guesses = zxcvbn(password[: _judged_length(password)], user_inputs=words)["guesses"]
    return bool(guesses < MIN_GUESSES)


def _judged_length(password: str) -> int:
    """The length of the prefix to judge: shorter when it has many interpretations of look-alikes.

    The check tries every combination of the look-alikes' meanings (``4`` or ``@`` for a, ``1`` for i or l). A prefix
    that is hard to guess makes the whole password hard to guess.
    """
    length = min(len(password), JUDGED_LENGTH)
    while length > MIN_JUDGED_LENGTH and _interpretations(password[:length]) * length**2 > MAX_GUESSING_WORK:
        length -= 1
    return length


def _interpretations(text: str) -> int:
    return prod(sum(sign in text for sign in signs) or 1 for signs in L33T_TABLE.values())


def _matches(stored_hash: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored_hash or DUMMY_HASH, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored_hash is not None
