"""Who comes, when, and to which companies. Written by the command, read by the crowd's own process."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

STAFF_OF_A_COMPANY = 3
PLAN_VARIABLE = "LOAD_PLAN"


@dataclass(frozen=True, slots=True)
class Company:
    """A company of the load's own. All its accounts have one password; ``promo`` is its affiliate's code."""

    slug: str
    template: str
    promo: str = ""
    password: str = "a password for a crowd"  # noqa: S105 - of a company that lives as long as the run

    @property
    def name(self) -> str:
        return self.slug.replace("-", " ").title()

    def email(self, who: str) -> str:
        """Of ``owner``, ``analyst``, ``affiliate`` or a customer: no one else's domain."""
        return f"{who}@{self.slug}.example.com"


@dataclass(frozen=True, slots=True)
class Stage:
    """``visitors`` besides the staff, over ``seconds``."""

    name: str
    seconds: float
    visitors: int


@dataclass(frozen=True, slots=True)
class Plan:
    """``origin`` is http://127.0.0.1:port; ``pace`` multiplies all thinking times; results go to ``folder``."""

    origin: str
    companies: tuple[Company, ...]
    stages: tuple[Stage, ...]
    pace: float
    folder: str

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> "Plan":
        values = json.loads(path.read_text())
        companies = tuple(Company(**each) for each in values.pop("companies"))
        stages = tuple(Stage(**each) for each in values.pop("stages"))
        return cls(companies=companies, stages=stages, **values)

    @property
    def seconds(self) -> float:
        return sum(stage.seconds for stage in self.stages)

    def stage_at(self, second: float) -> Stage | None:
        """None when the run is over."""
        for stage in self.stages:
            if second < stage.seconds:
                return stage
            second -= stage.seconds
        return None


Shape = Callable[[int, float], tuple[Stage, ...]]


def _ramp(visitors: int, seconds: float) -> tuple[Stage, ...]:
    steps = 5
    return tuple(
        Stage(f"{visitors * step // steps} visitors", seconds / steps, visitors * step // steps)
        for step in range(1, steps + 1)
    )


def _spike(visitors: int, seconds: float) -> tuple[Stage, ...]:
    third = seconds / 3
    return (
        Stage("before", third, visitors),
        Stage("spike ×10", third, visitors * 10),
        Stage("after", third, visitors),
    )


SHAPES: dict[str, Shape] = {
    "steady": lambda visitors, seconds: (Stage("steady", seconds, visitors),),
    "ramp": _ramp,
    "spike": _spike,
    "soak": lambda visitors, seconds: tuple(
        Stage(f"quarter {number}", seconds / 4, visitors) for number in range(1, 5)
    ),
}
# Visitors (before a spike multiplies them) and seconds, when nothing else is asked for.
USUAL = {"steady": (30, 120.0), "ramp": (60, 150.0), "spike": (12, 90.0), "soak": (30, 1800.0)}
