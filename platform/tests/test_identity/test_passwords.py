"""Which new passwords are refused; a flood of sign-ins leaves room for visitors."""

import asyncio
import threading

import pytest

from abano.errors import InvalidInput
from abano.identity import passwords
from abano.identity.passwords import AT_ONCE, check_new_password, hash_password, password_matches

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


class CountingHasher:
    """Takes a moment for each hash, and notes how many there were at the same time."""

    def __init__(self) -> None:
        self.now = 0
        self.most = 0
        self._lock = threading.Lock()
        self._both = threading.Barrier(AT_ONCE)

    def hash(self, password: str) -> str:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        # Nobody ends before so many have begun, so that they do meet here.
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
