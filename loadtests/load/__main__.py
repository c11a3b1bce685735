"""Let a crowd use the product, then compare everything that was stored with what people were told.

    python -m loadtests.load [--shape steady] [--visitors 30] [--seconds 120] [--pace 1] [--report build/load]

Starts a product of its own; with --running PORT --data-dir FOLDER it uses an `abano up` on this machine. Adds
companies of its own and touches no other. Ends by itself; with 1 when an answer was wrong or anything is not stored
as told.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from loadtests.load.compare import compare_all
from loadtests.load.measured import Measured
from loadtests.load.plan import PLAN_VARIABLE, SHAPES, USUAL, Company, Plan
from loadtests.load.report import Report
from loadtests.load.server_figures import Reading, business, routes
from loadtests.load.stack import ROOT, Stack, add_companies, own_stack, stack_in
from loadtests.load.told import Told

TEMPLATES = ("georgia", "alps", "georgia")
# Once the last stage is over, people finish what they are at.
ENDING_SECONDS = 60


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
    parser.add_argument("--companies", type=int, default=len(TEMPLATES))
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "load")
    parser.add_argument("--running", type=int, metavar="PORT", help="of an `abano up` that is there")
    parser.add_argument("--data-dir", type=Path, help="that product's data folder")
    given = parser.parse_args()
    visitors, seconds = USUAL[given.shape]
    stages = SHAPES[given.shape](given.visitors or visitors, given.seconds or seconds)
    folder = given.report / given.shape
    folder.mkdir(parents=True, exist_ok=True)
    run = uuid4().hex[:6]
    names = ("load-east", "load-west", "load-south")
    wanted = [
        Company(f"{name}-{run}", template)
        for name, template in zip(names[: given.companies], TEMPLATES, strict=False)
    ]
    with _product(given.running, given.data_dir) as stack:
        companies = add_companies(stack, wanted)
        plan = Plan(stack.origin, companies, stages, given.pace, str(folder), stack.own_addresses)
        before = Reading.take(stack)
        send_crowd(plan)
        after = Reading.take(stack)
        told = Told.read(folder / "told.json")
        measured = Measured.read(folder / "measured.json")
        report = Report(
            plan=plan,
            shape=given.shape,
            measured=measured,
            routes=routes(before, after),
            business=business(before, after),
            comparisons=compare_all(stack, companies, told),
            told=told,
        )
    (folder / "report.html").write_text(report.page())
    print(report.text())
    print(f"With pictures: {folder / 'report.html'}; as locust saw it: {folder / 'locust.html'}")
    return 0 if report.passed else 1


@contextlib.contextmanager
def _product(port: int | None, data_dir: Path | None) -> Iterator[Stack]:
    if port is not None and data_dir is not None:
        yield stack_in(data_dir, port)
        return
    if port is not None or data_dir is not None:
        raise SystemExit("Give both --running and --data-dir.")
    with tempfile.TemporaryDirectory(prefix="abano-load-") as folder, own_stack(Path(folder)) as stack:
        yield stack


def send_crowd(plan: Plan) -> None:
    """Run locust for the plan; what it measured and was told lies in the plan's folder then."""
    folder = Path(plan.folder)
    plan.write(folder / "plan.json")
    for name in ("told.json", "measured.json"):
        (folder / name).unlink(missing_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCUST")}
    environment[PLAN_VARIABLE] = str(folder / "plan.json")
    command = [sys.executable, "-m", "locust", "-f", "loadtests/load/locustfile.py", "--headless"]
    command += ["--host", plan.origin, "--stop-timeout", str(ENDING_SECONDS), "--only-summary"]
    command += ["--html", str(folder / "locust.html")]
    with (folder / "locust.log").open("wb") as log:
        # Its words are ours; it ends by the plan, and by this limit if it hangs.
        done = subprocess.run(  # noqa: S603
            command,
            check=False,
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
            timeout=plan.seconds + ENDING_SECONDS + 120,
        )
    if done.returncode != 0 or not (folder / "measured.json").exists():
        raise SystemExit(f"The crowd did not come through:\n{(folder / 'locust.log').read_text()[-3000:]}")


if __name__ == "__main__":
    sys.exit(main())
