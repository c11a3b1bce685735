"""A collector of traces and crash reports on its own port: keeps what it is sent."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from threading import Thread


class Collector:
    """``url`` is where to send; ``bodies`` are the requests so far, by path, decompressed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.bodies: dict[str, list[bytes]] = {}


@contextmanager
def collector() -> Iterator[Collector]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            packed = self.headers.get("Content-Encoding")
            if packed == "gzip":
                body = gzip.decompress(body)
            elif packed == "br":  # what the library prefers where some other package brought brotli
                body = import_module("brotli").decompress(body)
            found.bodies.setdefault(self.path, []).append(body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Silenced in tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Collector(server.server_port)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()
