"""Whether nothing came for some hours though it should have. Pure.

The hours are compared with the same local hours of the four weeks before. Days vary by more than chance: a count is
taken as Poisson around a mean that itself varies by VARIATION (negative binomial), and is predicted from four windows
only. At night the mean is small, so that nothing is proven. An hourly look at LEVEL makes at most one false alert a
quarter (test_missing_data.py).
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from abano.analytics.alert_rules.rules import UNKNOWN, Verdict

LEVEL = 0.0001
WEEKS = 4
DAYS = 7 * WEEKS
HOUR = timedelta(hours=1)
MAX_HOURS = 72
# How much a day's mean differs from other weeks' (its coefficient of variation).
VARIATION = 0.3
# A prediction from four windows errs by their chance, too.
SHAPE = 1 / (VARIATION**2 * (1 + 1 / WEEKS))
PREDICTED = 1 / (1 + 1 / (2 * WEEKS))


def judge_missing(hours: int, counts: Sequence[int], until: datetime, zone: ZoneInfo) -> Verdict:
    """Of the ``hours`` up to ``until``, a whole hour. ``counts`` by hour end there. Unknown with too few, and where
    nothing came but that proves nothing."""
    windows = [len(counts) - (until - each) // HOUR for each in same_hours(until, zone)]
    if windows[-1] < hours:
        return UNKNOWN
    count = sum(counts[-hours:])
    expected = sum(sum(counts[end - hours : end]) for end in windows) / WEEKS
    chance = chance_of_none(expected)
    if count:
        return Verdict("not_met", count, expected, 1.0, count)
    return Verdict("met" if chance <= LEVEL else "unknown", 0.0, expected, chance, 0)


def chance_of_none(expected: float) -> float:
    """Where ``expected`` is the average of WEEKS windows."""
    return float((1 + PREDICTED * expected / SHAPE) ** -SHAPE)


def same_hours(until: datetime, zone: ZoneInfo) -> list[datetime]:
    """The same time of the local day one to WEEKS weeks before, whatever clocks did between."""
    local = until.astimezone(zone).replace(tzinfo=None)
    return [
        (local - timedelta(weeks=week)).replace(tzinfo=zone).astimezone(UTC) for week in range(1, WEEKS + 1)
    ]
