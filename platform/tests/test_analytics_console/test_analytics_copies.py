"""Questions of a company go to one copy of the analytics service, and to another one when that cannot be reached."""

import asyncio
import socket
from collections import Counter
from uuid import uuid4

import httpx
import pytest

from abano.analytics.figures.copies import AWAY_SECONDS, Copies, resolve

pytestmark = pytest.mark.anyio
HOST = "analytics.example"
COMPANIES = [str(uuid4()) for _ in range(300)]


class Service:
    """Copies by address; those of ``away`` can't be reached. ``asked``: the address of each request."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self.away: set[str] = set()
        self.now = 0.0
        self.asked: list[str] = []
        self.tried: list[str] = []
        transport = Copies(httpx.MockTransport(self.answer), resolve=self.resolve, clock=lambda: self.now)
        self.client = httpx.AsyncClient(base_url=f"http://{HOST}:8010", transport=transport)

    async def resolve(self, _host: str, _port: int) -> list[str]:
        return self.addresses

    async def answer(self, request: httpx.Request) -> httpx.Response:
        address = request.url.host
        self.tried.append(address)
        if address in self.away:
            raise httpx.ConnectError("refused")
        self.asked.append(address)
        body = await request.aread()
        return httpx.Response(200, json={"host": request.headers["host"], "body": body.decode()})

    async def copy_of(self, company: str) -> str:
        await self.client.get(f"/internal/tenants/{company}/figures")
        return self.asked[-1]

    async def copies(self) -> dict[str, str]:
        return {company: await self.copy_of(company) for company in COMPANIES}


async def test_a_company_is_asked_of_at_one_copy_and_copies_share_companies() -> None:
    service = Service("10.0.0.1", "10.0.0.2", "10.0.0.3")
    first = await service.copies()
    assert await service.copies() == first
    shares = Counter(first.values())
    assert len(shares) == 3
    assert min(shares.values()) > 60, shares


async def test_another_copy_takes_over_its_part_only() -> None:
    before = await Service("10.0.0.1", "10.0.0.2", "10.0.0.3").copies()
    after = await Service("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4").copies()
    moved = {company for company in COMPANIES if before[company] != after[company]}
    assert {after[company] for company in moved} == {"10.0.0.4"}
    assert 40 < len(moved) < 120


async def test_a_copy_that_cannot_be_reached_is_passed_over_for_a_while() -> None:
    service = Service("10.0.0.1", "10.0.0.2", "10.0.0.3")
    before = await service.copies()
    service.away = {"10.0.0.2"}
    service.tried.clear()
    during = await service.copies()
    assert "10.0.0.2" not in during.values()
    assert {c for c in COMPANIES if during[c] != before[c]} == {
        c for c in COMPANIES if before[c] == "10.0.0.2"
    }
    assert service.tried.count("10.0.0.2") == 1

    service.away = set()
    service.now = AWAY_SECONDS + 1
    assert await service.copies() == before


async def test_what_was_sent_is_sent_again_with_the_host_of_the_service() -> None:
    service = Service("10.0.0.1", "10.0.0.2")
    path = f"/internal/tenants/{COMPANIES[0]}/queries"
    service.away = {await service.copy_of(COMPANIES[0])}
    answer = await service.client.post(path, json={"sql": "select 1"})
    assert answer.json() == {"host": f"{HOST}:8010", "body": '{"sql":"select 1"}'}


async def test_without_any_copy_the_last_error_is_raised() -> None:
    service = Service("10.0.0.1", "10.0.0.2")
    service.away = set(service.addresses)
    with pytest.raises(httpx.ConnectError):
        await service.copy_of(COMPANIES[0])

    async def unknown(_host: str, _port: int) -> list[str]:
        raise socket.gaierror("no such host")

    transport = Copies(httpx.MockTransport(service.answer), resolve=unknown)
    async with httpx.AsyncClient(transport=transport) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://{HOST}/metrics")


async def test_real_connections_go_to_the_addresses() -> None:
    """Two servers at two addresses of this machine."""

    async def serve(address: str, port: int) -> asyncio.Server:
        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            body = address.encode()
            writer.write(
                b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
            )
            await writer.drain()
            writer.close()

        return await asyncio.start_server(handle, address, port)

    async def addresses(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1", "127.0.0.2"]

    first = await serve("127.0.0.1", 0)
    port = first.sockets[0].getsockname()[1]
    second = await serve("127.0.0.2", port)
    transport = Copies(httpx.AsyncHTTPTransport(), resolve=addresses)
    async with (
        first,
        second,
        httpx.AsyncClient(base_url=f"http://{HOST}:{port}", transport=transport) as client,
    ):
        answers = {
            company: (await client.get(f"/internal/tenants/{company}/figures")).text
            for company in COMPANIES[:20]
        }
        assert set(answers.values()) == {"127.0.0.1", "127.0.0.2"}
        second.close()
        await second.wait_closed()
        for company in COMPANIES[:20]:
            assert (await client.get(f"/internal/tenants/{company}/figures")).text == "127.0.0.1"


async def test_a_name_leads_to_addresses_each_once() -> None:
    assert await resolve("127.0.0.1", 8010) == ["127.0.0.1"]
    assert await resolve("localhost", 8010) == ["127.0.0.1"]
