"""Which days a period is compared with. Pure."""

from calendar import monthrange
from datetime import date, timedelta
from typing import Literal

Comparison = Literal["before", "year"]


def compared_days(first: date, last: date, comparison: Comparison) -> tuple[date, date]:
    """The period before, or the same days a year earlier.

    Before whole months are as many whole months; before anything else, as many days.
    """
    if comparison == "year":
        return _months_earlier(first, 12), _months_earlier(last, 12)
    if first.day == 1 and (last + timedelta(days=1)).day == 1:
        months = 12 * (last.year - first.year) + last.month - first.month + 1
        return _months_earlier(first, months), first - timedelta(days=1)
    return first - (last - first) - timedelta(days=1), first - timedelta(days=1)


def _months_earlier(day: date, months: int) -> date:
    """The same day so many months earlier, or that month's last."""
    year, month = divmod(12 * day.year + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
