"""A real Kubernetes API server without nodes: validates beyond schemas, with pod security admission.

Needs ``etcd`` and ``kube-apiserver`` in the folder KUBEBUILDER_ASSETS (created by ``setup-envtest use``) or
on the PATH. A folder ``crds`` beside them may hold the operators' definitions.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import yaml
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

PROGRAMS = ("etcd", "kube-apiserver")
ASSETS = Path(os.environ.get("KUBEBUILDER_ASSETS", "/usr/local/kubebuilder/bin"))
START_SECONDS = 240
TOKEN = "for-this-test-alone"

Manifest = dict[str, Any]


def find(program: str) -> str | None:
    return shutil.which(program, path=f"{ASSETS}:{os.environ.get('PATH', '')}")


class Refused(Exception):
    """The server rejected an object; the message is the server's."""


class ApiServer:
    """Applies objects as ``kubectl apply --server-side --validate=strict`` does."""

    def __init__(self, url: str) -> None:
        headers = {"authorization": f"Bearer {TOKEN}"}
        # The server made its certificate a moment ago; no one else listens there.
        self._http = httpx.Client(base_url=url, headers=headers, verify=False, trust_env=False, timeout=240)  # noqa: S501
        self._resources: dict[tuple[str, str], Manifest] = {}

    def is_ready(self) -> bool:
        try:
            return self._http.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    @property
    def version(self) -> str:
        return str(self._http.get("/version").json()["gitVersion"])

    def knows(self, manifest: Manifest) -> bool:
        return self._resource(manifest) is not None

    def wait_for_kind(self, definition: Manifest) -> None:
        """Wait until the kind of a CustomResourceDefinition is served."""
        spec = definition["spec"]
        served = next(each["name"] for each in spec["versions"] if each["storage"])
        wanted = {"apiVersion": f"{spec['group']}/{served}", "kind": spec["names"]["kind"]}
        deadline = time.monotonic() + START_SECONDS
        while not self.knows(wanted):
            assert time.monotonic() < deadline, wanted
            time.sleep(0.1)

    def apply(self, manifest: Manifest, *, part: str = "", only_try: bool = False) -> None:
        """Create or change one object (or its ``part``), or dry-run it. Raises Refused."""
        resource = self._resource(manifest)
        if resource is None:
            raise Refused(f"no kind {manifest['kind']} in {manifest['apiVersion']}")
        place = (
            f"namespaces/{manifest['metadata'].get('namespace', 'abano')}/" if resource["namespaced"] else ""
        )
        url = f"{_group(manifest)}/{place}{resource['name']}/{manifest['metadata']['name']}/{part}"
        asked = {"fieldManager": "test", "force": "true", "fieldValidation": "Strict"}
        answer = self._http.patch(
            url.rstrip("/"),
            params=asked | ({"dryRun": "All"} if only_try else {}),
            content=yaml.safe_dump(manifest),
            headers={"content-type": "application/apply-patch+yaml"},
        )
        if answer.is_error:
            raise Refused(answer.json()["message"])

    def close(self) -> None:
        self._http.close()

    def _resource(self, manifest: Manifest) -> Manifest | None:
        key = (manifest["apiVersion"], manifest["kind"])
        if key not in self._resources:
            answer = self._http.get(_group(manifest))
            for each in answer.json().get("resources", []) if answer.is_success else []:
                if "/" not in each["name"]:
                    self._resources[manifest["apiVersion"], each["kind"]] = each
        return self._resources.get(key)


def _group(manifest: Manifest) -> str:
    version = manifest["apiVersion"]
    return f"/apis/{version}" if "/" in version else f"/api/{version}"


@contextmanager
def api_server(folder: Path) -> Iterator[ApiServer]:
    """The server for the duration of the block; its data is in ``folder``."""
    key = folder / "accounts.key"
    key.write_bytes(
        rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    (folder / "tokens.csv").write_text(f"{TOKEN},admin,admin,system:masters\n")
    peers, clients, port = (_free_port() for _ in range(3))
    etcd = [
        str(find("etcd")), f"--data-dir={folder / 'etcd'}", "--unsafe-no-fsync",
        f"--listen-client-urls=http://127.0.0.1:{clients}", f"--advertise-client-urls=http://127.0.0.1:{clients}",
        f"--listen-peer-urls=http://127.0.0.1:{peers}",
    ]  # fmt: skip
    server = [
        str(find("kube-apiserver")), f"--etcd-servers=http://127.0.0.1:{clients}", f"--secure-port={port}",
        "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", f"--cert-dir={folder / 'certificates'}",
        f"--token-auth-file={folder / 'tokens.csv'}", "--service-cluster-ip-range=10.96.0.0/16",
        "--service-account-issuer=https://test", f"--service-account-key-file={key}",
        f"--service-account-signing-key-file={key}",
    ]  # fmt: skip
    started: list[subprocess.Popen[bytes]] = []
    log = (folder / "log").open("wb")
    found = ApiServer(f"https://127.0.0.1:{port}")
    try:
        started.extend(
            subprocess.Popen(command, stdout=log, stderr=log, cwd=folder) for command in (etcd, server)
        )
        deadline = time.monotonic() + START_SECONDS
        while not found.is_ready():
            output = (folder / "log").read_text()[-3000:]
            assert all(process.poll() is None for process in started), output
            assert time.monotonic() < deadline, output
            time.sleep(0.2)
        yield found
    finally:
        found.close()
        for process in reversed(started):
            process.terminate()
            process.wait(240)
        log.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
