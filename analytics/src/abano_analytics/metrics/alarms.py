"""Whether the last days fell behind the four weeks before them by more than chance.

A company is looked at once a day. Each look tests every campaign and the whole, over three windows of last days, and
all tests of a look share LEVEL by Holm's step-down. Neighbouring days have most of their windows in common, tests of
few bookings err less than they may, and what goes on falling is one alert: so where nothing changes, a company of any
usual size has a false alert once in two quarters at most, as simulations with a known truth say (test_alarms.py).
Shares are compared by Fisher's exact test, those of the whole within its
campaigns, too: other visitors are no fall. Sessions vary by more than chance alone: their logarithms are compared by
weekday with Student's t, by the variance of the company's own four weeks.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from abano_shared.evidence import MIN_EXPECTED, Case, fisher, student_below

Measure = Literal["conversion", "completion", "sessions"]
# Error level of one look with all its tests.
LEVEL = 0.025
WINDOWS = (1, 3, 7)
BASE_DAYS = 28
DAYS = BASE_DAYS + max(WINDOWS)
WEEK = 7
# Smaller falls are not reported, however significant.
MAX_LEFT = 0.75
# With fewer sessions a day the logarithm is meaningless.
MIN_PER_DAY = 40
# The campaigns with most sessions in the four weeks. More tests would reduce the power of each.
MAX_CAMPAIGNS = 20
# Hours of silence are measured by the sessions that they usually have.
BUSY_A_DAY = 20
MIN_MISSED = 10.0
MORE_THAN_EVER = 2.0
# 28 values (four weeks) with 7 weekday means.
FREEDOM = BASE_DAYS - WEEK
WHOLE = ""


@dataclass(frozen=True, slots=True)
class Day:
    """Sessions that started on a local day, and how many of them completed the quiz and booked within hours."""

    sessions: int = 0
    completed: int = 0
    booked: int = 0


@dataclass(frozen=True, slots=True)
class Fall:
    """``campaign``: WHOLE for all sessions. ``days``: how many last days fell. ``sessions``: of those days.

    ``now`` and ``before`` are shares, or sessions a day; ``chance``: of such a fall were nothing different.
    """

    measure: Measure
    campaign: str
    days: int
    sessions: int
    now: float
    before: float
    chance: float


def falls(days: Mapping[str, Sequence[Day]]) -> list[Fall]:
    """The falls of one look, each measure of each campaign at most once, the surest first.

    ``days``: by campaign, and WHOLE for all, DAYS days each; the last is the newest.
    """
    parts = {name: days[name] for name in days if name != WHOLE}
    tests = [
        test
        for campaign in _looked_at(days)
        for test in _tests(campaign, days[campaign], list(parts.values()) if campaign == WHOLE else [])
    ]
    found: dict[tuple[Measure, str], Fall] = {}
    for rank, test in enumerate(sorted(tests, key=lambda test: test.chance)):
        if test.chance * (len(tests) - rank) > LEVEL:
            break
        if test.now <= test.before * MAX_LEFT:
            found.setdefault((test.measure, test.campaign), test)
    return list(found.values())


def _looked_at(days: Mapping[str, Sequence[Day]]) -> list[str]:
    """The campaigns to test, chosen by days outside every tested window."""

    def size(campaign: str) -> int:
        return sum(day.sessions for day in days[campaign][:BASE_DAYS])

    campaigns = sorted((name for name in days if name != WHOLE), key=lambda name: (-size(name), name))
    # A single campaign without others equals the total.
    return [WHOLE, *campaigns[:MAX_CAMPAIGNS]] if len(campaigns) > 1 else [WHOLE]


def _tests(campaign: str, days: Sequence[Day], parts: Sequence[Sequence[Day]]) -> list[Fall]:
    """``parts``: the days of the campaigns whose sum these days are."""
    tests = []
    for window in WINDOWS:
        measures: tuple[Measure, ...] = ("conversion", "completion") if campaign == WHOLE else ("conversion",)
        tests += [_share(measure, campaign, window, days, parts) for measure in measures]
        tests.append(_sessions(campaign, days[-window - BASE_DAYS : -window], days[-window:]))
    return [test for test in tests if test is not None]


def _share(
    measure: Measure, campaign: str, window: int, days: Sequence[Day], parts: Sequence[Sequence[Day]]
) -> Fall | None:
    case = _case(measure, window, days)
    if case.least_expected < MIN_EXPECTED:
        return None
    # Two-sided over both directions, of which only falls are reported.
    # Within one campaign Fisher's test says it exactly.
    within = _within([_case(measure, window, part) for part in parts]) if parts else 0.0
    chance = 1.0 if case.is_above else max(fisher(case), within)
    before = (case.all_converted - case.converted) / max(1, case.all_count - case.count)
    return Fall(measure, campaign, window, case.count, case.converted / case.count, before, chance)


def _case(measure: Measure, window: int, days: Sequence[Day]) -> Case:
    """The last days and the days before them."""
    looked = days[-window - BASE_DAYS :]
    sessions = [day.sessions for day in looked]
    hits = [day.booked if measure == "conversion" else day.completed for day in looked]
    return Case(sum(hits[BASE_DAYS:]), sum(sessions[BASE_DAYS:]), sum(hits), sum(sessions))


def _within(cases: Sequence[Case]) -> float:
    """The two-sided chance over all cases, each against its own days before (Mantel and Haenszel)."""
    gap = variance = 0.0
    for case in cases:
        if case.all_count < 2:
            continue
        share = case.all_converted / case.all_count
        gap += case.converted - case.count * share
        variance += case.count * share * (1 - share) * (case.all_count - case.count) / (case.all_count - 1)
    return math.erfc(abs(gap) / math.sqrt(2 * variance)) if variance and gap < 0 else 1.0


def _sessions(campaign: str, base: Sequence[Day], last: Sequence[Day]) -> Fall | None:
    usual = sum(day.sessions for day in base) / BASE_DAYS
    if usual < MIN_PER_DAY:
        return None
    logs = [math.log(day.sessions + 0.5) for day in base]
    means = [sum(logs[weekday::WEEK]) * WEEK / BASE_DAYS for weekday in range(WEEK)]
    spread = sum((value - means[place % WEEK]) ** 2 for place, value in enumerate(logs)) / FREEDOM
    # Never less than the variance of random arrivals.
    spread = max(spread, 1 / usual)
    gaps = [math.log(day.sessions + 0.5) - means[place % WEEK] for place, day in enumerate(last)]
    error = math.sqrt(spread * (1 + WEEK / BASE_DAYS) / len(last))
    sessions = sum(day.sessions for day in last)
    chance = min(1.0, 2 * student_below(sum(gaps) / len(gaps) / error, FREEDOM))
    # The average number of sessions on the same weekdays.
    same = (
        sum(sum(day.sessions for day in base[place::WEEK]) for place in range(len(last))) * WEEK / BASE_DAYS
    )
    return Fall("sessions", campaign, len(last), sessions, sessions / len(last), same / len(last), chance)


def silent_hours(hours: Sequence[int]) -> int:
    """How many last hours without a session are a silence that was not there before; 0: it is none.

    ``hours``: sessions of each whole hour of the last weeks, the newest last. A silence is measured by the sessions
    that these hours of the day usually have, so that nights weigh little. It counts from MIN_MISSED on (by chance
    alone one in e^10 such stretches) and beyond MORE_THAN_EVER times the longest one before.
    """
    days = len(hours) / 24
    if days < 1 or sum(hours) / days < BUSY_A_DAY:
        return 0
    usual = [sum(hours[hour::24]) / len(hours[hour::24]) for hour in range(24)]
    longest = missed = 0.0
    length = 0
    for place, sessions in enumerate(hours):
        if sessions:
            longest, missed, length = max(longest, missed), 0.0, 0
        else:
            missed, length = missed + usual[place % 24], length + 1
    return length if missed >= max(MIN_MISSED, MORE_THAN_EVER * longest) else 0
