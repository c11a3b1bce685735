"""Makes a year of 1,000 companies straight in a warehouse: one with 100,000 answers a month, the others alike.

Everything is settled: clustered by company and time, as compaction leaves it.
"""

import hashlib
import time
from itertools import accumulate
from pathlib import Path
from uuid import UUID

import duckdb

from abano_analytics.store.warehouse import Warehouse

COMPANIES = 1_000
WATCHED = UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
ANSWERS_A_SESSION = 18
WATCHED_A_YEAR = 1_200_000
YEAR = 2026
# A transaction sorts in memory: so many sessions at a time.
CHUNK_SESSIONS = 60_000
XID = 999

# Times and traits follow from company and number alone, so that every run makes the same.
STATEMENTS = (
    """create or replace temp table made as
       select tenant_id, n, md5(tenant_id || '-' || n) as digest,
              'quiz_' || (1767225600000 + n) || '_' || substr(digest, 1, 9) as session_id,
              timestamptz '{year}-01-01' + (n * 364.0 * 86400 / sessions) * interval '1 second' as started_at,
              (hash(tenant_id, n) % 1000000)::bigint as dice
       from (select unnest($ids)::uuid as tenant_id, unnest($sessions) as sessions) t, range(t.sessions) r(n)""",
    """insert into quiz_sessions (tenant_id, session_id, quiz_version, has_click_id, utm_source, utm_medium,
         utm_campaign, entry_path, device, started_at, completed_at, updated_at, row_xid)
       select tenant_id, session_id, 'v1', dice % 2 = 0, ['google', 'bing', null][1 + dice % 3], 'cpc',
         'campaign-' || (dice // 7 % 20), '/quiz', ['phone', 'tablet', 'desktop'][1 + dice // 3 % 3], started_at,
         case when dice % 10 < 7 then started_at + interval '4 minutes' end, started_at + interval '4 minutes', {xid}
       from made order by tenant_id, started_at""",
    """insert into quiz_answers
       select tenant_id, session_id, 'q' || q, 'value-' || (hash(n, q) % 5),
         'What would you like to see, in question number ' || q || '?', 'Answer number ' || (hash(n, q) % 5), true,
         started_at + (q * 12 + hash(q, n) % 9) * interval '1 second', {xid}
       from made, range(1, {answers} + 1) r(q) order by tenant_id, started_at, q""",
    """insert into quiz_question_views
       select tenant_id, session_id, 'q' || q, started_at + (q * 12) * interval '1 second', {xid}
       from made, range(1, {answers} + 1) r(q) order by tenant_id, started_at, q""",
    """insert into bookings
       select tenant_id, md5(session_id)::uuid, substr(digest, 1, 12),
         ['pending', 'confirmed', 'cancelled'][1 + dice // 5 % 3], 'Forester', session_id, 'session',
         null, null, null, null, 'EUR', 30000 + dice % 90000, 7,
         started_at + interval '1 hour', started_at + interval '1 hour', {xid}
       from made where dice % 20 = 0 order by tenant_id, started_at""",
)


def make(path: Path, answers: int, *, memory_mb: int = 2048, views: bool = True) -> None:
    """A complete warehouse at ``path`` with about ``answers`` answers."""
    warehouse = Warehouse(path, memory_mb=memory_mb)
    warehouse.open()
    companies = _companies(answers)
    with warehouse.writing() as conn:
        ids = {"ids": [str(company) for company, _ in companies]}
        conn.execute("update warehouse set source_id = 'bench', is_complete = true, data_through = now()")
        conn.execute("update watermarks set next_xid = ?", [XID + 1])
        conn.execute(
            "insert into tenants select unnest($ids)::uuid, 'company', 'active', 'Asia/Tbilisi', 'EUR'", ids
        )
        conn.execute("insert into tenant_changes (tenant_id, version) select unnest($ids)::uuid, 1", ids)
    for chunk in _chunks(companies):
        with warehouse.writing() as conn:
            _fill(conn, chunk, views=views)
    with warehouse.writing() as conn:
        conn.execute("drop table if exists made")
    warehouse.close()


def _companies(answers: int) -> list[tuple[UUID, int]]:
    """Ids in order, each with its number of sessions."""
    watched = min(WATCHED_A_YEAR, answers // 2) // ANSWERS_A_SESSION
    each = (answers // ANSWERS_A_SESSION - watched) // (COMPANIES - 1)
    others = [
        UUID(hashlib.md5(str(place).encode(), usedforsecurity=False).hexdigest())
        for place in range(COMPANIES - 1)
    ]
    return sorted([*((company, each) for company in others), (WATCHED, watched)])


def _chunks(companies: list[tuple[UUID, int]]) -> list[list[tuple[UUID, int]]]:
    before = accumulate((sessions for _, sessions in companies), initial=0)
    chunks: dict[int, list[tuple[UUID, int]]] = {}
    for company, start in zip(companies, before, strict=False):
        chunks.setdefault(start // CHUNK_SESSIONS, []).append(company)
    return list(chunks.values())


def _fill(conn: duckdb.DuckDBPyConnection, chunk: list[tuple[UUID, int]], *, views: bool) -> None:
    for statement in STATEMENTS:
        if "question_views" in statement and not views:
            continue
        sql = statement.format(year=YEAR, answers=ANSWERS_A_SESSION, xid=XID)
        given = {
            "ids": [str(company) for company, _ in chunk],
            "sessions": [sessions for _, sessions in chunk],
        }
        conn.execute(sql, given if "$ids" in sql else None)


if __name__ == "__main__":
    import sys

    began = time.perf_counter()
    make(Path(sys.argv[1]), int(sys.argv[2]))
    print(f"{time.perf_counter() - began:.0f} s")
