"""What sessions brought in money: by campaign and by answer, under a chosen attribution.

Sessions are counted with the other figures (figures/incremental). What bookings brought them is counted and refreshed
beside it, booking by booking. Reasons: docs/decisions/0232.
"""

from abano_analytics.figures.money.content import BySession, money_content
from abano_analytics.figures.money.counter import MoneyCounter

__all__ = ["BySession", "MoneyCounter", "money_content"]
