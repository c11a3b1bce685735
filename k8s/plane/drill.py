"""Installs, upgrades, breaks and uninstalls the chart on a control plane of its own; prints a table.

    python k8s/plane/drill.py [REVISION]

REVISION is the commit whose chart stands for the released one (as it stands RELEASED below). Answers 1 when anything
asked did not hold. The table goes to build/plane/table.md as well.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import programs
import reading
import yaml
from api import PATHS, Refused
from cluster import NODES, Cluster, cluster
from reading import Line

ROOT = Path(__file__).resolve().parents[2]
# The chart of the last release that had none of what the drill is for.
RELEASED = "e4eebdf6"
NAMESPACE = "abano"
PLATFORM = "abano-platform"
FILES = ["-f", "helm/abano/values-production.yaml", "-f", "k8s/values-example.yaml"]
# Each Helm in the words of its own version.
WAITING = {
    "helm3": ["--atomic", "--wait", "--timeout", "3m"],
    "helm": ["--rollback-on-failure", "--wait", "--timeout", "3m"],
}
FAILS = "pod-container-running-failed.stage.kwok.x-k8s.io"
NOT_READY = "node-not-ready.stage.kwok.x-k8s.io"
NAMES = {"helm3": "Helm 3.21", "helm": "Helm 4.2"}


@dataclass
class Seen:
    """The fewest addresses that served while something went on."""

    lowest: int = sys.maxsize


@dataclass
class Drill:
    plane: Cluster
    helms: dict[str, Path]
    released: Path
    lines: list[Line] = field(default_factory=list)

    # What the steps are made of

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
        return reading.told(reading.spread(self.pods("platform"), NODES))

    def scale(self, copies: int) -> None:
        """What the autoscaler does when there is much to do; here are no figures that would tell it."""
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
        """Everything in the namespace that does not go by itself, as kind/name."""
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

    # The steps

    def released_install(self) -> None:
        began = time.monotonic()
        done = self.upgrade("helm3", "--atomic", "--wait", "--timeout", "45s", root=self.released)
        self.note(
            f"the chart of {RELEASED}, as documented, {NAMES['helm3']}",
            "fails: the backups' claim waits for a pod (why this drill is)",
            "failed" if done.returncode else "succeeded",
            began,
            done.returncode != 0,
        )
        self.clear("helm3")

    def from_released(self, which: str) -> None:
        succeeded(self.upgrade(which, root=self.released))
        until(lambda: self.serving() == 3)
        self.scale(8)
        began = time.monotonic()
        with self.watching() as seen:
            done = self.upgrade(which, "--set", "image.tag=0.2.0", *WAITING[which])
        serving = self.serving()
        self.note(
            f"upgrade from the chart of {RELEASED} to this one, 8 copies, {NAMES[which]}",
            "never fewer than 8 serve, all replaced when helm returns",
            outcome(done, f"{seen.lowest} at the fewest, {serving} after, claims waiting: {self.waiting()}"),
            began,
            done.returncode == 0 and seen.lowest >= 8 and serving == 8 and not self.waiting(),
        )
        self.clear(which)

    def waiting(self) -> list[str]:
        return reading.unbound(self.plane.api.list("persistentvolumeclaims", NAMESPACE))

    def install(self, which: str) -> None:
        began = time.monotonic()
        done = self.upgrade(which, *WAITING[which])
        copies = self.copies()
        self.note(
            f"production install as documented, {NAMES[which]}",
            "succeeds; platform 3, worker 2, analytics 1 ready when helm returns; every claim bound",
            outcome(done, f"{copies}; platform by zone {self.zones()}; claims waiting: {self.waiting()}"),
            began,
            done.returncode == 0 and copies == "platform 3, worker 2, analytics 1" and not self.waiting(),
        )

    def autoscaling_on(self, which: str) -> None:
        fixed = ["--set", "platform.autoscaling.enabled=false,platform.replicas=6"]
        succeeded(self.upgrade(which, *fixed, *WAITING[which]))
        began = time.monotonic()
        with self.watching() as seen:
            done = self.upgrade(which, *WAITING[which])
        self.note(
            f"autoscaling switched on over 6 copies, {NAMES[which]}",
            "6 serve all the while",
            outcome(done, f"{seen.lowest} at the fewest, {self.serving()} after"),
            began,
            done.returncode == 0 and seen.lowest >= 6 and self.serving() == 6,
        )

    def rolling(self, which: str) -> None:
        self.scale(8)
        began = time.monotonic()
        with self.watching() as seen:
            done = self.upgrade(which, "--set", "image.tag=0.3.0", *WAITING[which])
        self.note(
            f"another version over 8 copies that the autoscaler made, {NAMES[which]}",
            "never fewer than 8 serve",
            outcome(done, f"{seen.lowest} at the fewest, {self.serving()} after; by zone {self.zones()}"),
            began,
            done.returncode == 0 and seen.lowest >= 8 and self.serving() == 8,
        )

    def rolled_back(self, which: str) -> None:
        self.scale(9)
        began = time.monotonic()
        force = ["--force-conflicts"] if which == "helm" else []
        with self.watching() as seen:
            done = self.helm(which, "rollback", "abano", "--wait", "--timeout", "3m", *force)
        self.note(
            f"helm rollback {' '.join(force)} with 9 copies, {NAMES[which]}".replace("  ", " "),
            "succeeds, and goes no lower than the version before had (6)",
            outcome(done, f"{seen.lowest} at the fewest, {self.serving()} after"),
            began,
            done.returncode == 0 and seen.lowest >= 6,
        )

    def failing_migration(self, which: str) -> None:
        before = self.plane.api.get("deployments", PLATFORM, NAMESPACE)["spec"]["template"]
        serving = self.serving()
        values = {"operations": {"podLabels": {FAILS: "true"}}, "migrations": {"deadlineSeconds": 60}}
        began = time.monotonic()
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file, self.watching() as seen:
            yaml.safe_dump(values, file)
            file.flush()
            done = self.upgrade(which, "--set", "image.tag=0.4.0", "-f", file.name, *WAITING[which])
        after = self.plane.api.get("deployments", PLATFORM, NAMESPACE)["spec"]["template"]
        kept = before == after
        self.note(
            f"an upgrade whose migration fails, {NAMES[which]}",
            "fails; nothing was replaced, all serve on",
            f"{'failed' if done.returncode else 'succeeded'}; {seen.lowest} of {serving} at the fewest, "
            f"pods {'the same' if kept else 'changed'}",
            began,
            done.returncode != 0 and seen.lowest == serving and kept,
        )
        began = time.monotonic()
        with self.watching() as seen:
            done = self.upgrade(which, "--set", "image.tag=0.4.1", *WAITING[which])
        self.note(
            f"the next upgrade, with the migration mended, {NAMES[which]}",
            "succeeds; none fewer serve",
            outcome(done, f"{seen.lowest} of {serving} at the fewest"),
            began,
            done.returncode == 0 and seen.lowest >= serving,
        )

    def drained(self, node: str) -> None:
        self.scale(6)
        began = time.monotonic()
        self.plane.api.merge("nodes", node, {"spec": {"unschedulable": True}})
        refusals = 0
        with self.watching() as seen:
            while here := [
                pod
                for pod in self.plane.api.list("pods", NAMESPACE)
                if pod["spec"].get("nodeName") == node
                and "deletionTimestamp" not in pod["metadata"]
                and pod["status"].get("phase") == "Running"
            ]:
                for pod in here:
                    try:
                        self.plane.api.evict(pod)
                    except Refused as refused:
                        # Gone by itself, or not yet: the budget forbids it.
                        if refused.status not in (404, 429):
                            raise
                        refusals += refused.status == 429
                time.sleep(0.5)
            until(lambda: self.serving() == 6)
        self.plane.api.merge("nodes", node, {"spec": {"unschedulable": None}})
        self.note(
            "a node drained by evictions, 6 copies",
            "one copy at a time leaves: never fewer than 5 serve",
            f"{seen.lowest} at the fewest; a budget made the drain wait {refusals} times",
            began,
            seen.lowest >= 5,
        )

    def lost(self, nodes: list[str], what: str, fewest: int) -> None:
        began = time.monotonic()
        with self.watching() as seen:
            self.mark(nodes, "true")
            until(lambda: seen.lowest < 6)
            until(lambda: self.serving() == 6)
        again = time.monotonic() - began
        volume = self.plane.api.get("persistentvolumeclaims", "abano-analytics", NAMESPACE)["spec"][
            "volumeName"
        ]
        there = f"disk-{nodes[0][5]}" in volume
        analytics = len(self.pods("analytics"))
        self.mark(nodes, None)
        until(lambda: len(self.pods("analytics")) == 1)
        kept = "with its volume there, waits for the zone" if there and not analytics else "runs"
        self.note(
            f"{what} lost, 6 copies",
            f"never fewer than {fewest} serve, 6 again elsewhere; analytics is back at the latest with its zone",
            f"{seen.lowest} at the fewest, 6 again after {again:.0f} s; analytics {kept}, then is back",
            began,
            seen.lowest >= fewest,
        )

    def mark(self, nodes: list[str], value: str | None) -> None:
        for node in nodes:
            self.plane.api.merge("nodes", node, {"metadata": {"labels": {NOT_READY: value}}})
            if value is None:
                # What a kubelet that is back says.
                conditions = [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]
                self.plane.api.merge("nodes", node, {"status": {"conditions": conditions}}, part="status")

    def refused_pod(self) -> None:
        began = time.monotonic()
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "root", "namespace": NAMESPACE},
            "spec": {"containers": [{"name": "a", "image": "a:1"}]},
        }
        try:
            self.plane.api.apply(pod)
            told = "admitted"
        except Refused as refused:
            told = "refused: violates PodSecurity" if "violates PodSecurity" in str(refused) else str(refused)
        self.note("a pod that would run as root", "refused", told, began, told.startswith("refused: "))

    def uninstalled(self, which: str, before: set[str]) -> None:
        began = time.monotonic()
        done = self.helm(which, "uninstall", "abano", "--wait", "--timeout", "3m")
        until(lambda: not self.plane.api.list("pods", NAMESPACE))
        left = reading.leftovers(before, self.objects())
        self.note(
            f"helm uninstall, {NAMES[which]}",
            "leaves the backups' claim and nothing else",
            outcome(done, ", ".join(left)),
            began,
            done.returncode == 0 and left == ["persistentvolumeclaims/abano-backups"],
        )


def succeeded(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode != 0:
        raise RuntimeError(done.stderr)


def outcome(done: subprocess.CompletedProcess[str], seen: str) -> str:
    """What was seen, or helm's last word."""
    if done.returncode == 0:
        return seen
    return f"{done.stderr.strip().splitlines()[-1][:160].replace('|', '/')} ({seen})"


def until(holds: Callable[[], bool], seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("the cluster did not come to what was waited for")
        time.sleep(0.1)


def chart_of(revision: str, folder: Path) -> Path:
    archive = subprocess.run(
        ["git", "archive", revision, "helm/abano", "k8s/values-example.yaml"],
        check=True, cwd=ROOT, stdout=subprocess.PIPE,
    )  # fmt: skip
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


def run(drill: Drill) -> None:
    empty = drill.objects()
    drill.released_install()
    for which in ("helm3", "helm"):
        drill.from_released(which)
    for which in ("helm3", "helm"):
        drill.install(which)
        drill.autoscaling_on(which)
        drill.rolling(which)
        drill.rolled_back(which)
        drill.failing_migration(which)
        if which == "helm":
            drill.drained("node-a1")
            drill.lost(["node-b1"], "a node", 4)
            drill.lost(["node-c1", "node-c2"], "a zone", 3)
            drill.refused_pod()
        drill.uninstalled(which, empty)
        drill.clear(which)


def main(arguments: list[str]) -> int:
    found = programs.build()
    with tempfile.TemporaryDirectory() as folder:
        released = chart_of(arguments[0] if arguments else RELEASED, Path(folder) / "released")
        with cluster(found, programs.definitions(), programs.stages(), Path(folder) / "plane") as plane:
            for each in yaml.safe_load_all((ROOT / "k8s" / "namespaces.yaml").read_text()):
                plane.api.apply(each)
            drill = Drill(plane, {name: found[name] for name in WAITING}, released)
            try:
                run(drill)
            finally:
                programs.FOLDER.mkdir(parents=True, exist_ok=True)
                (programs.FOLDER / "log").write_bytes(plane.log.read_bytes())
                table = reading.markdown(drill.lines)
                (programs.FOLDER / "table.md").write_text(table + "\n")
                print(f"\n{table}")
    return 0 if all(line.good for line in drill.lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
