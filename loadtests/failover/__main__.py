"""Break the primary of a Postgres cluster under Patroni in several ways, while people book and answer a quiz.

    python -m loadtests.failover [--only NAME] [--minutes 25]

Needs root, etcd, iproute2 and util-linux (Debian: apt-get install etcd-server iproute2 curl), installs Patroni into
build/failover, and runs in namespaces of its own without a way out, which end with it. Exits with 1 when something
acknowledged is lost or doubled, figures differ, or bookings are not taken again in time.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from loadtests.failover import network
from loadtests.failover.causes import FAULTS, Fault
from loadtests.failover.cluster import Cluster
from loadtests.failover.crowd import ProbedCrowd, count_within, longest_gap
from loadtests.failover.product import ReplicatedProduct
from loadtests.failover.tools import install_patroni
from loadtests.faults.__main__ import last_messages
from loadtests.faults.compare import differences, read, warehouse_differs
from loadtests.faults.crowd import Answers, sign_in

WARM_UP = 4.0
PAUSE_SECONDS = 90.0
WAREHOUSE_PATIENCE = 60.0


@dataclass(slots=True)
class Outcome:
    """``gap``: the longest time without a booking. ``pages`` and ``unserved`` were asked for within it.

    ``exact``: seconds until figures were equal with Postgres, once the visitors paused and all nodes were back.
    """

    fault: str
    answers: Answers
    gap: float = 0.0
    pages: int = 0
    unserved: int = 0
    exact: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        totals = self.answers
        verdict = "none" if not self.wrong else f"WRONG: {'; '.join(self.wrong)[:600]}"
        return (
            f"{self.fault:<34} {self.gap:7.1f} s {totals.acknowledged:6} {totals.refused:7} {totals.unanswered:5}"
            f" {self.pages:6} {self.unserved:6} {self.exact:6.1f} s  {verdict}"
        )


HEADING = (
    f"{'fault':<34} {'no booking':>9} {'stored':>6} {'refused':>7} {'none':>5} {'pages':>6} {'failed':>6}"
    f" {'exact':>8}  lost or different"
)


async def run(faults: list[Fault], folder: Path) -> int:
    cluster = Cluster(folder / "cluster")
    for part in ("cluster", "product"):
        (folder / part).mkdir()
    product = ReplicatedProduct(folder / "product", cluster)
    outcomes: list[Outcome] = []
    try:
        with _step("three nodes under Patroni"):
            await asyncio.to_thread(cluster.start)
        with _step("the product"):
            await product.start()
        crowd = ProbedCrowd(product, await product.register_affiliate())
        await crowd.start()
        print(f"\n{HEADING}", flush=True)
        for fault in faults:
            outcomes.append(await _suffer(cluster, product, crowd, fault))
            print(outcomes[-1].line(), flush=True)
        await crowd.stop()
        last = await last_messages(product)
        print(f"\n{last}")
        totals = crowd.acknowledged
        print(
            f"Acknowledged and compared: {len(totals.bookings)} bookings,"
            f" {len(totals.started)} quiz sessions, {len(totals.answers)} answers."
        )
    finally:
        await product.stop()
        await asyncio.to_thread(cluster.stop)
    return 1 if any(each.wrong for each in outcomes) or "WRONG" in last else 0


async def _suffer(cluster: Cluster, product: ReplicatedProduct, crowd: ProbedCrowd, fault: Fault) -> Outcome:
    await asyncio.to_thread(cluster.wait_until_whole)
    crowd.go_on()
    await asyncio.sleep(WARM_UP)
    crowd.answers = Answers()
    outcome = Outcome(fault.name, crowd.answers)
    before, began = cluster.leader(), time.monotonic()
    async with fault.cause(cluster):
        await asyncio.sleep(fault.seconds)
        after = await asyncio.to_thread(cluster.leader)
    gap = longest_gap(crowd.moments.booked, began, time.monotonic())
    outcome.gap = gap[1] - gap[0]
    outcome.pages = count_within(crowd.moments.served, gap)
    outcome.unserved = count_within(crowd.moments.unserved, gap)
    if outcome.gap > fault.goal:
        outcome.wrong.append(f"bookings taken again after {outcome.gap:.1f} s, not {fault.goal:.0f} s")
    if (before != after) != fault.changes_primary:
        outcome.wrong.append(f"primary {before} before, {after} after")
    outcome.wrong += [f"{what} ({count} times)" for what, count in crowd.answers.wrong.items()]
    await asyncio.wait_for(crowd.pause(), PAUSE_SECONDS)
    # A primary that was frozen takes connections for a moment when it goes on, until Patroni ends it.
    await asyncio.to_thread(cluster.wait_until_whole)
    paused = time.monotonic()
    stored = await asyncio.to_thread(read, product)
    async with product.client() as client:
        await sign_in(client)
        if late := await warehouse_differs(client, stored, patience=WAREHOUSE_PATIENCE):
            outcome.wrong.append(late)
    outcome.exact = time.monotonic() - paused
    outcome.wrong += differences(crowd.acknowledged, stored)
    return outcome


@contextmanager
def _step(title: str) -> Iterator[None]:
    print(f"  {title} … ", end="", flush=True)
    started = time.monotonic()
    yield
    print(f"{time.monotonic() - started:.1f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", default="", help="faults whose name contains one of these, with commas between"
    )
    parser.add_argument("--minutes", type=float, default=25.0, help="after which everything is ended")
    given = parser.parse_args()
    wanted = given.only.split(",")
    chosen = [fault for fault in FAULTS if any(part in fault.name for part in wanted)]
    if not chosen:
        parser.error(f"no fault is named {given.only!r}")
    if network.INSIDE not in os.environ:
        try:
            network.check_machine()
        except network.NotPossibleHere as reason:
            print(f"The failover drill cannot run here. {reason}", file=sys.stderr)
            return 2
        install_patroni()
        with tempfile.TemporaryDirectory(prefix="abano-failover-") as folder:
            return network.run_inside(folder, given.minutes * 60)
    network.lay_cables()
    return asyncio.run(run(chosen, Path(os.environ[network.INSIDE])))


if __name__ == "__main__":
    sys.exit(main())
