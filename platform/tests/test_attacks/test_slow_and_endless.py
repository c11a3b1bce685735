"""Endless requests against the real server: it ends them and does not block others."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import uvicorn
from running_stack import WAIT_SECONDS
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from abano.web.requests import LIMITS

pytestmark = pytest.mark.anyio
POST = b"POST / HTTP/1.1\r\nhost: localhost\r\n"
GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


IMPATIENT = replace(LIMITS, seconds=0.4).protocol()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Returns the size of its input; sleeps on request."""
    if scope["type"] == "http":
        request = Request(scope, receive)
        body = await request.body()
        if scope["path"] == "/slowly":
            await asyncio.sleep(1.2)
        await PlainTextResponse(f"{len(body)} bytes, {len(scope['headers'])} fields")(scope, receive, send)


@pytest.fixture
async def port() -> AsyncIterator[int]:
    config = uvicorn.Config(application, port=0, http=IMPATIENT, ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event to wait for
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


async def exchange(port: int, *pieces: bytes, pause: float = 0.0) -> bytes:
    """All bytes of the server until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
    except ConnectionError:
        pass  # closed while we were still sending, as expected
    received = b""
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            while block := await reader.read(65_536):
                received += block
    except ConnectionError:
        pass
    writer.close()
    return received


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"POST",
        POST,
        POST + b"content-length: 100\r\n\r\nabc",
        POST + b"transfer-encoding: chunked\r\n\r\n5\r\nab",
    ],
)
async def test_a_request_that_stops_is_ended(port: int, beginning: bytes) -> None:
    assert (await exchange(port, beginning)).startswith(b"HTTP/1.1 408 ")


async def test_a_byte_now_and_then_is_no_progress(port: int) -> None:
    dripping = [POST + b"content-length: 100\r\n\r\n", *[b"x"] * 40]
    # Sending after the close may lose the response.
    assert (await exchange(port, *dripping, pause=0.05))[:12] in {b"", b"HTTP/1.1 408"}


async def test_a_second_request_is_held_to_the_same(port: int) -> None:
    received = await exchange(port, GET, POST, pause=0.1)
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in received


@pytest.mark.parametrize(
    "field", [b"x: " + b"y" * 1_000 + b"\r\n", b"y" * 1_000], ids=["many fields", "one field"]
)
async def test_a_head_without_end_is_refused(port: int, field: bytes) -> None:
    assert (await exchange(port, POST + b"first: ", *[field] * 2_000))[:12] in {b"", b"HTTP/1.1 431"}


@pytest.mark.parametrize("size", [70_000, 250_000, 1_000_000])
async def test_a_large_body_is_no_long_head(port: int, size: int) -> None:
    head = POST + b"content-length: %d\r\n" % size
    for pieces in (
        (head + b"connection: close\r\n\r\n" + b"x" * size,),
        (head + b"\r\n", b"x" * size, head + b"connection: close\r\n\r\n", b"x" * size),
    ):
        received = await exchange(port, *pieces)
        assert received.endswith(b"%d bytes, %d fields" % (size, 3))
        assert b" 431 " not in received


async def test_fields_after_the_body_are_not_kept_and_have_an_end(port: int) -> None:
    chunked = POST + b"connection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n"
    assert (await exchange(port, chunked + b"late: field\r\n\r\n")).endswith(b"2 bytes, 3 fields")
    assert b"200" not in await exchange(port, chunked, *[b"x: " + b"y" * 65_000 + b"\r\n"] * 100)


async def test_slow_answers_and_pauses_between_requests_are_no_fault(port: int) -> None:
    slow = b"GET /slowly HTTP/1.1\r\nhost: localhost\r\n\r\n"
    received = await exchange(
        port, slow, GET, GET.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n"), pause=1.6
    )
    assert received.count(b"HTTP/1.1 200 ") == 3
    assert b"408" not in received


@pytest.mark.parametrize(
    "head",
    [
        b"content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\n\r\n",
        b"content-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
        b"content-length: +3\r\n\r\nabc",
        b"transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\nab",
        b"transfer-encoding : chunked\r\n\r\n0\r\n\r\n",
        b"content-length: 99999999999999999999999\r\n\r\n",
        b"bad\0name: x\r\n\r\n",
        b"host: elsewhere.example\r\n\r\n",
        b"Host: localhost\r\n\r\n",
        b"transfer-encoding: gzip\r\n\r\n",
        b"transfer-encoding: identity\r\n\r\n",
        b"transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        b"transfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        b"transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"transfer-encoding: chunked;a=b\r\n\r\n0\r\n\r\n",
        b'transfer-encoding: "chunked"\r\n\r\n0\r\n\r\n',
        b"transfer-encoding:\r\n\r\n0\r\n\r\n",
    ],
)
async def test_one_request_is_never_read_as_two(port: int, head: bytes) -> None:
    received = await exchange(port, POST + head)
    assert received.startswith(b"HTTP/1.1 400 ")
    assert received.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "whole",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\nhost: a.example\r\nhost: b.example\r\n\r\n",
        b"POST / HTTP/1.0\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ids=["no host", "two hosts", "chunks before there were chunks"],
)
async def test_host_and_length_of_a_request_are_unambiguous(port: int, whole: bytes) -> None:
    assert (await exchange(port, whole)).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("coding", [b"chunked", b"Chunked", b" chunked "])
async def test_the_one_coding_there_is_may_be_written_in_any_case(port: int, coding: bytes) -> None:
    head = POST + b"connection: close\r\ntransfer-encoding: " + coding
    assert (await exchange(port, head + b"\r\n\r\n2\r\nab\r\n0\r\n\r\n")).endswith(b"2 bytes, 3 fields")


async def test_no_connection_is_turned_into_another_protocol(port: int) -> None:
    upgrade = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close, upgrade\r\nupgrade: websocket\r\n"
    received = await exchange(
        port, upgrade + b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    assert b"101 Switching" not in received
