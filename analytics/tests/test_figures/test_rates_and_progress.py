"""Edges of the small pure parts: percent, intervals, periods, freshness."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from uuid import UUID, uuid4

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from periods import month, whole_year

from abano_analytics.metrics.answers import answer_distribution, quiz_options
from abano_analytics.metrics.evidence import percent, wilson
from abano_analytics.metrics.sessions import overview
from abano_analytics.progress import Progress

NO_OPTIONS = quiz_options([])
NOON = datetime(2026, 6, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        (0, 0, 0.0),
        (5, 0, 0.0),
        (1, 3, 33.3),
        (2, 3, 66.7),
        (1, 8, 12.5),
        (1, 16, 6.3),
        (1, 2000, 0.1),
        (7, 7, 100.0),
    ],
)
def test_percent_has_one_decimal_rounded_half_up(part: int, whole: int, expected: float) -> None:
    frame = pl.DataFrame({"part": [part], "whole": [whole]})
    assert frame.select(percent("part", "whole")).item() == expected


@given(st.integers(0, 500), st.integers(1, 500))
def test_intervals_hold_the_share_and_stay_within_bounds(part: int, extra: int) -> None:
    whole = part + extra
    low, high = wilson("part", "whole")
    row = pl.DataFrame({"part": [part], "whole": [whole]}).select(low.alias("low"), high.alias("high")).row(0)
    assert 0 <= row[0] <= part / whole <= row[1] <= 1
    assert row[1] > row[0]


def test_an_empty_period_is_all_zeros() -> None:
    counted = pl.DataFrame({"sessions": [0], "completed": [0], "converted": [0]})
    assert overview(counted).row(0, named=True) == {
        "totalSessions": 0,
        "completedSessions": 0,
        "completionRate": 0.0,
        "conversionCount": 0,
        "conversionRate": 0.0,
    }


def test_the_current_definition_leads_and_older_ones_add_what_it_lacks() -> None:
    current = '{"questions": [{"id": "q2", "text": "New", "options": [{"value": "a", "label": "A"}]}]}'
    older = (
        '{"questions": [{"id": "q1", "text": "Gone", "options": [{"value": "x", "label": "X"}]},'
        ' {"id": "q2", "text": "Old", "options": [{"value": "b", "label": "B"}, {"value": "a", "label": "Z"}]}]}'
    )
    rows = (
        quiz_options([current, older]).select("question_id", "question_label", "value", "option_label").rows()
    )
    assert rows == [("q2", "New", "a", "A"), ("q1", "Gone", "x", "X"), ("q2", "New", "b", "B")]


@given(
    st.sampled_from(["Asia/Tbilisi", "Europe/Vienna", "America/Santiago", "Asia/Beirut"]),
    st.integers(2001, 2100),
)
def test_months_fill_the_year_without_gap_or_overlap(zone: str, year: int) -> None:
    months = [month(year, number, zone) for number in range(1, 13)]
    assert all(before.until == after.since for before, after in pairwise(months))
    whole = whole_year(year, zone)
    assert (months[0].since, months[-1].until) == (whole.since, whole.until)


class Hands:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.seconds)


def test_stale_after_thirty_seconds_without_a_pass() -> None:
    hands = Hands()
    progress = Progress(lambda: hands.seconds, hands.now)
    assert progress.age_seconds() == float("inf")
    progress.sample(100, hands.now())
    progress.passed(100)
    assert progress.data_through == NOON
    hands.seconds = 30.0
    found = [progress.is_stale]
    hands.seconds = 30.1
    found.append(progress.is_stale)
    progress.sample(100, hands.now())
    progress.passed(100)
    found.append(progress.is_stale)
    assert found == [False, True, False]


def test_a_long_transaction_holds_back_what_is_called_included() -> None:
    """Only data from before the newest finished pass is complete."""
    hands = Hands()
    progress = Progress(lambda: hands.seconds, hands.now)
    for xmax in (100, 105, 110):
        progress.sample(xmax, hands.now())
        hands.seconds += 1
    progress.passed(104)
    assert progress.data_through == NOON
    progress.passed(110)
    assert progress.data_through == NOON + timedelta(seconds=2)


def test_a_restart_is_as_old_as_the_warehouse_says() -> None:
    hands = Hands()
    progress = Progress(lambda: hands.seconds, hands.now)
    progress.reset(is_complete=True, data_through=NOON - timedelta(seconds=10), versions={})
    assert progress.age_seconds() == 10
    assert not progress.is_stale


class RecordingProgress(Progress):
    """Records the known versions whenever a newer moment is reported as included."""

    known: dict[UUID, int] | None = None

    def __setattr__(self, name: str, value: object) -> None:
        if name == "data_through" and value == NOON:
            self.known = self.versions
        super().__setattr__(name, value)


def test_a_copy_that_follows_learns_of_new_data_before_it_calls_it_included() -> None:
    progress, versions = RecordingProgress(), {uuid4(): 2}
    progress.reset(is_complete=True, data_through=NOON, versions=versions)
    assert progress.known == versions


@given(st.lists(st.tuples(st.integers(1, 300), st.integers(0, 300)), min_size=2, max_size=6))
def test_lift_agrees_with_the_dashed_line_that_the_chart_draws(answers: list[tuple[int, int]]) -> None:
    counted = pl.DataFrame(
        {
            "question_id": ["q1"] * len(answers),
            "value": [str(place) for place in range(len(answers))],
            "question_text": ["?"] * len(answers),
            "text": ["!"] * len(answers),
            "count": [count for count, _ in answers],
            "conversions": [min(count, conversions) for count, conversions in answers],
        }
    )
    rows = list(answer_distribution(counted, NO_OPTIONS).iter_rows(named=True))
    if not rows[0]["totalConversions"]:
        assert all(row["lift"] is None for row in rows)
        return
    line = rows[0]["totalConversions"] / rows[0]["totalResponses"]
    for row in rows:
        assert row["lift"] == pytest.approx((row["conversions"] / row["count"] / line - 1) * 100, abs=0.0501)
    # The weighted differences cancel out.
    assert sum(row["lift"] * row["count"] for row in rows) == pytest.approx(
        0, abs=0.0501 * rows[0]["totalResponses"]
    )
