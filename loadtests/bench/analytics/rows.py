"""A year of 1,000 companies written straight into a warehouse: one with 100,000 answers a month.

Everything is compacted: clustered by company and time. The same rows can be written into Postgres.
"""

import hashlib
from itertools import accumulate
from pathlib import Path
from uuid import UUID

import duckdb

from abano_analytics.store.connection import load_extension
from abano_analytics.store.file import FileStore
from abano_analytics.store.protocol import Store

COMPANIES = 1_000
WATCHED = UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
ANSWERS_A_SESSION = 18
WATCHED_A_YEAR = 1_200_000
YEAR = 2026
# A transaction sorts in memory, so it has this many sessions.
CHUNK_SESSIONS = 60_000
XID = 999

SESSION_COLUMNS = (
    "tenant_id, session_id, quiz_version, utm_source, utm_medium, utm_campaign, entry_path, device,"
    " utm_term, utm_content, language, country, is_returning, started_at, completed_at, updated_at"
)
ANSWER_COLUMNS = (
    "tenant_id, session_id, question_id, value, question_text, answer_text, is_counted, answered_at"
)

# Times and attributes depend only on company and number, so that every run creates the same rows.
STATEMENTS = (
    """create or replace temp table made as
       select tenant_id, n, md5(tenant_id || '-' || n) as digest,
              'quiz_' || (1767225600000 + n) || '_' || substr(digest, 1, 9) as session_id,
              timestamptz '{year}-01-01' + (n * 364.0 * 86400 / sessions) * interval '1 second' as started_at,
              (hash(tenant_id, n) % 1000000)::bigint as dice
       from (select unnest($ids)::uuid as tenant_id, unnest($sessions) as sessions) t, range(t.sessions) r(n)""",
    """insert into quiz_sessions (tenant_id, session_id, quiz_version, has_click_id, utm_source, utm_medium,
         utm_campaign, entry_path, device, utm_term, utm_content, language, country, is_returning, started_at,
         completed_at, updated_at, row_xid)
       select tenant_id, session_id, 'v1', dice % 2 = 0, ['google', 'bing', null][1 + dice % 3], 'cpc',
         'campaign-' || (dice // 7 % 20), '/quiz', ['phone', 'tablet', 'desktop'][1 + dice // 3 % 3],
         'term-' || (dice // 11 % 500), 'content-' || (dice // 13 % 40), ['en', 'ka', 'ru', 'de'][1 + dice // 17 % 4],
         ['GE', 'DE', 'PL', 'IL', 'US', null][1 + dice // 19 % 6], dice // 23 % 5 = 0, started_at,
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
         started_at + interval '1 hour', started_at + interval '1 hour', {xid},
         null, 'site', false, null, 'tbilisi', started_at + interval '1 hour', started_at + interval '7 days 1 hour',
         null
       from made where dice % 20 = 0 order by tenant_id, started_at""",
    # A booking may also be attributed to the session before its own.
    """insert into booking_touches
       select tenant_id, md5(session_id)::uuid,
         'quiz_' || (1767225600000 + n - 1) || '_' || substr(md5(tenant_id || '-' || (n - 1)), 1, 9),
         started_at - interval '10 minutes', {xid}
       from made where dice % 20 = 0 and n > 0 order by tenant_id, started_at""",
    # Three visits per session: its own, a search without the quiz, and a single page view.
    """insert into journey_events
       select tenant_id, md5(session_id || '-visit-' || visit)::uuid, step,
         started_at + (visit * 7 - 1) * interval '1 minute'
           + (case step when 'landing' then 0 when 'quiz_intro' then 5 when 'quiz_start' then 60
                when 'search' then 360 when 'car' then 420 when 'wizard_1' then 480 when 'wizard_2' then 540
                when 'wizard_3' then 600 else 3660 end) * interval '1 second',
         case when step = 'quiz_start' then session_id end,
         case when step = 'booking' then md5(session_id)::uuid end,
         case when is_landing then ['/', '/quiz', '/cars'][1 + (dice + visit) % 3] end,
         case when is_landing then ['en', 'ka', 'ru', 'de'][1 + dice // 17 % 4] end,
         case when is_landing then ['phone', 'tablet', 'desktop'][1 + dice // 3 % 3] end,
         case when is_landing then ['google', 'bing', null][1 + dice % 3] end,
         case when is_landing then 'cpc' end,
         case when is_landing then 'campaign-' || (dice // 7 % 20) end,
         is_landing and dice % 2 = 0, {xid},
         case when is_landing then ['4x4 georgia', 'car hire', null][1 + dice // 11 % 3] end,
         case when is_landing then 'ad-' || (dice // 13 % 5) end,
         case when is_landing then ['DE', 'GB', 'IL', 'PL', 'GE'][1 + dice // 5 % 5] end,
         case when is_landing then dice // 19 % 3 = 0 end, null, null
       from (
         select *, step = 'landing' as is_landing from (
           select *, unnest(case
             when visit = 2 then ['landing']
             when visit = 1 then ['landing', 'quiz_intro', 'search']
             when dice % 20 = 0 then ['landing', 'quiz_intro', 'quiz_start', 'search', 'car', 'wizard_1', 'wizard_2',
               'wizard_3', 'booking']
             else ['landing', 'quiz_intro', 'quiz_start'] end) as step
           from made, range(3) v(visit)))
       order by 1, 4""",
)


def make(path: Path, answers: int, *, memory_mb: int = 1536) -> None:
    """A complete warehouse at ``path`` with about ``answers`` answers, and a view of each question."""
    warehouse = FileStore(path, memory_mb=memory_mb)
    warehouse.open()
    fill(warehouse, companies_of(answers))
    warehouse.close()


def fill(
    warehouse: Store, companies: list[tuple[UUID, int]], *, chunk_sessions: int = CHUNK_SESSIONS
) -> None:
    """The rows of companies with their numbers of sessions, into a warehouse that is open.

    It is empty, or an earlier call with the same companies ended early: then this one goes on.
    """
    with warehouse.writing() as conn:
        is_begun = conn.execute("select source_id = 'bench' from warehouse").fetchone() == (True,)
    if not is_begun:
        _begin(warehouse, companies)
    for chunk in _chunks(companies, chunk_sessions):
        with warehouse.writing() as conn:
            made = conn.execute("select exists (from quiz_sessions where tenant_id = ?)", [chunk[0][0]])
            if made.fetchone() == (False,):
                _fill(conn, chunk)
    with warehouse.writing() as conn:
        conn.execute("drop table if exists made")


def _begin(warehouse: Store, companies: list[tuple[UUID, int]]) -> None:
    with warehouse.writing() as conn:
        ids = {"ids": [str(company) for company, _ in companies]}
        conn.execute("update warehouse set source_id = 'bench', is_complete = true, data_through = now()")
        conn.execute("update watermarks set next_xid = ?, compacted_below = ?", [XID + 1, XID + 1])
        conn.execute(
            "insert into tenants select unnest($ids)::uuid, 'company', 'active', 'Asia/Tbilisi', 'EUR'", ids
        )
        conn.execute("insert into tenant_changes (tenant_id, version) select unnest($ids)::uuid, 1", ids)


def companies_of(answers: int, count: int = COMPANIES) -> list[tuple[UUID, int]]:
    """Ids in order, each with its number of sessions."""
    watched = min(WATCHED_A_YEAR, answers // 2) // ANSWERS_A_SESSION
    each = (answers // ANSWERS_A_SESSION - watched) // (count - 1)
    others = [
        UUID(hashlib.md5(str(place).encode(), usedforsecurity=False).hexdigest())
        for place in range(count - 1)
    ]
    return sorted([*((company, each) for company in others), (WATCHED, watched)])


def _chunks(companies: list[tuple[UUID, int]], size: int) -> list[list[tuple[UUID, int]]]:
    before = accumulate((sessions for _, sessions in companies), initial=0)
    chunks: dict[int, list[tuple[UUID, int]]] = {}
    for company, start in zip(companies, before, strict=False):
        chunks.setdefault(start // size, []).append(company)
    return list(chunks.values())


def _fill(conn: duckdb.DuckDBPyConnection, chunk: list[tuple[UUID, int]]) -> None:
    for statement in STATEMENTS:
        sql = statement.format(year=YEAR, answers=ANSWERS_A_SESSION, xid=XID)
        given = {
            "ids": [str(company) for company, _ in chunk],
            "sessions": [sessions for _, sessions in chunk],
        }
        conn.execute(sql, given if "$ids" in sql else None)


VIEW_COLUMNS = "tenant_id, session_id, question_id, viewed_at"
TOUCH_COLUMNS = "tenant_id, booking_id, session_id, touched_at"
JOURNEY_COLUMNS = (
    "tenant_id, visit_id, step, reached_at, session_id, booking_id, page, language, device, utm_source, utm_medium,"
    " utm_campaign, has_click_id, utm_term, utm_content, country, is_returning"
)

# Table of Postgres, its columns, and the matching columns of the warehouse's table.
BOOKING_COLUMNS = (
    "tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age, group_size,"
    " car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, attributed_session_id,"
    " currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at"
)
BOOKING_VALUES = (
    "tenant_id, booking_id, booking_id::varchar, status, 'N N', 'n@example.com', '+995', 30, 2,"
    " car_name, 'tbilisi', 'batumi', created_at, created_at + interval '7 days', 'minimum',"
    " attributed_session_id, currency, days, 5500, total_minor, '[]', created_at, updated_at"
)
COPIED = (
    ("quiz_sessions", SESSION_COLUMNS, SESSION_COLUMNS),
    ("quiz_answers", ANSWER_COLUMNS, ANSWER_COLUMNS),
    ("quiz_question_views", VIEW_COLUMNS, VIEW_COLUMNS),
    ("bookings", BOOKING_COLUMNS, BOOKING_VALUES),
    ("booking_touches", TOUCH_COLUMNS, TOUCH_COLUMNS),
    ("journey_events", JOURNEY_COLUMNS, JOURNEY_COLUMNS),
)


def put_into_postgres(made: Path, url: str, *, transaction_rows: int = 200_000) -> None:
    """Copy the rows into Postgres, in transactions of about this many answers, for existing companies."""
    conn = duckdb.connect(config={"autoinstall_known_extensions": "false", "threads": "1"})
    load_extension(conn, "postgres_scanner")
    conn.execute("set TimeZone = 'UTC'")
    conn.execute(f"attach '{made}' as made (read_only)")
    # Like a restore: the rows were checked when first written.
    conn.execute(f"attach '{url}&options=-c%20session_replication_role%3Dreplica' as pg (type postgres)")
    pieces = conn.execute(
        "select min(tenant_id), max(tenant_id) from ("
        " select tenant_id, sum(count(*)) over (order by tenant_id) - count(*) as before from made.quiz_sessions"
        " group by tenant_id) group by before // ? order by 1",
        [transaction_rows // ANSWERS_A_SESSION],
    ).fetchall()
    for first, last in pieces:
        for table, columns, chosen in COPIED:
            conn.execute(
                f"insert into pg.{table} ({columns}) select {chosen} from made.{table}"  # noqa: S608 - constants
                " where tenant_id between ? and ?",
                [first, last],
            )
    conn.close()
