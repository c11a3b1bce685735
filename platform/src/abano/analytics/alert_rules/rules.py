"""Whether the last days of a rule meet its condition. Pure.

A limit on a rate is crossed when chance explains it with less than LEVEL (the exact binomial test); every other limit
when the value crosses it. A change compares the window with the four weeks before it: rates by Fisher's exact test,
counts with the same weekdays by the exact conditional test and by Student's t over the days' own variance, of which
the larger chance counts. Daily looks at LEVEL make at most one false alert a quarter (test_alert_rules.py); a rule
for each campaign or source shares it among them by Holm's step-down (test_alert_parts.py).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from abano_shared.evidence import Case, fisher, student_below

Metric = Literal[
    "visits",
    "sessions",
    "completion",
    "conversion",
    "bookings",
    "booked_value",
    "value_per_session",
    "cost",
    "cost_without_bookings",
    "cost_per_booking",
    "return_on_spend",
]
Condition = Literal["above", "below", "falls", "rises", "missing"]
State = Literal["met", "not_met", "unknown"]
LEVEL = 0.005
WINDOWS = (1, 3, 7, 28)
BASE_DAYS = 28
WEEK = 7
# 28 values with 7 weekday means.
FREEDOM = BASE_DAYS - WEEK
# With fewer in four weeks a count says nothing about a change.
MIN_BASE = 20
NEGLIGIBLE = 1e-17
RATES = frozenset({"completion", "conversion"})
COUNTS = frozenset({"visits", "sessions", "bookings"})
CHANGES = frozenset({"falls", "rises"})
OF_COSTS = frozenset({"cost", "cost_without_bookings", "cost_per_booking", "return_on_spend"})
# Campaigns or sources that one rule judges: those with most in the days before. More would reduce the power of each.
MAX_PARTS = 20


@dataclass(frozen=True, slots=True)
class Day:
    """Of sessions that started on a local day, and the day's visits.

    ``value`` and ``cost`` in units of the currency; None: not known. Where changes are tested, ``completed`` and
    ``booked`` are of the first hours of a session: the newest ones had no more.
    """

    sessions: int = 0
    completed: int = 0
    booked: int = 0
    value: float = 0.0
    cost: float | None = 0.0
    visits: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What a rule asks. ``limit``: percent for rates, units of the currency for money. ``hours``: of missing data."""

    metric: Metric
    condition: Condition
    window: int
    limit: float = 0.0
    min_sessions: int = 0
    hours: int = 0

    @property
    def days(self) -> int:
        """How many last days it needs."""
        return self.window + (BASE_DAYS if self.condition in CHANGES else 0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """``before``: of the four weeks before, for as many days. ``chance``: None where nothing is tested."""

    state: State
    value: float = 0.0
    before: float | None = None
    chance: float | None = None
    sessions: int = 0


UNKNOWN = Verdict("unknown")


def judge(asked: Question, days: Sequence[Day]) -> Verdict:
    """The verdict on the newest days; ``days`` end with the newest finished one. Unknown with too few."""
    if len(days) < asked.days:
        return UNKNOWN
    last = days[-asked.window :]
    sessions = sum(day.visits if asked.metric == "visits" else day.sessions for day in last)
    value = measured(asked.metric, last)
    if value is None or sessions < asked.min_sessions:
        return UNKNOWN
    if asked.condition in CHANGES:
        return _change(asked, days[-asked.days :], value, sessions)
    chance = _limit_chance(asked, last) if asked.metric in RATES else None
    crosses = value > asked.limit if asked.condition == "above" else value < asked.limit
    is_met = crosses and (chance is None or chance <= LEVEL)
    return Verdict("met" if is_met else "not_met", value, None, chance, sessions)


def judge_parts(asked: Question, parts: Mapping[str, Sequence[Day]]) -> dict[str, Verdict]:
    """The verdict on each of the largest parts, corrected for testing all of them.

    ``parts``: BASE_DAYS more days than the window.
    """
    return corrected({key: judge(asked, parts[key]) for key in largest(asked, parts)}, LEVEL)


def corrected(verdicts: Mapping[str, Verdict], level: float) -> dict[str, Verdict]:
    """Met only what Holm's step-down leaves of those that are tested."""
    chances = {key: each.chance for key, each in verdicts.items() if each.chance is not None}
    kept = dict(verdicts)
    is_over = False
    for rank, key in enumerate(sorted(chances, key=lambda key: chances[key] or 0.0)):
        is_over = is_over or (chances[key] or 0.0) * (len(chances) - rank) > level
        if is_over and kept[key].state == "met":
            kept[key] = replace(kept[key], state="not_met")
    return kept


def largest(asked: Question, parts: Mapping[str, Sequence[Day]]) -> list[str]:
    """By the days before the window, so that being chosen says nothing about it; costs are not tested."""

    def size(key: str) -> float:
        base = parts[key][: -asked.window]
        if asked.metric in OF_COSTS:
            return sum(day.cost or 0.0 for day in parts[key])
        return sum(day.visits if asked.metric == "visits" else day.sessions for day in base)

    return sorted(parts, key=lambda key: (-size(key), key))[:MAX_PARTS]


def measured(metric: Metric, days: Sequence[Day]) -> float | None:
    """The metric over all of the days; None where nothing is known or there is nothing to divide by."""
    sessions, booked = sum(day.sessions for day in days), sum(day.booked for day in days)
    value = sum(day.value for day in days)
    costs = [day.cost for day in days if day.cost is not None]
    cost = sum(costs)
    if metric in OF_COSTS and (len(costs) < len(days) or not cost):
        return None
    completed = sum(day.completed for day in days)
    amount, per = {
        "visits": (sum(day.visits for day in days), 1),
        "sessions": (sessions, 1),
        "completion": (100 * completed, sessions),
        "conversion": (100 * booked, sessions),
        "bookings": (booked, 1),
        "booked_value": (value, 1),
        "value_per_session": (value, sessions),
        "cost": (cost, 1),
        "cost_without_bookings": (0 if booked else cost, 1),
        "cost_per_booking": (cost, booked),
        "return_on_spend": (value, cost),
    }[metric]
    return amount / per if per else None


def _count(metric: Metric, day: Day) -> int:
    if metric == "bookings":
        return day.booked
    return day.visits if metric == "visits" else day.sessions


def _hits(metric: Metric, day: Day) -> int:
    return day.completed if metric == "completion" else day.booked


def _limit_chance(asked: Question, days: Sequence[Day]) -> float:
    """Of a rate this far beyond the limit if it were the limit."""
    hits, sessions = sum(_hits(asked.metric, day) for day in days), sum(day.sessions for day in days)
    share = asked.limit / 100
    if asked.condition == "below":
        return binomial_at_most(hits, sessions, share)
    return binomial_at_most(sessions - hits, sessions, 1 - share)


def _change(asked: Question, days: Sequence[Day], value: float, sessions: int) -> Verdict:
    base = days[:BASE_DAYS]
    if asked.metric in COUNTS:
        counts = [_count(asked.metric, day) for day in days]
        if sum(counts[:BASE_DAYS]) < MIN_BASE:
            return UNKNOWN
        chance, before = _count_chance(counts, is_fall=asked.condition == "falls")
    else:
        hits = [_hits(asked.metric, day) for day in days]
        case = Case(sum(hits[BASE_DAYS:]), sessions, sum(hits), sum(day.sessions for day in days))
        base_value = measured(asked.metric, base)
        if base_value is None or not sessions:
            return UNKNOWN
        before = base_value
        # Two-sided, so half of it is what one direction may err by.
        chance = fisher(case) if case.is_above == (asked.condition == "rises") else 1.0
    goes = value < before if asked.condition == "falls" else value > before
    is_met = goes and chance <= LEVEL
    return Verdict("met" if is_met else "not_met", value, before, chance, sessions)


def _count_chance(counts: Sequence[int], *, is_fall: bool) -> tuple[float, float]:
    """The chance of such a change, and what the same weekdays would have brought."""
    base, last = counts[:BASE_DAYS], counts[BASE_DAYS:]
    # The days of the base that are of a weekday of the window: for 28 days all, one to one.
    places = {place % WEEK for place in range(BASE_DAYS, BASE_DAYS + len(last))}
    same = [count for place, count in enumerate(base) if place % WEEK in places]
    now, usual, ratio = sum(last), sum(same), len(last) / len(same)
    expected = usual * ratio
    share = len(last) / (len(last) + len(same))
    exact = (
        binomial_at_most(now, now + usual, share)
        if is_fall
        else binomial_at_most(usual, now + usual, 1 - share)
    )
    means = [sum(base[weekday::WEEK]) * WEEK / BASE_DAYS for weekday in range(WEEK)]
    squares = sum(
        (count - means[place % WEEK]) ** 2 / means[place % WEEK]
        for place, count in enumerate(base)
        if means[place % WEEK]
    )
    # Never less than the variance of random arrivals.
    spread = max(1.0, squares / FREEDOM)
    # Roots of counts vary alike whatever their size. Variances of averages of neighbouring days.
    gap = 2 * (math.sqrt(now + 0.375) - math.sqrt(expected + 0.375)) / math.sqrt(spread * (1 + ratio))
    spreading = student_below(gap if is_fall else -gap, FREEDOM)
    return max(exact, spreading), expected


def binomial_at_most(hits: int, tries: int, share: float) -> float:
    """The chance of at most ``hits`` of ``tries``. 1 where that is no fewer than expected."""
    if hits >= tries * share:
        return 1.0
    if share >= 1:
        return 0.0
    term = math.exp(
        math.lgamma(tries + 1)
        - math.lgamma(hits + 1)
        - math.lgamma(tries - hits + 1)
        + hits * math.log(share)
        + (tries - hits) * math.log1p(-share)
    )
    total = term
    odds = (1 - share) / share
    while hits and term > total * NEGLIGIBLE:
        term *= hits / (tries - hits + 1) * odds
        hits -= 1
        total += term
    return min(1.0, total)
