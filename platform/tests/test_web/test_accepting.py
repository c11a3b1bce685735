"""The connections of many clients are accepted side by side: none waits for a pass of the event loop of its own."""

import asyncio
import socket
from contextlib import ExitStack

import uvicorn
import uvloop

from abano.cli.processes import ACCEPTED_AT_ONCE, listening_sockets

CLIENTS = 4 * ACCEPTED_AT_ONCE


async def nothing(*_: object) -> None:
    """An application that is never called."""


async def passes_until_accepted(sockets: list[socket.socket]) -> int:
    """How many passes the event loop takes until all clients, which connected before, are accepted."""
    loop = asyncio.get_running_loop()
    accepted: list[asyncio.BaseTransport] = []

    class Accepting(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted.append(transport)

    with ExitStack() as clients:
        servers = [await loop.create_server(Accepting, sock=each, backlog=CLIENTS) for each in sockets]
        for _ in range(CLIENTS):
            client = clients.enter_context(socket.socket())
            client.connect(sockets[0].getsockname())
        passes = 0
        async with asyncio.timeout(60):
            while len(accepted) < CLIENTS:
                await asyncio.sleep(0)
                passes += 1
        for transport in accepted:
            transport.close()
        for server in servers:
            server.close()
    return passes


def passes(count: int) -> int:
    config = uvicorn.Config(nothing, port=0)
    sockets = listening_sockets(config)
    try:
        return uvloop.run(passes_until_accepted(sockets[:count]))
    finally:
        for each in sockets:
            each.close()


def test_many_connections_are_accepted_in_a_few_passes_of_the_event_loop() -> None:
    assert passes(ACCEPTED_AT_ONCE) * 4 < passes(1)
