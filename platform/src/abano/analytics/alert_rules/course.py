"""How an alert opens, ends and opens again, from verdict to verdict. Pure: the preview takes the same course."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from abano.analytics.alert_rules.rules import State, Verdict

# A change or a limit ends when it was not met on this many days in a row: a single better day may be chance.
RESOLVED_AFTER_DAYS = 3
# What can't be judged any more, such as a campaign that ended, ends too.
FORGOTTEN_AFTER_DAYS = 28
# What fires again so soon is the same alert.
SAME_WITHIN_DAYS = 14

Step = Literal["open", "reopen", "stay", "end", "nothing"]


@dataclass(frozen=True, slots=True)
class Course:
    """Of one part of a rule. ``ended_on``: None while it is open."""

    last_met_on: date
    ended_on: date | None = None


def next_step(course: Course | None, state: State, day: date, *, is_missing: bool) -> Step:
    """What a verdict on the days up to ``day`` makes of an alert. Missing data has come as soon as there is any."""
    if course is None:
        return "open" if state == "met" else "nothing"
    if course.ended_on is not None:
        if state != "met":
            return "nothing"
        return "reopen" if day - course.ended_on <= timedelta(days=SAME_WITHIN_DAYS) else "open"
    if state == "met":
        return "stay"
    idle = (day - course.last_met_on).days
    if state == "not_met":
        return "end" if is_missing or idle >= RESOLVED_AFTER_DAYS else "nothing"
    return "end" if idle >= FORGOTTEN_AFTER_DAYS else "nothing"


def walk(course: Course | None, step: Step, day: date) -> Course | None:
    """The course after the step."""
    match step:
        case "open" | "reopen" | "stay":
            return Course(day)
        case "end":
            return replace(course, ended_on=day) if course else None
        case _:
            return course


@dataclass(frozen=True, slots=True)
class Opened:
    """When a part would have fired, and the verdict it fired by."""

    day: date
    part: str
    verdict: Verdict


def history(looks: Iterable[tuple[date, Mapping[str, Verdict]]], *, is_missing: bool) -> list[Opened]:
    """The alerts that these looks would have opened, the oldest first."""
    courses: dict[str, Course | None] = {}
    opened = []
    for day, verdicts in looks:
        for part, verdict in verdicts.items():
            step = next_step(courses.get(part), verdict.state, day, is_missing=is_missing)
            courses[part] = walk(courses.get(part), step, day)
            if step in {"open", "reopen"}:
                opened.append(Opened(day, part, verdict))
    return opened
