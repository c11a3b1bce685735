"""Pure rules of sign-in: lifetimes."""

from datetime import timedelta

SESSION_LIFETIME = timedelta(hours=12)
CHALLENGE_LIFETIME = timedelta(minutes=5)
INVITATION_LIFETIME = timedelta(days=7)
RESET_LIFETIME = timedelta(hours=1)
