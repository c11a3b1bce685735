"""Incremental refresh beside full recounts: processor time of a page after new data.

Both count the same five figures in the same transaction, after the company got ten new sessions with an answer each.
"""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import duckdb

from abano_analytics.figures.counts import Counter, Scope
from abano_analytics.figures.incremental import IncrementalCounter
from abano_analytics.figures.query import FigureQuery
from abano_analytics.store import reader
from abano_analytics.store.file import FileStore
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.recount import PERIODS
from loadtests.bench.analytics.recounting_service import FullRecounts
from loadtests.bench.analytics.refresh import FIGURES, add_sessions
from loadtests.bench.analytics.rows import WATCHED, companies_of


def measure(folder: Path, made: Sequence[tuple[str, Path]], *, rounds: int) -> list[Outcome]:
    """The company with 100,000 answers a month, and one of the others."""
    outcomes = []
    for size, path in made:
        copy = folder / f"strategies-{path.name}"
        shutil.copyfile(path, copy)
        warehouse = FileStore(copy, memory_mb=512)
        warehouse.open()
        usual = next(company for company, _ in companies_of(1_000_000) if company != WATCHED)
        for name, company in (("large company", WATCHED), ("usual company", usual)):
            for period, query in PERIODS.items():
                refreshed, recounted = _side_by_side(warehouse, company, query, rounds)
                outcomes.append(
                    Outcome(
                        f"page after new data, {name}, {period}, {size} answers",
                        f"incremental: processor time median {ms(median(refreshed))}",
                        f"full recount: median {ms(median(recounted))}",
                        f"× {median(recounted) / median(refreshed):.1f}",
                        "",
                        None,
                    )
                )
        warehouse.close()
        copy.unlink()
    return outcomes


def _side_by_side(
    warehouse: FileStore, company: UUID, query: FigureQuery, rounds: int
) -> tuple[list[float], list[float]]:
    counters: list[Counter] = [IncrementalCounter(), FullRecounts()]
    seconds: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds + 1):
        with warehouse.writing() as conn:
            add_sessions(conn, company)
        totals = set()
        for counter, took in zip(counters, seconds, strict=True):
            with warehouse.reading() as conn:
                began = time.process_time()
                totals.add(_sessions(conn, warehouse.store_id, company, query, counter))
                if turn:  # the first turn counts from nothing
                    took.append(time.process_time() - began)
        assert len(totals) == 1, totals
    return seconds


def _sessions(
    conn: duckdb.DuckDBPyConnection, store_id: str, company: UUID, query: FigureQuery, counter: Counter
) -> int:
    tenant = reader.tenant_state(conn, company)
    counted = counter.count(Scope(conn, store_id, company, tenant, query), FIGURES)
    return int(counted["overview"].totals.item(0, "sessions"))
