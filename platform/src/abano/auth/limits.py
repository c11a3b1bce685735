"""Pure: how often may be tried, and how long one waits."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Limit:
    """So many tries within a window that begins with the first of them."""

    tries: int
    window: timedelta


# Decision 20 of the product: five failed sign-ins a minute per account and address.
SIGN_IN = Limit(5, timedelta(minutes=1))
# One password tried on many accounts from one address, which an office full of people does not reach.
SIGN_INS_OF_ADDRESS = Limit(100, timedelta(minutes=1))
# Each writes rows and may send a letter.
RESETS_OF_ADDRESS = Limit(30, timedelta(minutes=1))
# Each hashes a password.
REGISTRATIONS_OF_ADDRESS = Limit(20, timedelta(minutes=1))
# Six digits are guessed sooner than a password: whoever knows it has 480 tries a day, with three good codes in a
# million. Recovery codes have too many letters to be guessed: they are counted by address, so that
# whoever uses up an account's tries from elsewhere does not lock its owner out.
CODE = Limit(5, timedelta(minutes=15))
# Letters to one person, whoever asks for them.
RESET_LETTERS = Limit(3, timedelta(minutes=15))
LONGEST_WINDOW = max(limit.window for limit in (SIGN_IN, CODE, RESET_LETTERS))


def seconds_to_wait(tries: int, window_start: datetime, now: datetime, limit: Limit = SIGN_IN) -> int:
    """Seconds until the next try is allowed, 0 when now."""
    if tries < limit.tries or now >= window_start + limit.window:
        return 0
    return max(1, round((window_start + limit.window - now).total_seconds()))
