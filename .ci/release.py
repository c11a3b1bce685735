"""What a release is made of, apart from building: one version everywhere, notes, and a chart that names its images.

python .ci/release.py prepare 0.2.0            # before tagging: the version everywhere, the changelog's new section
python .ci/release.py check v0.2.0             # the tag is the version that everything names
python .ci/release.py notes v0.2.0             # the changelog's section
python .ci/release.py chart FOLDER --registry ghcr.io/owner --platform sha256:… --analytics sha256:… --docs https://…
"""

import argparse
import datetime
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The places with the version, and their formats.
PLACES = {
    "pyproject.toml": r'^version = "(.+)"$',
    "helm/abano/Chart.yaml": r'^(?:version: (.+)|appVersion: "(.+)")$',
    "platform/Dockerfile": r"^(?:ARG VERSION=(.+)|# +docker build .*abano-platform:(\S+) \.)$",
    "analytics/Dockerfile": r"^(?:ARG VERSION=(.+)|# +docker build .*abano-analytics:(\S+) \.)$",
    "docker-compose.yml": r"^ +image: localhost/abano-(?:platform|analytics):(.+)$",
    "platform/src/abano/main.py": r'^ +version="(.+)",$',
    "k8s/values-example.yaml": r'^  tag: "(.+)"$',
    "k8s/kind/up.sh": r"^version=(.+)$",
    "k8s/argocd/application.yaml": r"^ +targetRevision: v(\d.+)$",
    "k8s/flux/abano.yaml": r"^  ref: \{ tag: v(.+) \}$",
}
VERSION = re.compile(r"\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
RUNBOOKS = "docs/operations/alerts.md"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("prepare", "check", "notes"):
        commands.add_parser(name).add_argument("version", type=version_of)
    chart = commands.add_parser("chart")
    chart.add_argument("folder", type=Path)
    for name in ("registry", "platform", "analytics", "docs"):
        chart.add_argument(f"--{name}", required=True)
    given = parser.parse_args(arguments)
    if given.command == "prepare":
        prepare(ROOT, given.version, datetime.datetime.now(datetime.UTC).date())
    elif given.command == "check":
        check(ROOT, given.version)
    elif given.command == "notes":
        print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), given.version))
    else:
        digests = {"platform": given.platform, "analytics": given.analytics}
        write_chart(ROOT, given.folder, given.registry, digests, given.docs)
    return 0


def version_of(text: str) -> str:
    """``v0.2.0`` or ``0.2.0`` as ``0.2.0``."""
    version = text.removeprefix("v")
    if not VERSION.fullmatch(version):
        raise argparse.ArgumentTypeError(f"{text} is no version such as 0.2.0")
    return version


def versions(root: Path) -> dict[str, set[str]]:
    """The version in each place."""
    found = {}
    for place, pattern in PLACES.items():
        text = (root / place).read_text(encoding="utf-8")
        found[place] = {
            group for each in re.finditer(pattern, text, re.MULTILINE) for group in each.groups() if group
        }
    return found


def check(root: Path, version: str) -> None:
    """Raises SystemExit with the places of another version, or when the changelog has no such section."""
    wrong_versions = {place: found for place, found in versions(root).items() if found != {version}}
    if wrong_versions:
        wrong = "; ".join(
            f"{place} says {', '.join(sorted(found)) or 'nothing'}" for place, found in wrong_versions.items()
        )
        advice = f"Run `python .ci/release.py prepare {version}`."
        raise SystemExit(f"This is not {version} everywhere: {wrong}. {advice}")
    notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)


def notes(changelog: str, version: str) -> str:
    """The section of a version without its heading."""
    found = re.search(
        rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md has no section for {version}")
    return found[1].strip()


def prepare(root: Path, version: str, day: datetime.date) -> None:
    """Write the version into every place and rename the changelog's unreleased section."""
    for place, pattern in PLACES.items():
        path = root / place
        text = path.read_text(encoding="utf-8")
        text = re.sub(pattern, lambda found: _with(found, version), text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    heading = f"## Unreleased\n\n## {version} — {day:%Y-%m-%d}\n"
    changelog.write_text(text.replace("## Unreleased\n", heading, 1), encoding="utf-8")


def _with(found: re.Match[str], version: str) -> str:
    """The line with its version replaced."""
    number = next(index for index, group in enumerate(found.groups(), 1) if group)
    begin, end = (position - found.start() for position in found.span(number))
    return found[0][:begin] + version + found[0][end:]


def write_chart(root: Path, folder: Path, registry: str, digests: dict[str, str], docs: str) -> None:
    """A copy of the chart with the built images, by digest, and alerts that link to this version's page."""
    for part, digest in digests.items():
        if not DIGEST.fullmatch(digest):
            raise SystemExit(f"{part}: {digest!r} is no digest")
    shutil.copytree(root / "helm" / "abano", folder, dirs_exist_ok=True)
    values = folder / "values.yaml"
    text = values.read_text(encoding="utf-8")
    for line, wanted in {
        '  registry: ""': f"  registry: {registry}",
        "  platform: localhost/abano-platform": "  platform: abano-platform",
        "  analytics: localhost/abano-analytics": "  analytics: abano-analytics",
        '  platformDigest: ""': f'  platformDigest: "{digests["platform"]}"',
        '  analyticsDigest: ""': f'  analyticsDigest: "{digests["analytics"]}"',
    }.items():
        text = _replaced(text, line, wanted)
    text = re.sub(r"runbookUrl: \S+", f"runbookUrl: {docs.rstrip('/')}/{RUNBOOKS}", text, count=1)
    values.write_text(text, encoding="utf-8")
    # The chart now has its registry and images: production's values must not override them.
    production = folder / "values-production.yaml"
    text = production.read_text(encoding="utf-8")
    section = "image:\n  registry: registry.example.com\n  platform: abano/platform\n  analytics: abano/analytics\n\n"
    production.write_text(_replaced(text, section, ""), encoding="utf-8")


def _replaced(text: str, line: str, wanted: str) -> str:
    if text.count(line) != 1:
        raise SystemExit(f"the chart's values do not have {line.strip()!r} once")
    return text.replace(line, wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
