"""Outcomes of live analytics' bench in the one table."""

import pytest
from loadtests.bench.analytics.outcome import Outcome
from loadtests.bench.live_figures import as_figure


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
    assert as_figure(Outcome("idle poll", figure, "", ratio, "", None)).value == value


@pytest.mark.parametrize("is_met", [True, False, None])
def test_what_was_asked_and_met_stays(is_met: bool | None) -> None:
    shown = as_figure(Outcome("idle poll", "900/s", "bare 1000/s", "90%", "at least 80%", is_met))
    assert (shown.asked, shown.met, shown.reference) == ("at least 80%", is_met, "bare 1000/s")


def test_a_figure_has_the_same_name_in_every_run() -> None:
    names = [
        as_figure(Outcome(what, "", "", "", "", None)).name
        for what in ("idle poll, 304 (1,234 bytes)", "freshness at 498 answers/s (500 asked for)")
    ]
    assert names == ["idle poll, 304", "freshness"]
