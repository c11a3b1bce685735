"""`make test` tries the files of failed tests once more, in new processes, and leaves out slow tests."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
PASSES_LATER = """
from pathlib import Path

def test_passes_at_the_second_attempt():
    marker = Path(__file__).with_name("attempted")
    was_attempted = marker.exists()
    marker.touch()
    assert was_attempted
"""


@pytest.fixture(scope="module")
def checks() -> ModuleType:
    path = ROOT / ".ci" / "checks.py"
    sys.path.insert(0, str(path.parent))
    try:
        spec = importlib.util.spec_from_file_location("checks", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["checks"] = module
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, checks: ModuleType, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "cache_of", lambda _: tmp_path / "cache")


def run(checks: ModuleType, folder: Path, test: str, *, is_all: bool = False) -> tuple[str | None, str]:
    """The problem that is shown, and the summary of a step whose tests are ``test``."""
    (folder / "test_planted.py").write_text(test)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    cache = f"cache_dir={folder / 'cache'}"
    command = [sys.executable, "-m", "pytest", "-q", "-ra", "-p", "no:xdist", "-o", cache]
    step = replace(checks.LOAD_TESTS, name="planted", run=command, cwd=folder, tests=("test_planted.py",))
    log = folder / "planted.log"
    problem = checks.run_step(step, log, is_all=is_all)
    return problem, checks.summary(log, is_function=False)


def test_a_test_that_passes_later_is_named_and_fails_nothing(checks: ModuleType, tmp_path: Path) -> None:
    problem, summary = run(checks, tmp_path, PASSES_LATER)
    assert problem is None
    assert "tried twice: test_planted.py::test_passes_at_the_second_attempt" in summary
    assert "assert was_attempted" in (tmp_path / "planted.first.log").read_text()


def test_a_test_that_fails_twice_shows_both_attempts(checks: ModuleType, tmp_path: Path) -> None:
    problem, _ = run(checks, tmp_path, "def test_fails():\n    raise ValueError('planted')\n")
    assert problem is not None
    assert problem.count("ValueError: planted") >= 2
    assert problem.index("First attempt:") < problem.index("Second attempt:")


def test_what_passes_is_not_tried_twice(checks: ModuleType, tmp_path: Path) -> None:
    problem, summary = run(checks, tmp_path, "def test_passes():\n    pass\n")
    assert problem is None
    assert "tried twice" not in summary


def test_slow_tests_and_steps_run_only_with_all(checks: ModuleType, tmp_path: Path) -> None:
    tests = """
import pytest

def test_quick():
    pass

@pytest.mark.slow
def test_slow():
    raise ValueError("planted")
"""
    assert run(checks, tmp_path, tests)[0] is None
    problem, _ = run(checks, tmp_path, tests, is_all=True)
    assert problem is not None
    assert "ValueError: planted" in problem
    reports = [checks.Report(is_all=is_all) for is_all in (False, True)]
    for report in reports:
        report.run(checks.Step("planted", lambda: None, is_slow=True))
    assert [report.passed for report in reports] == [0, 1]
