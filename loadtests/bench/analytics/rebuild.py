"""Filling an empty warehouse, compared with a binary ``COPY … TO STDOUT`` of the same rows."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from abano_analytics.feed_tables import (
    FEED_TABLES,
    QUIZ_ANSWERS,
    QUIZ_QUESTION_VIEWS,
    QUIZ_SESSIONS,
)
from loadtests.bench.analytics.outcome import Outcome, median
from loadtests.bench.analytics.stack import Server, service

SPEED_GOAL = 0.80
MEMORY_GOAL = 1 << 30


def measure(folder: Path, url: str, *, rounds: int, size: str) -> list[Outcome]:
    """Both read everything the warehouse follows."""
    ours: list[float] = []
    bare: list[float] = []
    path = folder / "rebuilt.duckdb"
    path.unlink(missing_ok=True)
    # The new file is filled immediately, however long it takes.
    with service(url, path, is_awaited=False) as server:
        server.wait_until_up()
        peak = _Peak(server)
        _until_complete(server, store_before="")
        for _ in range(rounds):
            rows, seconds = _copy(url)
            bare.append(rows / seconds)
            began = time.perf_counter()
            taken = _rebuild(server)
            ours.append(taken / (time.perf_counter() - began))
            assert taken == rows, (taken, rows)
        most = peak.stop()
    for part in folder.glob("rebuilt.duckdb*"):
        part.unlink()
    ratio = median([our / their for our, their in zip(ours, bare, strict=True)])
    return [
        Outcome(
            f"rebuild of {rows:,} rows ({size} answers)",
            f"{median(ours):,.0f} rows/s",
            f"bare COPY: {median(bare):,.0f} rows/s",
            f"{ratio:.0%}",
            f"at least {SPEED_GOAL:.0%}",
            ratio >= SPEED_GOAL,
        ),
        Outcome(
            f"memory of the process while it rebuilds {size} answers",
            f"{most / 2**20:,.0f} MiB at most",
            "1,024 MiB",
            f"{most / MEMORY_GOAL:.0%}",
            "at most 100%",
            most <= MEMORY_GOAL,
        ),
    ]


@contextmanager
def handed_out(url: str, times: int) -> Iterator[None]:
    """Make Postgres return each row of a visit ``times`` times, each time of another session.

    Ten times the rows would not fit on most disks, and readers cannot detect that they are not stored.
    """
    tables = (QUIZ_SESSIONS, QUIZ_ANSWERS, QUIZ_QUESTION_VIEWS)
    with psycopg.connect(url, autocommit=True) as conn:
        for table in tables:
            columns = table.column_list.replace("session_id", "session_id || '-' || n as session_id", 1)
            often = f"select {columns} from reporting.{table.name}_once, generate_series(1, {times}) n"  # noqa: S608
            for statement in (
                f"alter view reporting.{table.name} rename to {table.name}_once",
                f"create view reporting.{table.name} with (security_invoker = true) as {often}",
                f"grant select on reporting.{table.name} to abano_reporting",
            ):
                conn.execute(statement.encode())
        try:
            yield
        finally:
            for table in tables:
                conn.execute(f"drop view reporting.{table.name}".encode())
                conn.execute(f"alter view reporting.{table.name}_once rename to {table.name}".encode())


def _rebuild(server: Server) -> int:
    """Trigger the rebuild; returns the number of rows."""
    before = server.http.get("/internal/warehouse").json()["storeId"]
    server.http.post("/internal/warehouse/rebuild").raise_for_status()
    return _until_complete(server, store_before=before)


def _until_complete(server: Server, *, store_before: str) -> int:
    while True:
        now = server.http.get("/internal/warehouse").json()
        if now["complete"] and now["storeId"] != store_before:
            return int(now["rows"])
        time.sleep(0.1)


def _copy(url: str) -> tuple[int, float]:
    """Rows and seconds of reading every followed column of every followed table."""
    rows = 0
    began = time.perf_counter()
    with psycopg.connect(url) as conn:
        raw = conn.pgconn
        for table in FEED_TABLES:
            # Row by row as the server sends them, without psycopg's own layers in between.
            chosen = f"select {table.column_list} from reporting.{table.name}"  # noqa: S608 - constants
            raw.send_query(f"copy ({chosen}) to stdout (format binary)".encode())
            raw.get_result()
            read = raw.get_copy_data
            while read(0)[0] > 0:
                rows += 1
            rows -= 1  # the trailer
            while raw.get_result():
                pass
    return rows, time.perf_counter() - began


class _Peak:
    """Peak memory of a process, sampled continuously."""

    def __init__(self, server: Server) -> None:
        self._process = server.process
        self._most = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._done.wait(0.05):
            self._most = max(self._most, int(self._process.memory_info().rss))

    def stop(self) -> int:
        self._done.set()
        self._thread.join()
        return self._most
