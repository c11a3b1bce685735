"""First counts, beside queries written by hand over the same tables, one for each figure."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

import duckdb

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.incremental import count_new
from abano_analytics.figures.query import Counted, FigureQuery
from abano_analytics.store import reader
from abano_analytics.store.file import FileStore
from loadtests.bench.analytics import by_hand
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.rows import WATCHED
from loadtests.bench.analytics.stack import MONTH, YEAR

GOAL = 1.5


def query_of(period: Mapping[str, str]) -> FigureQuery:
    """What those parameters of the internal API ask for."""
    return FigureQuery(datetime.fromisoformat(period["since"]), datetime.fromisoformat(period["until"]))


PERIODS = {"month": query_of(MONTH), "year": query_of(YEAR)}
Queries = Mapping[Counted, str]
PAGE: Queries = {
    "overview": by_hand.OVERVIEW,
    "answers": by_hand.ANSWERS,
    "funnel": by_hand.FUNNEL,
    "campaigns": by_hand.CAMPAIGNS,
}
COMPACTED: dict[str, Queries] = {"answers": {"answers": by_hand.ANSWERS}, "the page's four figures": PAGE}
NOT_COMPACTED: dict[str, Queries] = {"answers": {"answers": by_hand.ANSWERS_NEWEST}}
# Of each figure, the column that both sides must add up to the same.
CHECKED = {"answers": (4, "count"), "funnel": (2, "seen"), "campaigns": (3, "sessions")}


def measure(path: Path, *, rounds: int, size: str) -> list[Outcome]:
    """The watched company: compacted, and as if nothing were compacted yet."""
    warehouse = FileStore(path, memory_mb=512)
    warehouse.open()
    found = []
    for state, cases in (("compacted", COMPACTED), ("not compacted", NOT_COMPACTED)):
        for what, queries in cases.items():
            for period, query in PERIODS.items():
                ratio, ours, theirs = _side_by_side(warehouse, query, queries, rounds)
                found.append(
                    Outcome(
                        f"first count, {what}, {period} at {size} answers, {state}",
                        f"median {ms(ours)}",
                        f"by hand: median {ms(theirs)}",
                        f"× {ratio:.2f}",
                        f"at most × {GOAL}",
                        ratio <= GOAL,
                    )
                )
        with warehouse.writing() as conn:
            conn.execute("update watermarks set compacted_below = 0")
    warehouse.close()
    return found


def _side_by_side(
    warehouse: FileStore, query: FigureQuery, queries: Queries, rounds: int
) -> tuple[float, float, float]:
    """The middle of the rounds' ratios, and the middle of each side's seconds."""
    given = {"tenant": WATCHED, "since": query.since, "until": query.until}

    def by_hand(conn: duckdb.DuckDBPyConnection) -> list[int]:
        totals = []
        for figure, sql in queries.items():
            rows = conn.execute(sql, given).fetchall()
            column = CHECKED[figure][0] if figure in CHECKED else 0
            totals.append(sum(row[column] for row in rows))
        return totals

    def ours(conn: duckdb.DuckDBPyConnection) -> list[int]:
        tenant = reader.tenant_state(conn, WATCHED)
        counted = count_new(Scope(conn, warehouse.store_id, WATCHED, tenant, query), list(queries))
        return [
            int(
                counts.frame[CHECKED[figure][1]].sum()
                if figure in CHECKED
                else counts.totals.item(0, "sessions")
            )
            for figure, counts in counted.items()
        ]

    times: dict[Callable[[duckdb.DuckDBPyConnection], list[int]], list[float]] = {by_hand: [], ours: []}
    for turn in range(rounds + 1):
        totals = set()
        for count, seconds in times.items():
            with warehouse.reading() as conn:
                began = time.perf_counter()
                totals.add(tuple(count(conn)))
                if turn:  # the first turn only warms up
                    seconds.append(time.perf_counter() - began)
        assert len(totals) == 1, totals
    ratios = [our / their for our, their in zip(times[ours], times[by_hand], strict=True)]
    return median(ratios), median(times[ours]), median(times[by_hand])
