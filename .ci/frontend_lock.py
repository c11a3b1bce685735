"""The front end's lock file carries the builds of every platform that a package names, so `npm ci` works on all.

npm leaves out an optional build that the registry did not have when the lock was resolved, and says nothing.
"""

import json
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parent.parent / "frontend" / "package-lock.json"


def check() -> None:
    """Raises SystemExit with the packages and builds that are missing."""
    missing = missing_builds(json.loads(LOCK.read_text())["packages"])
    if missing:
        lines = "\n".join(f"  {package} lacks {', '.join(builds)}" for package, builds in missing.items())
        raise SystemExit(
            f"frontend/package-lock.json lacks builds for other platforms:\n{lines}\n"
            "Take a version of these packages whose every build can be had, and resolve the lock again."
        )


def missing_builds(packages: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """By package with its version: the optional dependencies that are nowhere in the lock file."""
    locked = {path.rpartition("node_modules/")[2] for path in packages}
    missing = {}
    for path, package in packages.items():
        absent = sorted(set(package.get("optionalDependencies", {})) - locked)
        if path and absent:
            missing[f"{path.rpartition('node_modules/')[2]} {package['version']}"] = absent
    return missing
