"""Installs, upgrades, breaks and uninstalls the chart on its own control plane; prints a table.

    python k8s/plane/drill.py [REVISION]

REVISION is the commit whose chart is used as the released one (RELEASED below by default). Answers 1 when anything
asked did not hold. The table goes to build/plane/table.md as well.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import programs
import reading
import yaml
from api import Refused
from cluster import NODES, cluster
from hands import NAMESPACE, PLATFORM, ROOT, Hands, outcome, succeeded, until

# The chart of the last release without the tested features.
RELEASED = "e4eebdf6"
# Options by Helm version.
WAITING = {
    "helm3": ["--atomic", "--wait", "--timeout", "3m"],
    "helm": ["--rollback-on-failure", "--wait", "--force-conflicts", "--timeout", "3m"],
}
FAILS = "pod-container-running-failed.stage.kwok.x-k8s.io"
NAMES = {"helm3": "Helm 3.21", "helm": "Helm 4.2"}


class Drill(Hands):
    """The steps, in the order of ``run``."""

    def released_install(self) -> None:
        began = time.monotonic()
        # Without --atomic, so that the awaited objects can be inspected.
        done = self.upgrade("helm3", "--wait", "--timeout", "45s", root=self.released)
        waiting = self.waiting()
        self.note(
            f"the chart of {RELEASED}, as documented, {NAMES['helm3']}",
            "fails: the backups' claim waits for a pod (why this drill is)",
            f"{'failed' if done.returncode else 'succeeded'}; claims waiting: {', '.join(waiting)}",
            began,
            done.returncode != 0 and "abano-backups" in waiting,
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
            outcome(done, f"{seen.lowest} at the fewest, {serving} after; claims waiting: {self.waits()}"),
            began,
            done.returncode == 0 and seen.lowest >= 8 and serving == 8 and not self.waiting(),
        )
        self.clear(which)

    def install(self, which: str) -> None:
        began = time.monotonic()
        done = self.upgrade(which, *WAITING[which])
        copies = self.copies()
        self.note(
            f"production install as documented, {NAMES[which]}",
            "succeeds; platform 3, worker 2, analytics 1 ready when helm returns; every claim bound",
            outcome(
                done,
                f"{copies}; platform by zone {self.zones()}; claims waiting: {self.waits()}",
            ),
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
        rollback = ["rollback", "abano", "--wait", "--timeout", "3m"]
        force = ["--force-conflicts"] if which == "helm" else []
        refused = bool(force) and "conflict" in self.helm(which, *rollback).stderr
        with self.watching() as seen:
            done = self.helm(which, *rollback, *force)
        asked = "succeeds, and goes no lower than the version before had (6)"
        if force:
            asked += "; without --force-conflicts it is refused, because the autoscaler owns the number"
        self.note(
            f"helm rollback {' '.join(force)} with 9 copies, {NAMES[which]}".replace("  ", " "),
            asked,
            outcome(
                done,
                f"{seen.lowest} at the fewest, {self.serving()} after{'; refused before' if refused else ''}",
            ),
            began,
            done.returncode == 0 and seen.lowest >= 6 and refused == bool(force),
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

    def drained(self, nodes: list[str]) -> None:
        self.scale(6)
        began = time.monotonic()
        for node in nodes:
            self.plane.api.merge("nodes", node, {"spec": {"unschedulable": True}})
        refusals = 0
        with self.watching() as seen:
            while here := self.running_on(nodes):
                for pod in here:
                    try:
                        self.plane.api.evict(pod)
                    except Refused as refused:
                        # Already gone, or not yet allowed by the budget.
                        if refused.status not in (404, 429):
                            raise
                        refusals += refused.status == 429
                time.sleep(0.5)
            until(lambda: self.serving() == 6)
        for node in nodes:
            self.plane.api.merge("nodes", node, {"spec": {"unschedulable": None}})
        self.note(
            f"{len(nodes)} nodes drained at once by evictions, 6 copies",
            "one copy at a time leaves: never fewer than 5 serve",
            f"{seen.lowest} at the fewest; the budgets refused {refusals} times until there was another",
            began,
            seen.lowest >= 5 and refusals > 0,
        )

    def lost(self, nodes: list[str], what: str, *, analytics_waits: bool) -> None:
        there = len([pod for pod in self.pods("platform") if pod["spec"]["nodeName"] in nodes])
        began = time.monotonic()
        with self.watching() as seen:
            self.mark(nodes, "true")
            until(lambda: not self.running_on(nodes) and self.serving() == 6)
        again = time.monotonic() - began
        waits = not self.pods("analytics")
        self.mark(nodes, None)
        until(lambda: len(self.pods("analytics")) == 1)
        verdict = "waits for its volume's zone, and is back with it" if waits else "runs"
        self.note(
            f"{what} lost with {there} of 6 copies",
            f"never fewer than {6 - there} serve, 6 again elsewhere; "
            f"analytics {'waits for its zone' if analytics_waits else 'runs'}",
            f"{seen.lowest} at the fewest, 6 again after {again:.0f} s; analytics {verdict}",
            began,
            there > 0 and seen.lowest >= 6 - there and waits == analytics_waits,
        )

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
            verdict = "admitted"
        except Refused as refused:
            verdict = (
                "refused: violates PodSecurity" if "violates PodSecurity" in str(refused) else str(refused)
            )
        self.note("a pod that would run as root", "refused", verdict, began, verdict.startswith("refused: "))

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
            drill.drained(["node-a1", "node-a2"])
            warehouse = drill.zone_of_the_warehouse()
            others = [node for node in NODES if node not in warehouse]
            drill.lost(
                [next(node for node in others if drill.running_on([node]))], "a node", analytics_waits=False
            )
            drill.lost(warehouse, "the zone of the warehouse's volume", analytics_waits=True)
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
