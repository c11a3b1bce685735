"""Errors only an API server finds: values beyond schemas, pods not admitted, forbidden changes."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from api_server import ASSETS, PROGRAMS, ApiServer, Refused, api_server, find
from matrix import matrix
from rendered_chart import ROOT, pod_specs, render
from test_cluster_files import is_values

pytestmark = pytest.mark.skipif(
    not all(map(find, PROGRAMS)), reason="no kube-apiserver and etcd: see helm/tests/api_server.py"
)
K8S = ROOT / "k8s"
BESIDE = {
    "Cluster", "Pooler", "ObjectStore", "ExternalSecret", "Application", "PrometheusRule", "ServiceMonitor",
    "ClusterIssuer", "Gateway", "HTTPRoute", "GitRepository", "HelmRelease",
}  # fmt: skip
DISKS = {
    "apiVersion": "storage.k8s.io/v1",
    "kind": "StorageClass",
    "metadata": {
        "name": "disks",
        "annotations": {"storageclass.kubernetes.io/is-default-class": "true"},
    },
    "provisioner": "disks.example.com",
    "allowVolumeExpansion": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with api_server(tmp_path_factory.mktemp("api")) as found:
        found.apply(DISKS)
        for path in [K8S / "namespaces.yaml", *sorted(ASSETS.glob("crds/*.yaml"))]:
            for each in documents(path.read_text(encoding="utf-8")):
                found.apply(each)
                if each["kind"] == "CustomResourceDefinition":
                    found.wait_for_kind(each)
        found.apply({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}})
        yield found


def documents(text: str) -> list[dict[str, Any]]:
    return [each for each in yaml.safe_load_all(text) if each]


def in_order(manifests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Accounts before the pods that use them."""
    return sorted(manifests, key=lambda each: each["kind"] != "ServiceAccount")


def test_the_server_does_refuse(server: ApiServer) -> None:
    scaler = next(each for each in render(matrix()["production"]) if "Autoscaler" in each["kind"])
    wrong = copy.deepcopy(scaler)
    wrong["spec"]["minReplicas"] = 99
    with pytest.raises(Refused, match="must be greater than or equal"):
        server.apply(wrong, only_try=True)
    root = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "root"},
        "spec": {"containers": [{"name": "a", "image": "a:1"}]},
    }
    with pytest.raises(Refused, match="violates PodSecurity"):
        server.apply(root, only_try=True)


@pytest.mark.parametrize("case", matrix())
def test_every_object_is_taken_and_every_pod_admitted(server: ApiServer, case: str) -> None:
    """Apply each set of values over the previous one: an upgrade must not change immutable fields."""
    manifests = render(matrix()[case])
    for each in in_order(manifests):
        # Helm deletes a hook's job before creating the next one: a job cannot be changed.
        if server.knows(each):
            server.apply(each, only_try=each["kind"] in {"Job", "Pod"})
        if each["kind"] == "PersistentVolumeClaim":
            server.apply(each | {"status": {"phase": "Bound"}}, part="status")
    for name, template in pod_specs(manifests).items():
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": template["metadata"] | {"name": f"try-{name.lower().replace('/', '-')}"},
            "spec": {"restartPolicy": "Never", **template["spec"]},
        }
        server.apply(pod, only_try=True)


def test_files_beside_the_chart_are_taken(server: ApiServer) -> None:
    seen: set[str] = set()
    for path in sorted(K8S.rglob("*.yaml")):
        if is_values(path) or path.parts[-2:] == ("kind", "cluster.yaml"):
            continue
        for each in in_order(documents(path.read_text(encoding="utf-8"))):
            if server.knows(each):
                namespace = each["metadata"].get("namespace")
                if namespace and each["kind"] != "Namespace":
                    empty = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}
                    server.apply(empty)
                server.apply(each, only_try=True)
                seen.add(each["kind"])
    assert {"Namespace", "Deployment", "NetworkPolicy"} <= seen
    defined = {
        each["spec"]["names"]["kind"]
        for path in ASSETS.glob("crds/*.yaml")
        for each in documents(path.read_text(encoding="utf-8"))
    }
    # The installed kinds that the files use.
    assert defined & BESIDE <= seen
