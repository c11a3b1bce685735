"""The frontend's lock file has the builds for every platform of each package, so `npm ci` works everywhere.

npm silently omits an optional build that was missing from the registry when the lock was resolved.
"""

import json
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parent.parent / "frontend" / "package-lock.json"


def check() -> None:
    """Raises SystemExit with the missing packages and builds."""
    missing = missing_builds(json.loads(LOCK.read_text())["packages"])
    if missing:
        lines = "\n".join(f"  {package} lacks {', '.join(builds)}" for package, builds in missing.items())
        raise SystemExit(
            f"frontend/package-lock.json lacks builds for other platforms:\n{lines}\n"
            "Take a version of these packages whose every build can be had, and resolve the lock again."
        )


def missing_builds(packages: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """Optional dependencies missing from the lock file, by package with version."""
    locked = {path.rpartition("node_modules/")[2] for path in packages}
    missing = {}
    for path, package in packages.items():
        absent = sorted(set(package.get("optionalDependencies", {})) - locked)
        if path and absent:
            missing[f"{path.rpartition('node_modules/')[2]} {package['version']}"] = absent
    return missing
