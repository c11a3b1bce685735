"""Whether sessions with an answer book more or less than those that answered otherwise, beyond chance.

Fisher's exact test of each answer against the other answers to the same question, two-sided, and Holm's step-down
over all answers tested, so that among the many answers of a page even one false mark is a matter of 5 %. Not against
all sessions: later questions are answered by those who stayed, who book more whatever they answer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from abano_shared.contract.answers import Evidence

LEVEL = 0.05
# With fewer expected cases in any of the four cells a difference is not significant.
MIN_EXPECTED = 5.0
# Smaller terms, relative to the sum, no longer change it.
NEGLIGIBLE = 1e-17


@dataclass(frozen=True, slots=True)
class Case:
    """``converted`` of ``count`` sessions with an answer, and the same for the whole question."""

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


def percent(part: str | pl.Expr, whole: str | pl.Expr) -> pl.Expr:
    """``part`` of ``whole`` in percent, rounded half-up to one decimal; 0 when the whole is 0.

    Computed in integers to avoid binary rounding errors, for example for 12.25 %.
    """
    numerator = (pl.col(part) if isinstance(part, str) else part).cast(pl.Int64)
    denominator = (pl.col(whole) if isinstance(whole, str) else whole).cast(pl.Int64)
    safe = pl.when(denominator == 0).then(1).otherwise(denominator)
    tenths = (2000 * numerator + safe) // (2 * safe)
    return pl.when(denominator == 0).then(0.0).otherwise((tenths / 10.0).round(1))


def wilson(part: str, whole: str) -> tuple[pl.Expr, pl.Expr]:
    """Lower and upper edge (as fractions) of the 95 % Wilson score interval of ``part`` in ``whole`` cases.

    0 to 1 without cases.
    """
    n = pl.col(whole).cast(pl.Float64)
    safe = pl.when(n == 0).then(1.0).otherwise(n)
    share = pl.col(part).cast(pl.Float64) / safe
    scale = 1 + Z**2 / safe
    centre = (share + Z**2 / (2 * safe)) / scale
    reach = Z * (share * (1 - share) / safe + Z**2 / (4 * safe**2)).sqrt() / scale
    # The share itself is always inside; binary rounding could exclude 0 and 1.
    low = pl.when(n == 0).then(0.0).otherwise(pl.min_horizontal(share, (centre - reach).clip(0.0, 1.0)))
    high = pl.when(n == 0).then(1.0).otherwise(pl.max_horizontal(share, (centre + reach).clip(0.0, 1.0)))
    return low, high
