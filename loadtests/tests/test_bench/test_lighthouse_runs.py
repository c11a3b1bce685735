"""A browser that dies is no finding about a page: the run is repeated, and the output says so.

What a page misses of the asks is named, and a release waits for the bench.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from loadtests.bench.lighthouse import (
    ASKS,
    BLOCKING_MS,
    MAX_ATTEMPTS,
    RunFailed,
    blocking_score,
    main_thread,
    missed_asks,
    performance,
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
    ("points", "blocking", "missed"),
    [
        (95, BLOCKING_MS, []),
        (94, BLOCKING_MS, ["performance"]),
        (95, BLOCKING_MS + 1, ["blocking time"]),
    ],
)
def test_missed_asks_are_named(points: int, blocking: float, missed: list[str]) -> None:
    assert missed_asks({**ASKS, "performance": points}, blocking) == missed


def test_blocking_counts_the_processor_time_of_the_main_thread(tmp_path: Path) -> None:
    main, other = {"pid": 1, "tid": 1}, {"pid": 1, "tid": 2}
    events = [
        {"name": "v8.evaluateModule", **main},
        # Of 100 ms on the clock, 20 ms of work: times four, 30 ms over the 50 ms of a long task.
        {"name": "RunTask", "dur": 100_000, "tdur": 20_000, **main},
        {"name": "RunTask", "dur": 20_000, "tdur": 10_000, **main},
        {"name": "RunTask", "dur": 900_000, "tdur": 900_000, **other},
    ]
    trace = tmp_path / "trace.json"
    trace.write_text(json.dumps({"traceEvents": events}))
    assert main_thread(trace) == (30.0, 0.75)


@pytest.mark.parametrize(("milliseconds", "score"), [(0, 1), (200, 0.9), (600, 0.5)])
def test_blocking_is_scored_as_by_lighthouse(milliseconds: float, score: float) -> None:
    assert blocking_score(milliseconds) == pytest.approx(score)
    report = {
        "audits": {"total-blocking-time": {"score": 0.5}},
        "categories": {"performance": {"score": 0.8}},
    }
    assert performance(report, milliseconds) == pytest.approx(0.8 + 0.3 * (score - 0.5))


def test_a_release_waits_for_the_bench() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))[
        "jobs"
    ]
    commands = [step.get("run", "") for step in jobs["lighthouse"]["steps"]]
    assert any("loadtests.bench.lighthouse --runs 3" in command for command in commands)
    assert "lighthouse" in jobs["image"]["needs"]
