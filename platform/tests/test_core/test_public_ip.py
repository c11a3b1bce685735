"""Addresses that companies name are called only when they are public."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address, ip_network

import httpx
import pytest

from abano.core.public_ip import NotPublicIp, UnknownHost, is_public, public_client

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - an address to refuse, not to listen on
        "255.255.255.255",
        "224.0.1.1",
        "198.18.0.1",
        "240.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "2001:db8::1",
    ],
)
def test_an_address_within_a_network_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(ip_address(address))


class Names:
    """A resolver that answers each question with the next of its answers, and the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


@asynccontextmanager
async def server(
    answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n",
) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A port of this machine and the requests that arrived there."""
    requests: list[bytes] = []

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(respond, "127.0.0.1", 0)
    try:
        yield listening.sockets[0].getsockname()[1], requests
    finally:
        listening.close()
        await listening.wait_closed()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]"])
@pytest.mark.anyio
async def test_this_machine_is_not_called_however_it_is_written(host: str) -> None:
    async with server() as (port, requests), public_client(timeout=5) as client:
        with pytest.raises((NotPublicIp, UnknownHost)):
            await client.get(f"http://{host}:{port}/")
    assert requests == []


@pytest.mark.anyio
async def test_a_name_with_one_private_address_is_not_called() -> None:
    names = Names(["93.184.215.14", "10.0.0.5"])
    async with public_client(timeout=5, resolver=names) as client:
        with pytest.raises(NotPublicIp):
            await client.get("https://mixed.example/")


@pytest.mark.anyio
async def test_a_name_is_looked_up_once_and_called_where_it_was_checked() -> None:
    """A resolver that says another address the second time changes nothing: it is not asked a second time."""
    async with server() as (port, requests):
        names = Names(["127.0.0.1"], ["169.254.169.254"])
        async with public_client(timeout=5, allowed=LOOPBACK, resolver=names) as client:
            answer = await client.get(f"http://chat.example:{port}/hook")
    assert answer.status_code == 204
    assert names.asked == ["chat.example"]
    assert f"host: chat.example:{port}".encode() in requests[0].lower()


@pytest.mark.anyio
async def test_a_redirect_into_the_network_is_refused() -> None:
    target = (
        "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n"
    )
    async with server(target.encode()) as (port, requests):
        async with public_client(timeout=5, allowed=LOOPBACK, redirects=3) as client:
            with pytest.raises(NotPublicIp):
                await client.get(f"http://127.0.0.1:{port}/")
        assert len(requests) == 1


@pytest.mark.anyio
async def test_the_next_address_is_called_when_the_first_does_not_answer() -> None:
    async with server() as (port, _):
        names = Names(["127.0.0.2", "127.0.0.1"])
        async with public_client(timeout=5, allowed=LOOPBACK, resolver=names) as client:
            assert (await client.get(f"http://two.example:{port}/")).status_code == 204


@pytest.mark.anyio
async def test_a_name_without_an_address_is_unknown() -> None:
    async with public_client(timeout=5, resolver=Names([])) as client:
        with pytest.raises(UnknownHost):
            await client.get("https://nowhere.example/")


@pytest.mark.anyio
async def test_only_http_is_called() -> None:
    async with public_client(timeout=5) as client:
        with pytest.raises((NotPublicIp, httpx.UnsupportedProtocol)):
            await client.get("file:///etc/passwd")
