"""Rows of live analytics' bench in the one table."""

import pytest
from loadtests.bench.analytics.outcome import HEAD, Outcome
from loadtests.bench.figures import Figure
from loadtests.bench.live_figures import as_figure


def shown(what: str, figure: str, ratio: str, asked: str = "", *, is_met: bool | None = None) -> Figure:
    found = as_figure(Outcome(what, figure, "bare 1000/s", ratio, asked, is_met).row(is_judged=True))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ratio", "figure", "value"),
    [
        ("85%", "900/s, 12 µs", 85.0),
        ("p99 × 1.3", "p99 4.5 ms", 1.3),
        ("0 never seen", "p99 1.25 s, median 0.7 s", 1.25),
        ("", "none", 0.0),
    ],
)
def test_the_number_that_is_followed_is_the_ratios_else_the_figures(
    ratio: str, figure: str, value: float
) -> None:
    assert shown("idle poll", figure, ratio).value == value


@pytest.mark.parametrize("is_met", [True, False, None])
def test_what_was_asked_and_met_stays(is_met: bool | None) -> None:
    figure = shown("idle poll", "900/s", "90%", "at least 80%", is_met=is_met)
    assert (figure.asked, figure.met, figure.reference) == ("at least 80%", is_met, "bare 1000/s")


def test_a_figure_has_the_same_name_in_every_run() -> None:
    names = ("idle poll, 304 (1,234 bytes)", "freshness at 498 answers/s (500 asked for)")
    assert [shown(name, "", "").name for name in names] == ["idle poll, 304", "freshness"]


@pytest.mark.parametrize("line", [*HEAD.splitlines(), "", "2 cores, load 0.3", "made 1 M answers in 2 s"])
def test_other_lines_are_no_figures(line: str) -> None:
    assert as_figure(line) is None
