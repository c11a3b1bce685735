"""The rule that ends an experiment: its error rate holds for any number of looks, and it detects a lift."""

import random
from dataclasses import dataclass
from math import comb, exp

import pytest

from abano.marketing.quiz.rules import (
    ALPHA,
    DRAW_WEIGHT,
    Arm,
    Comparison,
    Count,
    compare,
    draw_evidence,
    is_draw_broken,
    sessions_needed,
)

HALVES = (Arm("v1", 50), Arm("v2", 50))
RUNS = 200


def exact_evidence(ours: int, theirs: int, a: int, b: int) -> float:
    """The beta mixture's probability of one order of events over that of even draws, in exact integers."""
    rising = 1.0
    for number in range(ours):
        rising *= (a + number) / (a + b + number)
    for number in range(theirs):
        rising *= (b + number) / (a + b + ours + number)
    return rising / 0.5 ** (ours + theirs)


@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (1, 0), (3, 9), (40, 22), (150, 150)])
def test_the_evidence_on_the_draw_is_that_of_the_mixture(ours: int, theirs: int) -> None:
    half = int(DRAW_WEIGHT / 2)
    assert exp(draw_evidence(ours, theirs, 0.5)) == pytest.approx(exact_evidence(ours, theirs, half, half))


def test_the_mean_of_the_evidence_is_one_when_versions_convert_alike() -> None:
    """The defining property of an e-value, over all outcomes of 30 conversions under the true draw."""
    for share in (0.5, 0.2):
        mean = sum(
            comb(30, ours)
            * share**ours
            * (1 - share) ** (30 - ours)
            * exp(draw_evidence(ours, 30 - ours, share))
            for ours in range(31)
        )
        assert mean == pytest.approx(1)


@dataclass(frozen=True)
class Run:
    """An experiment checked every 200 sessions until decided; ``missed``: an interval excluded the truth."""

    is_decided: bool
    sessions: int
    missed: bool


def look_after_look(
    seed: int, lift: float, *, rate: float, arms: tuple[Arm, Arm] = HALVES, looks: int = 50
) -> Run:
    chance = random.Random(seed)  # noqa: S311 - a simulation with a fixed seed
    sessions, conversions = [0, 0], [0, 0]
    is_decided, missed, ended = False, False, looks * 200
    for look in range(1, looks + 1):
        for _ in range(200):
            arm = chance.random() < arms[1].share / 100
            sessions[arm] += 1
            conversions[arm] += chance.random() < (rate * (1 + lift) if arm else rate)
        seen = compare("v2", *(Count(sessions[arm], conversions[arm]) for arm in (0, 1)))
        if seen.is_decided and not is_decided:
            is_decided, ended = True, look * 200
        missed = missed or not seen.low <= lift <= (seen.high if seen.high is not None else 9)
    return Run(is_decided, ended, missed)


@pytest.mark.parametrize(
    ("rate", "arms"),
    [(0.2, HALVES), (0.02, HALVES), (0.13, (Arm("v1", 90), Arm("v2", 10))), (0.6, HALVES)],
)
def test_versions_that_convert_alike_are_decided_at_most_as_often_as_it_says(
    rate: float, arms: tuple[Arm, Arm]
) -> None:
    """For any number of looks, at any split, and at high and low rates."""
    wrong = sum(look_after_look(seed, 0.0, rate=rate, arms=arms).is_decided for seed in range(RUNS))
    assert wrong <= ALPHA * RUNS, f"{wrong} of {RUNS} runs found what is not there"


@pytest.mark.parametrize(("rate", "lift"), [(0.2, 0.3), (0.13, -0.4)])
def test_a_true_difference_is_found_after_about_the_estimated_sessions(rate: float, lift: float) -> None:
    found = [look_after_look(seed, lift, rate=rate) for seed in range(40)]
    assert sum(run.is_decided for run in found) >= 38
    # And the interval contains the truth at every look.
    assert sum(run.missed for run in found) <= 2
    needed = sessions_needed(rate, lift, HALVES)
    assert needed is not None
    mean = sum(run.sessions for run in found) / len(found)
    assert 0.5 * needed < mean < 2 * needed


def test_a_version_with_fewer_sessions_and_the_same_rate_is_not_worse() -> None:
    """By bookings alone this looks like 60 % fewer: sessions without a version are counted with the first."""
    seen = compare("v2", Count(5000, 695), Count(2000, 266))
    assert seen.lift == pytest.approx(266 / 2000 / (695 / 5000) - 1)
    assert not seen.is_decided
    assert seen.low < 0 < (seen.high or 0)


def test_the_verdict_the_interval_and_the_rates_of_the_table_agree() -> None:
    chance = random.Random(33)  # noqa: S311 - a simulation with a fixed seed
    for _ in range(300):
        sessions = [chance.randint(1, 4000), chance.randint(1, 4000)]
        counts = [Count(all_, round(all_ * chance.random() ** 2)) for all_ in sessions]
        seen = compare("v2", *counts)
        if seen.lift is None:
            continue
        rates = [count.conversions / count.sessions for count in counts]
        assert seen.lift == pytest.approx(rates[1] / rates[0] - 1)
        assert seen.high is not None
        assert seen.low <= seen.lift <= seen.high
        assert seen.is_decided == (seen.low > 0 or seen.high < 0)


def test_nothing_is_claimed_of_nothing() -> None:
    none = compare("v2", Count(0, 0), Count(0, 0))
    assert none == Comparison("v2", None, -1, None, is_decided=False)
    few = compare("v2", Count(30, 0), Count(30, 3))
    assert (few.lift, few.high, few.is_decided) == (None, None, False)
    lost = compare("v2", Count(30, 3), Count(30, 0))
    assert (lost.lift, lost.low, lost.is_decided) == (-1, -1, False)


def test_several_versions_at_once_need_more_evidence() -> None:
    before, after = Count(2000, 200), Count(2000, 272)
    assert compare("v2", before, after).is_decided
    assert not compare("v2", before, after, comparisons=20).is_decided


def test_a_draw_that_is_not_by_the_shares_is_seen() -> None:
    arms = (Arm("v1", 80), Arm("v2", 20))
    assert not is_draw_broken(arms, [Count(8_060, 0), Count(1_940, 0)])
    assert is_draw_broken(arms, [Count(7_500, 0), Count(2_500, 0)])


def test_required_sessions_are_not_estimated_without_data() -> None:
    assert sessions_needed(0, 0.3, HALVES) is None
    assert sessions_needed(0.1, 0, HALVES) is None
    smaller, larger = (sessions_needed(0.1, lift, HALVES) for lift in (0.1, 0.5))
    assert smaller is not None
    assert larger is not None
    assert smaller > 10 * larger
