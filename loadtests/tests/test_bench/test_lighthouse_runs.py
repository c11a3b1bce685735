"""A browser that dies is no finding about a page: the run is repeated, and the output says so."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from loadtests.bench.lighthouse import TRIES, RunFailed, run_bounded, until_it_runs


def failing(times: int) -> Callable[[], dict[str, Any]]:
    left = [times]

    def run() -> dict[str, Any]:
        left[0] -= 1
        if left[0] >= 0:
            raise RunFailed("the browser crashed")
        return {"categories": {}}

    return run


@pytest.mark.parametrize("times", range(TRIES))
def test_a_failed_run_is_repeated_and_told(times: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert until_it_runs(failing(times), "home") == {"categories": {}}
    assert capsys.readouterr().out.count("home: run ") == times


def test_what_never_runs_is_a_failure() -> None:
    with pytest.raises(RunFailed, match="crashed"):
        until_it_runs(failing(TRIES), "home")


def test_a_run_ends_in_time_though_its_browser_holds_the_output_open() -> None:
    with pytest.raises(RunFailed, match="no answer within 1 s"):
        run_bounded(["sh", "-c", "sleep 600 & sleep 600"], dict(os.environ), 1)
    assert run_bounded(["sh", "-c", "echo broken >&2; exit 3"], dict(os.environ), 60) == (3, "broken\n")
