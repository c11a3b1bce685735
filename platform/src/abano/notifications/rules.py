"""Pure rules of delivery: when a failed message is retried, and when it is dead."""

from datetime import timedelta

# Sixteen attempts with these delays span more than a day, longer than most outages of mail servers.
ATTEMPTS = 16
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=6)


def wait_before_retry(attempts: int) -> timedelta | None:
    """The delay after ``attempts`` failed attempts, doubling each time; None when the message is dead."""
    if attempts >= ATTEMPTS:
        return None
    return min(FIRST_WAIT * (1 << (attempts - 1)), LONGEST_WAIT)
