"""What happens to the primary, or to a standby. Each is a block; at its end the cause is removed, not its effect."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from loadtests.failover import network
from loadtests.failover.cluster import Cluster

Cause = Callable[[Cluster], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class Fault:
    """``seconds``: how long it lasts. ``changes_primary``: the cluster must have another one at its end.

    ``goal``: seconds within which bookings are taken again. A primary that says nothing is replaced when its lease
    has run out, and Patroni takes no lease below twenty seconds.
    """

    name: str
    cause: Cause
    seconds: float
    changes_primary: bool = True
    goal: float = 10.0


@asynccontextmanager
async def primary_killed(cluster: Cluster) -> AsyncIterator[None]:
    cluster.postmaster(_leader(cluster)).kill()
    yield


@asynccontextmanager
async def node_killed(cluster: Cluster) -> AsyncIterator[None]:
    """Postgres and Patroni, as when a machine loses its power; both start again at the end."""
    node = _leader(cluster)
    cluster.signal(node, signal.SIGKILL)
    yield
    cluster.restart(node)


@asynccontextmanager
async def primary_cut_off(cluster: Cluster) -> AsyncIterator[None]:
    node = _leader(cluster)
    network.cut(node)
    yield
    network.mend(node)


@asynccontextmanager
async def primary_frozen(cluster: Cluster) -> AsyncIterator[None]:
    """All processes of the node exist, but none does anything; the kernel still accepts connections."""
    node = _leader(cluster)
    cluster.signal(node, signal.SIGSTOP)
    yield
    cluster.signal(node, signal.SIGCONT)


@asynccontextmanager
async def disk_full(cluster: Cluster) -> AsyncIterator[None]:
    ballast = await asyncio.to_thread(cluster.fill_disk, _leader(cluster))
    yield
    ballast.unlink()


@asynccontextmanager
async def switched_over(cluster: Cluster) -> AsyncIterator[None]:
    await asyncio.to_thread(cluster.switch_over)
    yield


@asynccontextmanager
async def standby_lags(cluster: Cluster) -> AsyncIterator[None]:
    """One standby receives nothing any more: the other one confirms commits."""
    receiver = cluster.receiver(cluster.standbys()[0])
    receiver.suspend()
    yield
    with contextlib.suppress(Exception):
        receiver.resume()


@asynccontextmanager
async def standby_lags_and_primary_killed(cluster: Cluster) -> AsyncIterator[None]:
    """The one that lags must not become the primary: it lacks what was acknowledged."""
    async with standby_lags(cluster):
        await asyncio.sleep(5)
        async with primary_killed(cluster):
            yield


@asynccontextmanager
async def replay_paused_and_primary_killed(cluster: Cluster) -> AsyncIterator[None]:
    """Both standbys have the log on disk, but not in their tables: the new primary replays it first."""
    for node in cluster.standbys():
        await asyncio.to_thread(cluster.pause_replay, node)
    await asyncio.sleep(5)
    async with primary_killed(cluster):
        yield


def _leader(cluster: Cluster) -> str:
    leader = cluster.leader()
    assert leader is not None, "there is no primary"
    return leader


FAULTS = (
    Fault("kill -9 of the primary's Postgres", primary_killed, 15),
    Fault("kill -9 of Postgres and Patroni", node_killed, 35, goal=25),
    Fault("network of the primary cut", primary_cut_off, 40, goal=25),
    Fault("primary frozen (SIGSTOP)", primary_frozen, 40, goal=25),
    Fault("disk of the primary full", disk_full, 40),
    Fault("planned switchover", switched_over, 12),
    Fault("one standby lags", standby_lags, 12, changes_primary=False, goal=2),
    Fault("one standby lags, then kill -9", standby_lags_and_primary_killed, 15),
    Fault("replay paused, then kill -9", replay_paused_and_primary_killed, 15),
)
