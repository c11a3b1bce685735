"""Turns at a bounded resource, shared fairly between companies that use it at the same time.

A turn is given at once while there are free ones. Otherwise each company has a queue of its own, and these are
served in turns by start-time fair queueing: a company with twice the weight is served twice as often, and a new one
is next. What a turn costs to take and to end does not depend on how much waits, but for the logarithm of
the number of companies. On a busy process, a company with a long queue pauses after each turn: others then find
the process free more often than an order of turns alone could make it.
"""

import asyncio
import heapq
import math
import time
from asyncio import Future
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from itertools import count as count_up
from typing import Literal, TypeVar

# Of all turns, what one company may hold.
SHARE = 0.6
# Of all turns, what is left to companies that hold none.
SPARE = 0.25
# A company with more than this waiting holds no more than its part of the turns, shared with the companies that
# took one lately. Less is a burst, such as the requests of one page.
BURST = 16
LATELY_SECONDS = 1.0
# Of one core. A company with a long queue pauses when the process uses more than the first, and with the second or
# more it pauses until it has used no more than its part of the time.
PAUSE_FROM, PAUSE_FULLY_FROM = 0.2, 0.4
# A turn that took long, such as one with a slow statement, keeps its company waiting no longer than this.
MAX_PAUSE_SECONDS = 2.0
# The header in which the platform names the weight of a company's plan to the analytics service.
WEIGHT_HEADER = "abano-weight"
MAX_WEIGHT = 100


def is_weight(text: str) -> bool:
    """Whether it is a whole number from 1 to MAX_WEIGHT."""
    return text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MAX_WEIGHT


Reason = Literal["over_share", "waited"]
Part = TypeVar("Part", str, bytes)


class TurnRefused(Exception):
    """There is no turn: too much of the same company waits (``over_share``), or this waited for too long."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class _Owner:
    """A company that holds turns or waits for some. ``waiting``: oldest first, with the size of each.

    ``served``: the virtual time up to which it was served. ``paused_until``: by the clock.
    """

    __slots__ = (
        "entry", "is_paused", "key", "limit", "paused_until", "running", "served", "size", "waiting", "weight",
    )  # fmt: skip

    def __init__(self, key: Hashable, weight: int, limit: int) -> None:
        self.key = key
        self.weight = weight
        self.limit = limit
        self.running = 0
        self.served = 0.0
        self.is_paused = False
        self.paused_until = 0.0
        self.size = 0
        self.waiting: dict[Future[None], int] = {}
        # Its valid entry among the companies that wait and hold no turn; 0 for none.
        self.entry = 0


class Turn:
    """A turn that is held. Ending it again changes nothing."""

    __slots__ = ("_began", "_of", "_owner", "_turns")

    def __init__(self, turns: "FairTurns", owner: _Owner) -> None:
        self._of = turns
        self._turns: FairTurns | None = turns
        self._owner = owner
        self._began = turns._clock()

    def end(self) -> None:
        turns, self._turns = self._turns, None
        if turns is not None:
            turns._pause(self._owner, turns._clock() - self._began)
            turns._end(self._owner)

    async def again(self) -> "Turn":
        """Another one of the same company, for more of the same work: it is waited for, and not refused."""
        self.end()
        return await self._of.take(self._owner.key, is_begun=True)


class FairTurns:
    """``count`` turns for the tasks of one event loop."""

    def __init__(
        self,
        count: int,
        *,
        max_waiting: int,
        wait_seconds: float,
        max_waiting_size: float = math.inf,
        weights: Mapping[Hashable, int] | None = None,
        limits: Mapping[Hashable, int] | None = None,
        processor_use: Callable[[], float] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``max_waiting``, ``max_waiting_size`` and ``limits``, of turns held, are of one company.

        ``weights`` may change; a company that it lacks weighs 1. ``processor_use``: how many cores this process used
        lately; without it, no one pauses.
        """
        self.max_each = max(1, math.ceil(count * SHARE))
        self.wait_seconds = wait_seconds
        # How many wait, of all companies.
        self.waiting = 0
        self._count = count
        self._free = count
        self._spare = int(count * SPARE)
        self._max_waiting = max_waiting
        self._max_waiting_size = max_waiting_size
        self._weights: Mapping[Hashable, int] = {} if weights is None else weights
        self._limits: Mapping[Hashable, int] = {} if limits is None else limits
        self._owners: dict[Hashable, _Owner] = {}
        # The virtual time: up to which the company that got the last turn had been served.
        self._time = 0.0
        # Companies that wait and hold no turn, as a heap by virtual time and age, with entries that are not valid any
        # more; and those that wait and hold some, of which there are as many as turns at most.
        self._new: list[tuple[float, int, _Owner]] = []
        self._entries = count_up(1)
        self._holders: dict[_Owner, None] = {}
        self._active = _Active()
        self._processor_use = processor_use
        self._clock = clock

    def take_now(self, key: Hashable) -> Turn | None:
        """A turn of the company ``key``, to be ended; None if it has to wait for one."""
        owner = self._owner(key)
        if not owner.waiting:
            # What it did not use before is not made up for.
            owner.served = max(self._time, owner.served)
            if self._may_start(owner, self._free):
                self._start(owner)
                return Turn(self, owner)
        self._forget_idle(owner)
        return None

    async def take(self, key: Hashable, *, size: int = 0, is_begun: bool = False) -> Turn:
        """Like ``take_now``, but wait. ``size``: what the caller holds while it waits. Raises TurnRefused, except for
        work that ``is_begun``.
        """
        if (turn := self.take_now(key)) is not None:
            return turn
        owner = self._owner(key)
        is_full = len(owner.waiting) >= self._max_waiting or owner.size + size > self._max_waiting_size
        if is_full and not is_begun:
            self._forget_idle(owner)
            raise TurnRefused("over_share")
        loop = asyncio.get_running_loop()
        future: Future[None] = loop.create_future()
        owner.waiting[future] = size
        owner.size += size
        self.waiting += 1
        self._file(owner)
        timer = None
        if self.wait_seconds < math.inf and not is_begun:
            timer = loop.call_later(self.wait_seconds, self._expire, owner, future)
        try:
            await future
        except asyncio.CancelledError:
            if future.cancelled():
                self._leave(owner, future)
            elif future.exception() is None:
                self._end(owner)
            raise
        finally:
            if timer is not None:
                timer.cancel()
        return Turn(self, owner)

    @asynccontextmanager
    async def turn(self, key: Hashable) -> AsyncIterator[None]:
        """Hold a turn for the block. Raises TurnRefused."""
        turn = await self.take(key)
        try:
            yield
        finally:
            turn.end()

    def _owner(self, key: Hashable) -> _Owner:
        owner = self._owners.get(key)
        if owner is None:
            weight = max(1, self._weights.get(key, 1))
            owner = self._owners[key] = _Owner(key, weight, self._limits.get(key, self.max_each))
            owner.served = self._time
        self._active.note(key, owner.weight, self._clock())
        return owner

    def _may_start(self, owner: _Owner, free: int) -> bool:
        if free <= 0 or owner.is_paused or owner.running >= owner.limit:
            return False
        return not owner.running or (free > self._spare and owner.running < self._share(owner))

    def _share(self, owner: _Owner) -> int:
        """How many turns the company may hold now."""
        if len(owner.waiting) <= BURST or self._active.weight <= owner.weight:
            return self.max_each
        return min(self.max_each, math.ceil(self._count * owner.weight / self._active.weight))

    def _start(self, owner: _Owner) -> None:
        self._time = max(self._time, owner.served)
        owner.served += 1 / owner.weight
        owner.running += 1
        self._free -= 1
        self._file(owner)

    def _end(self, owner: _Owner) -> None:
        owner.running -= 1
        self._free += 1
        self._file(owner)
        self._give()
        self._forget_idle(owner)

    def _give(self) -> None:
        """Give the turns that are free to those that wait."""
        while (following := self._next()) is not None:
            future = next(iter(following.waiting))
            self._start(following)
            self._leave(following, future)
            future.set_result(None)

    def _pause(self, owner: _Owner, used: float) -> None:
        """Let a company with a long queue pause for the ``used`` seconds of a turn, while others want turns."""
        if self._processor_use is None or len(owner.waiting) <= BURST or self._active.weight <= owner.weight:
            return
        part = (self._processor_use() - PAUSE_FROM) / (PAUSE_FULLY_FROM - PAUSE_FROM)
        others = self._active.weight / owner.weight - 1
        pause = used * others * min(1.0, max(0.0, part))
        now = self._clock()
        owner.paused_until = min(max(now, owner.paused_until) + pause, now + MAX_PAUSE_SECONDS)
        if pause and not owner.is_paused:
            owner.is_paused = True
            self._go_on_later(owner)

    def _go_on_later(self, owner: _Owner) -> None:
        seconds = owner.paused_until - self._clock()
        asyncio.get_running_loop().call_later(seconds, self._go_on, owner)

    def _go_on(self, owner: _Owner) -> None:
        if self._clock() < owner.paused_until:
            # Further turns of the same company ended meanwhile.
            self._go_on_later(owner)
            return
        owner.is_paused = False
        self._file(owner)
        self._give()
        self._forget_idle(owner)

    def _next(self) -> _Owner | None:
        """The company whose turn it is."""
        if self._free <= 0 or not self.waiting:
            return None
        while self._new and self._new[0][2].entry != self._new[0][1]:
            heapq.heappop(self._new)
        new = self._new[0][2] if self._new else None
        # The spare turns are in use when those that hold none wait, too: the order is all that counts.
        free = self._free + self._spare if new else self._free
        holders = [owner for owner in self._holders if self._may_start(owner, free)]
        holder = min(holders, key=lambda owner: owner.served, default=None)
        if new is None or holder is None:
            return new or holder
        return holder if holder.served < new.served else new

    def _leave(self, owner: _Owner, future: "Future[None]") -> None:
        owner.size -= owner.waiting.pop(future)
        self.waiting -= 1
        self._file(owner)
        self._forget_idle(owner)

    def _expire(self, owner: _Owner, future: "Future[None]") -> None:
        if not future.done():
            self._leave(owner, future)
            future.set_exception(TurnRefused("waited"))

    def _file(self, owner: _Owner) -> None:
        """Note where the company waits."""
        if not owner.waiting or owner.is_paused:
            owner.entry = 0
            self._holders.pop(owner, None)
        elif owner.running:
            owner.entry = 0
            self._holders[owner] = None
        elif not owner.entry:
            self._holders.pop(owner, None)
            owner.entry = next(self._entries)
            heapq.heappush(self._new, (owner.served, owner.entry, owner))

    def _forget_idle(self, owner: _Owner) -> None:
        if not owner.running and not owner.waiting and not owner.is_paused:
            self._owners.pop(owner.key, None)


class _Active:
    """The weight of all companies that took or wanted a turn lately."""

    __slots__ = ("_before", "_now", "_until", "weight")

    def __init__(self) -> None:
        self.weight = 0
        self._now: dict[Hashable, int] = {}
        self._before: dict[Hashable, int] = {}
        self._until = 0.0

    def note(self, key: Hashable, weight: int, now: float) -> None:
        if now >= self._until:
            is_recent = now < self._until + LATELY_SECONDS
            self._before, self._now = self._now if is_recent else {}, {}
            self._until = now + LATELY_SECONDS
            self.weight = sum(self._before.values())
        if key not in self._now:
            self._now[key] = weight
            if key not in self._before:
                self.weight += weight


_turn: ContextVar[Turn | None] = ContextVar("turn", default=None)


@contextmanager
def holding(turn: Turn) -> Iterator[None]:
    """``end_turn`` ends ``turn`` within the block, whose end ends it, too."""
    token = _turn.set(turn)
    try:
        yield
    finally:
        _turn.reset(token)
        turn.end()


async def in_turns(parts: AsyncIterator[Part]) -> AsyncIterator[Part]:
    """The parts of a long response. Each is made within a turn, which no one holds while the client reads."""
    held = _turn.get()
    while True:
        if held is None:
            part = await anext(parts, None)
        else:
            with holding(await held.again()):
                part = await anext(parts, None)
        if part is None:
            return
        yield part


def end_turn() -> None:
    """Before waiting for another service, whose answer takes as long as it likes: others use the turn."""
    turn = _turn.get()
    if turn is not None:
        turn.end()
