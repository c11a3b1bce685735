"""The stated errors of alert rules, on days with a known truth; and that real changes are told."""

import math
import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from abano.analytics.alert_rules.rules import (
    FREEDOM,
    WINDOWS,
    Condition,
    Day,
    Metric,
    Question,
    binomial_at_most,
    judge,
    measured,
)
from abano_shared.evidence import student_below

QUARTER = 91
YEAR = 4 * QUARTER
COMPANIES = 12


def seeded(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - nothing secret


def steady(source: random.Random, count: int, *, usual: float = 60, spread: float = 0.25) -> list[Day]:
    """Days on which nothing changes: weekends are busier, and days vary by more than chance."""
    days = []
    for day in range(count):
        mean = usual * (1.4 if day % 7 in {5, 6} else 0.85) * source.lognormvariate(-(spread**2) / 2, spread)
        sessions = poisson(source, mean)
        completed = sum(source.random() < 0.6 for _ in range(sessions))
        booked = sum(source.random() < 0.18 for _ in range(sessions))
        days.append(Day(sessions, completed, booked, booked * 400.0, 50.0))
    return days


def poisson(source: random.Random, mean: float) -> int:
    left, count = source.random(), 0
    limit = math.exp(-mean)
    product = left
    while product > limit:
        product *= source.random()
        count += 1
    return count


def fired(asked: Question, days: Sequence[Day], first: int) -> int:
    """How often it begins to be met, with the rest of three days that a rule takes."""
    met = [end for end in range(first, len(days) + 1) if judge(asked, days[:end]).state == "met"]
    return len(met[:1]) + sum(later - earlier > 3 for earlier, later in pairwise(met))


@pytest.mark.parametrize("metric", ["sessions", "bookings", "completion", "conversion"])
@pytest.mark.parametrize("condition", ["falls", "rises"])
@pytest.mark.parametrize("window", WINDOWS)
def test_without_a_change_a_rule_has_at_most_one_false_alert_a_quarter(
    metric: Metric, condition: Condition, window: int
) -> None:
    source = seeded(f"{metric} {condition} {window}")
    asked = Question(metric, condition, window)
    false = sum(fired(asked, steady(source, 56 + YEAR), 57) for _ in range(COMPANIES))
    assert false <= COMPANIES * YEAR / QUARTER


def test_a_rate_at_its_limit_has_at_most_one_false_alert_a_quarter() -> None:
    source = seeded("limit")
    for condition in ("below", "above"):
        asked = Question("conversion", condition, 7, 18.0)
        false = sum(fired(asked, steady(source, 28 + YEAR), 29) for _ in range(COMPANIES))
        assert false <= COMPANIES * YEAR / QUARTER


def changed(days: list[Day], change: Callable[[Day], Day], last: int) -> list[Day]:
    return days[:-last] + [change(day) for day in days[-last:]]


def test_a_campaign_that_falls_from_18_percent_to_0_of_54_is_told() -> None:
    days = [Day(18, 10, 3, 1200.0, 50.0) if day % 4 else Day(18, 10, 4, 1600.0, 50.0) for day in range(28)]
    days += [Day(18, 10, 0, 0.0, 50.0)] * 3
    falls = judge(Question("conversion", "falls", 3), days)
    assert (falls.state, falls.value, falls.sessions) == ("met", 0.0, 54)
    assert falls.before == pytest.approx(18.05, abs=0.1)
    assert judge(Question("conversion", "below", 3, 10.0), days).state == "met"
    # 0 of 54 would be no proof of less than 5 %: chance has it once in sixteen.
    assert judge(Question("conversion", "below", 3, 5.0), days).state == "not_met"


def test_spend_without_bookings_is_told_and_unknown_costs_tell_nothing() -> None:
    asked = Question("cost_without_bookings", "above", 3, 100.0)
    idle = [Day(20, 8, 0, 0.0, 50.0)] * 3
    assert judge(asked, idle).state == "met"
    assert judge(asked, [*idle[:2], Day(20, 8, 1, 400.0, 50.0)]).state == "not_met"
    assert judge(asked, [*idle[:2], Day(20, 8, 0, 0.0, None)]).state == "unknown"
    assert judge(asked, [Day(20, 8, 0, 0.0, 0.0)] * 3).state == "unknown"
    assert judge(asked, idle[:2]).state == "unknown"


def test_silence_and_a_doubling_are_told() -> None:
    days = steady(seeded("silence"), 35)
    silent = changed(days, lambda _: Day(), 1)
    assert judge(Question("sessions", "falls", 1), silent).state == "met"
    assert judge(Question("sessions", "below", 1, 1.0), silent).state == "met"
    assert judge(Question("conversion", "below", 1, 5.0), silent).state == "unknown"
    doubled = changed(days, lambda day: Day(day.sessions * 2, day.completed * 2, day.booked * 2), 7)
    assert judge(Question("sessions", "rises", 7), doubled).state == "met"
    assert judge(Question("sessions", "falls", 7), doubled).state == "not_met"


def test_few_sessions_say_nothing_where_a_least_number_is_asked() -> None:
    days = [Day(2, 0, 0)] * 7
    assert judge(Question("completion", "below", 7, 90.0, 50), days).state == "unknown"
    assert judge(Question("completion", "below", 7, 90.0, 14), days).state == "met"


def test_values_equal_a_slow_sum() -> None:
    days = steady(seeded("sums"), 28)
    sessions = sum(day.sessions for day in days)
    value = sum(day.value for day in days)
    booked = sum(day.booked for day in days)
    assert measured("value_per_session", days) == pytest.approx(value / sessions)
    assert measured("return_on_spend", days) == pytest.approx(value / (28 * 50))
    assert measured("cost_per_booking", days) == pytest.approx(28 * 50 / booked)
    assert measured("conversion", days) == pytest.approx(100 * booked / sessions)


@pytest.mark.parametrize(
    ("hits", "tries", "share"), [(0, 54, 0.18), (3, 200, 0.05), (40, 1000, 0.06), (0, 1, 0.5)]
)
def test_a_tail_equals_the_sum_of_all_its_terms(hits: int, tries: int, share: float) -> None:
    slow = sum(
        math.comb(tries, each) * share**each * (1 - share) ** (tries - each) for each in range(hits + 1)
    )
    assert binomial_at_most(hits, tries, share) == pytest.approx(slow, rel=1e-9)


@pytest.mark.parametrize(("value", "chance"), [(-2.83136, 0.005), (-2.07961, 0.025), (2.07961, 0.975)])
def test_chances_are_those_of_the_printed_tables(value: float, chance: float) -> None:
    assert student_below(value, FREEDOM) == pytest.approx(chance, rel=1e-4)
