"""The lake without its own keys: the cloud provides credentials, like EKS Pod Identity."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Source

from abano_analytics.config import with_timeouts
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store.lake import LakeStore, ObjectStore


class Cloud(ThreadingHTTPServer):
    """Serves credentials at /credentials, forwards everything else to the store, and records callers."""

    def __init__(self, store: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.store = store
        self.asked_by: set[str] = set()
        self.tokens: set[str] = set()
        self.address = f"http://127.0.0.1:{self.server_address[1]}"


class Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Cloud

    def do_GET(self) -> None:
        if self.path == "/credentials":
            given = {
                "AccessKeyId": "KEYOFTHEPOD",
                "SecretAccessKey": "secret",
                "Token": "of-the-pod",
                "Expiration": "2099-01-01T00:00:00Z",
            }
            self._answer(200, json.dumps(given).encode(), {})
            return
        found = re.search(r"Credential=(\w+)/", self.headers.get("authorization", ""))
        self.server.asked_by.add(found[1] if found else "no one")
        self.server.tokens.add(self.headers.get("x-amz-security-token", ""))
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        sent = {key: value for key, value in self.headers.items() if key.lower() != "host"}
        answer = httpx.request(
            self.command, self.server.store + self.path, headers=sent, content=body, trust_env=False
        )
        self._answer(answer.status_code, answer.content, dict(answer.headers))

    do_HEAD = do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815 - http.server asks for these names

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        length = headers.get("content-length", str(len(body))) if self.command == "HEAD" else str(len(body))
        kept = ("etag", "last-modified", "content-type", "content-range", "accept-ranges")
        for key, value in {**headers, "content-length": length}.items():
            if key.lower() in (*kept, "content-length"):
                self.send_header(key, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def cloud(object_store: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    server = Cloud(object_store)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", f"{server.address}/credentials")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow
def test_the_store_is_asked_with_what_the_cloud_gave(source: Source, cloud: Cloud, tmp_path: Path) -> None:
    objects = ObjectStore(cloud.address, "us-east-1", "", "")
    lake = LakeStore(
        "s3://lake/of-the-pod",
        with_timeouts(source.url),
        memory_mb=96,
        spill=tmp_path / "spill",
        objects=objects,
    )
    lake.open()
    lake.take_over()
    feed = ChangeFeed(source.url)
    ingest = Ingest(feed, lake, Progress())
    ingest.prepare()
    tenant = source.tenant()
    for number in range(40):
        source.session(tenant, f"s{number}")
        source.answer(tenant, f"s{number}", "q1", "a")
    assert ingest.run()
    assert warehouse_rows(lake) == postgres_rows(source.url)
    lake.maintain(keep="0 seconds")
    assert cloud.asked_by == {"KEYOFTHEPOD"}
    assert cloud.tokens == {"of-the-pod"}
    feed.close()
    lake.close()
