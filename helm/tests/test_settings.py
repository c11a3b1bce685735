"""The settings of pods and compose services are read and accepted by the programs."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from matrix import matrix
from rendered_chart import ROOT, pod_specs, render

from abano.core import config as platform
from abano_analytics import config as analytics

DATABASE = "postgresql://someone:secret@postgres.example:5432/abano"
# The value of a variable from a Secret, by the suffix of its name.
SECRETS = {
    "_KEY": "k" * 40,
    "_SECRET": "s" * 40,
    "_PASSWORD": "p" * 20,
    "_DSN": "https://key@reports.example/1",
    "_CLUSTERS": json.dumps({"two": {"app_url": DATABASE, "reporting_url": DATABASE, "owner_url": DATABASE}}),
    "SMTP_URL": "smtp://user:password@mail.example:587",
}
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]


def secret(name: str) -> str:
    return next((value for end, value in SECRETS.items() if name.endswith(end)), DATABASE)


def accept(component: str, given: Mapping[str, str]) -> None:
    """Every name is a setting of the pod's program, which would start with these values."""
    program = analytics if component == "analytics" else platform
    known = {f"ABANO_{name.upper()}" for name in program.Settings.model_fields}
    assert set(given) <= known, (component, set(given) - known)
    program.load_settings(given)


@pytest.mark.parametrize("case", matrix())
def test_pods_start_with_the_settings_they_get(case: str) -> None:
    for template in pod_specs(render(matrix()[case])).values():
        component = template["metadata"]["labels"]["app.kubernetes.io/component"]
        for container in template["spec"]["containers"] + template["spec"].get("initContainers", []):
            # Others come from the user's values, for other programs or libraries.
            variables: list[dict[str, Any]] = [
                each for each in container.get("env", []) if each["name"].startswith("ABANO_")
            ]
            if variables:
                assert not container.get("envFrom"), "what a Secret's keys are called cannot be checked"
                accept(
                    component, {each["name"]: each.get("value", secret(each["name"])) for each in variables}
                )


@pytest.mark.parametrize("warehouse", ["", "ducklake:s3://abano/warehouse"])
def test_compose_services_start_with_the_settings_they_get(warehouse: str) -> None:
    chosen = {"ABANO_WAREHOUSE": warehouse}

    def asked_for(name: str) -> str:
        return secret(name) if name.startswith("ABANO_") else "p" * 20

    def interpolated(text: str) -> str:
        text = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: asked_for(found[1]), text)
        return re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: chosen.get(found[1], found[2]), text)

    for name in ("migrate", "seed", "tools", "backup", "platform", "worker", "analytics"):
        environment = SERVICES[name]["environment"]
        given = {key: interpolated(value) for key, value in environment.items() if key.startswith("ABANO_")}
        assert not any("$" in value for value in given.values())
        accept(name, given)
