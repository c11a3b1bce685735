"""The stated error of missing data on hours with a known truth; and that a broken page is noticed by day only."""

import math
import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from test_alert_rules import poisson, seeded

from abano.analytics.alert_rules.missing import DAYS, HOUR, chance_of_none, judge_missing, same_hours

ZONE = ZoneInfo("Asia/Tbilisi")
START = datetime(2026, 1, 4, 20, tzinfo=UTC)
QUARTER_HOURS = 91 * 24


def busy(source: random.Random, days: int, *, a_day: float, spread: float = 0.25) -> list[int]:
    """Hours from a local midnight on: few at night, and days vary by more than chance."""
    counts = []
    for _ in range(days):
        mean = a_day * source.lognormvariate(-(spread**2) / 2, spread)
        for hour in range(24):
            share = max(0.02, 1 - math.cos(2 * math.pi * (hour - 3) / 24)) / 24
            counts.append(poisson(source, mean * share))
    return counts


@pytest.mark.parametrize(("hours", "a_day"), [(1, 300.0), (3, 150.0), (6, 80.0), (12, 40.0), (24, 25.0)])
def test_without_a_fault_there_is_at_most_one_false_alert_a_quarter(hours: int, a_day: float) -> None:
    source, companies, false = seeded(f"missing {hours}"), 8, 0
    for _ in range(companies):
        counts = busy(source, DAYS + 2 + 91, a_day=a_day)
        was_met = False
        for end in range(len(counts) - QUARTER_HOURS, len(counts) + 1):
            verdict = judge_missing(hours, counts[:end], START + end * HOUR, ZONE)
            false += verdict.state == "met" and not was_met
            was_met = verdict.state == "met" or (was_met and verdict.state == "unknown")
    assert false <= companies


def test_a_page_that_breaks_in_the_morning_is_noticed_and_a_quiet_night_is_not() -> None:
    counts = busy(seeded("morning"), DAYS + 2, a_day=150)
    today = counts[:-24]
    states = {}
    for hour in range(1, 25):
        # Nothing since midnight.
        silent = [*today, *[0] * hour]
        states[hour] = judge_missing(6, silent, START + len(silent) * HOUR, ZONE)
    assert states[6].state == "unknown"
    noticed = [hour for hour, verdict in states.items() if verdict.state == "met"]
    assert 7 <= noticed[0] <= 12
    first = states[noticed[0]]
    assert first.value == 0
    assert first.before is not None
    assert first.before > 10
    # As soon as someone comes, it is over.
    back = [*today, *[0] * 12, 1]
    assert judge_missing(6, back, START + len(back) * HOUR, ZONE).state == "not_met"


def test_a_small_company_proves_nothing_in_a_few_hours() -> None:
    counts = busy(seeded("small"), DAYS + 2, a_day=8)
    silent = [*counts[:-24], *[0] * 24]
    until = START + len(silent) * HOUR
    assert judge_missing(24, silent, until, ZONE).state == "unknown"
    assert judge_missing(72, [*counts[:-24], *[0] * 72], until + 48 * HOUR, ZONE).state == "met"


def test_too_few_weeks_say_nothing() -> None:
    counts = [20] * 24 * 27 + [0] * 6
    assert judge_missing(6, counts, START + len(counts) * HOUR, ZONE).state == "unknown"


def test_hours_are_those_of_the_local_clock() -> None:
    """On 29 March 2026 clocks of Berlin went forward."""
    berlin = ZoneInfo("Europe/Berlin")
    until = datetime(2026, 4, 1, 9, tzinfo=berlin).astimezone(UTC)
    [a_week_before, *_] = same_hours(until, berlin)
    assert a_week_before == datetime(2026, 3, 25, 9, tzinfo=berlin)
    assert until - a_week_before == timedelta(days=7) - HOUR


def test_the_chance_of_none_falls_with_what_is_expected() -> None:
    chances = [chance_of_none(expected) for expected in (0, 1, 5, 10, 20)]
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)
    # Never surer than Poisson with that mean.
    assert all(chance_of_none(mean) >= math.exp(-mean) for mean in (1, 5, 10, 20, 40))
