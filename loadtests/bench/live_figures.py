"""The bench of live analytics as lines of the one table.

It runs as its own process: platform and analytics do not share one.
"""

import re
import subprocess
import sys
from pathlib import Path

from loadtests.bench.figures import Figure

ROOT = Path(__file__).parents[2]
TRIAL = ("idle", "new-data", "freshness", "--answers", "50000", "--quick")
SECONDS = 3600
NUMBER = re.compile(r"(?<!p)\b\d+(?:\.\d+)?")
# What a name says of this very run; the same figure of another run must be found by its name.
OF_THIS_RUN = re.compile(r" \([\d,]+ bytes\)| at [\d.]+ answers/s.*")
MET = {"met": True, "NOT met": False, "": None}


def measure_live(answers: int, *, is_trial: bool) -> list[Figure]:
    """Every case over so many answers; a trial only shows that everything can be measured."""
    options = TRIAL if is_trial else ("--answers", str(answers))
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", "loadtests.bench.analytics", *options],
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        cwd=ROOT,
    )
    figures = [figure for line in done.stdout.splitlines() if (figure := as_figure(line))]
    if not figures:
        raise SystemExit(f"Live analytics could not be measured:\n{done.stderr[-2000:]}")
    return figures


def as_figure(line: str) -> Figure | None:
    """A row of that bench's table: what, figure, reference, ratio, asked, met; None for any other line.

    The number that is followed is the ratio's, else the figure's.
    """
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if not line.startswith("| ") or len(cells) != 6 or cells[0] in {"what", "---"}:
        return None
    what, measured, reference, ratio, asked, met = cells
    number = NUMBER.search(ratio if "%" in ratio or "×" in ratio else measured)
    return Figure(
        name=OF_THIS_RUN.sub("", what),
        value=float(number[0]) if number else 0.0,
        measured=measured,
        reference=reference,
        ratio=ratio,
        asked=asked,
        met=MET[met],
    )
