"""Expensive work with bounded concurrency and a bounded queue, in threads or in processes with hard limits.

Untrusted files can make a parser or renderer take any amount of resources. They are processed in a separate
process that the kernel ends when it exceeds its CPU time or memory, at a lower priority than the server.
"""

import asyncio
import contextlib
import logging
import math
import os
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import AsyncExitStack
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar, TypeVarTuple

import anyio
import anyio.to_process
import anyio.to_thread

from abano.core.errors import AbanoError
from abano_shared.fair_turns import FairTurns, end_turn

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
Parameters = ParamSpec("Parameters")
RETRY_SECONDS = 5
MEGABYTE = 1024 * 1024
NICENESS = 10
# For a process that hangs without working. One that works has used up its processor time long before.
MAX_WALL_SECONDS = 600

_connections: ContextVar[int] = ContextVar("connections", default=0)


class TooBusy(AbanoError):
    """We are very busy right now. Nothing was changed; please try again in a few seconds."""

    status = 503

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_SECONDS)


class LimitExceeded(Exception):
    """The work took more processor time or memory than it may, or ended its process in another way."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one call in a process: seconds of processor time, and megabytes of address space, Python's own included."""

    cpu_seconds: int
    memory_mb: int


class BoundedWork:
    """Runs at most ``at_once`` calls while at most ``waiting`` more wait. Further calls are rejected.

    Calls run in threads, or in processes if ``limits`` are set. With ``within``, a call also takes one of
    that instance's slots: both together never exceed its limit, and its own callers wait for at most
    ``at_once`` calls of this instance. ``max_each``: the maximum number of concurrent calls of one owner (a
    company).
    """

    def __init__(
        self,
        *,
        at_once: int,
        waiting: int,
        within: "BoundedWork | None" = None,
        limits: Limits | None = None,
        max_each: int | None = None,
    ) -> None:
        self._max_pending = at_once + waiting
        # Companies' calls are served in turns, whatever the order in which they came.
        self._turns = FairTurns(at_once, max_waiting=self._max_pending, wait_seconds=math.inf)
        self._max_each = max_each or self._max_pending
        self._pending = 0
        self._by_owner: Counter[Hashable] = Counter()
        self._within = within
        self._limits = limits

    async def run(
        self, work: Callable[[*Arguments], Result], *arguments: *Arguments, owner: Hashable = None
    ) -> Result:
        """Run ``work`` and return its result.

        Raises TooBusy before starting, and LimitExceeded.
        """
        if holds_connection():
            report_misplaced(f"{work} waits for a slot while a pooled connection is held")
        if self._pending >= self._max_pending or self._by_owner[owner] >= self._max_each:
            raise TooBusy
        # It has a queue of its own.
        end_turn()
        self._pending += 1
        if owner is not None:
            self._by_owner[owner] += 1
        try:
            async with AsyncExitStack() as held:
                await held.enter_async_context(self._turns.turn(owner))
                if self._limits is not None:
                    return await _run_in_process(self._limits, work, *arguments)
                if self._within is not None:
                    await held.enter_async_context(self._within._turns.turn(self))
                limiter = anyio.CapacityLimiter(1)
                return await anyio.to_thread.run_sync(work, *arguments, limiter=limiter)
        finally:
            self._pending -= 1
            if owner is not None:
                self._by_owner -= Counter({owner: 1})


async def _run_in_process(
    limits: Limits, work: Callable[[*Arguments], Result], *arguments: *Arguments
) -> Result:
    # In threads, as there may be many objects.
    payload = await asyncio.to_thread(pickle.dumps, (work, arguments), pickle.HIGHEST_PROTOCOL)
    try:
        with anyio.fail_after(MAX_WALL_SECONDS):
            returned = await anyio.to_process.run_sync(
                _run_limited, limits, payload, cancellable=True, limiter=anyio.CapacityLimiter(1)
            )
    except (anyio.BrokenWorkerProcess, MemoryError, TimeoutError) as error:
        raise LimitExceeded from error
    result: Result = await asyncio.to_thread(pickle.loads, returned)
    return result


def _run_limited(limits: Limits, payload: bytes) -> bytes:
    """In the process: what is imported for the work is imported under its limits."""
    _set_limits(limits)
    work, arguments = pickle.loads(payload)  # noqa: S301 - of this product, through its own pipe
    return pickle.dumps(work(*arguments), pickle.HIGHEST_PROTOCOL)


def _set_limits(limits: Limits) -> None:
    if "resource" not in sys.modules:
        _lower_priority()
    # Not on every system: only where a process is to be limited.
    import resource  # noqa: PLC0415

    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(used.ru_utime + used.ru_stime) + limits.cpu_seconds
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # macOS has the constant and refuses the call.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory_mb * MEGABYTE, resource.RLIM_INFINITY))


def _lower_priority() -> None:
    """Run once per process: lowers its priority, and makes it the first to be killed when memory is short."""
    os.nice(NICENESS)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    # Threads of libvips each take address space.
    os.environ["VIPS_CONCURRENCY"] = "1"
    # Warnings of C libraries would fill the pipe that no one reads.
    with Path(os.devnull).open("w", encoding="ascii") as nowhere:
        os.dup2(nowhere.fileno(), 2)


@contextlib.contextmanager
def holding_connection() -> Iterator[None]:
    """For code that takes a connection out of a pool."""
    _connections.set(_connections.get() + 1)
    try:
        yield
    finally:
        _connections.set(_connections.get() - 1)


@contextlib.contextmanager
def alone_with_database() -> Iterator[None]:
    """For commands of an operator: no one else waits for their connections."""
    held = _connections.get()
    _connections.set(0)
    try:
        yield
    finally:
        _connections.set(held)


def holds_connection() -> bool:
    """Whether the caller's task holds a connection of a pool."""
    return _connections.get() > 0


def expensive(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """For functions that take processor time: reports calls on the event loop or while a connection is held."""

    @wraps(function)
    def checked(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        if asyncio._get_running_loop() is not None:
            report_misplaced(f"{function.__qualname__} runs on the event loop")
        elif holds_connection():
            report_misplaced(f"{function.__qualname__} runs while a pooled connection is held")
        return function(*arguments, **named)

    return checked


def report_misplaced(what: str) -> None:
    """In tests this raises."""
    log.error("expensive work is misplaced", extra={"work": what}, stack_info=True)
