"""Files beside the chart in k8s/: up-to-date rendered manifests, valid objects, matching names."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from matrix import LAKE, matrix
from render_manifests import FOLDER, rendered
from rendered_chart import CHART, EXAMPLE, PRODUCTION, ROOT, merge, of_kind, render, validate, values_of
from test_schemas import OPERATORS, VERSIONS

K8S = ROOT / "k8s"
# Defined by operators: CloudNativePG, External Secrets, Argo CD, Flux, cert-manager, the Gateway API.
FOREIGN_GROUPS = (
    "cnpg.io/", "external-secrets.io/", "argoproj.io/", "toolkit.fluxcd.io/", "coreos.com/",
    "cert-manager.io/", "gateway.networking.k8s.io/",
)  # fmt: skip


def documents(path: Path) -> list[dict[str, Any]]:
    return [each for each in yaml.safe_load_all(path.read_text(encoding="utf-8")) if each]


def is_values(path: Path) -> bool:
    """Values of a chart, ours or another's: not objects."""
    return path.stem.startswith("values") or path.stem.endswith("values") or path.name == "traefik.yaml"


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
                or is_values(path)
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
        if not is_values(path):
            assert all({"apiVersion", "kind"} <= set(each) for each in documents(path)), path


def test_namespaces_enforce_the_restricted_profile() -> None:
    namespaces = of_kind(documents(K8S / "namespaces.yaml"), "Namespace")
    assert set(namespaces) == {"abano", "abano-database"}
    for namespace in namespaces.values():
        assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


def test_secrets_that_are_brought_in_are_those_that_the_chart_asks_for() -> None:
    values = values_of(CHART / "values.yaml", CHART / "values-production.yaml")["secrets"]
    offered: dict[str, set[str]] = {}
    beside: dict[str, set[str]] = {}
    for each in documents(K8S / "secrets" / "external-secrets.yaml"):
        target = each["spec"]["target"]
        template = target.get("template", {}).get("data")
        into = offered if each["metadata"]["namespace"] == "abano" else beside
        into[target["name"]] = set(template or [item["secretKey"] for item in each["spec"]["data"]])
    database, keys, smtp = values["database"], values["keys"], values["smtp"]
    assert offered[database["name"]] == {value for name, value in database.items() if name.endswith("Key")}
    assert offered[keys["name"]] == {keys["secretKey"], keys["internalKey"]}
    assert offered[smtp["name"]] == {smtp["key"]}
    example = values_of(EXAMPLE)
    media = merge(values_of(CHART / "values.yaml"), example)["media"]["s3"]["secret"]
    assert offered[media["name"]] == {media["accessKey"], media["secretKey"]}
    assert all(key.startswith("RCLONE_") for key in offered[example["backup"]["upload"]["secret"]])
    cluster, _database, store, *_rest = documents(K8S / "postgres" / "cluster.yaml")
    asked = {each["passwordSecret"]["name"] for each in cluster["spec"]["managed"]["roles"]}
    kept = store["spec"]["configuration"]["s3Credentials"]
    assert beside == {
        **{name: {"username", "password"} for name in asked},
        "abano-store": {kept["accessKeyId"]["key"], kept["secretAccessKey"]["key"]},
    }
    lake = merge(values_of(CHART / "values.yaml"), LAKE)["analytics"]["ducklake"]["secret"]
    assert offered[lake["name"]] == {lake["catalogKey"], lake["accessKey"], lake["secretKey"]}


def test_the_owners_passwords_of_further_clusters_are_in_the_key_of_their_worker_alone() -> None:
    keys = values_of(CHART / "values.yaml")["secrets"]["clusters"]
    (secret,) = [
        each["spec"]["target"]
        for each in documents(K8S / "secrets" / "external-secrets.yaml")
        if each["metadata"]["name"] == "abano-clusters"
    ]
    # Actions of the template are within strings, so that it is JSON as it is.
    texts = dict(secret["template"]["data"])
    assert texts.pop("moves-url").startswith("postgresql://abano_moves:")
    found = {key: json.loads(text)["two"] for key, text in texts.items()}
    assert set(found) == {keys["appKey"], keys["ownerKey"]}
    serving = {"app_url", "reporting_url", "analytics_url"}
    assert set(found[keys["appKey"]]) == serving
    assert set(found[keys["ownerKey"]]) == serving | {"owner_url", "moves_url"}


def test_the_recovered_cluster_reads_the_archive_of_the_first_and_writes_its_own() -> None:
    (recovered,) = documents(K8S / "postgres" / "recovery.yaml")
    first = documents(K8S / "postgres" / "cluster.yaml")[0]
    source = recovered["spec"]["externalClusters"][0]["plugin"]["parameters"]
    own = recovered["spec"]["plugins"][0]["parameters"]
    store = first["spec"]["plugins"][0]["parameters"]["barmanObjectName"]
    assert source == {"barmanObjectName": store, "serverName": first["metadata"]["name"]}
    assert own == {"barmanObjectName": store, "serverName": recovered["metadata"]["name"]}


def test_the_second_region_follows_the_first_and_archives_automatically() -> None:
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


def test_the_gateway_listens_for_the_hosts_of_the_example_and_its_routes_find_it() -> None:
    gateway = of_kind(documents(K8S / "gateway" / "gateway.yaml"), "Gateway")["abano"]
    namespace = gateway["metadata"]["namespace"]
    example = values_of(EXAMPLE)["ingress"]["companies"]
    hosts = {each["hostname"] for each in gateway["spec"]["listeners"] if "hostname" in each}
    assert hosts == {host for company in example for host in company["hosts"]}
    issuers = of_kind(documents(K8S / "certificates" / "cluster-issuers.yaml"), "ClusterIssuer")
    chosen = gateway["metadata"]["annotations"]["cert-manager.io/cluster-issuer"]
    (solver,) = issuers[chosen]["spec"]["acme"]["solvers"]
    (parent,) = solver["http01"]["gatewayHTTPRoute"]["parentRefs"]
    assert (parent["name"], parent["namespace"]) == ("abano", namespace)
    assert parent["sectionName"] in {each["name"] for each in gateway["spec"]["listeners"]}
    parents = [{"name": "abano", "namespace": namespace}]
    routed = merge(
        matrix()["production"],
        {"ingress": {"enabled": False}, "gateway": {"enabled": True, "parents": parents}},
    )
    routes = of_kind(render(routed), "HTTPRoute")
    assert {name: route["spec"]["hostnames"] for name, route in routes.items()} == {
        f"abano-{company['name']}": company["hosts"] for company in example
    }
    assert not of_kind(render(routed), "Ingress")
    assert values_of(PRODUCTION)["ingress"]["clusterIssuer"] in issuers


def test_the_adapter_serves_the_figure_that_the_autoscaler_asks_for() -> None:
    adapter = values_of(K8S / "metrics" / "adapter-values.yaml")
    with_adapter = merge(matrix()["production"], {"platform": {"autoscaling": {"requestsInFlight": 40}}})
    metrics = of_kind(render(with_adapter), "HorizontalPodAutoscaler")["abano-platform"]["spec"]["metrics"]
    (asked,) = [each["pods"]["metric"]["name"] for each in metrics if each["type"] == "Pods"]
    (rule,) = adapter["rules"]["custom"]
    assert rule["name"]["as"] == asked
    assert rule["seriesQuery"].startswith(asked + "{")


def test_policies_reach_the_database_where_the_cluster_file_puts_it() -> None:
    production = merge(matrix()["production"], {})
    (peer,) = production["networkPolicy"]["database"]["to"]
    namespace = peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
    clusters = of_kind(documents(K8S / "postgres" / "cluster.yaml"), "Cluster")
    assert clusters["abano"]["metadata"]["namespace"] == namespace
