"""Pure rules of sign-in: when an account is told to wait."""

from datetime import datetime, timedelta

FAILURES_ALLOWED = 5
WINDOW = timedelta(minutes=1)
SESSION_LIFETIME = timedelta(hours=12)


def seconds_to_wait(failures: int, window_start: datetime, now: datetime) -> int:
    """Seconds until this account and address may try again, 0 when now (decision 20)."""
    if failures < FAILURES_ALLOWED or now >= window_start + WINDOW:
        return 0
    return max(1, round((window_start + WINDOW - now).total_seconds()))
