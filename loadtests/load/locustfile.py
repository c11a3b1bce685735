"""The crowd as locust runs it; started by `python -m loadtests.load`, which writes the plan."""

import json
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from locust import LoadTestShape, events
from locust.env import Environment

from loadtests.load.person import ACKNOWLEDGED, PLAN
from loadtests.load.plan import STAFF_OF_A_COMPANY
from loadtests.load.staff import AWAY, LAGS, Affiliate, Analyst, Owner
from loadtests.load.visitors import OrganicVisitor, PaidVisitor

__all__ = ["Affiliate", "Analyst", "OrganicVisitor", "Owner", "PaidVisitor", "Shape"]

STAFF = STAFF_OF_A_COMPANY * len(PLAN.companies)
FOLDER = Path(PLAN.folder)
# By stage and step, how often an answer took so many milliseconds.
TIMES: dict[str, dict[str, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
FAILURES: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
# By second of the run: milliseconds of its answers, and who was there.
SECONDS: dict[int, list[int]] = defaultdict(list)
PRESENT: dict[int, int] = {}
BEGAN = time.monotonic()


def _stage_name() -> str:
    stage = PLAN.stage_at(time.monotonic() - BEGAN)
    return stage.name if stage else PLAN.stages[-1].name


class Shape(LoadTestShape):
    """Staff from the beginning, visitors as the plan says; they come within some seconds, and go all at once."""

    def tick(self) -> tuple[int, float] | None:
        stage = PLAN.stage_at(self.get_run_time())
        if stage is None:
            return None
        present, wanted = self.get_current_user_count(), STAFF + stage.visitors
        PRESENT[int(time.monotonic() - BEGAN)] = present
        return wanted, max(10.0, stage.visitors / 3) if present <= wanted else present - wanted


def _note(
    request_type: str, name: str, response_time: float, exception: Exception | None = None, **_: Any
) -> None:
    stage = _stage_name()
    step = f"{request_type} {name}"
    if exception is not None:
        FAILURES[stage][step][str(exception)[:300]] += 1
        if response_time == 0:
            return  # found by comparing answers that were counted already
    TIMES[stage][step][round(response_time)] += 1
    SECONDS[int(time.monotonic() - BEGAN)].append(round(response_time))


def _write(environment: Environment, **_: Any) -> None:
    ACKNOWLEDGED.write(FOLDER / "acknowledged.json")
    measured = {
        "times": TIMES,
        "failures": FAILURES,
        "seconds": {second: sorted(times) for second, times in SECONDS.items()},
        "present": PRESENT,
        "lags": LAGS,
        "away": len(AWAY),
    }
    (FOLDER / "measured.json").write_text(json.dumps(measured))
    environment.process_exit_code = 0


events.request.add_listener(_note)
events.quitting.add_listener(_write)
