"""Percentiles and failures of a run, and what the server's histogram says beside them."""

import json
from collections import Counter
from pathlib import Path

import pytest
from loadtests.load.measured import Measured, percentile
from loadtests.load.server_figures import Key, Reading, business, routes


def test_percentiles_are_values_that_were_measured() -> None:
    counts = Counter({10: 98, 500: 1, 900: 1})
    assert [percentile(counts, part) for part in (0.5, 0.98, 0.99, 1.0)] == [10, 10, 500, 900]
    assert percentile(Counter(), 0.5) == 0


def test_failures_are_counted_by_step_and_stage(tmp_path: Path) -> None:
    values = {
        "times": {"before": {"GET /": {"10": 3}}, "spike": {"GET /": {"90": 1}, "POST /x": {"20": 2}}},
        "failures": {"spike": {"GET /": {"answered 503": 1}}},
        "seconds": {"0": [10, 10, 10], "2": [20, 20, 90]},
        "present": {"0": 2, "2": 20},
        "lags": [0.5, 0.1],
        "away": 2,
    }
    (tmp_path / "measured.json").write_text(json.dumps(values))
    measured = Measured.read(tmp_path / "measured.json")
    assert (measured.answers, measured.failures) == (6, 1)
    assert measured.problems == [("GET /", "answered 503", 1)]
    assert [(step.step, step.answers, step.failures) for step in measured.steps] == [
        ("GET /", 4, 1),
        ("POST /x", 2, 0),
    ]
    assert [(stage.stage, stage.answers, stage.failures) for stage in measured.stages] == [
        ("before", 3, 0),
        ("spike", 3, 1),
    ]
    assert [(each.people, each.answers, each.p95) for each in measured.course] == [
        (2, 3, 10),
        (2, 0, 0),
        (20, 3, 90),
    ]
    assert (measured.lags[-1], measured.away) == (0.5, 2)


def reading(*figures: tuple[str, dict[str, str], float]) -> Reading:
    platform: dict[Key, float] = {(name, frozenset(labels.items())): value for name, labels, value in figures}
    return Reading({"platform": platform})


def test_the_servers_figures_are_those_of_the_run_alone() -> None:
    route = {"method": "GET", "route": "/"}

    def at(requests: float, fast: float, every: float) -> Reading:
        return reading(
            ("abano_http_requests_total", {**route, "status": "200"}, requests),
            ("abano_http_requests_total", {**route, "status": "500"}, requests / 10),
            ("abano_http_request_seconds_bucket", {**route, "le": "0.1"}, fast),
            ("abano_http_request_seconds_bucket", {**route, "le": "0.2"}, every),
            ("abano_http_request_seconds_bucket", {**route, "le": "+Inf"}, every),
            ("abano_bookings_total", {}, requests),
        )

    figures = routes(at(100, 60, 110), at(110, 70, 121))["GET /"]
    assert (figures.requests, figures.faults) == (11, 1)
    assert figures.p50 == pytest.approx(55)
    assert figures.p95 == pytest.approx(145)
    assert business(at(100, 0, 0), at(110, 0, 0))["bookings stored"] == 10
