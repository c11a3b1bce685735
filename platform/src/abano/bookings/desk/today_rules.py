"""Pure rules of the to-do list: what its tasks are, how urgent each is, and their order."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

TaskKind = Literal[
    "late_return",
    "late_pickup",
    "confirm",
    "transfer",
    "costs",
    "fee",
    "card_hold",
    "payment",
    "no_vehicle",
    "documents",
    "pickup",
    "return",
]
Urgency = Literal["now", "today", "tomorrow", "later"]

# Order of decisions within a day. Events follow, by time.
DECISIONS: tuple[TaskKind, ...] = (
    "late_return",
    "late_pickup",
    "confirm",
    "transfer",
    "costs",
    "fee",
    "card_hold",
    "payment",
    "no_vehicle",
    "documents",
)
URGENCIES: tuple[Urgency, ...] = ("now", "today", "tomorrow", "later")
# What expires or begins within this time is urgent.
SOON = timedelta(hours=3)
_LATE: frozenset[TaskKind] = frozenset({"late_return", "late_pickup"})
# They have no time, and are listed for today.
_WITHOUT_HOUR: frozenset[TaskKind] = frozenset({"costs", "fee", "payment"})


class Task(NamedTuple):
    """``due_at``: when it becomes too late, or when it takes place.

    ``place``: where the vehicle of a transfer is; ``costs`` and ``amount`` (minor units): of proposed return
    costs, or the amount of a cancellation fee.
    """

    kind: TaskKind
    booking_id: UUID
    due_at: datetime
    place: str | None = None
    costs: int = 0
    amount: int = 0


class Day(NamedTuple):
    """Now, and the ends of today and tomorrow in the company's zone."""

    now: datetime
    ends: datetime
    tomorrow_ends: datetime


def is_decision(kind: TaskKind) -> bool:
    return kind in DECISIONS


def urgency_of(task: Task, day: Day) -> Urgency:
    """``now``: late, or due soon. A request is due today at the latest."""
    if task.kind in _WITHOUT_HOUR:
        return "today"
    if task.kind in _LATE or (is_decision(task.kind) and task.due_at <= day.now + SOON):
        return "now"
    if task.due_at < day.ends or task.kind == "confirm":
        return "today"
    return "tomorrow" if task.due_at < day.tomorrow_ends else "later"


def conflict_urgency(starts_at: datetime, day: Day) -> Urgency:
    """Of two bookings for one vehicle at the same time: someone has to know today."""
    return "now" if starts_at <= day.now + SOON else "today"


def in_order(tasks: Iterable[Task], day: Day) -> list[tuple[Urgency, Task]]:
    """Most urgent first: overdue tasks by due time, then each day's decisions by kind and events by time."""

    def key(each: tuple[Urgency, Task]) -> tuple[int, int, datetime, UUID]:
        urgency, task = each
        rank = DECISIONS.index(task.kind) if is_decision(task.kind) else len(DECISIONS)
        return URGENCIES.index(urgency), 0 if urgency == "now" else rank, task.due_at, task.booking_id

    return sorted(((urgency_of(task, day), task) for task in tasks), key=key)


def count_due(tasks: Iterable[Task], day: Day) -> int:
    """How many decisions are due by the end of today."""
    return sum(is_decision(each.kind) and urgency_of(each, day) in {"now", "today"} for each in tasks)
