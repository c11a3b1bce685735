"""Rejected new passwords; a flood of sign-ins does not block visitors."""

import asyncio
import threading
import time
from collections.abc import Callable

import httpx
import pytest

from abano.accounts.access import passwords
from abano.accounts.access.passwords import (
    AFFILIATES,
    AT_ONCE,
    check_new_password,
    hash_password,
    is_easily_guessed,
    password_matches,
)
from abano.core.errors import InvalidInput

pytestmark = pytest.mark.anyio
ABOUT = ("tamar@georgia-4x4.example", "Tamar Abashidze")


@pytest.mark.parametrize(
    "password",
    ["password", "Password123", "qwertyuiop", "12345678", "abano123", "georgia1", "Tamar1990", "r" * 190],
)
async def test_what_is_common_or_made_of_the_person_is_refused(password: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        await check_new_password(password, "newPassword", *ABOUT)
    assert [field.field for field in refused.value.fields] == ["newPassword"]


@pytest.mark.parametrize(
    "password",
    ["correct horse battery", "xkq9v2mw", "სამი მთა და ზღვა", "only small letters and spaces " * 6],
)
async def test_any_composition_and_length_is_taken(password: str) -> None:
    await check_new_password(password, "newPassword", *ABOUT)


async def test_a_password_is_checked_whole_and_as_it_came() -> None:
    password = " " + "Ab3 " * 49 + "ü\n "
    assert len(password) == 200
    stored = await hash_password(password)
    assert await password_matches(stored, password)
    for other in (
        password[:-1],
        password[:72],
        password.strip(),
        password.lower(),
        password.replace("ü", "u"),
    ):
        assert not await password_matches(stored, other), other


class CountingHasher:
    """Takes a moment per hash, and records how many ran concurrently."""

    def __init__(self) -> None:
        self.now = 0
        self.most = 0
        self._lock = threading.Lock()
        self._both = threading.Barrier(AT_ONCE)

    def hash(self, password: str) -> str:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        # None ends before this many have started, so that they overlap.
        self._both.wait(240)
        with self._lock:
            self.now -= 1
        return password

    def verify(self, stored: str, password: str) -> None:
        self.hash(stored + password)


async def test_only_some_passwords_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = CountingHasher()
    monkeypatch.setattr(passwords, "_hasher", hasher)
    checks = [password_matches("stored", "given") for _ in range(AT_ONCE * 2)]
    await asyncio.gather(*(hash_password("new") for _ in range(AT_ONCE * 2)), *checks)
    assert hasher.most == AT_ONCE


class Gate:
    """Hashes that end when the test allows it; records the started ones."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.open = threading.Event()

    def hash(self, password: str) -> str:
        self.started.append(password)
        assert self.open.wait(60)
        return password


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - threads note it, who know no event of this loop
        await asyncio.sleep(0.01)


async def test_a_flood_of_affiliates_leaves_a_turn_for_the_consoles_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Gate()
    monkeypatch.setattr(passwords, "_hasher", gate)
    flood = [asyncio.create_task(hash_password("affiliate", AFFILIATES)) for _ in range(12)]
    await until(lambda: gate.started == ["affiliate"])
    admin = asyncio.create_task(hash_password("admin"))
    # While none of the flood has ended.
    await until(lambda: "admin" in gate.started)
    assert gate.started == ["affiliate", "admin"]
    gate.open.set()
    assert await admin == "admin"
    assert set(await asyncio.gather(*flood)) == {"affiliate"}


async def test_a_full_queue_answers_retry_later_and_drains(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    monkeypatch.setattr(passwords, "_hasher", gate)
    waiting = [asyncio.create_task(hash_password("affiliate", AFFILIATES)) for _ in range(17)]
    await until(lambda: gate.started == ["affiliate"])
    form = {"name": "One Too Many", "password": "a long password", "paypalEmail": "late@example.com"}
    refused = await client.post("/api/referrers/register", json=form | {"email": "late@example.com"})
    assert (refused.status_code, refused.json()["error"]) == (503, "TooBusy")
    assert int(refused.headers["retry-after"]) > 0
    gate.open.set()
    await asyncio.gather(*waiting)
    taken = await client.post("/api/referrers/register", json=form | {"email": "late@example.com"})
    assert taken.status_code == 201, taken.text


@pytest.mark.parametrize(
    "password",
    [
        "4@8({[<369$51!|70+%2" * 2,
        "".join(sorted("4@8({[<369$51!|70+%2" * 2)),
        "4@8({[<369$51!|7" * 12,
        "1|!7" * 50,
    ],
)
async def test_look_alikes_are_judged_in_a_bounded_time(password: str) -> None:
    """CPU time, the minimum of three: more than a second before the limit existed."""
    taken = []
    for _ in range(3):
        started = time.thread_time()
        is_easily_guessed(password, *ABOUT)
        taken.append(time.thread_time() - started)
    assert min(taken) < 0.4


async def test_a_weak_beginning_is_found_behind_look_alikes() -> None:
    assert is_easily_guessed("p4$$w0rd")
    assert is_easily_guessed("P@55w0rd" * 5)
    assert not is_easily_guessed("4@8({[<369$51!|70+%2")
