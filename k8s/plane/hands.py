"""Building blocks of the drill's steps: calling helm, inspecting the cluster, recording results."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import reading
from api import PATHS
from cluster import NODES, Cluster
from reading import Line

ROOT = Path(__file__).resolve().parents[2]
NAMESPACE = "abano"
PLATFORM = "abano-platform"
NOT_READY = "node-not-ready.stage.kwok.x-k8s.io"
FILES = ["-f", "helm/abano/values-production.yaml", "-f", "k8s/values-example.yaml"]


@dataclass
class Seen:
    """The minimum number of serving addresses during an operation."""

    lowest: int = sys.maxsize


@dataclass
class Hands:
    """Helm, the cluster, and the recorded results."""

    plane: Cluster
    helms: dict[str, Path]
    released: Path
    lines: list[Line] = field(default_factory=list)

    def helm(self, which: str, *arguments: str, chart_root: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.helms[which]), *arguments, "-n", NAMESPACE],
            check=False, capture_output=True, text=True, cwd=chart_root, env=self.plane.environment(),
        )  # fmt: skip

    def upgrade(self, which: str, *more: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
        command = ["upgrade", "--install", "abano", "helm/abano", *FILES, *more]
        return self.helm(which, *command, chart_root=root)

    def note(self, step: str, asked: str, seen: str, began: float, good: bool) -> None:
        line = Line(step, asked, seen, time.monotonic() - began, good)
        self.lines.append(line)
        print(f"{'ok  ' if good else 'FAIL'} {line.seconds:5.0f} s  {step}: {seen}", flush=True)

    def serving(self) -> int:
        return reading.ready_endpoints(
            self.plane.api.list("endpointslices", NAMESPACE, **{"kubernetes.io__service-name": PLATFORM})
        )

    def pods(self, component: str) -> list[reading.Object]:
        pods = self.plane.api.list("pods", NAMESPACE, **{"app.kubernetes.io__component": component})
        return reading.ready_pods(pods)

    def copies(self) -> str:
        return ", ".join(f"{each} {len(self.pods(each))}" for each in ("platform", "worker", "analytics"))

    def zones(self) -> str:
        return reading.describe(reading.spread(self.pods("platform"), NODES))

    def scale(self, copies: int) -> None:
        """Simulates the autoscaler under load; there are no metrics here to trigger it."""
        change = {"spec": {"replicas": copies}}
        self.plane.api.merge(
            "deployments", PLATFORM, change, NAMESPACE, part="scale", by="kube-controller-manager"
        )
        until(lambda: self.serving() == copies)

    @contextmanager
    def watching(self) -> Iterator[Seen]:
        seen, stop = Seen(), threading.Event()

        def look() -> None:
            while not stop.is_set():
                seen.lowest = min(seen.lowest, self.serving())
                stop.wait(0.05)

        thread = threading.Thread(target=look)
        thread.start()
        try:
            yield seen
        finally:
            stop.set()
            thread.join()

    def objects(self) -> set[str]:
        """All objects in the namespace that are not deleted automatically, as kind/name."""
        kinds = set(PATHS) - {"nodes", "namespaces", "endpointslices", "replicasets"}
        found = {
            f"{kind}/{each['metadata']['name']}"
            for kind in kinds
            for each in self.plane.api.list(kind, NAMESPACE)
        }
        return {each for each in found if not each.startswith("configmaps/kube-root-ca")}

    def clear(self, which: str) -> None:
        self.helm(which, "uninstall", "abano", "--wait")
        for claim in self.plane.api.list("persistentvolumeclaims", NAMESPACE):
            self.plane.api.delete("persistentvolumeclaims", claim["metadata"]["name"], NAMESPACE)
        for kind in ("jobs", "pods"):
            for each in self.plane.api.list(kind, NAMESPACE):
                self.plane.api.delete(kind, each["metadata"]["name"], NAMESPACE)
        until(lambda: not self.plane.api.list("pods", NAMESPACE))

    def waiting(self) -> list[str]:
        return reading.unbound(self.plane.api.list("persistentvolumeclaims", NAMESPACE))

    def waits(self) -> str:
        return ", ".join(self.waiting()) or "none"

    def running_on(self, nodes: list[str]) -> list[reading.Object]:
        return [
            pod
            for pod in self.plane.api.list("pods", NAMESPACE)
            if pod["spec"].get("nodeName") in nodes
            and "deletionTimestamp" not in pod["metadata"]
            and pod["status"].get("phase") == "Running"
        ]

    def zone_of_the_warehouse(self) -> list[str]:
        claim = self.plane.api.get("persistentvolumeclaims", "abano-analytics", NAMESPACE)
        zone = claim["spec"]["volumeName"].removeprefix("disk-")[0]
        return [node for node, its in NODES.items() if its == zone]

    def mark(self, nodes: list[str], value: str | None) -> None:
        for node in nodes:
            self.plane.api.merge("nodes", node, {"metadata": {"labels": {NOT_READY: value}}})
            if value is None:
                # The status of a kubelet that is back.
                conditions = [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]
                self.plane.api.merge("nodes", node, {"status": {"conditions": conditions}}, part="status")


def succeeded(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode != 0:
        raise RuntimeError(done.stderr)


def outcome(done: subprocess.CompletedProcess[str], seen: str) -> str:
    """The observed result, or helm's last message."""
    if done.returncode == 0:
        return seen
    return f"{done.stderr.strip().splitlines()[-1][:160].replace('|', '/')} ({seen})"


def until(holds: Callable[[], bool], seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("the cluster did not come to what was waited for")
        time.sleep(0.1)
