"""Runs the checks and says, line by line, what ran, how long it took, and what failed.

    python .ci/checks.py check | test | platform | analytics | operations | browser [--all]

``test`` is all others on one machine. Slow tests and steps run with ``--all`` only. Full output of each step is in
build/logs.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import frontend_lock
import images
import operations

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
LOGS = ROOT / "build" / "logs"
PYTHON = sys.executable
BIN = Path(PYTHON).parent
CODE = ["platform", "analytics", "loadtests", "helm", "k8s", "bootstrap.py", ".ci"]


@dataclass(frozen=True)
class Step:
    """``run`` is a command, or a function that raises ``SystemExit`` with a message.

    A function's return value is shown: figures, or checks that were skipped on this machine, which is not a
    failure. ``tests`` are the last arguments of a pytest command: a second attempt replaces them with the
    failed files. ``is_slow``: it runs with ``--all`` only.
    """

    name: str
    run: list[str] | Callable[[], str | None]
    cwd: Path = ROOT
    tests: tuple[str, ...] = ()
    is_slow: bool = False


def tool(name: str, *arguments: str) -> list[str]:
    return [str(BIN / name), *arguments]


def npm(*arguments: str) -> list[str]:
    return [shutil.which("npm") or "npm", "run", "--silent", *arguments]


def same_api_types() -> None:
    """The committed API description and the frontend's types are up to date."""
    fresh = ROOT / "build" / "openapi.json"
    subprocess.run(tool("abano", "openapi", str(fresh)), check=True, cwd=ROOT)
    if fresh.read_text() != (FRONTEND / "openapi.json").read_text():
        raise SystemExit("frontend/openapi.json is not what the code describes: run `make types`.")
    types = ROOT / "build" / "schema.gen.ts"
    generator = [
        str(FRONTEND / "node_modules" / ".bin" / "openapi-typescript"),
        "openapi.json",
        "--output",
        str(types),
    ]
    subprocess.run([*generator, "--default-non-nullable", "false"], check=True, cwd=FRONTEND)
    if types.read_text() != (FRONTEND / "src" / "api" / "schema.gen.ts").read_text():
        raise SystemExit("frontend/src/api/schema.gen.ts is not what the description says: run `make types`.")
    limits = ROOT / "build" / "limits.gen.ts"
    node = shutil.which("node") or "node"
    subprocess.run([node, "build/limits.mjs", str(limits)], check=True, cwd=FRONTEND)
    if limits.read_text() != (FRONTEND / "src" / "api" / "limits.gen.ts").read_text():
        raise SystemExit("frontend/src/api/limits.gen.ts is not what the description says: run `make types`.")
    messages = ROOT / "build" / "server-messages.gen.ts"
    subprocess.run(tool("abano", "server-messages", str(messages)), check=True, cwd=ROOT)
    if messages.read_text() != (FRONTEND / "src" / "api" / "server-messages.gen.ts").read_text():
        raise SystemExit(
            "frontend/src/api/server-messages.gen.ts is not what the code says: run `make types`."
        )


def find_browser() -> None:
    """Ensure that Chromium is installed: the system's, a Debian package, or Playwright's."""
    # The headless shell paints no window: a third less processor time than the whole browser.
    if os.environ.get("ABANO_CHROMIUM") or shutil.which("chromium-headless-shell"):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        packages = ["chromium", "chromium-headless-shell", "fonts-liberation", "fonts-noto-core"]
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        # Older systems have no separate package for the headless shell.
        for wanted in (packages, [name for name in packages if not name.endswith("-shell")]):
            if subprocess.run([*install, *wanted], check=False).returncode == 0:
                return
    if shutil.which("chromium") or shutil.which("google-chrome"):
        return
    if subprocess.run([PYTHON, "-m", "playwright", "install", "chromium"], check=False).returncode != 0:
        raise SystemExit(
            "No browser: install Chromium (apt-get install chromium) or set ABANO_CHROMIUM to its path."
        )


# More failed files than this are not explained by a busy machine.
MAX_RETRIED_FILES = 6


def pytest_step(name: str, *arguments: str, tests: tuple[str, ...]) -> Step:
    """A step that records the names of failed tests, for a second attempt."""
    cache = f"cache_dir={cache_of(name)}"
    return Step(
        name, [PYTHON, "-m", "pytest", "-q", "-ra", "--durations=25", "-o", cache, *arguments], tests=tests
    )


def cache_of(name: str) -> Path:
    return ROOT / "build" / "pytest" / name.replace(" ", "-")


PYTHON_FAST = [
    Step("format", tool("ruff", "format", "--check", *CODE)),
    Step("lint", tool("ruff", "check", *CODE)),
    Step("types", [PYTHON, ".ci/python_types.py"]),
    Step("import rules", tool("lint-imports")),
    Step("texts of the server translated", [PYTHON, "-m", "abano.core.languages.extraction", "--check"]),
    Step(
        "terms",
        tool(
            "codespell",
            *CODE,
            "shared",
            "docs",
            "frontend/src",
            "README.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
        ),
    ),
    Step("no dead code", [PYTHON, ".ci/dead_code.py"]),
    Step("no secrets in the files", [PYTHON, ".ci/secrets_scan.py"]),
    Step("chart's README as its values say", [PYTHON, "helm/readme.py", "--check"]),
]
FRONTEND_FAST = [
    Step("frontend lock for every platform", frontend_lock.check),
    Step("frontend format, lint and types", npm("check"), FRONTEND),
    Step("API types as generated", same_api_types),
]
# Takes about as long as all other fast checks of the frontend, on one core.
FRONTEND_TESTS = [Step("frontend unit tests", npm("test"), FRONTEND)]
PGBOUNCER = Step("PgBouncer", operations.find_pgbouncer)
POSTGRES_VERSIONS = Step("Postgres 15 to 18", operations.find_postgres_versions, is_slow=True)
BROWSER = Step("browser", find_browser)
# Three on two cores: each waits now and then for Postgres, or for a process that it started.
# Few at a time, so that none is left alone with many at the end. Each keeps to the order of the files, whose tests
# share a database.
THREE = ["-n", "3", "--maxschedchunk", "16"]
PLATFORM_TESTS = pytest_step(
    "platform tests", *THREE, tests=("platform/tests", "--ignore=platform/tests/test_e2e")
)
ANALYTICS_TESTS = pytest_step("analytics tests", *THREE, tests=("analytics/tests",))
LOAD_TESTS = pytest_step("benches and load", "-n", "3", "--dist", "loadfile", tests=("loadtests/tests",))
# A file at a time to each of three, which mostly wait for pages: every worker starts its own product.
BROWSER_TESTS = pytest_step(
    "end-to-end tests", "-n", "3", "--dist", "loadfile", tests=("platform/tests/test_e2e",)
)
OPERATIONS = [
    pytest_step("Helm chart", tests=("helm/tests", "k8s/plane")),
    Step("alert rules", operations.alert_rules),
    Step("Dockerfiles", operations.dockerfiles),
    Step("repository automation", operations.repository_automation),
    Step("workflows", operations.workflows),
    Step("images", images.check, is_slow=True),
]

Job = list[Step]
Stage = list[Job]
# By part, its stages in sequence; the jobs of a stage run in parallel.
FAST: Stage = [PYTHON_FAST, FRONTEND_FAST, FRONTEND_TESTS]
PARTS: dict[str, list[Stage]] = {
    "check": [FAST],
    "platform": [[[PGBOUNCER, POSTGRES_VERSIONS, PLATFORM_TESTS]]],
    "analytics": [[[ANALYTICS_TESTS, LOAD_TESTS]]],
    "operations": [[OPERATIONS]],
    "browser": [[[BROWSER, BROWSER_TESTS]]],
    # What is downloaded comes beside what computes. Tests come one row after another: side by side, two rows wait for
    # each other's pages and processes, which costs more than it fills, and reach their time limits.
    "test": [
        [*FAST, [PGBOUNCER, POSTGRES_VERSIONS, BROWSER]],
        [[BROWSER_TESTS]],
        [[PLATFORM_TESTS]],
        [[ANALYTICS_TESTS, LOAD_TESTS], OPERATIONS],
    ],
}


def main(part: str, *, is_all: bool) -> int:
    LOGS.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    report = Report(is_all=is_all)
    for stage in PARTS[part]:
        side_by_side(stage, report)
    seconds = time.monotonic() - started
    print(f"\n{report.passed} passed, {len(report.failed)} failed", flush=True)
    print(f"{part}: {seconds:.0f} s", flush=True)
    return 1 if report.failed else 0


def side_by_side(stage: Stage, report: "Report") -> None:
    def run_all(job: Job) -> None:
        for step in job:
            report.run(step)

    threads = [threading.Thread(target=run_all, args=(job,)) for job in stage]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Report:
    """Counts passed tests and shows the end of the output of failed ones."""

    def __init__(self, *, is_all: bool) -> None:
        self.is_all = is_all
        self.passed = 0
        self.failed: list[str] = []
        self._lock = threading.Lock()

    def run(self, step: Step) -> None:
        if step.is_slow and not self.is_all:
            return
        started = time.monotonic()
        log = LOGS / f"{step.name.replace(' ', '-')}.log"
        log.unlink(missing_ok=True)
        problem = run_step(step, log, is_all=self.is_all)
        seconds = time.monotonic() - started
        with self._lock:
            if problem is None:
                self.passed += 1
                closing = summary(log, is_function=callable(step.run))
                print(f"  ok    {step.name}  {seconds:.1f} s{closing}", flush=True)
                return
            self.failed.append(step.name)
            print(f"  FAIL  {step.name}  {seconds:.1f} s\n{problem}", flush=True)


def run_step(step: Step, log: Path, *, is_all: bool) -> str | None:
    """None when the step passed, else the output to show."""
    if callable(step.run):
        try:
            log.write_text(step.run() or "")
        except SystemExit as stop:
            return str(stop)
        except subprocess.CalledProcessError as error:
            return f"{error.cmd[0]} failed"
        return None
    if step.tests:
        return run_tests(step, step.run if is_all else [*step.run, "-m", "not slow"], log)
    return run_command([*step.run], step.cwd, log)


def run_command(command: list[str], cwd: Path, log: Path) -> str | None:
    with log.open("wb") as output:
        done = subprocess.run(command, check=False, cwd=cwd, stdout=output, stderr=subprocess.STDOUT)
    return None if done.returncode == 0 else "\n".join(lines_of(log)[-60:])


def run_tests(step: Step, command: list[str], log: Path) -> str | None:
    """Run the files of failed tests again, in new processes on new databases.

    A busy machine may delay a process or a page. The summary names those tests, and the log of the first
    attempt is kept.
    """
    failures = cache_of(step.name) / "v" / "cache" / "lastfailed"
    failures.unlink(missing_ok=True)
    problem = run_command([*command, *step.tests], step.cwd, log)
    if problem is None or not failures.exists():
        return problem
    failed = sorted(json.loads(failures.read_text()))
    files = sorted({name.split("::")[0] for name in failed})
    if len(files) > MAX_RETRIED_FILES:
        return problem
    first = log.with_suffix(".first.log")
    log.rename(first)
    problem = run_command([*command, *files], step.cwd, log)
    with log.open("a") as output:
        output.writelines(f"\nRETRIED {name}" for name in failed)
    if problem is None:
        return None
    # A second failure may have another reason than the first one.
    return "\n".join(["First attempt:", *lines_of(first)[-60:], "", "Second attempt:", problem])


def lines_of(log: Path) -> list[str]:
    return log.read_text(errors="replace").strip().splitlines()


def summary(log: Path, *, is_function: bool) -> str:
    """A function's return value, or the last line of a test runner, if any."""
    if not log.exists():
        return ""
    lines = lines_of(log)
    retried = [line for line in lines if line.startswith("RETRIED ")]
    if retried:
        lines = lines_of(log.with_suffix(".first.log"))
    closing = lines[-1].strip(" =") if lines and (is_function or " passed" in lines[-1]) else ""
    again = "".join(f"\n          tried twice: {line.removeprefix('RETRIED ')}" for line in retried)
    return (f"  ({closing})" if closing else "") + again


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], is_all="--all" in sys.argv))
