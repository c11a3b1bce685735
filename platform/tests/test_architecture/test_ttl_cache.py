"""The cache of settings: one load for many waiters, and an entry for some seconds only."""

import asyncio
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.core.errors import DatabaseUnavailable
from abano.core.ttl_cache import TtlCache

pytestmark = pytest.mark.anyio


class Broken(Exception):
    """The source does not answer."""


@dataclass
class Source:
    """What is cached. A load waits for ``gate`` and then fails if the source ``is_broken``."""

    value: int = 0
    loads: int = 0
    is_broken: bool = False
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def load(self) -> int:
        self.loads += 1
        value = self.value
        await self.gate.wait()
        if self.is_broken:
            raise Broken
        return value


@dataclass
class Watch:
    seconds: float = 1000.0


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: watch.seconds)
    return watch


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def cache() -> TtlCache[str, int]:
    return TtlCache(seconds=5, max_entries=3)


async def waiting(cache: TtlCache[str, int], source: Source, count: int) -> list[asyncio.Task[int]]:
    """Callers that have all come to wait."""
    tasks = [asyncio.create_task(cache.get("key", source.load)) for _ in range(count)]
    await asyncio.sleep(0.01)
    return tasks


async def test_many_waiters_share_one_load(cache: TtlCache[str, int], source: Source) -> None:
    tasks = await waiting(cache, source, 100)
    source.gate.set()
    assert await asyncio.gather(*tasks) == [0] * 100
    assert await cache.get("key", source.load) == 0
    assert source.loads == 1


async def test_failed_load_fails_its_waiters_and_is_not_kept(
    cache: TtlCache[str, int], source: Source
) -> None:
    source.is_broken = True
    tasks = await waiting(cache, source, 10)
    source.gate.set()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers] == [Broken] * 10
    source.is_broken = False
    assert await cache.get("key", source.load) == 0
    assert source.loads == 2


@pytest.mark.parametrize("who", [0, 1, 2], ids=["first", "second", "last"])
async def test_cancelled_waiter_leaves_the_load_to_the_others(
    cache: TtlCache[str, int], source: Source, who: int
) -> None:
    tasks = await waiting(cache, source, 3)
    tasks.pop(who).cancel()
    await asyncio.sleep(0)
    source.gate.set()
    assert await asyncio.gather(*tasks) == [0, 0]
    assert source.loads == 1


async def test_failed_load_that_no_one_waits_for_any_more_is_quiet(
    cache: TtlCache[str, int], source: Source
) -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: complaints.append(context))
    source.is_broken = True
    for task in await waiting(cache, source, 2):
        task.cancel()
    source.gate.set()
    await asyncio.sleep(0.01)
    assert not complaints


async def test_entry_lives_for_its_seconds(cache: TtlCache[str, int], source: Source, watch: Watch) -> None:
    source.gate.set()
    assert await cache.get("key", source.load) == 0
    source.value = 1
    watch.seconds += 4.9
    assert await cache.get("key", source.load) == 0
    watch.seconds += 0.1
    assert await cache.get("key", source.load) == 1


async def test_value_that_is_asked_for_is_loaded_again_before_it_is_too_old(
    cache: TtlCache[str, int], source: Source, watch: Watch
) -> None:
    source.gate.set()
    assert await cache.get("key", source.load) == 0
    source.value = 1
    source.gate.clear()
    watch.seconds += 4
    # No one waits, and there is one load.
    assert [await cache.get("key", source.load) for _ in range(3)] == [0, 0, 0]
    await asyncio.sleep(0)
    assert source.loads == 2
    source.gate.set()
    await asyncio.sleep(0.01)
    watch.seconds += 1
    assert await cache.get("key", source.load) == 1
    assert source.loads == 2


async def test_failed_load_ahead_of_time_leaves_the_value_until_it_is_too_old(
    cache: TtlCache[str, int], source: Source, watch: Watch
) -> None:
    source.gate.set()
    await cache.get("key", source.load)
    source.is_broken = True
    watch.seconds += 4
    assert await cache.get("key", source.load) == 0
    await asyncio.sleep(0.01)
    assert await cache.get("key", source.load) == 0
    watch.seconds += 1
    with pytest.raises(Broken):
        await cache.get("key", source.load)


async def test_younger_value_is_loaded_where_it_is_asked_for(
    cache: TtlCache[str, int], source: Source, watch: Watch
) -> None:
    source.gate.set()
    await cache.get("key", source.load)
    source.value = 1
    watch.seconds += 0.5
    assert await cache.get("key", source.load, max_age=1) == 0
    watch.seconds += 0.5
    assert await cache.get("key", source.load, max_age=1) == 1


async def test_value_older_than_a_clearing_is_not_kept(cache: TtlCache[str, int], source: Source) -> None:
    (waiter,) = await waiting(cache, source, 1)
    source.value = 1
    cache.clear()
    (later,) = await waiting(cache, source, 1)
    source.gate.set()
    assert (await waiter, await later) == (0, 1)
    assert await cache.get("key", source.load) == 1


async def test_least_recently_used_entry_makes_room(cache: TtlCache[str, int], source: Source) -> None:
    source.gate.set()
    for key in ("a", "b", "c", "a", "d"):
        await cache.get(key, source.load)
    loads = source.loads
    await cache.get("a", source.load)
    assert source.loads == loads
    await cache.get("b", source.load)
    assert source.loads == loads + 1


class Away:
    """A database that may be away, or answer nothing."""

    def __init__(self) -> None:
        self.value, self.is_away, self.gate = 1, False, asyncio.Event()
        self.gate.set()

    async def load(self) -> int:
        await self.gate.wait()
        if self.is_away:
            raise DatabaseUnavailable
        return self.value


async def test_value_is_stale_only_while_the_database_is_away(watch: Watch) -> None:
    cache: TtlCache[str, int] = TtlCache(seconds=5, stale_seconds=60)
    away = Away()
    assert await cache.get("a", away.load) == 1
    away.is_away, away.value = True, 2
    watch.seconds += 30
    assert await cache.get("a", away.load) == 1
    with pytest.raises(DatabaseUnavailable):
        await cache.get("b", away.load)
    with pytest.raises(DatabaseUnavailable):
        await cache.get("a", away.load, max_age=1)
    away.is_away = False
    assert await cache.get("a", away.load) == 2
    away.is_away = True
    watch.seconds += 61
    with pytest.raises(DatabaseUnavailable):
        await cache.get("a", away.load)


async def test_stale_value_is_not_waited_for_again(watch: Watch) -> None:
    cache: TtlCache[str, int] = TtlCache(seconds=5, stale_seconds=60)
    away = Away()
    await cache.get("a", away.load)
    away.is_away = True
    watch.seconds += 10
    assert await cache.get("a", away.load) == 1
    # A frozen database: no load ends, and callers are answered all the same.
    away.gate.clear()
    async with asyncio.timeout(5):
        assert [await cache.get("a", away.load) for _ in range(2)] == [1, 1]
    cache.clear()
    away.gate.set()
    with pytest.raises(DatabaseUnavailable):
        await cache.get("a", away.load)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("get"), st.sampled_from("ab")),
        st.tuples(st.just("change"), st.sampled_from("ab")),
        st.tuples(st.just("pass"), st.sampled_from(["1.5", "4", "5"])),
        st.tuples(st.just("clear"), st.just("")),
    ),
    max_size=40,
)


@given(STEPS)
def test_answer_is_never_older_than_its_seconds_nor_than_a_clearing(steps: list[tuple[str, str]]) -> None:
    asyncio.run(compare_with_history(steps))


async def compare_with_history(steps: list[tuple[str, str]]) -> None:
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("abano.core.ttl_cache.now", lambda: watch.seconds)
        cache: TtlCache[str, int] = TtlCache(seconds=5)
        history: dict[str, list[float]] = {"a": [watch.seconds], "b": [watch.seconds]}
        cleared_at = watch.seconds
        for step, detail in steps:
            if step == "get":

                async def load(times: list[float] = history[detail]) -> int:
                    return len(times)

                number = await cache.get(detail, load)
                oldest = max(watch.seconds - 5, cleared_at)
                # Every change up to the oldest permitted moment is in the answer.
                assert number >= sum(moment < oldest for moment in history[detail])
                assert number <= len(history[detail])
            elif step == "change":
                history[detail].append(watch.seconds)
            elif step == "pass":
                watch.seconds += float(detail)
            else:
                cache.clear()
                cleared_at = watch.seconds
