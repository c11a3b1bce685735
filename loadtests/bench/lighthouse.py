"""Lighthouse on the public pages, as a phone on a slow line sees them.

    python -m loadtests.bench.lighthouse [--runs 3] [--origin http://localhost:8000] [--photographs]

Without --origin it starts the product on free ports with a fresh data folder. The frontend must be built. With
--photographs its company shows photographs in place of drawings first.
Lighthouse itself is installed once, into build/lighthouse. Prints the medians of a page, and fails when an ask is
missed.

Lighthouse takes the time a task needed on the clock, times four. On a machine whose cores are shared with the product
and the browser's own threads, much of it is waiting for a core. The blocking time that is asked for is therefore
counted from the processor time of the same tasks, and so are the points of performance. Lighthouse's own are printed
beside them.
"""

import argparse
import json
import math
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from loadtests.local_product import ROOT, local_product
from loadtests.photographs import show_photographs

TOOL = ROOT / "build" / "lighthouse"
VERSION = "13"
TRIP = "pickup=tbilisi&dropoff=batumi&pickupDate=2030-06-10&returnDate=2030-06-17&carType=Subaru+Forester"
HOMES = {"home": "/", "home-ka": "/ka/", "home-ru": "/ru/"}
PAGES = {**HOMES, "booking": f"/booking?{TRIP}", "guide": "/vashlovani-national-park-guide"}
RUN_SECONDS = 180
MAX_ATTEMPTS = 3
# Points out of 100.
ASKS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
BLOCKING_MS = 150
# Lighthouse's CPU slowdown factor, and the duration from which a task blocks.
SLOWDOWN, LONG_TASK_MS = 4, 50
# Lighthouse's scoring of the blocking time: its weight, and the times with 90 and 50 of 100 points.
BLOCKING_SHARE, GOOD_BLOCKING_MS, MEDIAN_BLOCKING_MS = 0.30, 200, 600
TIMINGS = {"FCP": "first-contentful-paint", "LCP": "largest-contentful-paint", "TBT": "total-blocking-time"}
CHROME_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


class RunFailed(Exception):
    """Lighthouse or its browser ended without a report; the message has the reason."""


def install() -> Path:
    """The tool's entry file, installed if missing. Its packages run no install scripts."""
    entry = TOOL / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not entry.exists():
        TOOL.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm") or sys.exit("No npm found: run `make run` or `make test` once before.")
        command = [npm, "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", "."]
        subprocess.run([*command, f"lighthouse@{VERSION}"], cwd=TOOL, check=True)  # noqa: S603 - our own command
    return entry


def run_bounded(command: list[str], environment: dict[str, str], seconds: float) -> tuple[int, str]:
    """Status and standard error. Raises RunFailed after ``seconds``, and ends all child processes.

    The browser holds the same output open: ending only the tool would keep us waiting for the browser.
    """
    process = subprocess.Popen(  # noqa: S603 - our own command
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output = process.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired:
        raise RunFailed(f"no answer within {seconds:.0f} s") from None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stderr:
            process.stderr.close()
    return process.returncode, output


def look_at(entry: Path, address: str, report: Path) -> dict[str, Any]:
    """One run with Lighthouse's mobile settings; the full report, which is kept in ``report``."""
    chromium = os.environ.get("CHROME_PATH") or shutil.which("chromium") or shutil.which("google-chrome")
    environment = {**os.environ, **({"CHROME_PATH": chromium} if chromium else {})}
    command = [
        "node",
        str(entry),
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        "--save-assets",
    ]
    command.append(f"--chrome-flags={CHROME_FLAGS}")
    report.unlink(missing_ok=True)
    status, output = run_bounded(command, environment, RUN_SECONDS)
    if status != 0 or not report.exists():
        raise RunFailed(output.strip().rpartition("\n")[2] or f"status {status}")
    found: dict[str, Any] = json.loads(report.read_text())
    if problem := found.get("runtimeError", {}).get("message"):
        raise RunFailed(str(problem))
    return found


def main_thread(trace: Path) -> tuple[float, float]:
    """Blocking time of a run in ms, from CPU time, and the share of its tasks' time spent waiting."""
    events = json.loads(trace.read_text())["traceEvents"]
    scripted = Counter(
        (event["pid"], event["tid"]) for event in events if event.get("name") == "v8.evaluateModule"
    )
    [(thread, _)] = scripted.most_common(1)
    tasks = [
        (event["dur"] / 1000, event.get("tdur", event["dur"]) / 1000)
        for event in events
        if event.get("name") == "RunTask" and (event["pid"], event["tid"]) == thread and "dur" in event
    ]
    blocking = sum(max(0.0, SLOWDOWN * worked - LONG_TASK_MS) for _, worked in tasks)
    waiting = 1 - sum(worked for _, worked in tasks) / sum(taken for taken, _ in tasks)
    return blocking, waiting


def blocking_score(blocking: float) -> float:
    """Lighthouse's score from 0 to 1: the upper tail of a log-normal distribution."""
    if blocking <= 0:
        return 1.0
    normal = statistics.NormalDist()
    spread = math.log(MEDIAN_BLOCKING_MS / GOOD_BLOCKING_MS) / normal.inv_cdf(0.9)
    return 1 - normal.cdf(math.log(blocking / MEDIAN_BLOCKING_MS) / spread)


def performance(report: dict[str, Any], blocking: float) -> float:
    """Points from 0 to 1 with ``blocking`` instead of Lighthouse's own blocking time."""
    own: float = report["audits"]["total-blocking-time"]["score"]
    points: float = report["categories"]["performance"]["score"]
    return points + BLOCKING_SHARE * (blocking_score(blocking) - own)


def until_it_runs(run: Callable[[], dict[str, Any]], name: str) -> dict[str, Any]:
    """Repeats and reports runs in which Chromium fails, which is not the page's fault.

    Raises RunFailed when it failed ``MAX_ATTEMPTS`` times in a row.
    """
    for attempt in range(1, MAX_ATTEMPTS):
        try:
            return run()
        except RunFailed as reason:
            print(f"  {name}: run {attempt} failed and is repeated ({reason})")
    return run()


def shortfalls(report: dict[str, Any]) -> list[str]:
    """Audits that cost points, with Lighthouse's explanation."""
    audits = report["audits"]
    counted = {
        reference["id"]
        for category in report["categories"].values()
        for reference in category["auditRefs"]
        if reference["weight"] > 0
    }
    return [
        f"{name}: {audits[name]['score']:.2f} {audits[name].get('displayValue', '')}"
        for name in sorted(counted)
        if audits[name]["score"] is not None and audits[name]["score"] < 0.9
    ]


def missed_asks(scores: dict[str, int], blocking: float) -> list[str]:
    """Names of the missed goals. Points out of 100, blocking in milliseconds."""
    missed = [name for name, ask in ASKS.items() if scores[name] < ask]
    if blocking > BLOCKING_MS:
        missed.append("blocking time")
    return missed


def measure(origin: str, pages: list[str], runs: int) -> bool:
    """Prints the figures. Returns whether every goal is met."""
    entry = install()
    met = True
    for page in pages:
        address = origin + PAGES[page]
        reports = [
            until_it_runs(partial(look_at, entry, address, TOOL / f"{page}-{run}.json"), page)
            for run in range(runs)
        ]
        scores = {
            name: round(100 * statistics.median(item["categories"][name]["score"] for item in reports))
            for name in ASKS
        }
        threads = [main_thread(TOOL / f"{page}-{run}-0.trace.json") for run in range(runs)]
        blocking, waiting = (statistics.median(values) for values in zip(*threads, strict=True))
        own = scores["performance"]
        scores["performance"] = round(
            100
            * statistics.median(performance(item, ms) for item, (ms, _) in zip(reports, threads, strict=True))
        )
        timings = {
            name: statistics.median(item["audits"][audit]["numericValue"] for item in reports)
            for name, audit in TIMINGS.items()
        }
        shift = statistics.median(
            item["audits"]["cumulative-layout-shift"]["numericValue"] for item in reports
        )
        # Lighthouse's own benchmark of the machine. Well below 1000, other load makes the figures unreliable.
        machine = statistics.median(item["environment"]["benchmarkIndex"] for item in reports)
        missed = missed_asks(scores, blocking)
        print(f"{page:8}", *(f"{name} {score}" for name, score in scores.items()), sep="  ")
        print(
            " " * 8,
            *(f"{name} {value:.0f} ms" for name, value in timings.items()),
            f"CLS {shift:.3f}",
            f"blocking {blocking:.0f} ms",
            f"machine {machine:.0f}",
            sep="  ",
            flush=True,
        )
        print(
            f"          by the clock: performance {own}, waiting for a core {waiting:.0%} of the tasks' time",
            flush=True,
        )
        if missed:
            met = False
            print(f"          missed: {', '.join(missed)}", *shortfalls(reports[-1]), sep="\n            ")
    asks = ", ".join(f"{name} {ask}" for name, ask in ASKS.items())
    print(f"asked: {asks}; blocking at most {BLOCKING_MS} ms; median of {runs}")
    return met


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--origin", help="a product that runs already")
    parser.add_argument("--photographs", action="store_true", help="not with --origin")
    parser.add_argument("--page", choices=list(PAGES), action="append", help="only this page")
    given = parser.parse_args()
    if given.photographs and given.origin:
        parser.error("--photographs changes a company: only one that was started for it")
    pages = given.page or list(PAGES)
    try:
        if given.origin:
            met = measure(given.origin, pages, given.runs)
        else:
            with (
                tempfile.TemporaryDirectory(prefix="abano-lighthouse-") as folder,
                local_product(Path(folder)) as product,
            ):
                if given.photographs:
                    show_photographs(product)
                met = measure(f"http://localhost:{product.ports.platform}", pages, given.runs)
    except RunFailed as reason:
        sys.exit(f"Lighthouse failed {MAX_ATTEMPTS} times in a row: {reason}")
    if not met:
        sys.exit("An ask was missed.")


if __name__ == "__main__":
    main()
