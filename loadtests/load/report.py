"""The report: tables for the terminal, and a page with pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from loadtests.load.acknowledged import Acknowledged
from loadtests.load.compare import Comparison
from loadtests.load.measured import PERCENTILES, Measured, StepFigures
from loadtests.load.pictures import course_picture, spread_picture
from loadtests.load.plan import Plan
from loadtests.load.server_figures import RouteFigures

Table = Sequence[Sequence[str]]
PEOPLE = [f"p{part * 100:g}" for part in PERCENTILES]
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Report:
    """All that is known of a run. It passed when nothing failed and everything is stored as acknowledged."""

    plan: Plan
    shape: str
    measured: Measured
    routes: dict[str, RouteFigures]
    business: dict[str, float]
    comparisons: Sequence[Comparison]
    acknowledged: Acknowledged

    @property
    def passed(self) -> bool:
        everything_equal = all(each.equal for each in self.comparisons)
        return (
            self.measured.answers > 0
            and self.measured.failures == 0
            and self.acknowledged.unsure == 0
            and everything_equal
        )

    @property
    def verdict(self) -> str:
        different = sum(not each.equal for each in self.comparisons)
        rows = sum(each.acknowledged for each in self.comparisons)
        if self.passed:
            return f"Passed: {self.measured.answers:,} answers right, {rows:,} values stored as acknowledged."
        return (
            f"FAILED: {self.measured.failures} of {self.measured.answers:,} answers wrong,"
            f" {self.acknowledged.unsure} writes without an answer, {different} comparisons differ."
        )

    def tables(self) -> dict[str, Table]:
        """By title, heading row first."""
        found: dict[str, Table] = {
            "By stage": [
                ["stage", "visitors", "answers", "a second", "wrong", *PEOPLE, "slowest"],
                *self._stages(),
            ],
            "By step, milliseconds": [
                ["step", "answers", "wrong", *PEOPLE, "slowest", "server: answers", "faults", "p50", "p95"],
                *(self._step(step) for step in self.measured.steps),
            ],
            "What the product counted and used": [
                ["figure", "value"],
                *([name, f"{value:,.0f}"] for name, value in self.business.items()),
                ["figures were behind by at most, s", f"{max(self.measured.lags, default=0):.1f}"],
                ["polls that were asked to come back", f"{self.measured.away}"],
            ],
            "Stored as acknowledged": [
                ["what", "acknowledged", "stored", "all companies", "difference"],
                *(_compared(what, each) for what, each in self._compared().items()),
            ],
        }
        if self.measured.problems:
            problems = [[step, f"{count}", message] for step, message, count in self.measured.problems[:40]]
            found["What went wrong"] = [["step", "times", "what"], *problems]
        return found

    def _stages(self) -> list[list[str]]:
        planned = {stage.name: stage for stage in self.plan.stages}
        return [
            [
                each.stage,
                str(planned[each.stage].visitors),
                f"{each.answers:,}",
                f"{each.answers / planned[each.stage].seconds:.0f}",
                str(each.failures),
                *_times(each),
            ]
            for each in self.measured.stages
        ]

    def _step(self, step: StepFigures) -> list[str]:
        server = self.routes.get(SERVED_AS.get(step.step, step.step))
        seen = (
            [f"{server.requests:,}", str(server.faults), f"{server.p50:.0f}", f"{server.p95:.0f}"]
            if server
            else ["", "", "", ""]
        )
        return [step.step, f"{step.answers:,}", str(step.failures), *_times(step), *seen]

    def _compared(self) -> dict[str, list[Comparison]]:
        """The companies' comparisons, by what was compared."""
        found: dict[str, list[Comparison]] = {}
        for each in self.comparisons:
            found.setdefault(each.what, []).append(each)
        return found

    def text(self) -> str:
        """For the terminal."""
        parts = [self.verdict]
        for title, table in self.tables().items():
            widths = [max(map(len, column)) for column in zip(*table, strict=True)]
            lines = [
                "  ".join(
                    cell.rjust(width) if place else cell.ljust(width)
                    for place, (cell, width) in enumerate(zip(line, widths, strict=True))
                ).rstrip()
                for line in table
            ]
            parts += ["", title, *lines]
        return "\n".join([*parts, "", self.verdict])

    def page(self) -> str:
        """Everything on one page, pictures included; it loads nothing."""
        return TEMPLATES.get_template("report.html").render(
            report=self,
            course=course_picture(self.measured.course),
            spread=spread_picture(self.measured.steps),
        )


# The server's name of routes where it differs from the step's.
SERVED_AS = {
    "GET /": "GET /{path:outside_api}",
    "GET /assets/{script}": "GET /assets/{name:path}",
}


def _times(figures: StepFigures) -> list[str]:
    return [*(str(figures.times[part]) for part in PERCENTILES), str(figures.slowest)]


def _compared(what: str, companies: Sequence[Comparison]) -> list[str]:
    different = [each for each in companies if not each.equal]
    return [
        what,
        f"{sum(each.acknowledged for each in companies):,}",
        f"{sum(each.stored for each in companies):,}",
        "DIFFERENT" if different else "equal",
        "; ".join(f"{each.company}: {each.difference}" for each in different),
    ]
