"""Pure rules of delivery: when a failed message is tried again, and when it is given up."""

from datetime import timedelta

# Sixteen attempts with these waits reach over a day, which outlasts a mail server's bad night.
ATTEMPTS = 16
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=6)


def wait_before_retry(attempts: int) -> timedelta | None:
    """How long to wait after the ``attempts``-th failure, doubling each time; None when the message is dead."""
    if attempts >= ATTEMPTS:
        return None
    return min(FIRST_WAIT * (1 << (attempts - 1)), LONGEST_WAIT)
