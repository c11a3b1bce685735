"""Known vulnerabilities in locked packages, from PyPI's and npm's advisories; requires network access.

Exits with 1 when a package has one, and with 2 when a database could not be queried: the result is unknown.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
LOCKS = (
    *(f"requirements{part}.lock" for part in ("", "-dev", "-failover", "-node", "-uv")),
    "loadtests/lake/daft.lock",
)
SECONDS = 300


class NotAsked(Exception):
    """The database did not respond; the message has the reason."""


def main() -> int:
    worst = 0
    for name, look in (
        *((lock, lambda lock=lock: python(lock)) for lock in LOCKS),
        ("package-lock.json", npm),
    ):
        try:
            found = look()
        except NotAsked as why:
            print(f"  ?     {name}: the advisories could not be asked, so nothing is known. {why}")
            worst = 2
            continue
        print(f"  {'FAIL' if found else 'ok  '}  {name}: {len(found)} known holes")
        print("".join(f"          {line}\n" for line in found), end="")
        worst = worst or int(bool(found))
    return worst


def python(lock: str) -> list[str]:
    """PyPI's advisories for the packages in a lock file. Raises NotAsked."""
    options = ["--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json", "-r", lock]
    report = answer([str(BIN / "pip-audit"), *options], ROOT)
    packages = report.get("dependencies", [])
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    # A mirror without advisories responds "no such package" for each of them.
    if not packages or unknown:
        raise NotAsked(f"{len(unknown)} of {len(packages)} packages are not known at this address.")
    return [
        f"{one['name']} {one['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'nothing yet'}"
        for one in packages
        for hole in one.get("vulns", [])
    ]


def npm() -> list[str]:
    """npm's advisories for the frontend's packages. Raises NotAsked."""
    report = answer([shutil.which("npm") or "npm", "audit", "--json"], ROOT / "frontend")
    if "vulnerabilities" not in report:
        raise NotAsked(str(report.get("message") or report.get("error") or "")[:200])
    return [f"{name}: {one['severity']}, {one['range']}" for name, one in report["vulnerabilities"].items()]


def answer(command: list[str], folder: Path) -> dict[str, Any]:
    try:
        done = subprocess.run(
            command, cwd=folder, check=False, capture_output=True, text=True, timeout=SECONDS
        )
        body: dict[str, Any] = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotAsked(type(error).__name__) from None
    except ValueError:
        raise NotAsked((done.stderr.strip().splitlines() or ["No answer."])[-1][:200]) from None
    return body


if __name__ == "__main__":
    sys.exit(main())
