"""A long-running service: small batches cost the same after days as at the start."""

import time
from pathlib import Path
from statistics import median

import pytest

from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.store import writer
from abano_analytics.store.file import CHECKPOINT_WRITES, FileStore

BATCHES = 1_300
TENANTS = {"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12"}


@pytest.mark.slow
def test_the_last_of_many_batches_costs_what_the_first_did(tmp_path: Path) -> None:
    warehouse = FileStore(tmp_path / "warehouse.duckdb", memory_mb=96)
    warehouse.open()
    seconds: list[float] = []
    for number in range(BATCHES):
        began = time.process_time()
        with warehouse.writing() as conn:
            writer.raise_versions(conn, TENANTS)
            writer.move_watermarks(conn, {table.name: number for table in FEED_TABLES})
        seconds.append(time.process_time() - began)
        if number == CHECKPOINT_WRITES // 2:
            # Still open when the first checkpoint is due, which then has to wait.
            reading = warehouse.reading()
            reading.__enter__().execute("select * from watermarks").fetchall()
        if number == CHECKPOINT_WRITES * 2:
            reading.__exit__(None, None, None)
    # Without checkpoints it is forty times as much, from the thousandth batch on.
    assert median(seconds[-50:]) < 10 * median(seconds[:50])
    with warehouse.reading() as conn:
        assert writer.watermarks(conn) == dict.fromkeys((table.name for table in FEED_TABLES), BATCHES - 1)
    warehouse.close()
