"""Endless requests to the internal port are ended and do not block other callers."""

import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import uvicorn
from conftest import Source
from fastapi import FastAPI
from service_process import ServiceProcess

from abano_analytics.main import LIMITS

ASK = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
LAST = ASK + b"connection: close\r\n\r\n"
POST = b"POST /internal/warehouse/rebuild HTTP/1.1\r\nhost: localhost\r\n"
BEGINNINGS = [
    b"",
    b"GET",
    ASK,
    POST + b"content-length: 100\r\n\r\nabc",
    POST + b"transfer-encoding: chunked\r\n\r\n5\r\nab",
]
FIELD = b"x: " + b"y" * 8_000 + b"\r\n"
ENDLESS = {
    "many fields": (ASK, FIELD),
    "one field": (ASK + b"x: ", b"y" * 8_000),
    "address": (b"GET /healthz?", b"y" * 8_000),
    "body": (POST + b"content-length: 400000000\r\n\r\n", b"y" * 65_536),
    "chunks": (POST + b"transfer-encoding: chunked\r\n\r\n", b"ffff\r\n" + b"y" * 65_535 + b"\r\n"),
    "fields after the body": (
        POST + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
        FIELD,
    ),
}
# Much longer than anything here should take, for a busy machine.
PATIENCE = 240.0


IMPATIENT = replace(LIMITS, seconds=0.4).protocol()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The service's own server with shorter timeouts."""
    app = FastAPI()

    @app.get("/healthz")
    def healthz() -> None:
        pass

    @app.get("/slowly")
    def slowly() -> None:
        time.sleep(1.0)

    @app.post("/internal/warehouse/rebuild")
    def rebuild() -> None:
        pass

    server = uvicorn.Server(uvicorn.Config(app, port=0, http=IMPATIENT, ws="none", log_config=None))
    serving = threading.Thread(target=server.run)
    serving.start()
    while not server.started:
        time.sleep(0.01)
    yield int(server.servers[0].sockets[0].getsockname()[1])
    server.should_exit = True
    serving.join()


def exchange(port: int, *pieces: bytes, pause: float = 0.0) -> bytes:
    """All bytes received until the connection is closed; fails the test when it stays open."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        received = b""
        try:
            for piece in pieces:
                connection.sendall(piece)
                time.sleep(pause)
            while block := connection.recv(65_536):
                received += block
        except ConnectionError:
            pass  # closed while we were still sending, as expected
    return received


@pytest.mark.parametrize("beginning", BEGINNINGS[:3])
def test_a_request_that_stops_is_ended(port: int, beginning: bytes) -> None:
    assert exchange(port, beginning).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("beginning", BEGINNINGS[3:])
def test_a_body_that_stops_is_ended(port: int, beginning: bytes) -> None:
    # Bodies are not read here: the response may arrive before the timeout.
    received = exchange(port, beginning)
    assert received[:12] in {b"HTTP/1.1 200", b"HTTP/1.1 408"}
    assert received.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("beginning", [ASK + b"x: ", POST + b"content-length: 100\r\n\r\n"])
def test_a_byte_now_and_then_is_no_progress(port: int, beginning: bytes) -> None:
    # Only the limit ends an endless request; sending after that may lose the response.
    received = exchange(port, beginning, *[b"y"] * 99, pause=0.05)
    assert received[:12] in {b"", b"HTTP/1.1 200", b"HTTP/1.1 408"}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_request_is_ended(port: int, kind: str) -> None:
    first, again = ENDLESS[kind]
    assert exchange(port, first, *[again] * 500)[:12] in {
        b"",
        b"HTTP/1.1 200",
        b"HTTP/1.1 400",
        b"HTTP/1.1 431",
    }


def test_an_oversized_header_is_refused(port: int) -> None:
    assert exchange(port, ASK, *[FIELD] * 5).startswith(b"HTTP/1.1 431 ")


def test_many_short_requests_at_once_are_no_long_one(port: int) -> None:
    received = exchange(port, (ASK + b"\r\n") * 2_000 + LAST)
    assert received.count(b"HTTP/1.1 200 ") == 2_001


def test_slow_answers_and_pauses_between_requests_are_no_fault(port: int) -> None:
    slow = b"GET /slowly HTTP/1.1\r\nhost: localhost\r\n\r\n"
    received = exchange(port, slow, ASK + b"\r\n", LAST, pause=1.2)
    assert received.count(b"HTTP/1.1 200 ") == 3
    assert b"408" not in received


def test_a_second_request_is_held_to_the_same(port: int) -> None:
    received = exchange(port, ASK + b"\r\n", ASK, pause=0.1)
    assert received.startswith(b"HTTP/1.1 200 ")


def test_the_service_itself_is_served_so(source: Source, tmp_path: Path) -> None:
    source.tenant()
    service = ServiceProcess(source.url, tmp_path / "warehouse.duckdb")
    try:
        service.start()
        service.wait_until_ready()
        for first, again in ENDLESS.values():
            received = exchange(service.port, first, *[again] * 500)[:12]
            assert received in {b"", b"HTTP/1.1 400", b"HTTP/1.1 401", b"HTTP/1.1 431"}
        waiting = [socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) for _ in range(40)]
        for number, connection in enumerate(waiting):
            connection.sendall(BEGINNINGS[number % len(BEGINNINGS)])
        assert service.http.get("/healthz").status_code == 200
        for connection in waiting:
            # A timeout of this socket fails the test: the connection was not closed.
            while connection.recv(65_536):
                pass
            connection.close()
    finally:
        service.close()
