"""The bench of live analytics in its short size, as lines of the one table."""

import re
import tempfile
from contextlib import ExitStack
from pathlib import Path

from loadtests.bench.analytics.__main__ import CASES, Given
from loadtests.bench.analytics.outcome import Outcome
from loadtests.bench.figures import Figure

# The others read ten million rows for minutes: `python -m loadtests.bench.analytics` has all of them.
SHORT_CASES = ("idle", "new-data", "freshness")
SHORT_ANSWERS = 1_000_000
TRIAL_ANSWERS = 50_000
ANSWERS_A_SECOND = 500
NUMBER = re.compile(r"(?<!p)\b\d+(?:\.\d+)?")
# What a name says of this very run; the same figure of another run must be found by its name.
OF_THIS_RUN = re.compile(r" \([\d,]+ bytes\)| at [\d.]+ answers/s.*")


def measure_live(*, is_trial: bool) -> list[Figure]:
    """Polls and freshness over a million answers; a trial only shows that everything can be measured."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="abano-bench-") as folder:
        answers = TRIAL_ANSWERS if is_trial else SHORT_ANSWERS
        given = Given(Path(folder), answers, 0, ANSWERS_A_SECOND, is_quick=is_trial)
        for case in SHORT_CASES:
            with ExitStack() as stack:
                figures += [as_figure(outcome) for outcome in CASES[case](given, stack)]
    return figures


def as_figure(outcome: Outcome) -> Figure:
    """The number that is followed is the ratio's, else the figure's."""
    is_ratio = "%" in outcome.ratio or "×" in outcome.ratio
    number = NUMBER.search(outcome.ratio if is_ratio else outcome.figure)
    return Figure(
        name=OF_THIS_RUN.sub("", outcome.what),
        value=float(number[0]) if number else 0.0,
        measured=outcome.figure,
        reference=outcome.reference,
        ratio=outcome.ratio,
        asked=outcome.asked,
        met=outcome.is_met,
    )
