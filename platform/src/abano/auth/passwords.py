"""Passwords: argon2id, made and checked off the event loop; and which ones are easily guessed."""

import re
from math import prod

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn
from zxcvbn.matching import L33T_TABLE

from abano.auth.bounded_work import BoundedWork
from abano.errors import InvalidInput

SHORTEST_PASSWORD = 8
PASSWORD_TOO_SHORT = "Password must be at least 8 characters"  # noqa: S105 - a sentence, not a password
PASSWORD_TOO_EASY = (
    "That password is easily guessed. Please choose one that is neither common nor made of your name"  # noqa: S105
)
# What somebody needs on average who tries common passwords, names, dates and keyboard rows first.
FEWEST_GUESSES = 1_000_000
GUESSED_LETTERS = 40
FEWEST_GUESSED_LETTERS = 16
# Readings of the look-alikes, times the letters squared: some tens of milliseconds.
MOST_GUESSING_WORK = 40 * 40 * 8

_hasher = PasswordHasher()
# A hash takes 64 MB and all cores it can get on purpose. So many at once; others wait their turn, or a flood of
# sign-ins would take the memory, and the threads that send visitors their files.
AT_ONCE = 2
STAFF = BoundedWork(at_once=AT_ONCE, waiting=32)
# Anybody may register as an affiliate or try to sign in as one. They take one of the turns, never both, so the
# console's people wait behind one hash of theirs at most.
AFFILIATES = BoundedWork(at_once=1, waiting=16, within=STAFF)
# One at once: zxcvbn keeps the words about a person in a variable of its module.
_guessing = BoundedWork(at_once=1, waiting=16)
# Checked where there is no account: the same work as for a real one, from the first time on. A test compares the
# parameters with those of new hashes.
DUMMY_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$HkNbzD0ZwlZbUyUrKiEQ1Q$DAVU3wDHjkq76/GDAFofwcgqPAiQakIg9IcQtC35kvk"
)


async def hash_password(password: str, turns: BoundedWork = STAFF) -> str:
    """The argon2id hash to store. Takes some tens of milliseconds on purpose. Raises TooBusy."""
    return await turns.run(_hasher.hash, password)


async def password_matches(stored_hash: str | None, password: str, turns: BoundedWork = STAFF) -> bool:
    """Whether ``password`` belongs to ``stored_hash``. Without an account the same work is done, then refused.

    Raises TooBusy.
    """
    return await turns.run(_matches, stored_hash, password)


async def check_new_password(password: str, field: str, *about: str) -> None:
    """Raises InvalidInput for a password that is too short, or easily guessed by who knows ``about`` its owner.

    Dear: callers first make sure that somebody may set a password at all. Raises TooBusy.
    """
    if len(password) < SHORTEST_PASSWORD:
        raise InvalidInput.of(field, PASSWORD_TOO_SHORT)
    if await _guessing.run(is_easily_guessed, password, *about):
        raise InvalidInput.of(field, PASSWORD_TOO_EASY)


def is_easily_guessed(password: str, *about: str) -> bool:
    """Whether somebody who knows ``about`` its owner finds it in fewer than ``FEWEST_GUESSES``. For a thread."""
    words = [
        "abano",
        *(word for text in about for word in re.split(r"[\W_]+", text.lower()) if len(word) > 2),
    ]
    guesses = zxcvbn(password[: _letters_to_guess(password)], user_inputs=words)["guesses"]
    return bool(guesses < FEWEST_GUESSES)


def _letters_to_guess(password: str) -> int:
    """How many letters from the beginning are judged: fewer, when there are many readings of look-alikes in them.

    Guessing reads every part of the text in every combination of what its look-alikes (``4`` or ``@`` for a, ``1``
    for i or l) may stand for. A beginning that is hard to guess makes the whole hard to guess.
    """
    letters = min(len(password), GUESSED_LETTERS)
    while (
        letters > FEWEST_GUESSED_LETTERS and _readings(password[:letters]) * letters**2 > MOST_GUESSING_WORK
    ):
        letters -= 1
    return letters


def _readings(text: str) -> int:
    return prod(sum(sign in text for sign in signs) or 1 for signs in L33T_TABLE.values())


def _matches(stored_hash: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored_hash or DUMMY_HASH, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored_hash is not None
