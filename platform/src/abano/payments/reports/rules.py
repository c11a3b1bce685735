"""Aged receivables: how long what is open has been overdue. Pure; amounts in minor units."""

from datetime import date
from typing import Literal, get_args

Age = Literal["notDue", "days30", "days60", "days90", "older"]
AGES: tuple[Age, ...] = get_args(Age)
# The last day overdue of each age but the last.
_LAST_DAYS: tuple[tuple[int, Age], ...] = ((0, "notDue"), (30, "days30"), (60, "days60"), (90, "days90"))


def days_overdue(due_on: date, as_of: date) -> int:
    """0 until the day on which it is due, that one included."""
    return max(0, (as_of - due_on).days)


def age_of(overdue: int) -> Age:
    """By days overdue: 1–30, 31–60, 61–90, more."""
    return next((age for last, age in _LAST_DAYS if overdue <= last), "older")
