"""Whether an answer's sessions book more or less than all others do, beyond what chance explains.

Fisher's exact test of each answer against the period's other sessions, two-sided, and Holm's step-down over all
answers tested, so that among the many answers of a page even one false mark is a matter of 5 %.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Evidence = Literal["above", "below", "chance", "too_few"]
LEVEL = 0.05
# With fewer expected cases in any of the four cells a difference says nothing.
LEAST_EXPECTED = 5.0
# Terms smaller than this part of the sum no longer change it.
NEGLIGIBLE = 1e-17


@dataclass(frozen=True, slots=True)
class Share:
    """``converted`` of ``count`` sessions with an answer."""

    converted: int
    count: int


def evidence(shares: Sequence[Share], *, sessions: int, converted: int) -> list[Evidence]:
    """A verdict for each share, held against all ``sessions`` of which ``converted`` booked."""
    tested = [place for place, share in enumerate(shares) if _is_enough(share, sessions, converted)]
    chances = {place: fisher(shares[place], sessions=sessions, converted=converted) for place in tested}
    verdicts: list[Evidence] = ["too_few"] * len(shares)
    for place in tested:
        verdicts[place] = "chance"
    for rank, place in enumerate(sorted(tested, key=lambda place: chances[place])):
        if chances[place] * (len(tested) - rank) >= LEVEL:
            break
        share = shares[place]
        is_above = share.converted * sessions > converted * share.count
        verdicts[place] = "above" if is_above else "below"
    return verdicts


def fisher(share: Share, *, sessions: int, converted: int) -> float:
    """Twice the chance of a share at least as far off as this one, were booking and answer unrelated.

    Exact below LEVEL; above it, some value above it.
    """
    drawn, hits = share.count, share.converted
    upwards = hits * sessions >= converted * drawn
    term = math.exp(
        _log_choose(converted, hits)
        + _log_choose(sessions - converted, drawn - hits)
        - _log_choose(sessions, drawn)
    )
    total = term
    while term > total * NEGLIGIBLE and 2 * total < LEVEL:
        misses = sessions - converted - drawn + hits
        if upwards:
            term *= (converted - hits) * (drawn - hits) / ((hits + 1) * (misses + 1))
            hits += 1
        else:
            term *= hits * misses / ((converted - hits + 1) * (drawn - hits + 1))
            hits -= 1
        total += term
    return min(1.0, 2 * total)


def _is_enough(share: Share, sessions: int, converted: int) -> bool:
    if sessions == 0:
        return False
    other = sessions - share.count
    least = min(share.count, other) * min(converted, sessions - converted) / sessions
    return least >= LEAST_EXPECTED


def _log_choose(whole: int, part: int) -> float:
    return math.lgamma(whole + 1) - math.lgamma(part + 1) - math.lgamma(whole - part + 1)
