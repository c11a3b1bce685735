"""A browser that dies is no finding about a page: the run is repeated, and the output says so."""

from collections.abc import Callable
from typing import Any

import pytest
from loadtests.bench.lighthouse import TRIES, RunFailed, until_it_runs


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
