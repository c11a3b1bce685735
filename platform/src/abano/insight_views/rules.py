"""Pure: how many views and links a company has, and how long links last."""

from datetime import timedelta

from abano.auth.limits import Limit

MOST_VIEWS = 100
MOST_LINKS = 20
# Of one link; each reading counts five figures, ten with a comparison.
MOST_READS = 2000
LONGEST_DAYS = 90
LONGEST_QUERY = 2000
# Of links that open nothing, from one address: 256 bits are not guessed, but trying costs us something.
TRIES = Limit(20, timedelta(minutes=1))


def lifetime(days: int) -> timedelta:
    return timedelta(days=days)
