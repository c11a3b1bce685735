"""The short form of the faults: each for a moment, compared as in the long run. Time is no matter here."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_short_faults_lose_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "loadtests.faults", "--short", "--back-within", "120"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1_500,  # less than pytest's own limit, so that what was printed is shown
    )
    assert done.returncode == 0, done.stdout + done.stderr
