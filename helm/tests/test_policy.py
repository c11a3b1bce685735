"""Rules for all our pods: restricted profile, limits, probes, pinned versions, no cluster access."""

from collections.abc import Iterator
from typing import Any

import pytest
from matrix import matrix
from rendered_chart import of_kind, pod_specs, render

SECRET_WORDS = ("SECRET", "PASSWORD", "DATABASE", "CLUSTERS", "SMTP", "DSN")
CASES = {name: render(values) for name, values in matrix().items()}


def containers(template: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from template["spec"]["containers"]
    yield from template["spec"].get("initContainers", [])


def _templates() -> Iterator[Any]:
    for case, manifests in CASES.items():
        for name, template in pod_specs(manifests).items():
            yield pytest.param(template, id=f"{case}: {name}")


TEMPLATES = list(_templates())


@pytest.mark.parametrize("template", TEMPLATES)
def test_restricted_profile(template: dict[str, Any]) -> None:
    spec = template["spec"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["runAsUser"] > 10000
    assert spec["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
    assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec)
    for volume in spec.get("volumes", []):
        assert set(volume) - {"name"} <= {"emptyDir", "persistentVolumeClaim", "configMap", "secret"}
    for container in containers(template):
        security = container["securityContext"]
        assert security["allowPrivilegeEscalation"] is False
        assert security["readOnlyRootFilesystem"] is True
        assert security["capabilities"] == {"drop": ["ALL"]}


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_privileges_and_no_cluster_access(template: dict[str, Any]) -> None:
    spec = template["spec"]
    assert spec["automountServiceAccountToken"] is False
    assert spec["serviceAccountName"].startswith("abano-")
    # A Service named abano-… would inject ABANO_… variables into every pod; Abano refuses unknown settings.
    assert spec["enableServiceLinks"] is False


@pytest.mark.parametrize("template", TEMPLATES)
def test_limits_and_named_versions(template: dict[str, Any]) -> None:
    for container in containers(template):
        for side in ("requests", "limits"):
            assert set(container["resources"][side]) == {"cpu", "memory"}
        image = container["image"]
        version = image.rsplit("@", 1)[-1] if "@" in image else image.rsplit(":", 1)[-1]
        assert version not in {"", "latest"}, image
        assert "/" not in version, image


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_secret_is_never_a_value(template: dict[str, Any]) -> None:
    for container in containers(template):
        for variable in container.get("env", []):
            if any(word in variable["name"] for word in SECRET_WORDS):
                assert "secretKeyRef" in variable["valueFrom"], variable["name"]


@pytest.mark.parametrize("case", CASES)
def test_what_serves_has_all_three_probes_and_a_graceful_end(case: str) -> None:
    manifests = CASES[case]
    for kind in ("Deployment", "StatefulSet"):
        for workload in of_kind(manifests, kind).values():
            for container in containers(workload["spec"]["template"]):
                assert {"startupProbe", "readinessProbe", "livenessProbe"} <= set(container)
    spec = of_kind(manifests, "Deployment")["abano-platform"]["spec"]["template"]["spec"]
    sleep = spec["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
    graceful = 20  # seconds that `abano serve` waits for running requests
    assert spec["terminationGracePeriodSeconds"] > sleep + graceful


@pytest.mark.parametrize("case", CASES)
def test_accounts_are_bound_to_nothing(case: str) -> None:
    kinds = {each["kind"] for each in CASES[case]}
    assert not kinds & {"Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding", "Secret"}
    accounts = of_kind(CASES[case], "ServiceAccount")
    for name, template in pod_specs(CASES[case]).items():
        assert template["spec"]["serviceAccountName"] in accounts, name
    assert all(account["automountServiceAccountToken"] is False for account in accounts.values())
