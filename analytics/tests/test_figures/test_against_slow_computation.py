"""Random histories: every figure equals the slow, independent computation over Postgres's own tables."""

import json
import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Pipeline, Source
from slow_figures import SlowFigures

from abano_analytics.periods import Period
from abano_analytics.store.reader import Figure

QUESTIONS = {
    "q1": ["leisure", "business", "family"],
    "q4": ["solo", "couple", "group"],
    "q9": ["hotel", "camping"],
    "q14": ["private", "shared"],
    "q15": ["absolutely", "no"],
}
# Zones whose clocks change, on either hemisphere, at midnight, and by half hours.
ZONES = ["Asia/Tbilisi", "Europe/Vienna", "America/Santiago", "Australia/Lord_Howe", "Pacific/Kiritimati"]
BODY_NAME: dict[Figure, str] = {
    "overview": "analytics",
    "answers": "answerDistribution",
    "funnel": "funnel",
    "campaigns": "campaigns",
}


class History:
    """Visitors of one company who come, answer, change their minds, book late and cancel."""

    def __init__(self, source: Source, tenant: UUID, zone: ZoneInfo, dice: random.Random) -> None:
        self._source, self._tenant, self._zone, self._dice = source, tenant, zone, dice
        self._bookings: list[UUID] = []
        definition = {
            "questions": [
                {
                    "id": question,
                    "text": f"Is it {question}?",
                    "options": [{"value": value, "label": value.upper()} for value in values],
                }
                for question, values in QUESTIONS.items()
            ]
        }
        source.run(
            "insert into quiz_definitions (tenant_id, version, definition, is_current) values (%s, 'v1', %s, true)",
            tenant,
            json.dumps(definition),
        )

    def visit(self, number: int) -> None:
        dice = self._dice
        started = self._moment()
        session = f"quiz_{number}"
        utm = dice.choice([("google", "cpc", "spring"), ("google", "cpc", "autumn"), (None, None, None)])
        self._source.session(self._tenant, session, started, utm=utm)
        now = started
        for question, values in QUESTIONS.items():
            if dice.random() < 0.1:
                break
            if question == "q14" and dice.random() < 0.4:
                continue
            now += timedelta(milliseconds=dice.randrange(100, 60_000))
            if dice.random() < 0.95:
                self._source.view(self._tenant, session, question, now)
            if dice.random() < 0.85:
                now += timedelta(milliseconds=dice.randrange(100, 60_000))
                counted = dice.random() < 0.9
                self._source.answer(
                    self._tenant, session, question, dice.choice(values), now, is_counted=counted
                )
        else:
            self._source.complete(self._tenant, session, now)
        if dice.random() < 0.3:
            late = now + timedelta(days=dice.choice([0, 1, 40, 89]))
            status = dice.choice(["pending", "confirmed", "cancelled"])
            for _ in range(dice.choice([1, 1, 2])):
                self._bookings.append(
                    self._source.booking(
                        self._tenant, session, late, status=status, total_minor=dice.randrange(10**6)
                    )
                )

    def change_of_mind(self, sessions: int) -> None:
        dice = self._dice
        if self._bookings and dice.random() < 0.5:
            self._source.set_status(
                self._tenant,
                dice.choice(self._bookings),
                dice.choice(["cancelled", "confirmed"]),
                self._moment(),
            )
        question = dice.choice(list(QUESTIONS))
        self._source.answer(
            self._tenant,
            f"quiz_{dice.randrange(sessions)}",
            question,
            dice.choice(QUESTIONS[question]),
            self._moment() + timedelta(days=400),
        )

    def _moment(self) -> datetime:
        """Any time of 2025 and 2026, often within minutes of a month's or a clock change's edge."""
        dice = self._dice
        edges = [
            datetime(year, month, 1, tzinfo=self._zone) for year in (2025, 2026) for month in range(1, 13)
        ]
        changes = [
            datetime(2026, 3, 29, 1, tzinfo=UTC),
            datetime(2026, 10, 25, 1, tzinfo=UTC),
            datetime(2026, 4, 5, 3, tzinfo=UTC),
            datetime(2026, 9, 6, 4, tzinfo=UTC),
        ]
        kind = dice.random()
        if kind < 0.4:
            minutes = dice.choice([-61, -1, 0, 0, 1, 61])
            return dice.choice(edges).astimezone(UTC) + timedelta(minutes=minutes)
        if kind < 0.5:
            return dice.choice(changes) + timedelta(minutes=dice.randrange(-90, 90))
        return datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=dice.randrange(2 * 365 * 24 * 60))


@pytest.mark.parametrize("seed", range(6))
def test_figures_equal_the_slow_computation(source: Source, pipeline: Pipeline, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    zones = dice.sample(ZONES, 2)
    tenants = [source.tenant(f"company-{place}", zone) for place, zone in enumerate(zones)]
    histories = [
        History(source, tenant, ZoneInfo(zone), dice) for tenant, zone in zip(tenants, zones, strict=True)
    ]
    for number in range(120):
        # Both companies have sessions of the same names.
        for history in histories:
            history.visit(number)
        if number % 40 == 20:
            pipeline.ingest.run()
    for _ in range(60):
        dice.choice(histories).change_of_mind(120)
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    for tenant in tenants:
        slow = SlowFigures(source.url, tenant)
        for year, month in [
            (2026, None),
            (2025, None),
            *((2026, month) for month in range(1, 13)),
            (2024, 1),
        ]:
            for figure, name in BODY_NAME.items():
                answer = pipeline.figures.count((tenant, figure, Period(year, month)))
                found = orjson.loads(answer.body + b"}")
                expected = getattr(slow, figure)(year, month)
                assert_alike(found[name], expected, f"{figure} {year}-{month}")
                assert answer.last_conversion_update == slow.last_conversion(slow.sessions(year, month))


def assert_alike(found: Any, expected: Any, where: str) -> None:
    """Equal in shape, order, names and counts; rounded figures may differ in their last digit."""
    if isinstance(expected, dict):
        assert list(found) == list(expected), where
        for name, value in expected.items():
            assert_alike(found[name], value, f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for place, value in enumerate(expected):
            assert_alike(found[place], value, f"{where}[{place}]")
    elif where.rpartition(".")[2] in {"low", "high", "lift", "medianSeconds"} and expected is not None:
        assert found == pytest.approx(expected, abs=0.0501), where
    else:
        assert found == expected, where
