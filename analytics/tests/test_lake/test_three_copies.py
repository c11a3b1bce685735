"""Three copies over one DuckLake: writers die during ingestion, and no row is lost or doubled."""

import time
from pathlib import Path
from threading import Event, Thread
from uuid import UUID

import pytest
from conftest import Source
from service_process import ServiceProcess
from test_shared_lake import WAIT_SECONDS

WRITES = "this copy writes"


def copies_of(source: Source, tmp_path: Path, number: int) -> list[ServiceProcess]:
    return [
        ServiceProcess(
            source.url,
            tmp_path / f"copy{each}",
            log=tmp_path / f"copy{each}.log",
            ABANO_WAREHOUSE=f"ducklake:{tmp_path / 'lake'}",
            ABANO_DATA_DIR=str(tmp_path / f"data{each}"),
            ABANO_INGEST_SECONDS="0.2",
        )
        for each in range(number)
    ]


class Visitors:
    """Continuous new sessions, in a thread, until stopped."""

    def __init__(self, source: Source, tenant: UUID) -> None:
        self.count = 0
        self._source = source
        self._tenant = tenant
        self._end = Event()
        self._thread = Thread(target=self._come)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._end.set()
        self._thread.join()

    def _come(self) -> None:
        while not self._end.wait(0.02):
            self._source.session(self._tenant, f"visitor{self.count}")
            self._source.answer(self._tenant, f"visitor{self.count}", "q1", "leisure")
            self.count += 1


@pytest.mark.slow
def test_two_writers_die_one_after_the_other_while_rows_keep_coming(source: Source, tmp_path: Path) -> None:
    tenant = source.tenant()
    copies = copies_of(source, tmp_path, 3)
    visitors = Visitors(source, tenant)

    def sessions(copy: ServiceProcess) -> int:
        answer = copy.ask(tenant)
        return int(answer.json()["analytics"]["totalSessions"]) if answer.status_code == 200 else -1

    def until(copy: ServiceProcess, at_least: int) -> None:
        deadline = time.monotonic() + WAIT_SECONDS
        while sessions(copy) < at_least:
            assert time.monotonic() < deadline, copy.log
            time.sleep(0.05)

    try:
        for copy in copies:
            copy.start()
        for copy in copies:
            copy.wait_until_ready()
        visitors.start()
        alive = list(copies)
        for _ in range(2):
            (writer,) = [copy for copy in alive if WRITES in copy.log]
            before = visitors.count
            until(alive[-1], before)
            writer.kill()
            alive.remove(writer)
            # Rows after the death reach all remaining copies.
            after = visitors.count + 1
            for copy in alive:
                until(copy, after)
        visitors.stop()
        (last,) = alive
        until(last, visitors.count)
        assert sessions(last) == visitors.count
        # Both restarted copies follow and report the same.
        for copy in copies:
            if copy is not last:
                copy.start()
        for copy in copies:
            copy.wait_until_ready()
            until(copy, visitors.count)
            assert sessions(copy) == visitors.count
        assert "Traceback" not in "".join(copy.log for copy in copies)
    finally:
        visitors.stop()
        for copy in copies:
            copy.close()
