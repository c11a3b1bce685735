"""The order of the to-do list: what is late first, then each day's decisions by kind, then its events."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from abano.bookings.desk.today_rules import Day, Task, TaskKind, Urgency, count_due, in_order, urgency_of

NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)
# The company's day ends at eight in the evening, UTC.
DAY = Day(NOW, datetime(2026, 6, 10, 20, tzinfo=UTC), datetime(2026, 6, 11, 20, tzinfo=UTC))


def task(kind: TaskKind, hours: float, number: int = 0) -> Task:
    return Task(kind, UUID(int=number), NOW + timedelta(hours=hours))


@pytest.mark.parametrize(
    ("kind", "hours", "urgency"),
    [
        ("late_return", -0.5, "now"),
        ("late_pickup", -50, "now"),
        ("confirm", 3, "now"),
        ("confirm", 3.1, "today"),
        # It is answered today, even if it expires tomorrow.
        ("confirm", 20, "today"),
        ("transfer", 2, "now"),
        ("transfer", 7.9, "today"),
        ("transfer", 8, "tomorrow"),
        ("no_vehicle", 32, "later"),
        ("documents", 31.9, "tomorrow"),
        ("costs", -300, "today"),
        ("payment", -300, "today"),
        ("pickup", 1, "today"),
        ("return", 8, "tomorrow"),
    ],
)
def test_urgency(kind: TaskKind, hours: float, urgency: Urgency) -> None:
    assert urgency_of(task(kind, hours), DAY) == urgency


def test_the_order_is_by_urgency_then_kind_then_hour() -> None:
    tasks = [
        task("return", 4),
        task("pickup", 3),
        task("documents", 6),
        task("no_vehicle", 7),
        task("payment", -40),
        task("costs", -2),
        task("transfer", 7),
        task("confirm", 10),
        task("confirm", 9),
        task("confirm", 1),
        task("late_pickup", -1),
        task("late_return", -20),
        task("pickup", 20),
        task("documents", 25),
        task("no_vehicle", 100),
    ]
    shown = [
        (urgency, each.kind, round((each.due_at - NOW).total_seconds() / 3600))
        for urgency, each in in_order(tasks, DAY)
    ]
    assert shown == [
        ("now", "late_return", -20),
        ("now", "late_pickup", -1),
        ("now", "confirm", 1),
        ("today", "confirm", 9),
        ("today", "confirm", 10),
        ("today", "transfer", 7),
        ("today", "costs", -2),
        ("today", "payment", -40),
        ("today", "no_vehicle", 7),
        ("today", "documents", 6),
        ("today", "pickup", 3),
        ("today", "return", 4),
        ("tomorrow", "documents", 25),
        ("tomorrow", "pickup", 20),
        ("later", "no_vehicle", 100),
    ]


def test_what_takes_place_and_what_has_time_is_not_counted() -> None:
    tasks = [task("pickup", 1), task("return", 1), task("documents", 25), task("no_vehicle", 100)]
    assert count_due(tasks, DAY) == 0
    assert count_due([*tasks, task("late_return", -1), task("confirm", 30), task("costs", -1)], DAY) == 3
