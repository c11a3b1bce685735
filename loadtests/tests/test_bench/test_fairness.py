"""A short run of the fairness bench prints every class of requests. Speed is not tested."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from loadtests.bench.fairness import NORMAL, Taken, figure_of, refusals

ROOT = Path(__file__).parents[3]
SECONDS = 900


@pytest.mark.slow
def test_the_bench_measures_every_class_and_the_noise() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "loadtests.bench.fairness", "--companies", "2", "--seconds", "1", "--trial"],
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    for kind in NORMAL:
        assert f"\n{kind} " in done.stdout
    for kind in ("export", "import", "upload", "report", "filter", "flood", "unknown hosts"):
        assert f"noisy, {kind}: " in done.stdout
    # They are what the product answers, and not only refusals of what the bench gets wrong.
    assert "× 422" not in done.stdout
    assert "unknown hosts: no answer" not in done.stdout


def taken(*seconds: float, refused: int = 0) -> Taken:
    found = Taken()
    for each in seconds:
        found.note("page", 200, each)
    for _ in range(refused):
        found.note("page", 429, 0.001)
    return found


def test_the_figure_is_the_ratio_of_the_percentiles_and_needs_no_one_refused() -> None:
    calm, loud = taken(*[0.010] * 100), taken(*[0.012] * 100)
    figure = figure_of("page", calm, loud)
    assert (round(figure.value, 3), figure.met) == (1.2, True)
    assert figure_of("page", calm, taken(*[0.020] * 100)).met is False
    assert figure_of("page", calm, taken(*[0.012] * 100, refused=1)).met is False


def test_refusals_are_listed_by_who_and_by_answer() -> None:
    listed = refusals(taken(0.1), taken(0.1, refused=2), {"flood": Counter({200: 3, 0: 1})})
    assert listed.splitlines() == [
        "others: 1 × 200 (calm)",
        "others: 1 × 200, 2 × 429 (beside the noise)",
        "noisy, flood: 1 × no answer, 3 × 200",
    ]
