"""Addresses that users typed lead to the public internet or nowhere, by name, redirect or any way to write one."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from abano.errors import InvalidInput
from abano.kit.public_addresses import PublicCalls, has_public_form, is_public

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2001:db8::1", "localhost", "",
    ],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_public_addresses_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "http://", "https://u:p@example.com/",
        "http://example.com:5432/", "http://example.com:99999/", "//example.com", "javascript:alert(1)", "http://[::1",
        "https://example.com/" + "a" * 2000,
    ],
)  # fmt: skip
def test_other_forms_of_addresses_are_not_tried(address: str) -> None:
    assert not has_public_form(address)


@pytest.mark.parametrize(
    "address", ["http://localhost/", "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://[::1]/",
                "http://0x7f.1/", "http://[::ffff:127.0.0.1]/", "https://169.254.169.254/latest/meta-data/"]
)  # fmt: skip
async def test_this_machine_and_its_network_are_refused_by_any_name(address: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        await PublicCalls().send(address, most_bytes=10, seconds=20)
    assert refused.value.sentence.code in {"address_not_public", "address_not_reached"}


async def test_a_name_with_one_private_address_is_refused() -> None:
    async def both(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.1"]

    with pytest.raises(InvalidInput) as refused:
        await PublicCalls(resolve=both).send("http://example.com/", most_bytes=10, seconds=20)
    assert refused.value.sentence.code == "address_not_public"


@pytest.fixture
async def site() -> AsyncIterator[tuple[str, PublicCalls]]:
    """A server that is taken for public, at one address; every other one is judged as always."""
    port = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readline()).split()[1].decode()
        while (await reader.readline()).strip():
            pass
        places = {
            "/moved": f"http://public.test:{port}/picture",
            "/inside": "http://10.0.0.1/",
            "/other-scheme": "file:///etc/passwd",
            "/round": "/round",
        }
        if path in places:
            writer.write(
                f"HTTP/1.1 302 Found\r\nLocation: {places[path]}\r\nContent-Length: 0\r\n\r\n".encode()
            )
        else:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 7\r\n\r\npicture")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def resolve(host: str, _: int) -> list[str]:
        return ["127.0.0.1"] if host == "public.test" else [host]

    def form(address: str) -> bool:
        return has_public_form(address.replace(f":{port}", ""))

    yield (
        f"http://public.test:{port}",
        PublicCalls(resolve, lambda ip: ip == "127.0.0.1" or is_public(ip), form),
    )
    server.close()
    await server.wait_closed()


async def test_a_public_answer_is_read_through_redirects(site: tuple[str, PublicCalls]) -> None:
    origin, calls = site
    answer = await calls.send(f"{origin}/moved", most_bytes=100, seconds=60)
    assert (answer.status, answer.content, answer.content_type) == (200, b"picture", "image/png")
    assert answer.address == f"{origin}/picture"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/inside", "address_not_public"),
        ("/other-scheme", "address_not_public"),
        ("/round", "address_not_reached"),
    ],
)
async def test_redirects_lead_to_no_other_place(site: tuple[str, PublicCalls], path: str, code: str) -> None:
    origin, calls = site
    with pytest.raises(InvalidInput) as refused:
        await calls.send(f"{origin}{path}", most_bytes=100, seconds=60)
    assert refused.value.sentence.code == code


async def test_an_answer_that_is_too_large_is_not_kept(site: tuple[str, PublicCalls]) -> None:
    origin, calls = site
    with pytest.raises(InvalidInput) as refused:
        await calls.send(f"{origin}/picture", most_bytes=3, seconds=60)
    assert refused.value.sentence.code == "address_answers_too_much"
