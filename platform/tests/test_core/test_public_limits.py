"""Whatever anybody may send without signing in has a limit for each address, and one rule says what an address is."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from access_places import PUBLIC
from described import Json, Operation, operations
from fastapi import FastAPI
from product_fixtures import AdminSql

from abano.auth import passwords

pytestmark = pytest.mark.anyio
ALLOWED = 3
WRITES = {one.name: one for one in operations() if one.name in PUBLIC and one.method != "GET"}
At = Callable[[str], httpx.AsyncClient]


@pytest.fixture
async def at(app: FastAPI) -> AsyncIterator[At]:
    """Browsers at addresses of the internet."""
    async with AsyncExitStack() as opened:

        def make(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app=app, client=(address, 50000))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            opened.push_async_callback(client.aclose)
            return client

        yield make


class Knowing:
    """Knows every password in no time: what is counted here are calls."""

    def hash(self, password: str) -> str:
        return password

    def verify(self, stored: str, password: str) -> bool:
        return stored == password


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(passwords, "_hasher", Knowing())
    query_admin_sql("delete from public_write_counts")
    query_admin_sql("delete from sign_in_failures")
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    yield
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")


def about(body: Json | None, number: int) -> Json | None:
    """The same body about somebody else: a limit for each account is none for an address."""
    changed: Any = {
        name: f"somebody-{number}@example.com" if name.lower().endswith("email") else value
        for name, value in (body or {}).items()
    }
    for name in ("token", "challenge"):
        if name in changed:
            changed[name] = f"none-{number}"
    return changed or None


def test_the_description_names_public_writes() -> None:
    assert len(WRITES) > 20
    assert "POST /api/admin/password-reset/confirm" in WRITES


@pytest.mark.parametrize("one", WRITES.values(), ids=list(WRITES))
async def test_every_public_write_has_a_limit_for_each_address(
    at: At, query_admin_sql: AdminSql, one: Operation
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = %s", ALLOWED)
    # Any address of one IPv6 line is the same one.
    answers = [
        await one.call(at(f"2001:db8:1:1::{number + 1:x}"), body=about(one.body, number))
        for number in range(ALLOWED + 1)
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses[-1] == 429, f"{one.name} has no limit for an address: {statuses}"
    assert 429 not in statuses[:-1]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    other = await one.call(at("2001:db8:1:2::1"), body=about(one.body, ALLOWED + 1))
    assert other.status_code != 429


@pytest.mark.parametrize(
    "name",
    [
        "POST /api/admin/login",
        "POST /api/admin/password-reset",
        "POST /api/referrers/login",
        "POST /api/referrers/password-reset",
    ],
)
async def test_guessing_at_one_account_from_a_whole_ipv6_line_is_guessing_from_one_address(
    at: At, name: str
) -> None:
    one = WRITES[name]
    statuses = [
        (await one.call(at(f"2001:db8:2:1:{number:x}::{number:x}"))).status_code for number in range(1, 8)
    ]
    assert statuses[5:] == [429, 429], statuses
    assert 429 not in statuses[:5]
    assert (await one.call(at("2001:db8:2:2::1"))).status_code != 429
    # The same address in another writing, and the next one of IPv4.
    statuses = [(await one.call(at(f"::ffff:192.0.2.{7 + number // 5}"))).status_code for number in range(6)]
    assert 429 not in statuses
    assert (await one.call(at("192.0.2.7"))).status_code == 429


@pytest.mark.parametrize(
    ("names", "allowed"),
    [
        (["POST /api/admin/login", "POST /api/referrers/login"], 100),
        (["POST /api/admin/password-reset", "POST /api/referrers/password-reset"], 30),
        (["POST /api/referrers/register"], 20),
    ],
)
async def test_what_is_dear_has_a_closer_limit_over_all_accounts(
    at: At, names: list[str], allowed: int
) -> None:
    statuses = []
    for number in range(allowed + 2):
        one = WRITES[names[number % len(names)]]
        answer = await one.call(at(f"2001:db8:3:1::{number + 1:x}"), body=about(one.body, number))
        statuses.append(answer.status_code)
    assert 429 not in statuses[:allowed]
    assert statuses[allowed:] == [429, 429]
    one = WRITES[names[0]]
    assert (await one.call(at("2001:db8:3:2::1"), body=about(one.body, allowed + 2))).status_code != 429
