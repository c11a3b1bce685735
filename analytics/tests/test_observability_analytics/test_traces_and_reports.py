"""A request's span continues the platform's trace; an error report names kind and place, not the data."""

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
from fastapi import FastAPI
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from abano_shared.traces import set_up_traces, trace_requests

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
SCRIPT = """
import logging, sys
from abano_analytics.config import Settings
from abano_analytics.main import observe
observe(Settings(sentry_dsn=sys.argv[1]))
try:
    raise RuntimeError("first line\\nselect secret from rows")
except RuntimeError:
    logging.getLogger("abano_analytics").exception("ingest failed", extra={"table": "bookings"})
import sentry_sdk
sentry_sdk.flush(5)
"""


@pytest.fixture
def collector() -> Iterator[tuple[int, list[bytes]]]:
    bodies: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Silenced in tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port, bodies
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_request_continues_the_trace_of_the_platform(collector: tuple[int, list[bytes]]) -> None:
    port, bodies = collector
    app = FastAPI()
    app.add_api_route("/healthz/{name}", lambda name: {"name": name})
    provider = set_up_traces(
        f"http://127.0.0.1:{port}", ratio=0.0, service="abano-analytics", follows_caller=True
    )
    assert provider is not None
    trace_requests(app)

    async def ask() -> None:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://analytics") as client:
            await client.get("/healthz/x?q=secret", headers={"traceparent": PARENT})
            await client.get("/healthz/not-sampled")

    asyncio.run(ask())
    provider.shutdown()
    set_up_traces("", ratio=0.0, service="abano-analytics")
    (message,) = [ExportTraceServiceRequest.FromString(body) for body in bodies]
    (span,) = message.resource_spans[0].scope_spans[0].spans
    assert span.trace_id.hex() == PARENT.split("-")[1]
    assert span.name == "GET /healthz/{name}"
    assert b"secret" not in bodies[0]


def test_without_the_setting_nothing_is_added() -> None:
    app = FastAPI()
    trace_requests(app)
    assert app.user_middleware == []


def test_an_error_report_says_what_and_where_only(collector: tuple[int, list[bytes]]) -> None:
    port, bodies = collector
    dsn = f"http://key@127.0.0.1:{port}/3"
    without_compression = f"import sys; sys.modules['brotli'] = None\n{SCRIPT}"
    subprocess.run([sys.executable, "-c", without_compression, dsn], check=True, capture_output=True)

    sent = b"".join(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body for body in bodies).decode()
    event = next(json.loads(line) for line in sent.splitlines() if '"exception"' in line)
    assert event["exception"]["values"][0]["value"] == "first line"
    assert "secret" not in json.dumps({**event, "exception": event["exception"]["values"][0]["value"]})
    assert event["server_name"] == "analytics"


LOGGED = """
import logging
from abano_analytics.config import Settings
from abano_analytics.main import observe
observe(Settings(log_format="json"))
def connect(url):
    raise RuntimeError(f"cannot reach '{url}' of nino@example.com\\nselect secret from rows")
try:
    connect("postgresql://reader:s3cret@db/abano")
except RuntimeError:
    logging.getLogger("abano_analytics").exception("ingest failed")
"""


def test_a_logged_failure_names_kind_and_place_and_no_value() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGED], check=True, capture_output=True, text=True)
    line = json.loads(done.stderr)
    [reported] = line["exception"]
    assert (reported["exc_type"], reported["exc_value"]) == ("RuntimeError", "cannot reach … of …")
    assert [frame["name"] for frame in reported["frames"]] == ["<module>", "connect"]
    for part in ("s3cret", "nino@example.com", "select secret"):
        assert part not in done.stderr
