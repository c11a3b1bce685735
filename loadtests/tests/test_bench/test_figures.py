"""The table says what was met, and the history what drifted."""

import json
from pathlib import Path

from loadtests.bench.figures import Figure, earlier_runs, ratio_figure, remember, table

RATIO = ratio_figure("quiz: start", 0.8, at_least=0.65, measured="800/s", reference="bare route 1000/s")
SLOW = Figure("answer until seen", 2.5, "p99 2.5 s", "", "", "at most 2 s", met=False)


def lines(figures: list[Figure], before: list[dict[str, float]] | None = None) -> list[str]:
    return table(figures, before or []).splitlines()


def test_a_ratio_is_met_from_the_asked_one_on() -> None:
    assert ratio_figure("bookings", 0.40, at_least=0.40, measured="", reference="").met
    assert not ratio_figure("bookings", 0.39, at_least=0.40, measured="", reference="").met


def test_each_line_says_what_was_asked_and_whether_it_was_met() -> None:
    explains = Figure("polls", 3.0, "3/s", "", "", "", met=None)
    heading, ratio, slow, explaining = lines([RATIO, SLOW, explains])
    assert heading.split()[0] == "figure"
    for part in ("80%", "at least 65%", "yes"):
        assert part in ratio
    assert "at most 2 s" in slow
    assert "NO" in slow
    assert "yes" not in explaining
    assert "NO" not in explaining


def test_drift_is_measured_against_the_median_of_earlier_runs() -> None:
    before = [{"quiz: start": 0.4}, {"quiz: start": 1.0}, {"quiz: start": 9.0}, {"another": 1.0}]
    assert "-20%" in lines([RATIO], before)[1]


def test_the_history_grows_by_a_line_a_run_and_names_no_machine(tmp_path: Path) -> None:
    history = tmp_path / "history.jsonl"
    remember(history, [RATIO], busy=1.24)
    remember(history, [RATIO, SLOW], busy=0.5)
    assert earlier_runs(history) == [
        {"quiz: start": 0.8},
        {"quiz: start": 0.8, "answer until seen": 2.5},
    ]
    assert set(json.loads(history.read_text().splitlines()[0])) == {"at", "busy", "figures"}


def test_only_the_newest_runs_count(tmp_path: Path) -> None:
    history = tmp_path / "history.jsonl"
    for value in range(10):
        remember(history, [Figure("bookings", value, "", "", "", "", met=None)], busy=0)
    assert [run["bookings"] for run in earlier_runs(history, 3)] == [7, 8, 9]


def test_without_a_history_nothing_is_compared(tmp_path: Path) -> None:
    assert earlier_runs(tmp_path / "none.jsonl") == []
