"""Turns are shared fairly: counted by the order of service, never by time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

import pytest

from abano.core.fair_turns import ProcessorUse
from abano_shared.fair_turns import (
    BURST,
    MAX_PAUSE_SECONDS,
    FairTurns,
    Turn,
    TurnRefused,
    end_turn,
    holding,
    in_turns,
)

pytestmark = pytest.mark.anyio


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def make_turns(count: int, *, max_waiting: int = 1000, **others: object) -> FairTurns:
    return FairTurns(count, max_waiting=max_waiting, wait_seconds=60, **others)  # type: ignore[arg-type]


class Crowd:
    """Requests of companies that hold their turns until ``serve`` ends the oldest one."""

    def __init__(self, turns: FairTurns) -> None:
        self.turns = turns
        self.held: list[tuple[str, Turn]] = []
        self.served: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def arrive(self, company: str, count: int = 1) -> None:
        async def one() -> None:
            turn = await self.turns.take(company)
            self.held.append((company, turn))
            self.served.append(company)

        self.tasks += [asyncio.create_task(one()) for _ in range(count)]
        await let_others_run()

    async def serve(self, company: str = "") -> None:
        """End the oldest turn, or the oldest of a company."""
        found = next(one for one in self.held if company in {"", one[0]})
        self.held.remove(found)
        found[1].end()
        await let_others_run()

    def holds(self, company: str) -> int:
        return sum(held == company for held, _ in self.held)


async def let_others_run() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_a_turn_is_given_at_once_while_no_one_waits() -> None:
    turns = make_turns(8)
    held = [turns.take_now(company) for company in ("a", "b", "a", "c")]
    assert all(held)
    assert turns.waiting == 0


async def test_one_company_never_holds_all_turns_and_the_next_one_waits_for_none() -> None:
    crowd = Crowd(make_turns(8))
    await crowd.arrive("noisy", 100)
    assert crowd.holds("noisy") == 5
    await crowd.arrive("calm")
    assert crowd.served[-1] == "calm"


async def test_two_noisy_companies_leave_turns_to_a_third() -> None:
    crowd = Crowd(make_turns(8))
    await crowd.arrive("noisy", 10)
    await crowd.arrive("loud", 10)
    await crowd.arrive("calm")
    await crowd.arrive("quiet")
    assert crowd.served[-2:] == ["calm", "quiet"]


async def test_a_company_behind_a_thousand_requests_of_another_is_served_next() -> None:
    crowd = Crowd(make_turns(1))
    await crowd.arrive("noisy", 1000)
    await crowd.arrive("calm")
    await crowd.serve()
    assert crowd.served == ["noisy", "calm"]


async def test_turns_go_round_by_weight() -> None:
    crowd = Crowd(make_turns(16, weights={"large": 2}))
    for company in ("first", "second", "large"):
        await crowd.arrive(company, 300)
    for _ in range(240):
        await crowd.serve()
    served = Counter(crowd.served[-200:])
    assert served["large"] / served["first"] == pytest.approx(2, rel=0.1)
    assert served["first"] / served["second"] == pytest.approx(1, rel=0.1)


async def test_weights_hold_when_there_are_more_companies_than_turns() -> None:
    crowd = Crowd(make_turns(8, weights={"large": 10}))
    for company in ("large", *map(str, range(50))):
        await crowd.arrive(company, 120)
    for _ in range(700):
        await crowd.serve()
    served = Counter(crowd.served[-600:])
    assert served["large"] == pytest.approx(100, abs=12)
    assert all(served[str(number)] == pytest.approx(10, abs=2) for number in range(50))


async def test_a_company_with_slow_requests_gets_no_more_turns_than_one_with_fast_ones() -> None:
    crowd = Crowd(make_turns(4))
    await crowd.arrive("slow", 50)
    await crowd.arrive("fast", 50)
    for _ in range(30):
        await crowd.serve("fast")
    # The slow one holds what it was given; every turn that ended went to the other.
    assert crowd.served.count("fast") >= 30
    assert crowd.holds("slow") <= 3


async def test_a_long_queue_shrinks_a_companys_turns_to_its_part_among_the_active() -> None:
    clock = Clock()
    crowd = Crowd(make_turns(8, clock=clock))
    for number in range(7):
        await crowd.arrive(f"calm {number}")
        await crowd.serve()
    await crowd.arrive("noisy", 200)
    while crowd.holds("noisy") > 1:
        await crowd.serve("noisy")
    await crowd.serve("noisy")
    assert crowd.holds("noisy") == 1
    # Once the others are gone, it has them all again.
    clock.now += 10
    await crowd.arrive("noisy")
    await crowd.serve("noisy")
    assert crowd.holds("noisy") == 5


async def test_a_burst_keeps_its_turns() -> None:
    crowd = Crowd(make_turns(8))
    for number in range(7):
        await crowd.arrive(f"calm {number}")
        await crowd.serve()
    await crowd.arrive("page", BURST)
    assert crowd.holds("page") == 5


async def busy_crowd(cores: float, waiting: int, *, clock: Clock, others: int = 3) -> Crowd:
    """A company with ``waiting`` requests behind its turns, beside ``others`` that took turns lately."""
    crowd = Crowd(make_turns(8, processor_use=lambda: cores, clock=clock))
    for number in range(others):
        await crowd.arrive(f"calm-{number}")
        await crowd.serve(f"calm-{number}")
    await crowd.arrive("noisy", 2)
    await crowd.arrive("noisy", waiting)
    return crowd


async def test_on_a_busy_process_a_company_with_a_long_queue_pauses_until_it_used_only_its_part() -> None:
    clock = Clock()
    crowd = await busy_crowd(1.0, 3 * BURST, clock=clock)
    held = crowd.holds("noisy")
    clock.now += 0.01
    for _ in range(held):
        await crowd.serve("noisy")
    assert crowd.holds("noisy") == 0
    # It pauses for three times as long as its turns took, since three others want turns, who find them free.
    await crowd.arrive("calm-0")
    assert crowd.served[-1] == "calm-0"
    clock.now += 0.03 * held - 0.001
    await asyncio.sleep(0.001)
    assert crowd.holds("noisy") == 0
    clock.now += 0.002
    await until(lambda: crowd.holds("noisy") > 0)


async def test_a_long_turn_is_followed_by_no_longer_pause_than_the_limit() -> None:
    clock = Clock()
    crowd = await busy_crowd(1.0, 3 * BURST, clock=clock)
    clock.now += 60
    for number in range(3):
        await crowd.arrive(f"calm-{number}")
    while crowd.holds("noisy"):
        await crowd.serve("noisy")
    clock.now += MAX_PAUSE_SECONDS
    await until(lambda: crowd.holds("noisy") > 0)


@pytest.mark.parametrize(
    ("cores", "waiting", "others"),
    [(0.1, 3 * BURST, 3), (1.0, BURST, 3), (1.0, 3 * BURST, 0)],
    ids=["idle process", "burst", "alone"],
)
async def test_without_need_no_company_pauses(cores: float, waiting: int, others: int) -> None:
    clock = Clock()
    crowd = await busy_crowd(cores, waiting, clock=clock, others=others)
    held = crowd.holds("noisy")
    clock.now += 0.01
    await crowd.serve("noisy")
    assert crowd.holds("noisy") >= min(held, 2)


def test_processor_use_follows_what_the_process_used_in_the_last_second() -> None:
    clock, used = Clock(), Clock()
    cores = ProcessorUse(used=used, clock=clock)
    for _ in range(40):
        clock.now += 0.1
        used.now += 0.05
        cores()
    assert cores() == pytest.approx(0.5, abs=0.02)
    clock.now += 10
    assert cores() < 0.01


async def until(holds: Callable[[], bool]) -> None:
    """Timers go by the loop's clock, which cannot be set."""
    for _ in range(10_000):
        if holds():
            return
        await asyncio.sleep(0.001)
    raise AssertionError


async def test_too_many_of_one_company_are_refused_and_no_others() -> None:
    crowd = Crowd(make_turns(1, max_waiting=3))
    await crowd.arrive("noisy", 4)
    with pytest.raises(TurnRefused) as refused:
        await crowd.turns.take("noisy")
    assert refused.value.reason == "over_share"
    await crowd.arrive("calm", 3)
    assert crowd.turns.waiting == 6


async def test_too_much_of_one_company_is_refused() -> None:
    turns = make_turns(1, max_waiting_size=100)
    held = await turns.take("noisy")
    waiting = asyncio.create_task(turns.take("noisy", size=80))
    await let_others_run()
    with pytest.raises(TurnRefused):
        await turns.take("noisy", size=30)
    held.end()
    (await waiting).end()
    # Nothing waits any more.
    (await turns.take("noisy", size=99)).end()


async def test_a_request_that_waited_too_long_is_refused_and_its_place_is_free() -> None:
    turns = make_turns(1)
    held = await turns.take("noisy")
    turns.wait_seconds = 0.01
    with pytest.raises(TurnRefused) as refused:
        await turns.take("noisy")
    assert (refused.value.reason, turns.waiting) == ("waited", 0)
    held.end()
    assert turns.take_now("other")


async def test_a_cancelled_request_leaves_its_place_before_and_after_it_got_a_turn() -> None:
    turns = make_turns(1)
    held = await turns.take("a")
    before, after = asyncio.create_task(turns.take("b")), asyncio.create_task(turns.take("c"))
    await let_others_run()
    before.cancel()
    await let_others_run()
    assert turns.waiting == 1
    held.end()
    # It was handed the turn and did not run since.
    after.cancel()
    await asyncio.gather(before, after, return_exceptions=True)
    assert turns.take_now("d")


async def test_a_turn_ends_once() -> None:
    turns = make_turns(1)
    turn = await turns.take("a")
    turn.end()
    turn.end()
    assert turns.take_now("a")
    assert turns.take_now("b") is None


async def test_a_task_ends_its_turn_before_it_waits_for_something_else() -> None:
    turns = make_turns(1)
    with holding(await turns.take("a")):
        assert turns.take_now("b") is None
        end_turn()
        other = turns.take_now("b")
        assert other
    # The end of the block does not end the turn of another.
    assert turns.take_now("c") is None
    end_turn()


async def following_of(parts: AsyncIterator[str]) -> str:
    return await anext(parts)


async def test_each_part_of_a_long_response_takes_a_turn_and_none_is_held_while_it_is_read() -> None:
    turns = make_turns(1, max_waiting=1)

    async def parts() -> AsyncIterator[str]:
        for part in ("one", "two"):
            assert turns.take_now("calm") is None
            yield part

    with holding(await turns.take("noisy")):
        long = in_turns(parts())
        assert await anext(long) == "one"
        # While the client reads it, others work; its next part waits for them, and is refused by no limit.
        calm = turns.take_now("calm")
        waiting = asyncio.create_task(turns.take("noisy"))
        await let_others_run()
        following = asyncio.create_task(following_of(long))
        await let_others_run()
        assert calm is not None
        assert not following.done()
        calm.end()
        (await waiting).end()
        assert await following == "two"
        assert [part async for part in long] == []
    assert turns.take_now("calm")


async def test_a_limited_company_holds_no_more_than_its_limit() -> None:
    crowd = Crowd(make_turns(8, limits={"unknown": 2}))
    await crowd.arrive("unknown", 10)
    assert crowd.holds("unknown") == 2
    await crowd.serve()
    assert crowd.holds("unknown") == 2


async def test_the_same_order_however_many_companies_wait() -> None:
    """Every one is served before any is served again, but for the turns that were free at first."""
    crowd = Crowd(make_turns(8))
    names = [str(number) for number in range(300)]
    for name in names:
        await crowd.arrive(name, 2)
    for _ in range(300):
        await crowd.serve()
    assert set(crowd.served[:308]) == set(names)
    for task in crowd.tasks:
        task.cancel()
