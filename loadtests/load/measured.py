"""What the crowd measured: answer times by stage and step, failures, and the course of the run."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PERCENTILES = (0.5, 0.9, 0.95, 0.99)


@dataclass(frozen=True, slots=True)
class StepFigures:
    """Of one step (method and route), or of all together. Times in milliseconds, by percentile."""

    stage: str
    step: str
    answers: int
    failures: int
    times: dict[float, int]
    slowest: int


@dataclass(frozen=True, slots=True)
class Second:
    """One second of the run: who was there, how many answers, how long they took (milliseconds)."""

    second: int
    people: int
    answers: int
    p50: int
    p95: int


@dataclass(frozen=True, slots=True)
class Measured:
    """``problems``: what went wrong, how often, by step. ``lags``: seconds that figures were behind, rising;
    ``away``: how often there were none.
    """

    steps: list[StepFigures]
    stages: list[StepFigures]
    course: list[Second]
    problems: list[tuple[str, str, int]]
    lags: list[float]
    away: int

    @property
    def answers(self) -> int:
        return sum(stage.answers for stage in self.stages)

    @property
    def failures(self) -> int:
        return sum(count for _, _, count in self.problems)

    @classmethod
    def read(cls, path: Path) -> "Measured":
        values = json.loads(path.read_text())
        times = {
            stage: {step: _counted(counts) for step, counts in steps.items()}
            for stage, steps in values["times"].items()
        }
        failures: dict[str, dict[str, dict[str, int]]] = values["failures"]

        def failed(stage: str, step: str) -> int:
            return sum(failures.get(stage, {}).get(step, {}).values())

        everything: dict[str, Counter[int]] = {}
        for steps in times.values():
            for step, counts in steps.items():
                everything.setdefault(step, Counter()).update(counts)
        problems: Counter[tuple[str, str]] = Counter()
        for by_step in failures.values():
            for step, messages in by_step.items():
                for message, count in messages.items():
                    problems[step, message] += count
        return cls(
            steps=[
                _figures("", step, counts, sum(failed(stage, step) for stage in failures))
                for step, counts in sorted(everything.items())
            ],
            stages=[
                _figures(stage, "", _together(steps.values()), sum(failed(stage, step) for step in steps))
                for stage, steps in times.items()
            ],
            course=_course(values["seconds"], values["present"]),
            problems=[(step, message, count) for (step, message), count in problems.most_common()],
            lags=sorted(values["lags"]),
            away=values["away"],
        )


def _counted(counts: dict[str, int]) -> Counter[int]:
    return Counter({int(milliseconds): count for milliseconds, count in counts.items()})


def _together(parts: Iterable[Counter[int]]) -> Counter[int]:
    whole: Counter[int] = Counter()
    for part in parts:
        whole.update(part)
    return whole


def _figures(stage: str, step: str, counts: Counter[int], failures: int) -> StepFigures:
    times = {part: percentile(counts, part) for part in PERCENTILES}
    return StepFigures(stage, step, counts.total(), failures, times, max(counts, default=0))


def percentile(counts: Counter[int], part: float) -> int:
    """The smallest value that at least this part of all does not exceed; 0 of nothing."""
    wanted = counts.total() * part
    reached = 0
    for value, count in sorted(counts.items()):
        reached += count
        if reached >= wanted:
            return value
    return 0


def _course(seconds: dict[str, list[int]], present: dict[str, int]) -> list[Second]:
    course = []
    people = 0
    for second in range(max(map(int, seconds), default=-1) + 1):
        people = present.get(str(second), people)
        times = Counter(seconds.get(str(second), []))
        course.append(Second(second, people, times.total(), percentile(times, 0.5), percentile(times, 0.95)))
    return course
