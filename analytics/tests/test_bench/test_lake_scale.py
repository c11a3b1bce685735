"""The comparison of a small lake with a large one, and how their rows are made."""

from pathlib import Path
from unittest.mock import patch
from uuid import UUID

import duckdb
import pytest
from loadtests.bench.analytics import rows
from loadtests.bench.analytics.rows import WATCHED, companies_of, fill
from loadtests.bench.lake_scale import PERIODS, Lake, compare, new_queries

from abano_analytics.store.file import FileStore


def _lake(answers: int, seconds: float, memory: int) -> Lake:
    pages = {name: [seconds] * 10 for name in PERIODS}
    return Lake(answers, "", Path(), [], [], pages, memory)


def test_pages_and_memory_are_judged() -> None:
    met = compare(_lake(100, 0.2, 2**29), _lake(1_000, 0.29, 2**30))
    missed = compare(_lake(100, 0.2, 2**29), _lake(1_000, 0.31, 2**30 + 1))
    assert [outcome.is_met for outcome in met] == [True, True, True, True]
    assert [outcome.is_met for outcome in missed] == [False, False, True, False]


def test_no_period_is_asked_for_twice() -> None:
    queries = new_queries(PERIODS["month"])
    assert len({next(queries)["since"] for _ in range(100)}) == 100


def test_the_large_company_is_as_large_in_both_lakes() -> None:
    small, large = (dict(companies_of(answers, 2_000)) for answers in (100_000_000, 1_000_000_000))
    assert len(small) == len(large) == 2_000
    assert small[WATCHED] == large[WATCHED]
    assert sum(large.values()) > 9 * sum(small.values())


def test_making_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    companies = companies_of(3_600, 5)
    made: list[list[tuple[UUID, int]]] = []
    fill_chunk = rows._fill

    def interrupted(conn: duckdb.DuckDBPyConnection, chunk: list[tuple[UUID, int]]) -> None:
        if made:
            raise KeyboardInterrupt
        fill_chunk(conn, chunk)
        made.append(chunk)

    store = FileStore(tmp_path / "warehouse.duckdb", memory_mb=256)
    store.open()
    try:
        with patch.object(rows, "_fill", interrupted), pytest.raises(KeyboardInterrupt):
            fill(store, companies, chunk_sessions=50)
        fill(store, companies, chunk_sessions=50)
        with store.writing() as conn:
            counted = conn.execute("select tenant_id, count(*) from quiz_sessions group by all order by all")
            assert counted.fetchall() == companies
    finally:
        store.close()
