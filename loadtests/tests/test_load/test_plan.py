"""Who comes when."""

from pathlib import Path

import pytest
from loadtests.load.plan import SHAPES, USUAL, Company, Plan, Stage


def plan(*stages: Stage) -> Plan:
    return Plan("http://127.0.0.1:1", (Company("east", "georgia"),), stages, 1.0, "folder")


def test_a_plan_reads_as_it_was_written(tmp_path: Path) -> None:
    written = plan(Stage("one", 5, 2))
    written.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == written


def test_stages_follow_each_other_and_end() -> None:
    course = plan(Stage("one", 5, 2), Stage("two", 10, 20))
    names = [stage.name if (stage := course.stage_at(second)) else None for second in (0, 4.9, 5, 14.9, 15)]
    assert names == ["one", "one", "two", "two", None]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_lasts_as_long_as_asked(shape: str) -> None:
    assert sum(stage.seconds for stage in SHAPES[shape](*USUAL[shape])) == pytest.approx(USUAL[shape][1])


def test_a_spike_is_ten_times_what_was_before_and_after() -> None:
    assert [stage.visitors for stage in SHAPES["spike"](7, 30)] == [7, 70, 7]


def test_a_ramp_ends_with_all_visitors() -> None:
    visitors = [stage.visitors for stage in SHAPES["ramp"](50, 100)]
    assert visitors == sorted(visitors)
    assert visitors[-1] == 50
