"""Pure: limits of attempts, and the time to wait."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Limit:
    """The number of attempts within a window that begins with the first one."""

    attempts: int
    window: timedelta


# Five failed sign-ins a minute per account and address.
SIGN_IN = Limit(5, timedelta(minutes=1))
# Limits attempts of one password on many accounts. Offices with a shared IP stay below it.
SIGN_INS_OF_ADDRESS = Limit(100, timedelta(minutes=1))
# Each writes rows and may send an email.
RESETS_OF_ADDRESS = Limit(30, timedelta(minutes=1))
# Each hashes a password.
REGISTRATIONS_OF_ADDRESS = Limit(20, timedelta(minutes=1))
# Six digits are easier to guess than a password: this allows 480 attempts a day, with three valid codes in a million.
# Recovery codes are too long to be guessed: they are counted by address too, so that attempts from elsewhere do not
# lock the owner out.
CODE = Limit(5, timedelta(minutes=15))
# Emails to one person, regardless of who requests them.
RESET_EMAILS = Limit(3, timedelta(minutes=15))
# Emails to one person that anyone can cause without proving that the address is theirs: three bookings received, and
# three cancelled.
MAILS_TO_STRANGER = Limit(6, timedelta(days=1))
# The same of all companies together: of three as much as one may send.
MAILS_TO_STRANGER_OF_ALL = Limit(18, timedelta(days=1))
# The same to the team, by kind. The console shows the same events.
MAILS_TO_TEAM = Limit(30, timedelta(hours=1))
MAX_WINDOW = max(limit.window for limit in (SIGN_IN, CODE, RESET_EMAILS, MAILS_TO_STRANGER, MAILS_TO_TEAM))


def seconds_to_wait(attempts: int, window_start: datetime, now: datetime, limit: Limit = SIGN_IN) -> int:
    """Seconds until the next attempt is allowed; 0 for now."""
    if attempts < limit.attempts or now >= window_start + limit.window:
        return 0
    return max(1, round((window_start + limit.window - now).total_seconds()))
