"""Whether a version of the quiz converts differently from another, however often one looks. Pure.

Visitors are drawn to versions at random, by shares. If two versions convert alike, a session that converts belongs
to the one or the other as by a draw with those shares. How much better another draw explains what happened is an
e-value: a mixture over other draws (a beta distribution) against that one. By Ville's inequality its largest value
ever exceeds 1/alpha with a probability of at most alpha, so that one may look at any time and stop at any time.
Sources: Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid inference" (2023); Robbins,
"Statistical methods related to the law of the iterated logarithm" (1970).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lgamma, log

# Of all the verdicts on versions that convert alike, at most this share is wrong.
ALPHA = 0.05
# How close to the shares the mixture expects the truth: lifts of about a third in either direction.
WEIGHT = 50.0
# Of all draws that are as they should be, at most this share is called broken.
DRAW_ALPHA = 0.001
# As good as none or all.
NO_DRAW = 1e-12


@dataclass(frozen=True, slots=True)
class Arm:
    """One version; ``share`` in percent of the visitors."""

    version: str
    share: int


@dataclass(frozen=True, slots=True)
class Count:
    """Sessions of a version, and those of them that led to a booking."""

    sessions: int
    conversions: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A version beside the first one: by how much more (as a fraction) it converts, and what is sure of it.

    ``low`` and ``high`` hold at every look at once. ``is_decided``: the first is surely better or worse.
    """

    version: str
    lift: float | None
    low: float
    high: float | None
    is_decided: bool


def log_evidence(ours: int, theirs: int, share: float, *, null: float | None = None) -> float:
    """The log of the e-value against the draw ``null`` (``share`` where it is not given).

    ``ours`` and ``theirs`` happened; ``share`` is the expected part of ours, between 0 and 1.
    """
    at = share if null is None else null
    a, b = WEIGHT * share, WEIGHT * (1 - share)
    return _log_beta(a + ours, b + theirs) - _log_beta(a, b) - ours * log(at) - theirs * log(1 - at)


def compare(first: Arm, other: Arm, before: Count, after: Count, *, comparisons: int = 1) -> Comparison:
    """``other`` beside ``first``. With several comparisons at once each may err by its part of ALPHA."""
    share = other.share / (first.share + other.share)
    limit = log(comparisons / ALPHA)
    ours, theirs = after.conversions, before.conversions
    odds = first.share / other.share
    low, high = _interval(ours, theirs, share, limit)
    lift = None if theirs == 0 else ours / theirs * odds - 1
    return Comparison(
        version=other.version,
        lift=lift,
        low=low / (1 - low) * odds - 1,
        high=None if high >= 1 else high / (1 - high) * odds - 1,
        is_decided=log_evidence(ours, theirs, share) >= limit,
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the counts say. ``is_over``: enough is known; ``winner``: the version that surely leads."""

    counts: tuple[Count, ...]
    comparisons: tuple[Comparison, ...]
    is_draw_broken: bool
    is_over: bool
    winner: str | None


def judge(arms: Sequence[Arm], counts: Sequence[Count]) -> Verdict:
    """Every arm beside the first. Over as soon as one is surely better than it, or all are surely worse.

    A broken draw decides nothing.
    """
    first, *others = arms
    comparisons = tuple(
        compare(first, arm, counts[0], count, comparisons=len(others))
        for arm, count in zip(others, counts[1:], strict=True)
    )
    better = [each for each in comparisons if each.is_decided and each.low > 0]
    are_all_worse = all(each.is_decided and each.low <= 0 for each in comparisons)
    is_broken = is_draw_broken(arms, counts)
    winner = max(better, key=lambda each: each.low).version if better else None
    if are_all_worse:
        winner = first.version
    if is_broken:
        winner = None
    return Verdict(tuple(counts), comparisons, is_broken, winner is not None, winner)


def is_draw_broken(arms: Sequence[Arm], counts: Sequence[Count]) -> bool:
    """Whether sessions are not spread as the shares say: something but chance decides who sees which version."""
    whole = sum(arm.share for arm in arms)
    sessions = sum(count.sessions for count in counts)
    limit = log(len(arms) / DRAW_ALPHA)
    return any(
        log_evidence(count.sessions, sessions - count.sessions, arm.share / whole) >= limit
        for arm, count in zip(arms, counts, strict=True)
    )


def sessions_needed(rate: float, lift: float, arms: Sequence[Arm]) -> int | None:
    """About how many sessions in all it takes until a lift over ``rate`` is found; None when nothing would show it.

    ``rate``: of sessions that convert, as a fraction. By the mean growth of the evidence and the mixture's cost.
    """
    if rate <= 0 or lift == 0 or len(arms) < 2:
        return None
    first, other = arms[0], arms[1]
    share = other.share / (first.share + other.share)
    better = share * (1 + lift) / (share * (1 + lift) + 1 - share)
    growth = better * log(better / share) + (1 - better) * log((1 - better) / (1 - share))
    limit = log((len(arms) - 1) / ALPHA)
    conversions = limit / growth
    # What the mixture costs grows with the logarithm of the count: three rounds come close enough.
    for _ in range(3):
        conversions = (limit + 0.5 * log(1 + conversions / WEIGHT) + 0.5) / growth
    whole = sum(arm.share for arm in arms)
    pair = (first.share + other.share) / whole
    mean_rate = rate * ((1 - share) + share * (1 + lift))
    return round(conversions / mean_rate / pair)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _interval(ours: int, theirs: int, share: float, limit: float) -> tuple[float, float]:
    """The draws that the evidence does not refuse, from the lowest to the highest."""
    total = ours + theirs
    middle = ours / total if total else share

    def is_refused(draw: float) -> bool:
        return log_evidence(ours, theirs, share, null=draw) >= limit

    low = 0.0 if ours == 0 else _edge(NO_DRAW, middle, is_refused_below=is_refused)
    high = (
        1.0 if theirs == 0 else 1 - _edge(NO_DRAW, 1 - middle, is_refused_below=lambda x: is_refused(1 - x))
    )
    return low, high


def _edge(outside: float, inside: float, *, is_refused_below: Callable[[float], bool]) -> float:
    """Where refusal ends between ``outside`` and ``inside``, by halving."""
    if not is_refused_below(outside):
        return 0.0
    for _ in range(60):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if is_refused_below(middle) else (outside, middle)
    return outside
