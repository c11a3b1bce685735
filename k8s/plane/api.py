"""API calls of the drill."""

import time
from typing import Any

import httpx
import yaml

Object = dict[str, Any]

PATHS = {
    "pods": "/api/v1", "nodes": "/api/v1", "persistentvolumeclaims": "/api/v1", "secrets": "/api/v1",
    "serviceaccounts": "/api/v1", "services": "/api/v1", "configmaps": "/api/v1", "namespaces": "/api/v1",
    "deployments": "/apis/apps/v1", "statefulsets": "/apis/apps/v1", "replicasets": "/apis/apps/v1",
    "jobs": "/apis/batch/v1", "cronjobs": "/apis/batch/v1",
    "endpointslices": "/apis/discovery.k8s.io/v1",
    "networkpolicies": "/apis/networking.k8s.io/v1", "ingresses": "/apis/networking.k8s.io/v1",
    "poddisruptionbudgets": "/apis/policy/v1", "horizontalpodautoscalers": "/apis/autoscaling/v2",
    "prometheusrules": "/apis/monitoring.coreos.com/v1", "servicemonitors": "/apis/monitoring.coreos.com/v1",
    "httproutes": "/apis/gateway.networking.k8s.io/v1",
}  # fmt: skip
CLUSTER_WIDE = {"nodes", "namespaces"}


class Refused(Exception):
    """The server's error message and status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Api:
    def __init__(self, url: str, token: str) -> None:
        # The server made its certificate a moment ago; no one else listens there.
        headers = {"authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=url, headers=headers, verify=False, trust_env=False, timeout=60)  # noqa: S501

    def is_ready(self) -> bool:
        try:
            return self._http.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def list(self, kind: str, namespace: str = "", **labels: str) -> list[Object]:
        selector = ",".join(f"{name.replace('__', '/')}={value}" for name, value in labels.items())
        answer = self._ask("GET", self._path(kind, namespace), params={"labelSelector": selector})
        return list(answer["items"])

    def get(self, kind: str, name: str, namespace: str = "") -> Object:
        return self._ask("GET", f"{self._path(kind, namespace)}/{name}")

    def delete(self, kind: str, name: str, namespace: str = "") -> None:
        """Delete an object. Does nothing when it is already gone."""
        try:
            self._ask("DELETE", f"{self._path(kind, namespace)}/{name}")
        except Refused as refused:
            if refused.status != 404:
                raise

    def apply(self, manifest: Object) -> None:
        """Create or change one object, like ``kubectl apply --server-side``; its kind must be listed here."""
        version = manifest["apiVersion"]
        group = f"/apis/{version}" if "/" in version else f"/api/{version}"
        resources = self._ask("GET", group)["resources"]
        found = [each for each in resources if each["kind"] == manifest["kind"] and "/" not in each["name"]]
        place = f"namespaces/{manifest['metadata'].get('namespace')}/" if found[0]["namespaced"] else ""
        self._ask(
            "PATCH",
            f"{group}/{place}{found[0]['name']}/{manifest['metadata']['name']}",
            params={"fieldManager": "drill", "force": "true"},
            content=yaml.safe_dump(manifest),
            headers={"content-type": "application/apply-patch+yaml"},
        )

    def merge(
        self, kind: str, name: str, change: Object, namespace: str = "", *, part: str = "", by: str = "drill"
    ) -> None:
        path = f"{self._path(kind, namespace)}/{name}{'/' if part else ''}{part}"
        headers = {"content-type": "application/merge-patch+json"}
        self._ask("PATCH", path, params={"fieldManager": by}, json=change, headers=headers)

    def evict(self, pod: Object) -> None:
        """Evict a pod; raises Refused with 429 while its budget forbids it."""
        name, namespace = pod["metadata"]["name"], pod["metadata"]["namespace"]
        body = {
            "apiVersion": "policy/v1",
            "kind": "Eviction",
            "metadata": {"name": name, "namespace": namespace},
        }
        self._ask("POST", f"{self._path('pods', namespace)}/{name}/eviction", json=body)

    def wait_for_kind(self, definition: Object, seconds: float = 60) -> None:
        spec = definition["spec"]
        version = next(each["name"] for each in spec["versions"] if each["storage"])
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            answer = self._http.get(f"/apis/{spec['group']}/{version}")
            if answer.is_success and any(
                each["kind"] == spec["names"]["kind"] for each in answer.json()["resources"]
            ):
                return
            time.sleep(0.1)
        raise TimeoutError(spec["names"]["kind"])

    def close(self) -> None:
        self._http.close()

    def _path(self, kind: str, namespace: str) -> str:
        if kind in CLUSTER_WIDE or not namespace:
            return f"{PATHS[kind]}/{kind}"
        return f"{PATHS[kind]}/namespaces/{namespace}/{kind}"

    def _ask(self, method: str, path: str, **rest: Any) -> Object:
        answer = self._http.request(method, path, **rest)
        deadline = time.monotonic() + 30
        # The server's response for a kind that has just been defined.
        while answer.is_error and "initializing" in answer.text and time.monotonic() < deadline:
            time.sleep(0.2)
            answer = self._http.request(method, path, **rest)
        if answer.is_error:
            raise Refused(answer.status_code, answer.json().get("message", answer.text))
        return dict(answer.json())
