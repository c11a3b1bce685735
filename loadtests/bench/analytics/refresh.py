"""What it costs to refresh figures after new data, in processor time, which a busy machine changes little.

The watched company gets ten new sessions with an answer each; then its figures are counted. Sizes take turns.
"""

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import UUID

import duckdb

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.incremental import IncrementalCounter
from abano_analytics.figures.query import Counted
from abano_analytics.store import reader
from abano_analytics.store.file import FileStore
from loadtests.bench.analytics.outcome import Outcome, median, ms, p99
from loadtests.bench.analytics.recount import PERIODS
from loadtests.bench.analytics.rows import WATCHED

FIGURES: tuple[Counted, ...] = ("overview", "answers", "funnel", "campaigns", "choices")
GROWTH_GOAL = 1.5
NEW_SESSIONS = 10


def add_sessions(conn: duckdb.DuckDBPyConnection, company: UUID) -> None:
    """New sessions with an answer each, as the change feed would bring them."""
    row = conn.execute("select max(next_xid) from watermarks").fetchone()
    first = int(row[0]) if row else 0
    for xid in range(first, first + NEW_SESSIONS):
        conn.execute(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, updated_at,"
            " row_xid) values (?, ?, 'v1', 'phone', '2026-06-02', '2026-06-02', ?)",
            [company, f"live-{xid}", xid],
        )
        conn.execute(
            "insert into quiz_answers values (?, ?, 'q1', 'value-1', 'Q?', 'A', true, '2026-06-02', ?)",
            [company, f"live-{xid}", xid],
        )
    conn.execute("update watermarks set next_xid = ?", [first + NEW_SESSIONS])


class _Size:
    """A copy of a made warehouse, written to and counted."""

    def __init__(self, name: str, made: Path, folder: Path) -> None:
        self.name = name
        self.path = folder / f"refreshed-{made.name}"
        shutil.copyfile(made, self.path)
        self._warehouse = FileStore(self.path, memory_mb=256)
        self._warehouse.open()
        self._counter = IncrementalCounter()
        self.seconds: dict[str, list[float]] = {period: [] for period in PERIODS}

    def write(self) -> None:
        with self._warehouse.writing() as conn:
            add_sessions(conn, WATCHED)

    def count(self, clock: Callable[[], float], *, is_kept: bool) -> None:
        for period, query in PERIODS.items():
            began = clock()
            with self._warehouse.reading() as conn:
                tenant = reader.tenant_state(conn, WATCHED)
                scope = Scope(conn, self._warehouse.store_id, WATCHED, tenant, query)
                self._counter.count(scope, FIGURES)
            if is_kept:
                self.seconds[period].append(clock() - began)

    def close(self) -> None:
        self._warehouse.close()
        self.path.unlink()


def measure(folder: Path, made: Sequence[tuple[str, Path]], *, rounds: int) -> list[Outcome]:
    """All figures of a page together; smallest size first."""
    sizes = [_Size(name, path, folder) for name, path in made]
    for turn in range(rounds + 1):
        for size in sizes:
            size.write()
            # The first turn counts from nothing.
            size.count(time.process_time, is_kept=turn > 0)
    found = []
    for period in PERIODS:
        smallest = median(sizes[0].seconds[period])
        for size in sizes:
            seconds = size.seconds[period]
            growth = median(seconds) / smallest
            is_smallest = size is sizes[0]
            found.append(
                Outcome(
                    f"processor time of five figures refreshed, {period}, {size.name} answers",
                    f"median {ms(median(seconds))}, p99 {ms(p99(seconds))}",
                    "" if is_smallest else f"{sizes[0].name}: median {ms(smallest)}",
                    "" if is_smallest else f"× {growth:.2f}",
                    "" if is_smallest else f"at most × {GROWTH_GOAL}",
                    None if is_smallest else growth <= GROWTH_GOAL,
                )
            )
    for size in sizes:
        size.close()
    return found
