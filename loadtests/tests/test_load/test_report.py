"""The report's page shows every table and escapes errors of servers and databases."""

import re

from loadtests.load.acknowledged import Acknowledged
from loadtests.load.compare import Comparison
from loadtests.load.measured import PERCENTILES, Measured, Second, StepFigures
from loadtests.load.plan import Plan, Stage
from loadtests.load.report import Report

HOSTILE = "<script>alert('x')</script>"


def figures(stage: str, step: str) -> StepFigures:
    return StepFigures(stage, step, 100, 1, dict.fromkeys(PERCENTILES, 12), 40)


def test_page_shows_every_table_and_escapes_its_cells() -> None:
    measured = Measured(
        steps=[figures("steady", "GET /")],
        stages=[figures("steady", "all")],
        course=[Second(1, 5, 100, 10, 20), Second(2, 5, 100, 10, 20)],
        problems=[("GET /", HOSTILE, 1)],
        lags=[0.5],
        away=0,
    )
    report = Report(
        plan=Plan("http://127.0.0.1:1", (), (Stage("steady", 10, 5),), 1, "."),
        shape="steady",
        measured=measured,
        routes={},
        business={"bookings": 3},
        comparisons=[Comparison("alps", HOSTILE, 3, 3, "")],
        acknowledged=Acknowledged(),
    )
    page = report.page()
    assert re.findall("<h2>(.*?)</h2>", page)[2:] == list(report.tables())
    assert page.count("<svg") == 3
    assert '<p class="verdict bad">FAILED: 1 of 100 answers wrong' in page
    assert HOSTILE not in page
    assert page.count("&lt;script&gt;") == 2
