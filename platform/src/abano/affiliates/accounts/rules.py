"""Pure rules of affiliates' accounts."""

from datetime import timedelta

SESSION_LIFETIME = timedelta(days=30)
RESET_LIFETIME = timedelta(hours=1)
SHORTEST_PASSWORD = 8
