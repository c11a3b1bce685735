"""One run: companies are made, a crowd uses the product, everything stored is compared with what was acknowledged."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

from loadtests.load.acknowledged import Acknowledged
from loadtests.load.companies import add_companies
from loadtests.load.compare import compare_all
from loadtests.load.measured import Measured
from loadtests.load.plan import PLAN_VARIABLE, Company, Plan, Stage
from loadtests.load.report import Report
from loadtests.load.server_figures import Reading, business, routes
from loadtests.local_product import ROOT, LocalProduct

# The name of each company's slug and the template of its seed data.
COMPANIES = {"load-east": "georgia", "load-west": "alps", "load-south": "georgia"}
# Of the product that a run needs: each visitor names their own address, as a proxy would.
SETTINGS = {"ABANO_TRUSTED_PROXIES": "1", "ABANO_LOG_FORMAT": "json"}
# Once the last stage is over, people finish what they are at.
ENDING_SECONDS = 60


def run(
    product: LocalProduct,
    shape: str,
    stages: tuple[Stage, ...],
    folder: Path,
    *,
    pace: float = 1.0,
    companies: int = len(COMPANIES),
) -> Report:
    """The report of one crowd at separate companies; pages and raw figures are in ``folder``.

    Raises SystemExit when the crowd itself broke down.
    """
    folder.mkdir(parents=True, exist_ok=True)
    number = uuid4().hex[:12]
    wanted = [Company(f"{name}-{number}", template) for name, template in [*COMPANIES.items()][:companies]]
    plan = Plan(product.origin, add_companies(product, wanted), stages, pace, str(folder))
    before = Reading.take(product)
    send_crowd(plan)
    after = Reading.take(product)
    reported = Acknowledged.read(folder / "acknowledged.json")
    report = Report(
        plan=plan,
        shape=shape,
        measured=Measured.read(folder / "measured.json"),
        routes=routes(before, after),
        business=business(before, after),
        comparisons=compare_all(product, plan.companies, reported),
        acknowledged=reported,
    )
    (folder / "report.html").write_text(report.page())
    return report


def send_crowd(plan: Plan) -> None:
    """Run locust for the plan; writes its measurements and acknowledged writes to the plan's folder."""
    folder = Path(plan.folder)
    plan.write(folder / "plan.json")
    for name in ("acknowledged.json", "measured.json"):
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
