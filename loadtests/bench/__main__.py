"""All ratios in one table: bookings, the quiz's writes, live analytics.

    python -m loadtests.bench [--only bookings] [--turns 60] [--answers 10000000] [--history FILE] [--trial]

Live analytics is measured over a year of ten million answers: about 10 GB in the temporary folder and some minutes.
Each run is appended to a history file, against whose last runs drift is shown. Ends with 1 when a figure is not met;
a trial only shows that everything can be measured: it is not remembered and cannot fail for being slow.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from loadtests.bench import bookings, fleet, funnel
from loadtests.bench.figures import HISTORY, Figure, earlier_runs, remember, table
from loadtests.bench.live_figures import measure_live
from loadtests.bench.side_by_side import Endpoint, lab, measure

BARE = Endpoint("bare", "/bare", funnel.bare, 1.0)
BENCHES = ["bookings", "funnel", "analytics"]


def run(benches: Sequence[str], turns: int, answers: int, *, is_trial: bool) -> list[Figure]:
    figures: list[Figure] = []
    size = fleet.TRIAL if is_trial else fleet.USUAL
    side_by_side = {"bookings": bookings.endpoints(size), "funnel": funnel.ENDPOINTS}
    endpoints = [endpoint for bench in benches for endpoint in side_by_side.get(bench, ())]
    if endpoints:
        with lab() as place:
            for figure in measure(place, endpoints, BARE, turns):
                print(f"{figure.name}: {figure.ratio or figure.measured}", file=sys.stderr, flush=True)
                figures.append(figure)
            if "bookings" in benches:
                # After the bookings with a vehicle, which filled the fleet.
                figures += fleet.measure_availability(place.url, size)
    if "analytics" in benches:
        figures += measure_live(answers, is_trial=is_trial)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=BENCHES, help="may be given several times")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--answers", type=int, default=10_000_000, help="for live analytics")
    parser.add_argument("--history", type=Path, default=HISTORY)
    parser.add_argument("--trial", action="store_true")
    given = parser.parse_args()
    figures = run(given.only or BENCHES, given.turns, given.answers, is_trial=given.trial)
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(table(figures, earlier_runs(given.history)))
    print(
        f"\nThe machine had {busy:.1f} processes a core that wanted to run; the bench itself makes about 1.5."
    )
    if given.trial:
        return 0
    remember(given.history, figures, busy=busy)
    return 0 if all(figure.met is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
