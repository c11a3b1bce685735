"""The lake in an object store over S3."""

import random
from pathlib import Path

import httpx
from comparison import postgres_rows, warehouse_rows
from conftest import Source, lake_on_s3, s3_settings
from service_process import SERVICE, ServiceProcess

from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed


def listed(address: str) -> str:
    return httpx.get(f"{address}/lake?list-type=2", trust_env=False).text


def test_rows_go_to_the_store_and_come_back(source: Source, object_store: str, tmp_path: Path) -> None:
    warehouse = lake_on_s3("s3://lake/rows", source.url, object_store, tmp_path)
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
        program=SERVICE,
        ABANO_WAREHOUSE="ducklake:s3://lake/service",
        ABANO_DATA_DIR=str(tmp_path / "data"),
        **s3_settings(object_store),
    )
    try:
        service.start()
        service.wait_until_ready()
        assert service.ask(tenant).json()["analytics"]["totalSessions"] == 1
        service.end()
        assert "Traceback" not in service.log
    finally:
        service.close()
