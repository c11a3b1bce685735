"""The short form of the bench: every figure can be measured. How fast it is, is no matter of a test.

Live analytics' cases have theirs in analytics/tests.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_all_figures_are_measured(tmp_path: Path) -> None:
    history = tmp_path / "history.jsonl"
    options = ["--only", "bookings", "--only", "funnel", "--turns", "3", "--history", str(history)]
    done = subprocess.run(
        [sys.executable, "-m", "loadtests.bench", "--trial", *options],
        check=False,
        capture_output=True,
        text=True,
        timeout=1_800,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    for name in ("bookings", "quiz: start", "quiz: answer", "quiz: completion"):
        assert f"\n{name} " in done.stdout
    assert not history.exists()
