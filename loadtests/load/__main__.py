"""Let a crowd use the product, then compare everything that was stored with what the server acknowledged.

    python -m loadtests.load [--shape steady] [--visitors 30] [--seconds 120] [--pace 1] [--report build/load]

Starts its own product with its own companies. Exits with 1 when an answer was wrong or anything is
not stored as acknowledged.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from loadtests.load.plan import SHAPES, USUAL
from loadtests.load.run import COMPANIES, SETTINGS, run
from loadtests.local_product import ROOT, local_product


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shape", choices=[*SHAPES], default="steady")
    parser.add_argument(
        "--visitors", type=int, help="at once, besides the staff; a spike has ten times as many"
    )
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--pace", type=float, default=1.0, help="thinking times are multiplied by this")
    parser.add_argument("--companies", type=int, default=len(COMPANIES))
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "load")
    given = parser.parse_args()
    visitors, seconds = USUAL[given.shape]
    stages = SHAPES[given.shape](given.visitors or visitors, given.seconds or seconds)
    folder = given.report / given.shape
    with (
        tempfile.TemporaryDirectory(prefix="abano-load-") as data_dir,
        local_product(Path(data_dir), **SETTINGS) as product,
    ):
        report = run(product, given.shape, stages, folder, pace=given.pace, companies=given.companies)
    print(report.text())
    print(f"With pictures: {folder / 'report.html'}; as locust saw it: {folder / 'locust.html'}")
    return 0 if report.passed else 1


if __name__ == "__main__":
    sys.exit(main())
