"""Type-checks all Python code: product, tests, migrations, load tests, tools.

The folders of tests are import roots, like for pytest. Two runs, because each service's tests have a
conftest.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ANALYTICS_TESTS = "analytics/tests"
REST = [
    "platform/src",
    "platform/tests",
    "platform/migrations",
    "analytics/src",
    "shared/src",
    "loadtests",
    "helm",
    "k8s/plane",
    ".ci",
    "bootstrap.py",
]


def main() -> int:
    tests = [ROOT / folder for folder in ("platform/tests", ANALYTICS_TESTS, "loadtests/tests", "helm/tests")]
    roots = [str(path.parent.relative_to(ROOT)) for folder in tests for path in folder.rglob("*.py")]
    roots += ["helm", "k8s/plane", ".ci"]
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(dict.fromkeys(sorted(roots)))}
    mypy = [sys.executable, "-m", "mypy"]
    runs = [
        subprocess.call([*mypy, *paths], cwd=ROOT, env=environment) for paths in (REST, [ANALYTICS_TESTS])
    ]
    return max(runs)


if __name__ == "__main__":
    sys.exit(main())
