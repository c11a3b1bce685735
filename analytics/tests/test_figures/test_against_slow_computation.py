"""Random histories: every figure equals an independent, slow computation over Postgres's tables."""

import random
from typing import Any
from zoneinfo import ZoneInfo

import orjson
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Pipeline, Source
from histories import ZONES, Asked, History, a_month, a_year, anything
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slow_figures import SlowFigures, judge

from abano_analytics.figures import statements
from abano_shared.contract.figures import Figure
from abano_shared.evidence import Case, evidence

BODY_NAME: dict[Figure, str] = {
    "overview": "analytics",
    "answers": "answerDistribution",
    "funnel": "funnel",
    "campaigns": "campaigns",
}
TIMELINES: dict[str, Figure] = {
    "hour": "timeline-hour",
    "day": "timeline-day",
    "week": "timeline-week",
    "month": "timeline-month",
}


@pytest.mark.parametrize("seed", range(2))
def test_long_histories_of_two_companies(
    source: Source, pipeline: Pipeline, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with few sessions, texts are looked up in every other history."""
    if seed % 2:
        monkeypatch.setattr(statements, "MANY_SESSIONS", 0)
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    zones = dice.sample(ZONES, 2)
    tenants = [source.tenant(f"company-{place}", zone) for place, zone in enumerate(zones)]
    histories = [
        History(source, tenant, ZoneInfo(zone), dice) for tenant, zone in zip(tenants, zones, strict=True)
    ]
    for number in range(120):
        # Both companies have sessions with the same ids.
        for history in histories:
            history.visit(number)
        if number % 40 == 20:
            pipeline.ingest.run()
    for _ in range(60):
        dice.choice(histories).change_of_mind(120)
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    whole = [a_year(2026), a_year(2025), a_month(2024, 1)]
    # Over both seeds and companies, each month once.
    months = [a_month(2026, month) for month in range(1, 13)]
    for place, tenant in enumerate(tenants):
        slow = SlowFigures(source.url, tenant)
        for asked in [*whole, *months[(seed + 2 * place) % 4 :: 4], *(anything(dice) for _ in range(10))]:
            assert_equal(pipeline, slow, tenant, asked)


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dice=st.randoms(use_true_random=False), zone=st.sampled_from(ZONES), visitors=st.integers(0, 15))
def test_any_short_history(
    source: Source, pipeline: Pipeline, dice: random.Random, zone: str, visitors: int
) -> None:
    """Each example is its own company, so that a failing one can be shrunk."""
    tenant = source.tenant("company", zone)
    history = History(source, tenant, ZoneInfo(zone), dice)
    for number in range(visitors):
        history.visit(number)
    for _ in range(visitors):
        history.change_of_mind(visitors)
    pipeline.ingest.run()
    slow = SlowFigures(source.url, tenant)
    for _ in range(6):
        assert_equal(pipeline, slow, tenant, anything(dice))


ANSWERS = st.tuples(st.integers(0, 60), st.integers(1, 200))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(ANSWERS, min_size=1, max_size=6), max_size=6))
def test_evidence_equals_exact_fractions(quiz: list[list[tuple[int, int]]]) -> None:
    questions: list[dict[str, Any]] = [
        {
            "totalResponses": sum(booked + other for booked, other in answers),
            "totalConversions": sum(booked for booked, _ in answers),
            "answers": [{"conversions": booked, "count": booked + other} for booked, other in answers],
        }
        for answers in quiz
    ]
    judge(questions)
    cases = [
        Case(row["conversions"], row["count"], question["totalConversions"], question["totalResponses"])
        for question in questions
        for row in question["answers"]
    ]
    assert evidence(cases) == [row["evidence"] for question in questions for row in question["answers"]]


def assert_equal(pipeline: Pipeline, slow: SlowFigures, tenant: Any, asked: Asked) -> None:
    """Figures of one period are counted together, as for a page."""
    slow.choose(asked)
    query = asked.query(slow.zone)
    # Hourly only for periods that a page may request: the slow computation checks every quarter of an hour.
    units = tuple(TIMELINES) if (asked.last - asked.first).days < 40 else ("day", "week", "month")
    figures: list[Figure] = [*BODY_NAME, *(TIMELINES[unit] for unit in units), "weekhours"]
    with pipeline.figures.pool.waiting_for([(tenant, figure, query) for figure in figures]) as futures:
        answers = {figure: futures[tenant, figure, query].result() for figure in figures}
    found = {figure: orjson.loads(answer.body + b"}") for figure, answer in answers.items()}
    for figure, name in BODY_NAME.items():
        assert_alike(found[figure][name], getattr(slow, figure)(), f"{figure} {asked}")
        assert answers[figure].last_conversion_update == slow.last_conversion()
    for unit in units:
        assert_alike(found[TIMELINES[unit]]["timeline"], slow.timeline(unit), f"{unit} {asked}")
    assert_alike(found["weekhours"]["weekhours"], slow.weekhours(), f"weekhours {asked}")


def assert_alike(found: Any, expected: Any, where: str) -> None:
    """Equal structure, order, names and counts; rounded figures may differ in their last digit."""
    if repr(found) == repr(expected):
        return
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
