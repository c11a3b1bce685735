"""Alerts and dashboards are scoped to their release: two releases may share Prometheus and Grafana."""

import json
import re
from typing import Any

import pytest
import yaml
from alert_cases import PRODUCTION, STAGING, cases, rules
from matrix import matrix
from rendered_chart import CHART, render

ALERTS = CHART / "alerts" / "abano.yaml"
# Used only in a join with a scoped series of the same labels.
JOINED = {"kube_pod_container_resource_limits", "kubelet_volume_stats_capacity_bytes"}


def dashboards(namespace: str = "abano", name: str = "abano") -> dict[str, Any]:
    manifests = render({"monitoring": {"dashboards": {"enabled": True}}}, name=name, namespace=namespace)
    (found,) = [each for each in manifests if each["kind"] == "ConfigMap"]
    return {file: json.loads(text) for file, text in found["data"].items()}


def test_the_file_of_alerts_is_that_of_a_release_abano_in_a_namespace_abano() -> None:
    assert rules(PRODUCTION) == yaml.safe_load(ALERTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("release", [PRODUCTION, STAGING])
def test_no_alert_asks_about_another_release(release: tuple[str, str]) -> None:
    namespace, name = release
    for group in rules(release)["groups"]:
        for rule in group["rules"]:
            assert rule["labels"]["namespace"] == namespace
            assert rule["labels"]["release"] == name
            asked = re.findall(r"\b((?:abano|kube|kubelet|container)_\w+|up)\b\s*(\{[^}]*\})?", rule["expr"])
            assert asked
            for metric, selector in asked:
                if metric.startswith("abano_") or metric == "up":
                    assert f'namespace="{namespace}",release="{name}"' in selector, rule
                elif metric not in JOINED:
                    assert f'namespace="{namespace}"' in selector, rule
    text = yaml.safe_dump(rules(STAGING))
    assert not re.search(r'"abano"|"abano-(?!app|sqlalchemy)', text)


def test_each_case_of_an_alert_is_tried_on_either_release() -> None:
    names = {test["alertname"] for case in cases() for test in case["alert_rule_test"] if test["exp_alerts"]}
    assert names == {rule["alert"] for group in rules(PRODUCTION)["groups"] for rule in group["rules"]}
    troubled = [
        alert["exp_labels"]["release"]
        for case in cases()
        for test in case["alert_rule_test"]
        for alert in test["exp_alerts"]
    ]
    assert troubled.count("abano") == troubled.count("trial") > 15


def test_what_to_do_is_an_address_that_can_be_clicked() -> None:
    manifests = render(matrix()["every option"])
    (found,) = [each for each in manifests if each["kind"] == "PrometheusRule"]
    for group in found["spec"]["groups"]:
        for rule in group["rules"]:
            address = f"https://runbooks.example/abano#{rule['alert'].lower()}"
            assert rule["annotations"]["runbook_url"] == address


def test_every_panel_shows_the_release_that_was_chosen() -> None:
    for path in (CHART / "dashboards").glob("*.json"):
        board = json.loads(path.read_text(encoding="utf-8"))
        for panel in board["panels"]:
            for target in panel["targets"]:
                for metric, selector in re.findall(r"\b((?:abano|process)_\w+)(\{[^}]*\})?", target["expr"]):
                    assert 'namespace="$namespace",release="$release"' in selector, (panel["title"], metric)


def test_two_releases_have_their_own_dashboards_that_open_on_themselves() -> None:
    production, staging = dashboards(), dashboards("staging", "trial")
    uids = [board["uid"] for boards in (production, staging) for board in boards.values()]
    titles = [board["title"] for boards in (production, staging) for board in boards.values()]
    assert len(set(uids)) == len(set(titles)) == 4
    assert all(len(uid) <= 40 for uid in uids)
    assert not set(production) & set(staging)
    for board in staging.values():
        chosen = {each["name"]: each["current"].get("value") for each in board["templating"]["list"]}
        assert chosen["namespace"] == "staging"
        assert chosen["release"] == "trial"
    panels = {path.stem: json.loads(path.read_text())["panels"] for path in (CHART / "dashboards").glob("*")}
    assert {
        file.split("-", 1)[1].removesuffix(".json"): each["panels"] for file, each in staging.items()
    } == panels


def test_what_is_scraped_says_which_release_it_is() -> None:
    (monitor,) = [each for each in render(matrix()["production"]) if each["kind"] == "ServiceMonitor"]
    labels = {each["targetLabel"] for each in monitor["spec"]["endpoints"][0]["relabelings"]}
    assert labels == {"component", "release"}
