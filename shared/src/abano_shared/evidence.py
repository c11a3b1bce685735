"""Whether a part of the sessions does something more or less often than the others, beyond chance.

Fisher's exact test of each part against the rest, two-sided, and Holm's step-down over all parts tested: among the
many of a page, even one false mark is a matter of 5 %. Answers are compared with the other answers to the same
question, not with all sessions: later questions are answered by those who stayed, who book more whatever they answer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from abano_shared.contract.answers import Evidence

LEVEL = 0.05
# With fewer expected cases in any of the four cells a difference is not significant.
MIN_EXPECTED = 5.0
# Smaller terms, relative to the sum, no longer change it.
NEGLIGIBLE = 1e-17


@dataclass(frozen=True, slots=True)
class Case:
    """``converted`` of ``count`` sessions of a part, and the same for all parts together."""

    converted: int
    count: int
    all_converted: int
    all_count: int

    @property
    def is_above(self) -> bool:
        return self.converted * self.all_count >= self.all_converted * self.count

    @property
    def least_expected(self) -> float:
        """The smallest of the four expected counts if booking and answer were independent."""
        smaller = min(self.count, self.all_count - self.count)
        return smaller * min(self.all_converted, self.all_count - self.all_converted) / max(1, self.all_count)


def evidence(cases: Sequence[Case]) -> list[Evidence]:
    """A verdict for each case, corrected for testing all of them."""
    tested = [place for place, case in enumerate(cases) if case.least_expected >= MIN_EXPECTED]
    chances = {place: fisher(cases[place]) for place in tested}
    verdicts: list[Evidence] = ["too_few"] * len(cases)
    for place in tested:
        verdicts[place] = "chance"
    for rank, place in enumerate(sorted(tested, key=lambda place: chances[place])):
        if chances[place] * (len(tested) - rank) >= LEVEL:
            break
        verdicts[place] = "above" if cases[place].is_above else "below"
    return verdicts


def fisher(case: Case) -> float:
    """Two-sided probability of a share at least this extreme, if booking and answer were independent.

    Exact below LEVEL; above it, some value above LEVEL.
    """
    drawn, hits, sessions, converted = case.count, case.converted, case.all_count, case.all_converted
    term = math.exp(
        _log_choose(converted, hits)
        + _log_choose(sessions - converted, drawn - hits)
        - _log_choose(sessions, drawn)
    )
    total = term
    while term > total * NEGLIGIBLE and 2 * total < LEVEL:
        misses = sessions - converted - drawn + hits
        if case.is_above:
            term *= (converted - hits) * (drawn - hits) / ((hits + 1) * (misses + 1))
            hits += 1
        else:
            term *= hits * misses / ((converted - hits + 1) * (drawn - hits + 1))
            hits -= 1
        total += term
    return min(1.0, 2 * total)


def _log_choose(whole: int, part: int) -> float:
    return math.lgamma(whole + 1) - math.lgamma(part + 1) - math.lgamma(whole - part + 1)


# Two-sided 95 %.
Z = 1.959963984540054


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of ``part`` in ``whole`` cases, as fractions; 0 to 1 without cases."""
    if whole == 0:
        return 0.0, 1.0
    share = part / whole
    scale = 1 + Z**2 / whole
    centre = (share + Z**2 / (2 * whole)) / scale
    reach = Z * math.sqrt(share * (1 - share) / whole + Z**2 / (4 * whole**2)) / scale
    return max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach))


def newcombe(part: int, whole: int, other_part: int, other_whole: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two shares, as fractions (Newcombe's hybrid score method)."""
    share, other = part / max(1, whole), other_part / max(1, other_whole)
    low, high = wilson(part, whole)
    other_low, other_high = wilson(other_part, other_whole)
    difference = share - other
    return (
        difference - math.hypot(share - low, other_high - other),
        difference + math.hypot(high - share, other - other_low),
    )


def student_below(value: float, freedom: int) -> float:
    """The chance of a value below ``value`` by Student's t. ``freedom``: its degrees, an odd number."""
    angle = math.atan(abs(value) / math.sqrt(freedom))
    cosine = math.cos(angle)
    term = total = cosine
    for even in range(2, freedom - 1, 2):
        term *= cosine * cosine * even / (even + 1)
        total += term
    tail = max(0.0, (1 - 2 / math.pi * (angle + math.sin(angle) * total)) / 2)
    return tail if value <= 0 else 1 - tail
