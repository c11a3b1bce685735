"""Allowed connections, evaluated like a network plugin: the chart's policies and the namespace's, together."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
import yaml
from matrix import matrix
from rendered_chart import ROOT, pod_specs, render

Labels = dict[str, str]
SOLVER = {"acme.cert-manager.io/http01-solver": "true"}


def policies(case: str) -> list[dict[str, Any]]:
    """The policies of a release in the namespace abano, and those of k8s/namespaces.yaml."""
    texts = yaml.safe_load_all((ROOT / "k8s" / "namespaces.yaml").read_text(encoding="utf-8"))
    found = [*render(matrix()[case]), *texts]
    return [
        each["spec"]
        for each in found
        if each["kind"] == "NetworkPolicy" and each["metadata"].get("namespace", "abano") == "abano"
    ]


def chosen(selector: dict[str, Any], labels: Labels) -> bool:
    assert set(selector) <= {"matchLabels"}
    return bool(selector.get("matchLabels", {}).items() <= labels.items())


def lets_in(specs: Iterable[dict[str, Any]], pod: Labels, namespace: str, peer: Labels, port: Any) -> bool:
    """Whether ``peer`` in ``namespace`` may connect to ``port`` of ``pod``."""
    about = [spec for spec in specs if "Ingress" in spec["policyTypes"] and chosen(spec["podSelector"], pod)]
    place = {"kubernetes.io/metadata.name": namespace}
    return not about or any(
        any(each["port"] == port for each in rule.get("ports", [{"port": port}]))
        and any(
            chosen(
                side.get("namespaceSelector", {"matchLabels": {"kubernetes.io/metadata.name": "abano"}}),
                place,
            )
            and chosen(side.get("podSelector", {}), peer)
            for side in rule["from"]
        )
        for spec in about
        for rule in spec.get("ingress", [])
    )


def labels_of(case: str) -> dict[str, Labels]:
    return {
        name.rpartition("-")[2]: template["metadata"]["labels"]
        for name, template in pod_specs(render(matrix()[case])).items()
    }


@pytest.mark.parametrize(
    ("case", "component"),
    [
        *product(
            ["production", "production over DuckLake", "workload identity"],
            ["platform", "worker", "analytics"],
        ),
        ("every option", "clusters"),
    ],
)
def test_prometheus_and_no_one_else_from_outside_reads_figures(case: str, component: str) -> None:
    pod = labels_of(case)[component]
    assert lets_in(policies(case), pod, "monitoring", {}, "http")
    assert not lets_in(policies(case), pod, "somewhere", {}, "http")
    assert lets_in(policies(case), pod, "traefik", {}, "http") == (component == "platform")


def test_certificates_can_be_asked_for() -> None:
    """cert-manager's solver is a third-party pod in our namespace, where only allowed traffic passes."""
    specs = policies("production")
    assert lets_in(specs, SOLVER, "traefik", {}, 8089)
    assert not lets_in(specs, SOLVER, "traefik", {}, "http")
    assert not lets_in(specs, SOLVER, "somewhere", {}, 8089)
    # Without certificates from cert-manager there is no such pod.
    assert not lets_in(policies("defaults"), SOLVER, "traefik", {}, 8089)


def test_a_pod_that_no_policy_knows_talks_to_no_one() -> None:
    assert not lets_in(policies("production"), {"app": "another"}, "monitoring", {}, "http")


def policies_to(cidr: str) -> dict[str, set[int]]:
    """The policies that let pods connect to ``cidr``, each with the ports."""
    found: dict[str, set[int]] = {}
    for each in render(matrix()["every option"]):
        if each["kind"] == "NetworkPolicy":
            for rule in each["spec"].get("egress", []):
                if any(peer.get("ipBlock", {}).get("cidr") == cidr for peer in rule.get("to", [])):
                    ports = found.setdefault(each["metadata"]["name"], set())
                    ports.update(port["port"] for port in rule["ports"])
    return found


def test_ways_out_that_were_added_are_those_of_pods_with_a_store() -> None:
    added = policies_to("169.254.170.23/32")
    assert set(added) == {"abano-platform", "abano-worker", "abano-analytics", "abano-operations"}


def test_other_clusters_are_reached_by_what_serves_or_moves_their_companies() -> None:
    added = policies_to("10.20.0.0/24")
    assert set(added) == {"abano-platform", "abano-worker", "abano-operations", "abano-clusters"}
    assert all(ports == {6432, 8010} for ports in added.values())
