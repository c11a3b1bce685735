"""Clients that go away in the middle, against the real server: no fault of ours, and nothing of it in the log."""

import asyncio
import logging
from collections.abc import AsyncIterator

import httpx
import pytest
import uvicorn
from described import operations
from fastapi import FastAPI

from abano.web.requests import LIMITS

pytestmark = pytest.mark.anyio


@pytest.fixture
async def port(app: FastAPI) -> AsyncIterator[int]:
    config = uvicorn.Config(app, port=0, http=LIMITS.protocol(), ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event to wait for
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


async def leave(port: int, beginning: bytes) -> None:
    """Send this and hang up without reading a word."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(beginning)
    await writer.drain()
    writer.transport.abort()


async def counted(port: int) -> int:
    """Requests that were answered or given up, but for those that ask for this figure."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    figures = (await reader.read(-1)).decode()
    writer.close()
    lines = [line for line in figures.splitlines() if line.startswith("abano_http_requests_total")]
    return sum(int(float(line.rpartition(" ")[2])) for line in lines if "/metrics" not in line)


async def test_who_leaves_before_the_body_is_whole_is_no_crash(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Each operation with a body: its length announced, in pieces, and with an admin's cookie."""
    caplog.set_level(logging.INFO)
    before, left = await counted(port), 0
    for one in operations():
        if one.schema is None:
            continue
        ids = dict.fromkeys(one.path_ids, "00000000-0000-4000-8000-000000000000")
        head = (
            f"{one.method} {one.url(**ids)} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        )
        for more in (
            "content-length: 100\r\n\r\n{",
            "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
            "origin: http://localhost\r\ncookie: abano_admin=x\r\ncontent-length: 100\r\n\r\n{",
        ):
            await leave(port, (head + more).encode())
            left += 1
    assert left > 90
    async with asyncio.timeout(60):
        while await counted(port) - before < left:  # noqa: ASYNC110 - the server reports no disconnects
            await asyncio.sleep(0.05)
    bad = [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in bad] == []
    assert "request failed" not in caplog.text


async def test_who_leaves_before_the_answer_is_no_crash(
    port: int, owner_client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    cookie = f"abano_admin={owner_client.cookies['abano_admin']}"
    before = await counted(port)
    paths = ["/api/site", "/api/admin/bookings", "/api/admin/bookings/export.csv", "/healthz", "/"] * 5
    for path in paths:
        await leave(port, f"GET {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\r\n".encode())
    async with asyncio.timeout(60):
        while await counted(port) - before < len(paths):  # noqa: ASYNC110 - the server reports no disconnects
            await asyncio.sleep(0.05)
    bad = [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in bad] == []
