"""Counting anew, carried on from nothing, beside one query written by hand over the same table."""

import time
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import duckdb

from abano_analytics.periods import Period
from abano_analytics.store import reader
from abano_analytics.store.counting import Counting
from abano_analytics.store.warehouse import Warehouse
from abano_analytics.views import View
from loadtests.bench.analytics.outcome import Outcome, median, ms
from loadtests.bench.analytics.rows import WATCHED

GOAL = 1.5
PERIODS = {"month": Period(2026, 6), "year": Period(2026, None)}
# What a person would write who knows that each key is there once: each answer's counts, and the totals that its lift
# is told against.
BY_HAND = """
with converted as (
  select distinct attributed_session_id as session_id from bookings
  where tenant_id = $tenant and status <> 'cancelled'),
sessions as (
  select session_id, session_id in (select session_id from converted) as is_converted
  from quiz_sessions where tenant_id = $tenant and started_at >= $since and started_at < $until)
select question_id, value, arg_max(question_text, answered_at), arg_max(answer_text, answered_at),
       count(*), count(*) filter (where is_converted),
       (select (count(*), count(*) filter (where is_converted)) from sessions)
from quiz_answers join sessions using (session_id)
where tenant_id = $tenant and is_counted
group by question_id, value"""
# The same, when rows may have newer versions.
BY_HAND_NEWEST = """
with newest_bookings as (
  select * from bookings where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1),
converted as (select distinct attributed_session_id as session_id from newest_bookings where status <> 'cancelled'),
newest_sessions as (
  select * from quiz_sessions where tenant_id = $tenant and started_at >= $since and started_at < $until
  qualify row_number() over (partition by session_id order by row_xid desc) = 1),
sessions as (
  select session_id, session_id in (select session_id from converted) as is_converted from newest_sessions),
newest_answers as (
  select session_id, question_id, value, question_text, answer_text, is_counted, answered_at, is_converted
  from quiz_answers join sessions using (session_id) where tenant_id = $tenant
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1)
select question_id, value, arg_max(question_text, answered_at), arg_max(answer_text, answered_at),
       count(*), count(*) filter (where is_converted),
       (select (count(*), count(*) filter (where is_converted)) from sessions)
from newest_answers where is_counted
group by question_id, value"""


def measure(path: Path, *, rounds: int, size: str) -> list[Outcome]:
    """The watched company's answers: settled, as compaction leaves them, and as if nothing were settled yet."""
    warehouse = Warehouse(path, memory_mb=512)
    warehouse.open()
    found = []
    for name, query in (("settled", BY_HAND), ("not settled", BY_HAND_NEWEST)):
        for period, span in PERIODS.items():
            ratio, ours, theirs = _side_by_side(warehouse, View(span), query, rounds)
            found.append(
                Outcome(
                    f"counted anew, {period} at {size} answers, {name}",
                    f"median {ms(ours)}",
                    f"one query by hand: median {ms(theirs)}",
                    f"× {ratio:.2f}",
                    f"at most × {GOAL}",
                    ratio <= GOAL,
                )
            )
        with warehouse.writing() as conn:
            conn.execute("update watermarks set settled_xid = 0")
    warehouse.close()
    return found


def _side_by_side(warehouse: Warehouse, view: View, query: str, rounds: int) -> tuple[float, float, float]:
    """The middle of the rounds' ratios, and the middle of each side's seconds."""
    since, until = view.period.edges(str(ZoneInfo("Asia/Tbilisi")))
    given = {"tenant": WATCHED, "since": since, "until": until}

    def by_hand(conn: duckdb.DuckDBPyConnection) -> int:
        return sum(row[4] for row in conn.execute(query, given).fetchall())

    def ours(conn: duckdb.DuckDBPyConnection) -> int:
        tenant = reader.tenant_state(conn, WATCHED)
        counts = Counting(conn, WATCHED, tenant, view).count({"answers": None})["answers"]
        return int(counts.frame["count"].sum())

    times: dict[Callable[[duckdb.DuckDBPyConnection], int], list[float]] = {by_hand: [], ours: []}
    for turn in range(rounds + 1):
        totals = set()
        for count, seconds in times.items():
            with warehouse.reading() as conn:
                began = time.perf_counter()
                totals.add(count(conn))
                if turn:  # the first turn only warms up
                    seconds.append(time.perf_counter() - began)
        assert len(totals) == 1, totals
    ratios = [our / their for our, their in zip(times[ours], times[by_hand], strict=True)]
    return median(ratios), median(times[ours]), median(times[by_hand])
