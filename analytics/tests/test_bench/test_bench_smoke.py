"""The benches of live analytics still run, on little data; their goals are not checked here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EACH = (
    "idle poll, unchanged",
    "poll after new data, month, 30,000 answers",
    "poll after new data, year, 40,000 answers",
    "processor time of five figures refreshed, year, 40,000 answers",
    "freshness at",
    "page after new data, large company, year, 40,000 answers",
    "3 companies watched, incremental, month",
    "3 companies watched, full recount, month",
    "year's figures at 30,000 answers",
    "rebuild of",
    "memory of the process while it rebuilds",
    "first count, answers, year at 30,000 answers, compacted",
    "a year's report by model, 2,000 bookings",
    "a page's four figures through the platform, in one request, 30,000 answers",
    "another company's never-asked page beside those",
    "first count, the page's four figures, month at 30,000 answers, compacted",
    "page's poll beside hostile SQL, 30,000 answers",
)


@pytest.mark.slow
def test_every_case_measures_something() -> None:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    sizes = ["--answers", "30000", "--more-answers", "40000", "--rate", "50", "--times", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "loadtests.bench.analytics", "--quick", *sizes],
        cwd=ROOT,
        env=environ,
        check=False,
        capture_output=True,
        text=True,
        timeout=1_800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for case in EACH:
        assert f"| {case}" in done.stdout, done.stdout
    # The bench itself compares the counts of both sides; it found nothing lost.
    assert "0 never seen" in done.stdout
    assert "nan" not in done.stdout
