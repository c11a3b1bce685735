"""A separate control plane: etcd, API server, scheduler and controllers, with six nodes in three zones.

No container runs: kwok simulates the kubelets. So scheduling, waiting, replacing, evicting and admission are
real; probes, traffic and the enforcement of network policies are missing.
"""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from api import Api
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

TOKEN = "for-this-drill-alone"  # noqa: S105
ZONES = ("a", "b", "c")
NODES = {f"node-{zone}{number}": zone for zone in ZONES for number in (1, 2)}
START_SECONDS = 240
# A kubelet's delays: to start a container, to be ready, to complete a job, to stop.
DELAYS = {
    "pod-create": (300, 900),
    "pod-ready": (2000, 4000),
    "pod-complete": (500, 1000),
    "pod-delete": (1500, 1500),
}


@dataclass(frozen=True)
class Cluster:
    api: Api
    kubeconfig: Path
    log: Path

    def environment(self) -> dict[str, str]:
        return {**os.environ, "KUBECONFIG": str(self.kubeconfig), "HELM_DRIVER": "secret"}


@contextmanager
def cluster(
    programs: dict[str, Path], definitions: list[Path], stages: list[Path], folder: Path
) -> Iterator[Cluster]:
    """The cluster for the duration of the block; all its data is in ``folder``."""
    folder.mkdir(parents=True)
    key = folder / "accounts.key"
    key.write_bytes(
        rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    (folder / "tokens.csv").write_text(f"{TOKEN},admin,admin,system:masters\n")
    peers, clients, port, controllers, scheduler = (_free_port() for _ in range(5))
    url = f"https://127.0.0.1:{port}"
    kubeconfig = folder / "kubeconfig"
    kubeconfig.write_text(yaml.safe_dump(_kubeconfig(url)))
    (folder / "kwok.yaml").write_text(yaml.safe_dump_all(timed(_documents(stages))))
    etcd = [
        "etcd", f"--data-dir={folder / 'etcd'}", "--unsafe-no-fsync", "--log-level=error",
        f"--listen-client-urls=http://127.0.0.1:{clients}", f"--advertise-client-urls=http://127.0.0.1:{clients}",
        f"--listen-peer-urls=http://127.0.0.1:{peers}", f"--initial-advertise-peer-urls=http://127.0.0.1:{peers}",
        f"--initial-cluster=default=http://127.0.0.1:{peers}",
    ]  # fmt: skip
    server = [
        "kube-apiserver", f"--etcd-servers=http://127.0.0.1:{clients}", f"--secure-port={port}",
        "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", f"--cert-dir={folder / 'certificates'}",
        f"--token-auth-file={folder / 'tokens.csv'}", "--authorization-mode=RBAC",
        "--service-cluster-ip-range=10.96.0.0/16", "--service-account-issuer=https://drill",
        f"--service-account-key-file={key}", f"--service-account-signing-key-file={key}",
        "--enable-admission-plugins=PodSecurity,ResourceQuota",
        # The default is five minutes; waiting for them proves nothing more.
        "--default-not-ready-toleration-seconds=5", "--default-unreachable-toleration-seconds=5",
    ]  # fmt: skip
    manager = [
        "kube-controller-manager", f"--kubeconfig={kubeconfig}", f"--service-account-private-key-file={key}",
        "--leader-elect=false", f"--secure-port={controllers}", f"--cert-dir={folder / 'certificates'}",
        "--node-monitor-grace-period=24h",
    ]  # fmt: skip
    placing = [
        "kube-scheduler", f"--kubeconfig={kubeconfig}", "--leader-elect=false", f"--secure-port={scheduler}",
        f"--cert-dir={folder / 'certificates'}",
    ]  # fmt: skip
    nodes = [
        "kwok", f"--kubeconfig={kubeconfig}", f"--config={folder / 'kwok.yaml'}", "--manage-all-nodes=true",
    ]  # fmt: skip
    log = folder / "log"
    api = Api(url, TOKEN)
    started: list[subprocess.Popen[bytes]] = []
    try:
        with log.open("wb") as output:
            started += [_start(command, programs, folder, output) for command in (etcd, server)]
            _wait(api, started, log)
            started += [_start(command, programs, folder, output) for command in (manager, placing, nodes)]
        for each in _documents(definitions):
            api.apply(each)
            if each["kind"] == "CustomResourceDefinition":
                api.wait_for_kind(each)
        for name, zone in NODES.items():
            api.apply(node(name, zone))
        api.apply(storage_class())
        for each in (disk(zone, number) for zone in ZONES for number in range(4)):
            api.apply(each)
        yield Cluster(api, kubeconfig, log)
    finally:
        api.close()
        # In sequence: without its store the API server would not stop.
        for process in reversed(started):
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def node(name: str, zone: str) -> dict[str, Any]:
    labels = {
        "kubernetes.io/hostname": name,
        "topology.kubernetes.io/zone": zone,
        "kubernetes.io/os": "linux",
    }
    room = {"cpu": "8", "memory": "16Gi", "pods": "60"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"capacity": room, "allocatable": room},
    }


def storage_class() -> dict[str, Any]:
    """As in a cloud: a volume is created once a pod needs it, in that pod's zone."""
    default = {"storageclass.kubernetes.io/is-default-class": "true"}
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "zonal", "annotations": default},
        "provisioner": "kubernetes.io/no-provisioner",
        "volumeBindingMode": "WaitForFirstConsumer",
    }


def disk(zone: str, number: int) -> dict[str, Any]:
    place = {"key": "topology.kubernetes.io/zone", "operator": "In", "values": [zone]}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": f"disk-{zone}{number}"},
        "spec": {
            "capacity": {"storage": "200Gi"},
            "accessModes": ["ReadWriteOnce"],
            "storageClassName": "zonal",
            "persistentVolumeReclaimPolicy": "Retain",
            "csi": {"driver": "disks.example.com", "volumeHandle": f"disk-{zone}{number}"},
            "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [place]}]}},
        },
    }


def timed(stages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """kwok's stages with our delays."""
    for stage in stages:
        if stage["metadata"]["name"] in DELAYS:
            least, most = DELAYS[stage["metadata"]["name"]]
            stage["spec"]["delay"] = {"durationMilliseconds": least, "jitterDurationMilliseconds": most}
    return stages


def _documents(paths: list[Path]) -> list[dict[str, Any]]:
    return [each for path in paths for each in yaml.safe_load_all(path.read_text()) if each]


def _kubeconfig(url: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "plane", "cluster": {"server": url, "insecure-skip-tls-verify": True}}],
        "users": [{"name": "admin", "user": {"token": TOKEN}}],
        "contexts": [{"name": "plane", "context": {"cluster": "plane", "user": "admin"}}],
        "current-context": "plane",
    }


def _start(
    command: list[str], programs: dict[str, Path], folder: Path, output: Any
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(programs[command[0]]), *command[1:]], stdout=output, stderr=output, cwd=folder
    )


def _wait(api: Api, started: list[subprocess.Popen[bytes]], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not api.is_ready():
        output = log.read_text(errors="replace")[-3000:]
        if any(process.poll() is not None for process in started) or time.monotonic() > deadline:
            raise RuntimeError(f"the control plane does not start:\n{output}")
        time.sleep(0.2)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
