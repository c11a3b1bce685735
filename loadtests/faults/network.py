"""The network between the product and its database: as it should be, slow, or cut."""

import asyncio
import contextlib
from pathlib import Path

CHUNK = 65_536


class DatabaseNetwork:
    """Listens on a port of this machine and passes everything on to the server's Unix socket.

    ``delay``: seconds that each piece of data takes on top, one way.
    """

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._connections: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self._server: asyncio.Server | None = None
        self.delay = 0.0
        self.port = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._drop_all()

    def cut(self) -> None:
        """End every connection, and take no new one until ``mend``."""
        self._is_cut = True
        self._drop_all()

    def mend(self) -> None:
        self._is_cut = False

    def _drop_all(self) -> None:
        for writer in list(self._connections):
            writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            behind, before = await asyncio.open_unix_connection(str(self._socket))
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, before}
        self._connections |= pair
        try:
            await asyncio.gather(self._pump(reader, before), self._pump(behind, writer))
        finally:
            self._connections -= pair
            for each in pair:
                each.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                target.write(data)
                await target.drain()
        # The other direction ends too: a half-open database connection is of no use to anyone.
        target.transport.abort()
