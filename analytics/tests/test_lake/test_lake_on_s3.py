"""The lake in an object store, spoken to as S3 is."""

import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Source
from service_process import ServiceProcess

from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store.lake import LakeWarehouse, ObjectStore


@pytest.fixture(scope="module")
def object_store() -> Iterator[str]:
    """The address of a local S3 server with one bucket."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.put(f"{address}/lake", trust_env=False).is_success:
                break
        except httpx.TransportError:
            time.sleep(0.1)
    yield address
    server.terminate()
    server.wait(10)


def listed(address: str) -> str:
    return httpx.get(f"{address}/lake?list-type=2", trust_env=False).text


def test_rows_go_to_the_store_and_come_back(source: Source, object_store: str, tmp_path: Path) -> None:
    warehouse = LakeWarehouse(
        "s3://lake/rows",
        source.url,
        memory_mb=96,
        spill=tmp_path / "spill",
        objects=ObjectStore(object_store, "us-east-1", "key", "secret"),
    )
    warehouse.open()
    warehouse.take_over()
    feed, progress = ChangeFeed(source.url), Progress()
    ingest = Ingest(feed, warehouse, progress)
    ingest.prepare()
    dice = random.Random(1)  # noqa: S311 - repeatable on purpose
    tenants = [source.tenant(), source.tenant("alps", "Europe/Vienna")]
    for number in range(40):
        tenant = dice.choice(tenants)
        source.session(tenant, f"s{number}")
        source.answer(tenant, f"s{number}", "q1", dice.choice("abc"))
        source.answer(tenant, f"s{number}", "q1", dice.choice("abc"))
        if number % 15 == 5:
            assert ingest.run()
            warehouse.maintain(keep="0 seconds")
    assert ingest.run()
    Compaction(warehouse, progress).run(least_rows=1)
    warehouse.maintain(keep="0 seconds")
    assert "rows/main/quiz_answers" in listed(object_store)
    assert warehouse_rows(warehouse) == postgres_rows(source.url)
    feed.close()
    warehouse.close()


def test_the_service_by_its_settings(source: Source, object_store: str, tmp_path: Path) -> None:
    tenant = source.tenant()
    source.session(tenant, "s1")
    service = ServiceProcess(
        source.url,
        tmp_path / "unused",
        log=tmp_path / "service.log",
        ABANO_WAREHOUSE="ducklake:s3://lake/service",
        ABANO_DATA_DIR=str(tmp_path / "data"),
        ABANO_S3_ENDPOINT=object_store,
        ABANO_S3_ACCESS_KEY="key",
        ABANO_S3_SECRET_KEY="secret",
    )
    try:
        service.start()
        service.wait_until_ready()
        assert service.ask(tenant).json()["analytics"]["totalSessions"] == 1
        service.end()
        assert "Traceback" not in service.log
    finally:
        service.close()
