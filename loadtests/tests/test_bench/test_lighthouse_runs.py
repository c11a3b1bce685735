"""A browser that dies is no finding about a page: the run is repeated, and the output says so.

What a page misses of the asks is named, and a release waits for the bench.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from loadtests.bench.lighthouse import (
    ASKS,
    BLOCKING_MS,
    FIRST_LOAD_KB,
    MAX_ATTEMPTS,
    RunFailed,
    missed_asks,
    run_bounded,
    until_it_runs,
)
from loadtests.local_product import ROOT


def failing(times: int) -> Callable[[], dict[str, Any]]:
    left = [times]

    def run() -> dict[str, Any]:
        left[0] -= 1
        if left[0] >= 0:
            raise RunFailed("the browser crashed")
        return {"categories": {}}

    return run


@pytest.mark.parametrize("times", range(MAX_ATTEMPTS))
def test_a_failed_run_is_repeated_and_reported(times: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert until_it_runs(failing(times), "home") == {"categories": {}}
    assert capsys.readouterr().out.count("home: run ") == times


def test_what_never_runs_is_a_failure() -> None:
    with pytest.raises(RunFailed, match="crashed"):
        until_it_runs(failing(MAX_ATTEMPTS), "home")


def test_a_run_ends_in_time_though_its_browser_holds_the_output_open() -> None:
    with pytest.raises(RunFailed, match="no answer within 1 s"):
        run_bounded(["sh", "-c", "sleep 600 & sleep 600"], dict(os.environ), 1)
    assert run_bounded(["sh", "-c", "echo broken >&2; exit 3"], dict(os.environ), 60) == (3, "broken\n")


@pytest.mark.parametrize(
    ("page", "points", "blocking", "scripts", "missed"),
    [
        ("home", 95, BLOCKING_MS, FIRST_LOAD_KB, []),
        ("home", 94, BLOCKING_MS, FIRST_LOAD_KB, ["performance"]),
        ("guide", 95, BLOCKING_MS + 1, FIRST_LOAD_KB, ["blocking time"]),
        ("home-ka", 95, BLOCKING_MS, FIRST_LOAD_KB + 1, ["first-load JavaScript"]),
        ("booking", 95, BLOCKING_MS, FIRST_LOAD_KB + 1, []),
    ],
)
def test_missed_asks_are_named(
    page: str, points: int, blocking: float, scripts: float, missed: list[str]
) -> None:
    assert missed_asks(page, {**ASKS, "performance": points}, blocking, scripts) == missed


def test_a_release_waits_for_the_bench() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))[
        "jobs"
    ]
    commands = [step.get("run", "") for step in jobs["lighthouse"]["steps"]]
    assert any("loadtests.bench.lighthouse --runs 3" in command for command in commands)
    assert "lighthouse" in jobs["image"]["needs"]
