"""The cases of alerts.test.yaml for two releases with one Prometheus: python helm/tests/alert_cases.py FOLDER

Writes the rules of both as the chart renders them, and each case twice, with either release failing and the
other one healthy. Promtool compares all alerts of a name, so one release can neither fire for the other nor
suppress its alert.
"""

import copy
import re
import sys
from pathlib import Path
from typing import Any

import yaml
from rendered_chart import ROOT, render

CASES = ROOT / "helm" / "tests" / "alerts.test.yaml"
PRODUCTION = ("abano", "abano")
STAGING = ("staging", "trial")
FULL_NAMES = {PRODUCTION: "abano", STAGING: "trial-abano"}

Release = tuple[str, str]
Case = dict[str, Any]


def rules(release: Release) -> dict[str, Any]:
    """The chart's rules for one release."""
    namespace, name = release
    manifests = render({"monitoring": {"prometheusRule": {"enabled": True}}}, name=name, namespace=namespace)
    (rule,) = [each for each in manifests if each["kind"] == "PrometheusRule"]
    return dict(rule["spec"])


def of_release(text: str, release: Release) -> str:
    """A series or value of production, in another release's namespace."""
    namespace, name = release
    full = FULL_NAMES[release]
    text = text.replace('namespace="abano"', f'namespace="{namespace}"')
    text = text.replace('release="abano"', f'release="{name}"')
    return re.sub(r"\babano-(analytics|backup|platform)\b", rf"{full}-\1", text)


def moved(case: Case, release: Release) -> Case:
    """The same case in another release."""
    result = copy.deepcopy(case)
    for series in result["input_series"]:
        series["series"] = of_release(series["series"], release)
    for test in result["alert_rule_test"]:
        for alert in test["exp_alerts"]:
            labels, annotations = alert["exp_labels"], alert["exp_annotations"]
            for part in (labels, annotations):
                part.update({key: of_release(value, release) for key, value in part.items()})
            labels.update(namespace=release[0], release=release[1])
    return result


def cases() -> list[Case]:
    written: list[Case] = yaml.safe_load(CASES.read_text(encoding="utf-8"))["tests"]
    # In the first case all is well, so it is the same for either release.
    well = copy.deepcopy(written[0]["input_series"])
    found = []
    for case in written:
        turns = ((PRODUCTION, STAGING), (STAGING, PRODUCTION))
        for troubled, other in turns[: 1 if case is written[0] else 2]:
            both = moved(case, troubled)
            both["name"] = f"{case['name']}: {troubled[1]}, beside {other[1]}, which is well"
            both["input_series"] += [
                {**series, "series": of_release(series["series"], other)} for series in well
            ]
            found.append(both)
    return found


def write(folder: Path) -> Path:
    """The file for ``promtool test rules``."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for release in (PRODUCTION, STAGING):
        names.append(f"rules-{release[1]}.yaml")
        (folder / names[-1]).write_text(yaml.safe_dump(rules(release), sort_keys=False), encoding="utf-8")
    tests = {"rule_files": names, "evaluation_interval": "1m", "tests": cases()}
    path = folder / "cases.yaml"
    path.write_text(yaml.safe_dump(tests, sort_keys=False, width=200), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
