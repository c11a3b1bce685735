"""All rendered objects are valid for three Kubernetes versions; operators' kinds by their own schemas."""

import kubernetes_validate
import pytest
import yaml
from matrix import matrix
from rendered_chart import CHART, ROOT, render, validate

VERSIONS = ("1.31", "1.33", "1.36")
# Kinds defined by operators; Kubernetes itself has no schema for them.
OPERATORS = {"ServiceMonitor", "PrometheusRule", "HTTPRoute"}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("case", matrix())
def test_every_object_is_valid(case: str, version: str) -> None:
    manifests = render(matrix()[case])
    assert len(manifests) > 10
    for manifest in manifests:
        if manifest["kind"] not in OPERATORS:
            validate(manifest, version)


def test_the_validator_does_find_mistakes() -> None:
    deployment = next(each for each in render() if each["kind"] == "Deployment")
    deployment["spec"]["replicass"] = 2
    with pytest.raises(kubernetes_validate.ValidationError, match="replicass"):
        kubernetes_validate.validate(deployment, VERSIONS[0], strict=True)
    removed = {"apiVersion": "policy/v1beta1", "kind": "PodDisruptionBudget", "metadata": {"name": "x"}}
    with pytest.raises(kubernetes_validate.SchemaNotFoundError):
        kubernetes_validate.validate(removed, VERSIONS[0], strict=True)


@pytest.mark.parametrize("case", matrix())
def test_names_are_unique_and_fit(case: str) -> None:
    manifests = render(matrix()[case], name="a-release-with-quite-a-long-name-indeed-it-is")
    names = [(each["kind"], each["metadata"]["name"]) for each in manifests]
    assert len(names) == len(set(names))
    assert all(len(name) <= 63 for _, name in names)


def test_each_alert_has_its_section_and_its_test() -> None:
    runbooks = (ROOT / "docs" / "operations" / "alerts.md").read_text()
    tested = (ROOT / "helm" / "tests" / "alerts.test.yaml").read_text()
    groups = yaml.safe_load((CHART / "alerts" / "abano.yaml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    for rule in rules:
        name = rule["alert"]
        assert f"\n## {name}\n" in runbooks, name
        assert rule["annotations"]["runbook_url"].endswith(f"/docs/operations/alerts.md#{name.lower()}")
        fires = f"alertname: {name}\n        exp_alerts:\n          - exp_labels"
        assert fires in tested, name
    assert len(rules) == runbooks.count("\n## Abano")
