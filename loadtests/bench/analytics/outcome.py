"""The result of a case, as a line that a person can check."""

import os
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """``figure`` is ours, ``reference`` the comparison, both with units; the goal is about ``ratio``.

    ``is_met`` is None for a figure without a goal, which explains another one.
    """

    what: str
    figure: str
    reference: str
    ratio: str
    asked: str
    is_met: bool | None

    def row(self, *, is_judged: bool) -> str:
        """The line, without a verdict when there are too few measurements."""
        met = {True: "met", False: "NOT met", None: ""}[self.is_met if is_judged else None]
        return f"| {self.what} | {self.figure} | {self.reference} | {self.ratio} | {self.asked} | {met} |"


HEAD = "| what | ours | reference | ratio | asked | |\n| --- | --- | --- | --- | --- | --- |"


def percentile(values: Sequence[float], part: float) -> float:
    """The value that the share ``part`` of all does not exceed; NaN if empty."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def p99(values: Sequence[float]) -> float:
    return percentile(values, 0.99)


def median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else float("nan")


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def mean(values: Sequence[float]) -> float:
    return statistics.fmean(values) if values else float("nan")


def machine() -> str:
    """The machine's load, printed beside absolute times."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
