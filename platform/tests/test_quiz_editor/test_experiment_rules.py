"""The rule that ends an experiment: right as often as it says, however often one looks, and able to find a lift."""

import random
from math import comb, exp

import pytest

from abano.quiz.experiments.rules import (
    ALPHA,
    WEIGHT,
    Arm,
    Comparison,
    Count,
    compare,
    is_draw_broken,
    log_evidence,
    sessions_needed,
)

HALVES = (Arm("v1", 50), Arm("v2", 50))
RUNS = 200


def exact_evidence(ours: int, theirs: int, a: int, b: int) -> float:
    """The beta mixture's probability of one order of events over that of even draws, by whole numbers alone."""
    rising = 1.0
    for number in range(ours):
        rising *= (a + number) / (a + b + number)
    for number in range(theirs):
        rising *= (b + number) / (a + b + ours + number)
    return rising / 0.5 ** (ours + theirs)


@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (1, 0), (3, 9), (40, 22), (150, 150)])
def test_the_evidence_is_that_of_the_mixture(ours: int, theirs: int) -> None:
    half = int(WEIGHT / 2)
    assert exp(log_evidence(ours, theirs, 0.5)) == pytest.approx(exact_evidence(ours, theirs, half, half))


def test_the_mean_of_the_evidence_is_one_when_versions_convert_alike() -> None:
    """What makes it an e-value: over all outcomes of 30 conversions under the true draw."""
    for share in (0.5, 0.2):
        mean = sum(
            comb(30, ours)
            * share**ours
            * (1 - share) ** (30 - ours)
            * exp(log_evidence(ours, 30 - ours, share))
            for ours in range(31)
        )
        assert mean == pytest.approx(1)


def look_after_look(seed: int, lift: float, *, rate: float = 0.2, looks: int = 50) -> tuple[bool, int]:
    """Whether any look decided, and after how many sessions; a look every 200 sessions."""
    chance = random.Random(seed)  # noqa: S311 - a simulation with a fixed seed
    sessions, conversions = [0, 0], [0, 0]
    for look in range(1, looks + 1):
        for _ in range(200):
            arm = chance.random() < 0.5
            sessions[arm] += 1
            conversions[arm] += chance.random() < (rate * (1 + lift) if arm else rate)
        before, after = (Count(sessions[arm], conversions[arm]) for arm in (0, 1))
        if compare(*HALVES, before, after).is_decided:
            return True, look * 200
    return False, looks * 200


def test_without_a_difference_it_is_wrong_at_most_as_often_as_it_says() -> None:
    wrong = sum(look_after_look(seed, 0.0)[0] for seed in range(RUNS))
    assert wrong <= ALPHA * RUNS, f"{wrong} of {RUNS} runs found what is not there"


def test_a_lift_of_thirty_percent_is_found_after_about_as_many_sessions_as_said() -> None:
    found = [look_after_look(seed, 0.3) for seed in range(40)]
    assert sum(is_found for is_found, _ in found) >= 38
    needed = sessions_needed(0.2, 0.3, HALVES)
    assert needed is not None
    mean = sum(sessions for _, sessions in found) / len(found)
    assert 0.5 * needed < mean < 2 * needed


def test_the_interval_holds_the_truth_at_every_look() -> None:
    missed = 0
    for seed in range(60):
        chance = random.Random(seed)  # noqa: S311 - a simulation with a fixed seed
        counts = [0, 0]
        for _ in range(40):
            for _ in range(25):
                # Shares of 30 to 70, and a lift of a half: the truth of this draw.
                counts[chance.random() < 30 * 1.5 / (70 + 30 * 1.5)] += 1
            seen = compare(Arm("v1", 70), Arm("v2", 30), Count(0, counts[0]), Count(0, counts[1]))
            if not seen.low <= 0.5 <= (seen.high if seen.high is not None else 9):
                missed += 1
                break
    assert missed <= ALPHA * 60


def test_nothing_is_claimed_of_nothing() -> None:
    none = compare(*HALVES, Count(0, 0), Count(0, 0))
    assert none == Comparison("v2", None, -1, None, is_decided=False)
    few = compare(*HALVES, Count(30, 0), Count(30, 3))
    assert (few.lift, few.high, few.is_decided) == (None, None, False)


def test_several_versions_at_once_need_more_evidence() -> None:
    before, after = Count(2000, 200), Count(2000, 272)
    assert compare(*HALVES, before, after).is_decided
    assert not compare(*HALVES, before, after, comparisons=20).is_decided


def test_a_draw_that_is_not_by_the_shares_is_seen() -> None:
    arms = (Arm("v1", 80), Arm("v2", 20))
    assert not is_draw_broken(arms, [Count(8_060, 0), Count(1_940, 0)])
    assert is_draw_broken(arms, [Count(7_500, 0), Count(2_500, 0)])


def test_how_many_sessions_are_needed_is_not_said_without_ground() -> None:
    assert sessions_needed(0, 0.3, HALVES) is None
    assert sessions_needed(0.1, 0, HALVES) is None
    smaller, larger = (sessions_needed(0.1, lift, HALVES) for lift in (0.1, 0.5))
    assert smaller is not None
    assert larger is not None
    assert smaller > 10 * larger
