"""Expensive work is bounded in number, processor time and memory, and never where others wait for it."""

import asyncio
import contextlib
import time
from collections.abc import Callable

import anyio
import pytest

from abano.core import expensive_work
from abano.core.errors import InvalidInput, Message
from abano.core.expensive_work import (
    BoundedWork,
    LimitExceeded,
    Limits,
    TooBusy,
    expensive,
    holding_connection,
)

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("limited_processes")]
SMALL = Limits(cpu_seconds=2, memory_mb=200)
REFUSED = Message("test_refused", "Refused at {place}", for_operators=True)


def spin(*_: object) -> None:
    while True:
        pass


def fill(megabytes: int) -> int:
    return len(bytearray(megabytes * 1024 * 1024))


def refuse(place: str) -> None:
    raise InvalidInput.of("content", REFUSED(place=place))


def die(_: str) -> None:
    import os  # noqa: PLC0415

    os.abort()


@expensive
def work() -> str:
    return "done"


async def test_work_that_takes_too_much_time_or_memory_ends_and_the_next_is_done() -> None:
    bounded = BoundedWork(at_once=1, waiting=1, limits=SMALL)
    calls: tuple[tuple[Callable[..., object], object], ...] = ((spin, 0), (fill, 500), (die, ""))
    for endless, argument in calls:
        with pytest.raises(LimitExceeded):
            await bounded.run(endless, argument)
        assert await bounded.run(fill, 1) == 1024 * 1024


async def test_each_call_has_its_own_time() -> None:
    bounded = BoundedWork(at_once=1, waiting=1, limits=Limits(cpu_seconds=1, memory_mb=300))
    for _ in range(4):
        await bounded.run(_take, 0.6)


def _take(seconds: float) -> None:
    ends = time.process_time() + seconds
    while time.process_time() < ends:
        pass


async def test_an_error_comes_back_from_the_process_as_it_was_raised() -> None:
    bounded = BoundedWork(at_once=1, waiting=1, limits=SMALL)
    with pytest.raises(InvalidInput) as refused:
        await bounded.run(refuse, "line 3")
    assert refused.value.fields[0].sentence.params == {"place": "line 3"}
    assert refused.value.message == "Refused at line 3"


async def test_one_owner_does_not_take_the_whole_queue() -> None:
    bounded, gate = BoundedWork(at_once=1, waiting=9, max_each=2), asyncio.Event()

    def hold() -> None:
        anyio.from_thread.run(gate.wait)

    async with anyio.create_task_group() as group:
        for _ in range(2):
            group.start_soon(_quietly, bounded, hold)
        await anyio.wait_all_tasks_blocked()
        with pytest.raises(TooBusy):
            await bounded.run(work, owner="loud")
        gate.set()
        assert await bounded.run(work, owner="other") == "done"
    assert await bounded.run(work, owner="loud") == "done"


async def test_a_company_behind_the_queue_of_another_is_next() -> None:
    bounded, gate = BoundedWork(at_once=1, waiting=20), asyncio.Event()
    done: list[str] = []

    async def call(owner: str) -> None:
        await bounded.run(anyio.from_thread.run, gate.wait, owner=owner)
        done.append(owner)

    async with anyio.create_task_group() as group:
        for owner in [*["noisy"] * 10, "calm"]:
            group.start_soon(call, owner)
            await anyio.wait_all_tasks_blocked()
        gate.set()
    assert done == ["noisy", "calm", *["noisy"] * 9]


async def _quietly(bounded: BoundedWork, hold: Callable[[], None]) -> None:
    with contextlib.suppress(TooBusy):
        await bounded.run(hold, owner="loud")


async def test_misplaced_work_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(expensive_work, "report_misplaced", found.append)
    bounded = BoundedWork(at_once=1, waiting=1)
    await bounded.run(work)
    assert found == []
    work()
    with holding_connection():
        await asyncio.to_thread(work)
        await bounded.run(str)
    assert [each.split()[-1] for each in found] == ["loop", "held", "held"]
    await bounded.run(work)
    assert len(found) == 3
