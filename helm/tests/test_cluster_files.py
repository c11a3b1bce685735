"""What lies beside the chart in k8s/: rendered manifests without drift, valid objects, names that fit."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from matrix import LAKE, matrix
from render_manifests import FOLDER, rendered
from rendered_chart import CHART, ROOT, merge, of_kind, render, validate, values_of
from test_schemas import OPERATORS, VERSIONS

K8S = ROOT / "k8s"
# Defined by operators: CloudNativePG, External Secrets, Argo CD, Flux.
FOREIGN_GROUPS = ("cnpg.io/", "external-secrets.io/", "argoproj.io/", "toolkit.fluxcd.io/", "coreos.com/")


def documents(path: Path) -> list[dict[str, Any]]:
    return [each for each in yaml.safe_load_all(path.read_text(encoding="utf-8")) if each]


def test_rendered_manifests_are_those_of_the_chart() -> None:
    on_disk = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml")}
    assert on_disk == rendered(), "run: python helm/tests/render_manifests.py"


@pytest.mark.parametrize("version", VERSIONS)
def test_objects_of_kubernetes_itself_are_valid(version: str) -> None:
    checked = 0
    for path in K8S.rglob("*.yaml"):
        for each in documents(path):
            kind, group = each.get("kind"), each.get("apiVersion", "")
            if (
                kind is None
                or kind in OPERATORS
                or any(name in group for name in FOREIGN_GROUPS)
                or "kind" in group
            ):
                continue
            validate(each, version)
            checked += 1
    assert checked > 30


def test_every_file_beside_values_names_kind_and_version() -> None:
    for path in K8S.rglob("*.yaml"):
        if not path.name.startswith("values"):
            assert all({"apiVersion", "kind"} <= set(each) for each in documents(path)), path


def test_namespaces_enforce_the_restricted_profile() -> None:
    namespaces = of_kind(documents(K8S / "namespaces.yaml"), "Namespace")
    assert set(namespaces) == {"abano", "abano-database"}
    for namespace in namespaces.values():
        assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


def test_secrets_that_are_brought_in_are_those_that_the_chart_asks_for() -> None:
    values = values_of(CHART / "values.yaml", CHART / "values-production.yaml")["secrets"]
    offered: dict[str, set[str]] = {}
    for each in documents(K8S / "secrets" / "external-secrets.yaml"):
        target = each["spec"]["target"]
        template = target.get("template", {}).get("data")
        offered[target["name"]] = set(template or [item["secretKey"] for item in each["spec"]["data"]])
    database, keys, smtp = values["database"], values["keys"], values["smtp"]
    assert offered[database["name"]] == {value for name, value in database.items() if name.endswith("Key")}
    assert offered[keys["name"]] == {keys["secretKey"], keys["internalKey"]}
    assert offered[smtp["name"]] == {smtp["key"]}
    lake = merge(values_of(CHART / "values.yaml"), LAKE)["analytics"]["ducklake"]["secret"]
    assert offered[lake["name"]] == {lake["catalogKey"], lake["accessKey"], lake["secretKey"]}


def test_the_recovered_cluster_reads_the_archive_of_the_first_and_writes_its_own() -> None:
    (recovered,) = documents(K8S / "postgres" / "recovery.yaml")
    first = documents(K8S / "postgres" / "cluster.yaml")[0]
    source = recovered["spec"]["externalClusters"][0]["plugin"]["parameters"]
    own = recovered["spec"]["plugins"][0]["parameters"]
    store = first["spec"]["plugins"][0]["parameters"]["barmanObjectName"]
    assert source == {"barmanObjectName": store, "serverName": first["metadata"]["name"]}
    assert own == {"barmanObjectName": store, "serverName": recovered["metadata"]["name"]}


def test_the_second_region_follows_the_first_and_archives_by_itself() -> None:
    (second,) = documents(K8S / "postgres" / "second-region.yaml")
    first = documents(K8S / "postgres" / "cluster.yaml")[0]
    spec = second["spec"]
    (source,) = spec["externalClusters"]
    assert spec["replica"] == {"enabled": True, "source": source["name"]}
    assert spec["bootstrap"]["recovery"]["source"] == source["name"]
    assert source["plugin"]["parameters"]["serverName"] == first["metadata"]["name"]
    assert spec["plugins"][0]["parameters"]["serverName"] != first["metadata"]["name"]
    assert spec["imageName"] == first["spec"]["imageName"]


def test_values_for_the_local_cluster_are_accepted_and_seed() -> None:
    manifests = render(values_of(K8S / "kind" / "values.yaml"))
    assert "abano-seed" in of_kind(manifests, "Job")
    assert "abano-alps" in of_kind(manifests, "Ingress")


def test_policies_reach_the_database_where_the_cluster_file_puts_it() -> None:
    production = merge(matrix()["production"], {})
    (peer,) = production["networkPolicy"]["database"]["to"]
    namespace = peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
    clusters = of_kind(documents(K8S / "postgres" / "cluster.yaml"), "Cluster")
    assert clusters["abano"]["metadata"]["namespace"] == namespace
